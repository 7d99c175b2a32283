//! Text in, text out: chooses the hand that knows the format and minds what surrounds the text.
//!
//! Files are not here; a [`Trouble`] gets its path from the caller.

use super::clients::{Client, Format};
use super::entry::{self, Edit, Fields};
use super::{ConnectError, diff, json, toml};
use serde_json::Value as Json;
use std::path::Path;

/// What is wrong with a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    Broken { line: usize, column: usize, what: String },
    NotObject(String),
    NotList(String),
    Twice(String),
}

impl Trouble {
    pub(super) fn whole_file() -> Self {
        Self::NotObject("the whole file".to_owned())
    }

    pub(super) fn within(self, path: &Path) -> ConnectError {
        let path = path.to_path_buf();
        match self {
            Self::Broken { line, column, what } => ConnectError::Broken { path, line, column, what },
            Self::NotObject(key) => ConnectError::NotObject { path, key },
            Self::NotList(key) => ConnectError::NotList { path, key },
            Self::Twice(key) => ConnectError::Twice { path, key },
        }
    }
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text as a value; nothing but white space reads as an empty object.
pub(super) fn read(format: Format, text: &str) -> Result<Json, Trouble> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    match format {
        Format::Toml => toml::read(text),
        Format::Json | Format::JsonWithComments | Format::Jsonc => json::read(format, text),
    }
}

/// The text with the edits made below `key`, and everything else as it was.
pub(super) fn rewrite(format: Format, key: &str, text: &str, edits: &[Edit]) -> Result<String, Trouble> {
    if edits.is_empty() {
        return Ok(text.to_owned());
    }
    let (mark, body) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(body) => (BYTE_ORDER_MARK, body),
        None => ("", text),
    };
    // The libraries speak `\n`; a file with other endings gets them back line by line.
    let plain = body.replace("\r\n", "\n");
    let edited = match format {
        Format::Toml => toml::rewrite(key, &plain, edits)?,
        Format::Json | Format::JsonWithComments | Format::Jsonc => json::rewrite(format, key, &plain, edits)?,
    };
    Ok(format!("{mark}{}", diff::keep_line_endings(body, &edited)))
}

/// A new file that holds this entry and nothing else.
pub(super) fn fresh(client: &Client, name: &str, fields: &Fields) -> String {
    let edit = Edit::Set(vec![name.to_owned()], entry::whole(fields));
    match rewrite(client.format, client.key, "", &[edit]) {
        Ok(text) => text,
        Err(trouble) => panic!("BUG: an empty file takes every entry, but {trouble:?}"),
    }
}
