//! Builds the reports about adopted features: a plan to record, how good a record is, and what records add up to.
//!
//! Not here: thresholds and words. The kernel's `adoption` has them.

use crate::{Error, PalaceState, governance::claim_state::settings};
use kernel::{
    adoption::{Candidate, Conclusion, Control, Counts, Judged, Quality, Record, Signal, Track, counted, readiness, review},
    call::Call,
    id::AdoptionId,
    time::{DAY_MS, Moment},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use store::{Adoption, AdoptionFilter, View};

/// Most records that are looked at to decide something.
const WEIGHED_MAX: i64 = 100_000;

/// How to record something, said twice: as a command, and as a tool's input.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Plan {
    /// Whether anything was written
    pub writes: bool,
    /// The command, word by word
    pub record_command: Vec<String>,
    /// The input of `mempal_phase3`
    pub record_payload: Json,
}

/// Plans a record. Values stand behind their names as words of their own, so that no shell has to quote them.
pub(crate) fn plan(record: &Record, id: Option<&AdoptionId>) -> Plan {
    let metadata = if record.metadata.is_empty() { String::new() } else { Json::Object(record.metadata.clone()).to_string() };
    let fields = [
        ("track", record.track.name()),
        ("signal", record.signal.name()),
        ("feature", record.feature.as_str()),
        ("query", &record.query),
        ("context_hash", &record.context_hash),
        ("card_id", &record.card_id),
        ("evaluator_id", &record.evaluator_id),
        ("research_report_id", &record.research_report_id),
        ("note", &record.note),
        ("metadata", &metadata),
        ("id", id.map_or("", AdoptionId::as_str)),
    ];
    let mut command: Vec<String> = ["palace", "adoption", "record"].map(str::to_owned).to_vec();
    let mut payload = Map::from_iter([("action".to_owned(), Json::from("record"))]);
    for (name, value) in fields.into_iter().filter(|(name, value)| !value.is_empty() || *name == "feature") {
        let flag = format!("--{}", name.replace('_', "-"));
        if value.starts_with('-') {
            command.push(format!("{flag}={value}"));
        } else {
            command.extend([flag, value.to_owned()]);
        }
        let said = if name == "metadata" { Json::Object(record.metadata.clone()) } else { Json::from(value) };
        payload.insert(name.to_owned(), said);
    }
    Plan { writes: false, record_command: command, record_payload: Json::Object(payload) }
}

/// How good a record is.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct QualityReport {
    /// Whether anything was written
    pub writes: bool,
    /// Whether it could be written at all
    pub valid: bool,
    /// How good it is
    pub quality: Quality,
    /// Why it cannot be written
    pub errors: Vec<&'static str>,
    /// What is missing
    pub warnings: Vec<&'static str>,
}

impl From<Judged> for QualityReport {
    fn from(Judged { quality, errors, warnings }: Judged) -> Self {
        Self { writes: false, valid: quality != Quality::Invalid, quality, errors, warnings }
    }
}

/// What was asked for.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Filters {
    /// Evidence about this
    #[serde(skip_serializing_if = "Option::is_none")]
    pub track: Option<Track>,
    /// Of this feature
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// This came of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<Signal>,
    /// At most so many
    pub limit: i64,
}

/// One feature in a review.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct FeatureReview {
    /// The feature
    pub feature: String,
    /// What came of it
    pub stats: Counts,
}

/// What records add up to.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct ReviewReport {
    /// Whether anything was written
    pub writes: bool,
    /// What was asked for
    pub filters: Filters,
    /// How many there are
    pub total: u64,
    /// What came of them
    pub stats: Counts,
    /// By feature
    pub features: Vec<FeatureReview>,
    /// What they say together
    pub conclusion: Conclusion,
    /// Why
    pub reasons: Vec<String>,
}

