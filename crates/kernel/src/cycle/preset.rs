//! Presets: which calls each gate wants, how strictly, and how long a token lasts.
//!
//! Not here: reading one that somebody wrote. [`Config::read`](super::Config::read) says what is wrong with it.

use serde::{Deserialize, Serialize};

/// How strictly the gates are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Enforcement {
    /// Nothing is let through without its gates
    Strict,
    /// Writes want their gates
    Moderate,
    /// Only advice is given
    Lenient,
    /// As its gates say
    Custom,
}

impl Enforcement {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Strict, Self::Moderate, Self::Lenient, Self::Custom];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Moderate => "moderate",
            Self::Lenient => "lenient",
            Self::Custom => "custom",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == word)
    }
}

/// One gate: the calls that must have been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Gate {
    /// Calls that must have been made, in this order
    pub required_tools: Vec<String>,
    /// What it is for
    #[serde(default)]
    pub description: String,
}

/// A way of working.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// How strictly it is held.
    pub enforcement: Enforcement,
    /// The calls of each gate: teach, learn, reason.
    pub gates: [(&'static str, &'static [&'static str], &'static str); 3],
    /// How long a token for one operation lasts, in milliseconds.
    pub operation_ms: i64,
    /// How long a token for a session lasts, in milliseconds.
    pub session_ms: i64,
}

impl Preset {
    /// The presets that are built in; the first is the default.
    pub const ALL: [Self; 4] = [
        Self {
            name: "three-gate",
            description: "Standard TEACH → LEARN → REASON workflow",
            enforcement: Enforcement::Moderate,
            gates: [
                ("teach", &["record_experience", "tag_experience"], "Must record knowledge first"),
                ("learn", &["search_experiences", "gather_context"], "Must search and gather context"),
                ("reason", &["reason_through", "finalize_decision"], "Must reason and conclude"),
            ],
            operation_ms: 300_000,
            session_ms: 3_600_000,
        },
        Self {
            name: "minimal",
            description: "Lightweight workflow with minimal gates",
            enforcement: Enforcement::Lenient,
            gates: [("teach", &[], ""), ("learn", &[], ""), ("reason", &[], "")],
            operation_ms: 600_000,
            session_ms: 7_200_000,
        },
        Self {
            name: "strict",
            description: "Strict enforcement with all validations",
            enforcement: Enforcement::Strict,
            gates: [
                ("teach", &["record_experience", "tag_experience", "export_experiences"], "Must record and document knowledge"),
                ("learn", &["search_experiences", "get_experience", "gather_context"], "Must search and gather full context"),
                ("reason", &["analyze_problem", "reason_through", "finalize_decision"], "Must analyze, reason, and conclude"),
            ],
            operation_ms: 180_000,
            session_ms: 1_800_000,
        },
        Self {
            name: "custom",
            description: "Template for custom workflows",
            enforcement: Enforcement::Custom,
            gates: [("teach", &[], ""), ("learn", &[], ""), ("reason", &[], "")],
            operation_ms: 300_000,
            session_ms: 3_600_000,
        },
    ];

    /// The preset of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name == name)
    }

    /// The one that lets the least through.
    pub fn strictest() -> Self {
        let [default, ..] = Self::ALL;
        Self::ALL.into_iter().find(|preset| preset.enforcement == Enforcement::Strict).unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_the_contracts() {
        let table: Vec<(&str, i64, i64, usize)> = Preset::ALL
            .iter()
            .map(|p| (p.name, p.operation_ms / 1_000, p.session_ms / 1_000, p.gates.iter().map(|(_, tools, _)| tools.len()).sum()))
            .collect();
        assert_eq!(table, [("three-gate", 300, 3_600, 6), ("minimal", 600, 7_200, 0), ("strict", 180, 1_800, 9), ("custom", 300, 3_600, 0)]);
        assert_eq!(Preset::named("bogus"), None);
        assert_eq!(Preset::strictest().name, "strict");
    }
}
