//! opencode: sessions, messages and parts, from its storage folder, its database, or one exported session.
//!
//! Not here: reasoning, snapshots and patches; what the program wrote into a person's message (`synthetic`).

use super::{
    Format, Reading, Unreadable, json,
    tables::{Tables, rows_of},
    talk::{Talk, answer, call, objects},
    value::{file_name, first_text, is, moment, text},
};
use crate::{Document, Part, Role};
use serde_json::Value;
use std::collections::HashMap;

/// Where sessions lie in the storage folder, and in the folder that holds it.
pub(super) const SESSIONS: &[&str] = &["session", "storage/session"];

/// One session, and its messages with their parts, in any order.
#[derive(Default)]
struct Session {
    about: Value,
    messages: Vec<Value>,
}

/// What was gathered, before it is put together.
#[derive(Default)]
struct Gathered {
    /// Sessions by id.
    sessions: HashMap<String, Session>,
    /// Parts by message.
    parts: HashMap<String, Vec<Value>>,
}

/// One file: an exported session, or a file of the storage folder by itself, which says too little to be a document.
pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    let value = json::whole(Format::Opencode, path, bytes)?;
    let mut gathered = Gathered::default();
    for message in objects(&value, "messages") {
        let id = text(&message["info"], "id").to_owned();
        gathered.parts.entry(id).or_default().extend(objects(message, "parts").cloned());
    }
    let messages = objects(&value, "messages").map(|message| message["info"].clone()).collect();
    gathered.sessions.insert(text(&value["info"], "id").to_owned(), Session { about: value["info"].clone(), messages });
    Ok(Reading { documents: gathered.documents(|_| path.to_owned()), ..Reading::default() })
}

/// Whether a name is of a file in the storage folder.
pub(super) fn is_stored(name: &str) -> bool {
    let mut pieces = name.rsplit('/');
    let is_file = pieces.next().is_some_and(|file| is_named(file, "json"));
    let owner = pieces.next().unwrap_or_default();
    match pieces.next() {
        Some("message") => is_file && owner.starts_with("ses"),
        Some("part") => is_file && owner.starts_with("msg"),
        Some("session") => is_file,
        _ => false,
    }
}

/// Whether a name, within a folder that holds the storage folder or is it, is the program's own: the storage, and what stands
/// beside it where the program keeps its data. Keys and logs among that are nobody's memory.
pub(super) fn is_own(names: &[&str], name: &str) -> bool {
    let first = name.split('/').next().unwrap_or_default();
    if names.iter().any(|name| name.starts_with("storage/session/")) {
        return ["storage", "log", "bin", "snapshot", "tool-output", "auth.json", "mcp-auth.json"].contains(&first);
    }
    is_stored(name) || ["project", "migration", "todo", "share", "session_diff", "session_share"].contains(&first)
}

fn is_named(file: &str, ending: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(ending))
}

/// The storage folder.
pub(super) fn read_folder(files: Vec<(String, Vec<u8>)>) -> Reading {
    let mut reading = Reading::default();
    let mut gathered = Gathered::default();
    let mut paths: HashMap<String, String> = HashMap::new();
    for (path, bytes) in files.into_iter().filter(|(path, _)| is_stored(path)) {
        let value = match json::parse(&bytes) {
            Ok(value) => value,
            Err(error) => {
                reading.fault(error.line() as u64, format!("{path}: {error}"));
                continue;
            }
        };
        let mut pieces = path.rsplit('/').skip(1);
        let owner = pieces.next().unwrap_or_default().to_owned();
        match pieces.next() {
            Some("message") => gathered.session(&owner).messages.push(named(value, &path)),
            Some("part") => gathered.parts.entry(owner).or_default().push(named(value, &path)),
            _ => {
                let value = named(value, &path);
                let id = text(&value, "id").to_owned();
                gathered.session(&id).about = value;
                paths.insert(id, path);
            }
        }
    }
    reading.documents = gathered.documents(|id| paths.get(id).cloned().unwrap_or_else(|| format!("message/{id}")));
    reading
}

/// The value with an id: its own, or the name of its file.
fn named(mut value: Value, path: &str) -> Value {
    if value.is_object() && text(&value, "id").is_empty() {
        value["id"] = Value::from(file_name(path).trim_end_matches(".json"));
    }
    value
}

