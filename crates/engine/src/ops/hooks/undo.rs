//! Say what a person runs to take the hooks out again. Nothing is taken out: an agent that could would be guarded by nothing.

use super::{Hook, Input};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::Serialize;

/// Says it.
#[derive(Debug)]
pub struct Undo;

/// What was not done.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Nothing was taken out
    pub uninstalled: bool,
    /// None
    pub removed_count: u32,
    /// None
    pub removed_hooks: Vec<Hook>,
    /// The command that a person runs
    pub command: &'static str,
    /// All of it in a line
    pub message: &'static str,
}

impl Operation for Undo {
    const SPEC: Spec = Spec::new("hooks.undo", "Say what a person runs to take the hooks out again")
        .http(Method::Get, "/v1/hooks/undo")
        .also(&[(Dialect::Cycle, "uninstall_hooks")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        Ok(Output {
            uninstalled: false,
            removed_count: 0,
            removed_hooks: Vec::new(),
            command: "palace hooks uninstall",
            message: "Nothing was taken out: a client's settings are a person's. Ask them to run `palace hooks uninstall`",
        })
    }
}
