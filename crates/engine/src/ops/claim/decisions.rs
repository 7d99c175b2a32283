//! Recall decisions only, by their status. Those that held once are history: their standing says that they are not believed.

use super::{ITEMS_DEFAULT, Question, When, authoritative_standings, recall};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{
    claim::{DecisionStatus, Kind, Standing},
    effect::Read,
    id::ClaimId,
    scope::{Scope, ScopeKind},
    text::Query,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Reads decisions.
#[derive(Debug)]
pub struct Decisions;

/// The standings that the contract calls by this word. What holds is what is authoritative, not what merely waits.
fn standings(status: DecisionStatus) -> Vec<Standing> {
    match status {
        DecisionStatus::Active => authoritative_standings(),
        past @ (DecisionStatus::Superseded | DecisionStatus::Reversed) => Standing::ALL.into_iter().filter(|s| s.decision_status() == past).collect(),
    }
}

/// What is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Words to look for; all of scope if left out
    #[serde(default)]
    pub query: Option<Query>,
    /// One decision by its id
    #[serde(default)]
    pub id: Option<ClaimId>,
    /// What became of it (active if left out)
    #[serde(default)]
    pub status: Option<DecisionStatus>,
    /// Where to begin, widening; everywhere if left out
    #[serde(default)]
    pub scope: Option<ScopeKind>,
    /// File path or room name
    #[serde(default, alias = "scope_path")]
    pub scope_path: Option<String>,
    /// Most items to give (10 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

impl Operation for Decisions {
    const SPEC: Spec = Spec::new("claim.decisions", "Recall the decisions that hold, narrowest scope first")
        .http(Method::Get, "/v1/decisions")
        .positional(&["query"])
        .empty("No decision that holds matches. Propose one with `store`, then decide with `palace review`.")
        .also(&[(Dialect::Palace, "recall_decisions")]);
    type Effect = Read;
    type Input = Input;
    type Output = recall::Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<recall::Output, Error> {
        if let Some(id) = input.id {
            return recall::one(cx, &id, Some(Kind::Decision));
        }
        let question = Question {
            kind: Some(Kind::Decision),
            standings: standings(input.status.unwrap_or(DecisionStatus::Active)),
            scope: input.scope.map(|kind| Scope::parse(kind, input.scope_path.as_deref())).transpose()?,
            project: Some(cx.call.anchor.project()),
            query: input.query.as_ref().map(Query::as_str),
            limit: limit(input.limit, ITEMS_DEFAULT),
            when: When::default(),
        };
        recall::many(cx, &question)
    }
}
