//! Hold two claims against each other: whether they contradict, and by which rule. Nothing is linked by asking.

use super::holding;
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    claim::{Confidence, Rule, opposition},
    effect::Read,
    id::ClaimId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Compares two claims.
#[derive(Debug)]
pub struct Compare;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// One claim
    #[serde(alias = "record1_id")]
    pub record1_id: ClaimId,
    /// The other
    #[serde(alias = "record2_id")]
    pub record2_id: ClaimId,
}

/// What was seen.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Whether both cannot be so
    pub contradicts: bool,
    /// How sure that is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// The rule that found it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// Why, or what was looked for
    pub explanation: String,
}

impl Operation for Compare {
    const SPEC: Spec = Spec::new("claim.compare", "Hold two claims against each other: whether both can be so, and why not")
        .http(Method::Get, "/v1/claims/compare")
        .positional(&["record1Id", "record2Id"])
        .also(&[(Dialect::Palace, "recall_contradiction_check")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { record1_id, record2_id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let (one, other) = (holding(cx, house, &record1_id)?, holding(cx, house, &record2_id)?);
        Ok(match opposition(one.draft.content.as_str(), other.draft.content.as_str()) {
            Some(seen) => Output { contradicts: true, confidence: Some(seen.confidence), rule: Some(seen.rule), explanation: seen.explanation },
            None => Output {
                contradicts: false,
                confidence: None,
                rule: None,
                explanation: "no negation, contrary word, other number or other choice about the same subject".into(),
            },
        })
    }
}
