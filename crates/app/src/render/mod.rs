//! Draws answers: most by their shape alone, and those that people read most often each in a layout of its own.

mod lists;
mod reachable;
mod recall;
mod sheet;
mod text;

pub use reachable::make_reachable;
pub use sheet::Sheet;
pub use text::{text, text_in};
