//! From the bytes of a source to pieces that can be kept: what was said, by whom, when, and in which order.
//!
//! **Invariant:** pure. No file is opened here, no clock is read, nothing is written; the application brings bytes and
//! the engine keeps pieces. Whatever the bytes, the answer is documents or a reason, never a panic.
//!
//! Not here: walking directories and asking git (the application), embedding and indexing (the engine).

#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `kernel::text::Slice`, which cannot panic

pub mod ancestor;
mod cut;
mod document;
mod fingerprint;
pub mod format;
mod secret;

pub use cut::{FileLines, PIECE_CHARS_GOAL, PIECE_CHARS_MAX, PIECE_CHARS_MIN, Piece, clean, cut};
pub use document::{Document, Kind, Part, Role};
pub use fingerprint::{Compared, Fingerprint, Sketches, is_near};
pub(crate) use secret::{MARK, part};
pub use secret::{Redacted, SecretKind, is_redacted, redact, redact_field};
