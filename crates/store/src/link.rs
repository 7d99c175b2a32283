//! Link rows: what rests on what. Written once, bound by the entry, never updated.
//!
//! Not here: what a draft itself cites. That is under its seal; a link also names what came to be only with the yes.

use crate::{Result, Row, StoreError, Txn, View, value::args};
use kernel::{
    canonical,
    id::{ClaimId, EvidenceId, LinkId},
    ledger::Digest,
    time::Moment,
};

/// From a claim to the evidence it rests on.
pub const RESTS_ON: &str = "rests_on";

const PUT: &str = "insert into link (id, source_id, target_id, relation, created_by, created_at) values (?1, ?2, ?3, ?4, ?5, ?6)";
const TARGETS: &str = "select target_id from link where source_id = ?1 and relation = ?2 order by created_at, id";
pub(crate) const ALL: &str = "select id, source_id, target_id, relation, created_by, created_at from link order by id";

/// What the ledger remembers of a link.
pub(crate) fn state(id: &str, source: &str, target: &str, relation: &str, by: &str, at: Moment) -> Result<Digest> {
    canonical::digest(&(id, source, target, relation, by, at)).map_err(|e| StoreError::Damaged(e.to_string()))
}

impl View<'_> {
    /// The evidence that a claim rests on: what its draft cites, or the word of the human who wrote it directly.
    pub fn rests_on(&mut self, claim: &ClaimId) -> Result<Vec<EvidenceId>> {
        self.many(TARGETS, args![claim.as_str(), RESTS_ON], |mut row| row.parsed("evidence id", EvidenceId::parse))
    }

    /// Hands over every link with its state, as the ledger should have bound it.
    pub(crate) fn each_link_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.db.each(ALL, &[], &mut |mut row: Row| {
            let (id, source, target, relation, by, at) = (row.text()?, row.text()?, row.text()?, row.text()?, row.text()?, row.moment()?);
            let state = state(&id, &source, &target, &relation, &by, at)?;
            take(id, state)
        })
    }
}

impl Txn<'_> {
    /// Links two records.
    pub fn link(&mut self, id: &LinkId, source: &str, relation: &str, target: &str, by: &str, at: Moment) -> Result<()> {
        self.db.execute(PUT, args![id.as_str(), source, target, relation, by, at])?;
        self.after.insert(id.to_string(), state(id.as_str(), source, target, relation, by, at)?);
        Ok(())
    }
}
