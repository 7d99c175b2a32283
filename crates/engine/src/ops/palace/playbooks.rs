//! List the playbooks: ways through the rooms that the project's people wrote down.

use crate::{Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, floorplan::PlaybookDocument, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists playbooks.
#[derive(Debug)]
pub struct Playbooks;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Only the one of this name
    #[serde(default)]
    pub name: Option<Name>,
}

/// The playbooks.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// By name
    pub playbooks: Vec<PlaybookDocument>,
}

impl Operation for Playbooks {
    const SPEC: Spec = Spec::new("palace.playbooks", "List the project's playbooks: ways through its rooms, and what each must show")
        .http(Method::Get, "/v1/playbooks")
        .positional(&["name"])
        .empty("There is no playbook. They are files in .palace/playbooks/ of the project; `palace init` writes the first.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { name }: Input) -> Result<Output, Error> {
        let asked = |playbook: &&PlaybookDocument| name.as_ref().is_none_or(|name| name.as_str() == playbook.name);
        Ok(Output { playbooks: cx.call.floorplan.playbooks().iter().filter(asked).cloned().collect() })
    }
}
