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
}

/// What the known words are to the question.
pub(super) struct Lexicon {
    pub(super) entries: Vec<Entry>,
    /// For each known word, how well it stands for each term: a row of as many numbers as there are terms.
    near: Vec<f32>,
    terms: usize,
}

impl Lexicon {
    pub(super) fn new(terms: &[Term<'_>], known: &[Arc<KnownWord>]) -> Self {
        let model = Model::embedded();
        let mut telling: Vec<usize> = (0..terms.len()).collect();
        telling.sort_by(|a, b| terms[*b].idf.total_cmp(&terms[*a].idf).then(a.cmp(b)));
        telling.truncate(NEAR_TERMS);
        let probes: Vec<(usize, Probe)> = telling.into_iter().map(|at| (at, Probe::new(&model.embed(terms[at].word)))).collect();
        let mut lexicon = Lexicon { entries: Vec::with_capacity(known.len()), near: vec![0.0; known.len() * terms.len()], terms: terms.len() };
        for (at, word) in known.iter().enumerate() {
            let stop = is_stop(&word.word);
            let same = terms.iter().position(|term| term.stem == word.stem);
            let near = &mut lexicon.near[at * terms.len()..(at + 1) * terms.len()];
            if !stop {
                for (term, probe) in &probes {
                    near[*term] = NEAR_MAX * ((probe.similarity(&word.vector) - CHANCE) / (1.0 - CHANCE)).clamp(0.0, 1.0);
                }
            }
            if let Some(term) = same {
                near[term] = 1.0;
            }
            let counts = near.iter().any(|near| *near > 0.0);
            lexicon.entries.push(Entry { same: same.and_then(|term| u16::try_from(term).ok()), stop, counts });
        }
        lexicon
    }

    /// How well a known word stands for each term.
    pub(super) fn near(&self, word: usize) -> &[f32] {
        &self.near[word * self.terms..(word + 1) * self.terms]
    }
}
