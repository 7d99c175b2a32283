//! List sessions, newest first.

use super::Item;
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::SessionFilter;

/// Lists sessions.
#[derive(Debug)]
pub struct List;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Only those under way
    #[serde(default)]
    pub active: bool,
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// The sessions.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Sessions, newest first
    pub sessions: Vec<Item>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("session.list", "List work sessions").http(Method::Get, "/v1/sessions").also(&[(Dialect::Palace, "session_list")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let sessions = cx.sessions(SessionFilter { active: input.active.then_some(now), limit: limit(input.limit, 20) })?;
        Ok(Output { sessions: sessions.into_iter().map(|session| Item::at(session, now)).collect() })
    }
}
