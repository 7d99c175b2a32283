//! Projects: what people call them, what stands in their wing, and how to pick one up again.
//!
//! Not here: what a project is. Its anchor says that; a name and a path are hints.

pub mod context;
pub mod list;
pub mod resume;
pub mod set_context;

use crate::Error;
use kernel::{call::Call, refusal::Code, text::Name, time::Moment};
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

/// Where the caller stands, as a folder if the door knows it. A folder that was named must be that one: nobody reads or writes
/// another project's words by naming a path.
fn here(call: &Call, named: Option<&Name>) -> Result<String, Error> {
    let project = call.anchor.project().to_string();
    let path = call.whereabouts.as_ref().map_or_else(|| project.clone(), |w| w.path.clone());
    match named {
        Some(named) if ![path.as_str(), project.as_str()].contains(&named.as_str()) => {
            let what = format!("`{named}` is not where this call is made from");
            Err(Code::PathOutside.refuse("projectPath", what).next("Leave it out, and call from the folder of that project").into())
        }
        Some(_) | None => Ok(path),
    }
}
