//! Consolidation: what experiences come to. The same experiences, taken in by the same runs, give the same scenes and cells,
//! byte for byte; a run that finds nothing new changes nothing.

use super::{Caps, Facts, State, Trust};
use crate::{canonical, ledger::Digest, time::Moment};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// From here on, two sets of keys speak of the same.
const ALIKE: f64 = 0.5;
/// Shorter sentences say nothing.
const SENTENCE_MIN: usize = 5;
/// Longer ones are not a fact.
const FACT_MAX: usize = 200;
/// Characters of a title.
const TITLE_CHARS: usize = 80;
/// Keys of a scene's label.
const LABEL_KEYS: usize = 3;
/// Words that two titles share to speak of the same.
const SHARED_WORDS: usize = 2;
/// Times a rule is broken before it becomes a policy.
const ESCALATES_AT: u32 = 3;
/// The key that marks a broken rule; the rule is the key after it.
const VIOLATION: &str = "behavioral_violation";

/// Something lived through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lived {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub keys: Vec<String>,
    /// What was said of it: situation, approach, outcome, reasoning.
    pub said: Vec<String>,
    /// Whether a person said it.
    pub by_user: bool,
    /// When.
    pub at: Moment,
}

/// Cells that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Its id.
    pub id: String,
    /// Its name.
    pub label: String,
    /// What it is about, in order.
    pub keys: Vec<String>,
    /// When it was made.
    pub created_at: Moment,
    /// When it last grew.
    pub updated_at: Moment,
}

impl Scene {
    /// The name of a scene about these keys.
    pub fn labelled(keys: &[String]) -> String {
        if keys.is_empty() { "general".to_owned() } else { keys.iter().take(LABEL_KEYS).cloned().collect::<Vec<_>>().join(", ") }
    }
}

/// What kind of thing a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum CellKind {
    /// What is to be done
    Rule,
    /// What a person likes
    Preference,
    /// What is not to be done again
    Policy,
    /// What is so
    Fact,
}

impl CellKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Rule, Self::Preference, Self::Policy, Self::Fact];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Preference => "preference",
            Self::Policy => "policy",
            Self::Fact => "fact",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == word)
    }
}

/// One thing that experiences came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its canonical key, which is its id.
    pub key: Digest,
    /// The scene it belongs to.
    pub scene: String,
    /// What kind of thing it says.
    pub kind: CellKind,
    /// Its title.
    pub title: String,
    /// What it says.
    pub body: String,
    /// What it has become.
    pub facts: Facts,
    /// Those that contradict each other share one.
    pub conflict_group: Option<Digest>,
    /// The cell whose place it took.
    pub supersedes: Option<Digest>,
    /// When it was made.
    pub created_at: Moment,
}

/// What speaks for or against a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The cell.
    pub cell: Digest,
    /// The experience.
    pub experience: String,
    /// Whether it speaks for it.
    pub supports: bool,
}

/// All that experiences came to so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Scenes, in the order they were made.
    pub scenes: Vec<Scene>,
    /// Cells, by key.
    pub cells: BTreeMap<Digest, Cell>,
    /// How often each rule was broken.
    pub broken: BTreeMap<String, u32>,
}

/// What consolidation changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Experiences taken in.
    pub processed: usize,
    /// Cells that are new.
    pub created: BTreeSet<Digest>,
    /// Cells that were there and changed.
    pub updated: BTreeSet<Digest>,
    /// Scenes that are new or grew, by id.
    pub scenes: BTreeSet<String>,
    /// What speaks for or against cells now.
    pub evidence: Vec<Taken>,
}

impl Memory {
    /// Rules that were broken so often that breaking them again blocks.
    pub fn escalated(&self) -> BTreeSet<String> {
        self.broken.iter().filter(|(_, times)| **times >= ESCALATES_AT).map(|(rule, _)| rule.clone()).collect()
    }
}

/// How much two sets of keys share, from 0 to 1, by the larger.
#[expect(clippy::cast_precision_loss, reason = "a few keys")]
pub fn overlap(a: &[String], b: &[String]) -> f64 {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => 1.0,
        (true, false) | (false, true) => 0.0,
        (false, false) => {
            let a: BTreeSet<&String> = a.iter().collect();
            let b: BTreeSet<&String> = b.iter().collect();
            a.intersection(&b).count() as f64 / a.len().max(b.len()) as f64
        }
    }
}

