//! How an offer looks on a wire: one MCP tool, with schemas in its vocabulary's own spelling. Annotations follow from the effects,
//! so they cannot lie.
//!
//! Not here: which tools there are. The engine knows, and asks the gate.

use engine::{Action, Offer, Op, snake, snake_schema};
use kernel::{
    actor::ActorKind,
    effect::EffectName,
    gate::{Reach, reach},
};
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

/// An offer as an MCP tool.
pub fn tool(offer: &Offer, kind: ActorKind) -> Tool {
    let spell = |schema: Json| if offer.dialect.is_snake() { snake_schema(schema) } else { schema };
    let (about, input, output) = match offer.only() {
        Some(op) => {
            let waits = waits(op, kind);
            let about = if waits { format!("{} (filed as a proposal)", op.spec().about) } else { op.spec().about.to_owned() };
            // A filed call answers with its proposal, not with what the operation gives.
            let output = if waits { json!({ "type": "object" }) } else { spell(outline(op.output_schema(), offer.dialect.is_snake())) };
            (about, spell(op.input_schema()), output)
        }
        None => (about(offer, kind), actions_input(offer), actions_output(offer, kind)),
    };
    let reads = offer.ways.iter().all(|(_, op)| op.effect() == EffectName::Read);
    let destroys = offer.ways.iter().any(|(_, op)| op.effect() == EffectName::Govern && !waits(*op, kind));
    // Whether something is destructive or idempotent means nothing of a read, so nothing is said.
    let annotations = ToolAnnotations::from_raw(None, Some(reads), (!reads).then_some(destroys), None, Some(false));
    Tool::new(offer.name.clone(), about, object(input)).with_raw_output_schema(object(output)).with_annotations(annotations)
}

fn object(schema: Json) -> Arc<Map<String, Json>> {
    match schema {
        Json::Object(fields) => Arc::new(fields),
        _ => Arc::new(Map::new()),
    }
}

fn waits(op: &dyn Op, kind: ActorKind) -> bool {
    reach(kind, op.effect(), op.spec().agents) == Reach::File
}

/// What the tool is for, and each action with what it cannot do without.
fn about(offer: &Offer, kind: ActorKind) -> String {
    let lead = offer.tool().map_or("Several actions", |tool| tool.about);
    let actions: Vec<String> = actions(offer)
        .map(|(action, op)| {
            let needed: Vec<String> = op.input_schema()["required"].as_array().into_iter().flatten().filter_map(Json::as_str).map(snake).collect();
            let needed = if needed.is_empty() { String::new() } else { format!("({})", needed.join(", ")) };
            format!("{}{needed}{}", action.action, if waits(op, kind) { " as a proposal" } else { "" })
        })
        .collect();
    format!("{lead}. Actions and what each needs: {}", actions.join("; "))
}

fn actions(offer: &Offer) -> impl Iterator<Item = (&Action, &'static dyn Op)> {
    offer.ways.iter().filter_map(|(action, op)| action.as_ref().map(|action| (action, *op)))
}

/// The union of what the actions take. What each needs is said in words: a schema that said it would say everything twice.
fn actions_input(offer: &Offer) -> Json {
    let mut properties = Map::new();
    for (_, op) in actions(offer) {
        for (name, shape) in fields(snake_schema(op.input_schema())) {
            let merged = match properties.get(&name) {
                // Where two actions mean different things by a word, the first is shown; a test keeps that from happening.
                Some(known) => merged(known, &shape).unwrap_or_else(|| known.clone()),
                None => shape,
            };
            properties.insert(name, merged);
        }
    }
    let words: Vec<&str> = actions(offer).map(|(action, _)| action.action).collect();
    let default = offer.tool().map_or("", |tool| tool.default);
    let mut action = json!({ "type": "string", "enum": words });
    let mut schema = json!({ "type": "object", "additionalProperties": false });
    if default.is_empty() {
        schema["required"] = json!(["action"]);
    } else {
        action["default"] = json!(default);
    }
    properties.insert("action".into(), action);
    schema["properties"] = Json::Object(properties);
    schema
}

