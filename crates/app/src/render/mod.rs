//! Draws answers: most by their shape alone, and those that people read most often each in a layout of its own.

mod lists;
mod recall;
mod sheet;
mod text;

pub use sheet::Sheet;
pub use text::{text, text_in};
