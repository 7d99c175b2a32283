//! Lowers knowledge whose premise is gone, in the same transaction and with the reason, and files it to be decided anew.

use super::lifecycle::{Happened, happen};
use crate::{Error, PalaceState};
use kernel::{
    call::Call,
    canonical,
    claim::{Form, Happening, Knowledge, Move},
    id::{EvidenceId, KnowledgeId, ProposalId},
    proposal::{Proposal, Source},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use store::{KnowledgeRef, Txn, View};

/// The operation that believes knowledge.
pub(crate) const PROMOTE_KNOWLEDGE: &str = "knowledge.promote";
/// The operation that believes a card.
pub(crate) const PROMOTE_CARD: &str = "card.promote";

/// What was made from this and is believed: cards of a drawer, and what stands a tier above it.
pub(crate) fn dependants(view: &mut View<'_>, id: &KnowledgeId) -> Result<Vec<Knowledge>, Error> {
    let mut found = view.knowledge_made_from(id)?;
    found.retain(|k| k.standing.is_authoritative());
    Ok(found)
}

/// Believed knowledge that would no longer be carried if these pieces of evidence were gone: every one that rests on one of
/// them, since what a human sealed was all of it. What somebody linked since carries nothing.
pub(crate) fn resting_on(view: &mut View<'_>, gone: &BTreeSet<String>) -> Result<Vec<Knowledge>, Error> {
    let ids: Vec<&str> = gone.iter().map(String::as_str).collect();
    let cited: Vec<KnowledgeRef> = view.knowledge_citing(&ids)?.into_iter().filter(|r| r.seal.is_some()).collect();
    let mut resting: Vec<&str> = cited.iter().map(|r| r.knowledge.as_str()).collect();
    resting.sort_unstable();
    resting.dedup();
    let mut found = view.knowledge_named(&resting)?;
    found.retain(|k| k.standing.is_authoritative() && cited.iter().any(|r| r.knowledge == k.id && r.seal == k.seal));
    found.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(found)
}

/// All that would fall with these, themselves first: whoever decides sees the whole of it.
pub(crate) fn falling(view: &mut View<'_>, which: Vec<Knowledge>) -> Result<Vec<Knowledge>, Error> {
    let mut all: Vec<Knowledge> = which;
    let mut next = 0;
    while let Some(id) = all.get(next).map(|k| k.id.clone()) {
        for above in dependants(view, &id)? {
            if all.iter().all(|known| known.id != above.id) {
                all.push(above);
            }
        }
        next += 1;
    }
    Ok(all)
}

/// Lowers knowledge, and whatever was made from it, and files each to be decided anew. Answers what fell.
pub(crate) fn lower(txn: &mut Txn<'_>, house: &PalaceState, call: &Call, which: Vec<Knowledge>, reason: &str) -> Result<Vec<KnowledgeId>, Error> {
    let mut fell: Vec<KnowledgeId> = Vec::new();
    let mut waiting: Vec<(Knowledge, String)> = which.into_iter().map(|k| (k, reason.to_owned())).collect();
    while let Some((knowledge, why)) = waiting.pop() {
        if fell.contains(&knowledge.id) || !knowledge.standing.is_authoritative() {
            continue;
        }
        let before = knowledge.standing.status();
        let id = knowledge.id.clone();
        let lowered = Knowledge { standing: knowledge.standing.step(&Move::Fall)?, seal: None, updated_at: call.now, ..knowledge };
        txn.put_unbelieved(&lowered)?;
        let event = Happened {
            what: Happening::Demoted,
            from: Some(before),
            to: Some(lowered.standing.status()),
            reason: &why,
            metadata: json!({ "premise": true }),
            seal: None,
        };
        happen(txn, &id, call.actor.name(), call.now, event)?;
        ask_again(txn, house, call, &lowered, &why)?;
        let above = format!("what it was made from, `{id}`, was lowered");
        waiting.extend(dependants(txn, &id)?.into_iter().map(|k| (k, above.clone())));
        fell.push(id);
    }
    fell.sort();
    Ok(fell)
}

/// Files the wish to believe it again, so that a human sees it. What already waits stays as it is.
fn ask_again(txn: &mut Txn<'_>, house: &PalaceState, call: &Call, knowledge: &Knowledge, why: &str) -> Result<(), Error> {
    ask(txn, house, call, knowledge, why, None).map(drop)
}

/// Files the wish to believe something, if nobody wished the same already. `from` says what another palace has to do with it.
pub(crate) fn ask(
    txn: &mut Txn<'_>,
    house: &PalaceState,
    call: &Call,
    knowledge: &Knowledge,
    why: &str,
    from: Option<Json>,
) -> Result<Option<ProposalId>, Error> {
    let (op, field) = match knowledge.form() {
        Form::Drawer => (PROMOTE_KNOWLEDGE, "drawerId"),
        Form::Card => (PROMOTE_CARD, "cardId"),
    };
    let none: [EvidenceId; 0] = [];
    let input = json!({ field: knowledge.id, "status": knowledge.lesson.tier.target(), "verificationRefs": none, "reason": why });
    let same = canonical::digest(&(op, &input))?;
    if txn.twin(same)?.is_some_and(|twin| twin.expires_at > call.now) {
        return Ok(None);
    }
    let mut proposal = Proposal::filed(call, op, canonical::canonical(&input)?, same);
    if let Some(from) = from {
        proposal.source = Source::Import.name().into();
        proposal.evidence_refs = canonical::canonical(&from)?;
    }
    crate::call::effects::file(txn, house, call, &proposal)?;
    Ok(Some(proposal.id))
}
