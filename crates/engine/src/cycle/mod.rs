//! Holds what the guarded cycle's operations share: a session's chain of calls, signatures over it, and whether it came about as it should.
//! Everything here is computed from rows and the ledger; nothing is taken from whoever asks.
//!
//! Not here: the rules themselves. Phases, drafts and salience are the kernel's.

mod alive;
mod chain;
mod govern;
mod packing;
mod phases;
mod remember;
mod sign;
mod token;
pub(crate) mod workflow;

pub use chain::{Chain, Linked, chain, head};
pub use govern::{Judged, judge};
pub use packing::{Pack, PackedCell, PackedContext, PackedExperience, Wanted};
pub use phases::{Begin, Finalized, GOVERNANCE, Validated};
pub use sign::{Checked, check, signed};
pub use token::{Asked, COMPLIANCE_VERSION, Form, Lent, TokenState, look, mint, require, spend};

pub(crate) use alive::Held;
pub(crate) use govern::pinned;
pub(crate) use phases::{anchor, at, begin, done, draft_digest, finalize, fresh, pack_for, validate};
pub(crate) use remember::finished;
pub(crate) use token::{live, minted, use_up};

use crate::{Error, call::not_found::missing};
use kernel::{
    actor::ActorKind,
    call::Call,
    id::SessionId,
    refusal::{Code, Refusal},
    time::Moment,
    work::SessionState,
};
use store::{Session, View};

/// The session of this id, if it is the caller's.
pub fn owned(call: &Call, view: &mut View<'_>, id: &SessionId) -> Result<Session, Error> {
    let session = view.session(id)?.ok_or_else(|| missing("session", id))?;
    if session.principal == call.actor.name() { Ok(session) } else { Err(foreign(id.as_str()).into()) }
}

/// The session of this id, if the caller may do something in it: a person in any, an agent in its own.
pub(crate) fn at_hand(call: &Call, view: &mut View<'_>, id: &SessionId) -> Result<Session, Error> {
    match call.actor.kind() {
        ActorKind::Human => view.session(id)?.ok_or_else(|| missing("session", id)),
        ActorKind::Agent | ActorKind::Machine => owned(call, view, id),
    }
}

/// The refusal for what somebody else began: what was done there is not the caller's to use.
pub(crate) fn foreign(id: &str) -> Refusal {
    Code::SessionForeign.refuse(id, format!("session {id} belongs to somebody else"))
}

/// The same, and it is still under way.
pub fn under_way(call: &Call, view: &mut View<'_>, id: &SessionId) -> Result<Session, Error> {
    let session = owned(call, view, id)?;
    match session.state_at(call.now) {
        SessionState::Active => Ok(session),
        SessionState::Completed | SessionState::Abandoned => Err(ended(&session, call.now).into()),
    }
}

/// Why nothing more is done in a session.
pub(crate) fn ended(session: &store::Session, now: Moment) -> kernel::refusal::Refusal {
    let (id, state) = (&session.id, session.state_at(now));
    let what = match (state, session.ended_at) {
        (SessionState::Completed, Some(at)) => format!("session {id} ended at {at}"),
        _ => format!("session {id} was abandoned: nothing was done in it since {}", session.last_active_at),
    };
    Code::SessionEnded.refuse(id.as_str(), what)
}
