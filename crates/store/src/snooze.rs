//! What a person put off: their own shelf, beside the proposals and no part of what the ledger binds.

use crate::{Result, Txn, View, value::args};
use kernel::{id::ProposalId, time::Moment};
use std::collections::BTreeMap;

const SNOOZED: &str = "select proposal, until from snooze where principal = ?1 and until > ?2 order by until, proposal";
const PUT: &str =
    "insert into snooze (principal, proposal, until) values (?1, ?2, ?3) on conflict (principal, proposal) do update set until = excluded.until";
const TAKE: &str = "delete from snooze where (principal = ?1 and proposal = ?2) or until <= ?3";

impl View<'_> {
    /// What a person put off, and until when.
    pub fn snoozed(&mut self, principal: &str, now: Moment) -> Result<BTreeMap<ProposalId, Moment>> {
        let rows = self.many(SNOOZED, args![principal, now], |mut row| Ok((row.parsed("proposal id", ProposalId::parse)?, row.moment()?)))?;
        Ok(rows.into_iter().collect())
    }
}

impl Txn<'_> {
    /// Puts a proposal on a person's shelf, or takes it off; what is past on any shelf goes too.
    pub fn snooze(&mut self, proposal: &ProposalId, principal: &str, until: Option<Moment>, now: Moment) -> Result<()> {
        self.db.execute(TAKE, args![principal, proposal.as_str(), now])?;
        if let Some(until) = until {
            self.db.execute(PUT, args![principal, proposal.as_str(), until])?;
        }
        Ok(())
    }
}
