//! Facts: what is said to hold between two things, by whom, and when. Anyone may say one; saying it makes nothing believed.
//!
//! A fact belongs to the project it was said in. It is read there, and what was said of everywhere is read with it; what was
//! said in other projects is not. Not here: claims. What is believed is sealed, and lives elsewhere.

pub mod add;
pub mod check;
pub mod import;
pub mod invalidate;
pub mod list;
pub mod query;
pub mod stats;
pub mod timeline;

use kernel::{
    anchor::Anchor,
    claim::Confidence,
    evidence::Origin,
    fact::Fact,
    id::{EvidenceId, FactId},
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;

/// Facts that are given at once, unless fewer are asked for.
const LIMIT: i64 = 100;

/// A fact, as it is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Triple {
    /// Its id
    pub id: FactId,
    /// What it is about
    pub subject: String,
    /// What holds
    pub predicate: String,
    /// Between it and what
    pub object: String,
    /// Since when it holds
    pub valid_from: Moment,
    /// Until when, as far as is known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<Moment>,
    /// How sure whoever said it was, from 0 to 1
    pub confidence: Confidence,
    /// The evidence it was read from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_drawer: Option<EvidenceId>,
    /// When we heard of it
    pub recorded_at: Moment,
    /// When we heard that it ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retracted_at: Option<Moment>,
    /// Who said that it ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retracted_by: Option<String>,
    /// Who said it
    pub principal: String,
    /// What kind of mouth that was
    pub origin: Origin,
    /// Where it was said
    pub anchor: Anchor,
}

impl Triple {
    /// The fact, as it was known at a moment.
    fn at(fact: Fact, known: Moment) -> Self {
        let valid_to = fact.end(known);
        let closed = fact.closed.filter(|closed| closed.at <= known);
        Self {
            id: fact.id,
            subject: fact.subject,
            predicate: fact.predicate,
            object: fact.object,
            valid_from: fact.valid_from,
            valid_to,
            confidence: fact.confidence,
            source_drawer: fact.source,
            recorded_at: fact.recorded_at,
            retracted_at: closed.as_ref().map(|closed| closed.at),
            retracted_by: closed.map(|closed| closed.by),
            principal: fact.principal,
            origin: fact.origin,
            anchor: fact.anchor,
        }
    }
}
