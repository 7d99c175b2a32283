//! TOML edited in place, whichever way the servers are written: tables, inline tables, dotted keys.
//!
//! Line endings are not kept here: the library writes `\n`, and `edit` puts the others back.

use super::edit::Trouble;
use super::entry::{Edit, Value};
use kernel::text::Slice;
use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike};

pub(super) fn read(text: &str) -> Result<Json, Trouble> {
    Ok(to_json(parse(text)?.as_item()))
}

pub(super) fn rewrite(key: &str, text: &str, edits: &[Edit]) -> Result<String, Trouble> {
    let mut document = parse(text)?;
    for edit in edits {
        match edit {
            Edit::Set(path, value) => set(&mut document, key, path, value)?,
            Edit::Remove(path) => remove(&mut document, key, path)?,
            Edit::Push(..) => panic!("BUG: no client keeps its hooks in TOML; see `hooks::table`"),
        }
    }
    Ok(document.to_string())
}

fn parse(text: &str) -> Result<DocumentMut, Trouble> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Trouble::Broken {
            line: before.matches('\n').count() + 1,
            column: before.slice(line_start..).chars().count() + 1,
            what: error.message().lines().collect::<Vec<_>>().join(", "),
        }
    })
}

fn set(document: &mut DocumentMut, key: &str, path: &[String], value: &Value) -> Result<(), Trouble> {
    let [name, fields @ ..] = path else { panic!("BUG: an edit names at least its entry") };
    match (fields, value) {
        ([], Value::Map(map)) => set_entry(document, key, name, map),
        ([], _) => panic!("BUG: an entry is a map"),
        ([parents @ .., last], _) => {
            let servers = document.entry(key).or_insert_with(implicit_table);
            let mut table = inside(servers, key)?;
            for name in std::iter::once(name).chain(parents) {
                let item = table.entry(name).or_insert(Item::Value(InlineTable::new().into()));
                table = inside(item, name)?;
            }
            put(table, last, inline(value));
            Ok(())
        }
    }
}

fn implicit_table() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    Item::Table(table)
}

fn inside<'a>(item: &'a mut Item, name: &str) -> Result<&'a mut dyn TableLike, Trouble> {
    let table = item.as_table_like_mut();
    table.ok_or_else(|| Trouble::NotObject(name.to_owned()))
}

