//! Gemini CLI: sessions as one JSON object or as lines of records, checkpoints of `/chat save`, and `logs.json`.
//!
//! Not here: thoughts, token counts, and the preamble that the program says before the person does.

use super::{
    Format, Reading, Unreadable, Wording, json, noise,
    talk::{Talk, answer, call, gemini_parts, tool_of},
    value::{first_text, list, moment, text},
};
use crate::{Document, Part, Role};
use serde_json::Value;
use std::collections::HashMap;

/// How the name that people are shown of a tool of ours ends.
const OUR_TOOL: &str = "(palace MCP Server)";
/// Where the files begin that a person only named with `@`, and where they end.
const FILES_BEGIN: &str = "--- Content from referenced files ---";
const FILES_END: &str = "--- End of content ---";
/// How the preamble of early versions begins, and the answer it was given.
const PREAMBLE: [&str; 2] = ["This is the Gemini CLI. We are setting up the context for our chat.", "Got it. Thanks for the context!"];

/// Whether a line is of this shape.
pub(super) fn is_line(line: &Value) -> bool {
    line.get("sessionId").is_some() && line.get("projectHash").is_some() || line["$set"].is_object() || line["$rewindTo"].is_string()
}

pub(super) fn read(path: &str, bytes: &[u8], wording: Wording) -> Result<Reading, Unreadable> {
    let first = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty()).unwrap_or_default();
    if json::parse(first).is_ok_and(|line| line.is_object() && line.get("messages").is_none() && line.get("history").is_none()) {
        return Ok(records(path, bytes, wording));
    }
    let value = json::whole(Format::Gemini, path, bytes)?;
    let documents = match &value {
        Value::Array(entries) if entries.iter().any(|entry| entry.get("messageId").is_some()) => log(path, entries),
        Value::Array(entries) => vec![checkpoint(path, entries, wording)],
        _ if value.get("history").is_some() => vec![checkpoint(path, list(&value, "history"), wording)],
        _ => vec![session(path, &value, list(&value, "messages"), wording)],
    };
    Ok(Reading { documents, ..Reading::default() })
}

/// A session as lines: metadata, messages by id (the last of an id counts), changes and rewinds.
fn records(path: &str, bytes: &[u8], wording: Wording) -> Reading {
    let mut reading = Reading::default();
    let mut about = Value::Null;
    let mut messages: Vec<Value> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    json::lines(&mut reading, bytes, |line| {
        let mut keep = |message: Value| {
            let id = text(&message, "id").to_owned();
            // A rewind may have taken the place away since.
            match places.get(&id).copied().filter(|place| messages.get(*place).is_some_and(|there| text(there, "id") == id)) {
                Some(place) => messages[place] = message,
                None => {
                    places.insert(id, messages.len());
                    messages.push(message);
                }
            }
        };
        if let Some(id) = line["$rewindTo"].as_str() {
            let place = places.get(id).copied().filter(|place| messages.get(*place).is_some_and(|there| text(there, "id") == id));
            messages.truncate(place.unwrap_or(0));
        } else if line["id"].is_string() {
            keep(line);
        } else if line["$set"].is_object() {
            if line["$set"]["messages"].is_array() {
                places.clear();
                messages.clear();
                list(&line["$set"], "messages").iter().cloned().for_each(|message| {
                    places.insert(text(&message, "id").to_owned(), messages.len());
                    messages.push(message);
                });
            }
            merge(&mut about, &line["$set"]);
        } else {
            merge(&mut about, &line);
        }
    });
    reading.documents.push(session(path, &about, &messages, wording));
    reading
}

fn merge(about: &mut Value, change: &Value) {
    for key in ["sessionId", "summary", "kind"] {
        if let Some(value) = change.get(key) {
            if !about.is_object() {
                *about = Value::Object(serde_json::Map::new());
            }
            about[key] = value.clone();
        }
    }
}

fn session(path: &str, about: &Value, messages: &[Value], wording: Wording) -> Document {
    let mut talk = Talk::new(path);
    talk.entitle(text(about, "summary"));
    let thread = if text(about, "kind") == "subagent" { format!("agent-{}", text(about, "sessionId")) } else { String::new() };
    for message in messages {
        let at = moment(message, &["timestamp"]);
        let part = |role, author: &str, text| Part { text, author: author.to_owned(), role, at, thread: thread.clone(), ..Part::default() };
        match text(message, "type") {
            "user" => {
                let shown = message.get("displayContent").filter(|shown| !shown.is_null()).unwrap_or(&message["content"]);
                let said = gemini_parts(shown);
                talk.say(part(Role::User, "", own_words(&said.words, wording)));
            }
            "gemini" => {
                let model = text(message, "model");
                let mut said = gemini_parts(&message["content"]);
                let mut answers = Vec::new();
                for used in list(message, "toolCalls") {
                    let name = text(used, "name");
                    said.add(&call(name, &used["args"]));
                    let mut words: Vec<String> = gemini_parts(&used["result"]).answers.into_iter().map(|(_, words)| words).collect();
                    if words.is_empty() {
                        words.push(text(used, "resultDisplay").to_owned());
                    }
                    let at = moment(used, &["timestamp"]).or(at);
                    // A tool has its bare name here, and its server stands in what people are shown.
                    let server = if text(used, "displayName").ends_with(OUR_TOOL) { "palace" } else { "" };
                    answers.push(Part { at, ..part(Role::Tool, &tool_of(server, name), answer(&words.join("\n"))) });
                }
                talk.say(part(Role::Assistant, model, said.words));
                for part in answers {
                    talk.say(part);
                }
            }
            _ => {}
        }
    }
    talk.finish()
}

/// What a person typed, without the files that they only named.
fn own_words(words: &str, wording: Wording) -> String {
    let words = wording.of(words, &noise::GEMINI);
    match words.split_once(FILES_BEGIN) {
        Some((before, files)) => {
            let after = files.rsplit_once(FILES_END).map_or("", |(_, after)| after);
            format!("{}{}", before.trim_end(), after).trim().to_owned()
        }
        None => words,
    }
}

/// A checkpoint: turns as they were sent to the model.
fn checkpoint(path: &str, turns: &[Value], wording: Wording) -> Document {
    let mut talk = Talk::new(path);
    for turn in turns {
        let said = gemini_parts(&turn["parts"]);
        if PREAMBLE.iter().any(|preamble| said.words.starts_with(preamble)) {
            continue;
        }
        for (tool, words) in said.answers {
            talk.say(Part { text: answer(&words), author: tool, role: Role::Tool, ..Part::default() });
        }
        let (role, text) = if text(turn, "role") == "model" { (Role::Assistant, said.words) } else { (Role::User, own_words(&said.words, wording)) };
        talk.say(Part { text, role, ..Part::default() });
    }
    talk.finish()
}

/// `logs.json`: what persons typed, of all sessions of a project.
fn log(path: &str, entries: &[Value]) -> Vec<Document> {
    let mut talks: Vec<Talk> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for entry in entries {
        let session = first_text(entry, &["sessionId"]);
        let place = *places.entry(session).or_insert_with(|| {
            talks.push(Talk::new(format!("{path}#{session}")));
            talks.len() - 1
        });
        let text = text(entry, "message").to_owned();
        talks[place].say(Part { text, role: Role::User, at: moment(entry, &["timestamp"]), ..Part::default() });
    }
    talks.into_iter().map(Talk::finish).collect()
}
