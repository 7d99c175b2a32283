//! Imports an ancestor's drawer: its words as they stood, under an id derived from its old one.

use super::{evidence_id, parts};
use crate::{
    Error, Work,
    memory::{Keeper, Piece, Secrets, redact_json, redact_text},
};
use ingest::{Fingerprint, Kind, ancestor::Drawer};
use kernel::{
    drawer::{Domain, Importance, Provenance},
    evidence::{Evidence, Origin},
    id::EvidenceId,
    ledger::Digest,
    text::Content,
};
use search::Traits;
use serde_json::json;
use store::{DrawerRow, View};

/// Longest name of a place, or of what a drawer was read from, in characters.
const NAME_MAX: usize = 1_024;
/// How the name of a day's page of a diary begins.
const PAGE: &str = "agent-diary://rollup/";

/// Where the words of a drawer go, unless they are here or there are none. A page that grew since has an id of its own beside
/// the one it had.
pub(crate) fn spot(view: &mut View<'_>, drawer: &Drawer) -> Result<Option<EvidenceId>, Error> {
    let words = parts(&drawer.content, &mut Secrets::new());
    let Some(first) = words.first() else { return Ok(None) };
    let id = evidence_id(&drawer.id);
    match view.evidence(&id)? {
        None => return Ok(Some(id)),
        Some(known) if known.content == *first => return Ok(None),
        Some(_) => {}
    }
    let grown = evidence_id(&format!("{}\n{}", drawer.id, Digest::of(first.as_str().as_bytes())));
    Ok(view.evidence(&grown)?.is_none().then_some(grown))
}

/// Keeps a drawer; whether it was new.
pub(crate) fn keep(cx: &mut Work<'_>, keeper: &mut Keeper, drawer: &Drawer, found: &mut Secrets) -> Result<bool, Error> {
    let Some(id) = spot(cx, drawer)? else { return Ok(false) };
    let (before, now) = (evidence_id(&drawer.id), cx.call.now);
    if id != before
        && let Some(item) = cx.item_of(before.as_str())?
    {
        keeper.retire(cx, &item, now)?;
    }
    let source = if drawer.source_file.is_empty() { format!("mempal://drawer/{}", drawer.id) } else { drawer.source_file.clone() };
    let source = named(&source, found);
    for (n, content) in parts(&drawer.content, found).into_iter().enumerate() {
        let id = if n == 0 { id.clone() } else { evidence_id(&format!("{id}\n{n}")) };
        if n > 0 && cx.evidence(&id)?.is_some() {
            continue;
        }
        let evidence = evidence(cx, id, source.clone(), content);
        cx.record(&evidence)?;
        stand(cx, keeper, &evidence, drawer, found)?;
    }
    Ok(true)
}

/// Nobody here saw it: whoever brings it answers for it, and it is known since now.
pub(crate) fn evidence(cx: &Work<'_>, id: EvidenceId, source: String, content: Content) -> Evidence {
    Evidence { id, origin: Origin::Import, principal: cx.call.actor.name().into(), source, content, recorded_at: cx.call.now }
}

/// A name as it can be kept.
fn named(text: &str, found: &mut Secrets) -> String {
    redact_text(&ingest::clean(text), found).chars().take(NAME_MAX).collect()
}

/// Says where a drawer stands: its wing and room, whom it is for, when it was added, its place in its source, and whether it
/// was out of sight. This is the one place that knows a drawer's fields beyond its words.
fn stand(cx: &mut Work<'_>, keeper: &mut Keeper, evidence: &Evidence, drawer: &Drawer, found: &mut Secrets) -> Result<(), Error> {
    let place = if drawer.room.is_empty() { drawer.wing.clone() } else { format!("{}/{}", drawer.wing, drawer.room) };
    let heading = if drawer.statement.is_empty() { place } else { format!("{place}: {}", drawer.statement) };
    let heading = redact_text(&ingest::clean(&heading), found);
    let print = Fingerprint::of(evidence.content.as_str());
    let row = row_there(drawer, found);
    let piece = Piece {
        kind: Kind::Memory.name(),
        source: (0, 0),
        seq: drawer.chunk_index.unwrap_or_default(),
        thread: &row,
        author: "",
        speaker: Traits::default(),
        heading: &heading,
        title: if drawer.source_file.is_empty() { "" } else { &evidence.source },
        at: drawer.added_at.unwrap_or(cx.call.now),
        lines: None,
        print: &print,
    };
    keeper.index(cx, evidence, &piece)?;
    cx.put_drawer(&DrawerRow {
        id: evidence.id.clone(),
        wing: named(&drawer.wing, found),
        room: named(&drawer.room, found),
        domain: Domain::named(drawer.domain.name()).unwrap_or(Domain::Project),
        field: named(&drawer.field, found),
        provenance: Provenance::named(&drawer.provenance).unwrap_or(Provenance::of(evidence.origin)),
        importance: Importance::try_from(drawer.importance.clamp(0, Importance::MAX.into())).unwrap_or_default(),
        rollup: if drawer.source_file.starts_with(PAGE) { evidence.source.clone() } else { String::new() },
    })?;
    // It stays on record, and is found by nobody who does not ask for the past. Not a deletion of ours: nobody here sealed one.
    if let Some(deleted) = drawer.deleted_at
        && let Some(item) = cx.item_of(evidence.id.as_str())?
    {
        keeper.retire(cx, &item, deleted)?;
    }
    Ok(())
}

/// Which row it was there, with what has no place of its own here. It is kept where talk keeps its thread: a drawer that came
/// in belongs to no talk, and what stands there is exported with it and goes when its words go.
fn row_there(drawer: &Drawer, found: &mut Secrets) -> String {
    let mut row = json!({
        "id": drawer.id,
        "sourceType": drawer.source_type,
        "chunkIndex": drawer.chunk_index,
        "normalizeVersion": drawer.normalize_version,
        "anchorId": drawer.place.anchor_id,
        "parentAnchorId": drawer.place.parent_anchor_id,
    });
    if let Some(fields) = row.as_object_mut() {
        fields.retain(|_, value| !value.is_null() && *value != json!(""));
    }
    redact_json(&mut row, found);
    ingest::clean(&row.to_string()).into_owned()
}
