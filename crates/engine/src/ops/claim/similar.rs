//! Find claims that say nearly the same, by the small model in the binary: no network, the same answer everywhere.
//!
//! Not here: claims that are not believed, unless a human asks for them.

use super::{CONTENT_CHARS_MAX, WINDOW, authoritative_standings, holding};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::{limit, missing},
};
use kernel::{
    actor::ActorKind,
    claim::{Confidence, Kind, Standing},
    effect::Read,
    id::ClaimId,
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
    /// Claim to compare with
    #[serde(alias = "record_id", alias = "claim", alias = "id")]
    pub record_id: ClaimId,
    /// Most items to give (5 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
    /// Least similarity, from 0 to 1 (0.6 if left out)
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
    /// The claim
    pub record_id: ClaimId,
    /// Claims that say nearly the same, nearest first
    pub similar: Vec<Near>,
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

impl Operation for Similar {
    const SPEC: Spec = Spec::new("claim.similar", "Find claims that say nearly the same as this one")
        .http(Method::Get, "/v1/claims/similar")
        .positional(&["recordId"])
        .empty("Nothing that holds says nearly the same.")
        .also(&[(Dialect::Palace, "search_similar")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let all = input.all && cx.call.actor.kind() == ActorKind::Human;
        let record =
            if all { cx.claim(&input.record_id)?.ok_or_else(|| missing("claim", &input.record_id))? } else { holding(cx, house, &input.record_id)? };
        let standings = if all { Vec::new() } else { authoritative_standings() };
        let model = Model::embedded();
        let (here, least) = (model.embed(record.draft.content.as_str()), input.min_similarity.unwrap_or(Confidence::hundredths(60)));
        let mut similar = Vec::new();
        for claim in cx.claims(&ClaimFilter { kind: None, standings, scope: None, limit: WINDOW })? {
            let near = Confidence::try_from(f64::from(here.similarity(&model.embed(claim.draft.content.as_str())).clamp(0.0, 1.0)));
            let Ok(similarity) = near else { continue };
            let told = claim.id != record.id && similarity >= least;
            if told && (house.is_authoritative(cx, &claim)? || (all && !claim.standing.is_authoritative())) {
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
        similar.sort_by(|(x, a), (y, b)| b.similarity.cmp(&a.similarity).then_with(|| (x, &a.id).cmp(&(y, &b.id))));
        similar.truncate(usize::try_from(limit(input.limit, 5)).unwrap_or(0));
        Ok(Output { record_id: record.id, similar: similar.into_iter().map(|(_, near)| near).collect() })
    }
}
