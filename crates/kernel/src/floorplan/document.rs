//! The documents that people keep in `.palace/`: what a room, a playbook and a project are, to the letter. Their JSON Schemas
//! are made from these types. Not here: reading files, and comments in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The one version of these documents that there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Version {
    /// The first
    #[default]
    #[serde(rename = "1.0.0")]
    One,
}

/// Who made a document, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Provenance {
    /// Who wrote it first
    pub created_by: String,
    /// When
    pub created_at: String,
    /// Who changed it last
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_by: Option<String>,
    /// When
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<String>,
    /// The program that made it, if one did
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// Its version
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator_version: Option<String>,
}

/// What can be done in a room, for whoever plans work there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Capability {
    /// Looking for words
    #[serde(rename = "search.text")]
    SearchText,
    /// Reading files
    #[serde(rename = "read.file")]
    ReadFile,
    /// Following dependencies
    #[serde(rename = "graph.deps")]
    GraphDeps,
    /// Running tests
    #[serde(rename = "tests.run")]
    TestsRun,
    /// Running linters
    #[serde(rename = "lint.run")]
    LintRun,
    /// Looking up symbols
    #[serde(rename = "symbols.lookup")]
    SymbolsLookup,
}

/// Something a room holds that is worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Artifact {
    /// What it is called
    pub name: String,
    /// What it is
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where to look
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_hint: Option<String>,
}

/// One step of getting to know a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Step {
    /// What it is called
    pub name: String,
    /// What to do
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What it needs
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capability: Option<Capability>,
    /// What shows that it was done
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

/// The word that says what a document is.
macro_rules! kinds {
    ($($(#[$about:meta])* $name:ident = $word:literal;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[schemars(inline)]
        pub enum $name {
            /// The word
            #[default]
            #[serde(rename = $word)]
            Word,
        }
    )*};
}
kinds! {
    /// Says that a document is a room.
    RoomKind = "palace/room";
    /// Says that a document is a playbook.
    PlaybookKind = "palace/playbook";
    /// Says that a document is a project's own.
    ProjectKind = "palace/config";
}

/// A part of the project, as its people describe it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomDocument {
    /// The schema that editors check this file against
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of this kind of document
    pub schema_version: Version,
    /// What this document is
    pub kind: RoomKind,
    /// The room's name
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// What happens here, in a sentence or two
    pub summary: String,
    /// Folders and files that belong to the room; the longest that fits a path decides
    #[schemars(length(min = 1))]
    pub entry_points: Vec<String>,
    /// What can be done here
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Capability>,
    /// What is worth knowing here
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<Artifact>,
    /// How to get to know it
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// Who made this document
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// Something that must be shown before a playbook counts as done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Required {
    /// What it is called
    pub id: String,
    /// What it is
    pub description: String,
    /// Where it is found
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

/// How to see that a playbook worked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Check {
    /// What it is called
    pub name: String,
    /// What should be seen
    pub expectation: String,
    /// What it needs
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capability: Option<Capability>,
}

/// A way through some rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlaybookDocument {
    /// The schema that editors check this file against
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of this kind of document
    pub schema_version: Version,
    /// What this document is
    pub kind: PlaybookKind,
    /// The playbook's name
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// What it is for
    pub summary: String,
    /// The rooms it leads through, in order
    #[schemars(length(min = 1))]
    pub rooms: Vec<String>,
    /// What must be shown
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required_evidence: Vec<Required>,
    /// How to see that it worked
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verification: Vec<Check>,
    /// Who made this document
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// What a project says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct About {
    /// Its name
    pub name: String,
    /// What it is
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What it is mostly written in
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Where it lives
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
}

/// What must be left alone. Besides these, whatever the repository ignores is never read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Guardrails {
    /// Never read or indexed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub do_not_touch_globs: Vec<String>,
    /// Read, but not to be changed
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_only_globs: Vec<String>,
}

/// The project's own document, `.palace/palace.jsonc`. What decides about authority is never kept here: a file in a repository
/// can be changed by whoever can write it, so that lives in the palace, under a seal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProjectDocument {
    /// The schema that editors check this file against
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of this kind of document
    pub schema_version: Version,
    /// What this document is
    pub kind: ProjectKind,
    /// What the project says of itself
    pub project: About,
    /// The room of files that lie in no other; none if left out
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_room: Option<String>,
    /// What must be left alone
    #[serde(default)]
    pub guardrails: Guardrails,
    /// Commands by what they do: `tests.run`, `lint.run`. Told to whoever asks; never run by the palace
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub commands: BTreeMap<String, String>,
    /// Who made this document
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}
