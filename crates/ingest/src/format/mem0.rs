//! Memories exported from mem0: a list, or a list under `results` or `memories`.
//!
//! Each memory is a document of its own. Not here: exports in a schema of one's own, which may have any shape; vectors.

use super::{
    Format, Reading, Unreadable, json,
    value::{first_text, list, mark, moment, text},
};
use crate::{Document, Kind, Part};
use serde_json::Value;

/// Whether a value is a memory.
pub(super) fn is_memory(value: &Value) -> bool {
    value["memory"].is_string() && (value.get("id").is_some() || value.get("user_id").is_some() || value.get("created_at").is_some())
}

pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    let first = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty()).unwrap_or_default();
    if serde_json::from_slice::<Value>(first).is_ok_and(|line| is_memory(&line)) {
        let mut reading = Reading::default();
        let mut documents = Vec::new();
        json::lines(&mut reading, bytes, |line| documents.extend(memory(path, &line)));
        reading.documents = documents;
        return Ok(reading);
    }
    json::elements(Format::Mem0, path, bytes, |reading, place, value| {
        let lists = ["results", "memories"].map(|key| list(&value, key));
        let found: Vec<Document> = if lists.iter().all(|list| list.is_empty()) {
            memory(path, &value).into_iter().collect()
        } else {
            lists.iter().flat_map(|list| list.iter()).filter_map(|one| memory(path, one)).collect()
        };
        let relations: Vec<Document> = list(&value, "relations").iter().filter_map(|one| relation(path, one)).collect();
        if found.is_empty() && relations.is_empty() {
            reading.fault(0, format!("entry {} holds no memory", place + 1));
        }
        reading.documents.extend(found.into_iter().chain(relations));
    })
}

/// What it says of two things, as its graph has it.
fn relation(path: &str, value: &Value) -> Option<Document> {
    let pieces = [&["source"][..], &["relationship", "relation"], &["destination", "target"]].map(|keys| first_text(value, keys));
    if pieces.iter().any(|piece| piece.is_empty()) {
        return None;
    }
    let words = pieces.join(" ");
    let part = Part { text: words.clone(), heading: "relation".to_owned(), ..Part::default() };
    Some(Document { path: format!("{path}#{}", mark(&words)), title: words, kind: Kind::Memory, parts: vec![part] })
}

fn memory(path: &str, value: &Value) -> Option<Document> {
    let words = first_text(value, &["memory", "content", "text"]);
    if words.trim().is_empty() {
        return None;
    }
    let id = match first_text(value, &["id", "uuid"]) {
        "" => mark(words),
        id => id.to_owned(),
    };
    let categories: Vec<&str> = list(value, "categories").iter().filter_map(Value::as_str).collect();
    let part = Part {
        text: words.to_owned(),
        author: first_text(value, &["actor_id", "user_id", "agent_id"]).to_owned(),
        at: moment(value, &["updated_at", "created_at"]),
        thread: text(value, "run_id").to_owned(),
        heading: categories.join(", "),
        ..Part::default()
    };
    Some(Document { path: format!("{path}#{id}"), title: words.to_owned(), kind: Kind::Memory, parts: vec![part] })
}
