//! JSON and its dialects with comments, edited in place.
//!
//! Looser spellings (single quotes, bare keys) are not read: none of the clients reads them either.

use super::clients::Format;
use super::edit::Trouble;
use super::entry::{Edit, Value};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
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
            Edit::Push(path, value) => push(&top, key, path, value)?,
            Edit::Remove(path) => {
                if let Some(node) = find(&top, key, path)? {
                    node.remove();
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
    if let Some(property) = find(top, key, path)?.and_then(|node| node.as_object_prop()) {
        property.set_value(input(value));
        return Ok(());
    }
    let (last, parents) = split(path);
    let mut object = enter(top, key)?;
    for name in parents {
        object = enter(&object, name)?;
    }
    object.append(last, input(value));
    Ok(())
}

fn push(top: &CstObject, key: &str, path: &[String], value: &Value) -> Result<(), Trouble> {
    let (last, parents) = split(path);
    let mut object = enter(top, key)?;
    for name in parents {
        object = enter(&object, name)?;
    }
    match only(&object, last)? {
        Some(property) => {
            let list = property.array_value().ok_or_else(|| Trouble::NotList(last.to_owned()))?;
            list.append(input(value));
        }
        None => {
            object.append(last, CstInputValue::Array(vec![input(value)]));
        }
    }
    Ok(())
}

/// What a path leads to: a property of an object, or an item of a list. An empty path is the client's key itself.
fn find(top: &CstObject, key: &str, path: &[String]) -> Result<Option<CstNode>, Trouble> {
    let Some(property) = only(top, key)? else { return Ok(None) };
    let (mut node, mut name): (CstNode, &str) = (property.into(), key);
    for step in path {
        let value = node.as_object_prop().map_or(Some(node), |property| property.value());
        let Some(value) = value else { return Ok(None) };
        let next = match value.as_array() {
            Some(list) => step.parse().ok().and_then(|place: usize| list.elements().get(place).cloned()),
            None => only(&value.as_object().ok_or_else(|| Trouble::NotObject(name.to_owned()))?, step)?.map(Into::into),
        };
        match next {
            None => return Ok(None),
            Some(next) => (node, name) = (next, step),
        }
    }
    Ok(Some(node))
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
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::Items(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::List(list) => CstInputValue::Array(list.iter().cloned().map(CstInputValue::String).collect()),
        Value::Map(map) => {
            let map = map.iter().map(|(key, value)| (key.clone(), input(value)));
            CstInputValue::Object(map.collect())
        }
    }
}
