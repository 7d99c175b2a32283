//! Demote knowledge: evidence against it, a reason, a human's seal. What was made from it falls with it.

use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    knowledge::demotion::{Demotion, ReasonType},
};
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

/// Lets knowledge be believed no longer.
#[derive(Debug)]
pub struct Demote;

/// Which, and what speaks against it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Knowledge to demote
    pub drawer_id: KnowledgeId,
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
    /// The knowledge
    pub drawer_id: KnowledgeId,
    /// What came of it
    #[serde(flatten)]
    pub done: Demoted,
}

/// What came of demoting it, whatever form it has.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Demoted {
    /// How far it was believed
    pub old_status: Status,
    /// How far it is now
    pub new_status: Status,
    /// All that speaks against it
    pub counterexample_refs: Vec<EvidenceId>,
    /// What was made from it and fell with it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fell: Vec<KnowledgeId>,
}

impl From<crate::knowledge::demotion::Demoted> for Demoted {
    fn from(done: crate::knowledge::demotion::Demoted) -> Self {
        Self { old_status: done.before, new_status: done.knowledge.standing.status(), counterexample_refs: done.counterexamples, fell: done.fell }
    }
}

impl Operation for Demote {
    const SPEC: Spec = Spec::new("knowledge.demote", "Demote or retire knowledge that evidence speaks against; agents propose it")
        .http(Method::Post, "/v1/knowledge/{drawerId}/demote")
        .positional(&["drawerId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Mind, "mempal_knowledge_demote")])
        .mind("knowledge demote");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        crate::knowledge::demotion::demote_shown(view, &input.drawer_id, &input.wish())
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let done = crate::knowledge::demotion::demote(cx, &input.drawer_id, &input.wish())?;
        Ok(Output { drawer_id: input.drawer_id, done: done.into() })
    }
}
