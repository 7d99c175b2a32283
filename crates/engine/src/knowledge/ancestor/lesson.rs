//! Imports an ancestor's knowledge as candidates, with what it rests on and what happened to it.
//!
//! What was weaker there stays so: demoted and retired knowledge needs nobody's yes to be no more than that.

use super::{ANCESTOR, evidence_id, knowledge_id, parts};
use crate::{
    Error, Work,
    knowledge::lifecycle::{Happened, happen},
    memory::{Secrets, redact_json, redact_text},
};
use ingest::ancestor::{Event, Knowledge as Old, Ref};
use kernel::{
    anchor::Anchor,
    claim::{Form, Happening, Importance, Knowledge, Lesson, Role, Standing, Status, TriggerHints},
    drawer::GENERAL,
    id::{EvidenceId, KnowledgeId},
    refusal::Code,
    text::{Content, Name, Note},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use store::{KnowledgeRef, View};

/// Where a card lies: the contract gives cards neither wing nor room.
const WING: &str = "mempal";
const ROOM: &str = "default";
/// Counterexamples first: a drawer that speaks for and against something speaks against it.
const ROLES: [Role; 4] = [Role::Counterexample, Role::Supporting, Role::Verification, Role::Teaching];

/// What knowledge was said to rest on, and does not. It stays on record by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Lost {
    /// The drawer, by its id there
    pub drawer: String,
    /// What it was said to be
    pub role: Role,
    /// Why it does not count
    pub why: &'static str,
}

/// What became of one.
pub(crate) struct Came {
    pub(crate) id: KnowledgeId,
    pub(crate) is_new: bool,
    pub(crate) links: usize,
    pub(crate) events: usize,
    pub(crate) lost: Vec<Lost>,
}

/// What the file called this knowledge, if it came from one.
pub(crate) fn claimed(view: &mut View<'_>, id: &KnowledgeId) -> Result<Option<Status>, Error> {
    for (_, event) in view.knowledge_events(id)? {
        if let (Happening::Created, Ok(metadata)) = (event.what, serde_json::from_str::<Json>(&event.metadata))
            && let Some(status) = metadata[ANCESTOR]["status"].as_str().and_then(Status::named)
        {
            return Ok(Some(status));
        }
    }
    Ok(None)
}

/// Whether bringing it would write anything.
pub(crate) fn is_news(view: &mut View<'_>, old: &Old) -> Result<bool, Error> {
    let id = knowledge_id(old.form, &old.id);
    let Some(known) = view.knowledge(&id)? else { return Ok(lesson(old, &Anchor::Global, &mut Secrets::new()).is_some()) };
    if known.seal.is_some() || claimed(view, &id)?.is_none() {
        return Ok(false);
    }
    let (linked, _) = resolve(view, &id, old)?;
    Ok(!linked.is_empty() || !unknown_events(view, &id, old)?.is_empty())
}

/// Keeps it; nothing where there are no words at all. What a human has decided about since is left as it is.
pub(crate) fn keep(cx: &mut Work<'_>, old: &Old, found: &mut Secrets) -> Result<Option<Came>, Error> {
    let id = knowledge_id(old.form, &old.id);
    let is_new = match cx.knowledge(&id)? {
        Some(known) if known.seal.is_some() || claimed(cx, &id)?.is_none() => {
            return Ok(Some(Came { id, is_new: false, links: 0, events: 0, lost: Vec::new() }));
        }
        Some(_) => false,
        None => true,
    };
    let (by, now) = (cx.call.actor.name().to_owned(), cx.call.now);
    let (linked, lost) = resolve(cx, &id, old)?;
    if is_new {
        let anchor = cx.call.anchor.clone();
        let Some(mut lesson) = lesson(old, &anchor, found) else { return Ok(None) };
        lesson.made_from = made_from(cx, old)?;
        lesson.domain.require_anchor(&anchor)?;
        let standing = standing(old);
        let metadata = said(old, &lesson, &lost, found)?;
        let knowledge = Knowledge {
            id: id.clone(),
            lesson,
            standing,
            seal: None,
            anchor,
            promoted_from: None,
            principal: by.clone(),
            created_at: now,
            updated_at: now,
        };
        cx.put_unbelieved(&knowledge)?;
        let reason = "brought in from an ancestor's palace";
        let event = Happened { what: Happening::Created, from: None, to: Some(standing.status()), reason, metadata, seal: None };
        happen(cx, &id, &by, now, event)?;
    }
    let links = linked.len();
    for (evidence, (role, note)) in linked {
        let note = redact_text(&ingest::clean(&note), found);
        cx.put_knowledge_ref(&KnowledgeRef { knowledge: id.clone(), evidence, role, note, by: by.clone(), at: now, seal: None })?;
    }
    let unknown: Vec<Event> = unknown_events(cx, &id, old)?.into_iter().cloned().collect();
    let events = unknown.len();
    for event in unknown {
        let reason = redact_text(&ingest::clean(&event.reason), found);
        let mut told = json!({ ANCESTOR: event });
        redact_json(&mut told, found);
        let happened = Happened { what: event.what, from: event.from, to: event.to, reason: &reason, metadata: told, seal: None };
        happen(cx, &id, &by, now, happened)?;
    }
    Ok(Some(Came { id, is_new, links, events, lost }))
}

/// The drawer that a card was made from, if it came in: whoever lowers that one lowers the card.
fn made_from(view: &mut View<'_>, old: &Old) -> Result<Option<KnowledgeId>, Error> {
    if old.form != Form::Card || old.made_from.is_empty() {
        return Ok(None);
    }
    let drawer = knowledge_id(Form::Drawer, &old.made_from);
    Ok(view.knowledge(&drawer)?.map(|drawer| drawer.id))
}

