//! The reference pages are golden, and the registry they come from keeps its own rules.

use engine::{Dialect, Method, OPERATIONS};
use serde_json::Value as Json;
use std::{collections::BTreeSet, path::Path};

#[test]
fn the_reference_pages_are_what_the_registry_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
    let drifted: Vec<String> =
        app::commands::reference_files().iter().filter_map(|(name, text)| crate::doors::golden(&folder.join(name), text).err()).collect();
    assert!(drifted.is_empty(), "{}", drifted.join("\n\n"));
}

#[test]
fn a_name_means_one_operation_in_each_vocabulary() {
    for dialect in Dialect::ALL {
        let mut seen = BTreeSet::new();
        for op in OPERATIONS {
            for name in op.spec().names_in(dialect) {
                assert!(seen.insert(name.clone()), "{name} twice in {dialect:?}");
                assert_eq!(engine::find(&name).map(|o| o.spec().name), Some(op.spec().name), "{name} is found elsewhere");
            }
        }
    }
}

#[test]
fn every_operation_says_in_one_line_what_it_does() {
    for op in OPERATIONS {
        let about = op.spec().about;
        assert!(about.chars().next().is_some_and(char::is_uppercase), "{}: {about}", op.spec().name);
        assert!(!about.ends_with('.') && !about.contains('\n') && about.len() > 10, "{}: {about}", op.spec().name);
        let (noun, verb) = op.spec().name.split_once('.').expect("noun.verb");
        assert!([noun, verb].iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_')), "{}", op.spec().name);
    }
}

#[test]
fn every_input_is_described_and_closed() {
    for op in OPERATIONS {
        let schema = op.input_schema();
        assert_eq!(schema["additionalProperties"], Json::Bool(false), "{}", op.spec().name);
        for (field, shape) in schema["properties"].as_object().expect("properties") {
            let about = shape["description"].as_str().unwrap_or_default();
            assert!(!about.is_empty() && !about.ends_with('.'), "{}.{field}: {about:?}", op.spec().name);
        }
        for field in op.spec().positional.iter().chain(op.spec().files) {
            assert!(schema["properties"][field].is_object(), "{} takes no `{field}`", op.spec().name);
        }
    }
}

#[test]
fn a_route_means_one_operation_and_reads_are_the_ones_that_get() {
    let mut seen = BTreeSet::new();
    for op in OPERATIONS {
        let (method, path) = op.spec().http;
        assert!(path.starts_with("/v1/"), "{}: {path}", op.spec().name);
        assert!(seen.insert((method.name(), path)), "{} {path} twice", method.name());
        let reads = op.effect() == kernel::effect::EffectName::Read;
        assert!(reads || method == Method::Post, "{} changes something and is a GET", op.spec().name);
    }
}

#[test]
fn the_openapi_page_is_sound() {
    let pages = app::commands::reference_files();
    let text = &pages.iter().find(|(name, _)| *name == "openapi.json").expect("the page").1;
    let page: Json = serde_json::from_str(text).expect("JSON");
    assert!(page["openapi"].as_str().is_some_and(|v| v.starts_with("3.1.")), "{}", page["openapi"]);
    assert!(page["info"]["title"].is_string() && page["info"]["version"].is_string(), "{}", page["info"]);
    let mut ids = BTreeSet::new();
    for (path, entries) in page["paths"].as_object().expect("paths") {
        let in_path: BTreeSet<&str> = path.split('/').filter_map(|step| step.strip_prefix('{')?.strip_suffix('}')).collect();
        for (method, entry) in entries.as_object().expect("methods") {
            let at = format!("{method} {path}");
            assert!(ids.insert(entry["operationId"].as_str().expect("an id").to_owned()), "{at}: its id is not unique");
            let parameters = entry["parameters"].as_array().expect("parameters");
            let declared: BTreeSet<&str> = parameters.iter().filter(|p| p["in"] == "path").filter_map(|p| p["name"].as_str()).collect();
            assert_eq!(declared, in_path, "{at}");
            for parameter in parameters {
                assert!(
                    parameter["schema"].is_object() && (parameter["in"] != "path" || parameter["required"] == Json::Bool(true)),
                    "{at}: {parameter}"
                );
            }
            assert!(method == "post" || entry["requestBody"].is_null(), "{at}: only changes have a body");
            for answer in ["200", "default"] {
                assert!(entry["responses"][answer]["description"].is_string(), "{at}: no {answer}");
            }
        }
    }
    assert_eq!(ids.len(), OPERATIONS.len() + 1, "every operation, and the call by name");
    for target in references(&page) {
        assert!(page.pointer(target.trim_start_matches('#')).is_some(), "{target} leads nowhere");
    }
}

fn references(json: &Json) -> Vec<&str> {
    match json {
        Json::Object(fields) => {
            fields.iter().flat_map(|(key, value)| if key == "$ref" { value.as_str().into_iter().collect() } else { references(value) }).collect()
        }
        Json::Array(items) => items.iter().flat_map(references).collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => vec![],
    }
}
