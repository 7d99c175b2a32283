//! What was seen.

pub mod erase;
pub mod get;
pub mod record;
pub mod show;
