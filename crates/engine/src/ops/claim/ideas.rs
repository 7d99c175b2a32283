//! Recall ideas by where they are. No column says so: it follows from standing, outcome and links, as the kernel's
//! `IdeaStatus` has it.

use super::{CONTENT_CHARS_MAX, Found, ITEMS_DEFAULT, Item, Question, TieState, WINDOW, When, find, recall};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{
    claim::{IdeaStatus, IdeaTraits, Kind, Relation, Standing},
    effect::Read,
    id::ClaimId,
    scope::{Scope, ScopeKind},
    text::Query,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Reads ideas.
#[derive(Debug)]
pub struct Ideas;

/// What is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Words to look for; all of scope if left out
    #[serde(default)]
    pub query: Option<Query>,
    /// Where it is; all but the dropped ones if left out
    #[serde(default)]
    pub status: Option<IdeaStatus>,
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

impl Operation for Ideas {
    const SPEC: Spec = Spec::new("claim.ideas", "Recall ideas by where they are: active, exploring, implemented or dropped")
        .http(Method::Get, "/v1/ideas")
        .positional(&["query"])
        .empty("No idea is there. Propose one with `store`, then decide with `palace review`.")
        .also(&[(Dialect::Palace, "recall_ideas")]);
    type Effect = Read;
    type Input = Input;
    type Output = recall::Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<recall::Output, Error> {
        let question = Question {
            kind: Some(Kind::Idea),
            standings: Standing::ALL.into_iter().filter(|s| !matches!(s, Standing::Candidate | Standing::Provisional)).collect(),
            scope: input.scope.map(|kind| Scope::parse(kind, input.scope_path.as_deref())).transpose()?,
            project: Some(cx.call.anchor.project()),
            query: input.query.as_ref().map(Query::as_str),
            limit: WINDOW,
            when: When::default(),
        };
        let Found { claims, at_least, .. } = find(cx, &question)?;
        let mut items = Item::all(cx, claims, CONTENT_CHARS_MAX)?;
        for item in &mut items {
            item.status = Some(status(item));
        }
        items.retain(|item| match input.status {
            Some(wanted) => item.status == Some(wanted),
            None => item.status != Some(IdeaStatus::Dropped),
        });
        let total = items.len();
        items.truncate(usize::try_from(limit(input.limit, ITEMS_DEFAULT)).unwrap_or(0));
        Ok(recall::Output { items, total, at_least, ..recall::Output::empty() })
    }
}

/// Where an idea is. Only what holds can implement it or be inspired by it.
fn status(item: &Item) -> IdeaStatus {
    let led_to = |relation: Relation| {
        let leads = |tie: &super::Tie| tie.relation == relation.name() && tie.target_id == item.id.as_str() && tie.state == TieState::Holds;
        item.links.iter().any(leads)
    };
    // Lines of code implement it too: then the link begins at the idea's own record.
    // Which tree is at hand does not change where an idea is, so how the lines read now is not asked.
    let coded = item.links.iter().any(|tie| tie.relation == Relation::Implements.name() && ClaimId::parse(&tie.target_id).is_err());
    IdeaStatus::of(IdeaTraits {
        standing: item.standing,
        outcome: item.outcome,
        implemented: led_to(Relation::Implements) || coded,
        inspired: led_to(Relation::InspiredBy),
    })
}
