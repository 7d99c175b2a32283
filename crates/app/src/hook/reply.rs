//! What is said to each client, in its own protocol: exit status, standard output, standard error.
//!
//! Nothing to say is said with nothing. Everything is bounded: a client puts it in front of a model. Not here: what to say.

use crate::connect::hooks::{Event, Hooked, Slot, Style};
use serde_json::{Value as Json, json};

/// The most characters of one answer.
const CHARS_MAX: usize = 6_000;
/// The exit status that stops a tool, where a client reads exit statuses.
pub(super) const STOP: u8 = 2;
/// The exit status of a hook that went wrong, which stops nothing.
pub(super) const WRONG: u8 = 1;

/// What there is to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Nothing.
    Nothing,
    /// Something the agent should know.
    Context(String),
    /// The tool may not be used, and why.
    Refuse(String),
    /// One line for whoever reads logs; the client's work goes on.
    Aside(String),
}

/// An answer as a client reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    pub out: String,
    pub err: String,
    pub code: u8,
}

/// Writes an answer down for a client.
pub(super) fn render(client: &Hooked, event: Event, said: &Said) -> Reply {
    match said {
        Said::Nothing => Reply::default(),
        Said::Aside(why) => Reply { err: format!("palace hook {}: {}", event.name(), bounded(&why.replace('\n', " "))), ..Reply::default() },
        Said::Context(text) => Reply { out: context(client, event, &bounded(text)), ..Reply::default() },
        Said::Refuse(why) => refuse(client, &bounded(why)),
    }
}

/// Where a client has no way of telling the agent something, it is not told.
fn context(client: &Hooked, event: Event, text: &str) -> String {
    let name = match client.slot(event) {
        Slot::Named(name) => name,
        Slot::Missing(_) => return String::new(),
    };
    let answer = match (client.style, event) {
        (Style::Flat, Event::SessionStart | Event::PostToolUse) => json!({ "additional_context": text }),
        (Style::Flat, _) => return String::new(),
        // Before a tool Gemini CLI tells the person; it has no way of telling the agent.
        (Style::Named, Event::PreToolUse) => json!({ "systemMessage": text }),
        (Style::Named | Style::Grouped, _) => specific(name, text),
        (Style::Plugin, _) => specific(event.name(), text),
    };
    answer.to_string()
}

fn specific(event: &str, text: &str) -> Json {
    json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": text } })
}

fn refuse(client: &Hooked, why: &str) -> Reply {
    match client.style {
        // The exit status stops it, and what stands on standard error is told to the agent.
        Style::Grouped | Style::Plugin => Reply { err: why.to_owned(), code: STOP, ..Reply::default() },
        Style::Named => Reply { out: json!({ "decision": "deny", "reason": why }).to_string(), ..Reply::default() },
        Style::Flat => Reply { out: json!({ "permission": "deny", "user_message": why, "agent_message": why }).to_string(), ..Reply::default() },
    }
}

fn bounded(text: &str) -> String {
    if text.chars().count() <= CHARS_MAX {
        return text.to_owned();
    }
    text.chars().take(CHARS_MAX - 1).chain(['…']).collect()
}
