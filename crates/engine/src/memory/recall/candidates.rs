//! Reads the candidates of a question and what was said beside them, once.
//!
//! Not here: whole items. Hundreds are judged and ten are shown, so the rest of a row is read for those alone.

use crate::Error;
use crate::memory::{
    MemoryCache, Question,
    recall::{history::History, words::Met},
};
use ingest::Kind;
use kernel::time::Moment;
use search::{
    Traits,
    embed::Vector,
    judge::{Candidate, Form, SourceFile},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Range,
    sync::Arc,
};
use store::{LentItem, View, word_list};

/// How far a neighbour may be.
const REACH: i64 = 2;

/// What may answer.
#[derive(Default)]
pub(crate) struct Pool {
    drawn: Vec<Drawn>,
    known: HashSet<i64>,
    /// The words of all of them, one after another.
    words: Vec<u32>,
    threads: Names,
    authors: Names,
}

/// One of them.
struct Drawn {
    n: i64,
    source: i64,
    seq: i64,
    thread: u32,
    author: u32,
    at: Moment,
    traits: i64,
    form: Form,
    commit: bool,
    beside: bool,
    words: Range<usize>,
}

/// Names that many share, each kept once.
#[derive(Default)]
struct Names {
    numbers: HashMap<Arc<str>, u32>,
    list: Vec<Arc<str>>,
    last: u32,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        // Neighbours mostly share theirs.
        if self.list.get(self.last as usize).is_some_and(|last| **last == *name) {
            return self.last;
        }
        self.last = self.numbers.get(name).copied().unwrap_or_else(|| {
            let (number, name) = (u32::try_from(self.list.len()).unwrap_or(u32::MAX), Arc::<str>::from(name));
            self.numbers.insert(name.clone(), number);
            self.list.push(name);
            number
        });
        self.last
    }
}

/// What the judge is given.
pub(crate) struct Candidates {
    /// In the order of their numbers.
    pub(crate) list: Vec<Candidate>,
    /// Their words, those that nobody has met yet in this process among them.
    pub(crate) met: Met,
    /// Whether each came in only because it stands beside something found.
    pub(crate) beside: Vec<bool>,
}

impl Pool {
    /// Reads what the lanes found.
    pub(crate) fn read(view: &mut View<'_>, found: &BTreeSet<i64>) -> Result<Self, Error> {
        let mut pool = Self::default();
        pool.add(view, found)?;
        Ok(pool)
    }

    /// Adds what was found besides.
    pub(crate) fn add(&mut self, view: &mut View<'_>, found: &BTreeSet<i64>) -> Result<(), Error> {
        if found.is_empty() {
            return Ok(());
        }
        let numbers: Vec<i64> = found.iter().copied().collect();
        view.each_item(&numbers, &mut |item| {
            self.draw(&item, false);
            Ok(())
        })?;
        Ok(())
    }

    /// The sources of all that is in the pool.
    pub(crate) fn sources(&self) -> BTreeSet<i64> {
        self.drawn.iter().map(|item| item.source).collect()
    }

    /// What stands beside the best joins the pool: an answer is often the line after the one that matches.
    pub(crate) fn hear(&mut self, view: &mut View<'_>, best: &BTreeSet<i64>, question: &Question) -> Result<(), Error> {
        if question.as_of.is_some() {
            return Ok(());
        }
        // Spans that touch are read as one.
        let mut places: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
        for item in self.drawn.iter().filter(|item| item.form == Form::Turn && best.contains(&item.n)) {
            places.entry(item.source).or_default().push((item.seq - REACH, item.seq + REACH));
        }
        let mut spans: Vec<(i64, i64, i64)> = Vec::new();
        for (source, mut places) in places {
            places.sort_unstable();
            for (from, to) in places {
                match spans.last_mut() {
                    Some((same, _, end)) if *same == source && from <= *end + 1 => *end = to.max(*end),
                    _ => spans.push((source, from, to)),
                }
            }
        }
        view.each_between(&spans, &mut |item| {
            self.draw(&item, true);
            Ok(())
        })?;
        Ok(())
    }

    fn draw(&mut self, item: &LentItem<'_>, beside: bool) {
        if !self.known.insert(item.n) {
            return;
        }
        let start = self.words.len();
        self.words.extend(word_list::unpack(item.words));
        self.drawn.push(Drawn {
            n: item.n,
            source: item.source,
            seq: item.seq,
            thread: self.threads.number(item.thread),
            author: self.authors.number(item.author),
            at: item.at,
            traits: item.traits,
            form: form(item.kind),
            commit: item.kind == Kind::Commit.name(),
            beside,
            words: start..self.words.len(),
        });
    }

    /// All that was drawn, ready to be judged. `words_end` is one more than the highest number that a word has.
    pub(crate) fn candidates(
        mut self,
        view: &mut View<'_>,
        cache: &MemoryCache,
        history: &History,
        set: i64,
        words_end: i64,
    ) -> Result<Candidates, Error> {
        self.drawn.sort_unstable_by_key(|item| item.n);
        let numbers: Vec<i64> = self.drawn.iter().map(|item| item.n).collect();
        let mut vectors = vec![Vector::ZERO; numbers.len()];
        cache.vectors(view, set, &numbers, &mut |place, vector| vectors[place] = *vector)?;
        let met = Met::among(&mut self.words, words_end);
        let files = self.files(view, history)?;
        let (mut talks, mut next): (HashMap<(i64, u32), u32>, u32) = (HashMap::new(), 0);
        let mut number = |item: &Drawn| {
            let fresh = next;
            let talk = if item.form == Form::Turn { *talks.entry((item.source, item.thread)).or_insert(fresh) } else { fresh };
            next += u32::from(talk == fresh);
            talk
        };
        let list = self.drawn.iter().zip(vectors).map(|(item, vector)| Candidate {
            n: item.n,
            words: self.words[item.words.clone()].to_vec(),
            vector,
            near: None,
            traits: Traits(item.traits),
            thread: number(item),
            seq: item.seq,
            author: self.authors.list[item.author as usize].to_string(),
            at: item.at,
            form: item.form,
            commit: item.commit,
            file: files.get(&item.source).cloned(),
        });
        Ok(Candidates { list: list.collect(), met, beside: self.drawn.iter().map(|item| item.beside).collect() })
    }
}

impl Pool {
    /// The files that what was drawn are pieces of, by the number of their source. Talk has none, and a commit is read from no file.
    fn files(&self, view: &mut View<'_>, history: &History) -> Result<HashMap<i64, Arc<SourceFile>>, Error> {
        let sources: BTreeSet<i64> =
            self.drawn.iter().filter(|item| item.source != 0 && item.form != Form::Turn && !item.commit).map(|item| item.source).collect();
        let paths = view.source_paths(sources)?;
        Ok(paths.into_iter().map(|(n, path)| (n, Arc::new(SourceFile::new(n, &path, history.files.get(&n).copied())))).collect())
    }
}

/// As what something of a kind is judged.
fn form(kind: &str) -> Form {
    match kind {
        kind if kind == Kind::Conversation.name() => Form::Turn,
        kind if kind == Kind::Code.name() => Form::Code,
        _ => Form::Text,
    }
}