/// A review of all that was recorded, whatever its quality.
pub(crate) fn reviewed(filters: Filters, records: &[Adoption]) -> ReviewReport {
    let stats: Counts = records.iter().map(|record| record.signal).collect();
    let mut features: BTreeMap<&str, Counts> = BTreeMap::new();
    for record in records {
        features.entry(&record.feature).or_default().add(record.signal);
    }
    let features = features.into_iter().map(|(feature, stats)| FeatureReview { feature: feature.to_owned(), stats }).collect();
    let (conclusion, why) = review(&stats);
    ReviewReport { writes: false, filters, total: stats.total, stats, features, conclusion, reasons: vec![why] }
}

/// What counts towards a decision, of how many, in how many days.
pub(crate) struct Weighed {
    pub(crate) counts: Counts,
    pub(crate) records: Vec<Adoption>,
    pub(crate) days: u16,
}

impl Weighed {
    /// How many were recorded and how many count, in words.
    pub(crate) fn told(&self) -> String {
        format!(
            "{} of {} events of the last {} days count: ready, or an alarm, and one for each principal and occasion",
            self.counts.total,
            self.records.len(),
            self.days
        )
    }
}

/// Counts the records of a track, and of one feature if it is named, as far as they count now.
pub(crate) fn weighed(view: &mut View<'_>, house: &PalaceState, call: &Call, track: Track, feature: Option<&str>) -> Result<Weighed, Error> {
    let days = settings(view, house)?.adoption_days.get();
    let since: Moment = call.now.plus(-i64::from(days) * DAY_MS);
    let filter = AdoptionFilter {
        track: Some(track),
        feature: feature.map(str::to_owned),
        since: Some(since),
        limit: WEIGHED_MAX,
        ..AdoptionFilter::default()
    };
    let records = view.adoptions(&filter)?;
    Ok(Weighed { counts: counted(records.iter().map(Adoption::seen), since), records, days })
}

/// Whether cards could become the default.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct ReadinessReport {
    /// Whether anything was written
    pub writes: bool,
    /// What may become the default
    pub candidate: Candidate,
    /// Whether a proposal may be made
    pub ready: bool,
    /// What follows
    pub decision: &'static str,
    /// Evidence about this
    pub required_track: Track,
    /// Of this feature
    pub required_feature: &'static str,
    /// What counts
    pub review: ReviewReport,
    /// Why
    pub reasons: Vec<String>,
}

/// A review of what counts about the feature behind a control.
pub(crate) fn review_counted(control: Control, weighed: &Weighed) -> ReviewReport {
    let Weighed { counts: stats, .. } = *weighed;
    let filters = Filters { track: Some(track_of(control)), feature: Some(control.feature().to_owned()), signal: None, limit: WEIGHED_MAX };
    let (conclusion, why) = review(&stats);
    let features = if stats.total == 0 { Vec::new() } else { vec![FeatureReview { feature: control.feature().to_owned(), stats }] };
    ReviewReport { writes: false, filters, total: stats.total, stats, features, conclusion, reasons: vec![why, weighed.told()] }
}

/// What counts about the feature behind a control.
pub(crate) fn weighed_for(view: &mut View<'_>, house: &PalaceState, call: &Call, control: Control) -> Result<Weighed, Error> {
    weighed(view, house, call, track_of(control), Some(control.feature()))
}

const fn track_of(control: Control) -> Track {
    match control {
        Control::CardContext => Candidate::CardContextDefault.track(),
    }
}

/// Whether what is behind a control is ready to be proposed as the default.
pub(crate) fn readiness_report(control: Control, weighed: &Weighed) -> ReadinessReport {
    let mut reasons = readiness(&weighed.counts);
    let ready = reasons.is_empty();
    reasons.push(weighed.told());
    ReadinessReport {
        writes: false,
        candidate: Candidate::CardContextDefault,
        ready,
        decision: if ready { "eligible_for_future_default_spec" } else { "keep_opt_in" },
        required_track: track_of(control),
        required_feature: control.feature(),
        review: review_counted(control, weighed),
        reasons,
    }
}