/// The database that later versions keep.
pub(super) fn read_tables(path: &str, tables: &mut dyn Tables) -> Result<Reading, String> {
    let mut reading = Reading::default();
    let mut gathered = Gathered::default();
    rows_of(tables, "session", &["id", "parent_id", "title", "time_created"], |row| {
        let id = text(&row, "id").to_owned();
        gathered.session(&id).about = row;
    })?;
    let mut unpack = |row: &Value, table: &str| {
        let data = json::parse(text(row, "data").as_bytes());
        match data {
            Ok(mut data) if data.is_object() => {
                data["id"] = row["id"].clone();
                Some(data)
            }
            _ => {
                reading.fault(0, format!("{table} `{}` holds no JSON object", text(row, "id")));
                None
            }
        }
    };
    rows_of(tables, "message", &["id", "session_id", "data"], |row| {
        if let Some(message) = unpack(&row, "message") {
            gathered.session(text(&row, "session_id")).messages.push(message);
        }
    })?;
    rows_of(tables, "part", &["id", "message_id", "data"], |row| {
        if let Some(part) = unpack(&row, "part") {
            gathered.parts.entry(text(&row, "message_id").to_owned()).or_default().push(part);
        }
    })?;
    reading.documents = gathered.documents(|id| format!("{path}#{id}"));
    Ok(reading)
}

impl Gathered {
    fn session(&mut self, id: &str) -> &mut Session {
        self.sessions.entry(id.to_owned()).or_default()
    }

    /// The sessions by id; ids grow with time, and so do those of messages and parts.
    fn documents(mut self, path: impl Fn(&str) -> String) -> Vec<Document> {
        let mut sessions: Vec<(String, Session)> = self.sessions.drain().collect();
        sessions.sort_by(|(left, _), (right, _)| left.cmp(right));
        let mut documents = Vec::new();
        for (id, Session { about, mut messages }) in sessions {
            messages.sort_by_cached_key(|message| (moment(&message["time"], &["created"]), text(message, "id").to_owned()));
            let mut talk = Talk::new(path(&id));
            talk.entitle(text(&about, "title"));
            // A session that has a parent is a subagent's.
            let is_child = !first_text(&about, &["parentID", "parent_id"]).is_empty();
            let thread = if is_child { format!("agent-{id}") } else { String::new() };
            for message in &messages {
                let mut parts = self.parts.remove(text(message, "id")).unwrap_or_default();
                parts.sort_by_cached_key(|part| text(part, "id").to_owned());
                write(&mut talk, message, &parts, &thread);
            }
            documents.push(talk.finish());
        }
        documents
    }
}

fn write(talk: &mut Talk, message: &Value, parts: &[Value], thread: &str) {
    // A summary retells the turns above it.
    if is(message, "summary") {
        return;
    }
    let id = text(message, "id");
    let said_at = moment(&message["time"], &["created"]);
    let (role, author) = match text(message, "role") {
        "user" => (Role::User, ""),
        _ => (Role::Assistant, text(message, "modelID")),
    };
    for part in parts {
        let entry =
            |role, author: &str, text: String, at| Part { text, author: author.to_owned(), role, at, thread: thread.to_owned(), ..Part::default() };
        match text(part, "type") {
            "text" if !is(part, "synthetic") && !is(part, "ignored") => {
                talk.say_in(id, entry(role, author, text(part, "text").trim().to_owned(), said_at));
            }
            "file" => talk.say_in(id, entry(role, author, file(part), said_at)),
            "tool" => {
                let (tool, state) = (text(part, "tool"), &part["state"]);
                talk.say_in(id, entry(Role::Assistant, author, call(tool, &state["input"]), said_at));
                let at = moment(&state["time"], &["end", "start"]).or(said_at);
                let failed = text(state, "error");
                let words = if failed.is_empty() { answer(text(state, "output")) } else { format!("error: {}", answer(failed)) };
                talk.say(entry(Role::Tool, tool, words, at));
            }
            _ => {}
        }
    }
}

/// A file by its name. One that stands in the talk itself has none, and its bytes are no words.
fn file(part: &Value) -> String {
    match first_text(part, &["filename", "url"]) {
        "" if text(part, "mime").starts_with("image/") => "[image]".to_owned(),
        name if name.starts_with("data:image/") => "[image]".to_owned(),
        name if name.is_empty() || name.starts_with("data:") => "[file]".to_owned(),
        name => format!("[file {name}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_file_that_stands_in_the_talk_is_not_its_bytes() {
        for (part, words) in [
            (json!({ "filename": "oven.png", "url": "data:image/png;base64,iVBORw0KGgo=" }), "[file oven.png]"),
            (json!({ "url": "data:image/png;base64,iVBORw0KGgo=" }), "[image]"),
            (json!({ "url": "data:application/pdf;base64,JVBERi0=" }), "[file]"),
            (json!({ "url": "file:///a/notes.md" }), "[file file:///a/notes.md]"),
            (json!({ "mime": "image/png" }), "[image]"),
            (json!({}), "[file]"),
        ] {
            assert_eq!(file(&part), words, "{part}");
        }
    }
}
