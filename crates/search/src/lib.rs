//! Finding and bounding text. The same query over the same items gives the same order.
//!
//! **Invariant:** no authority is decided here, nothing is read from a store, and tokens are never guessed.
//! Ingest, lanes and embeddings are not here yet.

mod bound;
pub mod embed;
mod rank;

pub use bound::bound;
pub use rank::rank;
