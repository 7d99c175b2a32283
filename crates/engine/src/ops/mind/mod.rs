//! The mind as a whole: what to know before a task.

pub mod brief;
pub mod context;
