//! Finding and bounding text. The same query over the same items gives the same order.
//!
//! **Invariant:** no authority is decided here, nothing is read from a store, and tokens are never guessed.
//! Not here: reading formats (`ingest`), and gathering candidates from a store (the engine's lanes).

#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `kernel::text::Slice`, which cannot panic

mod bound;
mod code;
pub mod embed;
pub mod judge;
mod names;
mod rank;
mod said;
pub mod text;
mod traits;
pub mod when;

pub use bound::bound;
pub use code::{CODE_BYTES, CODE_WORDS, Code, code, code_bytes, code_from, distance};
pub use names::{holds, names};
pub use rank::{keywords, mentioned, rank, shares};
pub use said::{Keyword, Said};
pub use traits::Traits;
