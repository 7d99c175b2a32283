//! What the mind's tools work out from words alone: names in a text, where words lead, what a text is like.
//!
//! **Invariant:** everything here is a plain function of its arguments. Not here: rows, and who may read them.

pub mod check;
pub mod names;
pub mod signals;
pub mod taxonomy;
pub mod tunnels;
