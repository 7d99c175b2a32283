//! Search what is believed by words and by meaning together: what both find comes first.
//!
//! Not here: what was merely seen. `recall` gives both, side by side.

use super::{
    CONTENT_CHARS_MAX,
    similar::{Candidates, near},
};
use crate::{Dialect, Error, Look, Method, Operation, Spec, memory, ops::limit};
use kernel::{
    claim::{Confidence, Kind},
    effect::Read,
    id::ClaimId,
    text::Query,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Searches beliefs.
#[derive(Debug)]
pub struct Find;

/// For what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What to look for
    pub query: Query,
    /// Only these kinds (can be repeated)
    #[serde(default, alias = "kind")]
    pub kinds: Vec<Kind>,
    /// Most items to give (10 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Best first
    pub found: Vec<Hit>,
    /// Whether older claims were not looked at: only the newest 2,000 are
    #[serde(rename = "atLeast", skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// A claim, and how it was found.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Hit {
    /// The claim
    pub id: ClaimId,
    /// Kind of belief
    #[serde(rename = "as")]
    pub kind: Kind,
    /// What it says
    pub content: String,
    /// Words of the question that it says
    pub words: Vec<String>,
    /// How near its meaning is, from 0 to 1
    pub similarity: Confidence,
    /// The two together, from 0 to 1
    pub score: Confidence,
}

impl Operation for Find {
    const SPEC: Spec = Spec::new("claim.find", "Search what is believed by words and by meaning together")
        .http(Method::Get, "/v1/claims/find")
        .positional(&["query"])
        .empty("Nothing that holds matches, by words or by meaning.")
        .also(&[(Dialect::Palace, "search_hybrid")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let keywords = memory::keywords(input.query.as_str());
        let candidates = Candidates { kinds: &input.kinds, scope: None, scope_path: None, all: false };
        let (claims, at_least) = near(cx, input.query.as_str(), &candidates)?;
        let mut found = Vec::new();
        for (similarity, claim) in claims {
            let words = memory::said_of(input.query.as_str(), &claim);
            if words.is_empty() && similarity.points() < memory::NEAR {
                continue;
            }
            // Half for the share of the words, half for the meaning: whole numbers, so that every machine ranks alike.
            let said = words.len() * 100 / keywords.len().max(1);
            let score = usize::midpoint(said, usize::from(similarity.points()));
            found.push((
                claim.created_at,
                Hit {
                    id: claim.id,
                    kind: claim.draft.kind,
                    content: search::bound(claim.draft.content.as_str(), CONTENT_CHARS_MAX).0,
                    words,
                    similarity,
                    score: Confidence::hundredths(u8::try_from(score).unwrap_or(100)),
                },
            ));
        }
        // Among equals the older comes first: ids are drawn at random.
        found.sort_by(|(a_at, a), (b_at, b)| b.score.cmp(&a.score).then_with(|| a_at.cmp(b_at)).then_with(|| a.id.cmp(&b.id)));
        found.truncate(usize::try_from(limit(input.limit, 10)).unwrap_or(0));
        Ok(Output { found: found.into_iter().map(|(_, hit)| hit).collect(), at_least })
    }
}
