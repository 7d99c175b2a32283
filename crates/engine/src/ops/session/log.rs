//! Log what is done in a session: a file read or changed, a search, a command. So others can see who works on what.
//!
//! Not here: what it says about a file. `file.brief` counts, and `session.conflict` compares.

use crate::cycle::ended;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work, cycle,
    memory::{Secrets, redact_text},
};
use kernel::{
    effect::Propose,
    id::{ActivityId, SessionId},
    refusal::Code,
    scope::ProjectPath,
    text::Note,
    time::Moment,
    work::{ActivityKind, ActivityOutcome, SessionState},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Activity;

/// Longest path of a file, in bytes: an index holds it.
const PATH_BYTES_MAX: usize = 1_024;

/// Writes down what was done.
#[derive(Debug)]
pub struct Log;

/// What was done.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session it was done in
    #[serde(alias = "session_id")]
    pub session_id: SessionId,
    /// What was done
    pub kind: ActivityKind,
    /// File within the project, words looked for, or command line
    pub target: Note,
    /// How it went (unknown if left out)
    #[serde(default)]
    pub outcome: Option<ActivityOutcome>,
    /// What more there is to say
    #[serde(default)]
    pub details: Option<Note>,
}

/// The line that was written.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Its id
    pub id: ActivityId,
    /// The session
    pub session_id: SessionId,
    /// What was done
    pub kind: ActivityKind,
    /// To what, without secrets
    pub target: String,
    /// How it went
    pub outcome: ActivityOutcome,
    /// When
    pub at: Moment,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Log {
    const SPEC: Spec = Spec::new("session.log", "Log what was done in a session: a file read or changed, a search, a command")
        .http(Method::Post, "/v1/sessions/{sessionId}/log")
        .positional(&["sessionId", "kind", "target"])
        .also(&[(Dialect::Palace, "session_log")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let Input { session_id, kind, target, outcome, details } = input;
        let session = cycle::at_hand(cx.call, cx, &session_id)?;
        match session.state_at(cx.call.now) {
            SessionState::Active => {}
            SessionState::Completed | SessionState::Abandoned => return Err(ended(&session, cx.call.now).into()),
        }
        let mut redacted = Secrets::new();
        let target = if kind.is_file() { file(target.as_str())? } else { redact_text(target.as_str(), &mut redacted) };
        let activity = Activity {
            id: ActivityId::mint("act", &cx.call.tail()),
            session: session_id,
            anchor: cx.call.anchor.project(),
            kind,
            target,
            outcome: outcome.unwrap_or(ActivityOutcome::Unknown),
            details: details.map_or_else(String::new, |text| redact_text(text.as_str(), &mut redacted)),
            principal: cx.call.actor.name().to_owned(),
            at: cx.call.now,
        };
        cx.put_activity(&activity)?;
        cx.about(&activity.session);
        let Activity { id, session, kind, target, outcome, at, .. } = activity;
        Ok(Output { id, session_id: session, kind, target, outcome, at, redacted })
    }
}

/// Files are compared by name across sessions, so each has one spelling.
fn file(target: &str) -> Result<String, Error> {
    let path = ProjectPath::parse(target)?;
    if path.as_str().len() > PATH_BYTES_MAX {
        return Err(Code::PathOutside.refuse("target", format!("the path is longer than {PATH_BYTES_MAX} bytes")).into());
    }
    Ok(path.as_str().to_owned())
}
