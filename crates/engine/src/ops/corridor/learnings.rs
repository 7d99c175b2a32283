//! Recall what holds beyond one project.

use super::all;
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::{claim::CONTENT_CHARS_MAX, limit},
};
use kernel::{
    claim::{Confidence, Tag},
    effect::Read,
    id::ClaimId,
    text::Query,
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Reads the corridor.
#[derive(Debug)]
pub struct Learnings;

/// What is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Words to look for; all of them if left out
    #[serde(default)]
    pub query: Option<Query>,
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What holds everywhere.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Learnings, best match first, or surest first
    pub learnings: Vec<Shared>,
    /// How many matched before the limit
    pub total: usize,
}

/// A learning that holds beyond its project.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Shared {
    /// Its id: `recall` with it gives the whole
    pub id: ClaimId,
    /// What is believed
    pub content: String,
    /// How sure it is, from 0 to 1
    pub confidence: Confidence,
    /// How often a human confirmed it
    pub reinforced: usize,
    /// The project it came from
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// Labels
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// Since when it holds everywhere
    pub promoted_at: Moment,
}

impl Operation for Learnings {
    const SPEC: Spec = Spec::new("corridor.learnings", "Recall the learnings that hold beyond one project")
        .http(Method::Get, "/v1/corridor")
        .positional(&["query"])
        .empty("Nothing that holds everywhere matches. Promote a learning with `corridor promote`.")
        .also(&[(Dialect::Palace, "corridor_learnings")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { query, limit: asked }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let mut found = Vec::new();
        for super::Shared { claim, promotion, confidence, reinforced } in all(cx, house)? {
            found.push(Shared {
                content: search::bound(claim.draft.content.as_str(), CONTENT_CHARS_MAX).0,
                confidence,
                reinforced,
                origin: promotion.origin,
                promoted_at: promotion.made.at,
                id: claim.id,
                tags: claim.draft.tags,
            });
        }
        // Newest first among equals: that is how they come.
        found.sort_by_key(|shared| std::cmp::Reverse(shared.confidence));
        if let Some(query) = query {
            found = crate::memory::rank(query.as_str(), found, |shared| &shared.content);
        }
        let total = found.len();
        found.truncate(usize::try_from(limit(asked, 20)).unwrap_or(0));
        Ok(Output { learnings: found, total })
    }
}
