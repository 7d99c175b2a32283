//! What was seen.

mod derived;
pub mod erase;
pub mod get;
pub mod record;
pub mod show;
