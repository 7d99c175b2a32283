//! Consolidation at work: what is heard speaks for cells and against others, and what finds no room goes.
//!
//! Much is heard and little is kept, so a cell that is new borrows its words until it is known to stay. Not here: where an
//! experience belongs, which the plan says.

use super::{
    Caps, CellKind, Facts, State, Trust,
    consolidate::{Cell, Change, Heard, Lived, Memory, Placed, Taken, title_of},
    scene::shared,
    sentence::{denies, words},
};
use crate::{ledger::Digest, time::Moment};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, hash_map::Entry},
};

/// Words that two titles share to speak of the same.
const SHARED_WORDS: usize = 2;
/// Times a rule is broken before it becomes a policy.
pub(super) const ESCALATES_AT: u32 = 3;

/// A cell while it may change.
struct Growing<'l> {
    key: Digest,
    /// The number of its scene.
    scene: usize,
    kind: CellKind,
    body: Cow<'l, str>,
    denies: bool,
    facts: Facts,
    created_at: Moment,
    is_new: bool,
    is_changed: bool,
    /// The words of its title, by number, in order; counted once somebody may say the contrary.
    words: Option<Box<[u32]>>,
}

impl Growing<'_> {
    fn is_live(&self) -> bool {
        self.facts.state != State::Archived
    }

    /// Whether it was first heard in this run and found no room in it. It is not kept: the experience that says it is, and says
    /// it again when it matters. Without this, what is put away would grow with everything that was ever said.
    fn is_unfit(&self) -> bool {
        self.is_new && !self.is_live()
    }
}

/// What few cells have: others that they contradict.
#[derive(Clone, Copy, Default)]
struct Contrary {
    group: Option<Digest>,
    supersedes: Option<Digest>,
}

/// One run.
pub(super) struct Work<'l> {
    cells: Vec<Growing<'l>>,
    numbers: HashMap<Digest, usize>,
    contraries: HashMap<usize, Contrary>,
    /// The ids of scenes, and the cells of each that are alive.
    scenes: Vec<(String, Vec<usize>)>,
    broken: BTreeMap<String, u32>,
    /// Which cell, by which experience, and whether it speaks for it.
    evidence: Vec<(usize, &'l str, bool)>,
    vocabulary: HashMap<String, u32>,
    caps: Caps,
    now: Moment,
}

impl<'l> Work<'l> {
    /// Takes up what there is.
    pub(super) fn over(memory: &mut Memory, caps: Caps, now: Moment) -> Self {
        let mut known: Vec<Cell> = std::mem::take(&mut memory.cells).into_values().collect();
        // Whatever order they were in, they are compared in one.
        known.sort_unstable_by_key(|cell| cell.key);
        let mut work = Self {
            cells: Vec::with_capacity(known.len()),
            numbers: HashMap::new(),
            contraries: HashMap::new(),
            scenes: memory.scenes.iter().map(|scene| (scene.id.clone(), Vec::new())).collect(),
            broken: std::mem::take(&mut memory.broken),
            evidence: Vec::new(),
            vocabulary: HashMap::new(),
            caps,
            now,
        };
        let mut named: HashMap<String, usize> =
            if known.is_empty() { HashMap::new() } else { work.scenes.iter().enumerate().map(|(n, (id, _))| (id.clone(), n)).collect() };
        for cell in known {
            let scene = *named.entry(cell.scene).or_insert_with_key(|id| {
                work.scenes.push((id.clone(), Vec::new()));
                work.scenes.len() - 1
            });
            if cell.conflict_group.is_some() || cell.supersedes.is_some() {
                work.contraries.insert(work.cells.len(), Contrary { group: cell.conflict_group, supersedes: cell.supersedes });
            }
            work.add(Growing {
                key: cell.key,
                scene,
                kind: cell.kind,
                denies: denies(&cell.body),
                body: Cow::Owned(cell.body),
                facts: cell.facts,
                created_at: cell.created_at,
                is_new: false,
                is_changed: false,
                words: None,
            });
        }
        work
    }

