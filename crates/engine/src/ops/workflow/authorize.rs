//! Use an operation token up, and be let through: for this once, or with a token for the rest of the session.
//!
//! A name of a file is never looked at: what has not the form of a token is refused before anything is read.

use super::{Token, Worth, give};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    cycle::{self, TokenState, workflow},
};
use kernel::{cycle::TokenKind, effect::Propose, id::SessionId, refusal::Code, work::SessionState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Uses a token up.
#[derive(Debug)]
pub struct Authorize;

/// Which token, and what for.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Token from `workflow.verify`
    pub operation_token: String,
    /// Whether to be given a token for the rest of the session
    #[serde(default)]
    pub create_session_token: bool,
}

/// What was let through.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// It is let through
    pub authorized: bool,
    /// Token for the rest of the session, if one was asked for
    pub session_token: Option<String>,
    /// Where a file of it would be; tokens are rows here, so there is none
    pub token_path: Option<String>,
    /// The session
    pub session_id: SessionId,
    /// What it is let through for
    pub action: String,
    /// The session token, as a file would hold it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
    /// All of it in a line
    pub message: &'static str,
}

impl Operation for Authorize {
    const SPEC: Spec = Spec::new("workflow.authorize", "Use an operation token up; gives a token for the rest of the session if asked")
        .http(Method::Post, "/v1/workflow/authorize")
        .positional(&["operationToken"])
        .also(&[(Dialect::Cycle, "authorize_operation")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // A token is worth something for as long as it lives; what was refused may be one that was mistyped.
        Some(json!({ "createSessionToken": input["createSessionToken"] }))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let shown = found(cx, &input.operation_token)?;
        let session = cycle::owned(call, cx, &SessionId::parse(&shown.token.signed.session).map_err(|_| invalid("it names no session"))?)?;
        if session.state_at(call.now) != SessionState::Active {
            return Err(Code::SessionEnded.refuse(session.id.as_str(), format!("session {} is no longer under way", session.id)).into());
        }
        cycle::use_up(cx, &shown.token)?;
        let lasts_ms = workflow::active(cx, house, &call.anchor.project())?.config.token_ttl.session;
        let worth = Worth { session: &session, kind: TokenKind::Session, phase: shown.phase(), action: shown.action(), lasts_ms };
        let token = input.create_session_token.then(|| give(cx, worth)).transpose()?;
        cx.about(&session.id);
        Ok(Output {
            authorized: true,
            session_token: token.as_ref().map(|given| given.token_id.clone()),
            token_path: None,
            session_id: session.id,
            action: shown.action().to_owned(),
            token,
            message: "Operation authorized",
        })
    }
}

/// The token that is meant, if it is worth anything to this caller, here and now. Whoever holds another's learns nothing of it.
fn found(cx: &mut Work<'_>, id: &str) -> Result<TokenState, Error> {
    let (house, call) = (cx.house, cx.call);
    if !TokenKind::Operation.is_id(id) {
        return Err(invalid("it has not the form of one").into());
    }
    let Some(shown) = cycle::look(cx, house, id, call.now)?.filter(|shown| shown.token.principal == call.actor.name()) else {
        return Err(invalid("it was never given to you").into());
    };
    if let Some(fault) = shown.fault() {
        return Err(invalid(fault).into());
    }
    if shown.token.signed.kind != TokenKind::Operation.name() {
        return Err(invalid("it is not for one operation").into());
    }
    if shown.token.project != call.anchor.project().to_string() {
        return Err(invalid("it was given in another project").into());
    }
    if shown.used {
        return Err(invalid("it was already used or taken back").into());
    }
    if shown.expired {
        return Err(Code::TokenExpired.refuse("operationToken", format!("Token expired: it was good until {}", shown.token.expires_at)).into());
    }
    Ok(shown)
}

fn invalid(why: &str) -> kernel::refusal::Refusal {
    Code::TokenInvalid.refuse("operationToken", format!("Invalid operation token: {why}"))
}
