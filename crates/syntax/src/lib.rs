//! From the text of a source file to its outline: what it defines, what it calls, what it imports, and its words.
//!
//! **Invariant:** pure. No file is opened here; whatever the bytes, the answer is an outline, never a panic, and every
//! line in it is a line of the text.
//!
//! Not here: types and scopes. An outline knows names as they are written; who is meant is guessed by whoever asks.

#![cfg_attr(not(test), deny(clippy::string_slice))] // `str::get` cannot panic

mod coded;
mod language;
mod outline;
mod outliner;
mod resolve;
mod rules;
mod tables;
mod words;

pub use language::Language;
pub use outline::{How, Import, Kind, Mention, Outline, Symbol};
pub use outliner::Outliner;
pub use resolve::Tree;
pub use words::words;

/// How outlines are made today. When this changes, files that did not are read again.
pub const OUTLINE: &str = "outline/1";
