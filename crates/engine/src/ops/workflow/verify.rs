//! Have the gates verified. What is missing is refused by name; what is passed is worth a token for one operation.

use super::{Input, Token, Worth, give};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    cycle::workflow,
    memory::{Secrets, redact_text},
};
use kernel::{
    cycle::{GateName, TokenKind},
    effect::Propose,
    id::SessionId,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// Verifies.
#[derive(Debug)]
pub struct Verify;

/// What passing is worth.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Nothing was missing; where only advice is given, a token is given all the same
    pub compliant: bool,
    /// The token
    pub operation_token: String,
    /// The session it was given in
    pub session_id: SessionId,
    /// The gate that was passed
    pub current_phase: GateName,
    /// Calls that would have been wanted, where only advice is given
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_requirements: Vec<String>,
    /// The token, as a file would hold it
    pub token: Token,
    /// All of it in a line
    pub message: String,
}

impl Operation for Verify {
    const SPEC: Spec = Spec::new("workflow.verify", "Verify that the calls a gate wants were made in this session; gives a token for one operation")
        .http(Method::Post, "/v1/workflow/verify")
        .positional(&["currentPhase", "action"])
        .flush_read_log_first()
        .also(&[(Dialect::Cycle, "verify_compliance")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // What is to be done is said in the token's row, where it can be erased.
        Some(json!({ "currentPhase": input["currentPhase"], "sessionId": input["sessionId"] }))
    }

    fn run(cx: &mut Work<'_>, Input { current_phase, action, session_id }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let project = call.anchor.project();
        let preset = workflow::active(cx, house, &project)?;
        let session = workflow::required(cx, call, session_id.as_ref())?;
        let missing = workflow::verdict(cx, call, &session, &preset.config)?.missing(current_phase);
        if !missing.is_empty() && !preset.config.only_advises() {
            let what = format!("the {} gate is not passed; missing: {}", current_phase.name(), missing.join(", "));
            return Err(Code::GateUnmet
                .refuse(current_phase.name(), what)
                .next(format!("Call {} in session {}, then verify again", missing.join(", then "), session.id))
                .with(json!({ "compliant": false, "missing_requirements": missing, "next_steps": workflow::steps(&missing, current_phase), "preset": preset.config.name }))
                .into());
        }
        let action = redact_text(action.as_str(), &mut Secrets::new());
        let (kind, phase, lasts_ms) = (TokenKind::Operation, current_phase.name(), preset.config.token_ttl.operation);
        let token = give(cx, Worth { session: &session, kind, phase, action: &action, lasts_ms })?;
        cx.about(&session.id);
        let message = if missing.is_empty() {
            "Compliance verified, operation authorized".to_owned()
        } else {
            format!("Only advice is given here: {} would have been called first", missing.join(", "))
        };
        Ok(Output {
            compliant: missing.is_empty(),
            operation_token: token.token_id.clone(),
            session_id: session.id,
            current_phase,
            missing_requirements: missing,
            token,
            message,
        })
    }
}
