//! Projects: what people call them, what stands in their wing, and how to pick one up again.
//!
//! Not here: what a project is. Its anchor says that; a name and a path are hints.

pub mod list;
pub mod resume;

use kernel::time::Moment;
use schemars::JsonSchema;
use serde::Serialize;
use store::Wing;

/// A project, by its wing.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Summary {
    /// Its wing
    pub wing: String,
    /// Where it last lay; that may have changed
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// When something was last kept
    pub last_activity: Moment,
    /// Drawers
    pub total: i64,
    /// How many of them hold evidence
    pub evidence: i64,
    /// How many of them hold knowledge
    pub knowledge: i64,
}

impl From<Wing> for Summary {
    fn from(wing: Wing) -> Self {
        let knowledge = wing.total - wing.evidence;
        Self { wing: wing.wing, path: wing.path, last_activity: wing.last_activity, total: wing.total, evidence: wing.evidence, knowledge }
    }
}
