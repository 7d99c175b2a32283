//! Write a thought about a problem down, and hear whether it has left the problem.

use super::{Deprecation, open};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
};
use kernel::{
    claim::Confidence,
    cycle::reasoning::{ReasoningPhase, strays},
    effect::Propose,
    id::{ReasoningId, ThoughtId},
    refusal::Code,
    text::Note,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::Thought;

/// Thoughts about one problem, at most.
const THOUGHTS_MAX: u32 = 1_000;

/// Writes it down.
#[derive(Debug)]
pub struct Think;

/// The thought.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session from `reasoning.analyze`
    pub session_id: ReasoningId,
    /// What you think
    pub thought: Note,
    /// Its place, from 1
    pub thought_number: u32,
    /// How sure you are, from 0 to 1
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// Whether it takes an earlier one back
    #[serde(default)]
    pub is_revision: bool,
    /// Which one, by its place
    #[serde(default)]
    pub revises_thought: Option<u32>,
}

/// The thought as it is kept.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The session
    pub session_id: ReasoningId,
    /// Its id
    pub thought_id: ThoughtId,
    /// Its place
    pub thought_number: u32,
    /// It has left the problem
    pub scope_creep_detected: bool,
    /// What to do about that
    pub scope_creep_warning: Option<&'static str>,
    /// What to call next
    pub next_step: &'static str,
    /// That it was replaced
    #[serde(flatten)]
    pub deprecation: Deprecation,
}

impl Operation for Think {
    const SPEC: Spec = Spec::new("reasoning.think", "Write a thought about a problem down, in the older way; replaced by the guarded cycle")
        .http(Method::Post, "/v1/reasoning/{sessionId}/thoughts")
        .positional(&["sessionId", "thought"])
        .also(&[(Dialect::Cycle, "reason_through")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are in their own row, and can be erased there.
        Some(json!({ "sessionId": input["sessionId"], "thoughtNumber": input["thoughtNumber"] }))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let call = cx.call;
        let mut session = open(cx, call, &input.session_id)?;
        let number = placed("thoughtNumber", input.thought_number)?;
        let revises = input.revises_thought.map_or(Ok(0), |n| placed("revisesThought", n))?;
        if revises > 0 && !cx.thoughts(&session.id)?.iter().any(|thought| thought.number == revises) {
            return Err(Code::NotFound.refuse("revisesThought", format!("there is no thought {revises} to take back")).into());
        }
        let thought = Thought {
            id: ThoughtId::mint("thought", &cx.call.tail()),
            session: session.id.clone(),
            number,
            thought: redact_text(input.thought.as_str(), &mut Secrets::new()),
            confidence: input.confidence.map(|confidence| i64::from(confidence.points())),
            revises,
            is_revision: input.is_revision || revises > 0,
            created_at: cx.call.now,
        };
        cx.put_thought(&thought)?;
        session.phase = ReasoningPhase::Reason;
        session.updated_at = cx.call.now;
        cx.put_reasoning_session(&session)?;
        cx.about(&session.id);
        let strayed = strays(&session.problem, &thought.thought);
        Ok(Output {
            session_id: session.id,
            thought_id: thought.id,
            thought_number: input.thought_number,
            scope_creep_detected: strayed,
            scope_creep_warning: strayed.then_some("This thought shares little with the problem. Come back to it, or say why it matters"),
            next_step: "Continue with more thoughts or call finalize_decision",
            deprecation: Deprecation::of(
                "guarded_cycle",
                "reason_through is deprecated. Use guarded_cycle for the 7-phase guarded reasoning in the new GUARDED_REASON lifecycle.",
            ),
        })
    }
}

fn placed(field: &str, number: u32) -> Result<i64, Error> {
    if (1..=THOUGHTS_MAX).contains(&number) {
        return Ok(i64::from(number));
    }
    Err(Code::InputInvalid.refuse(field, format!("`{field}`: a place between 1 and {THOUGHTS_MAX}")).into())
}
