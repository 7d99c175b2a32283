//! Approve a proposal: the call that waited runs in the reviewer's transaction. One change, one entry.

use super::{input_of, refs_of};
use crate::{Dialect, Error, House, Method, Operation, Reviewed, Shown, Spec, ops::missing, registry};
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

    fn shown(view: &mut View<'_>, house: &House, call: &Call, input: &Input) -> Result<Shown, Error> {
        let proposal = waiting(view, call, &input.proposal_id)?;
        let inner = shown_by_call(view, house, call, &proposal)?;
        Ok(Shown { covers: [vec![proposal.digest()], inner.covers].concat(), what: asked(&proposal, &inner.what)? })
    }

    fn run(cx: &mut Reviewed<'_>, Input { proposal_id, by, note }: Input) -> Result<Output, Error> {
        let mut proposal = cx.proposal(&proposal_id)?.ok_or_else(|| missing("proposal", &proposal_id))?;
        proposal.waits(cx.call.now)?;
        let op = waiting_op(&proposal.op)?;
        cx.from = Some(proposal.clone());
        let result = op.run_reviewed(cx, input_of(&proposal)?)?;
        // An erasure takes its own words out of the proposal that asked for it.
        proposal = cx.proposal(&proposal_id)?.ok_or_else(|| missing("proposal", &proposal_id))?;
        proposal.status = Status::Approved;
        proposal.promoted_to = result["id"].as_str().and_then(|id| ClaimId::parse(id).ok());
        proposal.reviewed_by = by.map_or_else(|| cx.call.actor.name().to_owned(), String::from);
        proposal.reviewed_at = Some(cx.call.now);
        proposal.review_note = note.map_or_else(String::new, String::from);
        cx.decide(&proposal)?;
        cx.about(&proposal.id);
        Ok(Output { proposal_id: proposal.id, status: proposal.status, promoted_to: proposal.promoted_to, result })
    }
}

/// The proposal, if it still waits.
pub(super) fn waiting(view: &mut View<'_>, call: &Call, id: &ProposalId) -> Result<Proposal, Error> {
    let proposal = view.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
    proposal.waits(call.now)?;
    Ok(proposal)
}

/// What the call that waits shows of itself.
pub(super) fn shown_by_call(view: &mut View<'_>, house: &House, call: &Call, proposal: &Proposal) -> Result<Shown, Error> {
    waiting_op(&proposal.op)?.shown(view, house, call, &input_of(proposal)?)
}

/// What a reviewer sees: the call, who asks, and what the call itself shows.
pub(super) fn asked(proposal: &Proposal, shows: &Json) -> Result<Json, Error> {
    Ok(json!({
        "proposal": proposal.id, "call": proposal.op, "author": proposal.author, "authorKind": proposal.author_kind,
        "source": proposal.source, "evidenceRefs": refs_of(proposal)?, "filed": proposal.created_at, "shows": shows,
    }))
}

fn waiting_op(name: &str) -> Result<&'static dyn crate::Op, Error> {
    registry::find(name)
        .ok_or_else(|| Code::StoreDamaged.refuse(name, format!("the proposal waits for `{name}`, which this palace does not know")).into())
}
