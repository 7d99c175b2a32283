//! claude-mem: its database, or its export as JSON. Prompts, observations and summaries of a session are one document.
//!
//! Columns were renamed and added over the versions; a name is asked for under all its spellings. Not here: the queue of
//! things to be observed, and counters.

use super::{
    Format, Reading, Unreadable, json,
    tables::{Tables, rows_of},
    talk::objects,
    value::{first_text, moment, text},
};
use crate::{Document, Kind, Part, Role};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

const SESSIONS: &[&str] =
    &["content_session_id", "claude_session_id", "memory_session_id", "sdk_session_id", "project", "custom_title", "user_prompt"];
const OBSERVATIONS: &[&str] = &[
    "memory_session_id",
    "sdk_session_id",
    "project",
    "text",
    "type",
    "title",
    "subtitle",
    "facts",
    "narrative",
    "files_read",
    "files_modified",
    "created_at",
    "created_at_epoch",
    "generated_by_model",
];
const SUMMARIES: &[&str] = &[
    "memory_session_id",
    "sdk_session_id",
    "project",
    "request",
    "investigated",
    "learned",
    "completed",
    "next_steps",
    "notes",
    "created_at",
    "created_at_epoch",
];
const PROMPTS: &[&str] = &["content_session_id", "claude_session_id", "prompt_text", "created_at", "created_at_epoch"];
/// The session as the assistant counts it, and as claude-mem does.
const OUTER: &[&str] = &["content_session_id", "claude_session_id"];
const INNER: &[&str] = &["memory_session_id", "sdk_session_id"];
const WRITTEN: &[&str] = &["created_at_epoch", "created_at"];

/// The export: the same rows under `sessions`, `observations`, `summaries` and `prompts`.
pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    let value = json::whole(Format::ClaudeMem, path, bytes)?;
    let mut kept = Kept::default();
    objects(&value, "sessions").for_each(|row| kept.session(row));
    objects(&value, "prompts").for_each(|row| kept.prompt(row));
    objects(&value, "observations").for_each(|row| kept.observation(row));
    objects(&value, "summaries").for_each(|row| kept.summary(row));
    Ok(Reading { documents: kept.documents(path), ..Reading::default() })
}

/// The database.
pub(super) fn read_tables(path: &str, tables: &mut dyn Tables) -> Result<Reading, String> {
    let mut kept = Kept::default();
    rows_of(tables, "sdk_sessions", SESSIONS, |row| kept.session(&row))?;
    rows_of(tables, "user_prompts", PROMPTS, |row| kept.prompt(&row))?;
    rows_of(tables, "observations", OBSERVATIONS, |row| kept.observation(&row))?;
    rows_of(tables, "session_summaries", SUMMARIES, |row| kept.summary(&row))?;
    Ok(Reading { documents: kept.documents(path), ..Reading::default() })
}

#[derive(Default)]
struct Kept {
    /// The outer name of each inner session.
    outer: HashMap<String, String>,
    /// Title and parts by session. Sorted, so that two readings list the same.
    sessions: BTreeMap<String, (String, Vec<Part>)>,
}

impl Kept {
    fn session(&mut self, row: &Value) {
        let (outer, inner) = (first_text(row, OUTER), first_text(row, INNER));
        if !outer.is_empty() && !inner.is_empty() {
            self.outer.insert(inner.to_owned(), outer.to_owned());
        }
        let id = if outer.is_empty() { inner } else { outer };
        first_text(row, &["custom_title", "user_prompt", "project"]).clone_into(&mut self.sessions.entry(id.to_owned()).or_default().0);
    }

    fn add(&mut self, row: &Value, part: Part) {
        let (outer, inner) = (first_text(row, OUTER), first_text(row, INNER));
        let id = if outer.is_empty() { self.outer.get(inner).map_or(inner, String::as_str) } else { outer };
        let (title, parts) = self.sessions.entry(id.to_owned()).or_default();
        if title.is_empty() {
            text(row, "project").clone_into(title);
        }
        parts.push(Part { at: moment(row, WRITTEN), ..part });
    }

    fn prompt(&mut self, row: &Value) {
        self.add(row, Part { text: text(row, "prompt_text").to_owned(), role: Role::User, ..Part::default() });
    }

    fn observation(&mut self, row: &Value) {
        let mut words: Vec<String> = ["title", "subtitle", "narrative", "text"].iter().map(|key| text(row, key).trim().to_owned()).collect();
        words.extend(listed(&row["facts"]).into_iter().map(|fact| format!("- {fact}")));
        let files: Vec<String> = ["files_read", "files_modified"].iter().flat_map(|key| listed(&row[*key])).collect();
        if !files.is_empty() {
            words.push(format!("Files: {}", files.join(", ")));
        }
        words.retain(|words| !words.is_empty());
        let author = text(row, "generated_by_model").to_owned();
        self.add(row, Part { text: words.join("\n"), author, heading: text(row, "type").to_owned(), ..Part::default() });
    }

    fn summary(&mut self, row: &Value) {
        let fields = [
            ("request", "Request"),
            ("investigated", "Investigated"),
            ("learned", "Learned"),
            ("completed", "Completed"),
            ("next_steps", "Next steps"),
            ("notes", "Notes"),
        ];
        let told = fields.iter().map(|(key, name)| (name, text(row, key).trim())).filter(|(_, words)| !words.is_empty());
        let words: Vec<String> = told.map(|(name, words)| format!("{name}: {words}")).collect();
        self.add(row, Part { text: words.join("\n"), heading: "summary".to_owned(), ..Part::default() });
    }

    fn documents(self, path: &str) -> Vec<Document> {
        let document = |(id, (title, mut parts)): (String, (String, Vec<Part>))| {
            parts.sort_by_key(|part| part.at);
            Document { path: format!("{path}#{id}"), title, kind: Kind::Memory, parts }
        };
        self.sessions.into_iter().map(document).collect()
    }
}

/// A list, which the database keeps as JSON in a text.
fn listed(value: &Value) -> Vec<String> {
    let words = |value: &Value| value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    match value {
        Value::String(written) => serde_json::from_str(written).map(|inner: Value| words(&inner)).unwrap_or_default(),
        other => words(other),
    }
}
