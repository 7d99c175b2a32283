//! Recall learnings by what became of them. Those that held once are history: their standing says that they are not believed.

use super::{Question, When, authoritative_standings, recall};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{
    claim::{Kind, LearningStatus, Standing},
    effect::Read,
    text::Query,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Reads learnings.
#[derive(Debug)]
pub struct Learnings;

/// What is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What became of it (active if left out)
    #[serde(default)]
    pub status: LearningStatus,
    /// Words to look for
    #[serde(default)]
    pub query: Option<Query>,
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

impl Operation for Learnings {
    const SPEC: Spec = Spec::new("claim.learnings", "Recall learnings by what became of them: active, obsolete or archived")
        .http(Method::Get, "/v1/learnings")
        .positional(&["status"])
        .empty("No learning has that status.")
        .also(&[(Dialect::Palace, "recall_learnings_by_status")]);
    type Effect = Read;
    type Input = Input;
    type Output = recall::Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<recall::Output, Error> {
        let standings = match input.status {
            LearningStatus::Active => authoritative_standings(),
            past @ (LearningStatus::Obsolete | LearningStatus::Archived) => {
                Standing::ALL.into_iter().filter(|s| s.learning_status() == past).collect()
            }
        };
        let query = input.query.as_ref().map(Query::as_str);
        let project = Some(cx.call.anchor.project());
        let (limit, when) = (limit(input.limit, 20), When::default());
        recall::many(cx, &Question { kind: Some(Kind::Learning), standings, scope: None, project, query, limit, when })
    }
}
