//! Say how recording may be made easier, and how it may not. Nothing records behind anyone's back.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Says what is allowed.
#[derive(Debug)]
pub struct Policy;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What is allowed.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Which edition of it this is
    pub version: u32,
    /// Whether anything was written
    pub writes: bool,
    /// How recording is done unless somebody opts in
    pub default_mode: &'static str,
    /// How it may be done
    pub allowed_modes: [Mode; 2],
    /// How it may never be done
    pub forbidden_modes: [&'static str; 3],
    /// What every way of recording keeps to
    pub requirements: [&'static str; 4],
    /// What to do when recording itself does harm
    pub rollback_requirements: [&'static str; 2],
}

/// A way of recording.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Mode {
    /// Its name
    pub mode: &'static str,
    /// What it is
    pub description: &'static str,
    /// Whether it writes only when told to
    pub requires_execute: bool,
    /// Whether what it writes is checked first
    pub requires_checked_capture: bool,
}

impl Operation for Policy {
    const SPEC: Spec = Spec::new("adoption.policy", "Show how recording may be made easier, and how it may not")
        .http(Method::Get, "/v1/adoption/policy")
        .action(Dialect::Mind, "mempal_phase3", "instrumentation_policy", "instrumentationPolicy")
        .mind("phase3 adoption instrumentation-policy");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let mode = |mode, description, requires_execute| Mode { mode, description, requires_execute, requires_checked_capture: true };
        Ok(Output {
            version: 1,
            writes: false,
            default_mode: "manual_only",
            allowed_modes: [
                mode("manual_only", "Somebody calls record, record_checked or capture", false),
                mode("opt_in_wrapper", "Somebody wraps one command, and says --execute to have its end recorded", true),
            ],
            forbidden_modes: ["implicit_background_capture", "silent_event_append", "quality_gate_bypass"],
            requirements: [
                "Whoever is recorded opted in, and can opt out",
                "Nothing is written unless the call says so",
                "What is written is checked first",
                "The palace says who wrote it, never the caller",
            ],
            rollback_requirements: ["Record a rollback when a wrapper made work worse", "Stop using the wrapper until somebody looked at why"],
        })
    }
}
