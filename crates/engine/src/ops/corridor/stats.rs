//! Count what is shared between projects.

use super::all;
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::LIST_MAX};
use kernel::{claim::Confidence, effect::Read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Counts the corridor.
#[derive(Debug)]
pub struct Stats;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The counts.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Learnings that hold everywhere
    pub learnings: usize,
    /// Times that a human confirmed one of them
    pub reinforcements: usize,
    /// How sure they are on average, from 0 to 1
    pub average_confidence: Confidence,
    /// Projects this palace knows
    pub projects: usize,
}

impl Operation for Stats {
    const SPEC: Spec = Spec::new("corridor.stats", "Count what is shared between projects")
        .http(Method::Get, "/v1/corridor/stats")
        .also(&[(Dialect::Palace, "corridor_stats")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let house = cx.house;
        let found = all(cx, house)?;
        let sum: usize = found.iter().map(|shared| usize::from(shared.confidence.points())).sum();
        let average = u8::try_from(sum.checked_div(found.len()).unwrap_or(0)).unwrap_or(100);
        Ok(Output {
            learnings: found.len(),
            reinforcements: found.iter().map(|shared| shared.reinforced).sum(),
            average_confidence: Confidence::hundredths(average),
            projects: cx.projects(LIST_MAX)?.len(),
        })
    }
}
