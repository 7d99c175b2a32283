//! Take a token back, at once.

use super::{Item, covered};
use crate::{Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, ops::missing};
use kernel::{call::Call, effect::Govern, gate::Agents, id::GrantId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::View;

/// Ends a token.
#[derive(Debug)]
pub struct Revoke;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Token record to revoke
    pub id: GrantId,
}

impl Operation for Revoke {
    const SPEC: Spec =
        Spec::new("grant.revoke", "Take a bearer token back").http(Method::Post, "/v1/grants/{id}/revoke").positional(&["id"]).agents(Agents::Never);
    type Effect = Govern;
    type Input = Input;
    type Output = Item;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let grant = view.grant(&input.id)?.ok_or_else(|| missing("token", &input.id))?;
        Ok(Shown {
            covers: covered(Self::SPEC.name, &grant.name, grant.token_digest)?,
            what: json!({ "name": grant.name, "issued": grant.issued_at }),
        })
    }

    fn run(cx: &mut Reviewed<'_>, Input { id }: Input) -> Result<Item, Error> {
        let mut grant = cx.grant(&id)?.ok_or_else(|| missing("token", &id))?;
        grant.revoked_at = Some(grant.revoked_at.unwrap_or(cx.call.now));
        cx.put_grant(&grant)?;
        cx.about(&grant.id);
        Ok(grant.into())
    }
}
