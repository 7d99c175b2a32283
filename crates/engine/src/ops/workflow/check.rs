//! Ask what `workflow.verify` would say. Nothing is given and nothing is written.

use super::Input;
use crate::{Dialect, Error, Look, Method, Operation, Spec, cycle::workflow};
use kernel::{cycle::GateName, effect::Read};
use schemars::JsonSchema;
use serde::Serialize;

/// Asks.
#[derive(Debug)]
pub struct Check;

/// What it would say.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Nothing is missing
    pub compliant: bool,
    /// Calls that are missing, in order
    pub missing_requirements: Vec<String>,
    /// What to call next
    pub next_steps: Vec<String>,
    /// Whether it would be refused
    pub would_block: bool,
    /// That nothing was done
    pub mode: &'static str,
    /// The gate that was asked about
    pub current_phase: GateName,
    /// What is to be done
    pub action: String,
}

impl Operation for Check {
    const SPEC: Spec = Spec::new("workflow.check", "Ask which calls a gate still misses, as the ledger has them; nothing is given")
        .http(Method::Get, "/v1/workflow/check")
        .positional(&["currentPhase", "action"])
        .flush_read_log_first()
        .also(&[(Dialect::Cycle, "check_compliance")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { current_phase, action, session_id }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let preset = workflow::active(cx, house, &call.anchor.project())?;
        let verdict = match workflow::meant(cx, call, session_id.as_ref())? {
            Some(session) => workflow::verdict(cx, call, &session, &preset.config)?,
            None => workflow::nothing(&preset.config),
        };
        let missing_requirements = verdict.missing(current_phase);
        Ok(Output {
            compliant: missing_requirements.is_empty(),
            next_steps: workflow::steps(&missing_requirements, current_phase),
            would_block: !missing_requirements.is_empty() && !preset.config.only_advises(),
            missing_requirements,
            mode: "dry-run",
            current_phase,
            action: action.into(),
        })
    }
}
