//! Verifying a ledger by streaming it: entries, links, payloads, stored tree hashes, and the rows that entries speak of.
//!
//! Not here: what makes an entry follow from the one before it. The kernel's [`Verifier`] knows; this feeds it.

use crate::{
    Result, StoreError, View, claim,
    ledger::{COLUMNS, Stored, salt, tree_error, unsigned},
    proposal,
    value::Cells,
};
use kernel::{
    id::PalaceId,
    ledger::{Checkpoint, Digest, Entry, Fault, Payload, Verified, Verifier, VerifyError, tree},
};
use std::collections::BTreeMap;

/// Entries between two words to a watcher.
const WATCHED_EVERY: u64 = 8_192;

/// What is wrong with a ledger, or with the rows it speaks of.
#[derive(Debug, thiserror::Error)]
pub enum LedgerFault {
    /// The entries themselves.
    #[error(transparent)]
    Entry(#[from] Fault),
    /// A governed row is not what the ledger last said it was.
    #[error("`{id}` is not what entry {seq} left: the row was changed behind the ledger's back")]
    Row {
        /// The record.
        id: String,
        /// The last entry about it.
        seq: u64,
    },
    /// A governed row that no entry made.
    #[error("`{id}` stands in the file, but no entry made it")]
    Unmade {
        /// The record.
        id: String,
    },
    /// A governed row that an entry made is gone.
    #[error("`{id}` was made by entry {seq}, but it is gone from the file")]
    Gone {
        /// The record.
        id: String,
        /// The last entry about it.
        seq: u64,
    },
    /// A stored tree hash is wrong.
    #[error("the stored tree hash {index} of level {level} does not follow from the entries")]
    Tile {
        /// Its level.
        level: u8,
        /// Its index.
        index: u64,
    },
}

/// The entry where it lies, and the hash stored for it: verifying reads a million of them, and copies none.
fn lent<'r>(palace: &'r str, row: Cells<'r>) -> Result<(Entry<&'r str>, Digest)> {
    let entry = Entry {
        palace,
        seq: unsigned(row.int(0)?)?,
        at: row.moment(1)?.millis(),
        actor_kind: row.text(2)?,
        actor: row.text(3)?,
        session: row.text(4)?,
        op: row.text(5)?,
        outcome: row.text(6)?,
        subject: row.text(7)?,
        input: row.digest(8)?,
        output: row.digest(9)?,
        payload: row.digest(10)?,
        prev: row.digest(11)?,
    };
    Ok((entry, row.digest(12)?))
}

impl View<'_> {
    /// Checks every entry, link, payload and stored tree hash, against these checkpoints too.
    pub fn verify_entries(&mut self, palace: &PalaceId, expected: &[Checkpoint]) -> Result<std::result::Result<Verified, LedgerFault>> {
        self.verify_entries_watched(palace, expected, &mut |_| true)
    }

    /// The same, telling `watch` how many entries are done now and then; a watcher that answers `false` stops it.
    pub fn verify_entries_watched(
        &mut self,
        palace: &PalaceId,
        expected: &[Checkpoint],
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<std::result::Result<Verified, LedgerFault>> {
        let palace = palace.to_string();
        let mut verifier = Verifier::new(palace.as_str());
        for checkpoint in expected {
            verifier.expect(checkpoint);
        }
        let mut fault = None;
        self.db.scan(&format!("select {COLUMNS} from ledger order by seq"), &[], &mut |row| {
            if fault.is_some() {
                return Ok(());
            }
            let (entry, hash) = lent(&palace, row)?;
            let salt = row.bytes_or_null(13)?.map(|text| salt(entry.seq, text)).transpose()?;
            let payload = match (&salt, row.bytes_or_null(14)?, row.int_or_null(15)?) {
                (Some(salt), Some(body), None) => Payload::Kept { salt, body },
                (None, None, Some(by)) => Payload::Erased { by: unsigned(by)? },
                // Half a payload, or one that is there and said to be erased, was not left by a palace.
                _ => Payload::Missing,
            };
            fault = verifier.push(&entry, hash, payload).err();
            if entry.seq % WATCHED_EVERY == WATCHED_EVERY - 1 && !watch(entry.seq + 1) {
                return Err(StoreError::Stopped);
            }
            Ok(())
        })?;
        if let Some(fault) = fault {
            return Ok(Err(fault.into()));
        }
        let verified = match verifier.finish() {
            Ok(verified) => verified,
            Err(fault) => return Ok(Err(fault.into())),
        };
        match verified.check_tiles(&mut Stored(self.db)) {
            Ok(()) => Ok(Ok(verified)),
            Err(VerifyError::Fault(Fault::WrongTile { level, index })) => Ok(Err(LedgerFault::Tile { level, index })),
            Err(VerifyError::Fault(fault)) => Ok(Err(fault.into())),
            Err(VerifyError::Read(tree::TreeError::Incomplete { level, from, found, .. })) => {
                Ok(Err(LedgerFault::Tile { level, index: from + found as u64 }))
            }
            Err(VerifyError::Read(error)) => Err(tree_error(error)),
        }
    }

    /// Checks that every row the ledger binds is what the ledger last said it was, so that one edited by hand is noticed: claims and what stands
    /// beside them, knowledge, facts, links, promotions, postmortems, settings, records of adoption, proposals, drawers,
    /// cycles with what was signed about them, evidence, and the keys of the humans.
    pub fn verify_rows(&mut self, palace: &PalaceId) -> Result<std::result::Result<u64, LedgerFault>> {
        let last = self.last_changes(palace)?;
        let mut found: BTreeMap<String, Digest> = BTreeMap::new();
        for claim in self.claims(&crate::ClaimFilter { limit: i64::MAX, ..Default::default() })? {
            found.insert(claim.id.to_string(), claim::state(&claim)?);
        }
        for proposal in self.proposals(&crate::ProposalFilter { limit: i64::MAX, ..crate::ProposalFilter::default() })? {
            found.insert(proposal.id.to_string(), proposal::state(&proposal)?);
        }
        let mut keep = |name, state| {
            found.insert(name, state);
            Ok(())
        };
        self.each_evidence_state(&mut keep)?;
        self.each_link_state(&mut keep)?;
        self.each_beside_state(&mut keep)?;
        self.each_promotion_state(&mut keep)?;
        self.each_postmortem_state(&mut keep)?;
        self.each_setting_state(&mut keep)?;
        self.each_knowledge_state(&mut keep)?;
        self.each_fact_state(&mut keep)?;
        self.each_adoption_state(&mut keep)?;
        self.each_drawer_state(&mut keep)?;
        self.each_experience_state(&mut keep)?;
        self.each_cycle_state(&mut keep)?;
        self.each_receipt_state(&mut keep)?;
        self.each_token_state(&mut keep)?;
        self.each_invocation_state(&mut keep)?;
        for (id, state) in &found {
            match last.get(id) {
                None => return Ok(Err(LedgerFault::Unmade { id: id.clone() })),
                Some(left) if left.state != state.to_string() => return Ok(Err(LedgerFault::Row { id: id.clone(), seq: left.seq })),
                Some(_) => {}
            }
        }
        // What an entry says it erased should not be there.
        let erased = Digest::ZERO.to_string();
        if let Some((id, left)) = last.iter().find(|(id, left)| left.state != erased && !found.contains_key(*id)) {
            return Ok(Err(LedgerFault::Gone { id: id.clone(), seq: left.seq }));
        }
        if let Some(fault) = self.key_fault()? {
            return Ok(Err(fault));
        }
        Ok(Ok(found.len() as u64))
    }
}
