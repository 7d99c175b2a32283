//! Dig a tunnel between two places. The same two again is the same tunnel, with the new label.

use super::{Endpoint, Ways};
use crate::knowledge::tunnels::between;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
};
use kernel::{effect::Propose, refusal::Code, text::Name};
use schemars::JsonSchema;
use serde::Deserialize;
use store::Tunnel;

/// Digs a tunnel.
#[derive(Debug)]
pub struct Add;

/// Between what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// One end: WING or WING:ROOM
    pub left: Endpoint,
    /// The other: WING or WING:ROOM
    pub right: Endpoint,
    /// What connects them
    pub label: Name,
}

impl Operation for Add {
    const SPEC: Spec = Spec::new("tunnel.add", "Dig a tunnel between two places of the palace, so that whoever looks in one finds the other")
        .http(Method::Post, "/v1/tunnels")
        .action(Dialect::Mind, "mempal_tunnels", "add", "")
        .mind("tunnels add");
    type Effect = Propose;
    type Input = Input;
    type Output = Ways;

    fn run(cx: &mut Work<'_>, Input { left: Endpoint(left), right: Endpoint(right), label }: Input) -> Result<Ways, Error> {
        if left == right {
            return Err(Code::InputInvalid.refuse("right", "a tunnel needs two different places").next("Name another wing or room").into());
        }
        let (id, left, right) = between(left, right)?;
        // Whoever dug it first did; another label is another word for the same way.
        let (created_at, created_by) = match cx.tunnel(&id)? {
            Some(before) => (before.created_at, before.created_by),
            None => (cx.call.now, cx.call.actor.name().to_owned()),
        };
        let tunnel = Tunnel { id, left, right, label: redact_text(label.as_str(), &mut Secrets::new()), created_at, created_by };
        cx.put_tunnel(&tunnel)?;
        cx.about(&tunnel.id);
        Ok(Ways { tunnels: vec![tunnel.into()] })
    }
}
