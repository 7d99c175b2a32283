//! How high a piece of knowledge stands: tools, methods, the laws of a field, the laws of everything. What each tier may be
//! called, and what it takes to be believed there, is this table and nothing else.

use super::Standing;
use crate::refusal::{Code, Refusal};
use serde::{Deserialize, Serialize};

/// How high a piece of knowledge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Tier {
    /// A tool and how it is used
    Qi,
    /// A method
    Shu,
    /// A law of a field
    DaoRen,
    /// A law of everything
    DaoTian,
}

/// How far a piece of knowledge is believed, in the mind contract's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Status {
    /// Not yet trusted
    Candidate,
    /// Trusted
    Promoted,
    /// Trusted and settled
    Canonical,
    /// Weakened by a counterexample
    Demoted,
    /// Kept for history
    Retired,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 5] = [Self::Candidate, Self::Promoted, Self::Canonical, Self::Demoted, Self::Retired];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Promoted => "promoted",
            Self::Canonical => "canonical",
            Self::Demoted => "demoted",
            Self::Retired => "retired",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == word)
    }

    /// Whether knowledge of this status is woken for an agent.
    pub const fn is_active(self) -> bool {
        match self {
            Self::Promoted | Self::Canonical => true,
            Self::Candidate | Self::Demoted | Self::Retired => false,
        }
    }
}

impl Standing {
    /// The mind contract's `status`.
    pub const fn status(self) -> Status {
        match self {
            Self::Candidate | Self::Provisional => Status::Candidate,
            Self::Promoted | Self::Legacy => Status::Promoted,
            Self::Canonical => Status::Canonical,
            Self::Demoted | Self::Rejected => Status::Demoted,
            Self::Expired | Self::Retired => Status::Retired,
        }
    }
}

/// What it takes to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Requirements {
    /// Independent pieces of evidence that support it
    pub min_supporting_refs: usize,
    /// Independent pieces of evidence that re-verified it
    pub min_verification_refs: usize,
    /// Independent teachings of a human
    pub min_teaching_refs: usize,
    /// A human must review it
    pub reviewer_required: bool,
    /// One counterexample is enough to refuse it
    pub counterexamples_block: bool,
}

impl Requirements {
    const fn of(supporting: usize, verification: usize, teaching: usize, reviewer: bool) -> Self {
        Self {
            min_supporting_refs: supporting,
            min_verification_refs: verification,
            min_teaching_refs: teaching,
            reviewer_required: reviewer,
            counterexamples_block: true,
        }
    }
}

impl Tier {
    /// Every tier, in the order they are woken.
    pub const ALL: [Self; 4] = [Self::DaoTian, Self::DaoRen, Self::Shu, Self::Qi];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Qi => "qi",
            Self::Shu => "shu",
            Self::DaoRen => "dao_ren",
            Self::DaoTian => "dao_tian",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == word)
    }

    /// What knowledge of this tier may be.
    pub const fn statuses(self) -> &'static [Status] {
        match self {
            Self::DaoTian => &[Status::Canonical, Status::Demoted],
            Self::DaoRen | Self::Shu | Self::Qi => &[Status::Candidate, Status::Promoted, Status::Demoted, Status::Retired],
        }
    }

    /// Refuses a status that this tier does not know.
    pub fn require(self, status: Status) -> Result<(), Refusal> {
        if self.statuses().contains(&status) {
            return Ok(());
        }
        let words: Vec<&str> = self.statuses().iter().map(|status| status.name()).collect();
        let list = match words.as_slice() {
            [one, other] => format!("{one} or {other}"),
            [all @ .., last] => format!("{}, or {last}", all.join(", ")),
            [] => String::new(),
        };
        Err(Code::InputInvalid.refuse("status", format!("{} only allows {list}", self.name())).next(format!("Use one of {}", words.join(", "))))
    }

    /// What being believed is called at this tier.
    pub const fn target(self) -> Status {
        match self {
            Self::DaoTian => Status::Canonical,
            Self::DaoRen | Self::Shu | Self::Qi => Status::Promoted,
        }
    }

    /// The tier above, if there is one.
    pub const fn above(self) -> Option<Self> {
        match self {
            Self::Qi => Some(Self::Shu),
            Self::Shu => Some(Self::DaoRen),
            Self::DaoRen => Some(Self::DaoTian),
            Self::DaoTian => None,
        }
    }

    /// What it takes to be believed at this tier.
    pub const fn requirements(self) -> Requirements {
        match self {
            Self::DaoTian => Requirements::of(3, 2, 1, true),
            Self::DaoRen => Requirements::of(2, 1, 0, false),
            Self::Shu | Self::Qi => Requirements::of(1, 1, 0, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for tier in Tier::ALL {
            assert_eq!(Tier::named(tier.name()), Some(tier));
            assert_eq!(serde_json::to_value(tier).expect("a word"), tier.name());
        }
        for status in Status::ALL {
            assert_eq!(Status::named(status.name()), Some(status));
            assert_eq!(serde_json::to_value(status).expect("a word"), status.name());
        }
    }

    #[test]
    fn a_status_is_active_exactly_where_its_standing_is_authoritative() {
        for standing in Standing::ALL {
            assert_eq!(standing.status().is_active(), standing.is_authoritative(), "{standing:?}");
        }
    }

    #[test]
    fn each_tier_knows_its_own_statuses() {
        use Status::{Candidate, Canonical, Demoted, Promoted, Retired};
        let table = [
            (Tier::DaoTian, vec![Canonical, Demoted]),
            (Tier::DaoRen, vec![Candidate, Promoted, Demoted, Retired]),
            (Tier::Shu, vec![Candidate, Promoted, Demoted, Retired]),
            (Tier::Qi, vec![Candidate, Promoted, Demoted, Retired]),
        ];
        for (tier, allowed) in table {
            for status in Status::ALL {
                assert_eq!(tier.require(status).is_ok(), allowed.contains(&status), "{tier:?} {status:?}");
            }
        }
        assert_eq!(Tier::DaoTian.require(Candidate).expect_err("never").what(), "dao_tian only allows canonical or demoted");
        assert_eq!(Tier::Qi.require(Canonical).expect_err("never").what(), "qi only allows candidate, promoted, demoted, or retired");
    }
}
