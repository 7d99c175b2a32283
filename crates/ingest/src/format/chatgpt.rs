//! The export of ChatGPT: a list of conversations, each a tree of messages with one current leaf.
//!
//! Of edited turns only the branch that was current is kept. Not here: thoughts, hidden messages, custom instructions.

use super::{
    Format, Reading, Unreadable, branch, draft, json,
    talk::{Talk, answer, attached, call_written},
    value::{first_text, is, list, moment, text},
};
use crate::{Document, Part, Role};
use serde_json::Value;
use std::collections::HashMap;

pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    json::elements(Format::ChatGpt, path, bytes, |reading, place, value| {
        if value["conversations"].is_array() {
            for (place, inner) in list(&value, "conversations").iter().enumerate() {
                keep(reading, path, place, inner, false);
            }
        } else {
            // The file of a single conversation needs no id in its name.
            keep(reading, path, place, &value, place == 0 && bytes.trim_ascii_start().first() == Some(&b'{'));
        }
    })
}

fn keep(reading: &mut Reading, path: &str, place: usize, value: &Value, alone: bool) {
    if !value["mapping"].is_object() {
        return reading.fault(0, format!("entry {} is not a conversation: it has no `mapping`", place + 1));
    }
    let id = first_text(value, &["conversation_id", "id"]);
    let name = match id {
        _ if alone => path.to_owned(),
        "" => format!("{path}#{}", place + 1),
        id => format!("{path}#{id}"),
    };
    reading.documents.push(conversation(name, value));
}

fn conversation(path: String, value: &Value) -> Document {
    let mut talk = Talk::new(path);
    talk.entitle(text(value, "title"));
    let Some(nodes) = value["mapping"].as_object() else { return talk.finish() };
    let parents: HashMap<&str, &str> = nodes.iter().filter_map(|(id, node)| Some((id.as_str(), node["parent"].as_str()?))).collect();
    let leaf = match text(value, "current_node") {
        leaf if nodes.contains_key(leaf) => Some(leaf),
        // Some exports name no leaf; the last thing said is on the branch that was current.
        _ => nodes.iter().max_by_key(|(_, node)| moment(&node["message"], &["create_time"])).map(|(id, _)| id.as_str()),
    };
    for id in leaf.map(|leaf| branch::to_leaf(leaf, &parents)).unwrap_or_default() {
        if let Some(message) = nodes.get(id).map(|node| &node["message"]).filter(|message| message.is_object()) {
            write(&mut talk, message);
        }
    }
    talk.finish()
}

fn write(talk: &mut Talk, message: &Value) {
    let about = &message["metadata"];
    if is(about, "is_visually_hidden_from_conversation") {
        return;
    }
    let words = words(&message["content"]);
    let at = moment(message, &["create_time"]);
    let (role, author, text) = match text(&message["author"], "role") {
        "user" => (Role::User, text(&message["author"], "name"), with_files(words, about)),
        "assistant" => match text(message, "recipient") {
            "" | "all" => (Role::Assistant, text(about, "model_slug"), words),
            tool => (Role::Assistant, text(about, "model_slug"), called(tool, &words)),
        },
        "tool" => (Role::Tool, text(&message["author"], "name"), answer(&words)),
        _ => return,
    };
    talk.say(Part { text, author: author.to_owned(), role, at, ..Part::default() });
}

/// What a person said, and the names of what they brought with it. Pictures stand among the words already.
fn with_files(words: String, about: &Value) -> String {
    let files: Vec<Value> =
        list(about, "attachments").iter().filter(|file| !first_text(file, &["mime_type", "mimeType"]).starts_with("image/")).cloned().collect();
    let files = attached(&files, "name");
    if files.is_empty() { words } else { format!("{words}\n{files}").trim().to_owned() }
}

/// A call in one line, or the canvas that it writes.
fn called(tool: &str, arguments: &str) -> String {
    let draft = json::parse(arguments.as_bytes()).ok().and_then(|input| draft::of(tool, &input));
    draft.unwrap_or_else(|| call_written(tool, arguments))
}

fn words(content: &Value) -> String {
    match text(content, "content_type") {
        "thoughts" | "reasoning_recap" | "user_editable_context" | "model_editable_context" => String::new(),
        "text" | "multimodal_text" => {
            let parts: Vec<String> = list(content, "parts").iter().map(part).filter(|part| !part.is_empty()).collect();
            without_marks(parts.join("\n").trim())
        }
        _ => first_text(content, &["text", "result"]).trim().to_owned(),
    }
}

fn part(part: &Value) -> String {
    match part {
        Value::String(words) => words.clone(),
        _ => match text(part, "content_type") {
            "image_asset_pointer" => "[image]".to_owned(),
            _ => text(part, "text").to_owned(),
        },
    }
}

/// The words without the private marks that point to sources: from U+E200 to U+E201.
fn without_marks(words: &str) -> String {
    if !words.contains('\u{E200}') {
        return words.to_owned();
    }
    let mut kept = String::with_capacity(words.len());
    let mut inside = false;
    for c in words.chars() {
        match c {
            '\u{E200}' => inside = true,
            '\u{E201}' => inside = false,
            '\n' => {
                inside = false;
                kept.push(c);
            }
            c if !inside => kept.push(c),
            _ => {}
        }
    }
    kept
}
