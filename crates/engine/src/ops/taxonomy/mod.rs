//! The taxonomy: which words lead to which place, and which fields of knowledge there are.
//!
//! It leans on the order of what is found and never leaves anything out. Not here: how it leans; that is arithmetic, in `mind`.

pub mod edit;
pub mod fields;
pub mod list;
pub mod route;

use schemars::JsonSchema;
use serde::Serialize;
use store::Signpost;

/// Signposts that are read at once.
const POSTS_MAX: i64 = 10_000;

/// Which words lead to a place, as it is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Entry {
    /// The wing
    pub wing: String,
    /// The room, or empty for the whole wing
    pub room: String,
    /// What people call it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Words that lead there
    pub keywords: Vec<String>,
}

impl From<Signpost> for Entry {
    fn from(post: Signpost) -> Self {
        let Signpost { wing, room, display_name, keywords, .. } = post;
        Self { wing, room, display_name: Some(display_name).filter(|name| !name.is_empty()), keywords }
    }
}

/// Entries, as they are answered.
#[derive(Serialize, JsonSchema)]
pub struct Entries {
    /// Places and the words that lead to them
    pub entries: Vec<Entry>,
}
