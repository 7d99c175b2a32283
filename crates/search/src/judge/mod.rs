//! Judging: of a few hundred candidates, which answer the question, and how surely.
//!
//! Pure arithmetic over what the caller gathered: the words of each candidate by number, its vector, its place. The same
//! candidates give the same scores on every machine. Not here: finding candidates, and who may see them.

mod calibrate;
mod context;
mod features;
mod file;
mod lexicon;
mod like;
mod math;
mod measures;
mod pool;
mod question;
mod reach;
mod table;
#[cfg(test)]
mod tests;

use crate::{
    Traits,
    embed::{Meaning, Vector},
    text::{is_stop, stem, words},
    when::Window,
};
pub use calibrate::COLUMNS;
use calibrate::Profile;
use features::Measured;
pub use file::{Changed, SourceFile};
use kernel::time::Moment;
pub use measures::MEASURES;
use measures::{GROUPS, Group, Measure};
use pool::Pool;
use question::Question;
use std::{collections::HashSet, ops::Range, sync::Arc};

/// A word of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedWord {
    /// As asked, in lower case.
    pub word: String,
    /// What it is found by.
    pub stem: String,
    /// How many current items hold a word with this stem.
    pub items: u64,
}

/// The question.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// As it was put.
    pub text: String,
    /// Its words, each once, in order. Stop words may be among them: they are looked for only if nothing else is asked.
    pub words: Vec<AskedWord>,
    /// Its vector.
    pub vector: Vector,
    /// The time that it speaks of.
    pub window: Option<Window>,
}

impl Asked {
    /// Reads a question, up to so many distinct words; how many items hold each is for the caller to fill in.
    pub fn read(text: &str, vector: Vector, words_max: usize) -> Asked {
        let mut known = HashSet::new();
        let distinct = words(text).into_iter().filter(|word| known.insert(word.clone())).take(words_max);
        let words = distinct.map(|word| AskedWord { stem: stem(&word), word, items: 0 }).collect();
        Asked { text: text.to_owned(), words, vector, window: None }
    }
}

impl AskedWord {
    /// Whether it says something by itself.
    pub fn tells(&self) -> bool {
        tells(&self.word)
    }
}

/// Whether a word says something by itself: no stop word, no lone letter. A lone digit does: versions differ in one.
pub fn tells(word: &str) -> bool {
    !is_stop(word) && (word.chars().nth(1).is_some() || !word.is_ascii() || word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// How much there is to choose from, beyond the candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corpus {
    /// Current items.
    pub items: u64,
    /// Their words, all of them.
    pub words: u64,
    /// How near to the question's meaning an item is on average.
    pub semantic_mean: f32,
    /// And how much that differs between items.
    pub semantic_deviation: f32,
}

/// What is known of a word that a candidate holds. Whoever gathers candidates reads it once and keeps it: thousands of words
/// are met in every question. What is looked at first comes first, because each look may wait for memory.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct KnownWord {
    stem: Arc<str>,
    /// The first letters of the stem: enough to tell most stems apart without going where they are written.
    start: u64,
    kin: u32,
    stop: bool,
    meaning: Meaning,
}

impl KnownWord {
    /// A word by its stem, whether it says nothing by itself, and its own meaning by the model inside the binary; that of a
    /// stop word is not looked at. `kin` is the stem's number: the same for words with the same stem, and for no others.
    pub fn new(stem: Arc<str>, kin: u32, stop: bool, meaning: Meaning) -> KnownWord {
        KnownWord { start: start(&stem), stem, kin, stop, meaning }
    }
}

/// The first eight bytes of a stem as one number.
fn start(stem: &str) -> u64 {
    let mut first = [0; 8];
    for (place, byte) in first.iter_mut().zip(stem.bytes()) {
        *place = byte;
    }
    u64::from_le_bytes(first)
}

/// Something that may answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its number: ties go to the lower.
    pub n: i64,
    /// Its words in order, as places in the list of known words.
    pub words: Vec<u32>,
    /// Its vector, by the model in the binary.
    pub vector: Vector,
    /// How near another model finds it to the question, as a cosine of the one in the binary; `None` if only that one has read it.
    pub near: Option<f32>,
    /// What kind of words it has.
    pub traits: Traits,
    /// The talk it is a turn of, as a number of the caller's. Of no meaning unless it is one.
    pub thread: u32,
    /// Its place there, from 0: the turn before has one less.
    pub seq: i64,
    /// Who said it; empty if nobody did.
    pub author: String,
    /// When it was said.
    pub at: Moment,
    /// What it is.
    pub form: Form,
    /// It is a commit.
    pub commit: bool,
    /// The file that it is a piece of.
    pub file: Option<Arc<SourceFile>>,
}

/// What a candidate is: each form is judged by weights of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// One turn of talk: what stands around it says what it means.
    Turn,
    /// A text by itself.
    Text,
    /// Source code.
    Code,
}

/// How a candidate did.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How surely it answers, from 0 to 1; comparable between questions.
    pub score: f32,
    /// What its words add to the sum that the score is made of; may be below 0.
    pub lexical: f32,
    /// What its meaning adds.
    pub semantic: f32,
    /// What is added by what was said around it, by whom and when.
    pub context: f32,
    /// It is of the time that is asked about.
    pub dated: bool,
    /// Words of the question that it holds.
    pub matched: Vec<String>,
}

