//! Codex rollouts: one JSON object a line, `response_item` and `event_msg` in envelopes, or bare items in early versions.
//!
//! Every message stands twice in a rollout, as an item and as an event; events are used only when there are no items.
//! Not here: reasoning, the developer's instructions, token counts.

use super::{
    Format, Reading, Unreadable, Wording, json, noise,
    talk::{Talk, answer, call, call_written, said, tool_of},
    value::{first_text, moment, text},
};
use crate::{Part, Role};
use kernel::time::Moment;
use serde_json::Value;
use std::collections::HashMap;

/// Whether a line is of this shape.
pub(super) fn is_line(line: &Value) -> bool {
    let is_envelope = matches!(text(line, "type"), "session_meta" | "response_item" | "event_msg" | "turn_context" | "compacted");
    let is_first = line.get("id").is_some() && line.get("timestamp").is_some() && line.get("instructions").is_some();
    is_envelope && line["payload"].is_object() || is_first || text(line, "record_type") == "state"
}

pub(super) fn read(path: &str, bytes: &[u8], wording: Wording) -> Result<Reading, Unreadable> {
    let mut rollout = Rollout {
        items: Talk::new(path),
        events: Talk::new(path),
        has_items: false,
        wording,
        tools: HashMap::new(),
        model: String::new(),
        thread: String::new(),
    };
    let mut reading = json::some_lines(Format::Codex, path, bytes, |line| rollout.line(&line))?;
    reading.documents.push(if rollout.has_items { rollout.items } else { rollout.events }.finish());
    Ok(reading)
}

struct Rollout {
    items: Talk,
    events: Talk,
    has_items: bool,
    wording: Wording,
    /// Which tool a call named, by the call's id.
    tools: HashMap<String, String>,
    model: String,
    thread: String,
}

impl Rollout {
    fn line(&mut self, line: &Value) {
        let at = moment(line, &["timestamp"]);
        let payload = &line["payload"];
        match text(line, "type") {
            "session_meta" => {
                // A subagent has a rollout of its own, and says so.
                if payload["source"].get("subagent").is_some() {
                    self.thread = format!("agent-{}", text(payload, "id"));
                }
            }
            "turn_context" => text(payload, "model").clone_into(&mut self.model),
            "event_msg" => self.event(payload, at),
            "response_item" => self.item(payload, at),
            "compacted" => {}
            _ => self.item(line, at),
        }
    }

    fn event(&mut self, event: &Value, at: Option<Moment>) {
        let (role, author) = match text(event, "type") {
            "user_message" => (Role::User, String::new()),
            "agent_message" => (Role::Assistant, self.model.clone()),
            _ => return,
        };
        let words = text(event, "message");
        let words = if role == Role::User { self.wording.of(words, &noise::CODEX) } else { words.to_owned() };
        self.events.say(Part { text: words, author, role, at, thread: self.thread.clone(), ..Part::default() });
    }

    fn item(&mut self, item: &Value, at: Option<Moment>) {
        let name = &*tool_of(first_text(item, &["namespace", "server"]), text(item, "name"));
        match text(item, "type") {
            "message" => {
                self.has_items = true;
                let words = said(&item["content"], &mut HashMap::new()).words;
                match text(item, "role") {
                    "user" => self.say(Role::User, String::new(), self.wording.of(&words, &noise::CODEX), at),
                    "assistant" => self.say(Role::Assistant, self.model.clone(), words, at),
                    _ => {}
                }
            }
            "function_call" => {
                let written = call_written(name, text(item, "arguments"));
                self.called(item, name, written, at);
            }
            "custom_tool_call" => self.called(item, name, call(name, &item["input"]), at),
            "local_shell_call" => self.called(item, "shell", call("shell", &item["action"]["command"]), at),
            "web_search_call" => {
                // It searched, opened a page, or looked for words in one.
                let asked = first_text(&item["action"], &["query", "pattern", "url"]);
                self.called(item, "web_search", call("web_search", &Value::from(asked)), at);
            }
            "function_call_output" | "custom_tool_call_output" | "local_shell_call_output" => {
                let tool = self.tools.get(text(item, "call_id")).cloned().unwrap_or_default();
                self.say(Role::Tool, tool, answer(&output(&item["output"])), at);
            }
            _ => {}
        }
    }

    fn called(&mut self, item: &Value, tool: &str, written: String, at: Option<Moment>) {
        self.has_items = true;
        self.tools.insert(text(item, "call_id").to_owned(), tool.to_owned());
        self.say(Role::Assistant, self.model.clone(), written, at);
    }

    fn say(&mut self, role: Role, author: String, text: String, at: Option<Moment>) {
        self.items.say(Part { text, author, role, at, thread: self.thread.clone(), ..Part::default() });
    }
}

/// What a tool wrote: text, blocks, or JSON with the text inside.
fn output(value: &Value) -> String {
    match value {
        Value::String(written) => match serde_json::from_str::<Value>(written) {
            Ok(inner @ Value::Object(_)) if inner["output"].is_string() => text(&inner, "output").to_owned(),
            _ => written.clone(),
        },
        Value::Object(_) if value["content"].is_string() => text(value, "content").to_owned(),
        other => said(other, &mut HashMap::new()).words,
    }
}
