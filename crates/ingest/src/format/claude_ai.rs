//! The export of Claude.ai: conversations with their messages in order, projects with their documents, and what it remembers.
//!
//! Of edited turns only the branch to the last message is kept. Not here: accounts and thinking.

use super::{
    Format, Reading, Unreadable, branch, draft, json, plain,
    talk::{Said, Talk, answer, attached, said},
    value::{first_text, list, moment, text},
};
use crate::{Document, Kind, Part, Role};
use serde_json::Value;
use std::collections::HashMap;

pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    let is_list = bytes.trim_ascii_start().first() == Some(&b'[');
    json::elements(Format::ClaudeAi, path, bytes, |reading, place, value| {
        if value["docs"].is_array() {
            return reading.documents.extend(project(path, place, &value));
        }
        if value.get("conversations_memory").is_some() {
            return reading.documents.push(memory(path, &value));
        }
        if !value["chat_messages"].is_array() {
            return reading.fault(0, format!("entry {} is not a conversation: it has no `chat_messages`", place + 1));
        }
        let name = match text(&value, "uuid") {
            _ if !is_list => path.to_owned(),
            "" => format!("{path}#{}", place + 1),
            id => format!("{path}#{id}"),
        };
        reading.documents.push(conversation(name, &value));
    })
}

/// A project: what it is told to do, and each of its documents as the file it is.
fn project(path: &str, place: usize, value: &Value) -> Vec<Document> {
    let id = match text(value, "uuid") {
        "" => (place + 1).to_string(),
        id => id.to_owned(),
    };
    let part = |key: &str, heading: &str, value: &Value| Part {
        text: text(value, key).to_owned(),
        heading: heading.to_owned(),
        at: moment(value, &["updated_at", "created_at"]),
        ..Part::default()
    };
    let told = vec![part("description", "", value), part("prompt_template", "Instructions", value)];
    let mut documents = vec![Document { path: format!("{path}#{id}"), title: text(value, "name").to_owned(), kind: Kind::Memory, parts: told }];
    for doc in list(value, "docs") {
        let (name, words) = (text(doc, "filename"), text(doc, "content"));
        let own = first_text(doc, &["uuid", "filename"]);
        let format = plain::by_name(name, words);
        for read in plain::read(format, name, words.as_bytes()).documents {
            let parts = read.parts.into_iter().map(|part| Part { at: moment(doc, &["created_at"]), ..part }).collect();
            documents.push(Document { path: format!("{path}#{id}/{own}"), parts, ..read });
        }
    }
    documents
}

/// What it remembers of a person, and for each of their projects.
fn memory(path: &str, value: &Value) -> Document {
    let mut parts = vec![Part { text: text(value, "conversations_memory").to_owned(), ..Part::default() }];
    for (project, words) in value["project_memories"].as_object().into_iter().flatten() {
        parts.push(Part { text: words.as_str().unwrap_or_default().to_owned(), heading: format!("project {project}"), ..Part::default() });
    }
    let of = match text(value, "account_uuid") {
        "" => "memory".to_owned(),
        account => format!("memory/{account}"),
    };
    Document { path: format!("{path}#{of}"), title: "What Claude remembers".to_owned(), kind: Kind::Memory, parts }
}

fn conversation(path: String, value: &Value) -> Document {
    let mut talk = Talk::new(path);
    talk.entitle(text(value, "name"));
    let mut tools = HashMap::new();
    for message in current(value) {
        let mut said = said(&draft::unfold(&message["content"], &mut tools), &mut tools);
        if said.words.is_empty() && said.answers.is_empty() {
            said.add(text(message, "text"));
        }
        add_attachments(&mut said, message);
        let at = moment(message, &["created_at", "updated_at"]);
        let (role, author) = match text(message, "sender") {
            "human" | "user" => (Role::User, ""),
            _ => (Role::Assistant, text(value, "model")),
        };
        talk.say(Part { text: said.words, author: author.to_owned(), role, at, ..Part::default() });
        for (tool, words) in said.answers {
            talk.say(Part { text: answer(&words), author: tool, role: Role::Tool, at, ..Part::default() });
        }
    }
    talk.finish()
}

fn add_attachments(said: &mut Said, message: &Value) {
    for attachment in list(message, "attachments") {
        // A person pasted it, so these are their words, however many.
        let words = text(attachment, "extracted_content").trim();
        said.add(&format!("[attached {}]\n{words}", text(attachment, "file_name")));
    }
    said.add(&attached(list(message, "files"), "file_name"));
}

/// The messages of the current branch; all of them, when the export does not say who follows whom.
fn current(value: &Value) -> Vec<&Value> {
    let all = list(value, "chat_messages");
    let by_id: HashMap<&str, &Value> = all.iter().map(|message| (text(message, "uuid"), message)).collect();
    let parents: HashMap<&str, &str> = all.iter().map(|message| (text(message, "uuid"), text(message, "parent_message_uuid"))).collect();
    let leaf = match text(value, "current_leaf_message_uuid") {
        leaf if by_id.contains_key(leaf) => leaf,
        _ => all.last().map(|message| text(message, "uuid")).unwrap_or_default(),
    };
    let linked = all.len() > 1 && all.iter().skip(1).all(|message| !text(message, "parent_message_uuid").is_empty());
    if !linked {
        return all.iter().collect();
    }
    branch::to_leaf(leaf, &parents).into_iter().filter_map(|id| by_id.get(id).copied()).collect()
}
