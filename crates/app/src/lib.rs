//! The only crate that knows a protocol, a terminal or a clock: servers, dialects, renderers, and commands of its own.
//!
//! **Invariant:** no door or dialect names an operation's behaviour. They move bytes, rename and draw; the engine decides.

#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `kernel::text::Slice`, which cannot panic

pub mod cli;
pub mod commands;
pub mod connect;
pub mod desk;
pub mod dialects;
pub mod home;
pub mod hook;
pub mod keys;
pub mod models;
pub mod render;
pub(crate) mod review;
pub mod sealing;
pub mod server;
pub mod step;
pub mod terminal;
pub mod version;
pub mod worktree;
