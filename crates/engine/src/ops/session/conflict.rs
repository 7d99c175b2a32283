//! Ask whether somebody else works on a file: before it is changed, not after.
//!
//! A session under way that touched the file less than five minutes ago is working on it: critical. Whoever touched it less
//! than ten minutes ago, even if they are done, may have changed it under the reader: a warning. Not here: locks. Nobody is
//! kept from anything.

use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{
    effect::Read,
    id::SessionId,
    scope::ProjectPath,
    time::{MINUTE_MS, Moment},
    work::{ActivityKind, CONFLICT_CRITICAL_MS, CONFLICT_WARNING_MS, SessionState},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Activities looked at; ten minutes hold few.
const LOOKED_AT: i64 = 1_000;

/// Looks for others at a file.
#[derive(Debug)]
pub struct Conflict;

/// Which file, and who asks.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// File within the project
    #[serde(alias = "file", alias = "filePath", alias = "file_path")]
    pub path: String,
    /// Your own session, which is in nobody's way
    #[serde(default, alias = "session_id")]
    pub session_id: Option<SessionId>,
}

/// How much of a conflict there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Level {
    /// Nobody else was here lately
    None,
    /// Somebody was here less than ten minutes ago
    Warning,
    /// Somebody works on it now
    Critical,
}

/// Who else is at the file.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The file
    pub path: String,
    /// How much of a conflict there is
    pub level: Level,
    /// Who else was here, most recent first
    pub others: Vec<Other>,
}

/// Another session at the same file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Other {
    /// The session
    pub session_id: SessionId,
    /// The client
    pub agent_type: String,
    /// What it is for
    #[serde(skip_serializing_if = "String::is_empty")]
    pub goal: String,
    /// What it did last
    pub kind: ActivityKind,
    /// How many minutes ago
    pub minutes: i64,
    /// When
    pub at: Moment,
    /// How much of a conflict that is
    pub level: Level,
}

impl Operation for Conflict {
    const SPEC: Spec = Spec::new("session.conflict", "Say whether another session works on a file, before you change it")
        .http(Method::Get, "/v1/sessions/conflict")
        .positional(&["path"])
        .also(&[(Dialect::Palace, "session_conflict")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { path, session_id }: Input) -> Result<Output, Error> {
        let path = ProjectPath::parse(&path)?;
        if let Some(own) = &session_id {
            cx.session(own)?.ok_or_else(|| missing("session", own))?;
        }
        let now = cx.call.now;
        let project = cx.call.anchor.project();
        let mut seen: BTreeSet<SessionId> = session_id.into_iter().collect();
        let mut others = Vec::new();
        for activity in cx.touched(path.as_str(), &project, Some(now.plus(-CONFLICT_WARNING_MS)), LOOKED_AT)? {
            if !seen.insert(activity.session.clone()) {
                continue;
            }
            let Some(session) = cx.session(&activity.session)? else { continue };
            let ago = now.millis() - activity.at.millis();
            let works = session.state_at(now) == SessionState::Active && ago < CONFLICT_CRITICAL_MS;
            others.push(Other {
                session_id: session.id,
                agent_type: session.agent_type,
                goal: session.goal,
                kind: activity.kind,
                minutes: ago.div_euclid(MINUTE_MS),
                at: activity.at,
                level: if works { Level::Critical } else { Level::Warning },
            });
        }
        let level = others.iter().map(|other| other.level).max().unwrap_or(Level::None);
        Ok(Output { path: path.as_str().to_owned(), level, others })
    }
}
