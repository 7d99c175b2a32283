//! Sum up what contradicts what among the claims that hold: what a human has linked, and what the rules see.

use super::{CONTENT_CHARS_MAX, believed_at, contradictions::against, vouched};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    governance::claim_state::{believed, live, settings},
    ops::limit,
};
use kernel::{
    claim::{Claim, Confidence, Relation},
    effect::Read,
    id::ClaimId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Sums up contradictions.
#[derive(Debug)]
pub struct Conflicts;

/// How many.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Most pairs to give (10 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// The pairs.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Pairs that cannot both be so: those a human linked first, then the surest
    pub pairs: Vec<Pair>,
    /// How many a human has linked
    pub linked: usize,
    /// How many the rules see and nobody has linked
    pub unlinked: usize,
    /// Whether there may be more: only the newest 500 claims are held against each other
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// Two claims that cannot both be so.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Pair {
    /// One claim
    pub record1_id: ClaimId,
    /// What it says
    pub content1: String,
    /// The other
    pub record2_id: ClaimId,
    /// What it says
    pub content2: String,
    /// How sure the rules are, if they see it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Why both cannot be so
    #[serde(skip_serializing_if = "String::is_empty")]
    pub explanation: String,
    /// Whether a human has linked them
    pub linked: bool,
}

/// Claims that are held against each other: every pair is looked at.
const COMPARED_MAX: usize = 500;

impl Operation for Conflicts {
    const SPEC: Spec = Spec::new("claim.conflicts", "Sum up what contradicts what among the claims that hold")
        .http(Method::Get, "/v1/claims/conflicts")
        .empty("Nothing that holds contradicts anything else, as far as the rules can see.")
        .also(&[(Dialect::Palace, "recall_contradiction_summary")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let (house, here) = (cx.house, believed_at(&cx.call.anchor));
        let least = settings(cx, house)?.contradictions.min_confidence;
        let (mut claims, mut at_least) = vouched(cx, house, here)?;
        at_least |= claims.len() > COMPARED_MAX;
        claims.truncate(COMPARED_MAX);
        claims.sort_by(oldest_first);
        let linked = linked(cx)?;
        let by_id: BTreeMap<&ClaimId, &Claim> = claims.iter().map(|claim| (&claim.id, claim)).collect();
        let mut pairs = Vec::new();
        for (place, one) in claims.iter().enumerate() {
            for (other, seen) in against(one, &claims[place + 1..], least) {
                let known = linked.contains(&in_order(&one.id, &other.id));
                pairs.push(Pair::of(one, other, Some(seen.confidence), seen.explanation, known));
            }
        }
        let seen: BTreeSet<(ClaimId, ClaimId)> = pairs.iter().map(|pair| in_order(&pair.record1_id, &pair.record2_id)).collect();
        for (one, other) in linked.difference(&seen) {
            if let (Some(one), Some(other)) = (by_id.get(one), by_id.get(other)) {
                let (one, other) = if oldest_first(one, other).is_le() { (one, other) } else { (other, one) };
                pairs.push(Pair::of(one, other, None, String::new(), true));
            }
        }
        // Stable: among equals, the oldest claim's pairs come first.
        pairs.sort_by(|a, b| b.linked.cmp(&a.linked).then_with(|| b.confidence.cmp(&a.confidence)));
        let known = pairs.iter().filter(|pair| pair.linked).count();
        let unlinked = pairs.len() - known;
        pairs.truncate(usize::try_from(limit(input.limit, 10)).unwrap_or(0));
        Ok(Output { pairs, linked: known, unlinked, at_least })
    }
}

impl Pair {
    fn of(one: &Claim, other: &Claim, confidence: Option<Confidence>, explanation: String, linked: bool) -> Self {
        let line = |claim: &Claim| search::bound(claim.draft.content.as_str(), CONTENT_CHARS_MAX).0;
        Self { record1_id: one.id.clone(), content1: line(one), record2_id: other.id.clone(), content2: line(other), confidence, explanation, linked }
    }
}

/// The older claim is told first; ids are drawn at random, and only settle a tie.
fn oldest_first(a: &Claim, b: &Claim) -> std::cmp::Ordering {
    a.created_at.cmp(&b.created_at).then_with(|| a.id.cmp(&b.id))
}

/// Two ids as the name of a pair, whichever was said first.
fn in_order(one: &ClaimId, other: &ClaimId) -> (ClaimId, ClaimId) {
    if one <= other { (one.clone(), other.clone()) } else { (other.clone(), one.clone()) }
}

/// What a human has linked as contradicting, where both still hold.
fn linked(cx: &mut Look<'_>) -> Result<BTreeSet<(ClaimId, ClaimId)>, Error> {
    let house = cx.house;
    let mut pairs = BTreeSet::new();
    for link in cx.links_by(Relation::Contradicts.name(), crate::ops::LIST_MAX)? {
        let (Ok(one), Ok(other)) = (ClaimId::parse(&link.source), ClaimId::parse(&link.target)) else { continue };
        if live(cx, house, &link)? {
            pairs.insert(in_order(&one, &other));
        }
    }
    let ids: BTreeSet<ClaimId> = pairs.iter().flat_map(|(one, other)| [one.clone(), other.clone()]).collect();
    let known = believed(cx, house, &ids)?;
    pairs.retain(|(one, other)| known.get(one) == Some(&true) && known.get(other) == Some(&true));
    Ok(pairs)
}
