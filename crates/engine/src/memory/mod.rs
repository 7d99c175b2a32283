//! Memory: how what was seen is kept so that it can be found, and how it is found.
//!
//! Not here: what may be read by whom. Operations decide that; this works on what it is handed.

mod blocks;
mod codes;
mod fill;
mod find;
mod keeper;
mod quote;
mod sentences;
mod sight;
mod vocabulary;
mod words;

pub(crate) use blocks::Blocks;
pub use fill::Filled;
pub(crate) use find::{Filter, Found, Question, find};
pub(crate) use keeper::{Keeper, Piece, begin_set, twin};
pub(crate) use quote::Quotes;
pub(crate) use sentences::sentences;
pub use sight::{Sight, Why, Withheld};
pub(crate) use sight::{around, beliefs, line, sights, texts, withheld};

use crate::Error;
use kernel::{refusal::Code, text::Content};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What is held in memory between questions, so that each need not read everything anew.
#[derive(Debug, Default)]
pub(crate) struct Recollection {
    codes: std::sync::Mutex<codes::Codes>,
    words: std::sync::Mutex<words::Remembered>,
    /// Of the ledger's size: what conditions let through.
    conditions: std::sync::Mutex<Vec<(u64, store::Among, std::sync::Arc<codes::Numbers>)>>,
}

impl Recollection {
    /// Forgets every word, because some were erased. The codes are read anew where they changed.
    pub(crate) fn forget(&self) {
        *self.words.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = words::Remembered::default();
    }
}

/// Secrets by kind, as answers name them.
pub(crate) type Secrets = BTreeMap<String, usize>;

/// The text without its secrets, which are counted.
pub(crate) fn redact(content: Content, found: &mut Secrets) -> Result<Content, Error> {
    let mut text = Json::String(content.into());
    redact_json(&mut text, found);
    Ok(Content::parse(text.as_str().unwrap_or_default()).map_err(|e| Code::InputInvalid.refuse("content", e.to_string()))?)
}

/// The same for a text that need not be one of ours.
pub(crate) fn redact_text(text: &str, found: &mut Secrets) -> String {
    let mut text = Json::String(text.to_owned());
    redact_json(&mut text, found);
    text.as_str().unwrap_or_default().to_owned()
}

/// Takes secrets out of every text of a value, and counts them.
pub(crate) fn redact_json(value: &mut Json, found: &mut Secrets) {
    match value {
        Json::String(text) => {
            let redacted = ingest::redact(text);
            if redacted.found.is_empty() {
                return;
            }
            for (kind, count) in redacted.found {
                *found.entry(kind.name().to_owned()).or_default() += count;
            }
            *text = redacted.text.into_owned();
        }
        Json::Array(items) => items.iter_mut().for_each(|item| redact_json(item, found)),
        Json::Object(fields) => fields.values_mut().for_each(|item| redact_json(item, found)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// Refuses words with a secret in them that a human is about to seal: what is sealed is kept to the letter, so it can be
/// neither redacted nor quietly kept.
pub(crate) fn require_no_secrets(what: &str, value: &impl serde::Serialize) -> Result<(), Error> {
    let mut found = Secrets::new();
    redact_json(&mut crate::operation::to_json(value)?, &mut found);
    if found.is_empty() {
        return Ok(());
    }
    let kinds: Vec<&str> = found.keys().map(String::as_str).collect();
    Err(Code::InputInvalid
        .refuse(what, format!("the words hold a secret ({}), and a seal would keep them to the letter", kinds.join(", ")))
        .next("Say where the secret is kept instead of the secret itself, and call again")
        .into())
}