/// Assigning to a key drops the comment behind the old value, so its surroundings are carried over.
fn put(table: &mut dyn TableLike, key: &str, mut value: toml_edit::Value) {
    if let Some(old) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    match table.get_mut(key) {
        Some(item) => *item = Item::Value(value),
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

fn set_entry(document: &mut DocumentMut, key: &str, name: &str, map: &[(String, Value)]) -> Result<(), Trouble> {
    let is_first = document.is_empty();
    let next = headers(document.as_table()).into_iter().max().unwrap_or(0) + 1;
    let trailing = document.trailing().as_str().unwrap_or("").to_owned();
    let servers = document.entry(key).or_insert_with(implicit_table);
    let own_table = matches!(servers, Item::Table(table) if !table.is_dotted());
    let table = inside(servers, key)?;
    match table.get(name) {
        Some(Item::Table(old)) if !old.is_dotted() => {
            let mut entry = block(map);
            *entry.decor_mut() = old.decor().clone();
            entry.set_position(old.position());
            table.insert(name, Item::Table(entry));
        }
        None if own_table => {
            let mut entry = block(map);
            // At the very end, below any closing comment: a note after the last table is often
            // about that table, and a new header in between would steal it.
            let gap = if is_first && trailing.is_empty() { "" } else { "\n" };
            let closed = trailing.is_empty() || trailing.ends_with('\n');
            let newline = if closed { "" } else { "\n" };
            entry.decor_mut().set_prefix(format!("{trailing}{newline}{gap}"));
            entry.set_position(Some(next));
            table.insert(name, Item::Table(entry));
            document.set_trailing("");
        }
        Some(Item::Table(_)) => {
            // Dotted keys have no one place to put a value into; they go and come as one line.
            table.remove(name);
            put(table, name, inline_map(map).into());
        }
        _ => put(table, name, inline_map(map).into()),
    }
    Ok(())
}

fn remove(document: &mut DocumentMut, key: &str, path: &[String]) -> Result<(), Trouble> {
    let Some((last, parents)) = path.split_last() else { panic!("BUG: an edit names at least its entry") };
    let mut item = document.as_item_mut();
    for name in std::iter::once(key).chain(parents.iter().map(String::as_str)) {
        match inside(item, name)?.get_mut(name) {
            None => return Ok(()),
            Some(inner) => item = inner,
        }
    }
    let removed = inside(item, last)?.remove(last);
    if let Some(Item::Table(table)) = removed {
        keep_comments_above(document, &table);
    }
    Ok(())
}

/// Comments above a header are its own to the parser, but may be about the file or the part before;
/// they move to what comes next.
fn keep_comments_above(document: &mut DocumentMut, removed: &Table) {
    let prefix = removed.decor().prefix().and_then(|prefix| prefix.as_str());
    let Some(comment) = prefix.and_then(|prefix| Some((prefix, prefix.rfind('#')?))) else {
        return;
    };
    let (prefix, last) = comment;
    let end = prefix.slice(last..).find('\n').map_or(prefix.len(), |i| last + i + 1);
    let kept = prefix.slice(..end);
    let at = removed.position().unwrap_or(0);
    if let Some(next) = table_after(document.as_table_mut(), at) {
        let own = next.decor().prefix().and_then(|p| p.as_str()).unwrap_or("");
        let prefix = format!("{kept}{own}");
        next.decor_mut().set_prefix(prefix);
    } else {
        let trailing = document.trailing().as_str().unwrap_or("");
        let trailing = format!("{kept}{trailing}");
        document.set_trailing(trailing);
    }
}

/// The table whose header comes first after a position.
fn table_after(root: &mut Table, at: isize) -> Option<&mut Table> {
    let next = headers(root).into_iter().filter(|position| *position > at).min()?;
    table_at(root, next)
}

fn table_at(table: &mut Table, position: isize) -> Option<&mut Table> {
    if is_header(table) && table.position() == Some(position) {
        return Some(table);
    }
    table.iter_mut().find_map(|(_, item)| match item {
        Item::Table(inner) => table_at(inner, position),
        Item::ArrayOfTables(inner) => inner.iter_mut().find_map(|inner| table_at(inner, position)),
        Item::Value(_) | Item::None => None,
    })
}

/// The positions of every header. Headers may come in any order: `[a.b]` can stand before `[a]`.
fn headers(table: &Table) -> Vec<isize> {
    let inner = table.iter().flat_map(|(_, item)| match item {
        Item::Table(inner) => headers(inner),
        Item::ArrayOfTables(inner) => inner.iter().flat_map(headers).collect(),
        Item::Value(_) | Item::None => Vec::new(),
    });
    let own = table.position().filter(|_| is_header(table));
    own.into_iter().chain(inner).collect()
}

fn is_header(table: &Table) -> bool {
    !table.is_implicit() && !table.is_dotted()
}

fn block(map: &[(String, Value)]) -> Table {
    let mut table = Table::new();
    for (key, value) in map {
        table.insert(key, Item::Value(inline(value)));
    }
    table
}

fn inline(value: &Value) -> toml_edit::Value {
    match value {
        Value::Text(text) => text.as_str().into(),
        Value::Flag(flag) => (*flag).into(),
        Value::Number(number) => i64::from(*number).into(),
        Value::Items(items) => items.iter().map(inline).collect::<Array>().into(),
        Value::List(list) => list.iter().map(String::as_str).collect::<Array>().into(),
        Value::Map(map) => inline_map(map).into(),
    }
}

fn inline_map(map: &[(String, Value)]) -> InlineTable {
    let map = map.iter();
    map.map(|(key, value)| (key.as_str(), inline(value))).collect()
}

fn to_json(item: &Item) -> Json {
    let table = |table: &dyn TableLike| {
        let pairs = table.iter();
        pairs.map(|(key, item)| (key.to_owned(), to_json(item))).collect()
    };
    match item {
        Item::None => Json::Null,
        Item::Table(inner) => table(inner),
        Item::ArrayOfTables(tables) => tables.iter().map(|inner| table(inner)).collect(),
        Item::Value(value) => match value {
            toml_edit::Value::String(text) => Json::from(text.value().as_str()),
            toml_edit::Value::Integer(number) => Json::from(*number.value()),
            toml_edit::Value::Boolean(flag) => Json::from(*flag.value()),
            // A NaN equals nothing, itself included; its text does.
            toml_edit::Value::Float(number) => Json::from(number.value().to_string()),
            toml_edit::Value::Datetime(date) => Json::from(date.value().to_string()),
            toml_edit::Value::Array(list) => {
                let items = list.iter().cloned();
                items.map(|value| to_json(&Item::Value(value))).collect()
            }
            toml_edit::Value::InlineTable(inner) => table(inner),
        },
    }
}
