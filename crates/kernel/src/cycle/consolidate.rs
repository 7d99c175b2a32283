//! Consolidation: what experiences come to. The same experiences, taken in by the same runs, give the same scenes and cells,
//! byte for byte; a run that finds nothing new changes nothing.
//!
//! A [`Run`] takes experiences in some at a time, so that it holds no more of them than that, and in two steps, so that it reads
//! no more cells than it needs: a [`Plan`] says where each experience belongs and which cells it speaks of; taking it in then
//! changes those, and whatever is still alive.

use super::{
    Caps, CellKind, Facts, Scene,
    scene::Scenes,
    sentence::{kind_of, sentences},
    work::{ESCALATES_AT, Work},
};
use crate::text::Slice;
use crate::{canonical, ledger::Digest, time::Moment};
use serde::Serialize;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
};

/// Characters of a title.
const TITLE_CHARS: usize = 80;

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
    pub cells: HashMap<Digest, Cell>,
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

/// What is heard: which kind of thing, in which words, and the cell that says it.
#[derive(Debug)]
pub(super) struct Heard<'l> {
    pub(super) kind: CellKind,
    pub(super) sentence: Cow<'l, str>,
    pub(super) key: Digest,
}

/// An experience, where it belongs and what is heard in it.
#[derive(Debug)]
pub(super) struct Placed<'l> {
    pub(super) one: &'l Lived,
    /// The number of its scene.
    scene: usize,
    pub(super) heard: Vec<Heard<'l>>,
    /// What is heard once its rule was broken too often.
    pub(super) escalation: Option<(&'l str, Heard<'l>)>,
}

/// All that can be said of experiences before any cell is read.
#[derive(Debug)]
pub struct Plan<'l>(Vec<Placed<'l>>);

impl Plan<'_> {
    fn heard(&self) -> impl Iterator<Item = &Heard<'_>> {
        self.0.iter().flat_map(|placed| placed.heard.iter().chain(placed.escalation.iter().map(|(_, heard)| heard)))
    }
}

/// A run over the experiences of a scope.
#[derive(Debug)]
pub struct Run {
    scope: String,
    scenes: Scenes,
    work: Work,
    processed: usize,
}

impl Run {
    /// Takes up what a scope came to so far; of its cells, at least those that are alive.
    pub fn over(scope: &str, memory: Memory, caps: Caps, now: Moment) -> Self {
        let Memory { scenes, cells, broken } = memory;
        Self { scope: scope.to_owned(), scenes: Scenes::of(scenes), work: Work::over(cells.into_values(), broken, caps, now), processed: 0 }
    }

