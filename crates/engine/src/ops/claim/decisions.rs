//! Recall decisions only, by their status.

use super::{CONTENT_CHARS_MAX, ITEMS_DEFAULT, Item, authoritative, recall};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{
    claim::{Claim, Kind, Standing},
    effect::Read,
    id::ClaimId,
    scope::{Scope, ScopeKind},
    text::Query,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::ClaimFilter;

/// Reads decisions.
#[derive(Debug)]
pub struct Decisions;

/// What became of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Status {
    /// It holds
    Active,
    /// Another took its place
    Superseded,
    /// It was taken back
    Reversed,
}

impl Status {
    const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Superseded => "superseded",
            Self::Reversed => "reversed",
        }
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
    pub status: Option<Status>,
    /// Where to begin, widening from file to room to palace; everywhere if left out
    #[serde(default)]
    pub scope: Option<ScopeKind>,
    /// File path or room name, when the scope is a file or a room
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
        let scope = input.scope.map(|kind| Scope::parse(kind, input.scope_path.as_deref())).transpose()?;
        let limit = limit(input.limit, ITEMS_DEFAULT);
        let query = input.query.as_ref().map(Query::as_str);
        let (claims, total) = match input.status.unwrap_or(Status::Active) {
            Status::Active => authoritative(cx, Some(Kind::Decision), scope.as_ref(), query, limit)?,
            gone => past(cx, gone, scope.as_ref(), query, limit)?,
        };
        Ok(recall::Output { items: claims.into_iter().map(|c| Item::of(c, CONTENT_CHARS_MAX)).collect(), total })
    }
}

/// Decisions that held once. They are history, so no seal is asked of them, and their standing says that they are not believed.
fn past(cx: &mut Look<'_>, status: Status, scope: Option<&Scope>, query: Option<&str>, limit: i64) -> Result<(Vec<Claim>, usize), Error> {
    let standings: Vec<Standing> = Standing::ALL.into_iter().filter(|s| s.decision_status() == status.name()).collect();
    let mut found = Vec::new();
    for scope in super::chain(scope) {
        let claims = cx.claims(&ClaimFilter { kind: Some(Kind::Decision), standings: standings.clone(), scope, limit: super::WINDOW })?;
        found.extend(match query {
            Some(query) => search::rank(query, claims, |c| c.draft.content.as_str()),
            None => claims,
        });
    }
    let total = found.len();
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok((found, total))
}
