//! Talks, kept as evidence: a source of kind conversation, so that recall finds the turns, copies are seen once, secrets are
//! taken out and an erasure reaches them like anything else that was read.
//!
//! Not here: a table of their own. What a talk is called by is its source.

pub mod extract;
pub mod search;
pub mod store;

use crate::Error;
use ::store::{Source, SourceState, View};
use ingest::Kind;
use kernel::{
    id::{SessionId, SourceId},
    refusal::Code,
};

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

/// A conversation that is there, or a refusal.
pub(crate) fn kept(view: &mut View<'_>, id: &SourceId) -> Result<Source, Error> {
    match view.source(id)? {
        Some(source) if source.kind == Kind::Conversation.name() && source.state != SourceState::Gone => Ok(source),
        Some(_) | None => Err(Code::NotFound
            .refuse(id.as_str(), format!("conversation `{id}` does not exist"))
            .next("Look for it with `conversation search`")
            .into()),
    }
}
