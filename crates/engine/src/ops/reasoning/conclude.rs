//! Conclude a problem, and keep what came of it as an experience.

use super::{Deprecation, open};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
    ops::experience::record::{self, Record},
};
use kernel::{
    claim::Confidence,
    cycle::{Area, Worked, reasoning::ReasoningPhase},
    effect::Propose,
    id::{ExperienceId, ReasoningId},
    refusal::Code,
    text::Account,
};
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
    pub conclusion: Account,
    /// Why
    #[serde(default)]
    pub rationale: Option<Account>,
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
    pub experience_id: Option<ExperienceId>,
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
        let experience_id = if input.record_as_experience == Some(false) { None } else { lived(cx, &session.problem, &input, &thoughts)? };
        session.experience = experience_id.as_ref().map_or_else(String::new, ToString::to_string);
        cx.put_reasoning_session(&session)?;
        cx.about(&session.id);
        let message = match &experience_id {
            Some(id) => format!("Decision finalized and recorded as experience {id}"),
            None => "Decision finalized".to_owned(),
        };
        Ok(Output {
            session_id: session.id,
            conclusion: session.conclusion,
            experience_id,
            session_summary: Summary { problem: session.problem, thoughts_count: thoughts.len(), avg_confidence: average(&thoughts) },
            message,
            deprecation: Deprecation::of(
                "finalize_response + governance validation",
                "finalize_decision is deprecated. Use finalize_response for trust-aware response finalization in the new GUARDED_REASON lifecycle.",
            ),
        })
    }
}

/// What was concluded, recorded like any other experience. One that says the same already stands for it.
fn lived(cx: &mut Work<'_>, problem: &str, input: &Input, thoughts: &[Thought]) -> Result<Option<ExperienceId>, Error> {
    let account =
        |field: &str, text: &str| Account::parse(text).map_err(|e| Error::from(Code::InputInvalid.refuse(field, format!("`{field}`: {e}"))));
    // A problem whose words were erased since then leaves nothing to be recorded.
    if problem.is_empty() {
        return Ok(None);
    }
    let recorded = Record::run(
        cx,
        record::Input {
            worked: Worked::Effective,
            domain: Area::Decision,
            situation: account("problem", problem)?,
            approach: input.conclusion.clone(),
            outcome: account("conclusion", &format!("Concluded after {} thought(s)", thoughts.len()))?,
            reasoning: input.rationale.clone().unwrap_or_else(|| input.conclusion.clone()),
            confidence: average_points(thoughts).map(Confidence::hundredths),
            tags: Vec::new(),
            revision_of: None,
            scope: None,
        },
    )?;
    Ok(recorded.experience_id.or(recorded.duplicate_id))
}

/// How sure thoughts were on average, in hundredths.
fn average_points(thoughts: &[Thought]) -> Option<u8> {
    let said: Vec<i64> = thoughts.iter().filter_map(|thought| thought.confidence).collect();
    let count = i64::try_from(said.len()).ok().filter(|count| *count > 0)?;
    u8::try_from((said.iter().sum::<i64>() + count / 2) / count).ok()
}

/// The same, from 0 to 1.
fn average(thoughts: &[Thought]) -> Option<f64> {
    average_points(thoughts).map(|hundredths| f64::from(hundredths) / 100.0)
}
