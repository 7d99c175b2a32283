//! Reads claims as they may be told: only those whose seal stands are believed.

use super::claim_state::holds_in;
use crate::{Error, PalaceState, call::not_found::missing};
use kernel::{
    canonical,
    claim::{Claim, Standing},
    id::ClaimId,
    ledger::Digest,
};
use store::{ClaimFilter, View};

/// The operation that withdraws a claim: its seal covers this name.
pub(crate) const RETIRE: &str = "claim.retire";
/// The operation that archives a claim: its seal covers this name.
pub(crate) const ARCHIVE: &str = "claim.archive";

/// A claim that holds, or the refusal that a reader would get: what is not believed is not there to be changed either.
pub(crate) fn holding(view: &mut View<'_>, house: &PalaceState, id: &ClaimId) -> Result<Claim, Error> {
    match view.claim(id)? {
        Some(claim) if house.is_authoritative(view, &claim)? => Ok(claim),
        Some(_) | None => Err(missing("authoritative claim", id)),
    }
}

/// The list that SQL and docs are built from.
pub(crate) fn authoritative_standings() -> Vec<Standing> {
    Standing::ALL.into_iter().filter(|s| s.is_authoritative()).collect()
}

/// The newest claims that a filter lets through, as many as it takes, and whether there are older ones.
pub(crate) fn newest(view: &mut View<'_>, house: &PalaceState, mut filter: ClaimFilter) -> Result<(Vec<Claim>, bool), Error> {
    let wanted = usize::try_from(filter.limit).unwrap_or(usize::MAX);
    // One more than is wanted is only asked for to learn that it is there.
    filter.limit = filter.limit.saturating_add(1);
    let claims = view.claims(&filter)?;
    let more = claims.len() > wanted;
    let mut kept = Vec::new();
    for claim in claims.into_iter().take(wanted) {
        if holds_in(view, house, &claim, filter.project.as_ref())? {
            kept.push(claim);
        }
    }
    Ok((kept, more))
}

/// Claims as they may be told: a row that calls itself authoritative is left out unless its seal holds. One whose standing says
/// that it is not believed calls itself nothing, and needs no seal to be history, unless the question is what was believed then.
/// Also whether there are more than the window shows.
pub(crate) fn vouched(view: &mut View<'_>, house: &PalaceState, filter: ClaimFilter) -> Result<(Vec<Claim>, bool), Error> {
    let then = filter.as_of.is_some();
    let (claims, more) = newest(view, house, filter)?;
    let mut kept = Vec::new();
    for claim in claims {
        let told = match (claim.standing.is_authoritative(), then) {
            (true, _) => house.is_authoritative(view, &claim)?,
            (false, true) => was_believed(view, house, &claim)?,
            (false, false) => true,
        };
        if told {
            kept.push(claim);
        }
    }
    Ok((kept, more))
}

/// Whether a claim was believed until a human put an end to it: their seal names the claim and what it said. One that fell because
/// what it rests on was erased has no such seal, and is not told again.
fn was_believed(view: &mut View<'_>, house: &PalaceState, claim: &Claim) -> Result<bool, Error> {
    let Some(seal) = claim.seal else { return Ok(false) };
    Ok(house.vouches(view, seal, retire_digest(claim)?)? || house.vouches(view, seal, archive_digest(claim)?)?)
}

/// What a seal over a claim's end covers. Not the draft's own digest: that one stands for "this is believed", and this seal
/// says the contrary.
pub(crate) fn retire_digest(claim: &Claim) -> Result<Digest, Error> {
    Ok(canonical::digest(&(RETIRE, &claim.id, claim.draft.digest()))?)
}

pub(crate) fn archive_digest(claim: &Claim) -> Result<Digest, Error> {
    Ok(canonical::digest(&(ARCHIVE, &claim.id, claim.draft.digest()))?)
}
