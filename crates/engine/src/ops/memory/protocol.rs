//! Say how memory asks to be used: one short text, the same everywhere.

use super::PROTOCOL;
use crate::{Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tells the protocol.
#[derive(Debug)]
pub struct Protocol;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The protocol.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The text
    pub memory_protocol: &'static str,
}

impl Operation for Protocol {
    const SPEC: Spec =
        Spec::new("memory.protocol", "Say how memory asks to be used").http(Method::Get, "/v1/memory/protocol").document("memoryProtocol");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        Ok(Output { memory_protocol: PROTOCOL })
    }
}
