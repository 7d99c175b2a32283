//! Look at a response before it is given, with what was packed for its session. One that is blocked is not given, and the
//! cycle waits for another.

use super::{Hash, shown_out, words_out};
use crate::{Dialect, Error, Method, Operation, Spec, Work, cycle};
use kernel::{
    cycle::{Integrity, Phase, Violation},
    effect::Propose,
    id::SessionId,
    text::Content,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Looks at it.
#[derive(Debug)]
pub struct Finalize;

/// Which response.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session
    pub session_id: SessionId,
    /// The response, as you would give it
    pub draft: Content,
    /// The hash that the pack gave; refused if it is another
    #[serde(default)]
    pub context_hash: Hash,
    /// Means nothing: what was packed is looked up
    #[serde(default)]
    pub cells: Vec<Json>,
    /// Means nothing: what was packed is looked up
    #[serde(default)]
    pub experiences: Vec<Json>,
}

/// The response, and whether it can stand.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The response without secrets, and the line that sums it up below it
    pub response: String,
    /// Whether it can stand
    pub integrity: Integrity,
    /// The line that sums it up
    pub integrity_line: String,
    /// What is wrong with it
    pub violations: Vec<Violation>,
}

impl Operation for Finalize {
    const SPEC: Spec = Spec::new("cycle.finalize", "Look at a response before it is given, with what was packed for your session")
        .http(Method::Post, "/v1/cycle/{sessionId}/finalize")
        .positional(&["sessionId", "draft"])
        .also(&[(Dialect::Cycle, "finalize_response")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        Some(words_out(input))
    }

    fn kept(output: &Json) -> Option<Json> {
        Some(shown_out(output))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let session = cycle::under_way(cx.call, cx, &input.session_id)?;
        let mut cycle = cycle::at(cx, &session, Phase::FinalizeResponse)?;
        cycle::fresh("contextHash", input.context_hash.0, cycle.context_hash)?;
        let found = cycle::finalize(cx, &mut cycle, input.draft.as_str())?;
        cx.about(&session.id);
        Ok(Output { response: found.response, integrity_line: found.integrity.line(), integrity: found.integrity, violations: found.violations })
    }
}
