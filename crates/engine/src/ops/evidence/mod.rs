//! What was seen.

pub mod record;
pub mod show;
