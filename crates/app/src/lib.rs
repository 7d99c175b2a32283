//! The only crate that knows a protocol, a terminal or a clock: doors, dialects, renderers, and the house's own commands.
//!
//! **Invariant:** no door or dialect names an operation's behaviour. They move bytes, rename and draw; the engine decides.

#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `kernel::text::Slice`, which cannot panic

pub mod commands;
pub mod connect;
pub mod desk;
pub mod dialects;
pub mod doors;
pub mod home;
pub mod hook;
mod inbox;
pub mod keys;
pub mod models;
pub mod outside;
pub mod render;
pub mod sealing;
pub mod step;
pub mod terminal;
pub mod version;
