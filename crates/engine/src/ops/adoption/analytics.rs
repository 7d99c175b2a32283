//! Say for every feature what came of it and what to do about it. A report; nothing follows from it by itself.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    adoption::{Counts, Recommendation, Track, recommendation},
    effect::Read,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::AdoptionFilter;

/// Groups records.
#[derive(Debug)]
pub struct Analytics;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// Every feature.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// How many records there are
    pub total_events: u64,
    /// By track and feature
    pub groups: Vec<Group>,
}

/// One feature.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Group {
    /// What it is evidence about
    pub track: Track,
    /// The feature
    pub feature: String,
    /// What came of it
    #[serde(flatten)]
    pub stats: Counts,
    /// What to do about it
    pub recommendation: Recommendation,
}

impl Operation for Analytics {
    const SPEC: Spec = Spec::new("adoption.analytics", "Show for every feature what came of it and what to do about it")
        .http(Method::Get, "/v1/adoption/analytics")
        .action(Dialect::Mind, "mempal_phase3", "analytics", "analytics")
        .mind("phase3 adoption analytics");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let mut groups: BTreeMap<(Track, String), Counts> = BTreeMap::new();
        let records = cx.adoptions(&AdoptionFilter { limit: i64::MAX, ..AdoptionFilter::default() })?;
        let total_events = records.len() as u64;
        for record in records {
            groups.entry((record.track, record.feature)).or_default().add(record.signal);
        }
        let groups = groups.into_iter().map(|((track, feature), stats)| Group { track, feature, recommendation: recommendation(&stats), stats });
        Ok(Output { writes: false, total_events, groups: groups.collect() })
    }
}
