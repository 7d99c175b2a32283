//! How knowledge comes to be, is believed, and is no longer. Every road to a stronger standing is [`promote`].

use super::{evidence_shown, fall, known, named, roles};
use crate::{Error, Reviewed, Shown, Work, memory::require_no_secrets};
use kernel::{
    canonical,
    claim::{Happening, Knowledge, Lesson, Move, Role, Roles, Standing, Status, Weighed, vouched, weigh_knowledge},
    evidence::Evidence,
    id::{EvidenceId, KnowledgeId},
    ledger::Digest,
    refusal::Code,
    text::{Name, Note},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::{KnowledgeEvent, KnowledgeRef, Txn, View};

/// Evidence that a caller names, by role.
#[derive(Debug, Default)]
pub(crate) struct Named<'n> {
    pub(crate) supporting: &'n [Name],
    pub(crate) verification: &'n [Name],
    pub(crate) counterexample: &'n [Name],
    pub(crate) teaching: &'n [Name],
}

impl Named<'_> {
    /// Adds what is named to what is there.
    pub(crate) fn join(&self, view: &mut View<'_>, roles: &mut Roles) -> Result<(), Error> {
        let lists = [
            (Role::Supporting, self.supporting),
            (Role::Verification, self.verification),
            (Role::Counterexample, self.counterexample),
            (Role::Teaching, self.teaching),
        ];
        for (role, refs) in lists {
            for evidence in named(view, refs)? {
                roles.add(role, evidence)?;
            }
        }
        Ok(())
    }
}

/// The id of a lesson on these grounds: told again, it is the same knowledge.
pub(crate) fn id_of(prefix: &str, lesson: &Lesson, roles: &Roles) -> Result<KnowledgeId, Error> {
    let mut refs: Vec<(Role, &EvidenceId)> = roles.all().map(|(role, e)| (role, &e.id)).collect();
    refs.sort();
    let digest = canonical::digest(&("knowledge.made", lesson, refs))?.to_string();
    Ok(KnowledgeId::mint(prefix, &digest[..16]))
}

/// Writes a candidate that nobody has agreed to yet.
pub(crate) fn make(cx: &mut Work<'_>, id: &KnowledgeId, lesson: Lesson, roles: &Roles, why: &str) -> Result<Knowledge, Error> {
    let (by, now) = (cx.call.actor.name().to_owned(), cx.call.now);
    let knowledge = Knowledge {
        id: id.clone(),
        anchor: lesson.anchor.clone(),
        lesson,
        standing: Standing::Candidate,
        seal: None,
        promoted_from: None,
        principal: by.clone(),
        created_at: now,
        updated_at: now,
    };
    cx.put_unbelieved(&knowledge)?;
    link(cx, id, roles.all(), "", &by, now)?;
    let event = Happened { what: Happening::Created, from: None, to: Some(Status::Candidate), reason: why, metadata: json!({}), seal: None };
    happen(cx, id, &by, now, event)?;
    Ok(knowledge)
}

/// Links evidence in its roles, where it is not linked yet.
pub(crate) fn link<'e>(
    txn: &mut Txn<'_>,
    id: &KnowledgeId,
    evidence: impl Iterator<Item = (Role, &'e Evidence)>,
    note: &str,
    by: &str,
    at: kernel::time::Moment,
) -> Result<Vec<EvidenceId>, Error> {
    let there = txn.knowledge_refs(&[id.as_str()])?;
    let mut linked = Vec::new();
    for (role, e) in evidence {
        if there.iter().any(|known| known.evidence == e.id) {
            continue;
        }
        txn.put_knowledge_ref(&KnowledgeRef { knowledge: id.clone(), evidence: e.id.clone(), role, note: note.to_owned(), by: by.to_owned(), at })?;
        linked.push(e.id.clone());
    }
    Ok(linked)
}

/// Something that happens to knowledge.
pub(crate) struct Happened<'h> {
    pub(crate) what: Happening,
    pub(crate) from: Option<Status>,
    pub(crate) to: Option<Status>,
    pub(crate) reason: &'h str,
    pub(crate) metadata: Json,
    pub(crate) seal: Option<Digest>,
}

