//! What a session is given to read before it answers: cells and experiences, the most trusted first, within a budget of bytes
//! that counts all of the answer. The same memory gives the same bytes.
//!
//! Not here: the order and what fits. The kernel's `fit` decides.

use crate::{Error, tongue::snake};
use kernel::{
    anchor::Anchor,
    canonical,
    cycle::{Cell, CellKind, Facts, Phase, Ranked, Room, State, Trust, fit, overlap, trust},
    id::ExperienceId,
    ledger::Digest,
    refusal::Code,
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use store::{Experience, ExperienceFilter, Packed, View, cell_id};

/// From here on, a scene speaks of what is asked.
const ALIKE: f64 = 0.5;
/// Characters of an experience that are shown.
const SUMMARY_CHARS: usize = 200;
/// Experiences that are weighed, newest first.
const WEIGHED_MAX: usize = 10_000;

/// What to pack.
#[derive(Clone, Debug)]
pub struct Wanted<'w> {
    /// Whose memory.
    pub anchor: &'w Anchor,
    /// About what; empty means anything.
    pub keys: &'w [String],
    /// Bytes of the whole answer, as canonical JSON in the contract's spelling.
    pub byte_budget: usize,
    /// Cells.
    pub max_cells: usize,
    /// Experiences.
    pub max_experiences: usize,
}

/// A cell, as it is packed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct PackedCell {
    /// Its id
    pub id: String,
    /// What kind of thing it says
    #[serde(rename = "type")]
    pub kind: CellKind,
    /// Its title
    pub title: String,
    /// What it says
    pub body: String,
    /// How far it is trusted
    pub trust: Trust,
    /// How much it matters
    pub salience: u16,
    /// What it has become
    pub state: State,
    /// When it last changed
    pub updated_at: Moment,
    /// Why it is here
    pub why_included: String,
}

/// An experience, as it is packed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct PackedExperience {
    /// Its id
    pub id: ExperienceId,
    /// When it was written
    pub created_at: Moment,
    /// How far it is trusted
    pub trust: Trust,
    /// How much it matters
    pub salience: u16,
    /// What it is about
    pub context_keys: Vec<String>,
    /// How it begins
    pub summary: String,
    /// Why it is here
    pub why_included: String,
}

/// What was packed.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct PackedContext {
    /// Cells, the most trusted first
    pub cells: Vec<PackedCell>,
    /// Experiences, the most trusted first
    pub experiences: Vec<PackedExperience>,
}

impl PackedContext {
    /// Which they are.
    pub fn ids(&self) -> Packed {
        Packed {
            cells: self.cells.iter().map(|cell| cell.id.clone()).collect(),
            experiences: self.experiences.iter().map(|one| one.id.to_string()).collect(),
        }
    }
}

/// What was packed, and how much it is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pack {
    /// What to read
    pub packed_context: PackedContext,
    /// Digest of it, in the contract's spelling
    pub context_hash: Digest,
    /// Bytes of this whole answer as canonical JSON, in the contract's spelling
    pub byte_count: usize,
    /// The phase this is
    pub phase: Phase,
}

/// Packs what is there now.
pub(super) fn pack(view: &mut View<'_>, now: Moment, wanted: &Wanted<'_>) -> Result<Pack, Error> {
    let empty = Pack { packed_context: PackedContext::default(), context_hash: Digest::ZERO, byte_count: 0, phase: Phase::ContextPack };
    // The number of bytes is in the answer too: room is kept for as many digits as the budget has.
    let frame = bytes(&empty)? - 1 + wanted.byte_budget.to_string().len();
    let Some(room) = wanted.byte_budget.checked_sub(frame) else {
        let what = format!("`byteBudget`: an answer without anything in it has {frame} bytes, so it does not fit into {}", wanted.byte_budget);
        return Err(Code::InputInvalid.refuse("byteBudget", what).into());
    };
    let (cells, left) = fit(cells(view, now, wanted)?, Room { bytes: room, items: wanted.max_cells });
    let (experiences, _) = fit(experiences(view, now, wanted)?, Room { bytes: left, items: wanted.max_experiences });
    let packed_context =
        PackedContext { cells: cells.into_iter().map(|one| one.item).collect(), experiences: experiences.into_iter().map(|one| one.item).collect() };
    let context_hash = canonical::digest(&kernel::cycle::normalised(&contracts(json!(packed_context))))?;
    let mut pack = Pack { packed_context, context_hash, ..empty };
    // One more digit makes the answer longer, which may take one more digit.
    let bare = bytes(&pack)? - 1;
    pack.byte_count = (1..=20).map(|digits| bare + digits).find(|sum| sum.to_string().len() + bare <= *sum).unwrap_or(bare);
    Ok(pack)
}

