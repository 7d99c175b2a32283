//! Issue a bearer token for an agent. Only its digest is kept; the token is shown once, by the caller who drew it.

use super::{Item, covered};
use crate::{Error, Method, Operation, PalaceState, Reviewed, Shown, Spec};
use kernel::{actor::ActorKind, call::Call, effect::Govern, gate::Agents, id::GrantId, ledger::Digest, refusal::Code, text::Name, time::DAY_MS};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::{GrantRecord, View};

/// Days a token works, when nobody asks for another number.
const DAYS_DEFAULT: u16 = 90;

/// Lets an agent in over the network.
#[derive(Debug)]
pub struct Issue;

/// Whom, and for how long.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Agent the token is for
    pub name: Name,
    /// SHA-256 of the token, in hexadecimal
    #[serde(alias = "token_digest")]
    pub token_digest: Digest,
    /// Days until it stops working (90 if left out)
    #[serde(default)]
    pub days: Option<u16>,
}

impl Operation for Issue {
    const SPEC: Spec = Spec::new("grant.issue", "Issue a bearer token for an agent; `palace token create` draws the token for you")
        .http(Method::Post, "/v1/grants")
        .positional(&["name"])
        .document("token")
        .agents(Agents::Never);
    type Effect = Govern;
    type Input = Input;
    type Output = Item;

    fn shown(_: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        Ok(Shown {
            covers: covered(Self::SPEC.name, input.name.as_str(), input.token_digest)?,
            what: json!({ "name": input.name, "days": input.days.unwrap_or(DAYS_DEFAULT) }),
        })
    }

    fn run(cx: &mut Reviewed<'_>, Input { name, token_digest, days }: Input) -> Result<Item, Error> {
        if cx.grant_of(token_digest)?.is_some() {
            return Err(Code::InputInvalid.refuse("tokenDigest", "this token was issued before").into());
        }
        let grant = GrantRecord {
            id: GrantId::mint("g", &cx.call.tail()),
            token_digest,
            kind: ActorKind::Agent.name().into(),
            name: name.into(),
            issued_at: cx.call.now,
            expires_at: Some(cx.call.now.plus(i64::from(days.unwrap_or(DAYS_DEFAULT)) * DAY_MS)),
            revoked_at: None,
        };
        cx.put_grant(&grant)?;
        cx.about(&grant.id);
        Ok(grant.into())
    }
}
