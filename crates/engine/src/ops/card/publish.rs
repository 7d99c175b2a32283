//! Publish a card outwards: from a checkout to its repository, from a repository to everywhere.

use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    knowledge::publish::{Outwards, Publication},
    ops::knowledge::publish::Published,
};
use kernel::{
    anchor::Anchor,
    call::Call,
    effect::Govern,
    gate::Agents,
    id::KnowledgeId,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Lets a card hold further out.
#[derive(Debug)]
pub struct Publish;

/// Which, and where to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Card to publish
    pub card_id: KnowledgeId,
    /// How far out
    pub to: Outwards,
    /// The place itself, if it should be checked
    #[serde(default)]
    pub target_anchor_id: Option<Anchor>,
    /// Why it holds there too
    pub reason: Note,
    /// A remark; who reviews is who seals
    #[serde(default)]
    pub reviewer: Option<Name>,
}

impl Input {
    fn wish(&self) -> Publication<'_> {
        Publication { to: self.to, target: self.target_anchor_id.as_ref(), reason: &self.reason }
    }
}

/// Where it lies now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The card
    pub card_id: KnowledgeId,
    /// What came of it
    #[serde(flatten)]
    pub done: Published,
}

impl Operation for Publish {
    const SPEC: Spec = Spec::new("card.publish", "Publish a believed knowledge card outwards, from worktree to repo to global; agents propose it")
        .http(Method::Post, "/v1/cards/{cardId}/publish")
        .positional(&["cardId"])
        .agents(Agents::Propose)
        .mind("knowledge-card publish-anchor");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        crate::knowledge::card(view, &input.card_id)?;
        crate::knowledge::publish::shown(view, house, &input.card_id, &input.wish())
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let (old, moved) = crate::knowledge::publish::publish(cx, &input.card_id, &input.wish())?;
        Ok(Output { card_id: input.card_id, done: Published::of(old, moved) })
    }
}
