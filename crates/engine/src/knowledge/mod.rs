//! Turns evidence into knowledge, which is believed only as long as a seal and its premises stand.
//!
//! One `weigh` stands on every door: whoever asks (a command, a tool, a card, an import), what is asked goes through
//! [`lifecycle`]. What is believed is woken by [`wake`]: read once, ranked once, whoever asks. Beside them are plain functions that
//! work out from words alone what a text names, is like, and leads to. Not here: what an operation answers with.

pub(crate) mod adoption;
pub(crate) mod ancestor;
pub(crate) mod assemble;
pub(crate) mod backfill;
pub mod check;
pub(crate) mod context_ranking;
pub(crate) mod cues;
pub(crate) mod demotion;
pub(crate) mod distill_suggestions;
pub(crate) mod lifecycle;
pub mod names;
pub(crate) mod premises;
pub(crate) mod publish;
pub mod signals;
pub mod taxonomy;
pub mod tunnels;

use crate::{Error, PalaceState, call::not_found::missing, memory::evidence::cited};
use kernel::{
    claim::{Form, Happening, Knowledge, Premise, Role, Roles, Weighed, weigh_knowledge},
    evidence::Evidence,
    id::{EvidenceId, KnowledgeId},
    ledger::Digest,
    refusal::Code,
    text::Name,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use store::{KnowledgeRef, View};

/// Knowledge of this id, of whatever standing.
pub(crate) fn known(view: &mut View<'_>, id: &KnowledgeId) -> Result<Knowledge, Error> {
    view.knowledge(id)?.ok_or_else(|| missing("knowledge", id))
}

/// A card of this id.
pub(crate) fn card(view: &mut View<'_>, id: &KnowledgeId) -> Result<Knowledge, Error> {
    if Form::of(id) != Form::Card {
        return Err(Code::InputInvalid
            .refuse(id.to_string(), format!("`{id}` is no card"))
            .next("Name a card by its id, like `card_7h3k…`; for `k_…` use `knowledge`")
            .into());
    }
    view.knowledge(id)?.ok_or_else(|| missing("card", id))
}

/// Whether knowledge is believed: its standing says so, a seal that still stands covers exactly that on exactly the premises
/// that are there, and it lies where it was made or where a seal put it.
pub(crate) fn is_believed(view: &mut View<'_>, house: &PalaceState, knowledge: &Knowledge) -> Result<bool, Error> {
    Ok(!only_believed(view, house, vec![knowledge.clone()])?.is_empty())
}

/// What of this is believed, in the order it came; asked of all at once, so that many cost little more than one.
pub(crate) fn only_believed(view: &mut View<'_>, house: &PalaceState, list: Vec<Knowledge>) -> Result<Vec<Knowledge>, Error> {
    let mut standing: Vec<(Digest, Knowledge)> =
        list.into_iter().filter_map(|k| Some((k.seal.filter(|_| k.standing.is_authoritative())?, k))).collect();
    if standing.is_empty() {
        return Ok(Vec::new());
    }
    let mut premises = premises(view, &standing.iter().map(|(_, k)| k).collect::<Vec<_>>())?;
    let mut believed = Vec::with_capacity(standing.len());
    for (seal, knowledge) in standing.drain(..) {
        let Some(premises) = premises.remove(&knowledge.id).flatten() else { continue };
        if house.vouches(view, seal, knowledge.vouched(&premises))? && lies_where_it_may(view, house, &knowledge)? {
            believed.push(knowledge);
        }
    }
    Ok(believed)
}

/// What the seal behind each of these says that it rests on; nothing, if a piece of it is gone.
fn premises(view: &mut View<'_>, list: &[&Knowledge]) -> Result<BTreeMap<KnowledgeId, Option<Vec<Premise>>>, Error> {
    let mut of: BTreeMap<KnowledgeId, (Option<Digest>, Option<Vec<Premise>>)> =
        list.iter().map(|k| (k.id.clone(), (k.seal, Some(Vec::new())))).collect();
    let ids: Vec<&str> = list.iter().map(|k| k.id.as_str()).collect();
    let mut refs = view.knowledge_refs(&ids)?;
    refs.retain(|r| r.seal.is_some() && of.get(&r.knowledge).is_some_and(|(seal, _)| r.seal == *seal));
    let mut named: Vec<&str> = refs.iter().map(|r| r.evidence.as_str()).collect();
    named.sort_unstable();
    named.dedup();
    let there: BTreeMap<EvidenceId, Digest> = view.evidences(&named)?.into_iter().map(|e| (e.id.clone(), e.digest())).collect();
    for r in refs {
        let Some((_, premises)) = of.get_mut(&r.knowledge) else { continue };
        match (premises.as_mut(), there.get(&r.evidence)) {
            (Some(list), Some(digest)) => list.push(Premise { role: r.role, digest: *digest, evidence: r.evidence }),
            _ => *premises = None,
        }
    }
    Ok(of.into_iter().map(|(id, (_, premises))| (id, premises)).collect())
}

fn lies_where_it_may(view: &mut View<'_>, house: &PalaceState, knowledge: &Knowledge) -> Result<bool, Error> {
    if knowledge.anchor == knowledge.lesson.anchor {
        return Ok(true);
    }
    let published = publish::digest(&knowledge.id, &knowledge.anchor)?;
    for (_, event) in view.knowledge_events(&knowledge.id)? {
        if let (Happening::PublishedAnchor, Some(seal)) = (event.what, event.seal)
            && house.vouches(view, seal, published)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The evidence that a caller names in a role: it is there, and it is evidence.
pub(crate) fn named(view: &mut View<'_>, refs: &[Name]) -> Result<Vec<Evidence>, Error> {
    let mut found: Vec<Evidence> = Vec::new();
    for name in refs {
        let evidence = one(view, name.as_str())?;
        if !found.iter().any(|known| known.id == evidence.id) {
            found.push(evidence);
        }
    }
    Ok(found)
}

fn one(view: &mut View<'_>, name: &str) -> Result<Evidence, Error> {
    let Ok(id) = EvidenceId::parse(name) else {
        let is_other =
            kernel::id::KINDS.iter().any(|(_, prefixes)| prefixes.iter().any(|p| name.strip_prefix(p).is_some_and(|rest| rest.starts_with('_'))));
        let what = if is_other { "gate refs must point to evidence drawers" } else { "gate refs must contain drawer ids" };
        return Err(Code::InputInvalid
            .refuse(name, format!("{what}: {}", shown_name(name)))
            .next("Name evidence by its id, like `e_7h3k…`; record it first with `evidence record`")
            .into());
    };
    if view.evidence(&id)?.is_none() {
        let refusal = Code::NotFound.refuse(id.to_string(), format!("ref drawer not found: {id}"));
        return Err(refusal.next("Record the evidence first, then name its id").into());
    }
    cited(view, &id)
}

fn shown_name(name: &str) -> String {
    search::bound(name, 60).0
}

/// What knowledge rests on, by role. Evidence that is gone or out of sight is left out: it can no longer speak.
pub(crate) fn roles(view: &mut View<'_>, id: &KnowledgeId) -> Result<Roles, Error> {
    let mut roles = Roles::default();
    for r in view.knowledge_refs(&[id.as_str()])? {
        if let Some(evidence) = view.evidence(&r.evidence)?
            && view.deletion(&r.evidence)?.is_none()
        {
            roles.add(r.role, evidence)?;
        }
    }
    Ok(roles)
}

/// Weighs knowledge as it is.
pub(crate) fn weighed(view: &mut View<'_>, knowledge: &Knowledge, reviewed: bool) -> Result<Weighed, Error> {
    Ok(weigh_knowledge(knowledge.lesson.tier, &roles(view, &knowledge.id)?, reviewed))
}

/// Evidence by role, as a person is shown it before they seal.
pub(crate) fn evidence_shown(roles: &Roles) -> Vec<Json> {
    roles
        .all()
        .map(|(role, e)| json!({ "id": e.id, "role": role, "origin": e.origin, "principal": e.principal, "source": e.source, "content": e.content }))
        .collect()
}

/// The refs of knowledge by role, as lists of ids.
pub(crate) fn ids_in(refs: &[KnowledgeRef], role: Role) -> Vec<EvidenceId> {
    refs.iter().filter(|r| r.role == role).map(|r| r.evidence.clone()).collect()
}

/// Refuses what a caller may not waive.
pub(crate) fn require_no_waiver(allow_counterexamples: Option<bool>, enforce_gate: Option<bool>) -> Result<(), Error> {
    let refuse = |field: &str, what: &str| {
        Err(Code::InputInvalid.refuse(field, what).next("Leave it out; what the evidence does not carry, nobody's flag does").into())
    };
    if allow_counterexamples == Some(true) {
        return refuse("allowCounterexamples", "counterexamples are not waived by whoever asks: answer them with `answered`, under a human's seal");
    }
    if enforce_gate == Some(false) {
        return refuse("enforceGate", "the gate is never left out");
    }
    Ok(())
}
