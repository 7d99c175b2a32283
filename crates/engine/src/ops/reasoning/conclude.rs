//! Conclude a problem, and keep what came of it as an experience.

use super::{Deprecation, open};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
};
use kernel::{cycle::reasoning::ReasoningPhase, effect::Propose, id::ReasoningId, text::Note};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::Thought;

/// Concludes it.
#[derive(Debug)]
pub struct Conclude;

/// What it came to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session from `reasoning.analyze`
    pub session_id: ReasoningId,
    /// What it came to
    pub conclusion: Note,
    /// Why
    #[serde(default)]
    pub rationale: Option<Note>,
    /// Whether to keep it as an experience (yes if left out)
    #[serde(default)]
    pub record_as_experience: Option<bool>,
}

/// What is kept of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The session
    pub session_id: ReasoningId,
    /// What it came to
    pub conclusion: String,
    /// The experience that was made of it
    pub experience_id: Option<String>,
    /// How it was reached
    pub session_summary: Summary,
    /// All of it in a line
    pub message: String,
    /// That it was replaced
    #[serde(flatten)]
    pub deprecation: Deprecation,
}

/// How a conclusion was reached.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Summary {
    /// What was to be solved
    pub problem: String,
    /// How many thoughts
    pub thoughts_count: usize,
    /// How sure they were, on average
    pub avg_confidence: Option<f64>,
}

impl Operation for Conclude {
    const SPEC: Spec = Spec::new("reasoning.conclude", "Conclude a problem, in the older way; replaced by finalizing a response under governance")
        .http(Method::Post, "/v1/reasoning/{sessionId}/conclude")
        .positional(&["sessionId", "conclusion"])
        .also(&[(Dialect::Cycle, "finalize_decision")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are in their own row, and can be erased there.
        Some(json!({ "sessionId": input["sessionId"], "recordAsExperience": input["recordAsExperience"] }))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let call = cx.call;
        let mut session = open(cx, call, &input.session_id)?;
        let thoughts = cx.thoughts(&session.id)?;
        session.conclusion = redact_text(input.conclusion.as_str(), &mut Secrets::new());
        session.phase = ReasoningPhase::Finalized;
        session.updated_at = cx.call.now;
        session.finalized_at = Some(cx.call.now);
        cx.put_reasoning_session(&session)?;
        cx.about(&session.id);
        let message = "Decision finalized".to_owned();
        Ok(Output {
            session_id: session.id,
            conclusion: session.conclusion,
            experience_id: None,
            session_summary: Summary { problem: session.problem, thoughts_count: thoughts.len(), avg_confidence: average(&thoughts) },
            message,
            deprecation: Deprecation::of(
                "finalize_response + governance validation",
                "finalize_decision is deprecated. Use finalize_response for trust-aware response finalization in the new GUARDED_REASON lifecycle.",
            ),
        })
    }
}

/// How sure thoughts were on average, to the hundredth.
fn average(thoughts: &[Thought]) -> Option<f64> {
    let said: Vec<i64> = thoughts.iter().filter_map(|thought| thought.confidence).collect();
    let count = i64::try_from(said.len()).ok().filter(|count| *count > 0)?;
    let hundredths = (said.iter().sum::<i64>() + count / 2) / count;
    i32::try_from(hundredths).ok().map(|hundredths| f64::from(hundredths) / 100.0)
}
