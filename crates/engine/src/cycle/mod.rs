//! What the guarded cycle's operations share: a session's chain of calls, what is signed about it, and whether it came about as
//! it should. Everything here is computed from rows and the ledger; nothing is taken from whoever asks.
//!
//! Not here: the rules themselves. Phases, drafts and salience are the kernel's.

mod chain;
mod govern;
mod sign;
mod token;

pub use chain::{Chain, Linked, chain};
pub use govern::{Judged, judge};
pub use sign::{Checked, check, signed};
pub use token::{Asked, COMPLIANCE_VERSION, Lent, TokenKind, TokenState, look, mint, require, spend};

use crate::{Error, ops::missing, ops::session::log::ended};
use kernel::{call::Call, id::SessionId, refusal::Code, work::SessionState};
use store::{Session, View};

/// The session of this id, if it is the caller's.
pub fn owned(view: &mut View<'_>, call: &Call, id: &SessionId) -> Result<Session, Error> {
    let session = view.session(id)?.ok_or_else(|| missing("session", id))?;
    if session.principal != call.actor.name() {
        return Err(Code::SessionForeign.refuse(id.as_str(), format!("session {id} belongs to somebody else")).into());
    }
    Ok(session)
}

/// The same, and it is still under way.
pub fn under_way(view: &mut View<'_>, call: &Call, id: &SessionId) -> Result<Session, Error> {
    let session = owned(view, call, id)?;
    match session.state_at(call.now) {
        SessionState::Active => Ok(session),
        SessionState::Completed | SessionState::Abandoned => Err(ended(&session, call.now).into()),
    }
}
