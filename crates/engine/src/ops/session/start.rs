//! Start a session, so that what follows can be found together.

use super::Item;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
};
use kernel::{
    effect::Propose,
    id::SessionId,
    text::{Name, Note},
    work::SessionState,
};
use schemars::JsonSchema;
use serde::Deserialize;
use store::Session;

/// Opens a session.
#[derive(Debug)]
pub struct Start;

/// Whose, and for what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Client that works: claude-code, codex, cursor…
    #[serde(alias = "agent_type")]
    pub agent_type: Name,
    /// The client's own id for itself
    #[serde(default, alias = "agent_id")]
    pub agent_id: Option<Name>,
    /// What the session is for
    #[serde(default)]
    pub goal: Option<Note>,
}

impl Operation for Start {
    const SPEC: Spec = Spec::new("session.start", "Start a work session")
        .http(Method::Post, "/v1/sessions")
        .positional(&["agentType"])
        .also(&[(Dialect::Palace, "session_start")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Item;

    fn run(cx: &mut Work<'_>, Input { agent_type, agent_id, goal }: Input) -> Result<Item, Error> {
        let session = Session {
            id: SessionId::mint("ses", &cx.call.tail()),
            agent_type: agent_type.into(),
            agent_id: agent_id.map_or_else(String::new, String::from),
            goal: goal.map_or_else(String::new, |text| redact_text(text.as_str(), &mut Secrets::new())),
            principal: cx.call.actor.name().to_owned(),
            state: SessionState::Active,
            outcome: String::new(),
            summary: String::new(),
            started_at: cx.call.now,
            ended_at: None,
            last_active_at: cx.call.now,
        };
        cx.put_session(&session)?;
        cx.about(&session.id);
        Ok(Item::at(session, cx.call.now))
    }
}
