//! Draws answers. A renderer knows shapes, never operations.

mod text;

pub use text::{text, text_in};
