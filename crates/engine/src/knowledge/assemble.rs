//! Assembles what is known about a task in reading order: laws, methods, tools, then evidence.
//!
//! What answers the task takes its place first; what only shares its field fills what is left. Evidence that was asked for
//! keeps a third of the places, so that beliefs cannot crowd out what they rest on. Nothing is written, and the same
//! question in the same palace gives the same answer.

use super::context_ranking::{Task, Woken, chain, woken};
use crate::{
    Error, Look,
    memory::{Filter, Question, find, texts},
};
use kernel::{
    anchor::Anchor,
    claim::{Domain, Knowledge, Role, Status, Tier, TriggerHints},
    drawer::GENERAL,
    id::{EvidenceId, KnowledgeId},
    refusal::Code,
    text::Name,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use store::View;

/// Items, when nobody asks for another number; and the most there are.
const ITEMS: usize = 12;
const ITEMS_MAX: usize = 100;
/// Laws of everything, when nobody asks for another number.
const DAO_TIAN: usize = 1;
/// The part of the places that evidence keeps.
const EVIDENCE_PART: usize = 3;
/// Most characters of one piece of evidence; `get` gives all of them.
const TEXT_CHARS_MAX: usize = 4_000;
/// The section of what was seen.
pub(crate) const EVIDENCE: &str = "evidence";

/// A section.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Section {
    /// dao_tian, dao_ren, shu, qi or evidence
    pub name: &'static str,
    /// What is in it, best first
    pub items: Vec<Item>,
}

/// Something to read, and where it is from.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// The knowledge, the card or the evidence
    pub drawer_id: String,
    /// What to cite
    pub source_file: String,
    /// What it says
    pub text: String,
    /// The card, where it is one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card_id: Option<KnowledgeId>,
    /// How high it stands
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// How far it is believed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Kind of place it lies at
    pub anchor_kind: &'static str,
    /// Where it lies
    pub anchor_id: String,
    /// The repository of that checkout
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_anchor_id: Option<String>,
    /// What it leans towards; it runs nothing
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger_hints: Option<TriggerHints>,
    /// What it rests on
    pub evidence_citations: Vec<Citation>,
}

/// A piece of evidence, and what it is to what it is cited for.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Citation {
    /// The evidence
    pub evidence_drawer_id: EvidenceId,
    /// What it is to it
    pub role: Role,
    /// What to cite
    pub source_file: String,
}

/// What somebody asks for.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) query: &'a str,
    pub(crate) field: &'a str,
    pub(crate) domain: Domain,
    pub(crate) evidence: bool,
    pub(crate) cards: bool,
    pub(crate) max_items: usize,
    pub(crate) dao_tian_limit: usize,
}

/// How many items, and how many laws of everything among them.
pub(crate) fn bounds(max_items: Option<u32>, dao_tian_limit: Option<u32>) -> Result<(usize, usize), Error> {
    let count = |asked: Option<u32>, default: usize| asked.map_or(default, |n| usize::try_from(n).unwrap_or(ITEMS_MAX).min(ITEMS_MAX));
    match count(max_items, ITEMS) {
        0 => Err(Code::InputInvalid.refuse("maxItems", "maxItems must be at least 1").next("Leave it out for 12").into()),
        most => Ok((most, count(dao_tian_limit, DAO_TIAN))),
    }
}

/// What it is about, as asked.
pub(crate) fn field(asked: Option<&Name>) -> &str {
    asked.map_or(GENERAL, Name::as_str)
}

/// The sections that hold something, in their order.
pub(crate) fn assemble(cx: &mut Look<'_>, asked: &Asked<'_>) -> Result<Vec<Section>, Error> {
    let (house, anchor) = (cx.house, cx.call.anchor.clone());
    let mut awake = woken(cx, house, &anchor, Task { query: asked.query, field: asked.field, domain: asked.domain })?;
    awake.retain(|w| asked.cards || !w.is_card());
    let mut seen = if asked.evidence { seen(cx, asked)? } else { Vec::new() };
    let kept = seen.len().min(asked.max_items / EVIDENCE_PART);
    let chosen = choose(&awake, asked.max_items - kept, asked.dao_tian_limit);
    seen.truncate(asked.max_items - chosen.len());
    let items = shown(cx, &chosen)?;
    let mut sections: Vec<Section> = Tier::ALL.map(|tier| Section { name: tier.name(), items: Vec::new() }).into();
    for (woken, item) in chosen.iter().zip(items) {
        if let Some(section) = sections.iter_mut().find(|section| section.name == woken.tier().name()) {
            section.items.push(item);
        }
    }
    sections.push(Section { name: EVIDENCE, items: seen });
    sections.retain(|section| !section.items.is_empty());
    Ok(sections)
}

/// What there is room for, in the order it came: laws of everything up to their limit, then what answers (drawers before
/// cards), then what is of the same field.
fn choose(awake: &[Woken], mut room: usize, laws: usize) -> Vec<&Woken> {
    let mut taken = vec![false; awake.len()];
    let is_law = |w: &Woken| w.tier() == Tier::DaoTian;
    let mut turn = |room: &mut usize, wanted: &dyn Fn(&Woken) -> bool| {
        for (place, one) in awake.iter().enumerate() {
            if *room > 0 && !taken[place] && wanted(one) {
                taken[place] = true;
                *room -= 1;
            }
        }
    };
    let mut law_room = laws.min(room);
    room -= law_room;
    for answers in [true, false] {
        turn(&mut law_room, &|w| is_law(w) && w.answers == answers);
    }
    room += law_room;
    for (answers, card) in [(true, false), (true, true), (false, false), (false, true)] {
        turn(&mut room, &|w| !is_law(w) && w.answers == answers && w.is_card() == card);
    }
    awake.iter().zip(taken).filter(|(_, taken)| *taken).map(|(one, _)| one).collect()
}

