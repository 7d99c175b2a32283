//! What is known of one file.

pub mod brief;
