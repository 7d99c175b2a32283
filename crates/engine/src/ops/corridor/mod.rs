//! The corridor between projects: learnings that hold beyond the one they came from. A human promotes one outwards, to
//! everywhere; it stays where it was, too, and there is no way back but to retire it.
//!
//! A row says that something was promoted; its seal proves it, and every read asks the seal. That it proved right again is one
//! more confidence beside it, like any other. Not here: other palaces. What they hold comes in by `palace import`, as their word.

pub mod learnings;
pub mod links;
pub mod promote;
pub mod reinforce;
pub mod stats;

use crate::governance::claim_state::{promoted, promotion_digest};
use crate::{Error, PalaceState, governance::claim_state::beside, ops::missing};
use kernel::{
    anchor::Anchor,
    claim::{Claim, Confidence, Kind},
    id::ClaimId,
};
use store::{Promotion, View};

/// Promotions looked at, newest first.
const LOOKED_AT: i64 = 2_000;

/// The project a claim came from: its own, or else that of the first evidence of it that tells. Empty where none does.
fn origin(view: &mut View<'_>, claim: &Claim) -> Result<String, Error> {
    if let Some(project) = &claim.draft.project {
        return Ok(project.to_string());
    }
    let cited = if claim.draft.evidence.is_empty() { view.rests_on(&claim.id)? } else { claim.draft.evidence.clone() };
    for id in cited {
        let Some(item) = view.item_of(id.as_str())? else { continue };
        let Some(name) = view.anchor_named(item.anchor)? else { continue };
        match Anchor::parse(&name).map(|anchor| anchor.project()) {
            Ok(Anchor::Global) | Err(_) => {}
            Ok(project) => return Ok(project.to_string()),
        }
    }
    Ok(String::new())
}

/// A learning that is believed here, or a refusal. What is not believed does not exist for whoever asks.
fn learning(view: &mut View<'_>, house: &PalaceState, id: &ClaimId) -> Result<Claim, Error> {
    match view.claim(id)? {
        Some(claim) if claim.draft.kind == Kind::Learning && house.is_authoritative(view, &claim)? => Ok(claim),
        Some(_) | None => Err(missing("learning", id)),
    }
}

/// A learning that holds everywhere, with how it came to and how sure we are of it by now.
struct Shared {
    claim: Claim,
    promotion: Promotion,
    confidence: Confidence,
    reinforced: usize,
}

/// Every learning that holds everywhere, newest promotion first.
fn all(view: &mut View<'_>, house: &PalaceState) -> Result<Vec<Shared>, Error> {
    let mut found = Vec::new();
    for row in view.promotions(LOOKED_AT)? {
        let Some(claim) = view.claim(&row.claim)? else { continue };
        if house.is_authoritative(view, &claim)?
            && let Some(promotion) = promoted(view, house, &claim)?
        {
            found.push((claim, promotion));
        }
    }
    let mut there = beside(view, house, &found.iter().map(|(claim, _)| &claim.id).collect::<Vec<_>>())?;
    let shared = |(claim, promotion): (Claim, Promotion)| {
        let beside = there.remove(&claim.id).unwrap_or_default();
        let confidence = beside.confidence(&claim).unwrap_or(Confidence::DEFAULT);
        Shared { claim, promotion, confidence, reinforced: beside.reinforced() }
    };
    Ok(found.into_iter().map(shared).collect())
}
