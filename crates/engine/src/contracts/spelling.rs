//! Spells fields in another case: `drawer_id` for `drawerId`, wherever a schema declares the field.
//!
//! Not here: what a schema leaves open. The keys of a free-form object are the caller's own words and stay as they are.

use kernel::refusal::{Code, Refusal};
use kernel::text::Slice;
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;

/// Names that a contract in snake case itself spells otherwise.
const KEPT: &[&str] = &["preImplementation", "postImplementation", "localFiles", "webSearch"];

/// `drawerId` as `drawer_id`.
pub fn snake(name: &str) -> String {
    if KEPT.contains(&name) {
        return name.to_owned();
    }
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// An input as the operation reads it, from either spelling.
pub(super) fn inward(value: Json, shape: &Json) -> Result<Json, Refusal> {
    match value {
        Json::Object(fields) => {
            let mut out = Map::new();
            for (key, value) in fields {
                let declared = property(shape, |name| name == key).or_else(|| property(shape, |name| snake(name) == key));
                let (name, value) = match declared {
                    Some((name, inner)) => (name.clone(), inward(value, inner)?),
                    None => (key.clone(), inward(value, open(shape))?),
                };
                if out.insert(name, value).is_some() {
                    let what = format!("`{}` was given twice, in two spellings", snake(&key));
                    return Err(Code::InputInvalid.refuse(snake(&key), what).next("Give it once"));
                }
            }
            Ok(Json::Object(out))
        }
        Json::Array(items) => Ok(Json::Array(items.into_iter().map(|item| inward(item, element(shape))).collect::<Result<_, _>>()?)),
        other => Ok(other),
    }
}

/// An answer in snake case.
pub(super) fn outward(value: Json, shape: &Json) -> Json {
    match value {
        Json::Object(fields) => fields
            .into_iter()
            .map(|(key, value)| match property(shape, |name| name == key) {
                Some((_, inner)) => (snake(&key), outward(value, inner)),
                None => (key, outward(value, open(shape))),
            })
            .collect(),
        Json::Array(items) => items.into_iter().map(|item| outward(item, element(shape))).collect(),
        other => other,
    }
}

/// An answer of which every key is ours.
pub(super) fn outward_all(value: Json) -> Json {
    match value {
        Json::Object(fields) => fields.into_iter().map(|(key, value)| (snake(&key), outward_all(value))).collect(),
        Json::Array(items) => items.into_iter().map(outward_all).collect(),
        other => other,
    }
}

/// A schema whose declared fields are in snake case.
pub fn snake_schema(schema: Json) -> Json {
    let Json::Object(fields) = schema else { return schema };
    let respelled = fields.into_iter().map(|(key, value)| {
        let value = match (key.as_str(), value) {
            ("properties", Json::Object(properties)) => properties.into_iter().map(|(name, shape)| (snake(&name), snake_schema(shape))).collect(),
            ("required", Json::Array(names)) => {
                names.into_iter().map(|name| name.as_str().map_or_else(|| name.clone(), |name| Json::String(snake(name)))).collect()
            }
            ("items" | "additionalProperties", shape) => snake_schema(shape),
            ("anyOf" | "oneOf" | "allOf", Json::Array(options)) => options.into_iter().map(snake_schema).collect(),
            (_, value) => value,
        };
        (key, value)
    });
    Json::Object(respelled.collect())
}

/// A text in which every field that the schema declares is named as the caller spells it.
pub(super) fn respelled(text: &str, shape: &Json) -> String {
    let mut names = BTreeSet::new();
    humped(shape, &mut names);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find(is_part) {
        let end = rest.slice(start..).find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
        let word = rest.slice(start..end);
        out.push_str(rest.slice(..start));
        out.push_str(&if names.contains(word) { snake(word) } else { word.to_owned() });
        rest = rest.slice(end..);
    }
    out + rest
}

/// Every declared name that the two spellings write differently.
fn humped(shape: &Json, names: &mut BTreeSet<String>) {
    for inner in options(shape) {
        for (name, below) in inner["properties"].as_object().into_iter().flatten() {
            if name.chars().any(|c| c.is_ascii_uppercase()) {
                names.insert(name.clone());
            }
            humped(below, names);
        }
        if inner["items"].is_object() {
            humped(&inner["items"], names);
        }
    }
}

/// The first declared field that fits, with its shape.
fn property(shape: &Json, fits: impl Fn(&str) -> bool + Copy) -> Option<(&String, &Json)> {
    options(shape).into_iter().find_map(|option| option["properties"].as_object()?.iter().find(|(name, _)| fits(name)))
}

/// The shape of what a free-form object holds, where the schema says one.
fn open(shape: &Json) -> &Json {
    options(shape).into_iter().map(|option| &option["additionalProperties"]).find(|inner| inner.is_object()).unwrap_or(&Json::Null)
}

/// The shape of what a list holds.
fn element(shape: &Json) -> &Json {
    options(shape).into_iter().map(|option| &option["items"]).find(|inner| inner.is_object()).unwrap_or(&Json::Null)
}

/// A shape, and every shape it may take instead.
fn options(shape: &Json) -> Vec<&Json> {
    let mut found = vec![shape];
    for key in ["anyOf", "oneOf", "allOf"] {
        found.extend(shape[key].as_array().into_iter().flatten().flat_map(options));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shape() -> Json {
        json!({ "type": "object", "additionalProperties": false, "required": ["drawerId"], "properties": {
            "drawerId": { "type": "string" },
            "metadata": { "type": "object", "additionalProperties": true },
            "triggerHints": { "type": "object", "properties": { "intentTags": { "type": "array", "items": { "type": "string" } } } },
            "endPoints": { "type": "array", "items": { "type": "object", "properties": { "wingName": { "type": "string" } } } },
            "byName": { "type": "object", "additionalProperties": { "type": "object", "properties": { "topK": { "type": "integer" } } } },
            "either": { "anyOf": [{ "type": "string" }, { "type": "object", "properties": { "cardId": { "type": "string" } } }] },
        } })
    }

    #[test]
    fn declared_fields_change_their_spelling_and_free_ones_keep_it() {
        let own = json!({
            "drawerId": "e_1", "metadata": { "someKey": { "innerKey": 1 }, "other_key": 2 }, "triggerHints": { "intentTags": ["aB"] },
            "endPoints": [{ "wingName": "w" }], "byName": { "someName": { "topK": 3 } }, "either": { "cardId": "c" }, "unknown": 1,
        });
        let theirs = json!({
            "drawer_id": "e_1", "metadata": { "someKey": { "innerKey": 1 }, "other_key": 2 }, "trigger_hints": { "intent_tags": ["aB"] },
            "end_points": [{ "wing_name": "w" }], "by_name": { "someName": { "top_k": 3 } }, "either": { "card_id": "c" }, "unknown": 1,
        });
        assert_eq!(outward(own.clone(), &shape()), theirs);
        assert_eq!(inward(theirs, &shape()), Ok(own.clone()));
        assert_eq!(inward(own.clone(), &shape()), Ok(own), "our own spelling is understood too");
    }

    #[test]
    fn one_field_in_two_spellings_is_refused() {
        let refusal = inward(json!({ "drawer_id": "a", "drawerId": "b" }), &shape()).expect_err("which of the two?");
        assert_eq!((refusal.code(), refusal.subject()), (Code::InputInvalid, "drawer_id"));
    }

    #[test]
    fn a_schema_is_respelled_with_what_it_requires() {
        let schema = snake_schema(shape());
        assert_eq!(schema["required"], json!(["drawer_id"]));
        assert!(schema["properties"]["trigger_hints"]["properties"]["intent_tags"].is_object());
        assert!(schema["properties"]["end_points"]["items"]["properties"]["wing_name"].is_object());
        assert!(schema["properties"]["either"]["anyOf"][1]["properties"]["card_id"].is_object());
        assert_eq!(schema["additionalProperties"], json!(false));
    }

    #[test]
    fn a_refusal_names_fields_as_the_caller_spells_them() {
        let table = [
            ("`drawerId`: it is missing", "`drawer_id`: it is missing"),
            ("triggerHints.intentTags[0]", "trigger_hints.intent_tags[0]"),
            ("someKey drawerIds", "someKey drawerIds"),
            ("é drawerId", "é drawer_id"),
        ];
        for (own, theirs) in table {
            assert_eq!(respelled(own, &shape()), theirs);
        }
    }
}
