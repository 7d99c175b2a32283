//! The palace as a whole.

pub mod brief;
pub mod rooms;
pub mod status;
