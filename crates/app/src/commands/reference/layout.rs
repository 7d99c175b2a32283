//! Lays JSON out for people: what fits on a line stands on one, and a schema that occurs often is written once.

use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Columns of a line at most.
const WIDTH: usize = 240;
/// A schema of fewer characters is not worth a name.
const SHARED_CHARS_MIN: usize = 120;

/// Prints a value, broken into lines only where it is too long for one.
pub(super) fn print(value: &Json) -> String {
    let mut text = String::new();
    lines(value, 0, 0, &mut text);
    text.push('\n');
    text
}

fn lines(value: &Json, indent: usize, used: usize, text: &mut String) {
    let short = value.to_string();
    if indent + used + short.chars().count() < WIDTH {
        text.push_str(&short);
        return;
    }
    let (open, close, items): (char, char, Vec<(String, &Json)>) = match value {
        Json::Object(fields) => ('{', '}', fields.iter().map(|(name, value)| (format!("{}: ", Json::from(name.as_str())), value)).collect()),
        Json::Array(items) => ('[', ']', items.iter().map(|item| (String::new(), item)).collect()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
            text.push_str(&short);
            return;
        }
    };
    text.push(open);
    let deeper = indent + 1;
    for (place, (name, item)) in items.iter().enumerate() {
        text.push_str(if place == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n(' ', deeper));
        text.push_str(name);
        lines(item, deeper, name.chars().count(), text);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
    text.push(close);
}

/// Takes schemas that occur more than once out of a value: each is named after where it stands first, and referred to by `at` and its
/// name. Gives the names with their schemas.
pub(super) fn share(value: &mut Json, at: &str) -> Map<String, Json> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    count(value, &mut counts);
    counts.retain(|_, count| *count > 1);
    let mut shared = Shared { counts, names: BTreeMap::new(), schemas: Map::new(), at };
    shared.replace(value, &mut Vec::new());
    shared.schemas
}

/// True for a schema that is long enough to be written once and referred to.
fn is_schema(value: &Json) -> bool {
    value.as_object().is_some_and(|fields| {
        let has = |name: &str| fields.get(name).is_some();
        (fields.get("properties").is_some_and(Json::is_object) && has("type") || fields.get("enum").is_some_and(Json::is_array))
            && value.to_string().len() >= SHARED_CHARS_MIN
    })
}

fn count(value: &Json, counts: &mut BTreeMap<String, usize>) {
    if is_schema(value) {
        *counts.entry(value.to_string()).or_default() += 1;
    }
    match value {
        Json::Object(fields) => fields.values().for_each(|field| count(field, counts)),
        Json::Array(items) => items.iter().for_each(|item| count(item, counts)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

struct Shared<'a> {
    counts: BTreeMap<String, usize>,
    /// The name of each shared schema, by its text.
    names: BTreeMap<String, String>,
    schemas: Map<String, Json>,
    at: &'a str,
}

impl Shared<'_> {
    /// Replaces schemas from the outside in, so that a part of a shared one is named only where it also stands elsewhere.
    fn replace(&mut self, value: &mut Json, path: &mut Vec<String>) {
        let text = value.to_string();
        if self.counts.contains_key(&text) && is_schema(value) {
            let name = match self.names.get(&text) {
                Some(name) => name.clone(),
                None => {
                    let name = self.fresh(path);
                    self.names.insert(text, name.clone());
                    self.schemas.insert(name.clone(), Json::Null);
                    let mut schema = value.clone();
                    self.inside(&mut schema, path);
                    self.schemas.insert(name.clone(), schema);
                    name
                }
            };
            *value = json!({ "$ref": format!("{}{name}", self.at) });
            return;
        }
        self.inside(value, path);
    }

    fn inside(&mut self, value: &mut Json, path: &mut Vec<String>) {
        match value {
            Json::Object(fields) => {
                for (name, field) in fields.iter_mut() {
                    path.push(name.clone());
                    self.replace(field, path);
                    path.pop();
                }
            }
            Json::Array(items) => items.iter_mut().for_each(|item| self.replace(item, path)),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }

    /// A name that is not taken, after the steps of a path that say something.
    fn fresh(&self, path: &[String]) -> String {
        const SILENT: [&str; 18] = [
            "properties",
            "items",
            "schema",
            "content",
            "application/json",
            "responses",
            "200",
            "result",
            "requestBody",
            "parameters",
            "get",
            "post",
            "outputSchema",
            "inputSchema",
            "anyOf",
            "oneOf",
            "allOf",
            "tools",
        ];
        let says: Vec<String> = path
            .iter()
            .filter(|step| !SILENT.contains(&step.as_str()))
            .map(|step| step.trim_start_matches("/v1/").replace(['/', '{', '}', ' ', '(', ')', '#'], "_"))
            .collect();
        let name = says.join(".").replace("__", "_");
        let mut numbered = (2..).map(|n| format!("{name}_{n}"));
        let mut free = name.clone();
        while self.schemas.contains_key(&free) {
            free = numbered.next().unwrap_or_default();
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_stand_on_one_line() {
        let long = "x".repeat(150);
        let value = json!({ "a": [1, 2], "b": { "c": long, "d": long } });
        assert_eq!(print(&value), format!("{{\n \"a\": [1,2],\n \"b\": {{\n  \"c\": \"{long}\",\n  \"d\": \"{long}\"\n }}\n}}\n"));
        assert_eq!(serde_json::from_str::<Json>(&print(&value)).expect("JSON"), value);
    }

    #[test]
    fn a_schema_that_occurs_twice_is_written_once() {
        let part = json!({ "type": "string", "enum": ["one of many words", "another of many words", "a third of many words", "a fourth of many words", "the last"] });
        let object = json!({ "type": "object", "properties": { "kind": part, "name": { "type": "string" } } });
        let mut value = json!({ "a": { "schema": object }, "b": { "schema": object }, "c": part });
        let schemas = share(&mut value, "#/");
        assert_eq!(value, json!({ "a": { "schema": { "$ref": "#/a" } }, "b": { "schema": { "$ref": "#/a" } }, "c": { "$ref": "#/a.kind" } }));
        let named = json!({ "type": "object", "properties": { "kind": { "$ref": "#/a.kind" }, "name": { "type": "string" } } });
        assert_eq!(Json::from(schemas), json!({ "a": named, "a.kind": part }));
    }
}
