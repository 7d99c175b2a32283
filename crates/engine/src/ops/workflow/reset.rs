//! Begin anew: tokens are taken back, and calls from before no longer count. Nobody resets what another does.

use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    cycle::{self, workflow},
};
use kernel::{effect::Propose, id::SessionId, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Begins anew.
#[derive(Debug)]
pub struct Reset;

/// What to take back.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session to begin anew (all of yours if left out)
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// Only forget tokens that expired
    #[serde(default)]
    pub cleanup_only: bool,
}

/// What was taken back.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// It begins anew
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset: Option<bool>,
    /// Nothing but expired tokens was touched
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleanup_only: Option<bool>,
    /// The session
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// Expired tokens that were forgotten
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleaned_up: Option<u64>,
    /// All of it in a line
    pub message: String,
}

impl Operation for Reset {
    const SPEC: Spec = Spec::new(workflow::RESET, "Take your tokens back and begin the gates anew, in one session or in all of yours")
        .http(Method::Post, "/v1/workflow/reset")
        .positional(&["sessionId"])
        .also(&[(Dialect::Cycle, "reset_workflow")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { session_id, cleanup_only }: Input) -> Result<Output, Error> {
        let call = cx.call;
        let (principal, now) = (call.actor.name(), call.now);
        if cleanup_only {
            if session_id.is_some() {
                return Err(Code::InputInvalid
                    .refuse("cleanupOnly", "a session is begun anew or expired tokens are forgotten; say one of both")
                    .into());
            }
            let cleaned = cx.drop_expired_tokens(principal, now)?;
            cx.about("expired");
            let message = format!("Cleaned up {cleaned} expired tokens");
            return Ok(Output { reset: None, cleanup_only: Some(true), session_id: None, cleaned_up: Some(cleaned), message });
        }
        if let Some(id) = session_id {
            cycle::owned(call, cx, &id)?;
            cx.revoke_tokens(principal, Some(&id), now)?;
            cx.about(&id);
            let message = format!("Session {id} reset");
            return Ok(Output { reset: Some(true), cleanup_only: None, session_id: Some(id), cleaned_up: None, message });
        }
        let cleaned = cx.drop_expired_tokens(principal, now)?;
        cx.revoke_tokens(principal, None, now)?;
        cx.about(workflow::ALL);
        let message = format!("Workflow reset complete ({cleaned} expired tokens cleaned)");
        Ok(Output { reset: Some(true), cleanup_only: None, session_id: None, cleaned_up: Some(cleaned), message })
    }
}
