//! Every known word held against every word that is asked, once, before any candidate is looked at.

use super::{KnownWord, question::Term};
use crate::{
    embed::{DIMS, Model},
    text::is_stop,
};
use std::{
    collections::HashMap,
    hash::{BuildHasher, Hasher},
    sync::Arc,
};

/// What a word that only means nearly the same is worth, at most; the same word is worth 1.
const NEAR_MAX: f32 = 0.75;
/// Cosines up to this are chance.
const CHANCE: f32 = 0.1;

/// Terms whose near meanings are looked for, the most telling ones; longer questions say much of it twice.
const NEAR_TERMS: usize = 16;

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
    /// For each known word, how well it stands for each term: a row of as many numbers as there are terms.
    near: Vec<f32>,
    terms: usize,
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

/// Hashes short words fast: thousands are met in every question.
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
        for eight in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
}

impl Lexicon {
    pub(super) fn new(terms: &[Term<'_>], known: &[Arc<KnownWord>]) -> Self {
        let model = Model::embedded();
        let mut telling: Vec<usize> = (0..terms.len()).collect();
        telling.sort_by(|a, b| terms[*b].idf.total_cmp(&terms[*a].idf).then(a.cmp(b)));
        telling.truncate(NEAR_TERMS);
        let asked: Vec<(usize, [i16; DIMS])> = telling.into_iter().map(|at| (at, widened(model.embed(terms[at].word).values()))).collect();
        let mut lexicon =
            Lexicon { entries: Vec::with_capacity(known.len()), near: vec![0.0; known.len() * terms.len()], terms: terms.len(), stems: 0 };
        let mut stems: HashMap<&str, u32, Quick> = HashMap::with_capacity_and_hasher(known.len(), Quick);
        for (at, word) in known.iter().enumerate() {
            let next = u32::try_from(stems.len()).unwrap_or(u32::MAX);
            let stem = *stems.entry(word.stem.as_str()).or_insert(next);
            let stop = is_stop(&word.word);
            let same = terms.iter().position(|term| term.stem == word.stem);
            let near = &mut lexicon.near[at * terms.len()..(at + 1) * terms.len()];
            if !stop {
                let wide = widened(word.vector.values());
                for (term, vector) in &asked {
                    near[*term] = worth(dot(&wide, vector));
                }
            }
            if let Some(term) = same {
                near[term] = 1.0;
            }
            let counts = near.iter().any(|near| *near > 0.0);
            lexicon.entries.push(Entry { same: same.and_then(|term| u16::try_from(term).ok()), stop, counts, stem });
        }
        lexicon.stems = stems.len();
        lexicon
    }

    /// How well a known word stands for each term.
    pub(super) fn near(&self, word: usize) -> &[f32] {
        &self.near[word * self.terms..(word + 1) * self.terms]
    }
}
