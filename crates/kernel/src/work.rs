//! The words of work: what is done in a session, and what went wrong. Process, never authority: nothing here is believed.
//!
//! Not here: sessions and postmortems themselves. Their rows are the store's.

use crate::time::{DAY_MS, MINUTE_MS};
use serde::{Deserialize, Serialize};

/// A session in which nothing was done for so long was abandoned.
pub const SESSION_SILENT_MS: i64 = DAY_MS;
/// Another session that touched a file so recently, and is still under way, is working on it.
pub const CONFLICT_CRITICAL_MS: i64 = 5 * MINUTE_MS;
/// A file that was touched so recently may have changed under whoever reads it.
pub const CONFLICT_WARNING_MS: i64 = 10 * MINUTE_MS;

/// Declares a list of words: the type, its variants, the word for each.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
        #[schemars(inline)]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// Every one, in order.
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
    )*};
}
pub(crate) use words;

words! {
    /// Where a session stands.
    SessionState {
        /// It is under way
        Active = "active",
        /// It was ended
        Completed = "completed",
        /// Nothing was heard of it for a day
        Abandoned = "abandoned",
    }
    /// What was done.
    ActivityKind {
        /// A file was read
        FileRead = "file_read",
        /// A file was changed
        FileEdit = "file_edit",
        /// Something was looked for
        Search = "search",
        /// A command was run
        Command = "command",
    }
    /// How it went.
    ActivityOutcome {
        /// As hoped
        Success = "success",
        /// Not at all
        Failure = "failure",
        /// Nobody said
        Unknown = "unknown",
    }
    /// How bad a failure was.
    Severity {
        /// A nuisance
        Low = "low",
        /// Work was lost
        Medium = "medium",
        /// Others were hurt
        High = "high",
        /// Everything stood still
        Critical = "critical",
    }
    /// Where a postmortem stands.
    PostmortemStatus {
        /// It can happen again
        Open = "open",
        /// A human says that it cannot
        Resolved = "resolved",
        /// It was resolved, and happened again
        Recurring = "recurring",
    }
}

impl ActivityKind {
    /// Whether its target is a file.
    pub const fn is_file(self) -> bool {
        match self {
            Self::FileRead | Self::FileEdit => true,
            Self::Search | Self::Command => false,
        }
    }
}
