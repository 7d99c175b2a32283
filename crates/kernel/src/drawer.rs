//! Words of the mind's contract about a piece of evidence: whose it is, how we came by it, how much it matters.
//!
//! Not here: where it belongs. That is an [`crate::anchor::Anchor`], which nobody chooses freely.

pub use crate::claim::{Domain, Importance};
use crate::evidence::Origin;
use serde::{Deserialize, Serialize};

/// What a drawer is about where nobody says.
pub const GENERAL: &str = "general";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_as_it_is_written() {
        for one in Provenance::ALL {
            assert_eq!(Provenance::named(one.name()), Some(*one));
            assert_eq!(serde_json::to_value(one).expect("a word"), one.name());
        }
        for one in MemoryKind::ALL {
            assert_eq!(serde_json::to_value(one).expect("a word"), one.name());
        }
    }
}
