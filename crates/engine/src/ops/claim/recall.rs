//! Recall what is authoritative: from the narrowest scope to the widest, bounded, with what each rests on.

use super::{CONTENT_CHARS_MAX, Found, ITEMS_DEFAULT, Item, Question, authoritative_standings, find};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::{limit, missing},
};
use kernel::{
    claim::Kind,
    effect::Read,
    id::ClaimId,
    scope::{Scope, ScopeKind},
    text::Query,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Reads what is believed.
#[derive(Debug)]
pub struct Recall;

/// What is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Words to look for; all of scope if left out
    #[serde(default)]
    pub query: Option<Query>,
    /// One claim by its id
    #[serde(default)]
    pub id: Option<ClaimId>,
    /// Only this kind
    #[serde(default, rename = "as", alias = "kind", alias = "type")]
    pub kind: Option<Kind>,
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

/// What is believed.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Claims, narrowest scope first
    pub items: Vec<Item>,
    /// How many matched before the limit
    pub total: usize,
    /// Whether more may match: of each scope only the newest 2,000 claims are looked at
    #[serde(rename = "atLeast", skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

impl Operation for Recall {
    const SPEC: Spec = Spec::new("claim.recall", "Recall what is authoritative: decisions, learnings and ideas that a human approved")
        .http(Method::Get, "/v1/claims")
        .positional(&["query"])
        .empty("Nothing that a human approved matches. Propose it with `store`, then decide with `palace review`.")
        .also(&[(Dialect::Memory, "recall"), (Dialect::Palace, "recall")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        if let Some(id) = input.id {
            return one(cx, &id, input.kind);
        }
        let question = Question {
            kind: input.kind,
            standings: authoritative_standings(),
            scope: input.scope.map(|kind| Scope::parse(kind, input.scope_path.as_deref())).transpose()?,
            query: input.query.as_ref().map(Query::as_str),
            limit: limit(input.limit, ITEMS_DEFAULT),
        };
        many(cx, &question)
    }
}

/// The claims that answer a question, each cut to what an answer has room for.
pub(super) fn many(cx: &mut Look<'_>, question: &Question<'_>) -> Result<Output, Error> {
    let Found { claims, total, at_least } = find(cx, question)?;
    let items = claims.into_iter().map(|claim| Item::of(cx, claim, CONTENT_CHARS_MAX)).collect::<Result<_, _>>()?;
    Ok(Output { items, total, at_least })
}

/// One claim, whole. What is not authoritative does not exist for a reader: a proposal's kin must not leak.
pub(super) fn one(cx: &mut Look<'_>, id: &ClaimId, kind: Option<Kind>) -> Result<Output, Error> {
    let house = cx.house;
    let found = cx.claim(id)?.filter(|c| kind.is_none_or(|k| c.draft.kind == k));
    match found {
        Some(claim) if house.is_authoritative(cx, &claim)? => Ok(Output { items: vec![Item::of(cx, claim, usize::MAX)?], total: 1, at_least: false }),
        Some(_) | None => Err(missing("authoritative claim", id)),
    }
}
