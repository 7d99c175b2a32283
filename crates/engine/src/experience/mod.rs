//! What was lived, beyond single operations: how experiences are written for people, and how far an erasure reaches into them.
//!
//! Not here: keeping one, which is `ops/experience`.

pub(crate) mod markdown;
