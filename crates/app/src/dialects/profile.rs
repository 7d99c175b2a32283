//! Profiles: a profile is a list of dialects and nothing else.

use engine::Dialect;
use kernel::refusal::{Code, Refusal};

/// Which vocabularies a server lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The vocabularies, first choice first.
    pub dialects: &'static [Dialect],
}

/// Every profile; the first is the default.
pub const PROFILES: &[Profile] = &[
    Profile { name: "memory", about: "the few tools most agents need", dialects: &[Dialect::Memory] },
    Profile { name: "palace", about: "the whole governance vocabulary", dialects: &[Dialect::Palace] },
    Profile { name: "mind", about: "evidence, knowledge and what came of using it", dialects: &[Dialect::Mind] },
    Profile { name: "all", about: "every operation, under our own names where a contract has none", dialects: &[Dialect::Palace, Dialect::Native] },
];

impl Profile {
    /// The profile of this name.
    pub fn named(name: &str) -> Result<Self, Refusal> {
        PROFILES.iter().copied().find(|p| p.name == name).ok_or_else(|| {
            let known: Vec<&str> = PROFILES.iter().map(|p| p.name).collect();
            Code::InputInvalid.refuse("profile", format!("there is no profile `{name}`")).next(format!("Use one of {}", known.join(", ")))
        })
    }
}
