//! Creates, promotes and retires knowledge. Every way to a stronger standing is [`promote`].

use super::{evidence_shown, known, named, roles};
use crate::{Error, Reviewed, Shown, Work, memory::require_no_secrets};
use kernel::text::Slice;
use kernel::{
    call::Call,
    canonical,
    claim::{Happening, Knowledge, Lesson, Move, Role, Roles, Standing, Status, Weighed, vouched, weigh_knowledge},
    evidence::Evidence,
    id::{EvidenceId, KnowledgeId},
    ledger::Digest,
    refusal::Code,
    text::{Name, Note},
};
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
    Ok(KnowledgeId::mint(prefix, digest.slice(..16)))
}

/// Writes a candidate that nobody has agreed to yet.
pub(crate) fn make(cx: &mut Work<'_>, id: &KnowledgeId, lesson: Lesson, roles: &Roles, why: &str) -> Result<Knowledge, Error> {
    make_told(cx, id, lesson, roles, why, json!({}))
}

/// Writes a candidate that nobody has agreed to yet, and what else is to be known of how it came to be.
pub(crate) fn make_told(cx: &mut Work<'_>, id: &KnowledgeId, lesson: Lesson, roles: &Roles, why: &str, told: Json) -> Result<Knowledge, Error> {
    let call = cx.call;
    candidate(cx, call, id, lesson, roles, (why, told))
}

/// Writes a candidate under a yes that was about more than this.
pub(crate) fn make_as(cx: &mut Reviewed<'_>, id: &KnowledgeId, lesson: Lesson, roles: &Roles, why: &str, told: Json) -> Result<Knowledge, Error> {
    let call = cx.call;
    candidate(cx, call, id, lesson, roles, (why, told))
}

fn candidate(txn: &mut Txn<'_>, call: &Call, id: &KnowledgeId, lesson: Lesson, roles: &Roles, (why, told): (&str, Json)) -> Result<Knowledge, Error> {
    let (by, now) = (call.actor.name().to_owned(), call.now);
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
    txn.put_unbelieved(&knowledge)?;
    link(txn, id, roles.all(), "", &by, now)?;
    let event = Happened { what: Happening::Created, from: None, to: Some(Status::Candidate), reason: why, metadata: told, seal: None };
    happen(txn, id, &by, now, event)?;
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
        let (note, by) = (note.to_owned(), by.to_owned());
        txn.put_knowledge_ref(&KnowledgeRef { knowledge: id.clone(), evidence: e.id.clone(), role, note, by, at, seal: None })?;
        linked.push(e.id.clone());
    }
    Ok(linked)
}

/// Links what a human saw, and makes it what the knowledge rests on from now on. What lay there unseen is no premise.
pub(crate) fn rest(cx: &mut Reviewed<'_>, id: &KnowledgeId, roles: &Roles, note: &str) -> Result<(), Error> {
    let (by, now, seal) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal());
    link(cx, id, roles.all(), note, &by, now)?;
    for r in cx.knowledge_refs(&[id.as_str()])? {
        if roles.all().any(|(role, e)| role == r.role && e.id == r.evidence) {
            cx.seal_knowledge_ref(&KnowledgeRef { seal: Some(seal), ..r })?;
        }
    }
    Ok(())
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
    let mut covers = vec![vouched(id, &g.knowledge.lesson, wish.status, &g.roles.premises())];
    let answered: Vec<&EvidenceId> = g.answered.iter().map(|e| &e.id).collect();
    let read: Vec<Digest> = g.answered.iter().map(Evidence::digest).collect();
    covers.push(canonical::digest(&("knowledge.promote", id, wish.status, wish.reason, &answered, read))?);
    // Whoever sets a counterexample aside has read it.
    let mut set_aside = Roles::default();
    for e in &g.answered {
        set_aside.add(Role::Counterexample, e.clone())?;
    }
    let against = evidence_shown(&set_aside).into_iter().map(|mut piece| {
        piece["answered"] = json!(true);
        piece
    });
    let what = json!({
        "knowledge": g.knowledge.lesson,
        "id": id,
        "from": g.knowledge.standing.status(),
        "to": wish.status,
        "reason": wish.reason,
        "counts": g.weighed.counts,
        "answered": answered,
        "evidence": evidence_shown(&g.roles).into_iter().chain(against).collect::<Vec<_>>(),
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
        Status::Canonical => g.knowledge.standing.step(&Move::Canonize(pass, &cx.review))?,
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
    rest(cx, id, &g.roles, &note)?;
    let verification: Vec<EvidenceId> = g.roles.of(Role::Verification).iter().map(|e| e.id.clone()).collect();
    let metadata = json!({ "verificationRefs": verification });
    let event =
        Happened { what: Happening::Promoted, from: Some(before), to: Some(wish.status), reason: wish.reason.as_str(), metadata, seal: Some(seal) };
    happen(cx, id, &by, now, event)?;
    cx.about(id);
    Ok(Promoted { before, knowledge, verification, weighed: g.weighed })
}
