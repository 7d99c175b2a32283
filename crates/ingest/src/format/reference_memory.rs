//! The memory of the MCP reference server: entities with observations, and relations, one a line or as one graph.
//!
//! Each entity is a document, so that a later export replaces what changed and nothing else. Not here: any time, since
//! the server keeps none.

use super::{
    Format, Reading, Unreadable, json,
    talk::objects,
    value::{first_text, moment, text},
};
use crate::{Document, Kind, Part};
use serde_json::Value;
use std::collections::HashMap;

/// Whether a line is of this shape.
pub(super) fn is_line(line: &Value) -> bool {
    match text(line, "type") {
        "entity" => line["name"].is_string() && line["observations"].is_array(),
        "relation" => line["from"].is_string() && line["to"].is_string(),
        _ => false,
    }
}

pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    let mut graph = Graph { path, entities: Vec::new(), places: HashMap::new() };
    let mut reading = Reading::default();
    let first = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty()).unwrap_or_default();
    // A graph as one value spans lines, or is one line without a type of its own.
    let in_lines = serde_json::from_slice::<Value>(first).map_or(first.len() > 1, |line| line.get("type").is_some());
    if in_lines {
        reading = json::some_lines(Format::ReferenceMemory, path, bytes, |line| graph.add(&line))?;
    } else {
        let value = json::whole(Format::ReferenceMemory, path, bytes)?;
        objects(&value, "entities").for_each(|entity| graph.entity(entity));
        objects(&value, "relations").for_each(|relation| graph.relation(relation));
    }
    reading.documents = graph.entities;
    Ok(reading)
}

struct Graph<'p> {
    path: &'p str,
    entities: Vec<Document>,
    places: HashMap<String, usize>,
}

impl Graph<'_> {
    fn add(&mut self, line: &Value) {
        match text(line, "type") {
            "entity" => self.entity(line),
            "relation" => self.relation(line),
            _ => {}
        }
    }

    fn of(&mut self, name: &str) -> &mut Document {
        let place = *self.places.entry(name.to_owned()).or_insert_with(|| {
            self.entities.push(Document { path: format!("{}#{name}", self.path), title: name.to_owned(), kind: Kind::Memory, parts: Vec::new() });
            self.entities.len() - 1
        });
        &mut self.entities[place]
    }

    fn entity(&mut self, entity: &Value) {
        let (name, kind) = (text(entity, "name"), text(entity, "entityType"));
        let heading = if kind.is_empty() { name.to_owned() } else { format!("{name} ({kind})") };
        let document = self.of(name);
        for observation in entity["observations"].as_array().into_iter().flatten() {
            // Forks keep objects where the server keeps text.
            let words = observation.as_str().unwrap_or_else(|| first_text(observation, &["content", "text"]));
            let at = moment(observation, &["timestamp", "createdAt"]);
            document.parts.push(Part { text: words.to_owned(), at, heading: heading.clone(), ..Part::default() });
        }
    }

    fn relation(&mut self, relation: &Value) {
        let (from, to) = (text(relation, "from"), text(relation, "to"));
        let words = format!("{from} {} {to}", text(relation, "relationType").replace('_', " "));
        self.of(from).parts.push(Part { text: words, heading: format!("{from} (relations)"), ..Part::default() });
    }
}
