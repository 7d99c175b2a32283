//! List the ways between places, shared rooms and dug tunnels.

use super::{Ways, shared};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::LIST_MAX};
use kernel::{effect::Read, text::Name};
use schemars::JsonSchema;
use serde::Deserialize;

/// Lists ways.
#[derive(Debug)]
pub struct List;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Only those of this wing
    #[serde(default)]
    pub wing: Option<Name>,
    /// Only those of this kind (all if left out)
    #[serde(default)]
    pub kind: Asked,
}

/// Which kinds of way are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Every kind.
    #[default]
    All,
    /// Rooms that several wings have.
    Passive,
    /// Those that somebody dug.
    Explicit,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("tunnel.list", "List the ways between places of the palace: rooms that wings share, and tunnels that were dug")
        .http(Method::Get, "/v1/tunnels")
        .empty("No way leads from one place to another yet. Dig one with `tunnel add`.")
        .action(Dialect::Mind, "mempal_tunnels", "list", "")
        .mind("tunnels list");
    type Effect = Read;
    type Input = Input;
    type Output = Ways;

    fn run(cx: &mut Look<'_>, Input { wing, kind }: Input) -> Result<Ways, Error> {
        let wing = wing.as_ref().map_or("", Name::as_str);
        let mut tunnels = if kind == Asked::Explicit { Vec::new() } else { shared(cx, wing)? };
        if kind != Asked::Passive {
            tunnels.extend(cx.tunnels(wing, LIST_MAX)?.into_iter().map(Into::into));
        }
        Ok(Ways { tunnels })
    }
}
