//! Say what is wrong with a configuration, in the contract's own words. Nothing is applied.

use crate::{Dialect, Error, Look, Method, Operation, Spec, cycle::workflow};
use kernel::{cycle::Config, effect::Read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Says what is wrong.
#[derive(Debug)]
pub struct Validate;

/// What to look at.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Configuration: name, description, gates, `token_ttl`, enforcement
    pub config: Map<String, Json>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// It could be applied
    pub valid: bool,
    /// What keeps it from being applied
    pub errors: Vec<String>,
    /// What it could do better
    pub warnings: Vec<String>,
    /// All of it in a line
    pub message: String,
}

impl Operation for Validate {
    const SPEC: Spec = Spec::new("preset.validate", "Say what is wrong with a configuration of the gates; nothing is applied")
        .http(Method::Post, "/v1/presets/validate")
        .also(&[(Dialect::Cycle, "validate_config")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input { config }: Input) -> Result<Output, Error> {
        let found = Config::read(&config, workflow::is_served).1;
        Ok(Output { valid: found.is_valid(), message: found.message(), errors: found.errors, warnings: found.warnings })
    }
}
