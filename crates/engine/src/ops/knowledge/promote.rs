//! Promote knowledge: the gate over its evidence, then a human's seal. An agent's call waits for that.

use super::Gate;
use crate::knowledge::premises::PROMOTE_KNOWLEDGE;
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, knowledge::lifecycle::Promotion};
use kernel::{
    call::Call,
    claim::Status,
    effect::Govern,
    gate::Agents,
    id::{EvidenceId, KnowledgeId},
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Lets knowledge be believed.
#[derive(Debug)]
pub struct Promote;

/// Which, and on what ground.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Knowledge to promote
    pub drawer_id: KnowledgeId,
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
    /// The knowledge
    pub drawer_id: KnowledgeId,
    /// What came of it
    #[serde(flatten)]
    pub done: Promoted,
}

/// What came of promoting it, whatever form it has.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Promoted {
    /// How far it was believed
    pub old_status: Status,
    /// How far it is now
    pub new_status: Status,
    /// All that checked it
    pub verification_refs: Vec<EvidenceId>,
    /// What the gate said
    pub gate: Gate,
}

impl Promoted {
    pub(crate) fn of(done: crate::knowledge::lifecycle::Promoted, status: Status) -> Self {
        Self {
            old_status: done.before,
            new_status: status,
            verification_refs: done.verification,
            gate: Gate::of(&done.knowledge, done.before, status, done.weighed),
        }
    }
}

impl Operation for Promote {
    const SPEC: Spec = Spec::new(PROMOTE_KNOWLEDGE, "Promote knowledge whose evidence passes the gate, under a human's seal; agents propose it")
        .http(Method::Post, "/v1/knowledge/{drawerId}/promote")
        .positional(&["drawerId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Mind, "mempal_knowledge_promote")])
        .mind("knowledge promote");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        crate::knowledge::require_no_waiver(input.allow_counterexamples, None)?;
        crate::knowledge::lifecycle::promote_shown(view, &input.drawer_id, &input.wish())
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let done = crate::knowledge::lifecycle::promote(cx, &input.drawer_id, &input.wish())?;
        Ok(Output { drawer_id: input.drawer_id, done: Promoted::of(done, input.status) })
    }
}
