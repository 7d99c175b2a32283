//! Say whether there is enough evidence to make something more than an option. Only good, independent, recent records count.

use crate::knowledge::adoption::weighed;
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    adoption::{Candidate, Counts, Track, gate},
    effect::Read,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Asks the gate.
#[derive(Debug)]
pub struct Gate;

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What may become more than an option
    pub candidate: Candidate,
}

/// What the gate says.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// What may become more than an option
    pub candidate: Candidate,
    /// Whether there is enough evidence
    pub ready: bool,
    /// Evidence about this
    pub required_track: Track,
    /// What counts
    pub stats: Counts,
    /// Why
    pub reasons: Vec<String>,
}

impl Operation for Gate {
    const SPEC: Spec = Spec::new("adoption.gate", "Ask whether there is enough evidence to make something more than an option")
        .http(Method::Get, "/v1/adoption/gate/{candidate}")
        .positional(&["candidate"])
        .action(Dialect::Mind, "mempal_phase3", "gate", "gate")
        .mind("phase3 gate");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { candidate }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let weighed = weighed(cx, house, call, candidate.track(), None)?;
        let mut reasons = gate(candidate, &weighed.counts);
        let ready = reasons.is_empty();
        reasons.push(weighed.told());
        Ok(Output { candidate, ready, required_track: candidate.track(), stats: weighed.counts, reasons })
    }
}
