//! Whether an answer has the shape that was declared for it, as far as our own schemas say anything: no more of JSON Schema.

use serde_json::Value as Json;

/// What is wrong with a value, and where, if anything is.
pub fn fault(schema: &Json, value: &Json) -> Option<String> {
    fault_at(schema, value, "the answer")
}

fn fault_at(schema: &Json, value: &Json, at: &str) -> Option<String> {
    let kinds: Vec<&str> = match &schema["type"] {
        Json::String(kind) => vec![kind],
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(kind, value)) {
        return Some(format!("{at} is {value}, declared as {}", kinds.join(" or ")));
    }
    for word in ["anyOf", "oneOf"] {
        if let Some(options) = schema[word].as_array()
            && options.iter().all(|option| fault_at(option, value, at).is_some())
        {
            return Some(format!("{at} is {value}, none of {}", schema[word]));
        }
    }
    match value {
        Json::Object(fields) => fields.iter().find_map(|(name, inner)| {
            let declared = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            fault_at(declared, inner, &format!("{at}.{name}"))
        }),
        Json::Array(items) => items.iter().find_map(|item| fault_at(&schema["items"], item, &format!("{at}[]"))),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => (schema.get("const").is_some_and(|word| word != value)
            || schema["enum"].as_array().is_some_and(|words| !words.contains(value)))
        .then(|| format!("{at} is {value}, which is none of its words")),
    }
}

fn is(kind: &str, value: &Json) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_fit_is_named() {
        let schema = json!({ "type": "object", "properties": {
            "a": { "type": "string" }, "b": { "type": ["object", "null"], "properties": { "c": { "type": "integer" } } },
            "d": { "type": "array", "items": { "anyOf": [{ "type": "null" }, { "type": "boolean" }] } }
        } });
        let table = [
            (json!({}), None),
            (json!({ "a": "x", "b": null, "d": [true, null], "more": 1 }), None),
            (json!({ "a": null }), Some("the answer.a is null, declared as string")),
            (json!({ "b": { "c": 1.5 } }), Some("the answer.b.c is 1.5, declared as integer")),
            (json!({ "d": [1] }), Some("the answer.d[] is 1, none of [{\"type\":\"null\"},{\"type\":\"boolean\"}]")),
            (json!([]), Some("the answer is [], declared as object")),
        ];
        for (value, wrong) in table {
            assert_eq!(fault(&schema, &value).as_deref(), wrong, "{value}");
        }
    }
}
