//! Knowledge: what the evidence amounts to, from a candidate to a law.

pub mod demote;
pub mod distill;
pub mod gate;
pub mod import;
pub mod inherit;
pub mod list;
pub mod policy;
pub mod promote;
pub mod publish;
pub mod raise;
pub mod show;

use kernel::{
    claim::{Counts, Knowledge, Requirements, Status, Tier, Weighed},
    id::KnowledgeId,
};
use schemars::JsonSchema;
use serde::Serialize;

/// What the gate says, whoever asks.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Gate {
    /// How high it stands
    pub tier: Tier,
    /// How far it is believed
    pub status: Status,
    /// What was asked for
    pub target_status: Status,
    /// Whether nothing is missing
    pub allowed: bool,
    /// What is missing
    pub reasons: Vec<String>,
    /// What it takes
    pub requirements: Requirements,
    /// Independent voices, by role
    pub evidence_counts: Counts,
}

impl Gate {
    pub(crate) fn of(knowledge: &Knowledge, status: Status, target: Status, weighed: Weighed) -> Self {
        let allowed = weighed.allowed();
        let Weighed { requirements, counts, reasons } = weighed;
        Self { tier: knowledge.lesson.tier, status, target_status: target, allowed, reasons, requirements, evidence_counts: counts }
    }
}

/// The knowledge that an answer is about.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Known {
    /// The knowledge
    pub id: KnowledgeId,
    /// The sentence that is woken
    pub statement: String,
    /// What explains it
    pub content: String,
    /// How high it stands
    pub tier: Tier,
    /// How far it is believed
    pub status: Status,
    /// Whom it is for
    pub domain: kernel::claim::Domain,
    /// What it is about
    pub field: String,
    /// Kind of place it lies at
    pub anchor_kind: &'static str,
    /// Where it lies
    pub anchor_id: String,
    /// The repository of that checkout
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_anchor_id: Option<String>,
    /// Where it does not hold
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_constraints: Option<String>,
    /// What it leans towards
    #[serde(skip_serializing_if = "kernel::claim::TriggerHints::is_empty")]
    pub trigger_hints: kernel::claim::TriggerHints,
    /// Whether a seal stands behind it
    pub believed: bool,
    /// Who made it
    pub principal: String,
    /// When it was made
    pub created_at: kernel::time::Moment,
    /// When its standing last changed
    pub updated_at: kernel::time::Moment,
}

impl Known {
    pub(crate) fn of(knowledge: Knowledge, believed: bool) -> Self {
        let (id, status) = (knowledge.id, knowledge.standing.status());
        let anchor = knowledge.anchor;
        let lesson = knowledge.lesson;
        Self {
            id,
            statement: lesson.statement.into(),
            content: lesson.content.into(),
            tier: lesson.tier,
            status,
            domain: lesson.domain,
            field: lesson.field.into(),
            anchor_kind: anchor.kind(),
            parent_anchor_id: anchor.parent().map(String::from),
            anchor_id: anchor.to_string(),
            scope_constraints: lesson.scope_constraints.map(Into::into),
            trigger_hints: lesson.trigger_hints,
            believed,
            principal: knowledge.principal,
            created_at: knowledge.created_at,
            updated_at: knowledge.updated_at,
        }
    }
}
