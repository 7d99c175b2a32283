//! Ranks all that is believed at an anchor by a question; it is read once and kept until knowledge changes.
//!
//! One read serves every tier, because nothing is searched: a few hundred beliefs fit in memory with their words and the
//! meaning of their statements. Not here: how many of them are shown, and how.

use super::only_believed;
use crate::{Error, PalaceState, governance::claims::authoritative_standings, memory::WORDS_MAX};
use kernel::{
    anchor::Anchor,
    claim::{Domain, Form, Knowledge, Status, Tier},
    ledger::Digest,
};
use search::{
    Keyword, Said,
    embed::{Model, Vector},
};
use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, PoisonError},
};
use store::{KnowledgeFilter, View};

/// The repository that imports say when they know none.
const LEGACY: &str = "legacy";
/// Beliefs read at most: far more than people seal, and a bound.
const BELIEFS_MAX: i64 = 20_000;
/// Readings held at most; beyond that they are made anew.
const READINGS_MAX: usize = 20_000;
/// Standpoints that are held ready.
const STANDPOINTS_MAX: usize = 8;
/// Of a thousand, what a share of the question's words, or a nearness of meaning, must come to before it says something.
const SHARE: u32 = 250;
const NEAR: u32 = 500;
/// What a word weighs by itself, and what it weighs more the fewer beliefs say it: whole numbers, so that every machine
/// ranks alike.
const WORD: u32 = 1_000;
const RARE: u32 = 10_000;

/// Something that is believed, ready to be compared with a question.
#[derive(Debug)]
pub(crate) struct Believed {
    pub(crate) knowledge: Knowledge,
    reading: Arc<Reading>,
}

/// What a belief says: the words of its statement and its body, and what the statement means.
#[derive(Debug)]
struct Reading {
    said: Said,
    meaning: Vector,
}

/// What is held between questions.
#[derive(Debug, Default)]
pub(crate) struct Wakeful {
    standpoints: Vec<(Standpoint, Arc<Vec<Believed>>)>,
    /// By the digest of the lesson: other words are another reading.
    readings: HashMap<Digest, Arc<Reading>>,
    /// How often all was forgotten: what was read before that is not put here after it.
    forgotten: u64,
}

impl Wakeful {
    /// Lets go of everything, because words were erased.
    pub(crate) fn forget(&mut self) {
        *self = Self { forgotten: self.forgotten + 1, ..Self::default() };
    }

    fn hold(&mut self, forgotten: u64, standpoint: Standpoint, known: Arc<Vec<Believed>>, readings: HashMap<Digest, Arc<Reading>>) {
        if forgotten != self.forgotten {
            return;
        }
        self.readings.extend(readings);
        if self.readings.len() > READINGS_MAX {
            self.readings.clear();
        }
        if self.standpoints.len() >= STANDPOINTS_MAX {
            self.standpoints.remove(0);
        }
        self.standpoints.push((standpoint, known));
    }
}

/// All that a list of beliefs depends on: what is known, whom the palace trusts, and where somebody stands. Evidence is part of
/// what is known: none of it goes without lowering what rests on it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Standpoint {
    mark: String,
    trusted: Digest,
    anchors: Vec<String>,
}

/// From where somebody stands outwards: the checkout, its repository, what came from nobody knows which, and everywhere.
pub(crate) fn chain(anchor: &Anchor) -> Vec<Anchor> {
    let mut chain = anchor.outwards();
    let legacy = Anchor::Repo(LEGACY.into());
    if !chain.contains(&legacy) {
        chain.insert(chain.len().saturating_sub(1), legacy);
    }
    chain
}