/// Takes experiences in, oldest first. Nothing new changes nothing.
pub fn consolidate(memory: &mut Memory, lived: &[Lived], scope: &str, caps: Caps, now: Moment) -> Change {
    let mut work = Work { index: Index::of(&memory.scenes), live: live_by_scene(memory), memory, scope, caps, now, change: Change::default() };
    for one in lived {
        work.take(one);
    }
    if !lived.is_empty() {
        work.settle();
    }
    work.change
}

fn live_by_scene(memory: &Memory) -> HashMap<String, Vec<Digest>> {
    let mut live: HashMap<String, Vec<Digest>> = HashMap::new();
    for cell in memory.cells.values().filter(|cell| cell.facts.state != State::Archived) {
        live.entry(cell.scene.clone()).or_default().push(cell.key);
    }
    live
}

struct Work<'w> {
    memory: &'w mut Memory,
    index: Index,
    live: HashMap<String, Vec<Digest>>,
    scope: &'w str,
    caps: Caps,
    now: Moment,
    change: Change,
}

impl Work<'_> {
    fn take(&mut self, one: &Lived) {
        self.change.processed += 1;
        let keys: Vec<String> = one.keys.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
        let scene = self.scene(&keys, one.at);
        self.count_violation(one, &scene);
        for text in &one.said {
            for sentence in sentences(text) {
                if let Some(kind) = kind_of(sentence, one) {
                    self.say(&scene, kind, sentence, one);
                }
            }
        }
        self.bound(&scene);
    }

    /// The first scene that speaks of the same, or a new one.
    fn scene(&mut self, keys: &[String], at: Moment) -> String {
        if let Some(n) = self.index.first(&self.memory.scenes, keys) {
            let scene = &mut self.memory.scenes[n];
            let grown: BTreeSet<String> = scene.keys.iter().chain(keys).cloned().collect();
            if grown.len() > scene.keys.len() {
                self.index.add(n, keys.iter().filter(|key| !scene.keys.contains(key)));
                scene.keys = grown.into_iter().collect();
                scene.updated_at = at;
                self.change.scenes.insert(scene.id.clone());
            }
            return scene.id.clone();
        }
        let n = self.memory.scenes.len();
        let named = canonical::digest(&("scene", self.scope, n, keys)).expect("BUG: keys are plain text").to_string();
        let label = Scene::labelled(keys);
        let id = format!("sc_{}", &named[..16]);
        self.index.add(n, keys.iter());
        self.memory.scenes.push(Scene { id: id.clone(), label, keys: keys.to_vec(), created_at: at, updated_at: at });
        self.change.scenes.insert(id.clone());
        id
    }

    /// A rule that is broken for the third time becomes a policy.
    fn count_violation(&mut self, one: &Lived, scene: &str) {
        let Some(at) = one.keys.iter().position(|key| key == VIOLATION) else { return };
        let Some(rule) = one.keys.get(at + 1).cloned() else { return };
        let times = self.memory.broken.entry(rule.clone()).or_default();
        *times += 1;
        if *times == ESCALATES_AT {
            let said = format!("Policy: {rule} was broken {ESCALATES_AT} times and blocks from now on");
            let key = self.say(scene, CellKind::Policy, &said, one);
            if let Some(cell) = self.memory.cells.get_mut(&key) {
                cell.facts.trust = Trust::of(2);
            }
        }
    }

    /// Hears one sentence: it speaks for the cell that says it, and against the one that says the contrary.
    fn say(&mut self, scene: &str, kind: CellKind, sentence: &str, one: &Lived) -> Digest {
        let title: String = sentence.chars().take(TITLE_CHARS).collect();
        let plain = title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let key = canonical::digest(&("cell", scene, kind.name(), plain)).expect("BUG: a sentence is plain text");
        self.change.evidence.push(Taken { cell: key, experience: one.id.clone(), supports: true });
        if let Some(cell) = self.memory.cells.get_mut(&key) {
            cell.facts.evidence += 1;
            cell.facts.updated_at = one.at;
            self.touched(key);
            return key;
        }
        let trust = Trust::of(if kind == CellKind::Preference && one.by_user { 2 } else { 1 });
        let facts = Facts { state: State::Observed, trust, evidence: 1, contradictions: 0, updated_at: one.at };
        let mut cell = Cell {
            key,
            scene: scene.to_owned(),
            kind,
            title,
            body: sentence.to_owned(),
            facts,
            conflict_group: None,
            supersedes: None,
            created_at: one.at,
        };
        self.oppose(&mut cell, one);
        self.memory.cells.insert(key, cell);
        self.change.created.insert(key);
        self.live.entry(scene.to_owned()).or_default().push(key);
        key
    }

    /// Finds what a new cell contradicts: both are of one group from then on, and the newer takes the older's place where it
    /// is trusted no less.
    fn oppose(&mut self, cell: &mut Cell, one: &Lived) {
        let (words, denied) = (title_words(&cell.title), denies(&cell.body));
        for other in self.live.get(&cell.scene).cloned().unwrap_or_default() {
            let Some(known) = self.memory.cells.get_mut(&other) else { continue };
            if known.kind != cell.kind || denies(&known.body) == denied || title_words(&known.title).intersection(&words).count() < SHARED_WORDS {
                continue;
            }
            known.facts.contradictions += 1;
            let group = known.conflict_group.unwrap_or(other);
            known.conflict_group = Some(group);
            cell.conflict_group = Some(group);
            if cell.supersedes.is_none() && cell.facts.trust >= known.facts.trust {
                cell.supersedes = Some(other);
            }
            self.change.evidence.push(Taken { cell: other, experience: one.id.clone(), supports: false });
            self.touched(other);
        }
    }

    fn touched(&mut self, key: Digest) {
        if !self.change.created.contains(&key) {
            self.change.updated.insert(key);
        }
    }

    /// Keeps a scene from growing without end while much is taken in at once.
    fn bound(&mut self, scene: &str) {
        let most = usize::try_from(self.caps.max_cells_per_scene).unwrap_or(usize::MAX);
        if self.live.get(scene).is_some_and(|live| live.len() > most.saturating_mul(2)) {
            self.archive_lowest(scene, most);
        }
    }

    fn archive_lowest(&mut self, scene: &str, most: usize) {
        let Some(live) = self.live.get(scene).cloned() else { return };
        let mut ranked: Vec<(u16, Digest)> =
            live.iter().filter_map(|key| self.memory.cells.get(key)).map(|cell| (cell.facts.salience(self.now), cell.key)).collect();
        ranked.sort();
        for (_, key) in ranked.iter().take(ranked.len().saturating_sub(most)) {
            self.archive(*key);
        }
        self.live.insert(scene.to_owned(), live.into_iter().filter(|key| self.memory.cells.get(key).is_some_and(is_live)).collect());
    }

    fn archive(&mut self, key: Digest) {
        if let Some(cell) = self.memory.cells.get_mut(&key) {
            cell.facts.state = State::Archived;
            self.touched(key);
        }
    }

    /// One step of every cell that is live, then what no longer fits is put away.
    fn settle(&mut self) {
        let live: Vec<Digest> = self.memory.cells.values().filter(|cell| is_live(cell)).map(|cell| cell.key).collect();
        for key in live {
            let Some(cell) = self.memory.cells.get_mut(&key) else { continue };
            let next = cell.facts.state.step(cell.facts.evidence, cell.facts.contradictions);
            let forgotten = Facts { state: next, ..cell.facts }.is_forgotten(self.now);
            let next = if forgotten { State::Archived } else { next };
            if next != cell.facts.state {
                cell.facts.state = next;
                self.touched(key);
            }
        }
        self.live = live_by_scene(self.memory);
        let mut scenes: Vec<String> = self.live.keys().cloned().collect();
        scenes.sort();
        let most = usize::try_from(self.caps.max_cells_per_scene).unwrap_or(usize::MAX);
        for scene in scenes {
            if self.live.get(&scene).is_some_and(|live| live.len() > most) {
                self.archive_lowest(&scene, most);
            }
        }
        let mut ranked: Vec<(u16, Digest)> =
            self.memory.cells.values().filter(|cell| is_live(cell)).map(|cell| (cell.facts.salience(self.now), cell.key)).collect();
        ranked.sort();
        let total = usize::try_from(self.caps.max_cells_total).unwrap_or(usize::MAX);
        for (_, key) in ranked.iter().take(ranked.len().saturating_sub(total)) {
            self.archive(*key);
        }
    }
}

