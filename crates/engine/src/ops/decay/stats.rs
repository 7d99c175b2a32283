//! Count how sure we are of the learnings that hold, and how many have faded.

use super::{faded, learnings};
use crate::{Dialect, Error, Look, Method, Operation, Spec, governance::claim_state::settings};
use kernel::{claim::Confidence, effect::Read, settings::Decay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Counts.
#[derive(Debug)]
pub struct Stats;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What was counted.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// How confidence fades here
    pub decay: Decay,
    /// Learnings that hold
    pub learnings: usize,
    /// Learnings that would lose confidence now
    pub faded: usize,
    /// Learnings that are as low as fading takes them
    pub lowest: usize,
    /// How sure we are on the whole
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<Confidence>,
    /// Whether older learnings were not looked at: only the newest 10,000 are
    #[serde(rename = "atLeast", skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

impl Operation for Stats {
    const SPEC: Spec = Spec::new("decay.stats", "Count how sure we are of the learnings that hold, and how many have faded")
        .http(Method::Get, "/v1/decay")
        .also(&[(Dialect::Palace, "decay_stats")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let (house, now) = (cx.house, cx.call.now);
        let decay = settings(cx, house)?.decay;
        let (all, at_least) = learnings(cx, house)?;
        let (count, sum) = (all.len(), all.iter().map(|(_, aging)| usize::from(aging.present.points())).sum::<usize>());
        let lowest = all.iter().filter(|(_, aging)| aging.present <= decay.min).count();
        let average = (count > 0).then(|| Confidence::hundredths(u8::try_from(sum / count.max(1)).unwrap_or(100)));
        Ok(Output { decay, learnings: count, faded: faded(all, decay, now).len(), lowest, average, at_least })
    }
}
