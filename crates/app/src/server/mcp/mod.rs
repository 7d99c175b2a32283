//! The MCP door: JSON-RPC over stdio and streamable HTTP, on one handler.
//!
//! It speaks the stateless revision (2026-07-28) and the ones that begin with `initialize`
//! (2025-11-25 and older), moves bytes, and asks a [`McpService`] for everything else. What a tool
//! means, who may call it and why it is refused are deliberately not here: no file in this folder
//! names an operation.

mod frame;
mod guard;
mod handler;
mod http;
mod page;
mod refused;
mod seal;
pub(crate) mod service;
mod session;
mod stdio;
mod unparsed;
mod watch;

#[cfg(feature = "conformance")]
pub mod conformance;

#[cfg(test)]
mod tests;

pub use frame::strict_json;
pub use guard::{Guards, Lookup, Principal, Token, guarded};
pub use handler::Door;
pub(super) use http::BODY_BYTES_MAX;
pub use http::{HttpOptions, MCP_PATH, router, serve_http};
pub use refused::refuse_stdio;
pub use service::{Caller, Era, Face, McpService, Outcome, ProtocolError};
pub use session::Bounds;
pub use stdio::{LINE_BYTES_MAX, serve_stdio, serve_streams};
pub use watch::Watch;
