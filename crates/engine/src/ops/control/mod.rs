//! Defaults that evidence may lead to. There is one: whether cards are in what agents are shown unless they say otherwise.
//!
//! The default is a sealed setting, and what would have it taken back is stored with it. Not here: a file that says it too;
//! what is sealed has one home.

pub mod default;
pub mod propose;
pub mod revert;
pub mod rollback;

use crate::{
    Error, PalaceState, Reviewed,
    governance::claim_state::{setting_digest, settings},
    knowledge::adoption::{ReadinessReport, Weighed, readiness_report},
};
use ::store::{Made, SettingRow, View};
use kernel::{adoption::Control, canonical, ledger::Digest, settings::ContextDefaults, text::Note};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// Most records whose words a human is shown before they decide.
const RECORDS_SHOWN: usize = 20;

/// Whether the default may be proposed, and on which conditions.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Proposal {
    /// Whether anything was written
    pub writes: bool,
    /// Which default
    pub candidate: Control,
    /// Whether it may be turned on
    pub proposal_ready: bool,
    /// What follows
    pub decision: &'static str,
    /// Whether the evidence suffices
    pub readiness: ReadinessReport,
    /// What would have it taken back
    pub rollback_criteria: Vec<Note>,
    /// Why
    pub reasons: Vec<String>,
}

/// Proposes to turn a default on: evidence must suffice, and somebody must have said what would have it taken back.
fn proposal(candidate: Control, weighed: &Weighed, rollback_criteria: Vec<Note>) -> Proposal {
    let readiness = readiness_report(candidate, weighed);
    let proposal_ready = readiness.ready && !rollback_criteria.is_empty();
    let mut reasons = readiness.reasons.clone();
    if rollback_criteria.is_empty() {
        reasons.insert(0, "rollback criteria are required: say what would have it taken back".into());
    }
    let decision = if proposal_ready { "eligible_for_default_on_spec" } else { "keep_opt_in" };
    Proposal { writes: false, candidate, proposal_ready, decision, readiness, rollback_criteria, reasons }
}

/// What is to be set, by name and canonical value, and what it changes from.
struct Step {
    rows: Vec<(&'static str, String)>,
    before: ContextDefaults,
    /// How often the default was set before: a yes is for this step and no later one.
    steps: usize,
}

impl Step {
    fn to(view: &mut View<'_>, house: &PalaceState, include: bool, criteria: Option<&[Note]>) -> Result<Self, Error> {
        let before = settings(view, house)?.context;
        let steps = view.settings()?.iter().filter(|row| row.name == ContextDefaults::INCLUDE_CARDS).count();
        let mut rows = vec![(ContextDefaults::INCLUDE_CARDS, canonical::canonical(&include)?)];
        if let Some(criteria) = criteria {
            rows.push((ContextDefaults::ROLLBACK_CRITERIA, canonical::canonical(&criteria)?));
        }
        Ok(Self { rows, before, steps })
    }

    /// What a human's yes covers: each setting as it will be, and that they saw what was there and what was counted.
    fn covers(&self, op: &str, candidate: Control, weighed: &Weighed) -> Result<Vec<Digest>, Error> {
        let mut covers = self.rows.iter().map(|(name, value)| setting_digest(name, value)).collect::<Result<Vec<_>, _>>()?;
        covers.push(canonical::digest(&(op, candidate, &self.rows, &self.before, self.steps, weighed.counts))?);
        Ok(covers)
    }

    fn write(self, cx: &mut Reviewed<'_>) -> Result<(), Error> {
        let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
        cx.about(self.rows.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" "));
        for (name, value) in self.rows {
            cx.put_setting(&SettingRow { name: name.to_owned(), value, made: made.clone() })?;
        }
        Ok(())
    }
}

/// The records behind a step, in a few words each: who says so is what a human can judge and a count cannot.
fn records(weighed: &Weighed) -> Vec<Json> {
    let told = weighed.records.iter().take(RECORDS_SHOWN);
    told.map(|r| json!({ "by": r.principal, "signal": r.signal, "quality": r.quality, "asked": r.query, "note": r.note, "at": r.created_at }))
        .collect()
}
