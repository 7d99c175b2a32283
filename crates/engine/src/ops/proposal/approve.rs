//! Approve a proposal: the call that waited runs in the reviewer's transaction. One change, one entry.

use super::{input_of, refs_of};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, ops::missing};
use kernel::{
    call::Call,
    effect::Govern,
    gate::Agents,
    id::{ClaimId, ProposalId},
    proposal::{Proposal, Status},
    refusal::Code,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::View;

/// A human's yes.
#[derive(Debug)]
pub struct Approve;

/// To what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Proposal to decide
    #[serde(alias = "proposal", alias = "proposal_id", alias = "id")]
    pub proposal_id: ProposalId,
    /// Who decides, if not the caller
    #[serde(default)]
    pub by: Option<Name>,
    /// Remark to keep with the decision
    #[serde(default)]
    pub note: Option<Note>,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The proposal
    pub proposal_id: ProposalId,
    /// Where it stands now
    pub status: Status,
    /// What it became
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted_to: Option<ClaimId>,
    /// What the call that waited gave
    #[schemars(with = "std::collections::BTreeMap<String, Json>")]
    pub result: Json,
}

impl Operation for Approve {
    const SPEC: Spec = Spec::new("proposal.approve", "Approve a proposal: the call that waited runs under your seal")
        .http(Method::Post, "/v1/proposals/{proposalId}/approve")
        .positional(&["proposalId"])
        .agents(Agents::Never)
        .also(&[(Dialect::Memory, "approve"), (Dialect::Palace, "approve")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let proposal = waiting(view, call, &input.proposal_id)?;
        let inner = shown_by_call(view, house, call, &proposal, &input_of(&proposal)?)?;
        Ok(Shown { covers: [vec![proposal.digest()], inner.covers].concat(), what: asked(&proposal, &inner.what)? })
    }

    fn run(cx: &mut Reviewed<'_>, Input { proposal_id, by, note }: Input) -> Result<Output, Error> {
        let done = say_yes(cx, &proposal_id, None, Remark { by, note: note.map_or_else(String::new, String::from) })?;
        cx.about(&proposal_id);
        Ok(done)
    }
}

/// What is kept beside a decision: who decided, if not the caller, and what they said.
pub(super) struct Remark {
    pub(super) by: Option<Name>,
    pub(super) note: String,
}

/// Carries out the call that waited, or what a human made of it, and writes down the yes.
pub(super) fn say_yes(cx: &mut Reviewed<'_>, id: &ProposalId, edited: Option<Json>, remark: Remark) -> Result<Output, Error> {
    let proposal = cx.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
    proposal.waits(cx.call.now)?;
    let input = edited.map_or_else(|| input_of(&proposal), Ok)?;
    let op = waiting_op(&proposal.op)?;
    cx.from = Some(proposal);
    let result = op.run_reviewed(cx, input)?;
    cx.from = None;
    // An erasure takes its own words out of the proposal that asked for it.
    let proposal = cx.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
    let promoted_to = result["id"].as_str().and_then(|id| ClaimId::parse(id).ok());
    let proposal = decided(cx, Proposal { promoted_to, ..proposal }, Status::Approved, remark)?;
    Ok(Output { proposal_id: proposal.id, status: proposal.status, promoted_to: proposal.promoted_to, result })
}

/// Writes down what became of a proposal.
pub(super) fn decided(cx: &mut Reviewed<'_>, mut proposal: Proposal, status: Status, remark: Remark) -> Result<Proposal, Error> {
    proposal.status = status;
    proposal.reviewed_by = remark.by.map_or_else(|| cx.call.actor.name().to_owned(), String::from);
    proposal.reviewed_at = Some(cx.call.now);
    proposal.review_note = remark.note;
    cx.decide(&proposal)?;
    Ok(proposal)
}

/// The proposal, if it still waits.
pub(super) fn waiting(view: &mut View<'_>, call: &Call, id: &ProposalId) -> Result<Proposal, Error> {
    let proposal = view.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
    proposal.waits(call.now)?;
    Ok(proposal)
}

/// What the call that waits shows of itself, with its own input or with what a human made of it.
pub(super) fn shown_by_call(view: &mut View<'_>, house: &PalaceState, call: &Call, proposal: &Proposal, input: &Json) -> Result<Shown, Error> {
    waiting_op(&proposal.op)?.shown(view, house, call, input)
}

/// What a reviewer sees: the call, who asks, and what the call itself shows.
pub(super) fn asked(proposal: &Proposal, shows: &Json) -> Result<Json, Error> {
    Ok(json!({
        "proposal": proposal.id, "call": proposal.op, "author": proposal.author, "authorKind": proposal.author_kind,
        "source": proposal.source, "evidenceRefs": refs_of(proposal)?, "filed": proposal.created_at, "shows": shows,
    }))
}

fn waiting_op(name: &str) -> Result<&'static dyn crate::Op, Error> {
    crate::call::catalogue::find(name)
        .ok_or_else(|| Code::StoreDamaged.refuse(name, format!("the proposal waits for `{name}`, which this palace does not know")).into())
}
