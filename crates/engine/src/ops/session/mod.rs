//! Stretches of work.

pub mod conflict;
pub mod end;
pub mod list;
pub mod log;
pub mod start;
pub mod state;

use kernel::{id::SessionId, time::Moment, work::SessionState};
use schemars::JsonSchema;
use serde::Serialize;
use store::Session;

/// A session, as every reader is given it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// Its id
    pub session_id: SessionId,
    /// The client
    pub agent_type: String,
    /// What it is for
    #[serde(skip_serializing_if = "String::is_empty")]
    pub goal: String,
    /// active, completed or abandoned
    pub state: SessionState,
    /// How it went
    #[serde(skip_serializing_if = "String::is_empty")]
    pub outcome: String,
    /// What came of it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// When it began
    pub started_at: Moment,
    /// When it ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Moment>,
}

impl Item {
    /// How a session stands at a moment.
    pub(crate) fn at(s: Session, now: Moment) -> Self {
        Self {
            state: s.state_at(now),
            session_id: s.id,
            agent_type: s.agent_type,
            goal: s.goal,
            outcome: s.outcome,
            summary: s.summary,
            started_at: s.started_at,
            ended_at: s.ended_at,
        }
    }
}
