//! Say how far a session is: its gates as the ledger has them, and the tokens that are still good.

use super::steps_of;
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    cycle::{self, workflow},
};
use kernel::{
    cycle::{GateName, Standing, TokenKind},
    effect::Read,
    id::SessionId,
    work::SessionState,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Says it.
#[derive(Debug)]
pub struct Status;

/// Which session.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session to look at (your newest if left out)
    #[serde(default)]
    pub session_id: Option<SessionId>,
}

/// How far it is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The session
    pub session_id: Option<SessionId>,
    /// The first gate that is open; the last where none is
    pub current_phase: GateName,
    /// The session, if it is under way
    pub active_session: Option<SessionId>,
    /// Each gate
    pub gates_status: Gates,
    /// What tokens were given for, in order
    pub steps_completed: Vec<String>,
    /// Tokens that are still good
    pub active_tokens: Vec<Live>,
    /// The preset wants nothing
    pub fast_track_active: bool,
    /// The preset
    pub preset: String,
}

/// Each gate.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Gates {
    /// What was learned is written down
    pub teach: Standing,
    /// What is known is looked up
    pub learn: Standing,
    /// The next step is thought through
    pub reason: Standing,
}

/// A token that is still good.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Live {
    /// Its id
    pub token_id: String,
    /// What it is for
    #[serde(rename = "type")]
    pub kind: TokenKind,
    /// For how long
    pub expires_in_seconds: i64,
}

impl Operation for Status {
    const SPEC: Spec = Spec::new("workflow.status", "Say which gates a session has passed, and which tokens are still good")
        .http(Method::Get, "/v1/workflow/status")
        .positional(&["sessionId"])
        .flush_read_log_first()
        .also(&[(Dialect::Cycle, "get_workflow_status")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { session_id }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let preset = workflow::active(cx, house, &call.anchor.project())?;
        let session = workflow::meant(cx, call, session_id.as_ref())?;
        let (verdict, tokens) = match &session {
            Some(session) => (workflow::verdict(cx, call, session, &preset.config)?, cycle::minted(cx, house, &session.id, call.now)?),
            None => (workflow::nothing(&preset.config), Vec::new()),
        };
        let live = tokens.iter().filter(|state| state.holds()).filter_map(|state| {
            let (token_id, kind) = (state.token.id.clone(), TokenKind::named(&state.token.signed.kind)?);
            Some(Live { token_id, kind, expires_in_seconds: (state.token.expires_at.millis() - call.now.millis()) / 1_000 })
        });
        Ok(Output {
            active_tokens: live.collect(),
            steps_completed: steps_of(&tokens),
            current_phase: verdict.current(),
            active_session: session.as_ref().filter(|session| session.state_at(call.now) == SessionState::Active).map(|session| session.id.clone()),
            session_id: session.map(|session| session.id),
            gates_status: Gates {
                teach: verdict.standing(GateName::Teach),
                learn: verdict.standing(GateName::Learn),
                reason: verdict.standing(GateName::Reason),
            },
            fast_track_active: preset.config.gates.is_empty(),
            preset: preset.config.name,
        })
    }
}
