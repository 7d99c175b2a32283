//! What was shown to someone at the start of a task.

pub mod assemble;
pub mod inject;
pub mod replay;
pub mod task;
