//! Reads what changed about claims since they were sealed, and settings, as far as a seal stands behind it.
//!
//! Every row beside a claim names a seal; a row whose seal does not stand, or does not cover what the row says, is not
//! there for any reader. So a confidence that was edited by hand is worth no more than a claim that was. Not here: how
//! such a row comes to be. The operations write it, under the seal that they were called with.

use crate::{Error, PalaceState};
use kernel::{
    anchor::Anchor,
    canonical,
    claim::{Aging, Claim, Confidence, Kind, Outcome, Relation},
    id::{ClaimId, LinkId},
    ledger::Digest,
    scope::ScopeKind,
    settings::Settings,
    time::Moment,
};
use std::collections::{BTreeMap, BTreeSet};
use store::{ConfidenceRow, INFORMED_BY, OutcomeRow, Promotion, SealedLink, View, Why};

/// The operation that lets a learning hold everywhere: its seal covers this name.
pub(crate) const PROMOTE: &str = "corridor.promote";

/// What a yes to a promotion covers.
pub(crate) fn promotion_digest(claim: &Claim, origin: &str) -> Result<Digest, Error> {
    Ok(canonical::digest(&(PROMOTE, &claim.id, claim.draft.digest(), origin, Anchor::Global))?)
}

/// How a learning came to hold everywhere, if a seal says that it does.
pub(crate) fn promoted(view: &mut View<'_>, house: &PalaceState, claim: &Claim) -> Result<Option<Promotion>, Error> {
    let Some(row) = view.promotion(&claim.id)? else { return Ok(None) };
    let holds = claim.draft.scope == ScopeKind::Palace && house.vouches(view, row.made.seal, promotion_digest(claim, &row.origin)?)?;
    Ok(holds.then_some(row))
}

/// What a seal over an outcome covers.
pub(crate) fn outcome_digest(claim: &ClaimId, outcome: Outcome, note: &str) -> Result<Digest, Error> {
    Ok(canonical::digest(&("claim.outcome", claim, outcome, note))?)
}

/// What a seal over a new confidence covers.
pub(crate) fn confidence_digest(claim: &ClaimId, confidence: Confidence, why: Why) -> Result<Digest, Error> {
    Ok(canonical::digest(&("claim.confidence", claim, confidence, why))?)
}

/// What a seal over a link covers.
pub(crate) fn link_digest(source: &str, relation: &str, target: &str, text: Option<Digest>) -> Result<Digest, Error> {
    Ok(canonical::digest(&("claim.link", source, relation, target, text))?)
}

/// What a seal over the end of a link covers.
pub(crate) fn unlink_digest(link: &LinkId, reason: &str) -> Result<Digest, Error> {
    Ok(canonical::digest(&("claim.unlink", link, reason))?)
}

/// What a seal over a setting covers.
pub(crate) fn setting_digest(name: &str, value: &str) -> Result<Digest, Error> {
    Ok(canonical::digest(&("palace.configure", name, value))?)
}

/// Whether a relation is one that people link records by.
pub(crate) fn is_relation(word: &str) -> bool {
    Relation::named(word).is_some() || word == INFORMED_BY
}

/// What stands beside a claim.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// What came of it, oldest first.
    pub(crate) outcomes: Vec<OutcomeRow>,
    /// How sure we became, oldest first.
    pub(crate) confidences: Vec<ConfidenceRow>,
    /// Its links, from it and to it, oldest first.
    pub(crate) links: Vec<SealedLink>,
}

impl Beside {
    /// What came of it, if anyone said.
    pub(crate) fn outcome(&self) -> Option<&OutcomeRow> {
        self.outcomes.last()
    }

    /// How sure we are of a claim now; nothing, if nobody ever said.
    pub(crate) fn confidence(&self, claim: &Claim) -> Option<Confidence> {
        self.confidences.last().map(|row| row.confidence).or(claim.draft.confidence)
    }

