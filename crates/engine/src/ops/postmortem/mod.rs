//! What went wrong, why, and what was learned. Anyone may write one: it is evidence, and believed by nobody until a human
//! adopts a lesson.
//!
//! Whether one is resolved is decided by a human, under a seal. It changes nothing that is believed, but an open postmortem is a
//! warning in every briefing, and an agent that could close one would silence a failure, perhaps its own. That it recurs is
//! decided by nobody: it follows from what was written after it was resolved. Not here: a status that somebody could edit.

pub mod learn;
pub mod list;
pub mod resolve;
pub mod show;
pub mod stats;
pub mod store;

use crate::{Error, PalaceState};
use ::store::{Postmortem, View};
use kernel::{
    anchor::Anchor,
    canonical,
    id::{EvidenceId, PostmortemId},
    ledger::Digest,
    time::Moment,
    work::{PostmortemStatus, Severity},
};
use schemars::JsonSchema;
use serde::Serialize;

/// Postmortems looked at, newest first. What is older neither counts nor recurs.
const LOOKED_AT: i64 = 2_000;
/// Bits in which the sketches of two causes may differ and still be worth a closer look.
const SKETCH_BITS: u32 = 6;

/// A postmortem in a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// Its id
    pub id: PostmortemId,
    /// What people call it
    pub title: String,
    /// How bad it was
    pub severity: Severity,
    /// open, resolved, or recurring: resolved, and it happened again
    pub status: PostmortemStatus,
    /// Why it happened
    #[serde(skip_serializing_if = "String::is_empty")]
    pub root_cause: String,
    /// The files it was about
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub affected_files: Vec<String>,
    /// How many lessons it names
    pub lessons: usize,
    /// The evidence that holds its words
    pub evidence: EvidenceId,
    /// When it was written
    pub created_at: Moment,
    /// When it was resolved
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<Moment>,
    /// Those that say it happened again
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recurred_in: Vec<PostmortemId>,
}

/// A postmortem, and what is true of it now.
pub(crate) struct Judged {
    pub(crate) postmortem: Postmortem,
    pub(crate) status: PostmortemStatus,
    recurred_in: Vec<PostmortemId>,
}

impl From<Judged> for Item {
    fn from(Judged { postmortem: p, status, recurred_in }: Judged) -> Self {
        Self {
            id: p.id,
            title: p.title,
            severity: p.severity,
            status,
            root_cause: p.root_cause,
            affected_files: p.files,
            lessons: p.lessons.len(),
            evidence: p.evidence,
            created_at: p.created_at,
            resolved_at: p.resolved_at.filter(|_| status != PostmortemStatus::Open),
            recurred_in,
        }
    }
}

/// What a human's yes to "resolved" covers: this postmortem, as it reads.
fn resolution(p: &Postmortem) -> Result<Digest, Error> {
    let words = (&p.title, &p.what_happened, &p.root_cause, &p.lessons, &p.prevention, &p.files);
    Ok(canonical::digest(&(resolve::NAME, &p.id, p.severity, words))?)
}

/// The postmortems of a project, newest first, with what is true of them now.
pub(crate) fn judged(view: &mut View<'_>, house: &PalaceState, project: &Anchor) -> Result<Vec<Judged>, Error> {
    let mut all = view.postmortems(LOOKED_AT)?;
    all.retain(|p| [&p.anchor, project].contains(&&Anchor::Global) || p.anchor == *project);
    // Sketches first: comparing every two texts word by word would cost more than everything else.
    let sketches: Vec<u64> = all.iter().map(|p| ingest::Fingerprint::of(&p.root_cause).sketch).collect();
    let mut judged = Vec::with_capacity(all.len());
    for (p, sketch) in all.iter().zip(&sketches) {
        let sealed = match p.seal {
            Some(seal) => house.vouches(view, seal, resolution(p)?)?,
            None => false,
        };
        let since = p.resolved_at.filter(|_| sealed);
        let later = all.iter().zip(&sketches).filter(|(q, _)| q.id != p.id && since.is_some_and(|since| q.created_at > since));
        let recurred_in: Vec<PostmortemId> =
            later.filter(|(q, other)| again(p, q, (**other ^ sketch).count_ones() <= SKETCH_BITS)).map(|(q, _)| q.id.clone()).collect();
        let status = match since {
            None => PostmortemStatus::Open,
            Some(_) if recurred_in.is_empty() => PostmortemStatus::Resolved,
            Some(_) => PostmortemStatus::Recurring,
        };
        judged.push(Judged { postmortem: p.clone(), status, recurred_in });
    }
    Ok(judged)
}

/// One of them.
fn one(view: &mut View<'_>, house: &PalaceState, id: &PostmortemId) -> Result<Judged, Error> {
    let found = view.postmortem(id)?.ok_or_else(|| crate::ops::missing("postmortem", id))?;
    judged(view, house, &found.anchor)?.into_iter().find(|j| j.postmortem.id == *id).ok_or_else(|| crate::ops::missing("postmortem", id))
}

/// Whether one postmortem tells what another told: nearly the same cause, if it may be, or the very same files.
fn again(before: &Postmortem, after: &Postmortem, may_be: bool) -> bool {
    let told = !before.root_cause.is_empty() && !after.root_cause.is_empty();
    let same_cause = told && may_be && ingest::is_near(&before.root_cause, &after.root_cause);
    same_cause || (!before.files.is_empty() && before.files == after.files)
}
