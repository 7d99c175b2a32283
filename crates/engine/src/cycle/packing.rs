//! Packs the context that a session reads before it answers: cells and experiences, the most trusted first, within a budget of bytes. The same memory
//! gives the same bytes.
//!
//! Not here: the order and what fits. The kernel's `fit` decides.

use super::alive::{Alive, alive};
use crate::{Error, PalaceState, contracts::snake};
use kernel::text::Slice;
use kernel::{
    anchor::Anchor,
    canonical,
    cycle::{Cell, CellKind, Facts, Phase, Ranked, Room, State, Trust, fit, normalised},
    id::ExperienceId,
    ledger::Digest,
    refusal::Code,
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::HashMap;
use store::{Experience, Packed, StoreError, Trusted, View, cell_id};

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
pub(super) fn pack(view: &mut View<'_>, house: &PalaceState, now: Moment, wanted: &Wanted<'_>) -> Result<Pack, Error> {
    let empty = Pack { packed_context: PackedContext::default(), context_hash: Digest::ZERO, byte_count: 0, phase: Phase::ContextPack };
    // The number of bytes is in the answer too: room is kept for as many digits as the budget has.
    let frame = bytes(&empty)? - 1 + wanted.byte_budget.to_string().len();
    let Some(room) = wanted.byte_budget.checked_sub(frame) else {
        let what = format!("`byteBudget`: an answer without anything in it has {frame} bytes, so it does not fit into {}", wanted.byte_budget);
        return Err(Code::InputInvalid.refuse("byteBudget", what).into());
    };
    let (cells, left) = cells(&*alive(view, house, wanted.anchor)?, now, wanted, room)?;
    let (experiences, left) = experiences(view, now, wanted, left)?;
    let (cells, cells_told): (_, Vec<Json>) = cells.into_iter().map(|one| (one.item, one.told)).unzip();
    let (experiences, experiences_told): (_, Vec<Json>) = experiences.into_iter().map(|one| (one.item, one.told)).unzip();
    let told = [("cells", cells_told), ("experiences", experiences_told)].map(|(name, list)| (name, Json::Array(list)));
    let context_hash = canonical::digest_json(&normalised(told.into_iter().collect()))?;
    // One more digit makes the answer longer, which may take one more digit.
    let bare = bytes(&empty)? - 1 + room - left;
    let byte_count = (1..=20).map(|digits| bare + digits).find(|sum| sum.to_string().len() + bare <= *sum).unwrap_or(bare);
    Ok(Pack { packed_context: PackedContext { cells, experiences }, context_hash, byte_count, ..empty })
}

/// Something that is packed, and how the contract spells it.
struct Shown<T> {
    item: T,
    told: Json,
}

impl<T: Serialize> Shown<T> {
    /// It, and how many bytes it is.
    fn of(item: T) -> Result<(Self, usize), Error> {
        let told = contracts(serde_json::to_value(&item).map_err(|e| canonical::NotCanonical::NotJson(e.to_string()))?);
        let bytes = length(&told);
        Ok((Self { item, told }, bytes))
    }
}

/// How many bytes something is in the contract's spelling.
pub(crate) fn bytes(value: &impl Serialize) -> Result<usize, Error> {
    Shown::of(value).map(|(_, bytes)| bytes)
}

/// How many bytes a value is as canonical JSON: the order of its fields makes it no longer.
fn length(value: &Json) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).map_or(usize::MAX, |()| count.0)
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
fn cells(alive: &Alive, now: Moment, wanted: &Wanted<'_>, bytes: usize) -> Result<(Vec<Shown<PackedCell>>, usize), Error> {
    let bare = self::bytes(&bare_cell())?;
    let ranked = alive.about(wanted.keys).map(|cell| Ranked {
        trust: cell.facts.trust,
        salience: cell.facts.salience(now),
        at: cell.facts.updated_at,
        id: cell.key,
        least: bare + cell.scene.len() + cell.title.len() + cell.body.len(),
        item: cell,
    });
    fit(ranked.collect(), Room { bytes, items: wanted.max_cells }, |cell| Shown::of(cell_of(cell, now)))
}

/// A cell that is no longer than any other but for its scene and its words: it matters not at all, which takes one digit.
fn bare_cell() -> PackedCell {
    let at = Moment::from_millis(0);
    let facts = Facts { state: State::Stable, trust: Trust::default(), evidence: 0, contradictions: 100, updated_at: at };
    let (key, scene, title, body) = (Digest::ZERO, String::new(), String::new(), String::new());
    cell_of(&Cell { key, scene, kind: CellKind::Fact, title, body, facts, conflict_group: None, supersedes: None, created_at: at }, at)
}

