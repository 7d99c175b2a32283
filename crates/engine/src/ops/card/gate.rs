//! Ask the gate about a card: what it still lacks to be believed. Nothing changes.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::knowledge::{Gate, gate::weigh},
};
use kernel::{claim::Status, effect::Read, id::KnowledgeId, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Weighs and tells.
#[derive(Debug)]
pub struct Weigh;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card to weigh
    pub card_id: KnowledgeId,
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
    /// The card
    pub card_id: KnowledgeId,
    /// What it says
    #[serde(flatten)]
    pub gate: Gate,
}

impl Operation for Weigh {
    const SPEC: Spec = Spec::new("card.gate", "Weigh a knowledge card: what it lacks to be believed; nothing changes")
        .http(Method::Get, "/v1/cards/{cardId}/gate")
        .positional(&["cardId"])
        .action(Dialect::Mind, "mempal_knowledge_cards", "gate", "gate")
        .mind("knowledge-card gate");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        crate::knowledge::require_no_waiver(input.allow_counterexamples, None)?;
        crate::knowledge::card(cx, &input.card_id)?;
        let gate = weigh(cx, &input.card_id, input.target_status)?;
        Ok(Output { card_id: input.card_id, gate })
    }
}