/// Writes down what happened.
pub(crate) fn happen(txn: &mut Txn<'_>, id: &KnowledgeId, actor: &str, at: kernel::time::Moment, h: Happened<'_>) -> Result<i64, Error> {
    let event = KnowledgeEvent {
        knowledge: id.clone(),
        what: h.what,
        from: h.from,
        to: h.to,
        reason: h.reason.to_owned(),
        actor: actor.to_owned(),
        metadata: canonical::canonical(&h.metadata)?,
        at,
        seal: h.seal,
    };
    Ok(txn.put_knowledge_event(&event)?)
}

/// A wish that something be believed.
#[derive(Debug)]
pub(crate) struct Promotion<'p> {
    pub(crate) status: Status,
    pub(crate) verification: &'p [Name],
    /// Counterexamples that were answered: they no longer count, and stay on record.
    pub(crate) answered: &'p [Name],
    pub(crate) reason: &'p Note,
}

/// What believing it would rest on, and whether that is enough.
struct Ground {
    knowledge: Knowledge,
    roles: Roles,
    answered: Vec<Evidence>,
    weighed: Weighed,
}

fn ground(view: &mut View<'_>, id: &KnowledgeId, wish: &Promotion<'_>) -> Result<Ground, Error> {
    let knowledge = known(view, id)?;
    if !wish.status.is_active() {
        return Err(Code::InputInvalid.refuse("status", "promotion leads to promoted or canonical").next("To lower it, use demote").into());
    }
    knowledge.lesson.tier.require(wish.status)?;
    let answered = named(view, wish.answered)?;
    let before = roles(view, id)?;
    if let Some(other) = answered.iter().find(|e| !before.of(Role::Counterexample).iter().any(|known| known.id == e.id)) {
        let what = format!("`{}` does not speak against `{id}`, so it cannot be answered", other.id);
        return Err(Code::InputInvalid.refuse("answered", what).into());
    }
    let mut after = Roles::default();
    for (role, e) in before.all().filter(|(_, e)| !answered.iter().any(|gone| gone.id == e.id)) {
        after.add(role, e.clone())?;
    }
    Named { verification: wish.verification, ..Named::default() }.join(view, &mut after)?;
    // Whoever carries this out has sealed it: the review is the human's own, and nobody's word for it is asked.
    let weighed = weigh_knowledge(knowledge.lesson.tier, &after, true);
    Ok(Ground { knowledge, roles: after, answered, weighed })
}

/// What a human sees before something is believed, and what their seal covers.
pub(crate) fn promote_shown(view: &mut View<'_>, id: &KnowledgeId, wish: &Promotion<'_>) -> Result<Shown, Error> {
    let g = ground(view, id, wish)?;
    g.weighed.pass()?;
    step(&g, wish.status)?;
    require_no_secrets("knowledge", &g.knowledge.lesson)?;
    let mut covers = vec![vouched(id, &g.knowledge.lesson, wish.status)];
    covers.extend(g.roles.all().map(|(_, e)| e.digest()));
    let answered: Vec<&EvidenceId> = g.answered.iter().map(|e| &e.id).collect();
    covers.push(canonical::digest(&("knowledge.promote", id, wish.status, wish.reason, &answered))?);
    let what = json!({
        "knowledge": g.knowledge.lesson,
        "id": id,
        "from": g.knowledge.standing.status(),
        "to": wish.status,
        "reason": wish.reason,
        "counts": g.weighed.counts,
        "answered": answered,
        "evidence": evidence_shown(&g.roles),
    });
    Ok(Shown { covers, what })
}

/// Whether the move exists at all, before anyone is asked.
fn step(g: &Ground, status: Status) -> Result<(), Error> {
    if g.knowledge.standing.status() == status {
        let what = format!("`{}` is {} already", g.knowledge.id, status.name());
        return Err(Code::NoSuchMove.refuse(g.knowledge.id.to_string(), what).next("Nothing is left to do").into());
    }
    if g.knowledge.standing == Standing::Retired {
        let what = format!("`{}` is retired, and is kept for history only", g.knowledge.id);
        return Err(Code::NoSuchMove.refuse(g.knowledge.id.to_string(), what).next("Distil it anew from evidence").into());
    }
    Ok(())
}

