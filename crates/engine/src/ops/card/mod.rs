//! Cards: knowledge in a form of its own.

pub mod retrieve;
