//! mempal's `palace.db`: drawers, facts and knowledge cards.
//!
//! Evidence of one source is one document, in the order it was cut; knowledge is a document each. What it called
//! canonical comes over as words: authority is given here, not carried in. Not here: what was deleted there, vectors.

use super::{
    Reading,
    tables::{Tables, rows_of},
    value::{first_text, moment, text},
};
use crate::{Document, Kind, Part};
use serde_json::Value;
use std::collections::BTreeMap;

const DRAWERS: &[&str] =
    &["id", "content", "wing", "room", "source_file", "added_at", "chunk_index", "deleted_at", "memory_kind", "statement", "tier", "status"];
const FACTS: &[&str] = &["id", "subject", "predicate", "object", "valid_from", "valid_to"];
const CARDS: &[&str] = &["id", "statement", "content", "tier", "status", "created_at", "updated_at"];

pub(super) fn read_tables(path: &str, tables: &mut dyn Tables) -> Result<Reading, String> {
    // Sorted by name, and within by order of the source, so that two readings list the same.
    let mut sources: BTreeMap<String, (String, Vec<(i64, Part)>)> = BTreeMap::new();
    let mut documents = Vec::new();
    rows_of(tables, "drawers", DRAWERS, |row| {
        if !row["deleted_at"].is_null() {
            return;
        }
        if text(&row, "memory_kind") == "knowledge" {
            return documents.push(knowledge(path, &row));
        }
        let (wing, room, id) = (text(&row, "wing"), first_text(&row, &["room"]), text(&row, "id"));
        let place = if room.is_empty() { wing.to_owned() } else { format!("{wing}/{room}") };
        let source = first_text(&row, &["source_file", "id"]);
        let part = Part { text: text(&row, "content").to_owned(), at: moment(&row, &["added_at"]), heading: place.clone(), ..Part::default() };
        let title = if source == id { String::new() } else { source.to_owned() };
        let entry = sources.entry(format!("{path}#{place}/{source}")).or_insert_with(|| (title, Vec::new()));
        entry.1.push((row["chunk_index"].as_i64().unwrap_or_default(), part));
    })?;
    let mut facts = Vec::new();
    rows_of(tables, "triples", FACTS, |row| facts.push(fact(&row)))?;
    rows_of(tables, "knowledge_cards", CARDS, |row| documents.push(knowledge(path, &row)))?;
    let evidence = sources.into_iter().map(|(path, (title, mut parts))| {
        parts.sort_by_key(|(order, _)| *order);
        Document { path, title, kind: Kind::Memory, parts: parts.into_iter().map(|(_, part)| part).collect() }
    });
    let mut all: Vec<Document> = evidence.collect();
    all.extend(documents);
    all.push(Document { path: format!("{path}#triples"), title: "Facts".to_owned(), kind: Kind::Memory, parts: facts });
    Ok(Reading { documents: all, ..Reading::default() })
}

fn knowledge(path: &str, row: &Value) -> Document {
    let (statement, content) = (text(row, "statement").trim(), text(row, "content").trim());
    let words = if content.contains(statement) { content.to_owned() } else { format!("{statement}\n\n{content}").trim().to_owned() };
    let heading = ["tier", "status"].map(|key| text(row, key)).join(" ").trim().to_owned();
    let part = Part { text: words, at: moment(row, &["added_at", "updated_at", "created_at"]), heading, ..Part::default() };
    Document { path: format!("{path}#{}", text(row, "id")), title: statement.to_owned(), kind: Kind::Memory, parts: vec![part] }
}

fn fact(row: &Value) -> Part {
    let mut words = ["subject", "predicate", "object"].map(|key| text(row, key)).join(" ").trim().to_owned();
    if let Some(end) = moment(row, &["valid_to"]).filter(|_| !words.is_empty()) {
        words.push_str(&format!(" (until {end})"));
    }
    Part { text: words, at: moment(row, &["valid_from"]), heading: "fact".to_owned(), ..Part::default() }
}
