//! The corridor: which learnings hold beyond the project they came from, and which projects there are.
//!
//! Not here: whether a row is to be believed. It names a seal; the engine asks it.

use crate::{
    Made, Result, Row, Txn, View,
    claim_events::{made, state, under},
    value::args,
};
use kernel::{id::ClaimId, ledger::Digest, seal::HumanReview, time::Moment};

/// A row whose seal does not hold stands in nobody's way.
const PUT: &str = "insert into corridor (claim, origin, seal, promoted_by, promoted_at) values (?1, ?2, ?3, ?4, ?5)
    on conflict (claim) do update set origin = excluded.origin, seal = excluded.seal, promoted_by = excluded.promoted_by, promoted_at = excluded.promoted_at";
const ONE: &str = "select claim, origin, promoted_by, promoted_at, seal from corridor where claim = ?1";
const ALL: &str = "select claim, origin, promoted_by, promoted_at, seal from corridor order by promoted_at desc, claim limit ?1";
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
    /// Who said so, when, and under which seal.
    pub made: Made,
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
    Ok(Promotion { claim: row.parsed("claim id", ClaimId::parse)?, origin: row.text()?, made: made(&mut row)? })
}

/// How the ledger names a promotion.
fn name(claim: &ClaimId) -> String {
    format!("{claim} promoted")
}

fn bound(row: &Promotion) -> Result<Digest> {
    state(&(&row.claim, &row.origin, &row.made.by, row.made.at, row.made.seal))
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

    /// Every promotion, with the name by which the ledger knows it.
    pub fn each_promotion(&mut self, take: &mut dyn FnMut(String, Promotion) -> Result<()>) -> Result<()> {
        self.db.each(ALL, args![i64::MAX], &mut |row| {
            let row = map(row)?;
            take(name(&row.claim), row)
        })
    }

    /// Hands over every promotion with its state, as the ledger should have bound it.
    pub(crate) fn each_promotion_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_promotion(&mut |name, row| take(name, bound(&row)?))
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
    /// Writes down that a learning holds everywhere, under a human's yes.
    ///
    /// # Panics
    /// When the row names another seal than the one behind this yes.
    pub fn put_promotion(&mut self, row: &Promotion, review: &HumanReview) -> Result<()> {
        under(&row.made, review, &row.claim);
        let Made { by, at, seal } = &row.made;
        self.db.execute(PUT, args![row.claim.as_str(), &row.origin, *seal, by, *at])?;
        self.after.insert(name(&row.claim), bound(row)?);
        Ok(())
    }
}
