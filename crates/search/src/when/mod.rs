//! Dates in a question: which months, years and days it names, and the span of time it speaks of.
//!
//! Pure text and arithmetic: what is "now" is the caller's to say, and a day is a day of UTC, as evidence is dated.
//! Not here: dates inside what is remembered; those are words like others.

mod calendar;
mod named;
#[cfg(test)]
mod tests;
mod token;
mod window;

pub(crate) use named::Named;
pub use window::{Window, window};