    /// As it was then.
    pub(crate) fn forget_after(&mut self, then: Moment) {
        self.outcomes.retain(|row| row.made.at <= then);
        self.confidences.retain(|row| row.made.at <= then);
        self.links.retain(|link| link.made.at <= then);
    }

    /// How often someone confirmed it.
    pub(crate) fn reinforced(&self) -> usize {
        self.confidences.iter().filter(|row| row.why == Why::Reinforced).count()
    }

    /// A learning as time finds it: confirmed when it was made, when someone confirmed it, or when what it informed was tried.
    pub(crate) fn aging(&self, claim: &Claim) -> Aging {
        let made = claim.draft.confidence.unwrap_or(Confidence::DEFAULT);
        let confirmed = self.confidences.iter().rev().find(|row| row.why.confirms());
        Aging {
            base: confirmed.map_or(made, |row| row.confidence),
            present: self.confidence(claim).unwrap_or(Confidence::DEFAULT),
            confirmed_at: confirmed.map_or(claim.created_at, |row| row.made.at),
        }
    }
}

/// What stands beside these claims, under seals that stand.
pub(crate) fn beside(view: &mut View<'_>, house: &PalaceState, claims: &[&ClaimId]) -> Result<BTreeMap<ClaimId, Beside>, Error> {
    let ids: Vec<&str> = claims.iter().map(|id| id.as_str()).collect();
    let mut all: BTreeMap<ClaimId, Beside> = claims.iter().map(|id| ((*id).clone(), Beside::default())).collect();
    if ids.is_empty() {
        return Ok(all);
    }
    let mut told = BTreeSet::new();
    for row in view.outcomes(&ids)? {
        let covered = outcome_digest(&row.claim, row.outcome, &row.note)?;
        if told.insert((row.made.seal, covered)) && house.vouches(view, row.made.seal, covered)? {
            all.entry(row.claim.clone()).or_default().outcomes.push(row);
        }
    }
    for row in confidences(view, house, &ids)? {
        all.entry(row.claim.clone()).or_default().confidences.push(row);
    }
    for link in view.sealed_links(&ids)? {
        if !live(view, house, &link)? {
            continue;
        }
        // A link between two of them stands beside both; one from a record to itself is never made.
        for end in [&link.source, &link.target] {
            if let Some(there) = ClaimId::parse(end).ok().and_then(|id| all.get_mut(&id)) {
                there.links.push(link.clone());
            }
        }
    }
    Ok(all)
}

/// How sure we became of these claims, oldest first for each, under seals that stand.
fn confidences(view: &mut View<'_>, house: &PalaceState, claims: &[&str]) -> Result<Vec<ConfidenceRow>, Error> {
    // A yes is good for one row: one written once more, so that an old word would be the last, is not there.
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for row in view.confidences(claims)? {
        let covered = confidence_digest(&row.claim, row.confidence, row.why)?;
        if told.insert((row.made.seal, covered)) && house.vouches(view, row.made.seal, covered)? {
            found.push(row);
        }
    }
    Ok(found)
}

/// How sure we are of each of these claims now, in their order: for readers who need nothing else that stands beside them.
pub(crate) fn sure(view: &mut View<'_>, house: &PalaceState, claims: &[Claim]) -> Result<Vec<Confidence>, Error> {
    let ids: Vec<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
    let last: BTreeMap<ClaimId, Confidence> =
        if ids.is_empty() { BTreeMap::new() } else { confidences(view, house, &ids)?.into_iter().map(|row| (row.claim, row.confidence)).collect() };
    let now = |claim: &Claim| last.get(&claim.id).copied().or(claim.draft.confidence).unwrap_or(Confidence::DEFAULT);
    Ok(claims.iter().map(now).collect())
}

