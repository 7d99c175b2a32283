//! Talks, kept as evidence: a source of kind conversation, so that recall finds the turns, copies are seen once, secrets are
//! taken out and an erasure reaches them like anything else that was read.
//!
//! Not here: a table of their own. What a talk is called by is its source.

pub mod extract;
pub mod search;
pub mod store;

use kernel::id::SessionId;

/// The folder that talks told by agents lie in; the next step is the session.
const FOLDER: &str = "conversations";
/// Stands for the session of a talk that belongs to none.
const LOOSE: &str = "loose";

/// The beginning of the path of every talk of a session.
fn folder(session: Option<&SessionId>) -> String {
    format!("{FOLDER}/{}/", session.map_or(LOOSE, SessionId::as_str))
}

/// The session that a talk's path tells, if it belongs to one.
fn session_of(path: &str) -> Option<SessionId> {
    let rest = path.strip_prefix(FOLDER)?.strip_prefix('/')?;
    SessionId::parse(rest.split('/').next()?).ok()
}
