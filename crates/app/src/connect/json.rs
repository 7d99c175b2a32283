//! JSON and its dialects with comments, edited in place.
//!
//! Looser spellings (single quotes, bare keys) are not read: none of the clients reads them either.

use super::clients::Format;
use super::edit::Trouble;
use super::entry::{Edit, Value};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use serde_json::Value as Json;

/// What stands for a file without content.
const EMPTY: &str = "{}\n";

pub(super) fn read(format: Format, text: &str) -> Result<Json, Trouble> {
    let value: Option<Json> = jsonc_parser::parse_to_serde_value(text, &options(format)).map_err(broken)?;
    match value {
        // Nothing but space and comments; a file that says `null` is not ours to overwrite.
        None if parse(format, text)?.value().is_none() => Ok(Json::Object(serde_json::Map::new())),
        None => Ok(Json::Null),
        Some(value) => Ok(value),
    }
}

pub(super) fn rewrite(format: Format, key: &str, text: &str, edits: &[Edit]) -> Result<String, Trouble> {
    let text = if text.trim().is_empty() { EMPTY } else { text };
    let root = parse(format, text)?;
    let top = root.object_value_or_create();
    let top = top.ok_or_else(Trouble::whole_file)?;
    for edit in edits {
        match edit {
            Edit::Set(path, value) => set(&top, key, path, value)?,
            Edit::Remove(path) => {
                if let Some(property) = find(&top, key, path)? {
                    property.remove();
                }
            }
        }
    }
    Ok(root.to_string())
}

fn parse(format: Format, text: &str) -> Result<CstRootNode, Trouble> {
    CstRootNode::parse(text, &options(format)).map_err(broken)
}

fn options(format: Format) -> ParseOptions {
    ParseOptions {
        allow_comments: format != Format::Json,
        allow_trailing_commas: format == Format::Jsonc,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn broken(error: jsonc_parser::errors::ParseError) -> Trouble {
    let what = error.kind().to_string();
    Trouble::Broken { line: error.line_display(), column: error.column_display(), what: what.to_lowercase() }
}

fn set(top: &CstObject, key: &str, path: &[String], value: &Value) -> Result<(), Trouble> {
    let (last, parents) = split(path);
    let mut object = enter(top, key)?;
    for name in parents {
        object = enter(&object, name)?;
    }
    match only(&object, last)? {
        Some(property) => property.set_value(input(value)),
        None => {
            object.append(last, input(value));
        }
    }
    Ok(())
}

fn find(top: &CstObject, key: &str, path: &[String]) -> Result<Option<CstObjectProp>, Trouble> {
    let (last, parents) = split(path);
    let mut object = top.clone();
    for name in std::iter::once(key).chain(parents.iter().map(String::as_str)) {
        match only(&object, name)? {
            None => return Ok(None),
            Some(property) => object = inside(&property, name)?,
        }
    }
    only(&object, last)
}

/// The object under a key, made when it is missing.
fn enter(object: &CstObject, name: &str) -> Result<CstObject, Trouble> {
    let property = match only(object, name)? {
        Some(property) => property,
        None => object.append(name, CstInputValue::Object(Vec::new())),
    };
    inside(&property, name)
}

fn inside(property: &CstObjectProp, name: &str) -> Result<CstObject, Trouble> {
    let object = property.object_value();
    object.ok_or_else(|| Trouble::NotObject(name.to_owned()))
}

/// The property of this name. Two of them would make the edit a guess: readers differ in which wins.
fn only(object: &CstObject, name: &str) -> Result<Option<CstObjectProp>, Trouble> {
    let properties = object.properties().into_iter();
    let mut named = properties.filter(|p| p.decoded_name().as_deref() == Some(name));
    match (named.next(), named.next()) {
        (_, Some(_)) => Err(Trouble::Twice(name.to_owned())),
        (first, None) => Ok(first),
    }
}

fn split(path: &[String]) -> (&str, &[String]) {
    match path.split_last() {
        Some((last, parents)) => (last, parents),
        None => panic!("BUG: an edit names at least its entry"),
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Text(text) => CstInputValue::String(text.clone()),
        Value::Flag(flag) => CstInputValue::Bool(*flag),
        Value::List(list) => CstInputValue::Array(list.iter().cloned().map(CstInputValue::String).collect()),
        Value::Map(map) => {
            let map = map.iter().map(|(key, value)| (key.clone(), input(value)));
            CstInputValue::Object(map.collect())
        }
    }
}
