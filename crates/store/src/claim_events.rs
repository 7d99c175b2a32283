//! Stores outcomes and confidences of claims. Append-only, the last row holds.
//!
//! A row names the seal it was written under. Whether that seal stands, and covers what the row says, is asked by whoever
//! believes it; nothing here decides. Not here: the claim itself, whose draft never changes.

use crate::{
    Result, Row, StoreError, Txn, View,
    value::{Value, args},
};
use kernel::{
    canonical,
    claim::{Confidence, Outcome},
    id::ClaimId,
    ledger::Digest,
    seal::HumanReview,
    time::Moment,
};

/// What came of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeRow {
    /// The claim.
    pub claim: ClaimId,
    /// What came of it.
    pub outcome: Outcome,
    /// What was said about it.
    pub note: String,
    /// Who said so, when, and under which seal.
    pub made: Made,
}

/// How sure we became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfidenceRow {
    /// The claim.
    pub claim: ClaimId,
    /// How sure.
    pub confidence: Confidence,
    /// What brought it about.
    pub why: Why,
    /// Who said so, when, and under which seal.
    pub made: Made,
}

/// Who said so, when, and under which seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Who.
    pub by: String,
    /// When.
    pub at: Moment,
    /// Under which seal.
    pub seal: Digest,
}

/// What brought a confidence about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// Someone confirmed it.
    Reinforced,
    /// Someone became surer of it.
    Boosted,
    /// A decision that it informed was tried.
    Outcome,
    /// Nobody confirmed it for long.
    Decayed,
}

impl Why {
    const ALL: [Self; 4] = [Self::Reinforced, Self::Boosted, Self::Outcome, Self::Decayed];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reinforced => "reinforced",
            Self::Boosted => "boosted",
            Self::Outcome => "outcome",
            Self::Decayed => "decayed",
        }
    }

    /// Whether it confirms the claim, so that time is counted from it.
    pub const fn confirms(self) -> bool {
        match self {
            Self::Reinforced | Self::Boosted | Self::Outcome => true,
            Self::Decayed => false,
        }
    }

    fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.name() == word)
    }
}

const OUTCOMES: &str = "select o.claim, o.n, o.outcome, o.note, o.made_by, o.made_at, o.seal from json_each(?1) j cross join outcome o
    where o.claim = j.value order by o.claim, o.n";
const OUTCOMES_ALL: &str = "select claim, n, outcome, note, made_by, made_at, seal from outcome order by claim, n";
const OUTCOME_PUT: &str = "insert into outcome (claim, n, outcome, note, made_by, made_at, seal) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const OUTCOME_NEXT: &str = "select coalesce(max(n), 0) + 1 from outcome where claim = ?1";
const CONFIDENCES: &str = "select k.claim, k.n, k.hundredths, k.why, k.made_by, k.made_at, k.seal from json_each(?1) j cross join confidence k
    where k.claim = j.value order by k.claim, k.n";
const CONFIDENCES_ALL: &str = "select claim, n, hundredths, why, made_by, made_at, seal from confidence order by claim, n";
const CONFIDENCE_PUT: &str = "insert into confidence (claim, n, hundredths, why, made_by, made_at, seal) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const CONFIDENCE_NEXT: &str = "select coalesce(max(n), 0) + 1 from confidence where claim = ?1";

pub(crate) fn made(row: &mut Row) -> Result<Made> {
    Ok(Made { by: row.text()?, at: row.moment()?, seal: row.digest()? })
}

fn outcome(mut row: Row) -> Result<(i64, OutcomeRow)> {
    let (claim, n) = (row.parsed("claim id", ClaimId::parse)?, row.int()?);
    let outcome = row.parsed("outcome", |word| Outcome::named(word).ok_or("unknown word"))?;
    Ok((n, OutcomeRow { claim, outcome, note: row.text()?, made: made(&mut row)? }))
}

fn confidence(mut row: Row) -> Result<(i64, ConfidenceRow)> {
    let (claim, n) = (row.parsed("claim id", ClaimId::parse)?, row.int()?);
    let points = u8::try_from(row.int()?).ok().filter(|points| *points <= 100);
    let confidence = points.map(Confidence::hundredths).ok_or_else(|| StoreError::Damaged(format!("a row of {claim} holds a bad confidence")))?;
    let why = row.parsed("reason", |word| Why::named(word).ok_or("unknown word"))?;
    Ok((n, ConfidenceRow { claim, confidence, why, made: made(&mut row)? }))
}

