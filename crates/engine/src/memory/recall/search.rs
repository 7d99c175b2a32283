//! Searches evidence: gathers candidates by words, meaning, time and history, and has `search` judge them all.
//!
//! Lanes: words (an index of stems), meaning (a scan of codes, then true scores), time (what was said in the span a
//! question names). A condition is part of every lane, so that a narrow question never misses what it asks for.

use crate::memory::{
    MemoryCache,
    cache::vector_codes::Numbers,
    index::keeper::speaker,
    recall::{
        candidates::{Candidates, Pool},
        history::History,
        semantic::Meaning,
        shortlist::Shortlist,
        words::{Asking, ask},
    },
};
use crate::{Error, PalaceState};
use kernel::time::Moment;
use search::{
    judge::{Asked, Candidate, Corpus, KnownWord, Measures, Verdict, judge, measure},
    when::Window,
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};
pub(crate) use store::EvidenceFilter as Filter;
use store::{Among, Item, View, Within};

/// A cosine from which on a meaning is near.
const NEAR: f32 = 0.3;
/// Candidates from the words.
const LEXICAL: usize = 200;
/// How much longer a list of what was said in a span is read where a condition may leave things out.
const LONGER: usize = 5;
/// Candidates from a span of time that the question names.
const TEMPORAL: usize = 100;
/// Pieces of one file before those of others that are further from the question.
const OF_ONE_FILE_MAX: usize = 3;
/// Stands for all commits where pieces of one file are counted: many of them say the same as one.
const COMMITS: i64 = -1;
/// Pieces of what lies at a path that is asked for.
const AT_PATH: usize = 20;

/// What is looked for, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) filter: Filter,
    /// As things were then.
    pub(crate) as_of: Option<Moment>,
    pub(crate) limit: usize,
    /// When it is asked: "last week" is counted from here.
    pub(crate) now: Option<Moment>,
}

/// The items that a filter lets through, or nothing if everything may be found.
fn among(filter: &Filter, as_of: Option<Moment>) -> Option<Among> {
    let author_traits = filter.author.as_deref().and_then(ingest::Role::named).map(|role| speaker(role).0);
    Filter { author_traits, ..filter.clone() }.among(as_of)
}

/// Something that was found, and how.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) item: Item,
    pub(crate) verdict: Verdict,
    /// Its place among what the words found, from 1.
    pub(crate) by_words: Option<usize>,
    /// Its place among what the meaning found, from 1.
    pub(crate) by_meaning: Option<usize>,
    /// Its meaning is near to the question's, and not just nearer than others.
    pub(crate) near: bool,
    /// It came in because it stands beside something found.
    pub(crate) beside: bool,
    /// A commit that matches changed the file that it is a piece of.
    pub(crate) changed: bool,
    /// The question is the path where it lies, or the end of it.
    pub(crate) at_path: bool,
}

/// What the lanes gathered for a question.
struct Gathered {
    asking: Asking,
    condition: Option<Condition>,
    by_words: Vec<(i64, f64)>,
    by_meaning: Vec<(i64, f32)>,
    at_path: Vec<i64>,
    candidates: Candidates,
    corpus: Corpus,
    /// One more than the highest number that a word has.
    words_end: i64,
}

impl Gathered {
    fn by_lanes(view: &mut View<'_>, house: &PalaceState, question: &Question) -> Result<Self, Error> {
        let cache = &*house.cache.memory;
        let corpus = view.corpus()?;
        let window = question.now.and_then(|now| search::when::window(&question.text, now));
        let mut asking = ask(view, &question.text, window, corpus.items)?;
        house.hear(view, &asking.meant, question.as_of.is_some())?;
        let among = among(&question.filter, question.as_of);
        let condition = among.map(|among| Condition::read(view, cache, among)).transpose()?;
        let mut by_words = lexical(view, &asking, condition.as_ref(), &corpus)?;
        let allowed = condition.as_ref().map(|condition| &*condition.numbers);
        let mut meaning = Meaning::of(view, house, &asking.meant, question.as_of, allowed, corpus.items)?;
        asking.asked.vector = meaning.ours.vector;
        let history = History::read(view, cache, question, &asking, &corpus)?;
        history.few_commits(&mut by_words);
        history.few_commits(&mut meaning.nearest);
        let Shortlist { judged: mut numbers, heard } = Shortlist::of(&by_words, &meaning, corpus.items, question.limit);
        if let Some(window) = &asking.asked.window {
            numbers.extend(temporal(view, question, window, condition.as_ref())?);
        }
        let at_path = at_path(view, question)?;
        numbers.extend(&at_path);
        let mut pool = Pool::read(view, &numbers)?;
        pool.hear(view, &heard, question)?;
        let chunks = history.chunks(view, &asking, &corpus, &pool.sources())?;
        pool.add(view, &chunks)?;
        let mut candidates = pool.candidates(view, cache, &history, meaning.ours.set, corpus.next_word)?;
        meaning.weigh(view, cache, &mut candidates.list)?;
        let counted = |n: i64| u64::try_from(n).unwrap_or(0);
        Ok(Self {
            asking,
            condition,
            by_words,
            by_meaning: meaning.nearest,
            at_path,
            candidates,
            corpus: Corpus {
                items: counted(corpus.items),
                words: counted(corpus.words),
                semantic_mean: meaning.spread.mean,
                semantic_deviation: meaning.spread.deviation,
            },
            words_end: corpus.next_word,
        })
    }

