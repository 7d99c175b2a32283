//! Which of a few beliefs answer a question: those that say one of its words, then those that mean nearly the same.
//!
//! Not here: what was seen, of which there is much more; see `find`. And whether a belief may be told.

use super::{Recollection, words::asked_for};
use kernel::{
    claim::{Claim, Confidence},
    id::ClaimId,
};
use search::{
    Said,
    embed::{Model, Vector},
};
use std::collections::HashMap;

/// A meaning farther than this, in hundredths, is none.
pub(crate) const NEAR: u8 = 50;
/// Meanings held at most, 256 bytes each; beyond that they are read anew.
const MEANINGS_MAX: usize = 8_192;

/// What beliefs mean, by the model in the binary. A claim's words never change.
pub(super) type Meanings = HashMap<ClaimId, Vector>;

impl Recollection {
    /// The claims that answer a question, best first.
    pub(crate) fn answering(&self, question: &str, claims: Vec<Claim>) -> Vec<Claim> {
        let (mut found, others) = search::rank(&asked_for(question), claims, |claim| claim.draft.content.as_str());
        let asked = Model::embedded().embed(question);
        let mut near: Vec<(Confidence, Claim)> = others.into_iter().map(|claim| (self.similarity(&asked, &claim), claim)).collect();
        near.retain(|(similarity, _)| similarity.points() >= NEAR);
        near.sort_by_key(|(similarity, _)| std::cmp::Reverse(*similarity)); // stable: ties keep their order
        found.extend(near.into_iter().map(|(_, claim)| claim));
        found
    }

    /// How near a claim's meaning is to another, from 0 to 1.
    pub(crate) fn similarity(&self, asked: &Vector, claim: &Claim) -> Confidence {
        let mut meanings = self.meanings.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if meanings.len() >= MEANINGS_MAX && !meanings.contains_key(&claim.id) {
            meanings.clear();
        }
        let meaning = meanings.entry(claim.id.clone()).or_insert_with(|| Model::embedded().embed(claim.draft.content.as_str()));
        Confidence::try_from(f64::from(asked.similarity(meaning).clamp(0.0, 1.0))).unwrap_or(Confidence::hundredths(0))
    }
}

/// The words of a question that a text says.
pub(crate) fn said_of(question: &str, text: &str) -> Vec<String> {
    let said = Said::of(text);
    asked_for(question).into_iter().filter(|word| said.says(word)).map(|word| word.as_str().to_owned()).collect()
}
