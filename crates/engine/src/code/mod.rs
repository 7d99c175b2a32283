//! Models the working tree: what files define, mention and import, and where a question about them leads.
//!
//! Not here: opening files. What lies in the tree now is asked of a [`Terrain`], which the application brings.

mod erase;
mod explore;
mod graph;
mod lines;
mod reading;
mod trees;

pub(crate) use erase::erase;
pub(crate) use explore::{Asked, Hit, explore};
pub(crate) use graph::{Definition, Mentioned, around, callers, definitions, dependents, meant, resolved, tree};
pub(crate) use lines::{Now, Spot, again, look};
pub(crate) use reading::{Unread, each_word, read_all, token};
pub(crate) use trees::{File, changed, file, files, files_with_symbols, here, lookup, room};

use kernel::{
    anchor::Anchor,
    ledger::{Digest, Hasher},
    scope::ProjectPath,
};
use syntax::Language;

/// What lies at a place of a working tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lies {
    /// A text.
    Text(String),
    /// Nothing.
    Nothing,
    /// Nobody can say: the tree is not at hand, or what lies there is no text.
    Unknown,
}

/// What lies in a working tree now. Reads are few and small: those that an answer quotes.
pub trait Terrain: Send + Sync {
    /// What lies at a path of a checkout.
    fn read(&self, anchor: &Anchor, path: &ProjectPath) -> Lies;
}

/// What identifies a text as it is outlined today.
pub fn code_digest(language: Language, text: &str) -> Digest {
    let mut hasher = Hasher::default();
    for part in [syntax::OUTLINE, language.name()] {
        hasher.update(part.as_bytes());
        hasher.update(b"\n");
    }
    hasher.update(text.as_bytes());
    hasher.finish()
}

/// What identifies some lines of a text, counted from 1, both ends included. Nothing, if the text has no such lines.
pub fn lines_digest(text: &str, from: u32, to: u32) -> Option<Digest> {
    let count = (to.checked_sub(from)? as usize) + 1;
    let lines: Vec<&str> = text.lines().skip((from as usize).checked_sub(1)?).take(count).collect();
    (lines.len() == count).then(|| Digest::of(lines.join("\n").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_digest_of_their_own() {
        let text = "a\nb\r\nc";
        assert_eq!(lines_digest(text, 2, 2), Some(Digest::of(b"b")));
        assert_eq!(lines_digest(text, 1, 3), lines_digest("a\nb\nc\nd", 1, 3));
        for (from, to) in [(0, 1), (3, 4), (3, 2), (9, 9)] {
            assert_eq!(lines_digest(text, from, to), None, "{from}-{to}");
        }
        assert_ne!(code_digest(Language::C, "x"), code_digest(Language::Cpp, "x"));
    }
}
