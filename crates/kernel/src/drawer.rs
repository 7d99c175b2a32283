//! Words of the mind's contract about a piece of evidence: whose it is, how we came by it, how much it matters.
//!
//! Not here: where it belongs. That is an [`crate::anchor::Anchor`], which nobody chooses freely.

use crate::evidence::Origin;
use serde::{Deserialize, Serialize};

/// Declares a closed list of words, each with its meaning.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$meaning:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "lowercase")]
        pub enum $name { $($(#[$meaning])* $variant,)* }

        impl $name {
            /// Every word there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word for it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// Reads the word.
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == word)
            }
        }
    };
}

words! {
    /// What a drawer holds.
    MemoryKind {
        /// What was seen.
        Evidence = "evidence",
        /// What was made of it.
        Knowledge = "knowledge",
    }
}

words! {
    /// Whose a drawer is.
    Domain {
        /// One project's.
        Project = "project",
        /// An agent's own.
        Agent = "agent",
        /// A craft's, wherever it is used.
        Skill = "skill",
        /// Everybody's.
        Global = "global",
    }
}

words! {
    /// How we came by evidence.
    Provenance {
        /// It happened while somebody worked.
        Runtime = "runtime",
        /// It was read somewhere.
        Research = "research",
        /// A person said it.
        Human = "human",
    }
}

impl Provenance {
    /// What an origin amounts to, where nobody says more.
    pub const fn of(origin: Origin) -> Self {
        match origin {
            Origin::Human => Self::Human,
            Origin::Agent | Origin::Tool => Self::Runtime,
            Origin::Research | Origin::Import => Self::Research,
        }
    }
}

/// How much a drawer matters, from 0 to 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "i64", into = "i64")]
#[schemars(with = "i64")]
pub struct Importance(u8);

impl Importance {
    /// The most.
    pub const MAX: u8 = 5;

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<i64> for Importance {
    type Error = String;
    fn try_from(number: i64) -> Result<Self, String> {
        let fits = u8::try_from(number).ok().filter(|n| *n <= Self::MAX);
        fits.map(Self).ok_or_else(|| format!("{number} is no importance: it goes from 0 to {}", Self::MAX))
    }
}

impl From<Importance> for i64 {
    fn from(importance: Importance) -> Self {
        Self::from(importance.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_as_it_is_written() {
        for one in Domain::ALL {
            assert_eq!(Domain::named(one.name()), Some(*one));
            assert_eq!(serde_json::to_value(one).expect("a word"), one.name());
        }
        for one in Provenance::ALL {
            assert_eq!(Provenance::named(one.name()), Some(*one));
            assert_eq!(serde_json::to_value(one).expect("a word"), one.name());
        }
        for one in MemoryKind::ALL {
            assert_eq!(serde_json::to_value(one).expect("a word"), one.name());
        }
        assert_eq!(Domain::named("Project"), None);
    }

    #[test]
    fn importance_stays_within_its_bounds() {
        for (number, fits) in [(-1, false), (0, true), (5, true), (6, false), (i64::MAX, false), (i64::MIN, false)] {
            assert_eq!(Importance::try_from(number).is_ok(), fits, "{number}");
        }
    }
}
