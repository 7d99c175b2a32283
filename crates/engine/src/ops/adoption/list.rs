//! List what was recorded, newest first.

use super::Event;
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{adoption::Track, effect::Read, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::AdoptionFilter;

/// Lists records.
#[derive(Debug)]
pub struct List;

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
    /// At most so many (50 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What was recorded.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Records, newest first
    pub events: Vec<Event>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("adoption.list", "List records of adoption, newest first")
        .http(Method::Get, "/v1/adoption")
        .empty("Nothing was recorded yet; `palace adoption guidance` says when to")
        .action(Dialect::Mind, "mempal_phase3", "list", "")
        .mind("phase3 adoption list");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let filter =
            AdoptionFilter { track: input.track, feature: input.feature.map(Into::into), limit: limit(input.limit, 50), ..AdoptionFilter::default() };
        Ok(Output { events: cx.adoptions(&filter)?.into_iter().map(Into::into).collect() })
    }
}