fn is_live(cell: &Cell) -> bool {
    cell.facts.state != State::Archived
}

/// Which scenes know a key, so that no experience looks at all of them.
#[derive(Default)]
struct Index {
    by_key: HashMap<String, Vec<usize>>,
    keyless: Option<usize>,
}

impl Index {
    fn of(scenes: &[Scene]) -> Self {
        let mut index = Self::default();
        for (n, scene) in scenes.iter().enumerate() {
            index.add(n, scene.keys.iter());
        }
        index
    }

    fn add<'k>(&mut self, n: usize, keys: impl Iterator<Item = &'k String>) {
        let mut any = false;
        for key in keys {
            any = true;
            let list = self.by_key.entry(key.clone()).or_default();
            if let Err(at) = list.binary_search(&n) {
                list.insert(at, n);
            }
        }
        if !any && self.keyless.is_none() {
            self.keyless = Some(n);
        }
    }

    /// The first scene that speaks of the same. At least half of the keys must be shared, so one of the rarest half, and one
    /// more, is: only the scenes that know one of those are looked at.
    fn first(&self, scenes: &[Scene], keys: &[String]) -> Option<usize> {
        if keys.is_empty() {
            return self.keyless;
        }
        let mut lists: Vec<&Vec<usize>> = keys.iter().filter_map(|key| self.by_key.get(key)).collect();
        let must = keys.len().div_ceil(2);
        if lists.len() < must {
            return None;
        }
        lists.sort_by_key(|list| list.len());
        lists.truncate(lists.len() - must + 1);
        let mut candidates: Vec<usize> = lists.into_iter().flatten().copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|n| overlap(&scenes[*n].keys, keys) >= ALIKE)
    }
}

