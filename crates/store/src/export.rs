//! What leaves a palace whole: every piece of evidence and every seal, and which entry last changed what.
//!
//! Not here: the shape of an export. The kernel defines its entries, the application its other lines.

use crate::{Result, View, claim, evidence, key, proposal};
use kernel::{claim::Claim, evidence::Evidence, id::PalaceId, ledger::Digest, proposal::Proposal, seal::Seal};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The last entry about a record, and the digest of the record that it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The entry.
    pub seq: u64,
    /// The record's state, as a digest.
    pub state: String,
}

/// What an entry's payload says it left behind: record and state.
pub fn left_by(body: &str) -> Vec<(String, String)> {
    let body: Json = serde_json::from_str(body).unwrap_or(Json::Null);
    let after = body["after"].as_object().cloned().unwrap_or_default();
    after.into_iter().filter_map(|(id, state)| Some((id, state.as_str()?.to_owned()))).collect()
}

/// The state of a claim, as an entry remembers it.
pub fn claim_state(claim: &Claim) -> Result<Digest> {
    claim::state(claim)
}

/// The state of a proposal, as an entry remembers it.
pub fn proposal_state(proposal: &Proposal) -> Result<Digest> {
    proposal::state(proposal)
}

impl View<'_> {
    /// For every record that an entry left, the last such entry.
    pub fn last_changes(&mut self, palace: &PalaceId) -> Result<BTreeMap<String, Left>> {
        let mut last = BTreeMap::new();
        self.each_entry(palace, &mut |stored| {
            let seq = stored.entry.seq;
            let left = stored.body.as_deref().map(left_by).unwrap_or_default();
            last.extend(left.into_iter().map(|(id, state)| (id, Left { seq, state })));
            Ok(())
        })?;
        Ok(last)
    }

    /// Hands over all evidence, oldest first.
    pub fn each_evidence(&mut self, take: &mut dyn FnMut(Evidence) -> Result<()>) -> Result<()> {
        self.db.each(evidence::ALL, &[], &mut |row| take(evidence::map(row)?))
    }

    /// Hands over every seal that was spent.
    pub fn each_seal(&mut self, take: &mut dyn FnMut(Seal) -> Result<()>) -> Result<()> {
        self.db.each(key::SEALS, &[], &mut |mut row| take(key::seal(&mut row)?))
    }
}