/// What stands beside one claim.
pub(crate) fn beside_one(view: &mut View<'_>, house: &PalaceState, claim: &ClaimId) -> Result<Beside, Error> {
    Ok(beside(view, house, &[claim])?.remove(claim).unwrap_or_default())
}

/// Whether a link is there: a seal made it, and no seal took it back.
pub(crate) fn live(view: &mut View<'_>, house: &PalaceState, link: &SealedLink) -> Result<bool, Error> {
    let made = link_digest(&link.source, &link.relation, &link.target, link.text_digest)?;
    if !is_relation(&link.relation) || !house.vouches(view, link.made.seal, made)? {
        return Ok(false);
    }
    match &link.removed {
        None => Ok(true),
        Some(removed) => Ok(!house.vouches(view, removed.made.seal, unlink_digest(&link.id, &removed.reason)?)?),
    }
}

/// Whether a claim holds for whoever stands in a project: it was made there, or outside of any, or a human let it hold
/// everywhere. Where no project is named, all of them are meant.
pub(crate) fn holds_in(view: &mut View<'_>, house: &PalaceState, claim: &Claim, project: Option<&Anchor>) -> Result<bool, Error> {
    match (&claim.draft.project, project) {
        (None, _) | (Some(_), None) => Ok(true),
        (Some(made_in), Some(here)) => Ok(made_in == here || promoted(view, house, claim)?.is_some()),
    }
}

/// Which of these claims are believed.
pub(crate) fn believed(view: &mut View<'_>, house: &PalaceState, ids: &BTreeSet<ClaimId>) -> Result<BTreeMap<ClaimId, bool>, Error> {
    let named: Vec<&str> = ids.iter().map(ClaimId::as_str).collect();
    let mut known = BTreeMap::new();
    if named.is_empty() {
        return Ok(known);
    }
    for claim in view.claims_named(&named)? {
        let holds = house.is_authoritative(view, &claim)?;
        known.insert(claim.id, holds);
    }
    Ok(known)
}

/// What holds for the whole palace: the defaults, changed by every sealed setting in turn.
pub(crate) fn settings(view: &mut View<'_>, house: &PalaceState) -> Result<Settings, Error> {
    let mut settings = Settings::default();
    // A yes is good for one row: one written once more, so that an old word would be the last, is not there.
    let mut told = BTreeSet::new();
    for row in view.settings()? {
        let covered = setting_digest(&row.name, &row.value)?;
        if !told.insert((row.made.seal, covered)) || !house.vouches(view, row.made.seal, covered)? {
            continue;
        }
        // A name that this program does not know was set by another version of it, and means nothing here.
        let changed = serde_json::from_str(&row.value).ok().and_then(|value| settings.clone().with(&row.name, value).ok());
        settings = changed.unwrap_or(settings);
    }
    Ok(settings)
}

/// What was last set under a name of its own, by a row that a seal covers, and when. For what is set for one project.
pub(crate) fn set_last(view: &mut View<'_>, house: &PalaceState, name: &str) -> Result<Option<(String, kernel::time::Moment)>, Error> {
    let (mut last, mut told) = (None, BTreeSet::new());
    for row in view.settings()?.into_iter().filter(|row| row.name == name) {
        let covered = setting_digest(&row.name, &row.value)?;
        // As above: a yes is good for one row.
        if told.insert((row.made.seal, covered)) && house.vouches(view, row.made.seal, covered)? {
            last = Some((row.value, row.made.at));
        }
    }
    Ok(last)
}

/// Whether a claim is one of these kinds; says which it is, if not.
pub(crate) fn require_kind(claim: &Claim, field: &str, kinds: &[Kind]) -> Result<(), Error> {
    if kinds.contains(&claim.draft.kind) {
        return Ok(());
    }
    let wanted: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let what = format!("`{}` is a {}, and a {} is wanted", claim.id, claim.draft.kind.name(), wanted.join(" or "));
    Err(kernel::refusal::Code::InputInvalid.refuse(field, what).into())
}
