//! What was shown to someone at the start of a task.

pub mod assemble;
pub mod inject;
pub mod replay;
pub mod task;

/// What is told unless somebody leaves it out.
pub(super) const fn yes() -> bool {
    true
}
