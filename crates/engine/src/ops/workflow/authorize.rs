//! Use an operation token up, and be let through: for this once, or with a token for the rest of the session.
//!
//! A name of a file is never looked at: what has not the form of a token is refused before anything is read.

use super::Token;
use crate::{Dialect, Error, Method, Operation, Spec, Work, cycle, workflow};
use kernel::{cycle::TokenKind, effect::Propose, id::SessionId, refusal::Code, work::SessionState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::WorkflowToken;

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
        let token = found(cx, &input.operation_token)?;
        let session = cycle::owned(call, cx, &token.session)?;
        if session.state_at(call.now) != SessionState::Active {
            return Err(Code::SessionEnded.refuse(session.id.as_str(), format!("session {} is no longer under way", session.id)).into());
        }
        if !cx.spend_workflow_token(&token.id, call.now)? {
            return Err(invalid("it was already used or taken back").into());
        }
        let preset = workflow::active(cx, house, &token.project)?;
        let given = input.create_session_token.then(|| WorkflowToken {
            id: TokenKind::Session.mint(call.now, &call.tail()),
            kind: TokenKind::Session,
            created_at: call.now,
            expires_at: call.now.plus(preset.config.token_ttl.session),
            spent_at: None,
            ..token.clone()
        });
        if let Some(given) = &given {
            cx.put_workflow_token(given)?;
        }
        cx.about(&session.id);
        Ok(Output {
            authorized: true,
            session_token: given.as_ref().map(|given| given.id.clone()),
            token_path: None,
            session_id: session.id,
            action: token.action,
            token: given.map(Token::from),
            message: "Operation authorized",
        })
    }
}

/// The token that is meant, if it is worth anything to this caller, here and now. Whoever holds another's learns nothing of it.
fn found(cx: &mut Work<'_>, id: &str) -> Result<WorkflowToken, Error> {
    if !TokenKind::Operation.is_id(id) {
        return Err(invalid("it has not the form of one").into());
    }
    let Some(token) = cx.workflow_token(id)?.filter(|token| token.kind == TokenKind::Operation && token.principal == cx.call.actor.name()) else {
        return Err(invalid("it was never given to you").into());
    };
    if token.project != cx.call.anchor.project() {
        return Err(invalid("it was given in another project").into());
    }
    if token.spent_at.is_some() {
        return Err(invalid("it was already used or taken back").into());
    }
    if token.expires_at <= cx.call.now {
        return Err(Code::TokenExpired.refuse("operationToken", format!("Token expired: it was good until {}", token.expires_at)).into());
    }
    Ok(token)
}

fn invalid(why: &str) -> kernel::refusal::Refusal {
    Code::TokenInvalid.refuse("operationToken", format!("Invalid operation token: {why}"))
}