    /// Has the candidates judged, or only measured.
    fn with<T>(
        &self,
        view: &mut View<'_>,
        house: &PalaceState,
        job: impl FnOnce(&Asked, Corpus, &[&KnownWord], &[Candidate]) -> Vec<T>,
    ) -> Result<Vec<T>, Error> {
        let Candidates { list, met, .. } = &self.candidates;
        house.cache.memory.knowing(view, met, self.words_end, |known| job(&self.asking.asked, self.corpus, known, list))
    }
}

/// Looks for what answers a question, best first.
pub(crate) fn find(view: &mut View<'_>, house: &PalaceState, question: &Question) -> Result<Vec<Found>, Error> {
    let gathered = Gathered::by_lanes(view, house, question)?;
    let verdicts = gathered.with(view, house, judge)?;
    let Gathered { condition, by_words, by_meaning, at_path, candidates, .. } = gathered;
    let mut judged: Vec<(&Candidate, bool, Verdict)> = candidates
        .list
        .iter()
        .zip(candidates.beside)
        .zip(verdicts)
        .filter(|((candidate, _), _)| condition.as_ref().is_none_or(|condition| condition.lets(candidate.n)))
        .map(|((candidate, beside), verdict)| (candidate, beside, if at_path.contains(&candidate.n) { verdict.certain() } else { verdict }))
        .collect();
    judged.sort_by(|a, b| b.2.score.total_cmp(&a.2.score).then(a.0.n.cmp(&b.0.n)));
    // What somebody says every day is kept each time, as what was answered differs; word for word it is shown once.
    let mut said = HashSet::new();
    judged.retain(|(candidate, ..)| said.insert((&candidate.author, &candidate.words)));
    let mut judged =
        from_many_files(judged, |(candidate, ..)| candidate.file.as_ref().map(|file| file.number()).or(candidate.commit.then_some(COMMITS)));
    judged.truncate(question.limit);
    let shown: Vec<i64> = judged.iter().map(|(candidate, ..)| candidate.n).collect();
    let mut items: HashMap<i64, Item> = view.items(&shown)?.into_iter().map(|item| (item.n, item)).collect();
    let found = judged.into_iter().filter_map(|(Candidate { n, file, .. }, beside, verdict)| {
        let n = *n;
        let item = items.remove(&n)?;
        let meant = by_meaning.iter().position(|(other, _)| *other == n);
        Some(Found {
            item,
            verdict,
            by_words: by_words.iter().position(|(other, _)| *other == n).map(|place| place + 1),
            by_meaning: meant.map(|place| place + 1),
            near: meant.is_some_and(|place| by_meaning[place].1 >= NEAR),
            beside,
            changed: file.as_ref().is_some_and(|file| file.is_changed()),
            at_path: at_path.contains(&n),
        })
    });
    Ok(found.collect())
}

/// Moves what a file has beyond so many pieces behind all else: its pieces are judged by their file too, so those of the best one would
/// fill the list. Each file keeps its place among the files.
fn from_many_files<T>(rows: Vec<T>, file: impl Fn(&T) -> Option<i64>) -> Vec<T> {
    let mut pieces: HashMap<i64, usize> = HashMap::new();
    let (mut first, later): (Vec<T>, Vec<T>) = rows.into_iter().partition(|row| {
        file(row).is_none_or(|file| {
            let count = pieces.entry(file).or_default();
            *count += 1;
            *count <= OF_ONE_FILE_MAX
        })
    });
    first.extend(later);
    first
}

/// What the judge measures of everything that may answer a question, by the id of the evidence, in the order of ties. Weights are
/// fitted on this.
pub fn measures(view: &mut View<'_>, house: &PalaceState, text: &str, now: Moment) -> Result<Vec<(String, Measures)>, Error> {
    let question = Question { text: text.to_owned(), now: Some(now), ..Question::default() };
    let gathered = Gathered::by_lanes(view, house, &question)?;
    let measures = gathered.with(view, house, measure)?;
    let numbers: Vec<i64> = gathered.candidates.list.iter().map(|candidate| candidate.n).collect();
    let ids: HashMap<i64, String> = view.items(&numbers)?.into_iter().map(|item| (item.n, item.id)).collect();
    Ok(numbers.iter().zip(measures).filter_map(|(n, measures)| Some((ids.get(n)?.clone(), measures))).collect())
}

