//! Say which hooks there are and what a person runs to install them. Nothing is installed.

use super::{Hook, Input, all};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::Serialize;

/// Says it.
#[derive(Debug)]
pub struct Plan;

/// What would be installed.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Nothing was installed
    pub installed: bool,
    /// What would be
    pub hooks: Vec<Hook>,
    /// Where they are: in the program itself
    pub location: &'static str,
    /// No settings were changed
    pub settings_updated: bool,
    /// Which settings would be: the client's own, which the command names
    pub settings_path: Option<String>,
    /// The command that a person runs
    pub command: &'static str,
    /// All of it in a line
    pub message: &'static str,
}

impl Operation for Plan {
    const SPEC: Spec = Spec::new("hooks.plan", "Say which hooks there are and what a person runs to install them")
        .http(Method::Get, "/v1/hooks/plan")
        .also(&[(Dialect::Cycle, "install_hooks")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        Ok(Output {
            installed: false,
            hooks: all(),
            location: "palace",
            settings_updated: false,
            settings_path: None,
            command: "palace hooks install",
            message: "Nothing was installed: a client's settings are a person's. Ask them to run `palace hooks install`; --dry-run shows what it would write",
        })
    }
}
