//! What waits for a signature.

pub mod decline;
pub mod list;
