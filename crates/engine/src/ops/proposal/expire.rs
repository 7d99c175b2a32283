//! Put away what nobody answered in time, and sessions that nobody ended. Silence is never consent: an expired proposal
//! becomes nothing, and a request for a seal forgets what it asked for, which may be a secret.

use crate::{Error, Method, Operation, Spec, Work, ops::missing};
use kernel::{
    effect::Propose,
    id::{ProposalId, SessionId},
    proposal::Status,
    work::SessionState,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sweeps overdue proposals.
#[derive(Debug)]
pub struct Expire;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What was put away.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The proposals that expired
    pub expired: Vec<ProposalId>,
    /// The sessions in which nothing was done for a day
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub abandoned: Vec<SessionId>,
}

/// Proposals put away in one sweep, and sessions.
const SWEEP_MAX: i64 = 1_000;

impl Operation for Expire {
    const SPEC: Spec =
        Spec::new("proposal.expire", "Archive proposals that waited too long, and sessions that fell silent; runs by itself at every start")
            .http(Method::Post, "/v1/proposals/expire");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input {}: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let expired = cx.overdue(now, SWEEP_MAX)?;
        for id in &expired {
            let mut proposal = cx.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
            proposal.status = Status::Expired;
            proposal.archived_at = Some(now);
            cx.decide(&proposal)?;
        }
        let mut abandoned = Vec::new();
        for mut session in cx.silent_sessions(now, SWEEP_MAX)? {
            session.state = SessionState::Abandoned;
            session.ended_at = Some(session.last_active_at);
            cx.put_session(&session)?;
            abandoned.push(session.id);
        }
        let forgotten = cx.forget_requests(now)?;
        let told = [(expired.len() as u64, "proposals"), (abandoned.len() as u64, "sessions"), (forgotten, "requests")];
        let told = told.iter().filter(|(count, what)| *count > 0 || *what == "proposals");
        cx.about(told.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", "));
        Ok(Output { expired, abandoned })
    }
}
