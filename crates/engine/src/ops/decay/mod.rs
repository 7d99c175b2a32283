//! How sure we still are of learnings that nobody has confirmed for long. Counting changes nothing; applying it is a
//! human's sealed yes over the list.

pub mod apply;
pub mod boost;
pub mod preview;
pub mod reinforce;
pub mod stats;

use crate::{
    Error, PalaceState,
    governance::claim_state::{beside, beside_one, confidence_digest, require_kind},
    ops::claim::{authoritative_standings, holding, newest},
};
use kernel::{
    claim::{Aging, Claim, Confidence, Kind},
    id::ClaimId,
    settings::Decay,
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{ClaimFilter, ConfidenceRow, Made, View, Why};

/// Learnings looked at, newest first. What is older than these neither fades nor counts, and answers say so with `atLeast`.
const LOOKED_AT: i64 = 10_000;

/// A learning that faded.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Faded {
    /// The learning
    pub id: ClaimId,
    /// What it says
    pub content: String,
    /// Days since anyone confirmed it
    pub days: u32,
    /// How sure we are
    pub from: Confidence,
    /// How sure we should be
    pub to: Confidence,
}

/// The learnings that hold, as time finds them; and whether there are older ones.
fn learnings(view: &mut View<'_>, house: &PalaceState) -> Result<(Vec<(Claim, Aging)>, bool), Error> {
    let filter = ClaimFilter { kind: Some(Kind::Learning), standings: authoritative_standings(), limit: LOOKED_AT, ..ClaimFilter::default() };
    let (claims, older) = newest(view, house, filter)?;
    let mut all = beside(view, house, &claims.iter().map(|claim| &claim.id).collect::<Vec<_>>())?;
    let mut found = Vec::new();
    for claim in claims {
        if house.is_authoritative(view, &claim)? {
            let aging = all.remove(&claim.id).unwrap_or_default().aging(&claim);
            found.push((claim, aging));
        }
    }
    Ok((found, older))
}

/// What faded, longest unconfirmed first, then oldest.
fn faded(mut learnings: Vec<(Claim, Aging)>, decay: Decay, now: Moment) -> Vec<Faded> {
    learnings.sort_by(|(a, x), (b, y)| y.days(now).cmp(&x.days(now)).then_with(|| (a.created_at, &a.id).cmp(&(b.created_at, &b.id))));
    let told = |(claim, aging): (Claim, Aging)| {
        let to = aging.due(&decay, now)?;
        let content = search::bound(claim.draft.content.as_str(), 200).0;
        Some(Faded { id: claim.id, content, days: aging.days(now), from: aging.present, to })
    };
    learnings.into_iter().filter_map(told).collect()
}

/// A learning that holds, as time finds it.
fn learning(view: &mut View<'_>, house: &PalaceState, id: &ClaimId) -> Result<(Claim, Aging), Error> {
    let claim = holding(view, house, id)?;
    require_kind(&claim, "learningId", &[Kind::Learning])?;
    let aging = beside_one(view, house, &claim.id)?.aging(&claim);
    Ok((claim, aging))
}

/// Writes down how sure we are now, under the seal at hand.
pub(super) fn put(cx: &mut crate::Reviewed<'_>, claim: ClaimId, confidence: Confidence, why: Why) -> Result<(), Error> {
    let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
    cx.put_confidence(&ConfidenceRow { claim, confidence, why, made })
}

/// What a seal over these covers.
pub(super) fn covers<'f>(all: impl Iterator<Item = (&'f ClaimId, Confidence)>, why: Why) -> Result<Vec<kernel::ledger::Digest>, Error> {
    all.map(|(id, to)| confidence_digest(id, to, why)).collect()
}
