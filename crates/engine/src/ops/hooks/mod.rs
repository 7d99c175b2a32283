//! Hooks, as an agent may ask about them. Putting them into a client's settings is a person's to do, on their own machine.
//!
//! Not here: the files. `palace hooks` writes them.

pub mod plan;
pub mod undo;

use kernel::cycle::HookEvent;
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
    pub path: String,
    /// It is part of the program, so it can be run
    pub executable: bool,
}

/// Every hook.
fn all() -> Vec<Hook> {
    let hook = |event: HookEvent| Hook { name: event.title(), path: format!("palace hook {}", event.name()), executable: true };
    HookEvent::ALL.map(hook).into()
}
