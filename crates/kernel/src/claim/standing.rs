//! One lifecycle for all vocabularies. The predicates here are the only ones: SQL lists, docs and badges are built from them.

use super::GatePass;
use crate::{
    id::EvidenceId,
    refusal::{Code, Refusal},
    seal::HumanReview,
};
use serde::{Deserialize, Serialize};

/// How far a claim is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Standing {
    /// Proposed, not yet weighed.
    Candidate,
    /// May advise, never authorise.
    Provisional,
    /// Believed: evidence weighed and a human said yes.
    Promoted,
    /// Believed and settled.
    Canonical,
    /// Believed before there was governance.
    Legacy,
    /// No longer believed: a counterexample was shown.
    Demoted,
    /// A human said no.
    Rejected,
    /// Its time ran out.
    Expired,
    /// Withdrawn.
    Retired,
}

impl Standing {
    /// Every standing.
    pub const ALL: [Self; 9] = [
        Self::Candidate,
        Self::Provisional,
        Self::Promoted,
        Self::Canonical,
        Self::Legacy,
        Self::Demoted,
        Self::Rejected,
        Self::Expired,
        Self::Retired,
    ];

    /// Whether it is trusted, human-approved state. The single source of truth.
    pub const fn is_authoritative(self) -> bool {
        match self {
            Self::Promoted | Self::Canonical | Self::Legacy => true,
            Self::Candidate | Self::Provisional | Self::Demoted | Self::Rejected | Self::Expired | Self::Retired => false,
        }
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Provisional => "provisional",
            Self::Promoted => "promoted",
            Self::Canonical => "canonical",
            Self::Legacy => "legacy",
            Self::Demoted => "demoted",
            Self::Rejected => "rejected",
            Self::Expired => "expired",
            Self::Retired => "retired",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == word)
    }

    /// The governance contract's `authority`.
    pub const fn authority(self) -> &'static str {
        match self {
            Self::Promoted | Self::Canonical => "approved",
            Self::Legacy => "legacy_approved",
            Self::Candidate | Self::Provisional | Self::Demoted | Self::Rejected | Self::Expired | Self::Retired => "proposed",
        }
    }

    /// The governance contract's `status` of a decision.
    pub const fn decision_status(self) -> DecisionStatus {
        match self {
            Self::Demoted | Self::Rejected => DecisionStatus::Reversed,
            Self::Expired | Self::Retired => DecisionStatus::Superseded,
            Self::Candidate | Self::Provisional | Self::Promoted | Self::Canonical | Self::Legacy => DecisionStatus::Active,
        }
    }

    /// The governance contract's `status` of a learning.
    pub const fn learning_status(self) -> LearningStatus {
        match self {
            Self::Demoted | Self::Rejected | Self::Retired => LearningStatus::Obsolete,
            Self::Expired => LearningStatus::Archived,
            Self::Candidate | Self::Provisional | Self::Promoted | Self::Canonical | Self::Legacy => LearningStatus::Active,
        }
    }

    /// The only way to change a standing. The proof is in the move; the last arms are spelled out so that a new standing
    /// or move does not compile until it is decided here.
    pub fn step(self, with: &Move<'_>) -> Result<Self, Refusal> {
        use Standing::{Candidate, Canonical, Demoted, Expired, Legacy, Promoted, Provisional, Rejected, Retired};
        match (self, with) {
            (Candidate | Provisional | Demoted, Move::Promote(..)) => Ok(Promoted),
            (Candidate, Move::Inherit(..)) => Ok(Legacy),
            (Candidate | Provisional | Demoted | Promoted | Legacy, Move::Canonize(..)) => Ok(Canonical),
            (Promoted | Canonical | Legacy, Move::Demote(_)) => Ok(Demoted),
            (Candidate | Provisional | Promoted | Canonical | Legacy | Demoted, Move::Retire(_)) => Ok(Retired),
            (Promoted | Canonical | Legacy, Move::Archive(_)) => Ok(Expired),
            (Promoted | Legacy, Move::Fall) => Ok(Provisional),
            (Canonical, Move::Fall) => Ok(Demoted), // what is believed whole has no half
            (Promoted | Canonical | Legacy | Rejected | Expired | Retired, Move::Promote(..))
            | (Provisional | Promoted | Canonical | Legacy | Demoted | Rejected | Expired | Retired, Move::Inherit(..))
            | (Canonical | Rejected | Expired | Retired, Move::Canonize(..))
            | (Candidate | Provisional | Demoted | Rejected | Expired | Retired, Move::Demote(_) | Move::Archive(_) | Move::Fall)
            | (Rejected | Expired | Retired, Move::Retire(_)) => {
                Err(Code::NoSuchMove.refuse(self.name(), format!("a {} claim cannot be {}", self.name(), with.verb())))
            }
        }
    }
}

