//! Fill a tunnel in. Its row stays, with when; digging it again opens it.

use super::{Way, Ways};
use crate::{Dialect, Error, Method, Operation, Spec, Work, ops::missing};
use kernel::{effect::Propose, id::TunnelId, refusal::Code};
use schemars::JsonSchema;
use serde::Deserialize;

/// Fills a tunnel in.
#[derive(Debug)]
pub struct Delete;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Tunnel to fill in
    #[schemars(extend("format" = "id"))]
    pub tunnel_id: String,
}

impl Operation for Delete {
    const SPEC: Spec = Spec::new("tunnel.delete", "Fill a dug tunnel in")
        .http(Method::Post, "/v1/tunnels/{tunnelId}/delete")
        .positional(&["tunnelId"])
        .action(Dialect::Mind, "mempal_tunnels", "delete", "")
        .mind("tunnels delete");
    type Effect = Propose;
    type Input = Input;
    type Output = Ways;

    fn run(cx: &mut Work<'_>, Input { tunnel_id }: Input) -> Result<Ways, Error> {
        if tunnel_id.starts_with("passive_") {
            return Err(Code::InputInvalid
                .refuse("tunnelId", "nobody dug this one: several wings have a room of that name")
                .next("Rename a room, or leave it; `tunnel list kind=explicit` shows what was dug")
                .into());
        }
        let id = TunnelId::parse(&tunnel_id).map_err(|e| Code::InputInvalid.refuse("tunnelId", format!("`tunnelId`: {e}")))?;
        let tunnel = cx.tunnel(&id)?.ok_or_else(|| missing("tunnel", &id))?;
        let now = cx.call.now;
        cx.fill_tunnel(&id, now)?;
        cx.about(&id);
        Ok(Ways { tunnels: vec![Way::from(tunnel)] })
    }
}