/// The union of what the actions give, in outline.
fn actions_output(offer: &Offer, kind: ActorKind) -> Json {
    let mut properties = Map::new();
    if offer.tool().is_some_and(|tool| tool.echoes) {
        properties.insert("action".into(), json!({ "type": "string" }));
    }
    for (action, op) in actions(offer).filter(|(_, op)| !waits(*op, kind)) {
        if action.within.is_empty() {
            for (name, shape) in fields(snake_schema(outline(op.output_schema(), true))) {
                // Two answers that differ under one name are held to neither.
                let shape = properties.get(&name).map_or(shape.clone(), |known| if *known == shape { shape } else { json!({}) });
                properties.insert(name, shape);
            }
        } else {
            properties.insert(snake(action.within), json!({ "type": "object" }));
        }
    }
    json!({ "type": "object", "properties": properties })
}

fn fields(mut schema: Json) -> Map<String, Json> {
    match schema["properties"].take() {
        Json::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// One shape for a field that two actions take; none if they mean different things by it.
pub(super) fn merged(one: &Json, other: &Json) -> Option<Json> {
    if one == other {
        return Some(one.clone());
    }
    if one["type"] != other["type"] || one["items"]["type"] != other["items"]["type"] {
        return None;
    }
    let (Json::Object(left), Json::Object(right)) = (one, other) else { return None };
    let mut out: Map<String, Json> = left.iter().filter(|(key, value)| right.get(*key) == Some(value)).map(|(k, v)| (k.clone(), v.clone())).collect();
    // The shorter words: the action's own line says the rest.
    if let (Some(a), Some(b)) = (one["description"].as_str(), other["description"].as_str()) {
        out.insert("description".into(), json!(if b.len() < a.len() { b } else { a }));
    }
    if let (Some(a), Some(b)) = (one["enum"].as_array(), other["enum"].as_array()) {
        let mut words = a.clone();
        words.extend(b.iter().filter(|word| !a.contains(word)).cloned());
        out.insert("enum".into(), json!(words));
    }
    Some(Json::Object(out))
}

/// The fields of an answer, without the fields of the things listed in it: those are whole in the OpenAPI page, and every
/// client pays for this listing in every conversation. `strictly` also leaves out the fields of the things it holds.
fn outline(mut schema: Json, strictly: bool) -> Json {
    for field in schema["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        if is_object(&field["items"]) {
            field["items"] = json!({ "type": field["items"]["type"] });
        }
        if strictly && is_object(field) {
            *field = json!({ "type": field["type"] });
        }
    }
    schema
}

/// An object, or one that may be null.
fn is_object(shape: &Json) -> bool {
    shape["type"] == "object" || shape["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "object"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Dialect, OPERATIONS, TOOLS};

    #[test]
    fn two_actions_share_a_field_when_they_mean_the_same_by_it() {
        let table = [
            (json!({"type": "string"}), json!({"type": "string"}), Some(json!({"type": "string"}))),
            (
                json!({"type": "string", "description": "Which card"}),
                json!({"type": "string", "description": "Card"}),
                Some(json!({"type": "string", "description": "Card"})),
            ),
            (
                json!({"type": "string", "enum": ["a", "b"]}),
                json!({"type": "string", "enum": ["b", "c"]}),
                Some(json!({"type": "string", "enum": ["a", "b", "c"]})),
            ),
            (json!({"type": "string", "enum": ["a"]}), json!({"type": "string"}), Some(json!({"type": "string"}))),
            (
                json!({"type": "integer", "maximum": 5, "default": 1}),
                json!({"type": "integer", "maximum": 9, "default": 1}),
                Some(json!({"type": "integer", "default": 1})),
            ),
            (json!({"type": "string"}), json!({"type": "integer"}), None),
            (json!({"type": "array", "items": {"type": "string"}}), json!({"type": "array", "items": {"type": "object"}}), None),
        ];
        for (one, other, both) in table {
            assert_eq!(merged(&one, &other), both, "{one} and {other}");
        }
    }

    #[test]
    fn the_actions_of_every_tool_agree_about_their_fields() {
        for tool in TOOLS {
            let mut known: Map<String, Json> = Map::new();
            for op in OPERATIONS.iter().filter(|op| op.spec().action.is_some_and(|a| a.dialect == Dialect::Mind && a.tool == tool.name)) {
                for (name, shape) in fields(snake_schema(op.input_schema())) {
                    let both = known.get(&name).map_or(Some(shape.clone()), |known| merged(known, &shape));
                    let both = both
                        .unwrap_or_else(|| panic!("{}: `{name}` of {} is {shape}; another action has {}", tool.name, op.spec().name, known[&name]));
                    known.insert(name, both);
                }
            }
        }
    }
}