/// Where the pieces of a question come from, by the ids of the evidence.
#[derive(Debug)]
pub struct Lanes {
    /// Found by words, the best first.
    pub words: Vec<String>,
    /// Found by meaning, the nearest first.
    pub meaning: Vec<String>,
    /// Judged, in no order.
    pub judged: Vec<String>,
}

/// What each lane finds for a question, and what of it is judged: a benchmark says by this at which step an answer is lost.
pub fn lanes(view: &mut View<'_>, house: &PalaceState, text: &str, limit: usize, now: Moment) -> Result<Lanes, Error> {
    let question = Question { text: text.to_owned(), now: Some(now), limit, ..Question::default() };
    let gathered = Gathered::by_lanes(view, house, &question)?;
    let words: Vec<i64> = gathered.by_words.iter().map(|(n, _)| *n).collect();
    let meaning: Vec<i64> = gathered.by_meaning.iter().map(|(n, _)| *n).collect();
    let judged: Vec<i64> = gathered.candidates.list.iter().map(|candidate| candidate.n).collect();
    let mut named = |numbers: &[i64]| -> Result<Vec<String>, Error> {
        let ids: HashMap<i64, String> = view.items(numbers)?.into_iter().map(|item| (item.n, item.id)).collect();
        Ok(numbers.iter().filter_map(|n| ids.get(n).cloned()).collect())
    };
    Ok(Lanes { words: named(&words)?, meaning: named(&meaning)?, judged: named(&judged)? })
}

/// The numbers that a condition lets through.
pub(super) struct Condition {
    numbers: Arc<Numbers>,
}

impl Condition {
    pub(super) fn read(view: &mut View<'_>, cache: &MemoryCache, among: Among) -> Result<Self, Error> {
        let numbers = cache.conditions.ask(view, among, |view, among| {
            let mut numbers = Numbers::default();
            view.each_among(among, &mut |n| {
                numbers.insert(n);
                Ok(())
            })?;
            Ok(numbers)
        })?;
        Ok(Self { numbers })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    pub(super) fn bits(&self) -> &[u64] {
        self.numbers.bits()
    }

    pub(super) fn lets(&self, n: i64) -> bool {
        usize::try_from(n).is_ok_and(|n| self.numbers.contains(n))
    }
}

fn lexical(view: &mut View<'_>, asking: &Asking, condition: Option<&Condition>, corpus: &store::Corpus) -> Result<Vec<(i64, f64)>, Error> {
    let within = condition.map_or(Within::Current, |condition| Within::Numbers(condition.numbers.bits()));
    Ok(view.find_items(&asking.wanted(), corpus, within, LEXICAL)?)
}

/// What lies at a path, where the question is one or the end of one: who names a file wants that file.
fn at_path(view: &mut View<'_>, question: &Question) -> Result<Vec<i64>, Error> {
    let path = question.text.trim().trim_start_matches("./");
    let is_path = !path.contains(char::is_whitespace) && path.trim_matches(['.', '/']).contains(['.', '/']);
    if !is_path || question.as_of.is_some() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    view.each_among(&store::at_path(path, AT_PATH), &mut |n| {
        found.push(n);
        Ok(())
    })?;
    Ok(found)
}

/// What was said in the span of time that the question names, newest first. It is looked for without the condition
/// first: by time alone the database has an index, and of a long list enough is let through most of the time.
fn temporal(view: &mut View<'_>, question: &Question, window: &Window, condition: Option<&Condition>) -> Result<Vec<i64>, Error> {
    let span = |filter: &Filter| {
        let (from, until) = (filter.from.map_or(window.from, |f| f.max(window.from)), filter.until.map_or(window.until, |u| u.min(window.until)));
        among(&Filter { from: Some(from), until: Some(until), ..filter.clone() }, question.as_of)
    };
    if let Some(condition) = condition {
        let mut found = newest(view, span(&Filter::default()), TEMPORAL * LONGER)?;
        let all = found.len() < TEMPORAL * LONGER;
        found.retain(|n| condition.lets(*n));
        if all || found.len() >= TEMPORAL {
            found.truncate(TEMPORAL);
            return Ok(found);
        }
    }
    newest(view, span(&question.filter), TEMPORAL)
}

fn newest(view: &mut View<'_>, among: Option<Among>, most: usize) -> Result<Vec<i64>, Error> {
    let Some(among) = among.map(|among| among.newest(most)) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    view.each_among(&among, &mut |n| {
        found.push(n);
        Ok(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::memory::recall::search::from_many_files;

    #[test]
    fn the_fourth_piece_of_a_file_comes_after_all_other_files() {
        let table = [("aaaab", "aaaba"), ("aaaaaa", "aaaaaa"), ("a.....aaab", "a.....aaba"), ("......", "......"), ("", "")];
        for (rows, expected) in table {
            let spread = from_many_files(rows.chars().collect(), |row| (*row != '.').then(|| i64::from(u32::from(*row))));
            assert_eq!(spread.into_iter().collect::<String>(), expected, "{rows}");
        }
    }
}