impl Verdict {
    /// The same of what was asked for by its name: nothing is surer.
    #[must_use]
    pub fn certain(self) -> Verdict {
        Verdict { score: 1.0, ..self }
    }
}

/// What was measured of a candidate: all that its score is made of, and all that weights are fitted on.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// One value a measure, in the order of [`measure_names`].
    pub values: [f32; MEASURES],
    /// How much each column of the table of weights says about it: they add up to 1.
    pub shares: [f32; COLUMNS],
}

/// The candidates of a question in their talks, measured.
struct Assessed<'a> {
    question: Question<'a>,
    pool: Pool<'a>,
    measured: Measured,
    /// How rows are judged: each talk, all texts, all code.
    alike: Vec<(Profile, Range<usize>)>,
}

impl<'a> Assessed<'a> {
    fn of(asked: &'a Asked, corpus: Corpus, known: &[&KnownWord], candidates: &'a [Candidate]) -> Self {
        let question = Question::read(asked, corpus, candidates);
        let lexicon = lexicon::Lexicon::new(&question.terms, &question.phrase, known);
        let pool = Pool::arrange(candidates);
        let mut measured = features::measure(&question, &asked.vector, corpus, &lexicon, &pool);
        context::measure(&question, &pool, &mut measured);
        reach::measure(&question, &pool, &mut measured);
        like::measure(&question, known, &lexicon, &pool, &mut measured);
        file::measure(&question, &pool, &mut measured);
        let [turns, texts, code] = pool.forms();
        let length = pool.length_mean(corpus, turns);
        let talks = pool.talks.iter().map(|rows| (Profile::new(Form::Turn, pool.length_near(length, rows.clone())), rows.clone()));
        let others = [(Form::Text, texts), (Form::Code, code)].map(|(form, rows)| (Profile::new(form, pool.length_mean(corpus, rows.clone())), rows));
        let alike = talks.chain(others).collect();
        Assessed { question, pool, measured, alike }
    }

    /// Something said of each row, in the order in which the candidates came.
    fn as_given<T>(&self, of: impl Fn(usize) -> T) -> Vec<T> {
        let mut rows = vec![0; self.pool.given.len()];
        for (row, place) in self.pool.given.iter().enumerate() {
            rows[*place] = row;
        }
        rows.into_iter().map(of).collect()
    }
}

/// Judges every candidate; the verdicts are in the order the candidates came. Best first is by score, then by `n`.
pub fn judge(asked: &Asked, corpus: Corpus, known: &[&KnownWord], candidates: &[Candidate]) -> Vec<Verdict> {
    let assessed = Assessed::of(asked, corpus, known, candidates);
    let measured = &assessed.measured;
    let mut parts = vec![[0.0_f32; 3]; candidates.len()];
    for (profile, rows) in &assessed.alike {
        let weights = profile.weights();
        for at in rows.clone() {
            parts[at] = parts_of(&weights, &measured.rows[at]);
        }
    }
    let sums: Vec<f32> = parts.iter().map(|[lexical, semantic, context]| lexical + semantic + context).collect();
    let scores = calibrate::calibrate(&assessed.alike, measured, &sums);
    assessed.as_given(|row| {
        let [lexical, semantic, context] = parts[row];
        let held = assessed.question.terms.iter().zip(measured.counts(row)).filter(|(_, count)| **count > 0.0);
        Verdict {
            score: scores[row],
            lexical,
            semantic,
            context,
            dated: measured.get(row, Measure::Date) > 0.0,
            matched: held.map(|(term, _)| term.word.to_owned()).collect(),
        }
    })
}

/// What [`judge`] weighs, unweighed, in the order the candidates came: for finding other weights.
pub fn measure(asked: &Asked, corpus: Corpus, known: &[&KnownWord], candidates: &[Candidate]) -> Vec<Measures> {
    let assessed = Assessed::of(asked, corpus, known, candidates);
    let shares: Vec<[f32; COLUMNS]> = assessed.alike.iter().flat_map(|(profile, rows)| rows.clone().map(|_| profile.shares)).collect();
    assessed.as_given(|row| Measures { values: assessed.measured.rows[row], shares: shares[row] })
}

/// What the measures are called, in their order.
pub fn measure_names() -> impl Iterator<Item = String> {
    GROUPS.iter().map(|(measure, _)| format!("{measure:?}"))
}

/// What words, meaning and surroundings add up to.
fn parts_of(weights: &[f32; MEASURES], measures: &[f32; MEASURES]) -> [f32; 3] {
    let [mut lexical, mut semantic, mut context] = [0.0; 3];
    for ((measure, group), weight) in GROUPS.iter().zip(weights) {
        let part = weight * measures[*measure as usize];
        match *group {
            Group::Words => lexical += part,
            Group::Meaning => semantic += part,
            Group::Around => context += part,
            Group::Partly(own, all) => {
                let (own, all) = (measures[own as usize], measures[all as usize]);
                let by_words = if own < all { part * (own / all) } else { part };
                lexical += by_words;
                context += part - by_words;
            }
        }
    }
    [lexical, semantic, context]
}
