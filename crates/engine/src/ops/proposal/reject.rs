//! Reject a proposal: it is kept, with the reason, and nothing comes of it.

use super::{
    approve::{Input, asked, shown_by_call, waiting},
    input_of,
};
use crate::{Dialect, Error, House, Method, Operation, Reviewed, Shown, Spec, ops::missing};
use kernel::{call::Call, effect::Govern, gate::Agents, id::ProposalId, proposal::Status};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
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

    fn shown(view: &mut View<'_>, house: &House, call: &Call, input: &Input) -> Result<Shown, Error> {
        let proposal = waiting(view, call, &input.proposal_id)?;
        let shows = match shown_by_call(view, house, call, &proposal) {
            Ok(inner) => inner.what,
            // What it speaks of may be gone since: it can no longer be carried out, but it can always be turned down.
            Err(Error::Refused(why)) => json!({ "input": input_of(&proposal)?, "canNoLongerBeDone": why.to_string() }),
            Err(error) => return Err(error),
        };
        // A no must never be found standing behind a yes: it covers the proposal, not what the proposal would have made true.
        Ok(Shown { covers: vec![proposal.digest()], what: asked(&proposal, &shows)? })
    }

    fn run(cx: &mut Reviewed<'_>, Input { proposal_id, by, note }: Input) -> Result<Output, Error> {
        let mut proposal = cx.proposal(&proposal_id)?.ok_or_else(|| missing("proposal", &proposal_id))?;
        proposal.waits(cx.call.now)?;
        proposal.status = Status::Rejected;
        proposal.reviewed_by = by.map_or_else(|| cx.call.actor.name().to_owned(), String::from);
        proposal.reviewed_at = Some(cx.call.now);
        proposal.review_note = note.map_or_else(String::new, String::from);
        cx.decide(&proposal)?;
        cx.about(&proposal.id);
        Ok(Output { proposal_id: proposal.id, status: proposal.status })
    }
}
