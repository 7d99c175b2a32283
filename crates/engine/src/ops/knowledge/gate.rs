//! Ask the gate: what a piece of knowledge still lacks to be believed. Nothing changes.

use super::Gate;
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{actor::ActorKind, claim::Status, effect::Read, id::KnowledgeId, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Weighs and tells.
#[derive(Debug)]
pub struct Weigh;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Knowledge to weigh
    pub drawer_id: KnowledgeId,
    /// What it should become (canonical for dao_tian, else promoted)
    #[serde(default)]
    pub target_status: Option<Status>,
    /// A remark; who reviews is who seals
    #[serde(default)]
    pub reviewer: Option<Name>,
    /// Refused: counterexamples are answered, not waived
    #[serde(default)]
    pub allow_counterexamples: Option<bool>,
}

/// What the gate says.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The knowledge
    pub drawer_id: KnowledgeId,
    /// What it says
    #[serde(flatten)]
    pub gate: Gate,
}

impl Operation for Weigh {
    const SPEC: Spec = Spec::new("knowledge.gate", "Weigh knowledge: what it lacks to be believed; nothing changes")
        .http(Method::Get, "/v1/knowledge/{drawerId}/gate")
        .positional(&["drawerId"])
        .also(&[(Dialect::Mind, "mempal_knowledge_gate")])
        .mind("knowledge gate");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        crate::knowledge::require_no_waiver(input.allow_counterexamples, None)?;
        let gate = weigh(cx, &input.drawer_id, input.target_status)?;
        Ok(Output { drawer_id: input.drawer_id, gate })
    }
}

/// Weighs knowledge of either form, for whoever asks.
pub(crate) fn weigh(cx: &mut Look<'_>, id: &KnowledgeId, target: Option<Status>) -> Result<Gate, Error> {
    let knowledge = crate::knowledge::known(cx, id)?;
    let target = target.unwrap_or(knowledge.lesson.tier.target());
    knowledge.lesson.tier.require(target)?;
    let reviewed = cx.call.actor.kind() == ActorKind::Human;
    let weighed = crate::knowledge::weighed(cx, &knowledge, reviewed)?;
    Ok(Gate::of(&knowledge, knowledge.standing.status(), target, weighed))
}
