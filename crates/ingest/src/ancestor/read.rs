//! Reads the tables of versions 1 to 9. A column that an older version lacks has the value its migration would have given it.

use super::{Adoption, Ancestor, Drawer, Event, Fact, Knowledge, Place, Ref, Signpost, Tunnel};
use crate::format::{
    Cell, Tables,
    tables::rows_of,
    value::{moment, text},
};
use kernel::text::Slice;
use kernel::{
    claim::{Domain, Form, Happening, Role, Status, Tier},
    ledger::Digest,
    time::Moment,
};
use serde_json::Value;
use std::collections::HashMap;

/// The newest version of the tables that is known here.
pub const VERSION_MAX: i64 = 9;

const DRAWERS: &[&str] = &[
    "id",
    "content",
    "wing",
    "room",
    "source_file",
    "source_type",
    "added_at",
    "chunk_index",
    "deleted_at",
    "importance",
    "memory_kind",
    "domain",
    "field",
    "anchor_kind",
    "anchor_id",
    "parent_anchor_id",
    "provenance",
    "statement",
    "tier",
    "status",
    "supporting_refs",
    "counterexample_refs",
    "teaching_refs",
    "verification_refs",
    "scope_constraints",
    "trigger_hints",
    "normalize_version",
];
const CARDS: &[&str] = &[
    "id",
    "statement",
    "content",
    "tier",
    "status",
    "domain",
    "field",
    "anchor_kind",
    "anchor_id",
    "parent_anchor_id",
    "scope_constraints",
    "trigger_hints",
    "created_at",
    "updated_at",
];
const LINKS: &[&str] = &["id", "card_id", "evidence_drawer_id", "role", "note", "created_at"];
const EVENTS: &[&str] = &["id", "card_id", "event_type", "from_status", "to_status", "reason", "actor", "metadata", "created_at"];
const FACTS: &[&str] = &["id", "subject", "predicate", "object", "valid_from", "valid_to", "confidence", "source_drawer"];
const TUNNELS: &[&str] = &["id", "left_wing", "left_room", "right_wing", "right_room", "label", "created_at", "created_by", "deleted_at"];
const SIGNPOSTS: &[&str] = &["wing", "room", "display_name", "keywords"];
const ADOPTIONS: &[&str] =
    &["id", "track", "signal", "feature", "query", "context_hash", "card_id", "evaluator_id", "research_report_id", "note", "metadata", "created_at"];

/// How many rows each table has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Drawers of evidence.
    pub drawers: usize,
    /// Drawers of knowledge.
    pub knowledge: usize,
    /// Cards.
    pub cards: usize,
    /// What cards rest on.
    pub links: usize,
    /// What happened to cards.
    pub events: usize,
    /// Facts.
    pub facts: usize,
    /// Tunnels.
    pub tunnels: usize,
    /// Places with words that lead to them.
    pub signposts: usize,
    /// What came of using features.
    pub adoptions: usize,
}

/// The version of a palace's tables, if they can be read here.
pub fn version(tables: &mut dyn Tables) -> Result<i64, String> {
    let rows = tables.rows("select user_version from pragma_user_version")?;
    let Some(Cell::Int(version)) = rows.first().and_then(|row| row.first()) else { return Err("it does not say its version".to_owned()) };
    if *version > VERSION_MAX {
        return Err(format!("its tables are of version {version}, and this program knows versions up to {VERSION_MAX}; use a newer one"));
    }
    Ok(*version)
}

