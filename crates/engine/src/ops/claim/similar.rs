//! Find claims that mean nearly the same, as a claim or as some words, by the small model in the binary: no network, the same
//! answer everywhere.
//!
//! Not here: claims that are not believed, unless a human asks for them.

use super::{CONTENT_CHARS_MAX, authoritative_standings, believed_at, holding, newest};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::{limit, missing},
};
use kernel::{
    actor::ActorKind,
    claim::{Claim, Confidence, Kind, Standing},
    effect::Read,
    id::ClaimId,
    refusal::Code,
    scope::{Scope, ScopeKind},
    text::Query,
};
use schemars::JsonSchema;
use search::embed::Model;
use serde::{Deserialize, Serialize};
use store::ClaimFilter;

/// Finds similar claims.
#[derive(Debug)]
pub struct Similar;

/// To what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Claim to compare with; or say `query`
    #[serde(default, alias = "record_id", alias = "claim", alias = "id")]
    pub record_id: Option<ClaimId>,
    /// Words whose meaning is looked for
    #[serde(default)]
    pub query: Option<Query>,
    /// Only these kinds (can be repeated)
    #[serde(default, alias = "kind")]
    pub kinds: Vec<Kind>,
    /// Where to begin, widening; everywhere if left out
    #[serde(default)]
    pub scope: Option<ScopeKind>,
    /// File path or room name
    #[serde(default, alias = "scope_path")]
    pub scope_path: Option<String>,
    /// Most items to give (5 for a claim, 10 for words, if left out)
    #[serde(default)]
    pub limit: Option<u32>,
    /// Least similarity, from 0 to 1 (0.6 for a claim, 0.5 for words, if left out)
    #[serde(default, alias = "min_similarity")]
    pub min_similarity: Option<Confidence>,
    /// Also what is no longer believed; for humans
    #[serde(default)]
    pub all: bool,
}

/// What is near.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The claim that was compared with
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_id: Option<ClaimId>,
    /// Claims that say nearly the same, nearest first
    pub similar: Vec<Near>,
    /// Whether older claims were not looked at: only the newest 2,000 are
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// A claim and how near it is.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Near {
    /// The claim
    pub id: ClaimId,
    /// Kind of belief
    #[serde(rename = "as")]
    pub kind: Kind,
    /// What it says
    pub content: String,
    /// How far it is believed
    pub standing: Standing,
    /// How near, from 0 to 1
    pub similarity: Confidence,
}

/// What words and claims are asked for unless somebody says otherwise: least similarity in hundredths, and how many.
const BY_CLAIM: (u8, i64) = (60, 5);
const BY_WORDS: (u8, i64) = (50, 10);

impl Operation for Similar {
    const SPEC: Spec = Spec::new("claim.similar", "Find claims that mean nearly the same as a claim or as some words")
        .http(Method::Get, "/v1/claims/similar")
        .positional(&["recordId"])
        .empty("Nothing that holds means nearly the same.")
        .also(&[(Dialect::Palace, "search_similar"), (Dialect::Palace, "search_semantic")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let all = input.all && cx.call.actor.kind() == ActorKind::Human;
        let (text, record, (least, most)) = match (&input.record_id, &input.query) {
            (Some(id), None) => {
                let record = if all { cx.claim(id)?.ok_or_else(|| missing("claim", id))? } else { holding(cx, house, id)? };
                (record.draft.content.as_str().to_owned(), Some(record.id), BY_CLAIM)
            }
            (None, Some(query)) => (query.as_str().to_owned(), None, BY_WORDS),
            (None, None) | (Some(_), Some(_)) => {
                let told = Code::InputInvalid.refuse("recordId", "either a claim or words are compared with");
                return Err(told.next("Give recordId or query, one of the two").into());
            }
        };
        let least = input.min_similarity.unwrap_or(Confidence::hundredths(least));
        let candidates = Candidates { kinds: &input.kinds, scope: input.scope, scope_path: input.scope_path.as_deref(), all };
        let mut similar = Vec::new();
        let (found, at_least) = near(cx, &text, &candidates)?;
        for (similarity, claim) in found {
            if Some(&claim.id) != record.as_ref() && similarity >= least {
                similar.push((
                    claim.created_at,
                    Near {
                        id: claim.id,
                        kind: claim.draft.kind,
                        content: search::bound(claim.draft.content.as_str(), CONTENT_CHARS_MAX).0,
                        standing: claim.standing,
                        similarity,
                    },
                ));
            }
        }
        // Among equals the older comes first: ids are drawn at random.
        similar.sort_by(|(a_at, a), (b_at, b)| b.similarity.cmp(&a.similarity).then_with(|| a_at.cmp(b_at)).then_with(|| a.id.cmp(&b.id)));
        similar.truncate(usize::try_from(limit(input.limit, most)).unwrap_or(0));
        Ok(Output { record_id: record, similar: similar.into_iter().map(|(_, near)| near).collect(), at_least })
    }
}

/// Which claims are compared.
pub(super) struct Candidates<'c> {
    /// Only these kinds; all if empty.
    pub(super) kinds: &'c [Kind],
    /// Where to begin; everywhere if left out.
    pub(super) scope: Option<ScopeKind>,
    /// File or room.
    pub(super) scope_path: Option<&'c str>,
    /// Also what is no longer believed.
    pub(super) all: bool,
}

/// The claims that may be told, each with how near it is to a text; and whether there are older ones.
pub(super) fn near(cx: &mut Look<'_>, text: &str, among: &Candidates<'_>) -> Result<(Vec<(Confidence, Claim)>, bool), Error> {
    let house = cx.house;
    let scopes: Vec<Option<Scope>> = match among.scope {
        Some(kind) => cx.call.floorplan.expand(&Scope::parse(kind, among.scope_path)?).into_iter().map(Some).collect(),
        None => vec![None],
    };
    let standings = if among.all { Vec::new() } else { authoritative_standings() };
    let (here, believed) = (Model::embedded().embed(text), believed_at(&cx.call.anchor));
    let (mut found, mut at_least) = (Vec::new(), false);
    for scope in scopes {
        let (claims, more) = newest(cx, house, ClaimFilter { standings: standings.clone(), scope, ..believed.clone() })?;
        at_least |= more;
        for claim in claims {
            let wanted = among.kinds.is_empty() || among.kinds.contains(&claim.draft.kind);
            if wanted && (house.is_authoritative(cx, &claim)? || (among.all && !claim.standing.is_authoritative())) {
                found.push((house.cache.memory.similarity(&here, &claim), claim));
            }
        }
    }
    Ok((found, at_least))
}