/// All that is believed from where somebody stands outwards, and at the other checkouts of their project, oldest first.
pub(crate) fn believed(view: &mut View<'_>, house: &PalaceState, anchor: &Anchor) -> Result<Arc<Vec<Believed>>, Error> {
    let Some(trusted) = house.trusted() else { return Ok(Arc::default()) };
    let mut anchors: Vec<String> = chain(anchor).iter().map(ToString::to_string).collect();
    let standpoint = Standpoint { mark: view.knowledge_mark()?, trusted, anchors: anchors.clone() };
    let held = &house.cache.beliefs;
    let (forgotten, mut readings) = {
        let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
        // What was believed before a change need not be believed after it.
        held.standpoints.retain(|(then, _)| then.mark == standpoint.mark && then.trusted == trusted);
        if let Some((_, known)) = held.standpoints.iter().find(|(then, _)| *then == standpoint) {
            return Ok(known.clone());
        }
        (held.forgotten, std::mem::take(&mut held.readings))
    };
    for checkout in view.knowledge_checkouts(&anchor.project().to_string())? {
        if !anchors.contains(&checkout) {
            anchors.push(checkout);
        }
    }
    let filter = KnowledgeFilter { standings: authoritative_standings(), anchors, limit: BELIEFS_MAX, ..KnowledgeFilter::default() };
    let listed = view.knowledge_list(&filter)?;
    let mut known = Vec::new();
    for knowledge in only_believed(view, house, listed)? {
        let reading = readings.entry(knowledge.lesson.digest()).or_insert_with(|| Arc::new(Reading::of(&knowledge))).clone();
        known.push(Believed { knowledge, reading });
    }
    let known = Arc::new(known);
    held.lock().unwrap_or_else(PoisonError::into_inner).hold(forgotten, standpoint, known.clone(), readings);
    Ok(known)
}

impl Reading {
    fn of(knowledge: &Knowledge) -> Self {
        let lesson = &knowledge.lesson;
        let said = Said::of(&format!("{}\n{}", lesson.statement, lesson.content));
        Self { said, meaning: Model::embedded().embed(lesson.statement.as_str()) }
    }
}

/// What somebody is about to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'t> {
    pub(crate) query: &'t str,
    pub(crate) field: &'t str,
    pub(crate) domain: Domain,
}

/// A belief, and how it answers.
#[derive(Debug)]
pub(crate) struct Woken {
    list: Arc<Vec<Believed>>,
    place: usize,
    /// How far out it lies: 0 is where somebody stands.
    out: usize,
    in_field: bool,
    /// How well it answers, of a thousand.
    pub(crate) relevance: u32,
    /// Whether the question really is about it.
    pub(crate) answers: bool,
}

impl Woken {
    /// The belief.
    pub(crate) fn knowledge(&self) -> &Knowledge {
        &self.list[self.place].knowledge
    }
    pub(crate) fn tier(&self) -> Tier {
        self.knowledge().lesson.tier
    }
    pub(crate) fn is_card(&self) -> bool {
        self.knowledge().form() == Form::Card
    }
}

/// What is believed and may be woken for a task: the highest tier first; within it drawers before cards, the nearest anchor
/// first, the task's own field first, then by how well it answers. What is of another field is here only if it answers.
pub(crate) fn woken(view: &mut View<'_>, house: &PalaceState, anchor: &Anchor, task: Task<'_>) -> Result<Vec<Woken>, Error> {
    let list = believed(view, house, anchor)?;
    let chain = chain(anchor);
    // Global anchors hold what is for everyone, and that is for every task.
    let may = |k: &Knowledge| k.anchor == Anchor::Global || k.lesson.domain == task.domain;
    let here: Vec<(usize, usize)> = list
        .iter()
        .enumerate()
        .filter(|(_, b)| may(&b.knowledge))
        .filter_map(|(place, b)| Some((place, chain.iter().position(|anchor| *anchor == b.knowledge.anchor)?)))
        .collect();
    let asked = Asked::of(task.query, here.iter().map(|(place, _)| &*list[*place].reading));
    let mut woken: Vec<Woken> = here
        .into_iter()
        .filter_map(|(place, out)| {
            let Believed { knowledge, reading } = &list[place];
            let Answer { relevance, answers } = asked.answer(reading);
            let in_field = knowledge.lesson.field.as_str() == task.field;
            (answers || in_field).then(|| Woken { list: list.clone(), place, out, in_field, relevance, answers })
        })
        .collect();
    woken.sort_by_cached_key(|w| {
        let k = w.knowledge();
        let tier = Tier::ALL.iter().position(|tier| *tier == w.tier());
        let settled = k.standing.status() == Status::Canonical;
        (tier, w.is_card(), w.out, !w.in_field, Reverse(w.relevance), !settled, k.created_at, k.id.clone())
    });
    Ok(woken)
}

