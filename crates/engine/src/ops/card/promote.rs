//! Promote a card: the same gate and the same seal as for any knowledge. An agent's call waits for that.

use crate::knowledge::premises::PROMOTE_CARD;
use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, knowledge::lifecycle::Promotion, ops::knowledge::promote::Promoted,
};
use kernel::{
    call::Call,
    claim::Status,
    effect::Govern,
    gate::Agents,
    id::KnowledgeId,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Lets a card be believed.
#[derive(Debug)]
pub struct Promote;

/// Which, and on what ground.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card to promote
    pub card_id: KnowledgeId,
    /// What it becomes: promoted, or canonical for dao_tian
    pub status: Status,
    /// Evidence that checked it again (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub verification_refs: Vec<Name>,
    /// Why it is to be believed
    pub reason: Note,
    /// Counterexamples that were answered; they stay on record and no longer count (can be repeated)
    #[serde(default)]
    pub answered: Vec<Name>,
    /// A remark; who reviews is who seals
    #[serde(default)]
    pub reviewer: Option<Name>,
    /// Refused: counterexamples are answered, not waived
    #[serde(default)]
    pub allow_counterexamples: Option<bool>,
    /// Always true: the gate is never left out
    #[serde(default)]
    pub enforce_gate: Option<bool>,
}

impl Input {
    fn wish(&self) -> Promotion<'_> {
        Promotion { status: self.status, verification: &self.verification_refs, answered: &self.answered, reason: &self.reason }
    }
}

/// How it stands now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The card
    pub card_id: KnowledgeId,
    /// What came of it
    #[serde(flatten)]
    pub done: Promoted,
}

impl Operation for Promote {
    const SPEC: Spec = Spec::new(PROMOTE_CARD, "Promote a knowledge card whose evidence passes the gate, under a human's seal; agents propose it")
        .http(Method::Post, "/v1/cards/{cardId}/promote")
        .positional(&["cardId"])
        .agents(Agents::Propose)
        .action(Dialect::Mind, "mempal_knowledge_cards", "promote", "promote")
        .mind("knowledge-card promote");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        crate::knowledge::require_no_waiver(input.allow_counterexamples, input.enforce_gate)?;
        crate::knowledge::card(view, &input.card_id)?;
        crate::knowledge::lifecycle::promote_shown(view, &input.card_id, &input.wish())
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let done = crate::knowledge::lifecycle::promote(cx, &input.card_id, &input.wish())?;
        Ok(Output { card_id: input.card_id, done: Promoted::of(done, input.status) })
    }
}
