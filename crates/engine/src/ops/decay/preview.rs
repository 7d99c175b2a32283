//! Show what applying decay would change now. Nothing is changed by looking.

use super::{Faded, faded, learnings};
use crate::{Dialect, Error, Look, Method, Operation, Spec, governance::claim_state::settings, ops::limit};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Looks ahead.
#[derive(Debug)]
pub struct Preview;

/// How many.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What would change.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Whether decay may be applied in this palace
    pub enabled: bool,
    /// Learnings that would lose confidence, longest unconfirmed first
    pub faded: Vec<Faded>,
    /// How many there are in all
    pub total: usize,
    /// Whether older learnings were not looked at: only the newest 10,000 are
    #[serde(rename = "atLeast", skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

impl Operation for Preview {
    const SPEC: Spec = Spec::new("decay.preview", "Show which learnings have faded, and to what, without changing anything")
        .http(Method::Get, "/v1/decay/preview")
        .empty("No learning has faded: all were confirmed lately, or have little left to lose.")
        .also(&[(Dialect::Palace, "decay_preview")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let (house, now) = (cx.house, cx.call.now);
        let decay = settings(cx, house)?.decay;
        let (learnings, at_least) = learnings(cx, house)?;
        let mut all = faded(learnings, decay, now);
        let total = all.len();
        all.truncate(usize::try_from(limit(input.limit, 20)).unwrap_or(0));
        Ok(Output { enabled: decay.enabled, faded: all, total, at_least })
    }
}
