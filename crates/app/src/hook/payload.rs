//! What a client writes on a hook's standard input: one JSON object, of which every client has its own words for a few things.
//!
//! Nothing is required: a field that is missing is an event with less to say. Not here: deciding anything.

use kernel::json_repair::repair_json;
use serde::Deserialize;
use serde_json::Value as Json;
use std::{io::Read, path::PathBuf};

/// The most a client may say, in bytes. opencode sends the whole conversation before it is shortened; the others a path to it.
const BYTES_MAX: u64 = 64 << 20;

/// What happened, in the client's words.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Payload {
    /// The client's own id of the session; Cursor calls it a conversation.
    #[serde(alias = "conversation_id")]
    session: Option<Json>,
    session_id: Option<Json>,
    /// Where the conversation is written down.
    transcript_path: Option<String>,
    /// The conversation itself, where there is no file of it.
    pub transcript: Option<Json>,
    cwd: Option<String>,
    workspace_roots: Option<Vec<String>>,
    pub tool_name: String,
    /// An object; Cursor writes some of them as text.
    tool_input: Json,
    /// What the tool answered.
    #[serde(alias = "tool_output", alias = "result_json")]
    pub tool_response: Json,
}

impl Payload {
    /// Reads what a client said, within bounds.
    pub(super) fn read(from: impl Read) -> Result<Self, String> {
        let mut text = Vec::new();
        from.take(BYTES_MAX + 1).read_to_end(&mut text).map_err(|error| format!("standard input cannot be read: {error}"))?;
        if text.len() as u64 > BYTES_MAX {
            return Err(format!("standard input is longer than {BYTES_MAX} bytes"));
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            return Err("nothing was given on standard input".into());
        }
        let strange = |error: serde_json::Error| format!("standard input is not what a client says to a hook: {error}");
        // A list would be read as the fields in their order, which nobody meant.
        let object: serde_json::Map<String, Json> = serde_json::from_slice(&repair_json(&text)).map_err(strange)?;
        serde_json::from_value(Json::Object(object)).map_err(strange)
    }

    /// The client's own name for the session.
    pub(super) fn session(&self) -> String {
        let told = |value: &Option<Json>| match value {
            Some(Json::String(text)) => Some(text.clone()),
            Some(Json::Number(number)) => Some(number.to_string()),
            Some(_) | None => None,
        };
        told(&self.session_id).or_else(|| told(&self.session)).unwrap_or_default()
    }

    /// The folder the work is done in, if it is there.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        let first = self.workspace_roots.iter().flatten().next();
        let mut told = self.cwd.iter().chain(first).map(PathBuf::from);
        told.find(|folder| folder.is_absolute() && folder.is_dir())
    }

    /// The transcript, if the client keeps one.
    pub(super) fn transcript_path(&self) -> Option<PathBuf> {
        self.transcript_path.as_deref().filter(|path| !path.is_empty()).map(PathBuf::from)
    }

    /// What the tool is given.
    pub(super) fn tool_input(&self) -> Json {
        match &self.tool_input {
            Json::String(text) => serde_json::from_slice(&repair_json(text.as_bytes())).unwrap_or_else(|_| self.tool_input.clone()),
            other => other.clone(),
        }
    }
}