/// A question, its words weighed by how few of those it is asked of say them.
struct Asked {
    words: Vec<(Keyword, u32)>,
    whole: u32,
    meant: Vector,
}

/// How something answers: how well, of a thousand, and whether the question really is about it.
struct Answer {
    relevance: u32,
    answers: bool,
}

impl Asked {
    fn of<'r>(query: &str, among: impl Iterator<Item = &'r Reading> + Clone) -> Self {
        let weigh = |word: Keyword| {
            let saying = among.clone().filter(|reading| reading.said.says(&word)).count();
            (word, WORD + RARE / u32::try_from(saying.max(1)).unwrap_or(RARE))
        };
        let words: Vec<(Keyword, u32)> = Keyword::all(query).into_iter().take(WORDS_MAX).map(weigh).collect();
        let whole = words.iter().map(|(_, weight)| weight).sum::<u32>().max(1);
        Self { words, whole, meant: Model::embedded().embed(query) }
    }

    fn answer(&self, reading: &Reading) -> Answer {
        let said: u32 = self.words.iter().filter(|(word, _)| reading.said.says(word)).map(|(_, weight)| weight).sum();
        let (share, near) = (said * 1_000 / self.whole, thousandths(&self.meant, &reading.meaning));
        Answer { relevance: u32::midpoint(share, near), answers: share >= SHARE || near >= NEAR }
    }
}

/// Any knowledge, and how it answers.
#[derive(Debug)]
pub(crate) struct Scored {
    pub(crate) knowledge: Knowledge,
    /// How well it answers, of a thousand.
    pub(crate) relevance: u32,
    /// Whether the question really is about it.
    pub(crate) answers: bool,
}

/// Knowledge of whatever standing by how well it answers, best first: by the same measure as what is woken.
pub(crate) fn scored(query: &str, known: Vec<Knowledge>) -> Vec<Scored> {
    let readings: Vec<Reading> = known.iter().map(Reading::of).collect();
    let asked = Asked::of(query, readings.iter());
    let score = |(knowledge, reading): (Knowledge, &Reading)| {
        let Answer { relevance, answers } = asked.answer(reading);
        Scored { knowledge, relevance, answers }
    };
    let mut scored: Vec<Scored> = known.into_iter().zip(&readings).map(score).collect();
    scored.sort_by(|a, b| b.relevance.cmp(&a.relevance).then_with(|| a.knowledge.id.cmp(&b.knowledge.id)));
    scored
}

/// How near two meanings are, from 0 to 1000: whole numbers of the exact score.
fn thousandths(a: &Vector, b: &Vector) -> u32 {
    const ONE: i32 = 127 * 127;
    u32::try_from(a.dot(b).clamp(0, ONE) * 1_000 / ONE).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_goes_from_here_to_everywhere_past_what_nobody_knows_the_origin_of() {
        let told = |anchor: &str| {
            let chain = chain(&Anchor::parse(anchor).expect("an anchor"));
            chain.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(told("worktree://a/main"), "worktree://a/main repo://a repo://legacy global://default");
        assert_eq!(told("repo://legacy"), "repo://legacy global://default");
        assert_eq!(told("global://default"), "repo://legacy global://default");
    }

    #[test]
    fn nearness_is_a_whole_number() {
        let model = Model::embedded();
        let (a, b) = (model.embed("the database keeps a log"), model.embed("bread is baked at dawn"));
        assert!(thousandths(&a, &a) > 950);
        assert!(thousandths(&a, &b) < NEAR);
        assert_eq!(thousandths(&a, &Vector::ZERO), 0);
    }
}