/// How many bytes something is in the contract's spelling.
pub(crate) fn bytes(value: &impl Serialize) -> Result<usize, Error> {
    Ok(canonical::canonical(&contracts(json!(value)))?.len())
}

/// The contract's spelling of our own fields, which all of these are.
fn contracts(value: Json) -> Json {
    match value {
        Json::Object(fields) => fields.into_iter().map(|(key, value)| (snake(&key), contracts(value))).collect(),
        Json::Array(items) => items.into_iter().map(contracts).collect(),
        other => other,
    }
}

/// Cells of the scenes that speak of the keys; of all scenes, where none does.
fn cells(view: &mut View<'_>, now: Moment, wanted: &Wanted<'_>) -> Result<Vec<Ranked<PackedCell>>, Error> {
    let scenes = view.scenes(wanted.anchor)?;
    let meant: HashSet<&str> =
        scenes.iter().filter(|scene| overlap(&lower(&scene.keys), wanted.keys) >= ALIKE).map(|scene| scene.id.as_str()).collect();
    let mut ranked = Vec::new();
    for cell in view.live_cells(wanted.anchor)? {
        if meant.is_empty() || meant.contains(cell.scene.as_str()) {
            ranked.push(cell_of(cell, now)?);
        }
    }
    Ok(ranked)
}

fn cell_of(cell: Cell, now: Moment) -> Result<Ranked<PackedCell>, Error> {
    let (trust, salience, at) = (cell.facts.trust, cell.facts.salience(now), cell.facts.updated_at);
    let item = PackedCell {
        id: cell_id(&cell.key),
        kind: cell.kind,
        title: cell.title,
        body: cell.body,
        trust,
        salience,
        state: cell.facts.state,
        updated_at: at,
        why_included: format!("scene:{},trust:{},sal:{salience}", cell.scene, trust.level()),
    };
    Ok(Ranked { trust, salience, at, id: item.id.clone(), bytes: bytes(&item)?, item })
}

/// Experiences that share a key; all, where no key was named.
fn experiences(view: &mut View<'_>, now: Moment, wanted: &Wanted<'_>) -> Result<Vec<Ranked<PackedExperience>>, Error> {
    if wanted.max_experiences == 0 {
        return Ok(Vec::new());
    }
    let filter = ExperienceFilter { anchors: vec![wanted.anchor.to_string()], limit: i64::MAX, ..ExperienceFilter::default() };
    let mut found = view.experiences(&filter)?;
    let keep = found.len().saturating_sub(WEIGHED_MAX);
    let mut ranked = Vec::new();
    for one in found.split_off(keep) {
        let keys = lower(&one.keys());
        if wanted.keys.is_empty() || keys.iter().any(|key| wanted.keys.contains(key)) {
            ranked.push(experience_of(one, keys, now)?);
        }
    }
    Ok(ranked)
}

fn experience_of(one: Experience, context_keys: Vec<String>, now: Moment) -> Result<Ranked<PackedExperience>, Error> {
    let trust = trust(one.confidence);
    let salience = Facts { state: State::of_trust(trust), trust, evidence: 0, contradictions: 0, updated_at: one.created_at }.salience(now);
    let item = PackedExperience {
        created_at: one.created_at,
        trust,
        salience,
        context_keys,
        summary: one.parts().join(" ").chars().take(SUMMARY_CHARS).collect(),
        why_included: format!("trust:{},sal:{salience}", trust.level()),
        id: one.id,
    };
    Ok(Ranked { trust, salience, at: one.created_at, id: item.id.to_string(), bytes: bytes(&item)?, item })
}

/// Keys as they are compared: in lower case, in order, each once.
pub(crate) fn lower<T: AsRef<str>>(keys: &[T]) -> Vec<String> {
    let mut keys: Vec<String> = keys.iter().map(|key| key.as_ref().trim().to_lowercase()).filter(|key| !key.is_empty()).collect();
    keys.sort();
    keys.dedup();
    keys
}