    /// Puts experiences into scenes, oldest first, and hears what they say.
    pub fn hear<'l>(&mut self, lived: &'l [Lived]) -> Plan<'l> {
        let mut placed = Vec::with_capacity(lived.len());
        for one in lived {
            let keys: Vec<String> = one.keys.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
            let scene = self.scenes.place(&self.scope, &keys, one.at);
            let id = &self.scenes.all[scene].id;
            let all = one.said.iter().flat_map(|text| sentences(text));
            let heard = all.filter_map(|sentence| Some(Heard::of(id, kind_of(sentence, one)?, sentence.into()))).collect();
            let policy = |rule: &str| format!("Policy: {rule} was broken {ESCALATES_AT} times and blocks from now on");
            let escalation = one.breaks().map(|rule| (rule, Heard::of(id, CellKind::Policy, policy(rule).into())));
            placed.push(Placed { one, scene, heard, escalation });
        }
        Plan(placed)
    }

    /// The cells a plan speaks of that the run does not know, whether they are there or not.
    pub fn unknown(&self, plan: &Plan<'_>) -> Vec<Digest> {
        let mut keys: Vec<Digest> = plan.heard().map(|heard| heard.key).filter(|key| !self.work.knows(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Takes in what was heard. Of the cells that were unknown, those that are there are found.
    pub fn take(&mut self, plan: Plan<'_>, found: Vec<Cell>) {
        for cell in found {
            self.work.recall(cell);
        }
        self.processed += plan.0.len();
        for placed in plan.0 {
            let id = &self.scenes.all[placed.scene].id;
            self.work.take(id, placed);
        }
    }

    /// Ends the run: what the scope came to, and what of it changed. Where nothing was taken in, nothing did.
    pub fn close(self) -> (Memory, Change) {
        let scenes = self.scenes.changed.iter().map(|n| self.scenes.all[*n].id.clone()).collect();
        let mut change = Change { processed: self.processed, scenes, ..Change::default() };
        let (cells, broken) = self.work.close(&mut change);
        (Memory { scenes: self.scenes.all, cells, broken }, change)
    }
}

impl<'l> Heard<'l> {
    fn of(scene: &str, kind: CellKind, sentence: Cow<'l, str>) -> Self {
        /// What a cell is known by: the contract's canonical key.
        #[derive(Serialize)]
        struct Key<'k> {
            scene_id: &'k str,
            cell_type: &'k str,
            title: String,
        }
        let mut title = String::with_capacity(TITLE_CHARS);
        for word in title_of(&sentence).split_whitespace() {
            title.push_str(if title.is_empty() { "" } else { " " });
            title.push_str(word);
        }
        let key = Key { scene_id: scene, cell_type: kind.name(), title: title.to_lowercase() };
        let key = canonical::digest(&key).expect("BUG: a sentence is plain text");
        Self { kind, sentence, key }
    }
}

/// How a sentence begins, which is what a cell is called.
pub(super) fn title_of(sentence: &str) -> &str {
    sentence.char_indices().nth(TITLE_CHARS).map_or(sentence, |(end, _)| sentence.slice(..end))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{State, sentence::denies},
        *,
    };
    use crate::time::DAY_MS;
    use proptest::prelude::{Strategy, any as some, prop_assert, prop_assert_eq, proptest};

    fn lived(n: usize, keys: &[&str], said: &str) -> Lived {
        Lived {
            id: format!("x{n}"),
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
            said: vec![said.to_owned()],
            by_user: false,
            at: Moment::from_millis(DAY_MS + i64::try_from(n).unwrap_or(0)),
        }
    }

    fn consolidate(memory: &mut Memory, lived: &[Lived], scope: &str, caps: Caps, now: Moment) -> Change {
        let mut run = Run::over(scope, std::mem::take(memory), caps, now);
        let plan = run.hear(lived);
        run.take(plan, Vec::new());
        let (after, change) = run.close();
        *memory = after;
        change
    }

    fn is_live(cell: &Cell) -> bool {
        cell.facts.state != State::Archived
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

    fn any() -> impl Strategy<Value = Vec<Vec<Lived>>> {
        let sentence = (0..6_u8, 0..8_u8, some::<bool>()).prop_map(|(form, n, denied)| {
            let not = if denied { "not " } else { "" };
            match form {
                0 => format!("The shared cache{n} is {not}warm."),
                1 => format!("You should {not}read log{n} first."),
                2 => format!("I prefer tabs{n} here."),
                3 => "Nothing to see here.".to_owned(),
                4 => format!("The shared disk is {not}full{n}."),
                _ => "It passed.".to_owned(),
            }
        });
        let keys = proptest::sample::subsequence(vec!["a", "behavioral_violation", "guess", "b", "c"], 0..4);
        let one = (keys, proptest::collection::vec(sentence, 1..4), some::<bool>());
        let runs = proptest::collection::vec(proptest::collection::vec(one, 0..12), 1..5);
        runs.prop_map(|runs| {
            let mut n = 0;
            let mut of = |(keys, said, by_user): (Vec<&str>, Vec<String>, bool)| {
                n += 1;
                Lived { by_user, ..lived(n, &keys, &said.join(" ")) }
            };
            runs.into_iter().map(|run| run.into_iter().map(&mut of).collect()).collect()
        })
    }

    proptest! {
        #[test]
        fn a_replay_is_the_same_to_the_letter_and_reads_no_more_than_is_alive_or_spoken_of(runs in any(), at_once in 1..5_usize) {
            let caps = Caps { max_cells_per_scene: 3, max_cells_total: 5 };
            let (mut whole, mut kept) = (Memory::default(), Memory::default());
            for (run, day) in runs.iter().zip(1..) {
                let now = Moment::from_millis(day * 40 * DAY_MS);
                let change = consolidate(&mut whole, run, "here", caps, now);
                // As a database does it: some at a time, reading only what is alive and what is spoken of, writing what changed.
                let mut alive = kept.clone();
                alive.cells.retain(|_, cell| is_live(cell));
                let mut again = Run::over("here", alive, caps, now);
                for some in run.chunks(at_once) {
                    let plan = again.hear(some);
                    let found = again.unknown(&plan).iter().filter_map(|key| kept.cells.get(key)).cloned().collect();
                    again.take(plan, found);
                }
                let (read, changed) = again.close();
                prop_assert_eq!(&changed, &change);
                kept.cells.extend(read.cells);
                (kept.scenes, kept.broken) = (read.scenes, read.broken);
                prop_assert_eq!(&kept, &whole);
                let mut nothing = whole.clone();
                prop_assert_eq!(consolidate(&mut nothing, &[], "here", caps, now), Change::default());
                prop_assert_eq!(&nothing, &whole);
            }
            prop_assert!(whole.cells.values().filter(|cell| is_live(cell)).count() <= 5);
        }
    }
}
