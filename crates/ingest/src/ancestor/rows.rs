//! The rows of a mempal palace. Every column has a field, so that whoever keeps a row can keep all of it.

use kernel::{
    claim::{Domain, Form, Happening, Role, Status, Tier},
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where a row belonged there: by its folder on that machine, or by a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Place {
    /// global, repo or worktree
    pub anchor_kind: String,
    /// The place
    pub anchor_id: String,
    /// The repository of that checkout
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub parent_anchor_id: String,
}

/// A drawer of evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Drawer {
    /// Its id there
    pub id: String,
    /// Its words
    pub content: String,
    /// Part of the palace
    #[serde(default)]
    pub wing: String,
    /// Room of that part
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// What it was read from
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source_file: String,
    /// project, conversation or manual
    #[serde(default)]
    pub source_type: String,
    /// When it was kept there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_at: Option<Moment>,
    /// Its place in what it was read from
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk_index: Option<i64>,
    /// Since when it was out of sight there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Moment>,
    /// How much it mattered, from 0 to 5
    #[serde(default)]
    pub importance: i64,
    /// Whom it is for
    #[serde(default)]
    pub domain: Domain,
    /// What it is about
    #[serde(default)]
    pub field: String,
    /// runtime, research or human, as the file says
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub provenance: String,
    /// What a finding amounts to, where one was written on evidence
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub statement: String,
    /// How its words were cleaned there
    #[serde(default)]
    pub normalize_version: i64,
    /// Where it belonged
    #[serde(default)]
    pub place: Place,
}

/// Knowledge, in a drawer or on a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Knowledge {
    /// Its id there
    pub id: String,
    /// drawer or card
    pub form: Form,
    /// The sentence that is woken
    #[serde(default)]
    pub statement: String,
    /// What explains it
    pub content: String,
    /// How high it stood
    pub tier: Tier,
    /// What the file calls it
    pub status: Status,
    /// Whom it is for
    #[serde(default)]
    pub domain: Domain,
    /// What it is about
    #[serde(default)]
    pub field: String,
    /// Part of the palace
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub wing: String,
    /// Room of that part
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// How much it mattered, from 0 to 5
    #[serde(default)]
    pub importance: i64,
    /// Its name there
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source_file: String,
    /// project, conversation or manual
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source_type: String,
    /// runtime, research or human, as the file says
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub provenance: String,
    /// Where it does not hold
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub scope_constraints: String,
    /// What it leans towards, as it was written
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub trigger_hints: Value,
    /// What it rests on, as it was written
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refs: Vec<Ref>,
    /// What happened to it, in order
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// When it was made there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_at: Option<Moment>,
    /// When it last changed there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Moment>,
    /// Since when it was out of sight there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Moment>,
    /// How its words were cleaned there
    #[serde(default)]
    pub normalize_version: i64,
    /// The drawer that a card was made from, by its id there
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub made_from: String,
    /// Where it belonged
    #[serde(default)]
    pub place: Place,
}

/// What knowledge rests on, by the name it had there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ref {
    /// The drawer, by its id there
    pub drawer: String,
    /// What it is to it
    pub role: Role,
    /// What was said about it
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The link's own id there, where it had one
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub link: String,
    /// When they were linked
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Moment>,
}

/// Something that happened to knowledge there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Event {
    /// Its id there, or its line of the log
    pub id: String,
    /// What happened
    pub what: Happening,
    /// What it was called before
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Status>,
    /// And after
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Status>,
    /// Why
    #[serde(default)]
    pub reason: String,
    /// Who, as the file says
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub actor: String,
    /// What else was written down
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub metadata: Value,
    /// When
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Moment>,
}

/// Something that was said to hold between two things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fact {
    /// Its id there
    pub id: String,
    /// Of what
    pub subject: String,
    /// How they belong together
    pub predicate: String,
    /// To what
    pub object: String,
    /// Since when it holds
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<Moment>,
    /// The earliest time in the file, where nobody said since when it holds
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_at_least: Option<Moment>,
    /// Until when it held
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<Moment>,
    /// How sure they were
    pub confidence: f64,
    /// The drawer it was read in, by its id there
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source_drawer: String,
}

/// A way between two places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tunnel {
    /// Its id there
    pub id: String,
    /// One end
    pub left_wing: String,
    /// Its room
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub left_room: String,
    /// The other end
    pub right_wing: String,
    /// Its room
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub right_room: String,
    /// What it is called
    pub label: String,
    /// When it was dug
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    /// By whom, as the file says
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub created_by: String,
    /// Since when it is closed
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Moment>,
}

/// Words that lead to a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Signpost {
    /// The wing
    pub wing: String,
    /// The room, or empty
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// What people call it
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// The words
    #[serde(default)]
    pub keywords: Vec<String>,
}

/// What came of using a feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Adoption {
    /// Its id there
    pub id: String,
    /// What is being tried
    pub track: String,
    /// What came of it
    pub signal: String,
    /// The feature
    pub feature: String,
    /// What was asked
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query: String,
    /// What was shown
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub context_hash: String,
    /// The card, by its id there
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub card_id: String,
    /// Who judged
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evaluator_id: String,
    /// The report
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub research_report_id: String,
    /// A remark
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What else was written down
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub metadata: Value,
    /// When
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
}
