//! The export of Claude.ai: a list of conversations with their messages in order.
//!
//! Of edited turns only the branch to the last message is kept. Not here: projects, accounts and thinking.

use super::{
    Format, Reading, Unreadable, branch, draft, json,
    talk::{Said, Talk, answer, attached, said},
    value::{list, moment, text},
};
use crate::{Document, Part, Role};
use serde_json::Value;
use std::collections::HashMap;

pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    let is_list = bytes.trim_ascii_start().first() == Some(&b'[');
    json::elements(Format::ClaudeAi, path, bytes, |reading, place, value| {
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
