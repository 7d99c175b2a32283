//! Calls, as the ledger remembers them: what somebody did in a session, and when.
//!
//! Not here: a table of its own. The ledger is the one record of what was called, so nothing else can disagree with it.

use crate::{Outcome, Result, Row, View, ledger::unsigned, value::args};
use kernel::time::Moment;

/// The newest first, so that a limit leaves out what is oldest.
const CALLS: &str = "select seq, at, op, subject from ledger
    where actor = ?1 and session in (?2, ?3) and at >= ?4 and actor_kind = ?5 and outcome in (?6, ?7) order by seq desc limit ?8";
/// Calls looked at. Whoever makes more within an hour will be found by the newest of them.
const LOOKED_AT: i64 = 5_000;

/// Whose calls, and since when.
#[derive(Clone, Copy, Debug)]
pub struct CallsOf<'c> {
    /// What kind of actor.
    pub kind: &'c str,
    /// Who.
    pub actor: &'c str,
    /// The session, by its own id.
    pub session: &'c str,
    /// The session as the door knows it: a connection, or nothing.
    pub door: &'c str,
    /// Not before.
    pub since: Moment,
}

/// A call that was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Its entry.
    pub seq: u64,
    /// When.
    pub at: Moment,
    /// The operation.
    pub op: String,
    /// What it was about.
    pub subject: String,
}

fn map(mut row: Row) -> Result<Called> {
    Ok(Called { seq: unsigned(row.int()?)?, at: row.moment()?, op: row.text()?, subject: row.text()? })
}

impl View<'_> {
    /// What somebody did or looked at in a session, oldest first. What was refused, or waits for a human, was not done.
    pub fn calls(&mut self, of: CallsOf<'_>) -> Result<Vec<Called>> {
        let (done, read) = (Outcome::Done.text(), Outcome::Read.text());
        let mut calls = self.many(CALLS, args![of.actor, of.session, of.door, of.since, of.kind, done, read, LOOKED_AT], map)?;
        calls.reverse();
        Ok(calls)
    }
}
