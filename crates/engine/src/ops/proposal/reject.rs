//! Reject a proposal: it is kept, with the reason, and nothing comes of it.

use super::{
    approve::{Input, Remark, asked, decided, shown_by_call, waiting},
    input_of,
};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, ops::missing};
use kernel::{
    call::Call,
    effect::Govern,
    gate::Agents,
    id::ProposalId,
    proposal::{Proposal, Status},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};
use store::View;

/// A human's no. It needs a seal too: silence and forgery are not decisions.
#[derive(Debug)]
pub struct Reject;

/// What came of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The proposal
    pub proposal_id: ProposalId,
    /// Where it stands now
    pub status: Status,
}

impl Operation for Reject {
    const SPEC: Spec = Spec::new("proposal.reject", "Reject a proposal, under your seal")
        .http(Method::Post, "/v1/proposals/{proposalId}/reject")
        .positional(&["proposalId"])
        .agents(Agents::Never)
        .also(&[(Dialect::Memory, "reject"), (Dialect::Palace, "reject")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let proposal = waiting(view, call, &input.proposal_id)?;
        // A no must never be found standing behind a yes: it covers the proposal, not what the proposal would have made true.
        Ok(Shown { covers: vec![proposal.digest()], what: turned_down(view, house, call, &proposal)? })
    }

    fn run(cx: &mut Reviewed<'_>, Input { proposal_id, by, note }: Input) -> Result<Output, Error> {
        let done = say_no(cx, &proposal_id, Remark { by, note: note.map_or_else(String::new, String::from) })?;
        cx.about(&proposal_id);
        Ok(done)
    }
}

/// What a human sees before they say no.
pub(super) fn turned_down(view: &mut View<'_>, house: &PalaceState, call: &Call, proposal: &Proposal) -> Result<Json, Error> {
    let input = input_of(proposal)?;
    let shows = match shown_by_call(view, house, call, proposal, &input) {
        Ok(inner) => inner.what,
        // What it speaks of may be gone since: it can no longer be carried out, but it can always be turned down.
        Err(Error::Refused(why)) => json!({ "input": input, "canNoLongerBeDone": why.to_string() }),
        Err(error) => return Err(error),
    };
    asked(proposal, &shows)
}

/// Writes down the no.
pub(super) fn say_no(cx: &mut Reviewed<'_>, id: &ProposalId, remark: Remark) -> Result<Output, Error> {
    let proposal = cx.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
    proposal.waits(cx.call.now)?;
    let proposal = decided(cx, proposal, Status::Rejected, remark)?;
    Ok(Output { proposal_id: proposal.id, status: proposal.status })
}