/// What became of a decision, in the governance contract's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum DecisionStatus {
    /// It holds
    Active,
    /// Another took its place
    Superseded,
    /// It was taken back
    Reversed,
}

impl DecisionStatus {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Superseded => "superseded",
            Self::Reversed => "reversed",
        }
    }
}

/// What became of a learning, in the governance contract's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum LearningStatus {
    /// It holds
    #[default]
    Active,
    /// It no longer does
    Obsolete,
    /// Nobody confirmed it for long
    Archived,
}

impl LearningStatus {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Obsolete => "obsolete",
            Self::Archived => "archived",
        }
    }
}

/// A change of standing, with the proof it needs.
#[derive(Debug)]
pub enum Move<'p> {
    /// Evidence met the threshold and a human agreed.
    Promote(GatePass, &'p HumanReview),
    /// It predates governance and a human let it in.
    Inherit(&'p HumanReview),
    /// Settle it: what was believed, or what is believed whole or not at all.
    Canonize(GatePass, &'p HumanReview),
    /// A counterexample, not a mood.
    Demote(EvidenceId),
    /// What it rests on is gone. Nobody decided against it, so it waits to be decided anew.
    Fall,
    /// Withdraw it.
    Retire(&'p HumanReview),
    /// Put it away: it is not wrong, but nobody has confirmed it for long.
    Archive(&'p HumanReview),
}

impl Move<'_> {
    const fn verb(&self) -> &'static str {
        match self {
            Self::Promote(..) => "promoted",
            Self::Inherit(_) => "inherited",
            Self::Canonize(..) => "canonized",
            Self::Fall => "lowered",
            Self::Demote(_) => "demoted",
            Self::Retire(_) => "retired",
            Self::Archive(_) => "archived",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for standing in Standing::ALL {
            assert_eq!(Standing::named(standing.name()), Some(standing));
            assert_eq!(serde_json::to_value(standing).expect("a word"), standing.name());
            assert_eq!(serde_json::to_value(standing.decision_status()).expect("a word"), standing.decision_status().name());
            assert_eq!(serde_json::to_value(standing.learning_status()).expect("a word"), standing.learning_status().name());
        }
    }

    #[test]
    fn authority_is_the_contracts_word_for_authoritative() {
        for standing in Standing::ALL {
            let word = standing.authority();
            assert_eq!(standing.is_authoritative(), word == "approved" || word == "legacy_approved", "{standing:?}");
        }
    }

    #[test]
    fn demotion_needs_a_counterexample_and_only_the_believed_can_fall() {
        let counter = || Move::Demote(EvidenceId::mint("e", "1"));
        for standing in Standing::ALL {
            let stepped = standing.step(&counter());
            assert_eq!(stepped.is_ok(), standing.is_authoritative(), "{standing:?}");
        }
        assert_eq!(Standing::Retired.step(&counter()).expect_err("gone").what(), "a retired claim cannot be demoted");
    }
}
