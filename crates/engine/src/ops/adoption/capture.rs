//! Say where something was noticed and how it went; the record that means is planned, checked and, if asked, written.
//!
//! Not here: noticing. Nothing is captured unless somebody calls this.

use super::{
    record_checked::{Output as Checked, checked},
    telling,
};
use crate::knowledge::adoption::{Plan, QualityReport, plan};
use crate::{Dialect, Error, Method, Operation, Spec, Work};
use kernel::{
    adoption::{CardRef, Feature, Record as Telling, Signal, Surface, Track},
    effect::Propose,
    id::AdoptionId,
    text::{Name, Note, Query},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Captures what was noticed.
#[derive(Debug)]
pub struct Capture;

telling! {
    /// What was noticed.
    Input {
        /// Where it was noticed
        surface: Surface,
        /// How it went
        outcome: Signal,
        /// Write it down (only planned and checked if left out)
        #[serde(default)]
        execute: bool,
        /// Write it down although something is missing; it will count for nothing
        #[serde(default)]
        allow_warnings: bool,
    }
}

/// What was planned, and written.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether it was written
    pub writes: bool,
    /// Whether it was to be
    pub execute: bool,
    /// Where it was noticed
    pub surface: Surface,
    /// How it went
    pub outcome: Signal,
    /// The record that it means
    pub record_plan: Plan,
    /// How good that is
    pub record_quality: QualityReport,
    /// What was written, or why nothing was
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_checked: Option<Checked>,
}

impl Operation for Capture {
    const SPEC: Spec = Spec::new("adoption.capture", "Capture where a feature was noticed and how it went; a plan, unless told to execute")
        .http(Method::Post, "/v1/adoption/capture")
        .action(Dialect::Mind, "mempal_phase3", "capture", "")
        .mind("phase3 adoption capture");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let (track, feature) = input.surface.means();
        let told = input.telling(track, input.outcome, Feature::from(feature));
        let (record_plan, quality) = (plan(&told, input.id.as_ref()), told.judge().into());
        let record_checked = if input.execute { Some(checked(cx, told, input.id, input.allow_warnings)?) } else { None };
        let writes = record_checked.as_ref().is_some_and(|checked| checked.writes);
        if !writes {
            cx.nothing();
        }
        let (execute, surface, outcome) = (input.execute, input.surface, input.outcome);
        Ok(Output { writes, execute, surface, outcome, record_plan, record_quality: quality, record_checked })
    }
}
