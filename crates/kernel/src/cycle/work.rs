//! Consolidation at work: what is heard speaks for cells and against others, and what finds no room goes.
//!
//! Much is heard and little is kept: of a cell that is new and found no room, no more than its key is remembered until the run
//! ends. Not here: where an experience belongs, which the plan says.

use super::{
    Caps, CellKind, Facts, State, Trust,
    consolidate::{Cell, Change, Heard, Lived, Placed, Taken, title_of},
    scene::shared,
    sentence::{denies, words},
};
use crate::{ledger::Digest, time::Moment};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
    rc::Rc,
};

/// Words that two titles share to speak of the same.
const SHARED_WORDS: usize = 2;
/// Times a rule is broken before it becomes a policy.
pub(super) const ESCALATES_AT: u32 = 3;

/// A cell while it may change.
#[derive(Debug)]
struct Growing {
    key: Digest,
    /// The number of its scene.
    scene: usize,
    kind: CellKind,
    body: String,
    denies: bool,
    facts: Facts,
    conflict_group: Option<Digest>,
    supersedes: Option<Digest>,
    created_at: Moment,
    is_new: bool,
    is_changed: bool,
    /// The words of its title, by number, in order; counted once somebody may say the contrary.
    words: Option<Box<[u64]>>,
    /// What speaks for it and against it since the run began.
    taken: Vec<Spoke>,
}

impl Growing {
    fn is_live(&self) -> bool {
        self.facts.state != State::Archived
    }
}

/// That an experience spoke for a cell or against it.
#[derive(Debug)]
struct Spoke {
    /// How much was said in the run before.
    order: usize,
    experience: Rc<str>,
    supports: bool,
}

/// One run.
#[derive(Debug)]
pub(super) struct Work {
    /// The place of a cell that went is given to another.
    cells: Vec<Option<Growing>>,
    vacant: Vec<usize>,
    /// Where each cell is. One that was first heard in this run and found no room in it is nowhere, and is not kept: the
    /// experience that says it is, and says it again when it matters. Without this, what is put away would grow with everything
    /// that was ever said.
    places: HashMap<Digest, Option<usize>>,
    /// The ids of scenes, and the cells of each that are alive.
    scenes: Vec<(String, Vec<usize>)>,
    named: HashMap<String, usize>,
    /// How many cells are alive.
    alive: usize,
    broken: BTreeMap<String, u32>,
    said: usize,
    caps: Caps,
    now: Moment,
}

impl Work {
    /// Takes up what there is.
    pub(super) fn over(cells: impl Iterator<Item = Cell>, broken: BTreeMap<String, u32>, caps: Caps, now: Moment) -> Self {
        let (cells, mut known) = (Vec::new(), cells.collect::<Vec<Cell>>());
        let (vacant, places, scenes, named) = (Vec::new(), HashMap::new(), Vec::new(), HashMap::new());
        let mut work = Self { cells, vacant, places, scenes, named, alive: 0, broken, said: 0, caps, now };
        // Whatever order they were in, they are compared in one.
        known.sort_unstable_by_key(|cell| cell.key);
        for cell in known {
            work.recall(cell);
        }
        work
    }

    /// Whether it needs not be told of this cell.
    pub(super) fn knows(&self, key: &Digest) -> bool {
        self.places.contains_key(key)
    }

    /// Takes up a cell that was there before the run.
    pub(super) fn recall(&mut self, cell: Cell) {
        let scene = self.scene(&cell.scene);
        self.add(Growing {
            key: cell.key,
            scene,
            kind: cell.kind,
            denies: denies(&cell.body),
            body: cell.body,
            facts: cell.facts,
            conflict_group: cell.conflict_group,
            supersedes: cell.supersedes,
            created_at: cell.created_at,
            is_new: false,
            is_changed: false,
            words: None,
            taken: Vec::new(),
        });
    }

    fn scene(&mut self, id: &str) -> usize {
        if let Some(n) = self.named.get(id) {
            return *n;
        }
        self.named.insert(id.to_owned(), self.scenes.len());
        self.scenes.push((id.to_owned(), Vec::new()));
        self.scenes.len() - 1
    }

