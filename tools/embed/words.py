"""How text becomes tokens: the reference for `crates/search/src/embed/words.rs`.

BERT's uncased WordPiece, and one step before it: a word that is no token as a whole is split where its case changes
(`getUserName` is three words, `YouTube` stays one). No vectors here.
"""

import json
import re
import unicodedata

from tokenizers import Tokenizer

DROP, PUNCTUATION, IDEOGRAPH, SPACE = 1, 2, 3, 4
IDEOGRAPHS = [
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
]  # fmt: skip
SPECIAL = re.compile(r"\[(unused\d+|PAD|UNK|CLS|SEP|MASK)\]")
WORD = re.compile(r"[A-Za-z0-9]{3,}")
TURN = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Words:
    """A tokenizer over the kept part of a vocabulary; ids are positions in `kept`."""

    def __init__(self, tokenizer_json: str, vocab: list[str]):
        # A text that spells "[MASK]" means the letters: the tokenizer's special words are taken away.
        plain = json.loads(tokenizer_json) | {"added_tokens": [], "post_processor": None}
        self.whole = Tokenizer.from_str(json.dumps(plain))
        self.whole.no_padding()
        self.whole.no_truncation()
        self.kept = [i for i, w in enumerate(vocab) if not SPECIAL.fullmatch(w)]
        self.names = [vocab[i] for i in self.kept]
        self.place = {old: new for new, old in enumerate(self.kept)}
        self.known = set(vocab)

    def split(self, text: str) -> str:
        return WORD.sub(self.split_word, text)

    def split_word(self, m):
        word = m.group()
        if word.islower() or word.lower() in self.known:
            return word
        return TURN.sub(" ", word)

    def batch(self, texts):
        """Token ids of each text; what the vocabulary does not know is left out."""
        rows = self.whole.encode_batch([self.split(t) for t in texts], add_special_tokens=False)
        return [[self.place[i] for i in row.ids if i in self.place] for row in rows]


def ideograph(c):
    return any(lo <= c <= hi for lo, hi in IDEOGRAPHS)


def kind(c: int) -> int:
    """The class of a code point that stands for itself after folding; 0 is a letter."""
    ch = chr(c)
    if ch in "\t\n\r":
        return SPACE
    category = unicodedata.category(ch)
    if c in (0, 0xFFFD) or category in ("Cc", "Cf", "Co"):
        return DROP
    if ch.isspace() or category[0] == "Z":
        return SPACE
    if ideograph(c):
        return IDEOGRAPH
    if category == "Mn":
        return DROP
    if category[0] == "P" or 33 <= c <= 47 or 58 <= c <= 64 or 91 <= c <= 96 or 123 <= c <= 126:
        return PUNCTUATION
    return 0


def fold(c: int) -> list[int]:
    """What one code point becomes: decomposed, marks dropped, lower case."""
    kept = [d for d in unicodedata.normalize("NFD", chr(c)) if unicodedata.category(d) != "Mn"]
    return [ord(x) for d in kept for x in d.lower()]


def tables():
    """Ranges of classes, and the folds of every letter that does not stand for itself. Hangul is computed, not listed."""
    ranges, folds = [], []
    for c in range(0x80, 0x30000):
        if 0xD800 <= c <= 0xDFFF:
            continue
        # An ideograph is set apart before it is folded, so its class is decided by what was written.
        k, to = kind(c), fold(c)
        if k == 0 and len(to) == 1 and kind(to[0]) == PUNCTUATION:
            k = PUNCTUATION  # a sign that is another with a mark, such as the crossed-out equals
        if k:
            if ranges and ranges[-1][1] == c - 1 and ranges[-1][2] == k:
                ranges[-1][1] = c
            else:
                ranges.append([c, c, k])
        if k not in (DROP, SPACE) and to != [c] and not 0xAC00 <= c <= 0xD7A3:
            if len(to) > 3:
                raise SystemExit(f"U+{c:04X} folds to more than three code points; widen the table")
            folds.append([c] + to + [0] * (3 - len(to)))
    return ranges, folds
