//! Imports an ancestor's facts, tunnels, taxonomy and adoption records. Each row goes where such rows live here, and none is more than somebody's
//! word.
//!
//! Bringing a row again writes nothing, unless it ended there since. What was said here about the same place stays as it is.
//! Not here: naming what cannot be kept. [`unfit_fact`] and [`unfit_adoption`] say why, and whoever reads the file tells.

use super::{ANCESTOR, evidence_id, knowledge_id, tail};
use crate::{
    Error, Work,
    knowledge::tunnels::between,
    memory::{Secrets, redact_json, redact_text},
};
use ingest::ancestor::{Adoption, Fact, Signpost, Tunnel};
use kernel::{
    adoption::{Feature, Record, Signal, Track},
    canonical,
    claim::{Confidence, Form},
    evidence::Origin,
    fact::{self, Closed},
    id::{AdoptionId, FactId, TunnelId},
    text::Name,
    time::Moment,
};
use serde_json::{Map, Value as Json, json};
use store::{TunnelEnd, View};

/// What came of bringing a fact.
pub(crate) struct FactCame {
    pub(crate) id: FactId,
    /// It is new, or ended since it came.
    pub(crate) is_news: bool,
    /// The drawer it was said to be read in is not here.
    pub(crate) unsourced: bool,
}

/// Why a fact cannot be kept, if it cannot.
pub fn unfit_fact(row: &Fact) -> Option<&'static str> {
    [&row.subject, &row.predicate, &row.object].iter().any(|text| ingest::clean(text).trim().is_empty()).then_some("it says nothing of something")
}

/// Why a record of use cannot be kept, if it cannot.
pub fn unfit_adoption(row: &Adoption) -> Option<&'static str> {
    telling(row, &mut Secrets::new()).err()
}

/// Whether bringing a fact would write anything.
pub(crate) fn is_news_of_fact(view: &mut View<'_>, row: &Fact) -> Result<bool, Error> {
    if unfit_fact(row).is_some() {
        return Ok(false);
    }
    Ok(view.fact(&fact_id(row))?.is_none_or(|here| ends(&here, row).is_some()))
}

/// Keeps a fact, or that it ended meanwhile.
pub(crate) fn fact(cx: &mut Work<'_>, row: &Fact, found: &mut Secrets) -> Result<FactCame, Error> {
    let (id, by, now) = (fact_id(row), cx.call.actor.name().to_owned(), cx.call.now);
    if let Some(here) = cx.fact(&id)? {
        let ended = ends(&here, row);
        if let Some(ended) = ended {
            cx.close_fact(&id, &Closed { ended, by, at: now })?;
        }
        return Ok(FactCame { id, is_news: ended.is_some(), unsourced: false });
    }
    let named = (!row.source_drawer.is_empty()).then(|| evidence_id(&row.source_drawer));
    let source = match &named {
        Some(named) => cx.evidence(named)?.map(|evidence| evidence.id),
        None => None,
    };
    let read_at = match &source {
        Some(source) => cx.item_of(source.as_str())?.map(|item| item.at),
        None => None,
    };
    let fact = fact::Fact {
        id: id.clone(),
        anchor: cx.call.anchor.project(),
        subject: line(&row.subject, found),
        predicate: line(&row.predicate, found),
        object: line(&row.object, found),
        confidence: Confidence::try_from(row.confidence.clamp(0.0, 1.0)).unwrap_or(Confidence::hundredths(100)),
        source,
        origin: Origin::Import,
        principal: by,
        valid_from: row.valid_from.unwrap_or_else(|| begins(row, read_at, now)),
        valid_to: row.valid_to,
        recorded_at: now,
        closed: None,
    };
    cx.put_fact(&fact)?;
    Ok(FactCame { id, is_news: true, unsourced: named.is_some() && fact.source.is_none() })
}

/// Said again there, a fact has the same id and begins anew: here that is another fact.
fn fact_id(row: &Fact) -> FactId {
    let begins = row.valid_from.map_or_else(String::new, |at| at.to_string());
    FactId::mint("triple", &tail("triple", &format!("{}\n{begins}", row.id)))
}

/// What began nobody knows when was so since it was written down, or for as long as the file knows anything; and before it
/// ended.
fn begins(row: &Fact, read_at: Option<Moment>, now: Moment) -> Moment {
    let since = read_at.or(row.since_at_least).unwrap_or(now);
    row.valid_to.map_or(since, |end| since.min(end.plus(-1)))
}

/// When a fact that is here ended, if only the file says so.
fn ends(here: &fact::Fact, row: &Fact) -> Option<Moment> {
    let told = row.valid_to.filter(|end| here.closed.is_none() && here.valid_to != Some(*end));
    told.map(|end| end.max(here.valid_from))
}

/// Whether nobody ever dug this tunnel here.
pub(crate) fn is_new_tunnel(view: &mut View<'_>, row: &Tunnel) -> Result<bool, Error> {
    let (id, ..) = tunnel_of(row, &mut Secrets::new())?;
    Ok(!view.was_dug(&id)?)
}

/// Digs a tunnel, and fills it in again where it was; whether it was new.
pub(crate) fn tunnel(cx: &mut Work<'_>, row: &Tunnel, found: &mut Secrets) -> Result<bool, Error> {
    let (id, left, right) = tunnel_of(row, found)?;
    if cx.was_dug(&id)? {
        return Ok(false);
    }
    let (by, now) = (cx.call.actor.name().to_owned(), cx.call.now);
    // Whoever brings it answers for it; whom the file names is what the file says.
    let said = line(&row.created_by, found);
    let created_by = if said.is_empty() { by } else { format!("{by} (for {said})") };
    let created_at = row.created_at.map_or(now, |at| at.min(now));
    cx.put_tunnel(&store::Tunnel { id: id.clone(), left, right, label: line(&row.label, found), created_at, created_by })?;
    if let Some(deleted) = row.deleted_at {
        cx.fill_tunnel(&id, deleted)?;
    }
    Ok(true)
}

