//! The older way of reasoning, kept for those who still call it: analyze, gather, think, conclude.
//!
//! It stands alone: nothing here asks the guarded cycle, and nothing there asks this. Every answer says what replaced it.

pub mod analyze;
pub mod conclude;
pub mod gather;
pub mod think;

use crate::{Error, cycle::foreign, ops::missing};
use kernel::{call::Call, cycle::reasoning::ReasoningPhase, id::ReasoningId, refusal::Code};
use schemars::JsonSchema;
use serde::Serialize;
use store::{ReasoningSession, View};

/// What every answer says of its own age.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Deprecation {
    /// It was replaced
    pub deprecated: bool,
    /// By what
    pub replacement: &'static str,
    /// What to do about it
    pub deprecation_notice: &'static str,
    /// `LEGACY_TOOL_DEPRECATED`
    pub code: &'static str,
}

impl Deprecation {
    /// What a tool says of its age.
    const fn of(replacement: &'static str, deprecation_notice: &'static str) -> Self {
        Self { deprecated: true, replacement, deprecation_notice, code: "LEGACY_TOOL_DEPRECATED" }
    }
}

/// The caller's own problem, not yet concluded.
fn open(view: &mut View<'_>, call: &Call, id: &ReasoningId) -> Result<ReasoningSession, Error> {
    let session = own(view, call, id)?;
    if session.phase == ReasoningPhase::Finalized {
        return Err(Code::SessionEnded
            .refuse(id.as_str(), format!("reasoning session {id} is concluded"))
            .next("Begin another with `analyze_problem`")
            .into());
    }
    Ok(session)
}

/// The caller's own problem.
pub(crate) fn own(view: &mut View<'_>, call: &Call, id: &ReasoningId) -> Result<ReasoningSession, Error> {
    let session = view.reasoning_session(id)?.ok_or_else(|| missing("reasoning session", id))?;
    if session.principal == call.actor.name() { Ok(session) } else { Err(foreign(id.as_str()).into()) }
}
