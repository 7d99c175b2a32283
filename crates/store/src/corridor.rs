//! The corridor: which learnings hold beyond the project they came from, how often they proved right, and which projects there are.
//!
//! Not here: whether a row is to be believed. It names a seal; the engine asks it.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{id::ClaimId, ledger::Digest, time::Moment};

/// A row whose seal does not hold stands in nobody's way.
const PUT: &str = "insert into corridor (claim, origin, seal, promoted_by, promoted_at) values (?1, ?2, ?3, ?4, ?5)
    on conflict (claim) do update set origin = excluded.origin, seal = excluded.seal, promoted_by = excluded.promoted_by, promoted_at = excluded.promoted_at";
const ONE: &str = "select claim, origin, seal, promoted_by, promoted_at from corridor where claim = ?1";
const ALL: &str = "select claim, origin, seal, promoted_by, promoted_at from corridor order by promoted_at desc, claim limit ?1";
const REINFORCE: &str = "insert into reinforcement (claim, step, seal, principal, at) values (?1, ?2, ?3, ?4, ?5)";
const REINFORCED: &str = "select step, seal from reinforcement where claim = ?1 order by step";
const PROJECTS: &str = "select a.name, (select count(*) from source s where s.anchor = a.name),
    (select count(*) from corridor c where c.origin = a.name),
    coalesce((select max(s.updated_at) from source s where s.anchor = a.name), '') from anchor a order by a.name limit ?1";
const ALIASES: &str = "select alias from anchor_alias where anchor = ?1 order by alias limit ?2";

/// A learning that holds everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The learning.
    pub claim: ClaimId,
    /// The anchor it came from, or empty where nothing tells.
    pub origin: String,
    /// The seal behind it.
    pub seal: Digest,
    /// Who said so.
    pub by: String,
    /// When.
    pub at: Moment,
}

/// A project this palace knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// Its anchor.
    pub anchor: String,
    /// Sources read there.
    pub sources: i64,
    /// Learnings that came from there.
    pub learnings: i64,
    /// When something was last read there.
    pub used_at: Option<Moment>,
}

fn map(mut row: Row) -> Result<Promotion> {
    Ok(Promotion { claim: row.parsed("claim id", ClaimId::parse)?, origin: row.text()?, seal: row.digest()?, by: row.text()?, at: row.moment()? })
}

impl View<'_> {
    /// How a learning came to hold everywhere, if its row says so.
    pub fn promotion(&mut self, claim: &ClaimId) -> Result<Option<Promotion>> {
        self.one(ONE, args![claim.as_str()], map)
    }

    /// Learnings whose rows say that they hold everywhere, newest first.
    pub fn promotions(&mut self, limit: i64) -> Result<Vec<Promotion>> {
        self.many(ALL, args![limit], map)
    }

    /// The times a learning proved right again: each with the seal behind it.
    pub fn reinforcements(&mut self, claim: &ClaimId) -> Result<Vec<(i64, Digest)>> {
        self.many(REINFORCED, args![claim.as_str()], |mut row| Ok((row.int()?, row.digest()?)))
    }

    /// The projects this palace has heard of.
    pub fn projects(&mut self, limit: i64) -> Result<Vec<Project>> {
        self.many(PROJECTS, args![limit], |mut row| {
            Ok(Project { anchor: row.text()?, sources: row.int()?, learnings: row.int()?, used_at: row.moment_or_empty()? })
        })
    }

    /// Other names of a project.
    pub fn aliases(&mut self, anchor: &str, limit: i64) -> Result<Vec<String>> {
        self.many(ALIASES, args![anchor, limit], |mut row| row.text())
    }
}

impl Txn<'_> {
    /// Writes down that a learning holds everywhere.
    pub fn put_promotion(&mut self, p: &Promotion) -> Result<()> {
        self.db.execute(PUT, args![p.claim.as_str(), &p.origin, p.seal, &p.by, p.at])?;
        Ok(())
    }

    /// Writes down that a learning proved right again.
    pub fn put_reinforcement(&mut self, claim: &ClaimId, step: i64, seal: Digest, by: &str, at: Moment) -> Result<()> {
        self.db.execute(REINFORCE, args![claim.as_str(), step, seal, by, at])?;
        Ok(())
    }
}