    fn add(&mut self, cell: Growing) -> usize {
        let n = self.vacant.pop().unwrap_or_else(|| {
            self.cells.push(None);
            self.cells.len() - 1
        });
        self.places.insert(cell.key, Some(n));
        if cell.is_live() {
            self.scenes[cell.scene].1.push(n);
            self.alive += 1;
        }
        self.cells[n] = Some(cell);
        n
    }

    /// Takes an experience in that belongs to this scene.
    pub(super) fn take(&mut self, scene: &str, placed: Placed<'_>) {
        let (scene, id) = (self.scene(scene), Rc::from(placed.one.id.as_str()));
        if let Some((rule, heard)) = placed.escalation {
            let times = self.broken.entry(rule.to_owned()).or_default();
            *times += 1;
            if *times == ESCALATES_AT
                && let Some(cell) = self.say(scene, heard, placed.one, &id).and_then(|n| self.cells[n].as_mut())
            {
                cell.facts.trust = Trust::of(2);
            }
        }
        for heard in placed.heard {
            self.say(scene, heard, placed.one, &id);
        }
        self.bound(scene);
    }

    /// Hears one sentence: it speaks for the cell that says it, and against the one that says the contrary.
    fn say(&mut self, scene: usize, heard: Heard<'_>, one: &Lived, id: &Rc<str>) -> Option<usize> {
        let known = self.places.get(&heard.key).copied();
        self.said += 1;
        let spoke = Spoke { order: self.said, experience: Rc::clone(id), supports: true };
        if let Some(place) = known {
            let cell = self.cells[place?].as_mut()?;
            cell.facts.evidence += 1;
            cell.facts.updated_at = cell.facts.updated_at.max(one.at);
            cell.is_changed = true;
            cell.taken.push(spoke);
            return place;
        }
        let trust = Trust::of(if heard.kind == CellKind::Preference && one.by_user { 2 } else { 1 });
        let mut cell = Growing {
            key: heard.key,
            scene,
            kind: heard.kind,
            denies: denies(&heard.sentence),
            body: heard.sentence.into_owned(),
            facts: Facts { state: State::Observed, trust, evidence: 1, contradictions: 0, updated_at: one.at },
            conflict_group: None,
            supersedes: None,
            created_at: one.at,
            is_new: true,
            is_changed: false,
            words: None,
            taken: vec![spoke],
        };
        self.oppose(&mut cell, id);
        Some(self.add(cell))
    }

    /// Finds what a new cell contradicts: both are of one group from then on, and the newer takes the older's place where it
    /// is trusted no less.
    fn oppose(&mut self, cell: &mut Growing, id: &Rc<str>) {
        for other in &self.scenes[cell.scene].1 {
            let Some(known) = &mut self.cells[*other] else { continue };
            if known.kind != cell.kind || known.denies == cell.denies || shared(numbered(known), numbered(cell)) < SHARED_WORDS {
                continue;
            }
            known.facts.contradictions += 1;
            known.is_changed = true;
            let group = *known.conflict_group.get_or_insert(known.key);
            cell.conflict_group.get_or_insert(group);
            if cell.supersedes.is_none() && cell.facts.trust >= known.facts.trust {
                cell.supersedes = Some(known.key);
            }
            self.said += 1;
            known.taken.push(Spoke { order: self.said, experience: Rc::clone(id), supports: false });
        }
    }

    /// Keeps a scene, and all of them, from growing without end while much is taken in at once.
    fn bound(&mut self, scene: usize) {
        if self.scenes[scene].1.len() > self.caps.per_scene().saturating_mul(2) {
            self.crowd_out(scene);
        }
        if self.alive > self.caps.in_all().saturating_mul(2) {
            self.crowd_out_of_all();
        }
    }

    /// Puts away what a scene has too many of.
    fn crowd_out(&mut self, scene: usize) {
        let live = std::mem::take(&mut self.scenes[scene].1);
        for n in self.lowest(&live, self.caps.per_scene()) {
            self.archive(n);
        }
        self.scenes[scene].1 = live;
        self.forget_archived(scene);
    }

    /// Puts away what all scenes together have too many of.
    fn crowd_out_of_all(&mut self) {
        for n in self.lowest(&self.live(), self.caps.in_all()) {
            self.archive(n);
        }
        for scene in 0..self.scenes.len() {
            self.forget_archived(scene);
        }
    }