    fn add(&mut self, cell: Growing<'l>) {
        let n = self.cells.len();
        self.numbers.insert(cell.key, n);
        if cell.is_live() {
            self.scenes[cell.scene].1.push(n);
        }
        self.cells.push(cell);
    }

    /// Takes an experience in.
    pub(super) fn take(&mut self, placed: Placed<'l>) {
        if let Some((rule, heard)) = placed.escalation {
            let times = self.broken.entry(rule.to_owned()).or_default();
            *times += 1;
            if *times == ESCALATES_AT {
                let n = self.say(placed.scene, heard, placed.one);
                self.cells[n].facts.trust = Trust::of(2);
            }
        }
        for heard in placed.heard {
            self.say(placed.scene, heard, placed.one);
        }
        self.bound(placed.scene);
    }

    /// Hears one sentence: it speaks for the cell that says it, and against the one that says the contrary.
    fn say(&mut self, scene: usize, heard: Heard<'l>, one: &'l Lived) -> usize {
        let n = match self.numbers.entry(heard.key) {
            Entry::Occupied(known) => {
                let n = *known.get();
                let cell = &mut self.cells[n];
                cell.facts.evidence += 1;
                cell.facts.updated_at = cell.facts.updated_at.max(one.at);
                cell.is_changed = true;
                self.evidence.push((n, &one.id, true));
                return n;
            }
            Entry::Vacant(_) => self.cells.len(),
        };
        self.evidence.push((n, &one.id, true));
        let trust = Trust::of(if heard.kind == CellKind::Preference && one.by_user { 2 } else { 1 });
        let mut cell = Growing {
            key: heard.key,
            scene,
            kind: heard.kind,
            denies: denies(&heard.sentence),
            body: heard.sentence,
            facts: Facts { state: State::Observed, trust, evidence: 1, contradictions: 0, updated_at: one.at },
            created_at: one.at,
            is_new: true,
            is_changed: false,
            words: None,
        };
        self.oppose(n, &mut cell, one);
        self.add(cell);
        n
    }

    /// Finds what a new cell contradicts: both are of one group from then on, and the newer takes the older's place where it
    /// is trusted no less.
    fn oppose(&mut self, n: usize, cell: &mut Growing<'l>, one: &'l Lived) {
        let (cells, vocabulary) = (&mut self.cells, &mut self.vocabulary);
        for other in self.scenes[cell.scene].1.iter().copied() {
            let known = &mut cells[other];
            if known.kind != cell.kind
                || known.denies == cell.denies
                || shared(numbered(known, vocabulary), numbered(cell, vocabulary)) < SHARED_WORDS
            {
                continue;
            }
            known.facts.contradictions += 1;
            known.is_changed = true;
            let group = *self.contraries.entry(other).or_default().group.get_or_insert(known.key);
            let mine = self.contraries.entry(n).or_default();
            mine.group.get_or_insert(group);
            if mine.supersedes.is_none() && cell.facts.trust >= known.facts.trust {
                mine.supersedes = Some(known.key);
            }
            self.evidence.push((other, &one.id, false));
        }
    }

    /// Keeps a scene from growing without end while much is taken in at once.
    fn bound(&mut self, scene: usize) {
        let most = self.caps.per_scene();
        if self.scenes[scene].1.len() <= most.saturating_mul(2) {
            return;
        }
        let mut live = std::mem::take(&mut self.scenes[scene].1);
        for n in self.lowest(&live, most) {
            self.archive(n);
        }
        live.retain(|n| self.cells[*n].is_live());
        self.scenes[scene].1 = live;
    }

    fn archive(&mut self, n: usize) {
        self.cells[n].facts.state = State::Archived;
        self.cells[n].is_changed = true;
    }

