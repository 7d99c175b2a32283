//! Demote a card: evidence against it, a reason, a human's seal.

use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    knowledge::demotion::{Demotion, ReasonType},
    ops::knowledge::demote::Demoted,
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

/// Lets a card be believed no longer.
#[derive(Debug)]
pub struct Demote;

/// Which, and what speaks against it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card to demote
    pub card_id: KnowledgeId,
    /// What it becomes: demoted or retired
    pub status: Status,
    /// Evidence against it (can be repeated)
    #[schemars(extend("format" = "id"))]
    pub evidence_refs: Vec<Name>,
    /// Why it is no longer to be believed
    pub reason: Note,
    /// What kind of reason
    pub reason_type: ReasonType,
}

impl Input {
    fn wish(&self) -> Demotion<'_> {
        Demotion { status: self.status, evidence: &self.evidence_refs, reason: &self.reason, reason_type: self.reason_type }
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
    pub done: Demoted,
}

impl Operation for Demote {
    const SPEC: Spec = Spec::new("card.demote", "Demote or retire a knowledge card that evidence speaks against; agents propose it")
        .http(Method::Post, "/v1/cards/{cardId}/demote")
        .positional(&["cardId"])
        .agents(Agents::Propose)
        .action(Dialect::Mind, "mempal_knowledge_cards", "demote", "demote")
        .mind("knowledge-card demote");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        crate::knowledge::card(view, &input.card_id)?;
        crate::knowledge::demotion::demote_shown(view, &input.card_id, &input.wish())
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let done = crate::knowledge::demotion::demote(cx, &input.card_id, &input.wish())?;
        Ok(Output { card_id: input.card_id, done: done.into() })
    }
}
