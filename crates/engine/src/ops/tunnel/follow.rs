//! Follow dug tunnels from a place, one step or two.

use super::{Endpoint, Way, Ways};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    knowledge::tunnels::{HOPS_MAX, follow},
};
use kernel::{effect::Read, refusal::Code};
use schemars::JsonSchema;
use serde::Deserialize;

/// Tunnels that are looked at.
const LOOKED_AT: i64 = 100_000;

/// Follows tunnels.
#[derive(Debug)]
pub struct Follow;

/// From where, and how far.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Place to start from: WING or WING:ROOM
    pub from: Endpoint,
    /// Steps to go, 1 or 2 (1 if left out)
    #[serde(default, alias = "hops")]
    pub max_hops: Option<u32>,
}

impl Operation for Follow {
    const SPEC: Spec = Spec::new("tunnel.follow", "Follow dug tunnels from a place, up to two steps, and see where they lead")
        .http(Method::Get, "/v1/tunnels/follow")
        .positional(&["from"])
        .empty("No tunnel begins there. Dig one with `tunnel add`.")
        .action(Dialect::Mind, "mempal_tunnels", "follow", "")
        .mind("tunnels follow")
        .flags(&[("maxHops", "hops")]);
    type Effect = Read;
    type Input = Input;
    type Output = Ways;

    fn run(cx: &mut Look<'_>, Input { from: Endpoint(from), max_hops }: Input) -> Result<Ways, Error> {
        let hops = max_hops.unwrap_or(1);
        if !(1..=HOPS_MAX).contains(&hops) {
            return Err(Code::InputInvalid.refuse("maxHops", format!("1 or {HOPS_MAX} steps can be gone; {hops} were asked for")).into());
        }
        let dug = cx.tunnels("", LOOKED_AT)?;
        let told = follow(&from, &dug, hops).into_iter().map(|reached| Way {
            via_tunnel_id: reached.via.map(|via| via.id.to_string()),
            hop: Some(reached.hop),
            ..Way::from(reached.tunnel.clone())
        });
        Ok(Ways { tunnels: told.collect() })
    }
}
