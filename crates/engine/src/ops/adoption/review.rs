//! Review what was recorded: by feature, and what it says together. A report; nothing follows from it by itself.

use crate::knowledge::adoption::{Filters, ReviewReport, reviewed};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    adoption::{Signal, Track},
    effect::Read,
    text::Name,
};
use schemars::JsonSchema;
use serde::Deserialize;
use store::AdoptionFilter;

/// Most records in one review.
const REVIEWED_MAX: i64 = 10_000;

/// Reviews records.
#[derive(Debug)]
pub struct Review;

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
    /// Only where this came of it
    #[serde(default)]
    pub signal: Option<Signal>,
    /// The newest so many (10,000 if left out, and at most)
    #[serde(default)]
    pub limit: Option<u32>,
}

impl Operation for Review {
    const SPEC: Spec = Spec::new("adoption.review", "Review records of adoption: by feature, and what they say together")
        .http(Method::Get, "/v1/adoption/review")
        .action(Dialect::Mind, "mempal_phase3", "review", "reviewReport")
        .mind("phase3 adoption review");
    type Effect = Read;
    type Input = Input;
    type Output = ReviewReport;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<ReviewReport, Error> {
        let limit = input.limit.map_or(REVIEWED_MAX, i64::from).clamp(1, REVIEWED_MAX);
        let feature: Option<String> = input.feature.map(Into::into);
        let filter = AdoptionFilter { track: input.track, feature: feature.clone(), signal: input.signal, limit, ..AdoptionFilter::default() };
        let records = cx.adoptions(&filter)?;
        Ok(reviewed(Filters { track: input.track, feature, signal: input.signal, limit }, &records))
    }
}
