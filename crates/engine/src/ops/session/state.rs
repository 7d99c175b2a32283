//! Show one session whole: what was thought in it, and how far its workflow is.
//!
//! Its gates are read from the ledger, like everywhere. Not here: the guarded cycle's phases.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    cycle::{self, workflow},
    ops::{reasoning, workflow::steps_of},
};
use kernel::{
    cycle::{GateName, Standing, reasoning::ReasoningPhase},
    effect::Read,
    id::{ReasoningId, SessionId, ThoughtId},
    refusal::Code,
    text::Name,
    time::Moment,
    work::SessionState,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows it.
#[derive(Debug)]
pub struct State;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session of yours: a work session, or one from `reasoning.analyze`
    #[schemars(extend("format" = "id"))]
    pub session_id: Name,
}

/// All of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The session
    pub session_id: String,
    /// The problem, if it is one that is thought through
    pub reasoning_session: Option<Reasoning>,
    /// The thoughts about it
    pub thoughts: Vec<Thinking>,
    /// How far its workflow is, if it is a work session
    pub workflow_session: Option<Workflow>,
    /// How many thoughts
    pub thought_count: usize,
    /// It is under way
    pub active: bool,
}

/// A problem.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Reasoning {
    /// Its id
    pub session_id: ReasoningId,
    /// What is to be solved
    pub problem: String,
    /// How far
    pub phase: ReasoningPhase,
    /// What it came to
    #[serde(skip_serializing_if = "String::is_empty")]
    pub conclusion: String,
    /// The experience that was made of it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub experience_id: String,
    /// Since when
    pub created_at: Moment,
    /// When something last changed
    pub updated_at: Moment,
    /// When it was concluded
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finalized_at: Option<Moment>,
}

/// A thought.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Thinking {
    /// Its id
    pub thought_id: ThoughtId,
    /// Its place
    pub thought_number: i64,
    /// What it says
    pub thought: String,
    /// How sure, from 0 to 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// It takes an earlier one back
    pub is_revision: bool,
    /// Which one, by its place
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revises_thought: Option<i64>,
    /// When
    pub created_at: Moment,
}

/// How far a workflow is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Workflow {
    /// The session
    pub session_id: SessionId,
    /// The preset that holds here
    pub preset: String,
    /// Gates that are passed
    pub gates_passed: Vec<GateName>,
    /// What tokens were given for, in order
    pub steps_completed: Vec<String>,
    /// Since when
    pub created_at: Moment,
    /// Until when its last token is good
    pub expires_at: Option<Moment>,
    /// It is under way
    pub active: bool,
}

impl Operation for State {
    const SPEC: Spec = Spec::new("session.state", "Show one of your sessions whole: its thoughts, the gates it has passed, its tokens")
        .http(Method::Get, "/v1/sessions/{sessionId}/state")
        .positional(&["sessionId"])
        .flush_read_log_first()
        .also(&[(Dialect::Cycle, "get_session_state")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { session_id }: Input) -> Result<Output, Error> {
        if let Ok(id) = ReasoningId::parse(session_id.as_str()) {
            return thinking(cx, &id);
        }
        let unfit = |e: kernel::text::Malformed| Error::from(Code::InputInvalid.refuse("sessionId", format!("`sessionId`: {e}")));
        let id = SessionId::parse(session_id.as_str()).map_err(unfit)?;
        let (house, call) = (cx.house, cx.call);
        let session = cycle::owned(call, cx, &id)?;
        let preset = workflow::active(cx, house, &call.anchor.project())?;
        let verdict = workflow::verdict(cx, call, &session, &preset.config)?;
        let tokens = cycle::minted(cx, house, &id, call.now)?;
        let active = session.state_at(call.now) == SessionState::Active;
        let workflow = Workflow {
            session_id: id.clone(),
            preset: preset.config.name,
            gates_passed: GateName::ALL.iter().copied().filter(|gate| verdict.standing(*gate) == Standing::Passed).collect(),
            steps_completed: steps_of(&tokens),
            created_at: session.started_at,
            expires_at: tokens.iter().filter(|state| state.holds()).map(|state| state.token.expires_at).max(),
            active,
        };
        Ok(Output {
            session_id: id.into(),
            reasoning_session: None,
            thoughts: Vec::new(),
            workflow_session: Some(workflow),
            thought_count: 0,
            active,
        })
    }
}

fn thinking(cx: &mut Look<'_>, id: &ReasoningId) -> Result<Output, Error> {
    let call = cx.call;
    let session = reasoning::own(cx, call, id)?;
    let thoughts: Vec<Thinking> = cx
        .thoughts(id)?
        .into_iter()
        .map(|t| Thinking {
            thought_id: t.id,
            thought_number: t.number,
            thought: t.thought,
            confidence: t.confidence.and_then(|hundredths| i32::try_from(hundredths).ok()).map(|hundredths| f64::from(hundredths) / 100.0),
            is_revision: t.is_revision,
            revises_thought: Some(t.revises).filter(|n| *n > 0),
            created_at: t.created_at,
        })
        .collect();
    let active = session.phase != ReasoningPhase::Finalized;
    let reasoning = Reasoning {
        session_id: session.id,
        problem: session.problem,
        phase: session.phase,
        conclusion: session.conclusion,
        experience_id: session.experience,
        created_at: session.created_at,
        updated_at: session.updated_at,
        finalized_at: session.finalized_at,
    };
    let thought_count = thoughts.len();
    Ok(Output { session_id: id.to_string(), reasoning_session: Some(reasoning), thoughts, workflow_session: None, thought_count, active })
}
