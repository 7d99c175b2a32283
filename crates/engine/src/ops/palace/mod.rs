//! The palace as a whole.

pub mod brief;
pub mod configure;
pub mod playbooks;
pub mod rooms;
pub mod route;
pub mod scope;
pub mod settings;
pub mod status;
