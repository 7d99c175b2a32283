//! Drawers: evidence as the mind's contract sees it, in wings and rooms. A drawer of evidence *is* that evidence.
//!
//! Not here: authority. Nothing that is put in a drawer becomes true by it.

pub mod delete;
pub mod ingest;
pub mod list;
pub mod purge;
pub mod restore;
pub mod search;
pub mod show;

use kernel::{anchor::Anchor, time::Moment};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Drawer, View};

/// A drawer, as lists show it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Shown {
    /// The drawer: its evidence
    pub drawer_id: String,
    /// What it says; lists give the beginning
    pub content: String,
    /// Its wing
    pub wing: String,
    /// Its room
    #[serde(skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// What it was read from
    pub source_file: String,
    /// project, conversation or manual
    pub source_type: String,
    /// When it was recorded
    pub added_at: Moment,
    /// Its place in what it was read from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk_index: Option<i64>,
    /// Since when it is out of sight
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Moment>,
    /// How much it matters, from 0 to 5
    pub importance: i64,
    /// evidence or knowledge
    pub memory_kind: String,
    /// Whose it is
    pub domain: String,
    /// What it is about
    pub field: String,
    /// How we came by it
    pub provenance: String,
    /// Where it belongs, in one word
    pub anchor_kind: String,
    /// Where it belongs
    pub anchor_id: String,
    /// The repository of that worktree
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parent_anchor_id: String,
}

impl Shown {
    pub(crate) fn of(drawer: Drawer, content: String) -> Self {
        Self {
            drawer_id: drawer.id,
            content,
            wing: drawer.wing,
            room: drawer.room,
            source_file: drawer.source_file,
            source_type: drawer.source_type,
            added_at: drawer.added_at,
            chunk_index: drawer.chunk_index,
            deleted_at: drawer.deleted_at,
            importance: drawer.importance,
            memory_kind: drawer.memory_kind,
            domain: drawer.domain,
            field: drawer.field,
            provenance: drawer.provenance,
            anchor_kind: drawer.anchor_kind,
            anchor_id: drawer.anchor_id,
            parent_anchor_id: drawer.parent_anchor_id,
        }
    }
}

/// The wing that things of an anchor stand in, where nobody says another.
pub(crate) fn wing_of(view: &mut View<'_>, anchor: &Anchor) -> Result<String, crate::Error> {
    for anchor in [anchor, &anchor.project()] {
        if let Some(name) = view.project_called(anchor)? {
            return Ok(name);
        }
    }
    Ok(match anchor {
        Anchor::Global => "global".into(),
        Anchor::Repo(repo) | Anchor::Worktree { repo, .. } => repo.clone(),
    })
}
