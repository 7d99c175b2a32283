//! Record what came of using a feature, if it says enough. What does not is not written, and the answer says what is missing.

use super::{Event, telling, write};
use crate::knowledge::adoption::QualityReport;
use crate::{Dialect, Error, Method, Operation, Spec, Work};
use kernel::{
    adoption::{CardRef, Feature, Quality, Record as Telling, Signal, Track},
    effect::Propose,
    id::AdoptionId,
    text::{Name, Note, Query},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Checks, then records.
#[derive(Debug)]
pub struct RecordChecked;

telling! {
    /// What came of using a feature.
    Input {
        /// What it is evidence about
        track: Track,
        /// What came of it
        signal: Signal,
        /// Feature that was used
        feature: Feature,
        /// Record it although something is missing; it will count for nothing
        #[serde(default)]
        allow_warnings: bool,
    }
}

/// What was written, or why nothing was.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Output {
    /// Whether it was written
    pub writes: bool,
    /// Whether it was held back
    pub blocked: bool,
    /// How good it is
    pub record_quality: QualityReport,
    /// The record
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Event>,
}

impl Operation for RecordChecked {
    const SPEC: Spec = Spec::new("adoption.record_checked", "Record what came of using a feature, if it says enough to count")
        .http(Method::Post, "/v1/adoption/checked")
        .action(Dialect::Mind, "mempal_phase3", "record_checked", "recordChecked")
        .mind("phase3 adoption record-checked");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let told = input.telling(input.track, input.signal, input.feature.clone());
        let answer = checked(cx, told, input.id, input.allow_warnings)?;
        if !answer.writes {
            cx.nothing();
        }
        Ok(answer)
    }
}

/// Writes what is ready, and what is not if that was said to be all right; never what is invalid.
pub(super) fn checked(cx: &mut Work<'_>, told: Telling, id: Option<AdoptionId>, allow_warnings: bool) -> Result<Output, Error> {
    let judged = told.judge();
    let blocked = match judged.quality {
        Quality::Ready => false,
        Quality::Warning => !allow_warnings,
        Quality::Invalid => true,
    };
    let event = if blocked { None } else { Some(write(cx, told, id)?) };
    Ok(Output { writes: event.is_some(), blocked, record_quality: judged.into(), event })
}
