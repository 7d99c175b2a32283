//! What waits for a human.

pub mod approve;
pub mod decide;
pub mod expire;
pub mod list;
pub mod reject;
pub mod show;
pub mod snooze;

use crate::Error;
use kernel::{
    claim::Confidence,
    id::{ClaimId, EvidenceId, ProposalId},
    proposal::{Proposal, Status},
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use store::StoreError;

/// A proposal, as every reader is given it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// Its id
    pub id: ProposalId,
    /// Operation that approving it runs
    pub op: String,
    /// What it would be called with
    #[schemars(with = "std::collections::BTreeMap<String, Json>")]
    pub input: Json,
    /// Where it stands
    pub status: Status,
    /// Who filed it
    pub author: String,
    /// What kind of caller
    pub author_kind: String,
    /// Client it came through
    #[serde(skip_serializing_if = "String::is_empty")]
    pub client: String,
    /// Session it was filed in
    #[serde(skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// Who thought of it
    pub source: String,
    /// What it cites
    pub evidence: Vec<EvidenceId>,
    /// What a machine-made proposal was made from
    #[serde(skip_serializing_if = "Json::is_null")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, Json>>")]
    pub evidence_refs: Json,
    /// How sure the guess of its kind was
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification_confidence: Option<Confidence>,
    /// What gave its kind away
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<String>,
    /// What it became
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted_to: Option<ClaimId>,
    /// Who decided
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reviewed_by: String,
    /// What they said
    #[serde(skip_serializing_if = "String::is_empty")]
    pub review_note: String,
    /// When it was filed
    pub created_at: Moment,
    /// When it stops waiting
    pub expires_at: Moment,
    /// When it was put away, because nobody answered
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Moment>,
    /// Until when you put it off
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snoozed_until: Option<Moment>,
}

impl Item {
    fn of(p: Proposal, now: Moment) -> Result<Self, Error> {
        Ok(Self {
            status: p.status_at(now),
            input: input_of(&p)?,
            evidence_refs: refs_of(&p)?,
            id: p.id,
            op: p.op,
            author: p.author,
            author_kind: p.author_kind,
            client: p.agent_type,
            session: p.session,
            source: p.source,
            evidence: p.evidence,
            classification_confidence: p.classified.as_ref().map(|c| c.confidence),
            signals: p.classified.map(|c| c.signals).unwrap_or_default(),
            promoted_to: p.promoted_to,
            reviewed_by: p.reviewed_by,
            review_note: p.review_note,
            created_at: p.created_at,
            expires_at: p.expires_at,
            archived_at: p.archived_at,
            snoozed_until: None, // the reader's own; a list adds it
        })
    }
}

/// Null when there are none, so that they are left out of answers.
fn refs_of(p: &Proposal) -> Result<Json, Error> {
    let refs: Json = serde_json::from_str(&p.evidence_refs).map_err(|e| StoreError::Damaged(format!("proposal {}: {e}", p.id)))?;
    Ok(if refs.as_object().is_some_and(serde_json::Map::is_empty) { Json::Null } else { refs })
}

fn input_of(p: &Proposal) -> Result<Json, Error> {
    serde_json::from_str(&p.input).map_err(|e| StoreError::Damaged(format!("proposal {}: {e}", p.id)).into())
}
