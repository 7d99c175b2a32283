//! Count what was recorded, all of it: good and bad, old and new. Gates count less.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    adoption::{Counts, Track},
    effect::Read,
    text::Name,
};
use schemars::JsonSchema;
use serde::Deserialize;
use store::AdoptionFilter;

/// Counts records.
#[derive(Debug)]
pub struct Stats;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Only evidence about this
    #[serde(default)]
    pub track: Option<Track>,
    /// Only of this feature
    #[serde(default, deserialize_with = "super::said")]
    #[schemars(with = "Option<String>")]
    pub feature: Option<Name>,
}

impl Operation for Stats {
    const SPEC: Spec = Spec::new("adoption.stats", "Count records of adoption by what came of it")
        .http(Method::Get, "/v1/adoption/stats")
        .action(Dialect::Mind, "mempal_phase3", "stats", "stats")
        .mind("phase3 adoption stats");
    type Effect = Read;
    type Input = Input;
    type Output = Counts;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Counts, Error> {
        let filter = AdoptionFilter { track: input.track, feature: input.feature.map(Into::into), limit: i64::MAX, ..AdoptionFilter::default() };
        Ok(cx.adoptions(&filter)?.iter().map(|record| record.signal).collect())
    }
}
