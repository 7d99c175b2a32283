//! The guarded cycle: what experiences come to, and the phases in which an agent reasons over it.

pub mod consolidate;
