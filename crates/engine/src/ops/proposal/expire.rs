//! Put away what nobody answered in time. Silence is never consent: an expired proposal becomes nothing.

use crate::{Error, Method, Operation, Spec, Work, ops::missing};
use kernel::{effect::Propose, id::ProposalId, proposal::Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sweeps overdue proposals.
#[derive(Debug)]
pub struct Expire;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What was put away.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The proposals that expired
    pub expired: Vec<ProposalId>,
}

/// Proposals put away in one sweep.
const SWEEP_MAX: i64 = 1_000;

impl Operation for Expire {
    const SPEC: Spec = Spec::new("proposal.expire", "Archive proposals that waited too long; runs by itself at every start")
        .http(Method::Post, "/v1/proposals/expire");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input {}: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let expired = cx.overdue(now, SWEEP_MAX)?;
        for id in &expired {
            let mut proposal = cx.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
            proposal.status = Status::Expired;
            proposal.archived_at = Some(now);
            cx.decide(&proposal)?;
        }
        cx.about(format!("{} proposals", expired.len()));
        Ok(Output { expired })
    }
}
