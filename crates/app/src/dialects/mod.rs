//! Vocabularies: a tool's name and JSON in, an operation's answer out. No logic about memory is here.

mod listing;
mod profile;
mod resources;
mod tools;

pub use listing::tool;
pub use profile::{GATES, PROFILES, Profile};
pub(crate) use resources::protocol_error;
pub(crate) use tools::GRANT_PREFIX;
pub use tools::Palace;
pub(crate) use tools::answer;
