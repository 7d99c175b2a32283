//! Finds the claims that answer a question: those that say what it asks, and those of nearly the same meaning.
//!
//! Not here: what was seen, of which there is much more; see `find`. And whether a belief may be told.

use crate::memory::{MemoryCache, recall::words::asked_for};
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
pub(crate) type Meanings = HashMap<ClaimId, Vector>;

impl MemoryCache {
    /// The claims that answer a question, best first: by how much of it they say and by how near their meaning is. Why something is
    /// believed and its labels say something, too.
    pub(crate) fn answering(&self, question: &str, claims: Vec<Claim>) -> Vec<Claim> {
        let told: Vec<(String, Claim)> = claims.into_iter().map(|claim| (told(&claim), claim)).collect();
        let shares = search::shares(&asked_for(question), &told, |(told, _)| told);
        let asked = Model::embedded().embed(question);
        let mut found: Vec<(u64, Claim)> = Vec::new();
        for (share, (_, claim)) in shares.into_iter().zip(told) {
            let similarity = self.similarity(&asked, &claim).points();
            if share > 0 || similarity >= NEAR {
                found.push((share + 10 * u64::from(similarity), claim));
            }
        }
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score)); // stable: ties keep their order
        found.into_iter().map(|(_, claim)| claim).collect()
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

/// All that a claim says.
fn told(claim: &Claim) -> String {
    let draft = &claim.draft;
    let beside = [&draft.rationale, &draft.context].into_iter().flatten().map(kernel::text::Content::as_str);
    let all: Vec<&str> = [draft.content.as_str()].into_iter().chain(beside).chain(draft.tags.iter().map(kernel::claim::Tag::as_str)).collect();
    all.join("\n")
}

/// The words of a question that a claim says.
pub(crate) fn said_of(question: &str, claim: &Claim) -> Vec<String> {
    let said = Said::of(&told(claim));
    asked_for(question).into_iter().filter(|word| said.says(word)).map(|word| word.as_str().to_owned()).collect()
}
