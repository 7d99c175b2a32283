//! Show what is set for the whole palace: what a human sealed, and the defaults for the rest.

use crate::{Error, Look, Method, Operation, Spec, governance::claim_state::settings};
use kernel::{effect::Read, settings::Settings as Set};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows the settings.
#[derive(Debug)]
pub struct Settings;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What is set.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The settings that hold
    pub settings: Set,
}

impl Operation for Settings {
    const SPEC: Spec = Spec::new("palace.settings", "Show what is set for the whole palace").http(Method::Get, "/v1/settings");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let house = cx.house;
        Ok(Output { settings: settings(cx, house)? })
    }
}
