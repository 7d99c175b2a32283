//! Claude Code transcripts: one JSON object a line, messages as objects with blocks.
//!
//! Left out: thinking, meta entries, the summary that a compaction writes (it retells the turns above it), and what the
//! program says in the model's name. Not here: `history.jsonl`, which holds prompts without answers.

use super::{
    Format, Reading, Unreadable, Wording, draft, json, noise,
    talk::{Talk, answer, said},
    value::{first_text, is, moment, text},
};
use crate::{Part, Role};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Whether a line is of this shape.
pub(super) fn is_line(line: &Value) -> bool {
    match text(line, "type") {
        "user" | "assistant" | "human" => {
            let is_message = line["message"].get("content").is_some() || line["message"].is_string();
            is_message || line["content"].is_string() && !text(line, "sessionId").is_empty()
        }
        "summary" => line.get("leafUuid").is_some(),
        "file-history-snapshot" => line.get("messageId").is_some(),
        "queue-operation" | "custom-title" | "ai-title" | "system" | "progress" | "attachment" => line.get("sessionId").is_some(),
        _ => false,
    }
}

pub(super) fn read(path: &str, bytes: &[u8], wording: Wording) -> Result<Reading, Unreadable> {
    let mut session = Session { talk: Talk::new(path), wording, came_in: came_in(bytes), ..Session::default() };
    let mut reading = json::some_lines(Format::ClaudeCode, path, bytes, |line| session.line(&line))?;
    for title in [&session.named, &session.summed_up] {
        session.talk.entitle(title);
    }
    reading.documents.push(session.talk.finish());
    Ok(reading)
}

/// What a person said, by its words, as often as it came into the talk or was taken back. Only for talks in which something
/// waited: for the others nobody asks.
fn came_in(bytes: &[u8]) -> HashMap<String, usize> {
    let mut came_in: HashMap<String, usize> = HashMap::new();
    let mark = b"\"enqueue\"";
    if bytes.windows(mark.len()).any(|window| window == mark) {
        json::lines(&mut Reading::default(), bytes, |line| {
            let content = match text(&line, "type") {
                "user" | "human" => &line["message"]["content"],
                "attachment" => &line["attachment"]["prompt"],
                "queue-operation" if text(&line, "operation") != "enqueue" => &line["content"],
                _ => return,
            };
            *came_in.entry(said(content, &mut HashMap::new()).words).or_default() += 1;
        });
    }
    came_in
}

struct Session {
    talk: Talk,
    wording: Wording,
    /// Which tool a call named, by the call's id.
    tools: HashMap<String, String>,
    /// Entries already read: a resumed session writes old ones again.
    seen: HashSet<String>,
    /// The thread of each entry beside the main one, for those that name only whom they follow.
    threads: HashMap<String, String>,
    /// What waited and came into the talk later: there it is read.
    came_in: HashMap<String, usize>,
    named: String,
    summed_up: String,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            talk: Talk::new(""),
            wording: Wording::default(),
            tools: HashMap::new(),
            seen: HashSet::new(),
            threads: HashMap::new(),
            came_in: HashMap::new(),
            named: String::new(),
            summed_up: String::new(),
        }
    }
}

impl Session {
    fn line(&mut self, line: &Value) {
        match text(line, "type") {
            "summary" => text(line, "summary").clone_into(&mut self.summed_up),
            "custom-title" | "ai-title" => first_text(line, &["customTitle", "aiTitle", "title"]).clone_into(&mut self.named),
            "user" | "human" => self.message(line, Role::User),
            "assistant" => self.message(line, Role::Assistant),
            // What a person types while the model works waits, and comes in between two of its steps.
            "attachment" if text(&line["attachment"], "type") == "queued_command" => self.put_in(line, &line["attachment"]["prompt"]),
            "queue-operation" if text(line, "operation") == "enqueue" => {
                let words = said(&line["content"], &mut HashMap::new()).words;
                match self.came_in.get_mut(&words) {
                    Some(times) if *times > 0 => *times -= 1,
                    // The session ended before its turn came.
                    _ => self.put_in(line, &line["content"]),
                }
            }
            _ => {}
        }
    }

    /// Adds what a person typed while the model worked.
    fn put_in(&mut self, line: &Value, content: &Value) {
        let uuid = text(line, "uuid");
        let thread = self.thread(line, uuid);
        if uuid.is_empty() || self.seen.insert(uuid.to_owned()) {
            let text = self.wording.of(&said(content, &mut self.tools).words, &noise::CLAUDE);
            self.talk.say(Part { text, role: Role::User, at: moment(line, &["timestamp"]), thread, ..Part::default() });
        }
    }

    fn message(&mut self, line: &Value, role: Role) {
        let uuid = text(line, "uuid");
        let thread = self.thread(line, uuid);
        let is_news = uuid.is_empty() || self.seen.insert(uuid.to_owned());
        let ours = ["isMeta", "isCompactSummary", "isApiErrorMessage"].iter().any(|mark| is(line, mark));
        let message = &line["message"];
        let model = text(message, "model");
        if !is_news || ours || model == "<synthetic>" {
            return;
        }
        // Early versions wrote the text itself where later ones have an object.
        let content = message.get("content").unwrap_or(if message.is_string() { message } else { &line["content"] });
        let said = said(&draft::unfold(content, &mut self.tools), &mut self.tools);
        let at = moment(line, &["timestamp"]);
        for (tool, words) in said.answers {
            let text = answer(&self.wording.of(&words, &noise::CLAUDE));
            self.talk.say(Part { text, author: tool, role: Role::Tool, at, thread: thread.clone(), ..Part::default() });
        }
        let words = if role == Role::User { self.wording.of(&said.words, &noise::CLAUDE) } else { said.words };
        self.talk.say_in(text(message, "id"), Part { text: words, author: model.to_owned(), role, at, thread, ..Part::default() });
    }

    /// The thread of an entry: none for the main talk, one of its own for each subagent.
    fn thread(&mut self, line: &Value, uuid: &str) -> String {
        if !is(line, "isSidechain") {
            return String::new();
        }
        let agent = text(line, "agentId");
        let thread = match self.threads.get(text(line, "parentUuid")) {
            _ if !agent.is_empty() => format!("agent-{agent}"),
            Some(thread) => thread.clone(),
            None => format!("agent-{}", if uuid.is_empty() { "1" } else { uuid }),
        };
        if !uuid.is_empty() {
            self.threads.insert(uuid.to_owned(), thread.clone());
        }
        thread
    }
}