/// What was promoted.
pub(crate) struct Promoted {
    pub(crate) before: Status,
    pub(crate) knowledge: Knowledge,
    pub(crate) verification: Vec<EvidenceId>,
    pub(crate) weighed: Weighed,
}

/// Believes it, under the yes at hand.
pub(crate) fn promote(cx: &mut Reviewed<'_>, id: &KnowledgeId, wish: &Promotion<'_>) -> Result<Promoted, Error> {
    let g = ground(cx, id, wish)?;
    step(&g, wish.status)?;
    let before = g.knowledge.standing.status();
    let pass = g.weighed.pass()?;
    let to = match wish.status {
        Status::Canonical => g.knowledge.standing.step(&Move::Settle(pass, &cx.review))?,
        Status::Promoted | Status::Candidate | Status::Demoted | Status::Retired => g.knowledge.standing.step(&Move::Promote(pass, &cx.review))?,
    };
    let (by, now, seal) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal());
    let knowledge = Knowledge {
        standing: to,
        seal: Some(seal),
        promoted_from: cx.from.as_ref().map(|p| p.id.clone()).or(g.knowledge.promoted_from.clone()),
        updated_at: now,
        ..g.knowledge
    };
    cx.put_knowledge(&knowledge)?;
    for e in &g.answered {
        cx.drop_knowledge_ref(id, &e.id)?;
        let metadata = json!({ "evidence": e.id, "role": Role::Counterexample });
        let event = Happened { what: Happening::Unlinked, from: None, to: None, reason: wish.reason.as_str(), metadata, seal: Some(seal) };
        happen(cx, id, &by, now, event)?;
    }
    let note = format!("linked during lifecycle: {}", wish.reason);
    link(cx, id, g.roles.all(), &note, &by, now)?;
    let verification: Vec<EvidenceId> = g.roles.of(Role::Verification).iter().map(|e| e.id.clone()).collect();
    let metadata = json!({ "verificationRefs": verification });
    let event =
        Happened { what: Happening::Promoted, from: Some(before), to: Some(wish.status), reason: wish.reason.as_str(), metadata, seal: Some(seal) };
    happen(cx, id, &by, now, event)?;
    cx.about(id);
    Ok(Promoted { before, knowledge, verification, weighed: g.weighed })
}

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
    let mut all = roles(view, id)?;
    let evidence = named(view, wish.evidence)?;
    if evidence.is_empty() {
        return Err(Code::EvidenceShort.refuse("evidenceRefs", "a demotion names at least one piece of evidence against it").into());
    }
    for e in &evidence {
        all.add(Role::Counterexample, e.clone())?;
    }
    Ok((knowledge, evidence))
}

/// What a human sees before something is no longer believed.
pub(crate) fn demote_shown(view: &mut View<'_>, id: &KnowledgeId, wish: &Demotion<'_>) -> Result<Shown, Error> {
    let (knowledge, evidence) = against(view, id, wish)?;
    let ids: Vec<&EvidenceId> = evidence.iter().map(|e| &e.id).collect();
    // Not what "this is believed" would cover: this seal says the contrary.
    let mut covers = vec![canonical::digest(&("knowledge.demote", id, wish.status, wish.reason, wish.reason_type, &ids))?];
    covers.extend(evidence.iter().map(Evidence::digest));
    let mut roles = Roles::default();
    for e in evidence {
        roles.add(Role::Counterexample, e)?;
    }
    let falls: Vec<KnowledgeId> = fall::dependants(view, id)?.into_iter().map(|k| k.id).collect();
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
    let dependants = fall::dependants(cx, id)?;
    let (house, call) = (cx.house, cx.call);
    let fell = fall::lower(cx, house, call, dependants, &format!("what it was made from, `{id}`, is {}", wish.status.name()))?;
    let refs = cx.knowledge_refs(&[id.as_str()])?;
    cx.about(id);
    Ok(Demoted { before, knowledge, counterexamples: super::ids_in(&refs, Role::Counterexample), fell })
}
