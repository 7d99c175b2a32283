//! Every known word held against every word that is asked, once, before any candidate is looked at.

use super::{KnownWord, question::Term, start};
use crate::embed::{DIMS, Model};
use std::{
    collections::HashMap,
    hash::{BuildHasher, Hasher},
};

/// What a word that only means nearly the same is worth, at most; the same word is worth 1.
const NEAR_MAX: f32 = 0.75;
/// Cosines up to this are chance.
const CHANCE: f32 = 0.1;

/// Terms whose near meanings are looked for, the most telling ones; longer questions say much of it twice.
const NEAR_TERMS: usize = 16;

/// Words whose vectors are fetched together: the processor waits for all of them at once instead of for each.
const AT_ONCE: usize = 8;

/// What a known word is to the question.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// The term it is a form of.
    pub(super) same: Option<u16>,
    /// It says nothing by itself.
    pub(super) stop: bool,
    /// It stands for some term, at least a little.
    pub(super) counts: bool,
    /// The number of its stem among those of the known words.
    pub(super) stem: u32,
}

/// What the known words are to the question.
pub(super) struct Lexicon {
    pub(super) entries: Vec<Entry>,
    /// For each known word, how well it stands for each term: a row as wide as [`width`] says.
    near: Vec<f32>,
    width: usize,
    /// How many stems the known words have.
    pub(super) stems: usize,
}

/// The score of two vectors of one direction.
const SAME_DIRECTION: f32 = 127.0 * 127.0;

/// A vector made ready: numbers of 16 bits are multiplied and added in pairs by one instruction everywhere.
fn widened(values: &[i8; DIMS]) -> [i16; DIMS] {
    values.map(i16::from)
}

fn dot(a: &[i16; DIMS], b: &[i16; DIMS]) -> i32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

/// What a word with this score beside a term is worth for it.
#[expect(clippy::cast_precision_loss, reason = "a score of 256 int8 products is below 2^23")]
fn worth(score: i32) -> f32 {
    NEAR_MAX * ((score as f32 / SAME_DIRECTION - CHANCE) / (1.0 - CHANCE)).clamp(0.0, 1.0)
}

/// How wide a row of one number for each term is: whole fours, which are compared by one instruction. The rest stays 0.
pub(super) fn width(terms: usize) -> usize {
    terms.next_multiple_of(4)
}

/// Hashes a number fast: nobody from outside chooses them.
#[derive(Clone, Copy, Default)]
struct Quick;

impl BuildHasher for Quick {
    type Hasher = Folded;
    fn build_hasher(&self) -> Folded {
        Folded(0)
    }
}

struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }
    fn write_u32(&mut self, n: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(n)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// What each known word is to the question, but for its meaning.
fn entries(terms: &[Term<'_>], known: &[&KnownWord]) -> Vec<Entry> {
    let asked: Vec<(u64, &str, u16)> = terms.iter().zip(0..).map(|(term, at)| (start(term.stem), term.stem, at)).collect();
    let mut stems: HashMap<u32, u32, Quick> = HashMap::with_capacity_and_hasher(known.len(), Quick);
    let entry = |word: &&KnownWord| {
        let next = u32::try_from(stems.len()).unwrap_or(u32::MAX);
        let same = asked.iter().find(|(start, stem, _)| *start == word.start && *stem == &*word.stem);
        Entry { same: same.map(|(.., at)| *at), stop: word.stop, counts: false, stem: *stems.entry(word.kin).or_insert(next) }
    };
    known.iter().map(entry).collect()
}

impl Lexicon {
    pub(super) fn new(terms: &[Term<'_>], known: &[&KnownWord]) -> Self {
        let width = width(terms.len());
        let mut lexicon = Lexicon { entries: entries(terms, known), near: vec![0.0; known.len() * width], width, stems: 0 };
        lexicon.stems = lexicon.entries.iter().map(|entry| entry.stem as usize + 1).max().unwrap_or(0);
        let model = Model::embedded();
        let mut telling: Vec<usize> = (0..terms.len()).collect();
        telling.sort_by(|a, b| terms[*b].idf.total_cmp(&terms[*a].idf).then(a.cmp(b)));
        telling.truncate(NEAR_TERMS);
        let asked: Vec<(usize, [i16; DIMS])> = telling.into_iter().map(|at| (at, widened(model.embed(terms[at].word).values()))).collect();
        let mut wide = [[0; DIMS]; AT_ONCE];
        for (some, first) in known.chunks(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
            for (wide, word) in wide.iter_mut().zip(some) {
                *wide = widened(word.vector.values());
            }
            for (wide, at) in wide.iter().zip(first..first + some.len()) {
                let (entry, near) = (&mut lexicon.entries[at], &mut lexicon.near[at * width..(at + 1) * width]);
                if !entry.stop {
                    for (term, vector) in &asked {
                        near[*term] = worth(dot(wide, vector));
                    }
                }
                if let Some(term) = entry.same {
                    near[usize::from(term)] = 1.0;
                }
                entry.counts = near.iter().any(|near| *near > 0.0);
            }
        }
        lexicon
    }

    /// How well a known word stands for each term.
    pub(super) fn near(&self, word: usize) -> &[f32] {
        &self.near[word * self.width..(word + 1) * self.width]
    }
}