    /// All but so many: those that matter least, then by key.
    fn lowest(&self, among: &[usize], most: usize) -> Vec<usize> {
        let spare = among.len().saturating_sub(most);
        if spare == 0 {
            return Vec::new();
        }
        let rank = |n: &usize| (self.cells[*n].facts.salience(self.now), self.cells[*n].key, *n);
        let mut ranked: Vec<(u16, Digest, usize)> = among.iter().map(rank).collect();
        ranked.select_nth_unstable(spare - 1);
        ranked.truncate(spare);
        ranked.into_iter().map(|(.., n)| n).collect()
    }

    /// One step of every cell that is live, then what no longer fits is put away.
    pub(super) fn settle(&mut self) {
        for cell in self.cells.iter_mut().filter(|cell| cell.is_live()) {
            let next = cell.facts.state.step(cell.facts.evidence, cell.facts.contradictions);
            let forgotten = Facts { state: next, ..cell.facts }.is_forgotten(self.now);
            let next = if forgotten { State::Archived } else { next };
            cell.is_changed |= next != cell.facts.state;
            cell.facts.state = next;
        }
        for (_, live) in &mut self.scenes {
            live.retain(|n| self.cells[*n].is_live());
        }
        let crowded: Vec<usize> = self.scenes.iter().flat_map(|(_, live)| self.lowest(live, self.caps.per_scene())).collect();
        for n in crowded {
            self.archive(n);
        }
        let alive: Vec<usize> = (0..self.cells.len()).filter(|n| self.cells[*n].is_live()).collect();
        for n in self.lowest(&alive, self.caps.in_all()) {
            self.archive(n);
        }
    }

    /// Puts back what stays, and says what changed.
    pub(super) fn close(self, memory: &mut Memory, change: &mut Change) {
        let unfit = |n: &usize| self.cells[*n].is_unfit();
        let taken = self.evidence.iter().filter(|(n, ..)| !unfit(n));
        change.evidence =
            taken.map(|(n, by, supports)| Taken { cell: self.cells[*n].key, experience: (*by).to_owned(), supports: *supports }).collect();
        let kept: Vec<usize> = (0..self.cells.len()).filter(|n| !unfit(n)).collect();
        let stays = |key: &Digest| self.numbers.get(key).is_none_or(|n| !unfit(n));
        let contrary = |n: &usize| {
            let found = self.contraries.get(n).copied().unwrap_or_default();
            Contrary { supersedes: found.supersedes.filter(stays), ..found }
        };
        let contraries: Vec<Contrary> = kept.iter().map(contrary).collect();
        let mut cells: Vec<Option<Growing<'l>>> = self.cells.into_iter().map(Some).collect();
        for (cell, contrary) in kept.into_iter().filter_map(|n| cells[n].take()).zip(contraries) {
            if cell.is_new {
                change.created.insert(cell.key);
            } else if cell.is_changed {
                change.updated.insert(cell.key);
            }
            let body = cell.body.into_owned();
            let (title, scene) = (title_of(&body).to_owned(), self.scenes[cell.scene].0.clone());
            let (conflict_group, supersedes) = (contrary.group, contrary.supersedes);
            let (key, kind, facts, created_at) = (cell.key, cell.kind, cell.facts, cell.created_at);
            memory.cells.insert(key, Cell { key, scene, kind, title, body, facts, conflict_group, supersedes, created_at });
        }
        memory.broken = self.broken;
    }
}

/// The words of a cell's title, by number, in order. Those that were not met before are numbered.
fn numbered<'c>(cell: &'c mut Growing<'_>, vocabulary: &mut HashMap<String, u32>) -> &'c [u32] {
    let body = &cell.body;
    cell.words.get_or_insert_with(|| {
        let mut numbers = Vec::new();
        for word in words(title_of(body)).map(str::to_lowercase).filter(|word| word != "not" && word.chars().nth(2).is_some()) {
            let next = u32::try_from(vocabulary.len()).unwrap_or(u32::MAX);
            numbers.push(*vocabulary.entry(word).or_insert(next));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_boxed_slice()
    })
}
