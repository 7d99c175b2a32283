//! Show one postmortem, whole.

use super::{Item, one};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, id::PostmortemId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows a postmortem.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Postmortem to show
    pub id: PostmortemId,
}

/// All of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// What a list tells of it
    pub postmortem: Item,
    /// What happened
    pub what_happened: String,
    /// What was learned
    pub lessons_learned: Vec<String>,
    /// What keeps it from happening again
    pub prevention_steps: Vec<String>,
    /// The decision it was about
    #[serde(skip_serializing_if = "String::is_empty")]
    pub related_decision: String,
    /// The session it happened in
    #[serde(skip_serializing_if = "String::is_empty")]
    pub related_session: String,
    /// Who wrote it
    pub principal: String,
    /// Who said that it is resolved
    #[serde(skip_serializing_if = "String::is_empty")]
    pub resolved_by: String,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("postmortem.show", "Show a postmortem: what happened, why, and what was learned")
        .http(Method::Get, "/v1/postmortems/{id}")
        .positional(&["id"])
        .also(&[(Dialect::Palace, "get_postmortem")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let found = one(cx, house, &id)?;
        let p = found.postmortem.clone();
        Ok(Output {
            postmortem: found.into(),
            what_happened: p.what_happened,
            lessons_learned: p.lessons,
            prevention_steps: p.prevention,
            related_decision: p.related_decision,
            related_session: p.related_session,
            principal: p.principal,
            resolved_by: p.resolved_by,
        })
    }
}
