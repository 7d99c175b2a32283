//! Ask for a token for one action, once, by showing a session's token that allows it.

use super::{Given, given};
use crate::{
    Error, Method, Operation, Spec, Work,
    cycle::{self, Asked, Form, Lent, workflow},
};
use kernel::{
    cycle::TokenKind,
    effect::Propose,
    id::{SessionId, TokenId},
    refusal::Code,
    text::Name,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// What a session's token must allow, so that another is lent on it.
const NEEDED: &str = "write";

/// Lends it.
#[derive(Debug)]
pub struct Lend;

/// On which token, for what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session's token
    pub token_id: TokenId,
    /// The one action it is to allow
    pub action: Name,
    /// Your session
    pub session_id: SessionId,
}

impl Operation for Lend {
    const SPEC: Spec = Spec::new("cycle.lend", "Ask for a token for one action, once, by showing your session's token")
        .http(Method::Post, "/v1/cycle/tokens/{tokenId}/lend")
        .positional(&["tokenId", "action"]);
    type Effect = Propose;
    type Input = Input;
    type Output = Given;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Given, Error> {
        let (house, call) = (cx.house, cx.call);
        let session = cycle::under_way(call, cx, &input.session_id)?;
        let shown = cycle::require(cx, house, call, Asked { token: &input.token_id, session: Some(&session.id), action: NEEDED })?;
        if shown.signed.kind != TokenKind::Session.name() {
            return Err(Code::TokenInvalid.refuse(shown.id.as_str(), format!("token {} is for one action already", shown.id)).into());
        }
        let head = cycle::head(cx, house, &session)?;
        let cycle = cx.cycle(&session.id)?;
        let lent = Lent {
            session: &session,
            form: Form::Cycle,
            kind: TokenKind::Operation,
            scope: cycle.as_ref().map_or("project", |cycle| cycle.scope.as_str()),
            phase: "",
            action: input.action.as_str(),
            permissions: &[],
            lasts_ms: workflow::active(cx, house, &call.anchor.project())?.config.token_ttl.operation,
            context_hash: cycle.as_ref().and_then(|cycle| cycle.context_hash),
        };
        let token = cycle::mint(cx, &lent, head)?;
        cx.about(&token.id);
        Ok(given(token))
    }
}
