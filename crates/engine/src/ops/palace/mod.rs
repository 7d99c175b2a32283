//! The palace as a whole.

pub mod brief;
pub mod playbooks;
pub mod rooms;
pub mod route;
pub mod scope;
pub mod status;
