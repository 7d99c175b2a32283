//! The palace as a whole.

pub mod brief;
pub mod configure;
pub mod rooms;
pub mod settings;
pub mod status;
