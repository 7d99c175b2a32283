//! Publish knowledge outwards: from a checkout to its repository, from a repository to everywhere.

use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    knowledge::publish::{Outwards, Publication},
};
use kernel::{
    anchor::Anchor,
    call::Call,
    claim::Knowledge,
    effect::Govern,
    gate::Agents,
    id::KnowledgeId,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Lets knowledge hold further out.
#[derive(Debug)]
pub struct Publish;

/// Which, and where to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Knowledge to publish
    pub drawer_id: KnowledgeId,
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
    /// The knowledge
    pub drawer_id: KnowledgeId,
    /// What came of it
    #[serde(flatten)]
    pub done: Published,
}

/// What came of publishing it, whatever form it has.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Published {
    /// Kind of place it lay at
    pub old_anchor_kind: &'static str,
    /// Where it lay
    pub old_anchor_id: Anchor,
    /// The repository of that checkout
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_parent_anchor_id: Option<Anchor>,
    /// Kind of place it lies at
    pub new_anchor_kind: &'static str,
    /// Where it lies
    pub new_anchor_id: Anchor,
}

impl Published {
    pub(crate) fn of(old: Anchor, moved: Knowledge) -> Self {
        Self {
            old_anchor_kind: old.kind(),
            old_parent_anchor_id: old.parent(),
            old_anchor_id: old,
            new_anchor_kind: moved.anchor.kind(),
            new_anchor_id: moved.anchor,
        }
    }
}

impl Operation for Publish {
    const SPEC: Spec = Spec::new("knowledge.publish", "Publish believed knowledge outwards, from worktree to repo to global; agents propose it")
        .http(Method::Post, "/v1/knowledge/{drawerId}/publish")
        .positional(&["drawerId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Mind, "mempal_knowledge_publish_anchor")])
        .mind("knowledge publish-anchor");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        crate::knowledge::publish::shown(view, house, &input.drawer_id, &input.wish())
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let (old, moved) = crate::knowledge::publish::publish(cx, &input.drawer_id, &input.wish())?;
        Ok(Output { drawer_id: input.drawer_id, done: Published::of(old, moved) })
    }
}
