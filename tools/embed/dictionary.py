"""Pairs out of WordNet: words and their meanings, and small talk made of them.

The talk is made up here from sentence patterns: one speaker says something in passing, another later asks about it in other words.
"""

import random
import re
import tarfile

NAMES = """Anna Ben Carla David Emma Frank Grace Henry Iris Jack Karen Leo Maria Nina Oscar Paula Quinn Rosa Sam Tina Umar Vera Walter
Xenia Yusuf Zoe Alice Bob Chloe Daniel Elena Felix Gina Hugo Ines Jonas Kate Liam Mona Noah Olga Peter Rachel Simon Tara Victor Wendy""".split()
WHEN = "yesterday|last week|last month|on Monday|last Friday|two days ago|this morning|last summer|in March|a few weeks ago|over the weekend|last night|tomorrow|next month".split("|")
OPEN = "Hey {b}!|Guess what, {b}!|So,|You know,|Thanks, {b}!|Oh,|By the way,|Hi {b}, good to hear from you!|That's great!|Wow.|Yeah,|Well,||||".split("|")
CLOSE = "It was so much fun!|I really enjoyed it.|How about you?|What have you been up to?|I can't wait!|It means a lot to me.|It was a bit tiring, though.|What do you think?|Let's catch up soon.|||".split("|")
ABOUT = "What did {a} say about {x}?|When did {a} mention {x}?|What does {a} think about {x}?|Did {a} talk about {x}?|{x}|What happened with {x}?|Why did {a} bring up {x}?".split("|")
# Group of things, what is said, what is asked. {x} is a thing, {k} its kind, {a} who says it, {w} a time.
PATTERNS = {
    "noun.food": [
        ("I tried {x} for the first time {w}", "What did {a} eat {w}?|Which food did {a} try?|What kind of {k} did {a} have?"),
        ("I cooked {x} with my family {w}", "What did {a} cook?|When did {a} make {x}?|What dish did {a} prepare for the family?"),
        ("I can't eat {x}, it makes me sick", "What is {a} allergic to?|Which {k} does {a} avoid?"),
    ],
    "noun.animal": [
        ("we adopted a {x} from the shelter {w}", "What pet does {a} have?|When did {a} get the {x}?|What animal did {a} adopt?"),
        ("I saw a {x} while hiking {w}", "What animal did {a} see?|Which {k} did {a} come across on the trail?|When did {a} spot a {x}?"),
    ],
    "noun.artifact": [
        ("I bought a new {x} {w}", "What did {a} buy?|When did {a} purchase the {x}?|What kind of {k} did {a} get?"),
        ("my {x} broke {w} and I have to repair it", "What does {a} need to fix?|Which {k} of {a}'s is broken?|What happened to {a}'s {x}?"),
        ("my grandmother gave me a {x} as a present", "What gift did {a} receive from her grandma?|Who gave {a} the {x}?"),
    ],
    "noun.act": [
        ("I have started {x} {w} to relax", "What hobby did {a} take up?|What does {a} do to unwind?|When did {a} begin {x}?"),
        ("I signed up for a class in {x} {w}", "What class did {a} join?|What course is {a} taking?|When did {a} enroll in {x}?"),
    ],
    "noun.location": [
        ("I am moving to {x} {w}", "Where is {a} going to live?|When does {a} relocate to {x}?|Which {k} is {a} moving to?"),
        ("we went on a trip to {x} {w}", "Where did {a} travel {w}?|When did {a} visit {x}?|Where did {a} go on vacation?"),
    ],
    "noun.person": [
        ("I met a {x} {w} who helped me a lot", "Who did {a} meet {w}?|What was the job of the person who helped {a}?"),
        ("I want to become a {x}", "What career does {a} want to pursue?|What does {a} want to be?|What are {a}'s plans for work?"),
    ],
    "noun.event": [
        ("I went to a {x} {w}", "What event did {a} attend?|When did {a} go to the {x}?|Which {k} did {a} take part in?"),
    ],
    "noun.state": [
        ("the doctor told me {w} that I have {x}", "What health problem does {a} have?|When was {a} diagnosed with {x}?|What did the physician tell {a}?"),
    ],
    "noun.feeling": [("I felt so much {x} {w}", "How did {a} feel {w}?|What emotion did {a} describe?")],
    "noun.plant": [("I planted a {x} in the garden {w}", "What is growing in {a}'s garden?|What did {a} plant?|When did {a} put the {x} in the ground?")],
    "noun.communication": [("I have been reading a {x} {w}", "What was {a} reading?|When did {a} read the {x}?")],
}
LEXNAMES = """adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition noun.communication
noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person noun.phenomenon noun.plant noun.possession
noun.process noun.quantity noun.relation noun.shape noun.state noun.substance noun.time verb.body verb.change verb.cognition
verb.communication verb.competition verb.consumption verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession
verb.social verb.stative verb.weather adj.ppl""".split()


def synsets(path):
    t = tarfile.open(path)
    for part in ("noun", "verb", "adj", "adv"):
        for line in t.extractfile(f"package/dict/data.{part}").read().decode("utf8", "replace").splitlines():
            if line.startswith("  "):
                continue
            data, gloss = line.split(" | ", 1)
            f = data.split()
            n = int(f[3], 16)
            words = [re.sub(r"\(.*\)", "", w).replace("_", " ") for w in f[4 : 4 + 2 * n : 2]]
            links = f[5 + 2 * n :]
            up = [links[i + 1] for i in range(0, len(links) - 3, 4) if links[i] in ("@", "@i")]
            examples = re.findall(r'"([^"]+)"', gloss)
            meaning = re.sub(r'[;:]?\s*"[^"]*"', "", gloss).strip(" ;:")
            yield part, f[0], LEXNAMES[int(f[1])], words, up, meaning, examples


def pairs(path, talks=80_000, seed=7):
    rng = random.Random(seed)
    found = list(synsets(path))
    words_of = {(part, at): words for part, at, _, words, *_ in found}
    things, sayings = {}, []
    for part, at, group, words, up, meaning, examples in found:
        if len(meaning.split()) >= 3:
            yield "meaning", ", ".join(words[:4]), meaning
        for e in examples:
            if len(e.split()) >= 4:
                yield "example", f"{words[0]}: {meaning}", e
                sayings.append((rng.choice(words), e[0].upper() + e[1:].rstrip(".")))
        if part == "noun" and group in PATTERNS and up and (part, up[0]) in words_of:
            kind = words_of[part, up[0]][0]
            for w in words[:2]:
                if len(w) > 2 and len(w.split()) <= 2 and (w.islower() or group == "noun.location"):
                    things.setdefault(group, []).append((w, kind))
    for about, said in sayings:
        a, b = rng.sample(NAMES, 2)
        ask = rng.choice(ABOUT).format(a=a, b=b, x=about)
        turn = f"{a}: {rng.choice(OPEN).format(b=b)} {said}. {rng.choice(CLOSE)}"
        yield "talk", ask, re.sub(r"\s+", " ", turn).strip()
    groups = sorted(things)
    for _ in range(talks):
        group = rng.choice(groups)
        (x, k), (a, b), w = rng.choice(things[group]), rng.sample(NAMES, 2), rng.choice(WHEN)
        said, asked = rng.choice(PATTERNS[group])
        slots = {"x": x, "k": k, "a": a, "b": b, "w": w}
        turn = f"{a}: {rng.choice(OPEN).format(**slots)} {said.format(**slots)}. {rng.choice(CLOSE)}"
        yield "talk", rng.choice(asked.split("|")).format(**slots), re.sub(r"\s+", " ", turn).strip()
