//! Lists the kinds of evidence: those that are read from sources, and those that are told. Not here: how each is cut.

use ingest::Kind;
use kernel::text::Malformed;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error as _};
use std::borrow::Cow;

/// What a single remark is called.
pub(crate) const NOTE: &str = "note";
/// What an experience is called.
pub(crate) const EXPERIENCE: &str = "experience";

/// A kind of thing that can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenIn(&'static str);

impl SeenIn {
    fn all() -> impl Iterator<Item = &'static str> {
        Kind::ALL.into_iter().map(Kind::name).chain([NOTE, EXPERIENCE])
    }

    /// Reads the word, in whatever case.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Self::all().find(|name| name.eq_ignore_ascii_case(word.trim())).map(Self)
    }

    /// The word for it.
    pub(crate) const fn name(self) -> &'static str {
        self.0
    }
}

impl<'de> Deserialize<'de> for SeenIn {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        let unknown = || Malformed::new(&word, format!("one of {}", Self::all().collect::<Vec<_>>().join(", ")));
        Self::named(&word).ok_or_else(unknown).map_err(D::Error::custom)
    }
}

impl JsonSchema for SeenIn {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SeenIn".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Self::all().collect::<Vec<_>>() })
    }
}
