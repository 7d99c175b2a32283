//! Show one proposal with the evidence it cites, as a reviewer would see it.

use super::{Item, input_of};
use crate::{Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{effect::Read, id::ProposalId, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Shows a proposal.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Proposal to show
    #[serde(alias = "proposal", alias = "proposal_id", alias = "id")]
    pub proposal_id: ProposalId,
}

/// The proposal and what is behind it.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The proposal
    pub proposal: Item,
    /// What approving it would show; nothing where that is gone, or not the caller's to see
    pub shown: Json,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("proposal.show", "Show a proposal with the evidence it cites")
        .http(Method::Get, "/v1/proposals/{proposalId}")
        .positional(&["proposalId"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { proposal_id: id }: Input) -> Result<Output, Error> {
        let proposal = cx.proposal(&id)?.ok_or_else(|| missing("proposal", &id))?;
        let (house, call) = (cx.house, cx.call);
        let input = input_of(&proposal)?;
        let known = crate::call::catalogue::find(&proposal.op).filter(|_| !proposal.is_erased());
        let shown = match known.map(|op| op.shown(cx, house, call, &input)) {
            Some(Ok(shown)) => shown.what,
            // A proposal outlives what it speaks of, and is shown without it: it would be, whether that is gone or held.
            Some(Err(Error::Refused(refusal))) if matches!(refusal.code(), Code::NotFound | Code::InputInvalid) => Json::Null,
            Some(Err(error)) => return Err(error),
            None => Json::Null,
        };
        Ok(Output { proposal: Item::of(proposal, call.now)?, shown })
    }
}