    fn forget_archived(&mut self, scene: usize) {
        let cells = &self.cells;
        self.scenes[scene].1.retain(|n| is_live(cells, *n));
    }

    fn live(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|n| is_live(&self.cells, *n)).collect()
    }

    /// Puts a cell away, or forgets it where it is new.
    fn archive(&mut self, n: usize) {
        self.alive -= usize::from(is_live(&self.cells, n));
        match &mut self.cells[n] {
            Some(cell) if cell.is_new => {
                self.places.insert(cell.key, None);
                self.cells[n] = None;
                self.vacant.push(n);
            }
            Some(cell) => {
                cell.facts.state = State::Archived;
                cell.is_changed = true;
            }
            None => {}
        }
    }

    /// All but so many: those that matter least, then by key.
    fn lowest(&self, among: &[usize], most: usize) -> Vec<usize> {
        let spare = among.len().saturating_sub(most);
        if spare == 0 {
            return Vec::new();
        }
        let rank = |n: &usize| self.cells[*n].as_ref().map(|cell| (cell.facts.salience(self.now), cell.key, *n));
        let mut ranked: Vec<(u16, Digest, usize)> = among.iter().filter_map(rank).collect();
        ranked.select_nth_unstable(spare - 1);
        ranked.truncate(spare);
        ranked.into_iter().map(|(.., n)| n).collect()
    }

    /// One step of every cell that is live, then what no longer fits is put away.
    fn settle(&mut self) {
        for n in self.live() {
            let Some(cell) = &mut self.cells[n] else { continue };
            let next = cell.facts.state.step(cell.facts.evidence, cell.facts.contradictions);
            if (Facts { state: next, ..cell.facts }).is_forgotten(self.now) {
                self.archive(n);
            } else {
                cell.is_changed |= next != cell.facts.state;
                cell.facts.state = next;
            }
        }
        for scene in 0..self.scenes.len() {
            self.forget_archived(scene);
            self.crowd_out(scene);
        }
        self.crowd_out_of_all();
    }

    /// Ends the run: says what changed, and gives back what stays and how often each rule was broken.
    pub(super) fn close(mut self, change: &mut Change) -> (HashMap<Digest, Cell>, BTreeMap<String, u32>) {
        if change.processed > 0 {
            self.settle();
        }
        let Self { cells, places, scenes, broken, .. } = self;
        let (mut kept, mut taken) = (HashMap::new(), Vec::new());
        for cell in cells.into_iter().flatten() {
            let Growing { key, kind, body, facts, conflict_group, created_at, .. } = cell;
            if cell.is_new {
                change.created.insert(key);
            } else if cell.is_changed {
                change.updated.insert(key);
            }
            taken.extend(cell.taken.into_iter().map(|spoke| (key, spoke)));
            let (title, scene) = (title_of(&body).to_owned(), scenes[cell.scene].0.clone());
            let supersedes = cell.supersedes.filter(|other| places.get(other).is_none_or(Option::is_some));
            kept.insert(key, Cell { key, scene, kind, title, body, facts, conflict_group, supersedes, created_at });
        }
        taken.sort_unstable_by_key(|(_, spoke)| spoke.order);
        let told = |(cell, Spoke { experience, supports, .. }): (Digest, Spoke)| Taken { cell, experience: String::from(&*experience), supports };
        change.evidence = taken.into_iter().map(told).collect();
        (kept, broken)
    }
}

fn is_live(cells: &[Option<Growing>], n: usize) -> bool {
    cells[n].as_ref().is_some_and(Growing::is_live)
}

/// The words of a cell's title, by number, in order. A word's number is its hash: two words of one scene that share all of its
/// 64 bits would pass for one, and no more comes of that than a contradiction to look at.
fn numbered(cell: &mut Growing) -> &[u64] {
    let body = &cell.body;
    cell.words.get_or_insert_with(|| {
        let all = words(title_of(body)).map(lower).filter(|word| word != "not" && word.chars().nth(2).is_some());
        let mut numbers: Vec<u64> = all.map(|word| number(&word)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_boxed_slice()
    })
}

fn lower(word: &str) -> Cow<'_, str> {
    let is_lower = word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_lower { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) }
}

fn number(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}
