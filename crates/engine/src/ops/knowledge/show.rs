//! Show one piece of knowledge: its words, what it rests on, and what happened to it.

use super::Known;
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{
    claim::{Happening, Role, Status},
    effect::Read,
    id::{EvidenceId, KnowledgeId},
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Shows it.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Knowledge to show
    pub id: KnowledgeId,
}

/// All of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The knowledge
    #[serde(flatten)]
    pub known: Known,
    /// What it rests on, and what speaks against it
    pub refs: Vec<Ref>,
    /// What happened to it, in order
    pub events: Vec<Event>,
}

/// Evidence in its role.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Ref {
    /// The evidence
    pub evidence: EvidenceId,
    /// What it is to it
    pub role: Role,
    /// What was said about it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Who linked them
    pub by: String,
}

/// Something that happened.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Event {
    /// Its number
    pub seq: i64,
    /// What happened
    pub event_type: Happening,
    /// How far it was believed before
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_status: Option<Status>,
    /// And after
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_status: Option<Status>,
    /// Why
    pub reason: String,
    /// Who
    pub actor: String,
    /// What else is to be known
    pub metadata: Json,
    /// When
    pub created_at: Moment,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("knowledge.show", "Show knowledge: its words, what it rests on, what happened to it")
        .http(Method::Get, "/v1/knowledge/{id}")
        .positional(&["id"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Output, Error> {
        let knowledge = crate::knowledge::known(cx, &id)?;
        let house = cx.house;
        let believed = crate::knowledge::is_believed(cx, house, &knowledge)?;
        let refs = cx.knowledge_refs(&[id.as_str()])?;
        let refs = refs.into_iter().map(|r| Ref { evidence: r.evidence, role: r.role, note: r.note, by: r.by }).collect();
        Ok(Output { known: Known::of(knowledge, believed), refs, events: events(cx, &id)? })
    }
}

/// What happened to it, in order.
pub(crate) fn events(cx: &mut Look<'_>, id: &KnowledgeId) -> Result<Vec<Event>, Error> {
    let rows = cx.knowledge_events(id)?;
    Ok(rows
        .into_iter()
        .map(|(seq, e)| Event {
            seq,
            event_type: e.what,
            from_status: e.from,
            to_status: e.to,
            reason: e.reason,
            actor: e.actor,
            metadata: serde_json::from_str(&e.metadata).unwrap_or(Json::Null),
            created_at: e.at,
        })
        .collect())
}