/// The sentences of a text.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.trim().is_empty() {
            return None;
        }
        let mut end = rest.len();
        let mut after_mark = false;
        for (at, c) in rest.char_indices() {
            if after_mark && c.is_whitespace() {
                end = at;
                break;
            }
            after_mark = matches!(c, '.' | '!' | '?');
        }
        let (sentence, left) = rest.split_at(end);
        rest = left;
        Some(sentence.trim())
    })
    .filter(|sentence| sentence.chars().count() >= SENTENCE_MIN)
}

fn kind_of(sentence: &str, one: &Lived) -> Option<CellKind> {
    let words: Vec<String> = words(sentence);
    let says = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
    if says(&["always", "never", "must", "should"]) {
        return Some(CellKind::Rule);
    }
    let wants = || words.windows(2).any(|pair| pair[0] == "i" && ["want", "need", "like"].contains(&pair[1].as_str()));
    if one.by_user && (says(&["prefer"]) || wants()) {
        return Some(CellKind::Preference);
    }
    if one.keys.iter().any(|key| [VIOLATION, "governance", "policy"].iter().any(|mark| key.contains(mark))) {
        return Some(CellKind::Policy);
    }
    let is = words.iter().enumerate().any(|(at, word)| word == "is" && at > 0 && at + 1 < words.len());
    (is && sentence.chars().count() < FACT_MAX).then_some(CellKind::Fact)
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

fn title_words(title: &str) -> BTreeSet<String> {
    words(title).into_iter().filter(|word| word != "not" && word.chars().count() > 2).collect()
}

fn denies(body: &str) -> bool {
    words(body).iter().any(|word| word == "not")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::DAY_MS;

    fn lived(n: usize, keys: &[&str], said: &str) -> Lived {
        Lived {
            id: format!("x{n}"),
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
            said: vec![said.to_owned()],
            by_user: false,
            at: Moment::from_millis(DAY_MS + i64::try_from(n).unwrap_or(0)),
        }
    }

    fn now() -> Moment {
        Moment::from_millis(2 * DAY_MS)
    }

    fn told(memory: &Memory) -> Vec<(CellKind, String, State, u32, u32)> {
        let cells = memory.cells.values().map(|c| (c.kind, c.title.clone(), c.facts.state, c.facts.evidence, c.facts.contradictions));
        let mut told: Vec<_> = cells.collect();
        told.sort();
        told
    }

    #[test]
    fn sentences_become_what_they_say() {
        let user = |said: &str| Lived { by_user: true, ..lived(0, &["a"], said) };
        let table = [
            (lived(0, &["a"], "You must close the file."), Some(CellKind::Rule)),
            (user("I prefer tabs here."), Some(CellKind::Preference)),
            (user("I need more time."), Some(CellKind::Preference)),
            (lived(0, &["a"], "They prefer tabs here."), None),
            (lived(0, &["behavioral_violation", "r"], "Draft guessed."), Some(CellKind::Policy)),
            (lived(0, &["a"], "The cache is cold."), Some(CellKind::Fact)),
            (lived(0, &["a"], "This mustard was fine."), None),
            (lived(0, &["a"], "is"), None),
        ];
        for (one, kind) in table {
            let found = sentences(&one.said[0]).next().and_then(|sentence| kind_of(sentence, &one));
            assert_eq!(found, kind, "{}", one.said[0]);
        }
        let split: Vec<&str> = sentences("One is here. Two! No.5 stays? Yes it does").collect();
        assert_eq!(split, ["One is here.", "No.5 stays?", "Yes it does"]);
    }

    #[test]
    fn the_same_experiences_give_the_same_memory_and_nothing_new_changes_nothing() {
        let all: Vec<Lived> = (0..60)
            .map(|n| lived(n, &["db", if n % 3 == 0 { "wal" } else { "cache" }], &format!("Key {} is hot. You should watch it.", n % 7)))
            .collect();
        let mut at_once = Memory::default();
        consolidate(&mut at_once, &all, "project", Caps::default(), now());
        let mut again = Memory::default();
        consolidate(&mut again, &all, "project", Caps::default(), now());
        assert_eq!(at_once, again);
        let before = at_once.clone();
        let nothing = consolidate(&mut at_once, &[], "project", Caps::default(), now());
        assert_eq!((at_once, nothing), (before, Change::default()));
    }

    #[test]
    fn what_contradicts_is_grouped_and_superseded() {
        let mut memory = Memory::default();
        let all = [lived(0, &["db"], "The primary cache is warm."), lived(1, &["db"], "The primary cache is not warm.")];
        let change = consolidate(&mut memory, &all, "project", Caps::default(), now());
        assert_eq!(change.created.len(), 2);
        let (older, newer): (Vec<&Cell>, Vec<&Cell>) = memory.cells.values().partition(|cell| !denies(&cell.body));
        assert_eq!((older[0].facts.contradictions, newer[0].facts.contradictions), (1, 0));
        assert_eq!(newer[0].supersedes, Some(older[0].key));
        assert_eq!(older[0].conflict_group, newer[0].conflict_group);
        assert!(older[0].conflict_group.is_some());
    }

    #[test]
    fn a_rule_broken_for_the_third_time_is_a_policy() {
        let mut memory = Memory::default();
        for n in 0..3 {
            assert!(memory.escalated().is_empty(), "after {n}");
            consolidate(&mut memory, &[lived(n, &["behavioral_violation", "no_guessing"], "x")], "project", Caps::default(), now());
        }
        assert_eq!(memory.escalated(), BTreeSet::from(["no_guessing".to_owned()]));
        assert_eq!(told(&memory).len(), 1);
        assert!(told(&memory)[0].1.starts_with("Policy: no_guessing was broken 3 times"));
    }

    #[test]
    fn caps_are_kept_and_the_lowest_go_first() {
        let caps = Caps { max_cells_per_scene: 3, max_cells_total: 4 };
        let all: Vec<Lived> = (0..30).map(|n| lived(n, &["db"], &format!("Thing number{n} is here."))).collect();
        let mut memory = Memory::default();
        consolidate(&mut memory, &all, "project", caps, now());
        assert_eq!(memory.cells.values().filter(|cell| is_live(cell)).count(), 3);
    }

    #[test]
    fn keys_overlap_by_the_larger_set() {
        let keys = |list: &[&str]| list.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        for (a, b, expected) in
            [(vec![], vec![], 1.0), (vec!["a"], vec![], 0.0), (vec!["a", "b"], vec!["a"], 0.5), (vec!["a", "b", "c"], vec!["a"], 1.0 / 3.0)]
        {
            assert!((overlap(&keys(&a), &keys(&b)) - expected).abs() < 1e-9, "{a:?} {b:?}");
        }
        let scenes: Vec<Scene> = [keys(&["a", "b"]), keys(&["c"]), vec![]]
            .into_iter()
            .enumerate()
            .map(|(n, keys)| Scene { id: n.to_string(), label: String::new(), keys, created_at: now(), updated_at: now() })
            .collect();
        let index = Index::of(&scenes);
        for (asked, found) in
            [(keys(&["a"]), Some(0)), (keys(&["c", "x"]), Some(1)), (keys(&["c", "x", "y"]), None), (vec![], Some(2)), (keys(&["z"]), None)]
        {
            assert_eq!(index.first(&scenes, &asked), found, "{asked:?}");
        }
    }
}
