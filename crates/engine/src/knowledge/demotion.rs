//! Demotes knowledge on evidence against it, with a reason and a seal; what was made from it is lowered too.
//!
//! Not here: falling because a premise is gone. Nobody decides that; see [`super::premises`].

use super::{
    evidence_shown, known,
    lifecycle::{Happened, happen, link},
    named,
};
use crate::{Error, Reviewed, Shown};
use kernel::{
    canonical,
    claim::{Happening, Knowledge, Move, Role, Roles, Standing, Status},
    evidence::Evidence,
    id::{EvidenceId, KnowledgeId},
    refusal::Code,
    text::{Name, Note},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::View;

/// Why something is no longer believed, in the contract's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ReasonType {
    /// Something speaks against it
    Contradicted,
    /// It no longer matters
    Obsolete,
    /// Something else took its place
    Superseded,
    /// It does not hold here
    OutOfScope,
    /// Following it does harm
    Unsafe,
}

/// A wish that something be no longer believed.
#[derive(Debug)]
pub(crate) struct Demotion<'d> {
    pub(crate) status: Status,
    pub(crate) evidence: &'d [Name],
    pub(crate) reason: &'d Note,
    pub(crate) reason_type: ReasonType,
}

fn against(view: &mut View<'_>, id: &KnowledgeId, wish: &Demotion<'_>) -> Result<(Knowledge, Vec<Evidence>), Error> {
    let knowledge = known(view, id)?;
    if !matches!(wish.status, Status::Demoted | Status::Retired) {
        return Err(Code::InputInvalid.refuse("status", "demotion leads to demoted or retired").next("To strengthen it, use promote").into());
    }
    knowledge.lesson.tier.require(wish.status)?;
    let evidence = named(view, wish.evidence)?;
    if evidence.is_empty() {
        return Err(Code::EvidenceShort.refuse("evidenceRefs", "a demotion names at least one piece of evidence against it").into());
    }
    step(&knowledge, wish.status, &evidence)?;
    Ok((knowledge, evidence))
}

/// Whether there is anything to lower, before anyone is asked.
fn step(knowledge: &Knowledge, status: Status, evidence: &[Evidence]) -> Result<(), Error> {
    let is_there = if status == Status::Retired { !matches!(knowledge.standing, Standing::Retired) } else { knowledge.standing.is_authoritative() };
    if is_there && !evidence.is_empty() {
        return Ok(());
    }
    let what = format!("`{}` is {}, and cannot be {}", knowledge.id, knowledge.standing.status().name(), status.name());
    Err(Code::NoSuchMove.refuse(knowledge.id.to_string(), what).next("Only what is believed is demoted; what is not can be retired").into())
}

/// What a human sees before something is no longer believed.
pub(crate) fn demote_shown(view: &mut View<'_>, id: &KnowledgeId, wish: &Demotion<'_>) -> Result<Shown, Error> {
    let (knowledge, evidence) = against(view, id, wish)?;
    let ids: Vec<&EvidenceId> = evidence.iter().map(|e| &e.id).collect();
    // Not what "this is believed" would cover: this seal says the contrary.
    let mut covers = vec![canonical::digest(&("knowledge.demote", id, wish.status, wish.reason, wish.reason_type, &ids))?];
    covers.push(canonical::digest(&("knowledge.against", id, evidence.iter().map(Evidence::digest).collect::<Vec<_>>()))?);
    let mut roles = Roles::default();
    for e in evidence {
        roles.add(Role::Counterexample, e)?;
    }
    let with = crate::knowledge::premises::dependants(view, id)?;
    let falls: Vec<KnowledgeId> = crate::knowledge::premises::falling(view, with)?.into_iter().map(|k| k.id).collect();
    covers.push(canonical::digest(&("knowledge.falls", id, &falls))?);
    let what = json!({
        "knowledge": knowledge.lesson,
        "id": id,
        "from": knowledge.standing.status(),
        "to": wish.status,
        "reason": wish.reason,
        "reasonType": wish.reason_type,
        "no longer believed with it": falls,
        "evidence": evidence_shown(&roles),
    });
    Ok(Shown { covers, what })
}

/// What was demoted.
pub(crate) struct Demoted {
    pub(crate) before: Status,
    pub(crate) knowledge: Knowledge,
    pub(crate) counterexamples: Vec<EvidenceId>,
    pub(crate) fell: Vec<KnowledgeId>,
}

/// Believes it no longer, and lowers what was made from it.
pub(crate) fn demote(cx: &mut Reviewed<'_>, id: &KnowledgeId, wish: &Demotion<'_>) -> Result<Demoted, Error> {
    let (knowledge, evidence) = against(cx, id, wish)?;
    let before = knowledge.standing.status();
    let to = match (wish.status, evidence.first()) {
        (Status::Demoted, Some(first)) => knowledge.standing.step(&Move::Demote(first.id.clone()))?,
        _ => knowledge.standing.step(&Move::Retire(&cx.review))?,
    };
    let (by, now, seal) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal());
    let knowledge = Knowledge { standing: to, seal: Some(seal), updated_at: now, ..knowledge };
    cx.put_knowledge(&knowledge)?;
    turn(cx, id, &evidence, wish.reason)?;
    let note = format!("linked during lifecycle: {}", wish.reason);
    link(cx, id, evidence.iter().map(|e| (Role::Counterexample, e)), &note, &by, now)?;
    let refs: Vec<&EvidenceId> = evidence.iter().map(|e| &e.id).collect();
    let event = Happened {
        what: if wish.status == Status::Retired { Happening::Retired } else { Happening::Demoted },
        from: Some(before),
        to: Some(wish.status),
        reason: wish.reason.as_str(),
        metadata: json!({ "counterexampleRefs": refs, "reasonType": wish.reason_type }),
        seal: Some(seal),
    };
    happen(cx, id, &by, now, event)?;
    let dependants = crate::knowledge::premises::dependants(cx, id)?;
    let (house, call) = (cx.house, cx.call);
    let fell = crate::knowledge::premises::lower(cx, house, call, dependants, &format!("what it was made from, `{id}`, is {}", wish.status.name()))?;
    let refs = cx.knowledge_refs(&[id.as_str()])?;
    cx.about(id);
    Ok(Demoted { before, knowledge, counterexamples: super::ids_in(&refs, Role::Counterexample), fell })
}

/// Evidence that was linked in another role speaks against it from now on: a role that somebody gave it before is nobody's
/// shield.
fn turn(cx: &mut Reviewed<'_>, id: &KnowledgeId, evidence: &[Evidence], reason: &Note) -> Result<(), Error> {
    let (by, now, seal) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal());
    for r in cx.knowledge_refs(&[id.as_str()])? {
        if r.role == Role::Counterexample || !evidence.iter().any(|e| e.id == r.evidence) {
            continue;
        }
        cx.drop_knowledge_ref(id, &r.evidence)?;
        let metadata = json!({ "evidence": r.evidence, "role": r.role });
        let event = Happened { what: Happening::Unlinked, from: None, to: None, reason: reason.as_str(), metadata, seal: Some(seal) };
        happen(cx, id, &by, now, event)?;
    }
    Ok(())
}
