//! Say what is asked. Without a question and without a draft there is nothing to do, and the cycle stays where it is.

use super::{Hash, Status, words_out};
use crate::{Dialect, Error, Method, Operation, Spec, Work, cycle};
use kernel::{
    cycle::{Phase, Reach},
    effect::Propose,
    id::SessionId,
    text::Content,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use store::Cycle;

/// Routes it.
#[derive(Debug)]
pub struct Route;

/// What is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session
    pub session_id: SessionId,
    /// The hash that the snapshot gave; refused if it is another
    #[serde(default)]
    pub snapshot_hash: Hash,
    /// What the user said; it is not kept
    #[serde(default)]
    pub user_input: Option<Content>,
    /// Whose memory is asked
    #[serde(default)]
    pub scope: Option<Reach>,
}

/// Where it goes on.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The phase to go on with
    pub route: Phase,
    /// The session
    pub session_id: SessionId,
    /// The phase this is
    pub phase: Phase,
    /// How it went
    pub status: Status,
    /// Whether there is a draft already
    pub has_draft: bool,
    /// What it lacks
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// What is to be done about it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What a route lacks if nothing is asked.
pub(super) const MISSING: &str = "user_input or draft";
/// What to do about it.
pub(super) const MESSAGE: &str = "Nothing is asked. Call this phase again with what the user said.";

/// Does the phase, if anything is asked.
pub(super) fn route(cx: &mut Work<'_>, cycle: &mut Cycle, scope: Option<Reach>, is_asked: bool) -> Result<Status, Error> {
    if !is_asked {
        return Ok(Status::Blocked);
    }
    if let Some(scope) = scope {
        scope.name().clone_into(&mut cycle.scope);
    }
    cycle::done(cx, cycle, Phase::Router)?;
    Ok(Status::Ok)
}

impl Operation for Route {
    const SPEC: Spec = Spec::new("cycle.route", "Say what is asked; the guarded cycle then goes on with what to read")
        .http(Method::Post, "/v1/cycle/{sessionId}/route")
        .positional(&["sessionId"])
        .also(&[(Dialect::Cycle, "compliance_router")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        Some(words_out(input))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let session = cycle::under_way(cx.call, cx, &input.session_id)?;
        let mut cycle = cycle::at(cx, &session, Phase::Router)?;
        cycle::fresh("snapshotHash", input.snapshot_hash.0, cycle.snapshot_hash)?;
        let status = route(cx, &mut cycle, input.scope, input.user_input.is_some())?;
        cx.about(&session.id);
        let blocked = status == Status::Blocked;
        Ok(Output {
            route: cycle.progress().next(),
            session_id: session.id,
            phase: Phase::Router,
            status,
            has_draft: false,
            missing: if blocked { vec![MISSING.to_owned()] } else { Vec::new() },
            message: blocked.then(|| MESSAGE.to_owned()),
        })
    }
}
