//! Every known word held against every word that is asked, once, before any candidate is looked at.

use super::{KnownWord, question::Term};
use crate::{
    embed::{Model, Probe},
    text::is_stop,
};
use std::sync::Arc;

/// What a word that only means nearly the same is worth, at most; the same word is worth 1.
const NEAR_MAX: f32 = 0.75;
/// Cosines up to this are chance.
const CHANCE: f32 = 0.2;

/// No term.
pub(super) const NONE: u32 = u32::MAX;

/// What the known words are to the question.
pub(super) struct Lexicon {
    /// For each known word, the term it is a form of, or `NONE`.
    pub(super) same: Vec<u32>,
    /// For each known word, how well it stands for each term: a row of as many numbers as there are terms.
    near: Vec<f32>,
    /// Which known words say nothing by themselves.
    pub(super) stop: Vec<bool>,
    terms: usize,
}

impl Lexicon {
    pub(super) fn new(terms: &[Term<'_>], known: &[Arc<KnownWord>]) -> Self {
        let model = Model::embedded();
        let probes: Vec<Probe> = terms.iter().map(|term| Probe::new(&model.embed(term.word))).collect();
        let mut lexicon = Lexicon {
            same: Vec::with_capacity(known.len()),
            near: Vec::with_capacity(known.len() * terms.len()),
            stop: Vec::new(),
            terms: terms.len(),
        };
        for word in known {
            let stop = is_stop(&word.word);
            let same = terms.iter().position(|term| term.stem == word.stem);
            for (place, probe) in probes.iter().enumerate() {
                lexicon.near.push(if same == Some(place) {
                    1.0
                } else if stop {
                    0.0
                } else {
                    NEAR_MAX * ((probe.similarity(&word.vector) - CHANCE) / (1.0 - CHANCE)).clamp(0.0, 1.0)
                });
            }
            lexicon.same.push(same.and_then(|place| u32::try_from(place).ok()).unwrap_or(NONE));
            lexicon.stop.push(stop);
        }
        lexicon
    }

    /// How well a known word stands for each term.
    pub(super) fn near(&self, word: usize) -> &[f32] {
        &self.near[word * self.terms..(word + 1) * self.terms]
    }

    pub(super) fn len(&self) -> usize {
        self.same.len()
    }
}