/// Beliefs as they are shown, each with what it rests on.
fn shown(view: &mut View<'_>, chosen: &[&Woken]) -> Result<Vec<Item>, Error> {
    let ids: Vec<&str> = chosen.iter().map(|w| w.knowledge().id.as_str()).collect();
    let refs = view.knowledge_refs(&ids)?;
    let named: Vec<&str> = refs.iter().map(|r| r.evidence.as_str()).collect();
    let sources = sources(view, &named)?;
    let mut cited: HashMap<KnowledgeId, Vec<Citation>> = HashMap::new();
    for r in refs {
        let source_file = sources.get(r.evidence.as_str()).cloned().unwrap_or_else(|| nameless(r.evidence.as_str()));
        cited.entry(r.knowledge).or_default().push(Citation { evidence_drawer_id: r.evidence, role: r.role, source_file });
    }
    Ok(chosen.iter().map(|w| item(w.knowledge(), cited.remove(&w.knowledge().id).unwrap_or_default())).collect())
}

/// What to cite for each of these pieces of evidence.
pub(crate) fn sources(view: &mut View<'_>, ids: &[&str]) -> Result<HashMap<String, String>, Error> {
    let found = view.evidences(ids)?;
    Ok(found.into_iter().map(|e| (e.id.to_string(), if e.source.is_empty() { nameless(e.id.as_str()) } else { e.source })).collect())
}

/// What to cite where a piece of evidence names no source.
pub(crate) fn nameless(id: &str) -> String {
    format!("drawer://{id}")
}

fn item(k: &Knowledge, evidence_citations: Vec<Citation>) -> Item {
    let lesson = &k.lesson;
    let card_id = (k.form() == kernel::claim::Form::Card).then(|| k.id.clone());
    let (anchor_kind, anchor_id, parent_anchor_id) = lies(&k.anchor);
    Item {
        drawer_id: k.id.to_string(),
        source_file: card_id.as_ref().map_or_else(|| source_file(k), |id| format!("knowledge-card://{id}")),
        text: lesson.statement.as_str().to_owned(),
        card_id,
        tier: Some(lesson.tier),
        status: Some(k.standing.status()),
        anchor_kind,
        anchor_id,
        parent_anchor_id,
        trigger_hints: Some(lesson.trigger_hints.clone()).filter(|hints| !hints.is_empty()),
        evidence_citations,
    }
}

/// The address of knowledge: whom it is for, what about, how high, and what it says.
pub(crate) fn source_file(k: &Knowledge) -> String {
    let lesson = &k.lesson;
    format!("knowledge://{}/{}/{}/{}", lesson.domain.name(), slug(lesson.field.as_str()), lesson.tier.name(), slug(lesson.statement.as_str()))
}

/// A text as part of an address: its letters and digits, and single dashes between them.
fn slug(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_alphanumeric() { c.to_lowercase().next().unwrap_or(c) } else { ' ' }).collect();
    let joined: Vec<&str> = plain.split_whitespace().collect();
    joined.join("-")
}

/// Kind, id and parent of a place.
fn lies(anchor: &Anchor) -> (&'static str, String, Option<String>) {
    (anchor.kind(), anchor.to_string(), anchor.parent().map(String::from))
}

/// What was seen that answers, from where the caller stands outwards: one search.
fn seen(cx: &mut Look<'_>, asked: &Asked<'_>) -> Result<Vec<Item>, Error> {
    let house = cx.house;
    let anchors = chain(&cx.call.anchor).iter().map(ToString::to_string).collect();
    let question = Question {
        text: asked.query.to_owned(),
        filter: Filter { anchors, ..Filter::default() },
        as_of: None,
        limit: asked.max_items,
        now: Some(cx.call.now),
    };
    let found = find(cx, house, &question)?;
    let mut texts = texts(cx, &found)?;
    let mut items = Vec::with_capacity(found.len());
    let mut places: HashMap<i64, Anchor> = HashMap::new();
    for one in found {
        let Some(evidence) = texts.remove(&one.item.id) else { continue };
        if let std::collections::hash_map::Entry::Vacant(slot) = places.entry(one.item.anchor) {
            slot.insert(cx.anchor_named(one.item.anchor)?.and_then(|name| Anchor::parse(&name).ok()).unwrap_or_default());
        }
        let (anchor_kind, anchor_id, parent_anchor_id) = places.get(&one.item.anchor).map(lies).unwrap_or_default();
        items.push(Item {
            source_file: if evidence.source.is_empty() { nameless(&one.item.id) } else { evidence.source },
            drawer_id: one.item.id,
            text: search::bound(evidence.content.as_str(), TEXT_CHARS_MAX).0,
            card_id: None,
            tier: None,
            status: None,
            anchor_kind,
            anchor_id,
            parent_anchor_id,
            trigger_hints: None,
            evidence_citations: Vec::new(),
        });
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::{bounds, slug};

    #[test]
    fn an_address_is_plain() {
        for (text, told) in [("Use WAL!", "use-wal"), ("  a -- b ", "a-b"), ("ポート 8080", "ポート-8080"), ("…", "")] {
            assert_eq!(slug(text), told);
        }
    }

    #[test]
    fn nothing_at_all_is_no_number_of_items() {
        assert!(bounds(Some(0), None).is_err());
        for (asked, got) in [((None, None), (12, 1)), ((Some(3), Some(0)), (3, 0)), ((Some(u32::MAX), Some(u32::MAX)), (100, 100))] {
            assert_eq!(bounds(asked.0, asked.1).expect("within bounds"), got);
        }
    }
}
