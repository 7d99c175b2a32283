//! Begin a guarded cycle, or look where one stands. Without a session one is started for the caller.

use super::{Status, keys, words_out};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    cycle::{self, Begin},
};
use kernel::{
    claim::Tag,
    cycle::{Phase, Reach},
    effect::Propose,
    id::SessionId,
    ledger::Digest,
    text::Note,
    work::SessionState,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use store::Session;

/// What a session is called that a cycle started for itself.
const CLIENT: &str = "cycle";

/// Takes the snapshot.
#[derive(Debug)]
pub struct Snapshot;

/// Which session, and what it is about.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session (one is started if left out)
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// What is going on; it is not kept
    #[serde(default)]
    pub context: Option<Note>,
    /// Whose memory is asked (project if left out)
    #[serde(default)]
    pub scope: Option<Reach>,
    /// What it is about (can be repeated)
    #[serde(default)]
    pub context_keys: Vec<Tag>,
    /// Give up the cycle under way and begin anew
    #[serde(default)]
    pub restart: bool,
}

/// Where the session stands.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Digest of the session's state when the cycle began
    pub snapshot_hash: Option<Digest>,
    /// The session
    pub session_id: SessionId,
    /// The phase that was done last
    pub phase: Phase,
    /// How it went
    pub status: Status,
    /// Whose memory is asked
    pub scope_mode: String,
    /// What else was said of it
    pub flags: Json,
    /// The phase that comes next
    pub next_phase: Phase,
    /// Which cycle of the session this is
    pub cycle: i64,
}

impl Operation for Snapshot {
    const SPEC: Spec = Spec::new("cycle.snapshot", "Begin a guarded cycle, or see where yours stands; without a session one is started for you")
        .http(Method::Post, "/v1/cycle/snapshot")
        .also(&[(Dialect::Cycle, "compliance_snapshot")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        Some(words_out(input))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let asked = Begin { scope: input.scope, keys: keys(input.context_keys)?, restart: input.restart };
        let session = match &input.session_id {
            Some(id) => cycle::under_way(cx.call, cx, id)?,
            None => started(cx)?,
        };
        let before = cx.cycle(&session.id)?;
        let at = match before {
            // Looking changes nothing.
            Some(cycle) if !asked.restart && cycle.progress().next() != Phase::Snapshot => {
                cx.nothing();
                cycle
            }
            _ => cycle::begin(cx, &session, &asked)?,
        };
        cx.about(&session.id);
        let progress = at.progress();
        Ok(Output {
            snapshot_hash: at.snapshot_hash,
            session_id: session.id,
            phase: progress.done.unwrap_or(Phase::Snapshot),
            status: Status::Ok,
            scope_mode: at.scope,
            flags: at.flags,
            next_phase: progress.next(),
            cycle: at.n,
        })
    }
}

fn started(cx: &mut Work<'_>) -> Result<Session, Error> {
    let client = if cx.client.is_empty() { CLIENT } else { cx.client };
    let session = Session {
        id: SessionId::mint("ses", &cx.call.tail()),
        agent_type: client.to_owned(),
        agent_id: String::new(),
        goal: String::new(),
        principal: cx.call.actor.name().to_owned(),
        state: SessionState::Active,
        outcome: String::new(),
        summary: String::new(),
        started_at: cx.call.now,
        ended_at: None,
        last_active_at: cx.call.now,
    };
    cx.put_session(&session)?;
    Ok(session)
}