fn standing(old: &Old) -> Standing {
    match old.status {
        _ if old.deleted_at.is_some() => Standing::Retired,
        Status::Candidate | Status::Promoted | Status::Canonical => Standing::Candidate,
        Status::Demoted => Standing::Demoted,
        Status::Retired => Standing::Retired,
    }
}

type Linked = BTreeMap<EvidenceId, (Role, String)>;

/// What it rests on here that is not linked yet, and what it was said to rest on besides.
fn resolve(view: &mut View<'_>, id: &KnowledgeId, old: &Old) -> Result<(Linked, Vec<Lost>), Error> {
    let known: BTreeMap<EvidenceId, Role> = view.knowledge_refs(&[id.as_str()])?.into_iter().map(|r| (r.evidence, r.role)).collect();
    let (mut linked, mut lost) = (Linked::new(), Vec::new());
    for Ref { drawer, role, note, .. } in ROLES.into_iter().flat_map(|role| old.refs.iter().filter(move |r| r.role == role)) {
        let evidence = evidence_id(drawer);
        let why = match (known.get(&evidence), linked.get(&evidence)) {
            (Some(there), _) if there == role => continue,
            (_, Some((there, _))) if there == role => continue, // said twice, there once
            (Some(_), _) | (_, Some(_)) => Some("it has another role already: nothing verifies itself"),
            (None, None) if view.evidence(&evidence)?.is_none() => Some("no evidence of that name came in"),
            (None, None) => view.item_of(evidence.as_str())?.and_then(|item| item.until).map(|_| "it was deleted there"),
        };
        match why {
            Some(why) => lost.push(Lost { drawer: drawer.clone(), role: *role, why }),
            None => {
                linked.insert(evidence, (*role, note.clone()));
            }
        }
    }
    Ok((linked, lost))
}

/// What happened there that is not written down here yet.
fn unknown_events<'o>(view: &mut View<'_>, id: &KnowledgeId, old: &'o Old) -> Result<Vec<&'o Event>, Error> {
    let rows = view.knowledge_events(id)?;
    let told: Vec<Json> = rows.iter().filter_map(|(_, event)| serde_json::from_str(&event.metadata).ok()).collect();
    let is_known =
        |event: &&Event| !told.iter().any(|metadata| metadata[ANCESTOR]["id"] == json!(event.id) && metadata[ANCESTOR]["what"].is_string());
    Ok(old.events.iter().filter(is_known).collect())
}

/// The lesson as it can be sealed here; nothing if there are no words.
fn lesson(old: &Old, anchor: &Anchor, found: &mut Secrets) -> Option<Lesson> {
    let mut name = |text: &str, default: &str| {
        let line: String = redact_text(&ingest::clean(text), found).split_whitespace().collect::<Vec<_>>().join(" ");
        Name::parse(&line.chars().take(Name::MAX).collect::<String>()).or_else(|_| Name::parse(default)).ok()
    };
    let (wing, room, field) = (name(&old.wing, WING)?, name(&old.room, ROOM)?, name(&old.field, GENERAL)?);
    let trigger_hints = hints(&old.trigger_hints, &mut name);
    let content = parts(if old.content.trim().is_empty() { &old.statement } else { &old.content }, found).into_iter().next()?;
    let statement = parts(if old.statement.trim().is_empty() { &old.content } else { &old.statement }, found).into_iter().next()?;
    let note = |text: &str| Note::parse(&text.chars().take(Note::MAX).collect::<String>()).ok();
    let scope = parts(&old.scope_constraints, found).into_iter().next();
    Some(Lesson {
        statement: note(statement.as_str())?,
        content,
        tier: old.tier,
        domain: old.domain,
        field,
        wing,
        room,
        importance: Importance::of(u8::try_from(old.importance.clamp(0, 5)).unwrap_or_default()),
        anchor: anchor.clone(),
        scope_constraints: scope.as_ref().and_then(|scope| note(scope.as_str())),
        trigger_hints,
        made_from: None,
    })
}

fn hints(written: &Json, name: &mut impl FnMut(&str, &str) -> Option<Name>) -> TriggerHints {
    let mut list = |key: &str| -> Vec<Name> {
        let words = written[key].as_array().into_iter().flatten().filter_map(Json::as_str);
        words.filter_map(|word| name(word, "")).collect()
    };
    TriggerHints { intent_tags: list("intent_tags"), workflow_bias: list("workflow_bias"), tool_needs: list("tool_needs") }
}

/// The row as the file has it, without the words that the lesson has whole; and what it rests on that is not here.
fn said(old: &Old, lesson: &Lesson, lost: &[Lost], found: &mut Secrets) -> Result<Json, Error> {
    let mut row = crate::call::operation::to_json(old)?;
    if let Some(fields) = row.as_object_mut() {
        fields.remove("events"); // each is an event of its own
        if old.statement.trim() == lesson.statement.as_str() {
            fields.remove("statement");
        }
        if old.content.trim() == lesson.content.as_str() {
            fields.remove("content");
        }
        fields.insert("lost".into(), crate::call::operation::to_json(&lost)?);
    }
    redact_json(&mut row, found);
    Ok(json!({ ANCESTOR: row }))
}

/// Refuses a form that an id does not have.
pub(crate) fn require_form(old: &Old) -> Result<(), Error> {
    let id = knowledge_id(old.form, &old.id);
    if Form::of(&id) == old.form && Content::parse(&old.id).is_ok() {
        return Ok(());
    }
    Err(Code::InputInvalid.refuse("knowledge", "a row of knowledge names itself by an id").into())
}
