//! Say whether cards could become the default of what agents are shown. A yes lets it be proposed, and changes nothing.

use crate::knowledge::adoption::{ReadinessReport, readiness_report, weighed_for};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    adoption::{Candidate, Control},
    effect::Read,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Asks whether it is ready.
#[derive(Debug)]
pub struct Readiness;

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What may become the default: card-context-default
    pub candidate: Candidate,
}

impl Operation for Readiness {
    const SPEC: Spec = Spec::new("adoption.readiness", "Ask whether cards could become the default of what agents are shown")
        .http(Method::Get, "/v1/adoption/readiness/{candidate}")
        .positional(&["candidate"])
        .action(Dialect::Mind, "mempal_phase3", "readiness", "readinessReport")
        .mind("phase3 readiness");
    type Effect = Read;
    type Input = Input;
    type Output = ReadinessReport;

    fn run(cx: &mut Look<'_>, Input { candidate }: Input) -> Result<ReadinessReport, Error> {
        let control = match candidate {
            Candidate::CardContextDefault => Control::CardContext,
            Candidate::CardEmbeddings | Candidate::EvaluatorApi | Candidate::ResearchAdapter => {
                return Err(Code::InputInvalid
                    .refuse("candidate", format!("`{}` is no default that could be changed; only `card-context-default` is", candidate.name()))
                    .next(format!("Ask `palace adoption gate {}` instead", candidate.name()))
                    .into());
            }
        };
        let (house, call) = (cx.house, cx.call);
        Ok(readiness_report(control, &weighed_for(cx, house, call, control)?))
    }
}
