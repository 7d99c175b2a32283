//! Vocabularies: a tool's name and JSON in, an operation's answer out. No logic about memory is here.

mod profile;
mod resources;
mod tools;

pub use profile::{PROFILES, Profile};
pub(crate) use tools::GRANT_PREFIX;
pub use tools::{Palace, tool};
