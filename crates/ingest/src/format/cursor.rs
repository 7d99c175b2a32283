//! Cursor: a chat exported as markdown, and the conversations in `state.vscdb`.
//!
//! Not here: the moment of an export, which says nothing of when anything was said; Cursor's thinking.

use super::{
    Reading,
    tables::{Cell, Tables},
    talk::{Talk, answer, call, call_written},
    value::{first_text, list, moment, text},
};
use crate::{Part, Role};
use serde_json::Value;
use std::collections::HashMap;

/// Keys sort, and `;` follows `:`; so these are all that begin with the word.
const CONVERSATIONS: &str = "select key, value from cursorDiskKV where key >= 'composerData:' and key < 'composerData;' order by key";

/// Whether a markdown file is an exported chat.
pub(super) fn is_export(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(2);
    let titled = lines.next().is_some_and(|line| line.starts_with("# "));
    titled && lines.next().is_some_and(|line| line.starts_with("_Exported on ") && line.contains(" from Cursor"))
}

pub(super) fn read(path: &str, bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes);
    let mut talk = Talk::new(path);
    let mut turn: Option<(Role, Vec<&str>)> = None;
    let mut above = ["", ""];
    for line in text.lines() {
        let speaker = match line.trim_end() {
            "**User**" => Some(Role::User),
            "**Cursor**" | "**Assistant**" => Some(Role::Assistant),
            _ => None,
        };
        // A turn begins at a name below a rule and an empty line; the same name elsewhere is only bold, or shown.
        if let Some(role) = speaker.filter(|_| above == ["---", ""]) {
            finish_turn(&mut talk, turn.replace((role, Vec::new())));
        } else if let Some((_, lines)) = &mut turn {
            lines.push(line);
        } else if let Some(title) = line.strip_prefix("# ") {
            talk.entitle(title);
        }
        above = [above[1], line.trim_end()];
    }
    finish_turn(&mut talk, turn);
    Reading::of(talk.finish())
}

fn finish_turn(talk: &mut Talk, turn: Option<(Role, Vec<&str>)>) {
    let Some((role, lines)) = turn else { return };
    let text = lines.join("\n");
    let text = text.trim();
    let text = text.strip_suffix("---").filter(|before| before.is_empty() || before.ends_with('\n')).unwrap_or(text).trim().to_owned();
    let author = if role == Role::User { "" } else { "Cursor" };
    talk.say(Part { text, author: author.to_owned(), role, ..Part::default() });
}

/// The conversations of `state.vscdb`, with their messages inside or beside them.
pub(super) fn read_tables(path: &str, tables: &mut dyn Tables) -> Result<Reading, String> {
    let mut reading = Reading::default();
    for row in tables.rows(CONVERSATIONS)? {
        let Some((key, Some(conversation))) = entry(&row) else {
            reading.fault(0, "a conversation of `cursorDiskKV` holds no JSON object");
            continue;
        };
        let id = key.trim_start_matches("composerData:").to_owned();
        let mut talk = Talk::new(format!("{path}#{id}"));
        talk.entitle(text(&conversation, "name"));
        let begun = moment(&conversation, &["createdAt"]);
        for message in list(&conversation, "conversation") {
            write(&mut talk, message, begun);
        }
        let order = list(&conversation, "fullConversationHeadersOnly");
        if !order.is_empty() {
            let mut messages = messages(&mut reading, tables, &id)?;
            for header in order {
                if let Some(message) = messages.remove(text(header, "bubbleId")) {
                    write(&mut talk, &message, begun);
                }
            }
        }
        reading.documents.push(talk.finish());
    }
    Ok(reading)
}

/// The messages of one conversation by id. They are asked for one conversation at a time: the whole may be gigabytes.
fn messages(reading: &mut Reading, tables: &mut dyn Tables, id: &str) -> Result<HashMap<String, Value>, String> {
    // The id goes into SQL, so it must be one.
    if !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
        reading.fault(0, "a conversation has an id that is none");
        return Ok(HashMap::new());
    }
    let mut messages = HashMap::new();
    let sql = format!("select key, value from cursorDiskKV where key >= 'bubbleId:{id}:' and key < 'bubbleId:{id};' order by key");
    for row in tables.rows(&sql)? {
        match entry(&row) {
            Some((key, Some(message))) => {
                messages.insert(key.rsplit(':').next().unwrap_or_default().to_owned(), message);
            }
            _ => reading.fault(0, format!("a message of conversation `{id}` holds no JSON object")),
        }
    }
    Ok(messages)
}

fn entry(row: &[Cell]) -> Option<(&str, Option<Value>)> {
    let [Cell::Text(key), value] = row else { return None };
    let bytes = match value {
        Cell::Text(text) => text.as_bytes(),
        Cell::Bytes(bytes) => bytes,
        _ => return Some((key, None)),
    };
    Some((key, super::json::parse(bytes).ok().filter(Value::is_object)))
}

fn write(talk: &mut Talk, message: &Value, begun: Option<kernel::time::Moment>) {
    let at = moment(message, &["createdAt"]).or_else(|| moment(&message["timingInfo"], &["clientStartTime"])).or(begun);
    let (role, author) = match message["type"].as_i64() {
        Some(1) => (Role::User, ""),
        _ => (Role::Assistant, text(&message["modelInfo"], "modelName")),
    };
    let part = |role, author: &str, text: String| Part { text, author: author.to_owned(), role, at, ..Part::default() };
    talk.say(part(role, author, text(message, "text").trim().to_owned()));
    let used = &message["toolFormerData"];
    let tool = text(used, "name");
    if !tool.is_empty() {
        let arguments = first_text(used, &["rawArgs", "params"]);
        let line = if arguments.is_empty() { call(tool, &Value::Null) } else { call_written(tool, arguments) };
        talk.say(part(Role::Assistant, author, line));
        talk.say(part(Role::Tool, tool, answer(text(used, "result"))));
    }
}
