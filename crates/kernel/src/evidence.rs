//! What was seen. Evidence is immutable: it is recorded, cited, and perhaps one day erased; never edited.

use crate::{canonical, id::EvidenceId, ledger::Digest, text::Content, time::Moment};
use serde::{Deserialize, Serialize};

/// Where something came from. Bound at write by the server; a derived thing's origin is the weakest of its lineage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A person said or wrote it here.
    Human,
    /// An agent said it.
    Agent,
    /// A tool printed it.
    Tool,
    /// It was found outside.
    Research,
    /// It was brought in from another store.
    Import,
}

impl Origin {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Agent => "agent",
            Self::Tool => "tool",
            Self::Research => "research",
            Self::Import => "import",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Human, Self::Agent, Self::Tool, Self::Research, Self::Import].into_iter().find(|o| o.name() == word)
    }
}

/// The lines of a file on which something stands, both counted from 1 and both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub struct Lines {
    /// The first line
    pub first: u32,
    /// The last line
    pub last: u32,
}

impl Lines {
    /// Reads two numbers of a row; 0 is unknown.
    pub fn of_row(first: i64, last: i64) -> Option<Self> {
        let (first, last) = (u32::try_from(first).ok()?, u32::try_from(last).ok()?);
        (first > 0).then_some(Self { first, last })
    }

    /// The two numbers as a row has them; 0 is unknown.
    pub fn to_row(lines: Option<Self>) -> (i64, i64) {
        lines.map_or((0, 0), |lines| (i64::from(lines.first), i64::from(lines.last)))
    }
}

impl std::fmt::Display for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// Something seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Its id.
    pub id: EvidenceId,
    /// Where it came from.
    pub origin: Origin,
    /// Who brought it.
    pub principal: String,
    /// What it was read from: a session, a file, a page.
    pub source: String,
    /// What was seen.
    pub content: Content,
    /// When it was recorded.
    pub recorded_at: Moment,
}

impl Evidence {
    /// The digest a seal vouches for. The moment is left out: the same words from the same mouth are the same evidence.
    pub fn digest(&self) -> Digest {
        let parts = (self.origin.name(), &self.principal, &self.source, self.content.as_str());
        canonical::digest(&parts).expect("BUG: evidence is plain text")
    }
}
