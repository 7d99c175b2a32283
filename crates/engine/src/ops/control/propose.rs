//! Propose cards as the default of what agents are shown: whether the evidence suffices, and what would have it taken back.

use super::{Proposal, proposal};
use crate::{Dialect, Error, Look, Method, Operation, Spec, knowledge::adoption::weighed_for};
use kernel::{adoption::Control, effect::Read, text::Note};
use schemars::JsonSchema;
use serde::Deserialize;

/// Proposes a default.
#[derive(Debug)]
pub struct Propose;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Which default: card-context
    #[serde(default = "only")]
    pub candidate: Control,
    /// What would have it taken back (can be repeated)
    #[serde(default)]
    pub rollback_criteria: Vec<Note>,
}

/// There is one default, so nobody has to name it.
pub(super) const fn only() -> Control {
    Control::CardContext
}

impl Operation for Propose {
    const SPEC: Spec = Spec::new("control.propose", "Show whether cards may become the default of what agents are shown")
        .http(Method::Post, "/v1/control/propose")
        .positional(&["candidate"])
        .action(Dialect::Mind, "mempal_phase3", "default_proposal", "defaultProposal")
        .mind("phase3 default-proposal");
    type Effect = Read;
    type Input = Input;
    type Output = Proposal;

    fn run(cx: &mut Look<'_>, Input { candidate, rollback_criteria }: Input) -> Result<Proposal, Error> {
        let (house, call) = (cx.house, cx.call);
        Ok(proposal(candidate, &weighed_for(cx, house, call, candidate)?, rollback_criteria))
    }
}
