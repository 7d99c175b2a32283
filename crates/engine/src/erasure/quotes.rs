//! Finds erased words where somebody quoted them: in a proposal, a refused call, or a payload of the ledger.
//!
//! Not here: half a quotation. Whoever wants every trace of a word names the word itself.

use serde_json::Value as Json;
use std::collections::{HashMap, HashSet};
use store::Form;

/// Shorter pieces are found only where they stand alone: "ok" is part of much that nobody meant.
const WITHIN_BYTES_MIN: usize = 16;

/// Bytes by which a longer piece is looked up.
type Beginning = [u8; WITHIN_BYTES_MIN];

/// What is looked for.
#[derive(Default)]
pub(crate) struct Quotes {
    /// A text that must not be left anywhere.
    text: Option<String>,
    /// Pieces as a whole.
    whole: HashSet<String>,
    /// Longer pieces by how they begin, so that one pass over a text looks for all of them.
    within: HashMap<Beginning, Vec<String>>,
    /// Digests of pieces: whoever has one can try words against it.
    digests: HashSet<String>,
}

impl Quotes {
    /// Looks for a text wherever it stands.
    pub(crate) fn of_text(text: &str) -> Self {
        Self { text: Some(text.to_owned()), ..Self::default() }
    }

    /// Looks for a piece too, and for its digest.
    pub(crate) fn add(&mut self, piece: &str, digest: String) {
        self.digests.insert(digest);
        let piece = piece.trim();
        self.whole.insert(piece.to_owned());
        // What holds the piece holds the text, if the piece does.
        if self.text.as_ref().is_some_and(|text| piece.contains(text)) {
            return;
        }
        if let Some(beginning) = piece.as_bytes().first_chunk::<WITHIN_BYTES_MIN>() {
            self.within.entry(*beginning).or_default().push(piece.to_owned());
        }
    }

    /// The same, for what is kept in small letters.
    pub(crate) fn lowered(&self) -> Self {
        let mut lowered = self.text.as_deref().map_or_else(Self::default, |text| Self::of_text(&text.to_lowercase()));
        for piece in &self.whole {
            lowered.add(&piece.to_lowercase(), String::new());
        }
        Self { digests: self.digests.clone(), ..lowered }
    }

    /// Whether a text quotes.
    pub(crate) fn in_text(&self, text: &str) -> bool {
        if self.text.as_ref().is_some_and(|wanted| text.contains(wanted)) || self.whole.contains(text.trim()) || self.digests.contains(text) {
            return true;
        }
        let found = |place: usize, beginning: &Beginning| {
            self.within.get(beginning).is_some_and(|pieces| pieces.iter().any(|piece| text.as_bytes()[place..].starts_with(piece.as_bytes())))
        };
        !self.within.is_empty()
            && text.as_bytes().windows(WITHIN_BYTES_MIN).enumerate().any(|(place, window)| window.first_chunk().is_some_and(|b| found(place, b)))
    }

    /// Whether any text in a value quotes, be it a name or what is named.
    pub(crate) fn in_json(&self, value: &Json) -> bool {
        match value {
            Json::String(text) => self.in_text(text),
            Json::Array(items) => items.iter().any(|item| self.in_json(item)),
            Json::Object(fields) => fields.iter().any(|(name, item)| self.in_text(name) || self.in_json(item)),
            Json::Null | Json::Bool(_) | Json::Number(_) => false,
        }
    }

    /// Whether a column that is read so quotes.
    pub(crate) fn in_form(&self, form: Form, text: &str) -> bool {
        match form {
            Form::Plain => self.in_text(text),
            Form::Json => self.in_kept(text),
            Form::Record => serde_json::from_str(text).map_or_else(|_| self.in_text(text), |value| self.in_values(&value)),
        }
    }

    /// Whether any text in a value quotes, whatever it is named.
    fn in_values(&self, value: &Json) -> bool {
        match value {
            Json::String(text) => self.in_text(text),
            Json::Array(items) => items.iter().any(|item| self.in_values(item)),
            Json::Object(fields) => fields.values().any(|item| self.in_values(item)),
            Json::Null | Json::Bool(_) | Json::Number(_) => false,
        }
    }

    /// The same for JSON that is kept as text. What does not parse is read as it stands.
    pub(crate) fn in_kept(&self, text: &str) -> bool {
        if text.is_empty() {
            return false;
        }
        serde_json::from_str(text).map_or_else(|_| self.in_text(text), |value| self.in_json(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_piece_is_found_whole_wherever_it_stands_if_it_is_long_enough_to_be_meant() {
        let mut quotes = Quotes::default();
        quotes.add("ok", "d1".into());
        quotes.add(" The oven is at 240 degrees ", "d2".into());
        let table = [
            ("ok", true),
            (" ok\n", true),
            ("look, it is ok", false),
            ("He said: The oven is at 240 degrees, I heard", true),
            ("The oven is at 24", false),
            ("d2", true),
            ("", false),
        ];
        for (text, found) in table {
            assert_eq!(quotes.in_text(text), found, "{text}");
        }
        assert!(quotes.in_json(&json!({ "a": [{ "b": "The oven is at 240 degrees\nand rising" }] })));
        assert!(quotes.in_kept(r#"{"ok": 1}"#) && !quotes.in_kept("12"));
    }

    #[test]
    fn a_text_is_found_wherever_it_stands() {
        let mut quotes = Quotes::of_text("rye\"");
        quotes.add("more rye\" bread, please", "d".into());
        assert!(quotes.in_kept(r#"{"said": "the rye\" is out"}"#), "as it reads, not as it is escaped");
        assert!(!quotes.in_text("the rye is out"));
        quotes.add("a heading named this one, not its words", "e".into());
        assert!(quotes.in_text("> a heading named this one, not its words"));
    }
}
