//! Whose yes counts.

pub mod enrol;
pub mod list;
