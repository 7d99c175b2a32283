//! What a session is given to read before it answers: cells and experiences, the most trusted first, within a budget of bytes
//! that counts all of the answer. The same memory gives the same bytes.
//!
//! Not here: the order and what fits. The kernel's `fit` decides.

use crate::{Error, tongue::snake};
use kernel::{
    anchor::Anchor,
    canonical,
    cycle::{ALIKE, Cell, CellKind, Facts, Phase, Ranked, Room, State, Trust, compared, fit, overlap, trust},
    id::ExperienceId,
    ledger::Digest,
    refusal::Code,
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use store::{Experience, Packed, View, Weighed, cell_id};

/// Characters of an experience that are shown.
const SUMMARY_CHARS: usize = 200;
/// Experiences that are weighed for each that may be shown: those that are too long for the room are passed over.
const WEIGHED: usize = 4;

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
    let (cells, left) = cells(view, now, wanted, room)?;
    let packed_context = PackedContext { cells, experiences: experiences(view, now, wanted, left)? };
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

/// Cells of the scenes that speak of the keys; of all scenes, where none does. Gives the room that is left, too.
fn cells(view: &mut View<'_>, now: Moment, wanted: &Wanted<'_>, bytes: usize) -> Result<(Vec<PackedCell>, usize), Error> {
    let scenes = view.live_scenes(wanted.anchor)?;
    let meant: HashSet<&str> =
        scenes.iter().filter(|scene| overlap(&compared(&scene.keys), wanted.keys) >= ALIKE).map(|scene| scene.id.as_str()).collect();
    let meant = |cell: &Weighed| meant.is_empty() || meant.contains(cell.scene.as_str());
    let weighed = view.weighed_cells(wanted.anchor)?.into_iter().filter(meant).map(|Weighed { key, facts, length, .. }| Ranked {
        trust: facts.trust,
        salience: facts.salience(now),
        at: facts.updated_at,
        id: cell_id(&key),
        least: length,
        item: key,
    });
    fit(weighed.collect(), Room { bytes, items: wanted.max_cells }, |key| {
        let cell = view.cells_keyed(&[key])?.pop().ok_or_else(|| store::StoreError::Damaged(format!("cell {key} went while it was read")))?;
        let shown = cell_of(cell, now);
        let bytes = self::bytes(&shown)?;
        Ok((shown, bytes))
    })
}

fn cell_of(cell: Cell, now: Moment) -> PackedCell {
    let (trust, salience) = (cell.facts.trust, cell.facts.salience(now));
    PackedCell {
        id: cell_id(&cell.key),
        kind: cell.kind,
        title: cell.title,
        body: cell.body,
        trust,
        salience,
        state: cell.facts.state,
        updated_at: cell.facts.updated_at,
        why_included: format!("scene:{},trust:{},sal:{salience}", cell.scene, trust.level()),
    }
}

/// Experiences that share a key; any, where no key was named.
fn experiences(view: &mut View<'_>, now: Moment, wanted: &Wanted<'_>, bytes: usize) -> Result<Vec<PackedExperience>, Error> {
    let weighed = i64::try_from(wanted.max_experiences.saturating_mul(WEIGHED)).unwrap_or(i64::MAX);
    let mut ranked = Vec::new();
    for one in view.trusted_experiences(wanted.anchor, wanted.keys, weighed)? {
        let trust = trust(one.confidence);
        // It has no more to it than its age: this is the order in which the store gives them.
        let salience = Facts { state: State::of_trust(trust), trust, evidence: 0, contradictions: 0, updated_at: one.created_at }.salience(now);
        ranked.push(Ranked { trust, salience, at: one.created_at, id: one.id.to_string(), least: 0, item: (one, trust, salience) });
    }
    let (taken, _) = fit(ranked, Room { bytes, items: wanted.max_experiences }, |(one, trust, salience)| {
        let shown = experience_of(one, trust, salience);
        let bytes = self::bytes(&shown)?;
        Ok::<_, Error>((shown, bytes))
    })?;
    Ok(taken)
}

fn experience_of(one: Experience, trust: Trust, salience: u16) -> PackedExperience {
    PackedExperience {
        created_at: one.created_at,
        trust,
        salience,
        context_keys: one.compared_keys(),
        summary: one.parts().join(" ").chars().take(SUMMARY_CHARS).collect(),
        why_included: format!("trust:{},sal:{salience}", trust.level()),
        id: one.id,
    }
}
