//! Memory: how what was seen is kept so that it can be found, and how it is found.
//!
//! Not here: what may be read by whom. Operations decide that; this works on what it is handed.

mod blocks;
mod codes;
mod fill;
mod find;
mod keeper;
mod sight;
mod words;

pub use fill::Filled;
pub(crate) use find::{Filter, Found, Question, find};
pub(crate) use sight::{around, beliefs, line, sights, texts, withheld};
pub use sight::{Sight, Why, Withheld};
pub(crate) use blocks::Blocks;
pub(crate) use keeper::{Keeper, Piece, begin_set};

/// What is held in memory between questions, so that each need not read everything anew.
#[derive(Debug, Default)]
pub(crate) struct Recollection {
    codes: std::sync::Mutex<codes::Codes>,
    words: std::sync::Mutex<words::Remembered>,
}

impl Recollection {
    /// Forgets every word, because some were erased. The codes are read anew where they changed.
    pub(crate) fn forget(&self) {
        *self.words.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = words::Remembered::default();
    }
}

use serde_json::Value as Json;

/// Takes secrets out of every text of a value. Says whether there were any.
pub(crate) fn redact_json(value: &mut Json) -> bool {
    match value {
        Json::String(text) => {
            let redacted = ingest::redact(text);
            let found = !redacted.found.is_empty();
            if found {
                *text = redacted.text.into_owned();
            }
            found
        }
        Json::Array(items) => items.iter_mut().fold(false, |found, item| redact_json(item) | found),
        Json::Object(fields) => fields.values_mut().fold(false, |found, item| redact_json(item) | found),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}
