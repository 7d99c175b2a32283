//! Find the rooms that several wings have: ways that nobody had to dig.

use super::{Ways, shared};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::Deserialize;

/// Finds shared rooms.
#[derive(Debug)]
pub struct Discover;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

impl Operation for Discover {
    const SPEC: Spec = Spec::new("tunnel.discover", "Find the rooms that several wings have in common")
        .http(Method::Get, "/v1/tunnels/discover")
        .empty("No two wings have a room of the same name. Dig a tunnel with `tunnel add`.")
        .action(Dialect::Mind, "mempal_tunnels", "discover", "")
        .mind("tunnels");
    type Effect = Read;
    type Input = Input;
    type Output = Ways;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Ways, Error> {
        Ok(Ways { tunnels: shared(cx, "")? })
    }
}
