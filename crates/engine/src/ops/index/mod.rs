//! What finds things: the vectors of each model, and how complete they are.

pub mod drop;
pub mod fill;
pub mod status;
pub mod unread;
