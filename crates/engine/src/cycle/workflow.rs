//! Reads the state of the workflow: which preset holds, whose session it is, and which gates its calls have passed.
//!
//! A gate is read from the ledger each time it is asked for, so there is nothing that could be edited, restored or forgotten.
//! Not here: a record of gates.

use crate::{Dialect, Error, OPERATIONS, PalaceState, call::LIST_MAX, call::catalogue::named_among, cycle};
use kernel::{
    anchor::Anchor,
    call::Call,
    cycle::{Config, GateName, Preset, Verdict, weigh},
    id::SessionId,
    refusal::Code,
    time::Moment,
    work::SessionState,
};
use serde_json::{Map, Value as Json};
use store::{CallsOf, Session, SessionFilter, View};

/// The operation that takes back what was passed.
pub(crate) const RESET: &str = "workflow.reset";
/// What a reset of all of somebody's sessions is about.
pub(crate) const ALL: &str = store::ALL_SESSIONS;

/// The preset that holds in a project.
#[derive(Clone, Debug)]
pub(crate) struct Active {
    pub(crate) config: Config,
    /// Somebody chose it. Where nobody did, the default is only advice.
    pub(crate) applied: bool,
}

impl Active {
    /// Whether nothing is kept from anyone.
    pub(crate) fn only_advises(&self) -> bool {
        !self.applied || self.config.only_advises()
    }
}

/// The name under which a project's preset is set.
pub(crate) fn preset_name(project: &Anchor) -> String {
    format!("preset {project}")
}

/// Whether a tool can be called: a gate that wants another could not be passed.
pub(crate) fn is_served(tool: &str) -> bool {
    named_among(OPERATIONS, tool, Dialect::Cycle).is_some()
}

/// The preset that holds in a project: its own, else the one that holds everywhere, else the default. One that a person set and
/// that cannot be understood any more does not stop guarding: the strictest holds until another is set.
pub(crate) fn active(view: &mut View<'_>, house: &PalaceState, project: &Anchor) -> Result<Active, Error> {
    for place in [project, &Anchor::Global] {
        let Some((value, _)) = crate::governance::claim_state::set_last(view, house, &preset_name(place))? else { continue };
        return Ok(Active { config: read(&value).unwrap_or_else(|| Preset::strictest().into()), applied: true });
    }
    Ok(Active { config: Preset::ALL[0].into(), applied: false })
}

/// The presets of their own that were ever applied in a project, each as it was last.
pub(crate) fn customs(view: &mut View<'_>, house: &PalaceState, project: &Anchor) -> Result<Vec<Config>, Error> {
    let mut found: Vec<Config> = Vec::new();
    for place in [&Anchor::Global, project] {
        let name = preset_name(place);
        for row in view.settings()?.into_iter().filter(|row| row.name == name) {
            let covered = crate::governance::claim_state::setting_digest(&row.name, &row.value)?;
            let Some(config) = read(&row.value).filter(|config| Preset::named(&config.name).is_none()) else { continue };
            if house.vouches(view, row.made.seal, covered)? {
                found.retain(|known| known.name != config.name);
                found.push(config);
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// A preset as it was set. A tool that a later version of this program no longer serves does not make it unreadable.
fn read(value: &str) -> Option<Config> {
    let fields: Map<String, Json> = serde_json::from_str(value).ok()?;
    Config::read(&fields, |_| true).0
}

/// The sessions that have a token which is good in a project now, and until when: by the gates, or by a guarded cycle.
pub(crate) fn live_tokens(view: &mut View<'_>, house: &PalaceState, project: &Anchor, now: Moment) -> Result<Vec<(SessionId, Moment)>, Error> {
    let mut live = Vec::new();
    for state in cycle::live(view, house, project, now)? {
        let session = SessionId::parse(&state.token.signed.session).map_err(|e| Code::StoreDamaged.refuse(state.token.id.as_str(), e.to_string()))?;
        live.push((session, state.token.expires_at));
    }
    Ok(live)
}

/// The session that is meant: the one that was named, else the newest of the caller's that is under way.
pub(crate) fn meant(view: &mut View<'_>, call: &Call, named: Option<&SessionId>) -> Result<Option<Session>, Error> {
    if let Some(id) = named {
        return cycle::owned(call, view, id).map(Some);
    }
    let under_way = view.sessions(SessionFilter { active: Some(call.now), limit: LIST_MAX })?;
    Ok(under_way.into_iter().find(|session| session.principal == call.actor.name()))
}

/// The same, where there must be one and it must be under way.
pub(crate) fn required(view: &mut View<'_>, call: &Call, named: Option<&SessionId>) -> Result<Session, Error> {
    let Some(session) = meant(view, call, named)? else {
        return Err(Code::NotFound
            .refuse("sessionId", "no session of yours is under way, so there are no calls to read gates from")
            .next("Begin one with `session_start` or `compliance_snapshot`, and make the calls in it")
            .into());
    };
    match session.state_at(call.now) {
        SessionState::Active => Ok(session),
        SessionState::Completed | SessionState::Abandoned => {
            Err(Code::SessionEnded.refuse(session.id.as_str(), format!("session {} is no longer under way", session.id)).into())
        }
    }
}

/// Which gates a session's calls have passed: done by its principal, since it began, within the time that a session lasts under
/// the preset, and after the last reset.
pub(crate) fn verdict(view: &mut View<'_>, call: &Call, session: &Session, config: &Config) -> Result<Verdict, Error> {
    let since: Moment = call.now.plus(-config.token_ttl.session).max(session.started_at);
    let mut calls =
        view.calls(CallsOf { kind: call.actor.kind().name(), actor: call.actor.name(), session: session.id.as_str(), door: &call.session, since })?;
    let reset = calls.iter().rposition(|c| c.op == RESET && [session.id.as_str(), ALL].contains(&c.subject.as_str()));
    if let Some(at) = reset {
        calls.drain(..=at);
    }
    Ok(weigh(&config.gates, &calls, |made, tool| named_among(OPERATIONS, tool, Dialect::Cycle).is_some_and(|op| op.spec().name == made.op)))
}

/// Which gates would be passed without any call.
pub(crate) fn nothing(config: &Config) -> Verdict {
    weigh::<()>(&config.gates, &[], |(), _| false)
}

/// What to call next, in the contract's own spelling.
pub(crate) fn steps(missing: &[String], phase: GateName) -> Vec<String> {
    match missing.first() {
        None => vec![format!("Nothing is missing for {}: call verify_compliance", phase.name())],
        Some(_) => missing.iter().map(|tool| format!("Call {tool}")).collect(),
    }
}