/// Reads a palace. Evidence is handed over drawer by drawer; the rest is the answer.
pub fn read(tables: &mut dyn Tables, take: &mut dyn FnMut(Drawer)) -> Result<Ancestor, String> {
    let mut found = Ancestor { version: version(tables)?, ..Ancestor::default() };
    let counts = &mut found.counts;
    let mut earliest = None;
    rows_of(tables, "drawers", DRAWERS, |row| {
        earlier(&mut earliest, moment(&row, &["added_at"]));
        if text(&row, "memory_kind") == "knowledge" {
            counts.knowledge += 1;
            found.knowledge.push(knowledge(&row, Form::Drawer));
        } else {
            counts.drawers += 1;
            take(drawer(&row));
        }
    })?;
    rows_of(tables, "knowledge_cards", CARDS, |row| {
        counts.cards += 1;
        found.knowledge.push(knowledge(&row, Form::Card));
    })?;
    let mut places: HashMap<String, usize> = HashMap::new();
    for (place, known) in found.knowledge.iter().enumerate().filter(|(_, known)| known.form == Form::Card) {
        places.insert(known.id.clone(), place);
    }
    rows_of(tables, "knowledge_evidence_links", LINKS, |row| {
        counts.links += 1;
        let linked = Role::named(text(&row, "role")).and_then(|role| Some((role, found.knowledge.get_mut(*places.get(text(&row, "card_id"))?)?)));
        match linked {
            Some((role, card)) => card.refs.push(Ref {
                drawer: owned(&row, "evidence_drawer_id"),
                role,
                note: owned(&row, "note"),
                link: owned(&row, "id"),
                at: moment(&row, &["created_at"]),
            }),
            None => found.orphans.push(row.to_string()),
        }
    })?;
    // In the order they were written: two of the same second are told apart by nothing else.
    rows_of(tables, "knowledge_events", EVENTS, |row| {
        counts.events += 1;
        match (places.get(text(&row, "card_id")).and_then(|place| found.knowledge.get_mut(*place)), event(&row)) {
            (Some(card), Some(event)) => card.events.push(event),
            _ => found.orphans.push(row.to_string()),
        }
    })?;
    made_from(&mut found.knowledge);
    rows_of(tables, "triples", FACTS, |row| {
        let fact = fact(&row);
        earlier(&mut earliest, fact.valid_from);
        found.facts.push(fact);
    })?;
    for fact in found.facts.iter_mut().filter(|fact| fact.valid_from.is_none()) {
        fact.since_at_least = earliest;
    }
    rows_of(tables, "tunnels", TUNNELS, |row| found.tunnels.push(tunnel(&row)))?;
    rows_of(tables, "taxonomy", SIGNPOSTS, |row| found.signposts.push(signpost(&row)))?;
    rows_of(tables, "runtime_adoption_events", ADOPTIONS, |row| found.adoptions.push(adoption(&row)))?;
    (counts.facts, counts.tunnels) = (found.facts.len(), found.tunnels.len());
    (counts.signposts, counts.adoptions) = (found.signposts.len(), found.adoptions.len());
    Ok(found)
}

fn earlier(earliest: &mut Option<Moment>, at: Option<Moment>) {
    *earliest = match (*earliest, at) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
}

/// Says of each card which drawer it was made from: its first event does, or its id, which followed from the drawer's.
fn made_from(all: &mut [Knowledge]) {
    let card_of = |drawer: &str| format!("card_{}", Digest::of(format!("knowledge-card-backfill-v1\0{drawer}").as_bytes()).to_string().slice(..16));
    let (drawers, cards): (Vec<&mut Knowledge>, Vec<&mut Knowledge>) = all.iter_mut().partition(|known| known.form == Form::Drawer);
    let made: HashMap<String, &str> = drawers.iter().map(|drawer| (card_of(&drawer.id), drawer.id.as_str())).collect();
    for card in cards {
        let told = card.events.iter().filter(|event| event.what == Happening::Created).find_map(|event| event.metadata["source_drawer_id"].as_str());
        let from = told.or_else(|| made.get(&card.id).copied()).map(str::to_owned);
        card.made_from = from.unwrap_or_default();
    }
}

fn owned(row: &Value, key: &str) -> String {
    text(row, key).to_owned()
}

fn or<'v>(row: &'v Value, key: &str, default: &'v str) -> &'v str {
    Some(text(row, key)).filter(|found| !found.is_empty()).unwrap_or(default)
}

fn whole(row: &Value, key: &str, default: i64) -> i64 {
    row.get(key).and_then(Value::as_i64).unwrap_or(default)
}

/// JSON that was kept as text; what cannot be read as such, or not be written again to the letter, stays the text it is.
fn json(row: &Value, key: &str) -> Value {
    match text(row, key) {
        "" => Value::Null,
        written => serde_json::from_str::<Value>(written)
            .ok()
            .filter(|value| kernel::canonical::canonical(value).is_ok())
            .unwrap_or_else(|| Value::String(written.to_owned())),
    }
}

fn place(row: &Value) -> Place {
    Place {
        anchor_kind: or(row, "anchor_kind", "repo").to_owned(),
        anchor_id: or(row, "anchor_id", "repo://legacy").to_owned(),
        parent_anchor_id: owned(row, "parent_anchor_id"),
    }
}

/// As the fifth migration filled it in: what was read is research, what was said or written is a human's.
fn provenance(row: &Value) -> String {
    let before = if text(row, "source_type") == "project" { "research" } else { "human" };
    or(row, "provenance", before).to_owned()
}

