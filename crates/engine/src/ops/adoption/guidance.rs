//! Say when to record what. Written once, for people, agents and programs alike; nothing is recorded by itself.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    adoption::{Signal, Track},
    effect::Read,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Says when to record.
#[derive(Debug)]
pub struct Guidance;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// When to record what.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Which edition of it this is
    pub version: u32,
    /// The rule
    pub recording_rule: &'static str,
    /// What every record says
    pub required_fields: [&'static str; 3],
    /// What a record may say
    pub optional_fields: [&'static str; 7],
    /// When to use each signal
    pub signals: Vec<SignalGuidance>,
    /// When to use each track
    pub tracks: Vec<TrackGuidance>,
}

/// When to use a signal.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct SignalGuidance {
    /// The signal
    pub signal: Signal,
    /// When
    pub when: &'static str,
}

/// When to use a track.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct TrackGuidance {
    /// The track
    pub track: Track,
    /// When
    pub when: &'static str,
    /// Features that are recorded under it
    pub feature_examples: &'static [&'static str],
}

impl Operation for Guidance {
    const SPEC: Spec = Spec::new("adoption.guidance", "Show when to record what came of using a feature")
        .http(Method::Get, "/v1/adoption/guidance")
        .action(Dialect::Mind, "mempal_phase3", "guidance", "guidance")
        .mind("phase3 adoption guidance");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let track = |track: &Track| {
            let (when, feature_examples) = track.guidance();
            TrackGuidance { track: *track, when, feature_examples }
        };
        Ok(Output {
            version: 1,
            recording_rule: "Record what you saw happen, when it happened, with enough context for someone else to judge it. Nothing is recorded for you.",
            required_fields: ["track", "signal", "feature"],
            optional_fields: ["query", "context_hash", "card_id", "evaluator_id", "research_report_id", "note", "metadata"],
            signals: Signal::ALL.iter().map(|signal| SignalGuidance { signal: *signal, when: signal.guidance() }).collect(),
            tracks: Track::ALL.iter().map(track).collect(),
        })
    }
}