fn cell_of(cell: &Cell, now: Moment) -> PackedCell {
    let (trust, salience) = (cell.facts.trust, cell.facts.salience(now));
    PackedCell {
        id: cell_id(&cell.key),
        kind: cell.kind,
        title: cell.title.clone(),
        body: cell.body.clone(),
        trust,
        salience,
        state: cell.facts.state,
        updated_at: cell.facts.updated_at,
        why_included: format!("scene:{},{}", cell.scene, why(trust, salience)),
    }
}

/// Experiences that share a key; any, where no key was named.
fn experiences(view: &mut View<'_>, now: Moment, wanted: &Wanted<'_>, bytes: usize) -> Result<(Vec<Shown<PackedExperience>>, usize), Error> {
    let bare = self::bytes(&bare_experience())?;
    if bytes < bare {
        return Ok((Vec::new(), bytes));
    }
    let rank = |Trusted { n, trust, created_at: at, chars }: Trusted| {
        // It has no more to it than its age: this is the order by which the store chose them.
        let salience = Facts { state: State::of_trust(trust), trust, evidence: 0, contradictions: 0, updated_at: at }.salience(now);
        Ranked { trust, salience, at, id: n, least: bare + chars.min(SUMMARY_CHARS), item: (n, trust, salience) }
    };
    let trusted = view.trusted_experiences(wanted.anchor, wanted.keys, wanted.max_experiences.saturating_mul(WEIGHED))?;
    // As many as may be shown are read at once; those behind them only where one of these is too long.
    let most = wanted.max_experiences.min(bytes / bare);
    let first = view.experiences_numbered(trusted.iter().take(most).map(|one| one.n))?;
    let mut read: HashMap<i64, Experience> = first.into_iter().map(|one| (one.n, one)).collect();
    let ranked = trusted.into_iter().map(rank).collect();
    fit(ranked, Room { bytes, items: wanted.max_experiences }, |(n, trust, salience)| {
        let one = match read.remove(&n) {
            Some(one) => one,
            None => view.experience_numbered(n)?.ok_or_else(|| StoreError::Damaged(format!("experience {n} went while it was read")))?,
        };
        Shown::of(experience_of(one, trust, salience))
    })
}

/// An experience that is no longer than any other.
fn bare_experience() -> PackedExperience {
    PackedExperience {
        id: ExperienceId::mint(ExperienceId::PREFIXES[0], ""),
        created_at: Moment::from_millis(0),
        trust: Trust::default(),
        salience: 0,
        context_keys: Vec::new(),
        summary: String::new(),
        why_included: why(Trust::default(), 0),
    }
}

fn why(trust: Trust, salience: u16) -> String {
    format!("trust:{},sal:{salience}", trust.level())
}

fn experience_of(one: Experience, trust: Trust, salience: u16) -> PackedExperience {
    PackedExperience {
        created_at: one.created_at,
        trust,
        salience,
        context_keys: one.compared_keys(),
        summary: beginning(&one.parts().join(" ")).to_owned(),
        why_included: why(trust, salience),
        id: one.id,
    }
}

/// As much of a text as is shown of it.
fn beginning(text: &str) -> &str {
    text.char_indices().nth(SUMMARY_CHARS).map_or(text, |(end, _)| text.slice(..end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_cell_is_shorter_than_its_room_is_reckoned() {
        let (at, bare) = (Moment::from_millis(0), bytes(&bare_cell()).expect("plain"));
        for (state, kind) in State::ALL.into_iter().flat_map(|state| CellKind::ALL.map(|kind| (state, kind))) {
            for (contradictions, words) in [(0, ""), (100, "It \"holds\".\n")] {
                let facts = Facts { state, trust: Trust::of(3), evidence: 2, contradictions, updated_at: at };
                let (scene, title, body) = ("sc_1".to_owned(), words.to_owned(), words.to_owned());
                let cell = Cell { key: Digest::ZERO, scene, kind, title, body, facts, conflict_group: None, supersedes: None, created_at: at };
                let told = bytes(&cell_of(&cell, at)).expect("plain");
                assert!(bare + 4 + 2 * words.len() <= told, "{state:?} {kind:?} {contradictions}");
            }
        }
    }

    #[test]
    fn no_experience_is_shorter_than_its_room_is_reckoned() {
        let bare = bytes(&bare_experience()).expect("plain");
        for words in ["", "short", "It \"holds\".\n", &"é".repeat(SUMMARY_CHARS + 1)] {
            let (id, summary) = (ExperienceId::mint("x", "0123456789abcdef"), beginning(words).to_owned());
            let (chars, told) = (words.chars().count(), PackedExperience { id, summary, ..bare_experience() });
            assert!(bare + chars.min(SUMMARY_CHARS) <= bytes(&told).expect("plain"), "{words}");
        }
    }

    #[test]
    fn a_length_is_that_of_the_canonical_text() {
        let told = json!({ "b": "\u{1f}\u{7f}\\\"é\u{2028}🙂\t", "a": [1, -2, null, true, { "z": 0, "y": "" }] });
        assert_eq!(length(&told), canonical::canonical(&told).expect("plain").len());
    }
}