/// What the ledger remembers of a row, so that one edited by hand is noticed.
pub(crate) fn state(parts: &impl serde::Serialize) -> Result<Digest> {
    canonical::digest(parts).map_err(|e| StoreError::Damaged(e.to_string()))
}

fn outcome_state(row: &OutcomeRow) -> Result<Digest> {
    state(&(&row.claim, row.outcome, &row.note, &row.made.by, row.made.at, row.made.seal))
}

fn confidence_state(row: &ConfidenceRow) -> Result<Digest> {
    state(&(&row.claim, row.confidence, row.why, &row.made.by, row.made.at, row.made.seal))
}

/// How the ledger names a row beside a record.
fn name(record: &str, what: &str, n: i64) -> String {
    format!("{record} {what} {n}")
}

/// A list of ids, as one argument.
pub(crate) fn listed<T: AsRef<str>>(ids: &[T]) -> Result<String> {
    let ids: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
    canonical::canonical(&ids).map_err(|e| StoreError::Other(e.to_string()))
}

impl View<'_> {
    /// What came of these claims, oldest first for each.
    pub fn outcomes<T: AsRef<str>>(&mut self, claims: &[T]) -> Result<Vec<OutcomeRow>> {
        self.many(OUTCOMES, args![listed(claims)?], |row| Ok(outcome(row)?.1))
    }

    /// How sure we became of these claims, oldest first for each.
    pub fn confidences<T: AsRef<str>>(&mut self, claims: &[T]) -> Result<Vec<ConfidenceRow>> {
        self.many(CONFIDENCES, args![listed(claims)?], |row| Ok(confidence(row)?.1))
    }

    /// Every outcome, by claim and order.
    pub fn each_outcome(&mut self, take: &mut dyn FnMut(String, OutcomeRow) -> Result<()>) -> Result<()> {
        self.db.each(OUTCOMES_ALL, &[], &mut |row| {
            let (n, row) = outcome(row)?;
            take(name(row.claim.as_str(), "outcome", n), row)
        })
    }

    /// Every confidence, by claim and order.
    pub fn each_confidence(&mut self, take: &mut dyn FnMut(String, ConfidenceRow) -> Result<()>) -> Result<()> {
        self.db.each(CONFIDENCES_ALL, &[], &mut |row| {
            let (n, row) = confidence(row)?;
            take(name(row.claim.as_str(), "confidence", n), row)
        })
    }

    /// Hands over every row beside a claim with its state, as the ledger should have bound it.
    pub(crate) fn each_beside_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_outcome(&mut |name, row| take(name, outcome_state(&row)?))?;
        self.each_confidence(&mut |name, row| take(name, confidence_state(&row)?))
    }
}

impl Txn<'_> {
    /// The next number of a record's rows.
    pub(crate) fn next(&mut self, sql: &str, record: &str) -> Result<i64> {
        Ok(self.one(sql, &[Value::from(record)], |mut row| row.int())?.unwrap_or(1))
    }

    /// Writes down what came of a claim, under a human's yes.
    ///
    /// # Panics
    /// When the row names another seal than the one behind this yes.
    pub fn put_outcome(&mut self, row: &OutcomeRow, review: &HumanReview) -> Result<()> {
        under(&row.made, review, &row.claim);
        let n = self.next(OUTCOME_NEXT, row.claim.as_str())?;
        let Made { by, at, seal } = &row.made;
        self.db.execute(OUTCOME_PUT, args![row.claim.as_str(), n, row.outcome.name(), &row.note, by, *at, *seal])?;
        self.after.insert(name(row.claim.as_str(), "outcome", n), outcome_state(row)?);
        Ok(())
    }

    /// Writes down how sure we are of a claim now, under a human's yes.
    ///
    /// # Panics
    /// When the row names another seal than the one behind this yes.
    pub fn put_confidence(&mut self, row: &ConfidenceRow, review: &HumanReview) -> Result<()> {
        under(&row.made, review, &row.claim);
        let n = self.next(CONFIDENCE_NEXT, row.claim.as_str())?;
        let Made { by, at, seal } = &row.made;
        let points = i64::from(row.confidence.points());
        self.db.execute(CONFIDENCE_PUT, args![row.claim.as_str(), n, points, row.why.name(), by, *at, *seal])?;
        self.after.insert(name(row.claim.as_str(), "confidence", n), confidence_state(row)?);
        Ok(())
    }
}

pub(crate) fn under(made: &Made, review: &HumanReview, record: impl std::fmt::Display) {
    assert_eq!(made.seal, review.seal(), "BUG: what changes about {record} was to be written under another seal than its own");
}
