//! Suggests fields with much evidence and no believed knowledge as worth distilling. Said, never done. Only the caller's own project counts, so that
//! one project's evidence suggests nothing in another.

use super::context_ranking::believed;
use crate::{Error, PalaceState};
use kernel::{anchor::Anchor, claim::Tier};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use store::View;

/// Evidence that makes a field ripe.
const EVIDENCE_MIN: i64 = 5;
/// Evidence without a field is counted up to this: more would say no more, and take longer than a search.
const EVIDENCE_MAX: i64 = 1_000;
/// Fields named at most.
const FIELDS_MAX: usize = 3;
/// Samples of each.
const SAMPLES: i64 = 3;

/// A field that is worth distilling.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Suggestion {
    /// The field
    pub field: String,
    /// How much evidence there is; of what names no field, up to 1000
    pub evidence_count: i64,
    /// Some of it
    pub sample_evidence_drawer_ids: Vec<String>,
    /// What it could become
    pub suggested_tier: Tier,
}

/// The ripe fields of the caller's project, most evidence first, then by name.
pub(crate) fn ripe(view: &mut View<'_>, house: &PalaceState, anchor: &Anchor) -> Result<Vec<Suggestion>, Error> {
    let project = anchor.project();
    let list = believed(view, house, anchor)?;
    // A card says what its drawer said, so drawers are what counts.
    let is_ours = |k: &kernel::claim::Knowledge| k.form() == kernel::claim::Form::Drawer && k.anchor.project() == project;
    let settled: BTreeSet<&str> = list.iter().map(|b| &b.knowledge).filter(|k| is_ours(k)).map(|k| k.lesson.field.as_str()).collect();
    let project = project.to_string();
    let all = house.cache.memory.fields.ask(view, project.clone(), |view, project| Ok(view.evidence_by_field(project, EVIDENCE_MAX)?))?;
    let is_ripe = |(field, count): &&(String, i64)| *count >= EVIDENCE_MIN && !settled.contains(field.as_str());
    let mut counted: Vec<(String, i64)> = all.iter().filter(is_ripe).cloned().collect();
    counted.sort_by(|(a, a_count), (b, b_count)| b_count.cmp(a_count).then_with(|| a.cmp(b)));
    counted.truncate(FIELDS_MAX);
    let mut suggestions = Vec::with_capacity(counted.len());
    for (field, evidence_count) in counted {
        let sample_evidence_drawer_ids = view.first_evidence(&project, &field, SAMPLES)?;
        suggestions.push(Suggestion { field, evidence_count, sample_evidence_drawer_ids, suggested_tier: Tier::DaoRen });
    }
    Ok(suggestions)
}
