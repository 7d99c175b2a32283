//! End a session and say how it went. One that was abandoned can still be ended: whoever comes back may say what came of it.

use super::Item;
use crate::cycle::ended;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work, cycle,
    memory::{Secrets, redact_text},
};
use kernel::{effect::Propose, id::SessionId, text::Note, work::SessionState};
use schemars::JsonSchema;
use serde::Deserialize;

/// Closes a session.
#[derive(Debug)]
pub struct End;

/// How a session went.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Outcome {
    /// As hoped
    #[default]
    Success,
    /// Not at all
    Failure,
    /// In part
    Partial,
}

/// Which, and how it went.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session to end
    #[serde(alias = "session_id")]
    pub session_id: SessionId,
    /// How it went (success if left out)
    #[serde(default)]
    pub outcome: Outcome,
    /// What came of it
    #[serde(default)]
    pub summary: Option<Note>,
}

impl Operation for End {
    const SPEC: Spec = Spec::new("session.end", "End a work session and say how it went")
        .http(Method::Post, "/v1/sessions/{sessionId}/end")
        .positional(&["sessionId"])
        .also(&[(Dialect::Palace, "session_end")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Item;

    fn run(cx: &mut Work<'_>, Input { session_id, outcome, summary }: Input) -> Result<Item, Error> {
        let mut session = cycle::at_hand(cx.call, cx, &session_id)?;
        if session.state == SessionState::Completed {
            return Err(ended(&session, cx.call.now).into());
        }
        session.state = SessionState::Completed;
        session.outcome = match outcome {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
            Outcome::Partial => "partial",
        }
        .into();
        session.summary = summary.map_or_else(String::new, |text| redact_text(text.as_str(), &mut Secrets::new()));
        session.ended_at = Some(cx.call.now);
        cx.put_session(&session)?;
        cx.about(&session.id);
        Ok(Item::at(session, cx.call.now))
    }
}
