//! What was seen.

pub mod erase;
pub mod get;
mod quote;
pub mod record;
pub mod show;