fn drawer(row: &Value) -> Drawer {
    Drawer {
        id: owned(row, "id"),
        content: owned(row, "content"),
        wing: owned(row, "wing"),
        room: owned(row, "room"),
        source_file: owned(row, "source_file"),
        source_type: owned(row, "source_type"),
        added_at: moment(row, &["added_at"]),
        chunk_index: row.get("chunk_index").and_then(Value::as_i64),
        deleted_at: moment(row, &["deleted_at"]),
        importance: whole(row, "importance", 0),
        domain: Domain::named(text(row, "domain")).unwrap_or_default(),
        field: or(row, "field", kernel::drawer::GENERAL).to_owned(),
        provenance: provenance(row),
        statement: owned(row, "statement"),
        normalize_version: whole(row, "normalize_version", 1),
        place: place(row),
    }
}

fn knowledge(row: &Value, form: Form) -> Knowledge {
    let mut refs = Vec::new();
    for (column, role) in [
        ("supporting_refs", Role::Supporting),
        ("counterexample_refs", Role::Counterexample),
        ("teaching_refs", Role::Teaching),
        ("verification_refs", Role::Verification),
    ] {
        let named = json(row, column);
        let drawers = named.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        refs.extend(drawers.map(|drawer| Ref { drawer, role, note: String::new(), link: String::new(), at: None }));
    }
    Knowledge {
        id: owned(row, "id"),
        form,
        statement: owned(row, "statement"),
        content: owned(row, "content"),
        // The lowest and the least believed, where the file says nothing that can be read.
        tier: Tier::named(text(row, "tier")).unwrap_or(Tier::Qi),
        status: Status::named(text(row, "status")).unwrap_or(Status::Candidate),
        domain: Domain::named(text(row, "domain")).unwrap_or_default(),
        field: or(row, "field", kernel::drawer::GENERAL).to_owned(),
        wing: owned(row, "wing"),
        room: owned(row, "room"),
        importance: whole(row, "importance", 0),
        source_file: owned(row, "source_file"),
        source_type: owned(row, "source_type"),
        provenance: owned(row, "provenance"),
        scope_constraints: owned(row, "scope_constraints"),
        trigger_hints: json(row, "trigger_hints"),
        refs,
        events: Vec::new(),
        added_at: moment(row, &["added_at", "created_at"]),
        updated_at: moment(row, &["updated_at"]),
        deleted_at: moment(row, &["deleted_at"]),
        normalize_version: whole(row, "normalize_version", 0),
        made_from: String::new(),
        place: place(row),
    }
}

fn event(row: &Value) -> Option<Event> {
    Some(Event {
        id: owned(row, "id"),
        what: Happening::named(text(row, "event_type"))?,
        from: Status::named(text(row, "from_status")),
        to: Status::named(text(row, "to_status")),
        reason: owned(row, "reason"),
        actor: owned(row, "actor"),
        metadata: json(row, "metadata"),
        at: moment(row, &["created_at"]),
    })
}

fn fact(row: &Value) -> Fact {
    Fact {
        id: owned(row, "id"),
        subject: owned(row, "subject"),
        predicate: owned(row, "predicate"),
        object: owned(row, "object"),
        valid_from: moment(row, &["valid_from"]),
        since_at_least: None,
        valid_to: moment(row, &["valid_to"]),
        confidence: row.get("confidence").and_then(Value::as_f64).unwrap_or(1.0),
        source_drawer: owned(row, "source_drawer"),
    }
}

fn tunnel(row: &Value) -> Tunnel {
    Tunnel {
        id: owned(row, "id"),
        left_wing: owned(row, "left_wing"),
        left_room: owned(row, "left_room"),
        right_wing: owned(row, "right_wing"),
        right_room: owned(row, "right_room"),
        label: owned(row, "label"),
        created_at: moment(row, &["created_at"]),
        created_by: owned(row, "created_by"),
        deleted_at: moment(row, &["deleted_at"]),
    }
}

fn signpost(row: &Value) -> Signpost {
    let keywords = json(row, "keywords").as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Signpost { wing: owned(row, "wing"), room: owned(row, "room"), display_name: owned(row, "display_name"), keywords }
}

fn adoption(row: &Value) -> Adoption {
    Adoption {
        id: owned(row, "id"),
        track: owned(row, "track"),
        signal: owned(row, "signal"),
        feature: owned(row, "feature"),
        query: owned(row, "query"),
        context_hash: owned(row, "context_hash"),
        card_id: owned(row, "card_id"),
        evaluator_id: owned(row, "evaluator_id"),
        research_report_id: owned(row, "research_report_id"),
        note: owned(row, "note"),
        metadata: json(row, "metadata"),
        created_at: moment(row, &["created_at"]),
    }
}