/// Its id here follows from its ends, as if it had been dug here: between two places there is one.
fn tunnel_of(row: &Tunnel, found: &mut Secrets) -> Result<(TunnelId, TunnelEnd, TunnelEnd), Error> {
    let mut end = |wing: &str, room: &str| TunnelEnd { wing: line(wing, found), room: line(room, found) };
    between(end(&row.left_wing, &row.left_room), end(&row.right_wing, &row.right_room))
}

/// Whether no words lead to that place here.
pub(crate) fn is_new_signpost(view: &mut View<'_>, row: &Signpost) -> Result<bool, Error> {
    let found = &mut Secrets::new();
    Ok(view.signpost(&line(&row.wing, found), &line(&row.room, found))?.is_none())
}

/// Keeps the words that lead to a place, unless some lead there already; whether they were new.
pub(crate) fn signpost(cx: &mut Work<'_>, row: &Signpost, found: &mut Secrets) -> Result<bool, Error> {
    let (wing, room) = (line(&row.wing, found), line(&row.room, found));
    if cx.signpost(&wing, &room)?.is_some() {
        return Ok(false);
    }
    let mut keywords: Vec<String> = Vec::new();
    for word in row.keywords.iter().map(|word| line(word, found).to_lowercase()).filter(|word| !word.is_empty()) {
        if !keywords.contains(&word) {
            keywords.push(word);
        }
    }
    let (edited_by, edited_at) = (cx.call.actor.name().to_owned(), cx.call.now);
    cx.put_signpost(&store::Signpost { wing, room, display_name: line(&row.display_name, found), keywords, edited_by, edited_at })?;
    Ok(true)
}

/// Whether a record of use can be kept and is not here.
pub(crate) fn is_new_adoption(view: &mut View<'_>, row: &Adoption) -> Result<bool, Error> {
    Ok(unfit_adoption(row).is_none() && view.adoption(&adoption_id(row))?.is_none())
}

/// Keeps what came of using a feature, as good as the check finds it today; whether it was new. It carries the name of whoever
/// brings it: who wrote it there, nobody knows.
pub(crate) fn adoption(cx: &mut Work<'_>, row: &Adoption, found: &mut Secrets) -> Result<bool, Error> {
    let id = adoption_id(row);
    let Ok(told) = telling(row, found) else { return Ok(false) };
    if cx.adoption(&id)?.is_some() {
        return Ok(false);
    }
    let quality = told.judge().quality;
    let now = cx.call.now;
    let mut record = store::Adoption {
        n: 0,
        id,
        track: told.track,
        signal: told.signal,
        feature: told.feature.into(),
        query: told.query,
        context_hash: told.context_hash,
        card_id: told.card_id,
        evaluator_id: told.evaluator_id,
        research_report_id: told.research_report_id,
        note: told.note,
        metadata: canonical::canonical(&told.metadata)?,
        quality,
        anchor: cx.call.anchor.project(),
        principal: cx.call.actor.name().to_owned(),
        // As old as it is, and never from the future: gates count what is recent.
        created_at: row.created_at.map_or(now, |at| at.min(now)),
    };
    cx.put_adoption(&mut record)?;
    Ok(true)
}

/// It keeps its id where that is one of ours.
fn adoption_id(row: &Adoption) -> AdoptionId {
    AdoptionId::parse(&row.id).unwrap_or_else(|_| AdoptionId::mint("adoption", &tail("adoption", &row.id)))
}

/// What a row tells, cleaned; or why it tells nothing.
fn telling(row: &Adoption, found: &mut Secrets) -> Result<Record, &'static str> {
    let (Some(track), Some(signal)) = (Track::named(&row.track), Signal::named(&row.signal)) else {
        return Err("nobody here knows its track or its signal");
    };
    let said = line(&row.feature, found);
    let name: String = said.chars().take(Name::MAX).collect();
    let feature = Feature::try_from(name.clone()).ok().filter(|feature| !feature.as_str().is_empty()).ok_or("it names no feature")?;
    let mut from = json!({ "id": row.id });
    if name != said {
        from["feature"] = json!(row.feature);
    }
    let mut metadata = match &row.metadata {
        Json::Object(fields) => fields.clone(),
        Json::Null => Map::new(),
        other => {
            from["metadata"] = other.clone();
            Map::new()
        }
    };
    metadata.insert(ANCESTOR.into(), from);
    let mut metadata = plain(Json::Object(metadata));
    redact_json(&mut metadata, found);
    Ok(Record {
        track,
        signal,
        feature,
        query: line(&row.query, found),
        context_hash: line(&row.context_hash, found),
        card_id: if row.card_id.is_empty() { String::new() } else { knowledge_id(Form::Card, &row.card_id).into() },
        evaluator_id: line(&row.evaluator_id, found),
        research_report_id: line(&row.research_report_id, found),
        note: redact_text(ingest::clean(&row.note).trim(), found),
        metadata: match metadata {
            Json::Object(fields) => fields,
            _ => Map::new(),
        },
    })
}

/// A text as one line that hides nothing.
fn line(text: &str, found: &mut Secrets) -> String {
    redact_text(&ingest::clean(text), found).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Data that hides nothing.
fn plain(value: Json) -> Json {
    match value {
        Json::String(text) => Json::String(ingest::clean(&text).into_owned()),
        Json::Array(items) => items.into_iter().map(plain).collect(),
        Json::Object(fields) => fields.into_iter().map(|(name, value)| (ingest::clean(&name).into_owned(), plain(value))).collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) => value,
    }
}
