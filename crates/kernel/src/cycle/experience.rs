//! Experiences: what was tried in which situation, and whether it worked.

use super::Trust;
use crate::{anchor::Anchor, claim::Confidence};
use serde::{Deserialize, Serialize};

/// Whether it worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Worked {
    /// It did
    Effective,
    /// It did not
    Ineffective,
}

impl Worked {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Effective => "effective",
            Self::Ineffective => "ineffective",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Effective, Self::Ineffective].into_iter().find(|worked| worked.name() == word)
    }
}

/// What an experience is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub enum Area {
    /// Tools
    Tools,
    /// How things talk to each other
    Protocol,
    /// How people talk to each other
    Communication,
    /// How work is done
    Process,
    /// How faults are found
    Debugging,
    /// How choices are made
    Decision,
}

impl Area {
    /// Every area.
    pub const ALL: [Self; 6] = [Self::Tools, Self::Protocol, Self::Communication, Self::Process, Self::Debugging, Self::Decision];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tools => "Tools",
            Self::Protocol => "Protocol",
            Self::Communication => "Communication",
            Self::Process => "Process",
            Self::Debugging => "Debugging",
            Self::Decision => "Decision",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|area| area.name() == word)
    }
}

/// Whose an experience is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Reach {
    /// One project's
    #[default]
    Project,
    /// Everyone's
    Global,
}

impl Reach {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Global => "global",
        }
    }

    /// Where an experience of this reach belongs, had in this place.
    #[must_use]
    pub fn anchor(self, here: &Anchor) -> Anchor {
        match self {
            Self::Project => here.project(),
            Self::Global => Anchor::Global,
        }
    }

    /// The reach of what belongs here.
    pub const fn of(anchor: &Anchor) -> Self {
        match anchor {
            Anchor::Global => Self::Global,
            Anchor::Repo(_) | Anchor::Worktree { .. } => Self::Project,
        }
    }
}

/// Who thought of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Author {
    /// A person
    User,
    /// The house, after something happened
    System,
    /// An agent
    Agent,
    /// Nobody: it follows from others
    Derived,
}

impl Author {
    /// Every author.
    pub const ALL: [Self; 4] = [Self::User, Self::System, Self::Agent, Self::Derived];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::System => "system",
            Self::Agent => "agent",
            Self::Derived => "derived",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|author| author.name() == word)
    }
}

/// How far an experience is trusted: what its author said, else the least that was seen.
pub fn trust(confidence: Option<Confidence>) -> Trust {
    confidence.map_or(Trust::of(0), |confidence| Trust::of_confidence(confidence.points()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for area in Area::ALL {
            assert_eq!(Area::named(area.name()), Some(area));
            assert_eq!(serde_json::to_value(area).expect("a word"), area.name());
        }
        for worked in [Worked::Effective, Worked::Ineffective] {
            assert_eq!(Worked::named(worked.name()), Some(worked));
        }
    }
}
