//! Hooks, as an agent may ask about them. Putting them into a client's settings is a person's to do, on their own machine.
//!
//! Not here: the files. `palace hooks` writes them.

pub mod plan;
pub mod undo;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// A hook, and the command that it is.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Hook {
    /// The client's event
    pub name: &'static str,
    /// The command that answers it
    pub path: &'static str,
    /// It is part of the program, so it can be run
    pub executable: bool,
}

/// Every hook.
fn all() -> Vec<Hook> {
    let hook = |name, path| Hook { name, path, executable: true };
    vec![
        hook("SessionStart", "palace hook session-start"),
        hook("UserPromptSubmit", "palace hook user-prompt-submit"),
        hook("PreToolUse", "palace hook pre-tool-use"),
        hook("PostToolUse", "palace hook post-tool-use"),
        hook("PreCompact", "palace hook pre-compact"),
        hook("Stop", "palace hook stop"),
    ]
}
