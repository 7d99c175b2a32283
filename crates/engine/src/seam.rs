//! Where drawers meet what is built beside them: knowledge, the taxonomy, and what a text gives away about itself.
//!
//! Each function answers for a palace that holds none of it. Whoever brings knowledge or a taxonomy answers here, and
//! nowhere else.

use crate::{Error, Reviewed, Work, ops::drawer::ingest};
use kernel::{drawer::Importance, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use store::View;

/// How far up a piece of knowledge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// A tool or a trick.
    Qi,
    /// A way of working.
    Shu,
    /// A principle of people.
    DaoRen,
    /// A principle of things.
    DaoTian,
}

/// Where a piece of knowledge stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Somebody thinks so.
    Candidate,
    /// It was shown.
    Promoted,
    /// It holds.
    Canonical,
    /// It held once.
    Demoted,
    /// It is put away.
    Retired,
}

impl Status {
    const fn name(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Promoted => "promoted",
            Self::Canonical => "canonical",
            Self::Demoted => "demoted",
            Self::Retired => "retired",
        }
    }
}

/// Knowledge that somebody wants to put in a drawer: never with authority. A candidate is distilled from evidence, which
/// `knowledge.distill` does; everything above it takes a human's seal.
pub(crate) fn knowledge(_: &mut Work<'_>, input: &ingest::Input) -> Result<ingest::Output, Error> {
    match input.status {
        Some(status) if status != Status::Candidate => Err(Code::InputInvalid
            .refuse("status", format!("nothing is put in a drawer as {}: knowledge begins as a candidate", status.name()))
            .next("Make a candidate with `knowledge.distill`, then let a person promote it with `knowledge.promote`")
            .into()),
        Some(_) | None => Err(Code::InputInvalid
            .refuse("memoryKind", "knowledge is distilled from evidence, not put in a drawer")
            .next("Call `knowledge.distill` with the statement, its tier and the evidence it rests on")
            .into()),
    }
}

/// Knowledge that rests on these pieces of evidence and would fall with them, by id.
pub(crate) fn knowledge_on(_: &mut View<'_>, _: &BTreeSet<String>) -> Result<Vec<String>, Error> {
    Ok(Vec::new())
}

/// Lets that knowledge fall, in the same transaction.
pub(crate) fn knowledge_falls(_: &mut Reviewed<'_>, _: &BTreeSet<String>) -> Result<Vec<String>, Error> {
    Ok(Vec::new())
}

/// Candidates of a wing that nobody has decided about yet, newest first: id, statement, tier.
pub(crate) fn in_flight(_: &mut View<'_>, _: &str, _: i64) -> Result<Vec<(String, String, String)>, Error> {
    Ok(Vec::new())
}

/// Where a question was sent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Route {
    /// Wing
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wing: Option<String>,
    /// Room
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// How sure that is, from 0 to 1
    pub confidence: f64,
    /// Why
    pub reason: String,
}

/// Where a question goes. A wing or a room that the caller names is a condition; what a taxonomy suggests is only a
/// suggestion, and never keeps anything from being found.
pub(crate) fn route(_: &mut View<'_>, _query: &str, wing: Option<&str>, room: Option<&str>) -> Result<Route, Error> {
    let said = wing.is_some() || room.is_some();
    Ok(Route {
        wing: wing.map(str::to_owned),
        room: room.map(str::to_owned),
        confidence: if said { 1.0 } else { 0.0 },
        reason: if said { "the caller named it" } else { "no wing or room was named, so everything in reach is looked at" }.into(),
    })
}

/// Rooms in the taxonomy.
pub(crate) fn taxonomy_count(_: &mut View<'_>) -> Result<i64, Error> {
    Ok(0)
}

/// Other wings worth a look, by name.
pub(crate) fn tunnel_hints(_: &mut View<'_>, _wing: &str, _room: &str) -> Result<Vec<String>, Error> {
    Ok(Vec::new())
}

/// What a text gives away about itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    pub(crate) entities: Vec<String>,
    pub(crate) topics: Vec<String>,
    pub(crate) flags: Vec<String>,
    pub(crate) emotions: Vec<String>,
    /// From 0 to 5.
    pub(crate) stars: i64,
}

/// What a text gives away about itself; its importance, where somebody said one, is its stars.
pub(crate) fn signals(_content: &str, importance: i64) -> Signals {
    Signals { stars: importance.clamp(0, i64::from(Importance::MAX)), ..Signals::default() }
}
