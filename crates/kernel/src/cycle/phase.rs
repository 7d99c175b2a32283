//! The seven phases. Each must be done before the next begins; what is blocked or waits does not advance.

use crate::refusal::{Code, Refusal};
use serde::{Deserialize, Serialize};

/// A phase of the cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schemars(inline)]
pub enum Phase {
    /// What is known at the start
    Snapshot,
    /// What is asked, and what to do about it
    Router,
    /// What to read before answering
    ContextPack,
    /// The answer, as the agent has it
    Draft,
    /// The answer, looked at
    FinalizeResponse,
    /// Whether it came about as it should
    GovernanceValidate,
    /// What is remembered of it
    MemoryUpdate,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Self; 7] =
        [Self::Snapshot, Self::Router, Self::ContextPack, Self::Draft, Self::FinalizeResponse, Self::GovernanceValidate, Self::MemoryUpdate];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Snapshot => "SNAPSHOT",
            Self::Router => "ROUTER",
            Self::ContextPack => "CONTEXT_PACK",
            Self::Draft => "DRAFT",
            Self::FinalizeResponse => "FINALIZE_RESPONSE",
            Self::GovernanceValidate => "GOVERNANCE_VALIDATE",
            Self::MemoryUpdate => "MEMORY_UPDATE",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == word)
    }

    /// The phase after this one; nothing after the last.
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::Snapshot => Some(Self::Router),
            Self::Router => Some(Self::ContextPack),
            Self::ContextPack => Some(Self::Draft),
            Self::Draft => Some(Self::FinalizeResponse),
            Self::FinalizeResponse => Some(Self::GovernanceValidate),
            Self::GovernanceValidate => Some(Self::MemoryUpdate),
            Self::MemoryUpdate => None,
        }
    }
}

/// How far a session's present cycle has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The last phase that was done.
    pub done: Option<Phase>,
}

impl Progress {
    /// The phase that may be called now. A finished cycle begins anew.
    pub const fn next(self) -> Phase {
        match self.done {
            None | Some(Phase::MemoryUpdate) => Phase::Snapshot,
            Some(done) => match done.next() {
                Some(next) => next,
                None => Phase::Snapshot,
            },
        }
    }

    /// Whether a cycle was finished and none has begun since.
    pub const fn is_complete(self) -> bool {
        matches!(self.done, Some(Phase::MemoryUpdate))
    }

    /// Refuses any phase but the next.
    pub fn require(self, asked: Phase) -> Result<(), Refusal> {
        let next = self.next();
        if asked == next {
            return Ok(());
        }
        let done = self.done.map_or("nothing", Phase::name);
        Err(Code::PhaseOutOfOrder
            .refuse(asked.name(), format!("{} cannot be called now: {done} is done, and {} comes next", asked.name(), next.name()))
            .next(format!("Call the phase {}", next.name())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_next_phase_is_let_in_and_a_finished_cycle_begins_anew() {
        let mut progress = Progress::default();
        for round in 0..2 {
            for phase in Phase::ALL {
                for other in Phase::ALL {
                    assert_eq!(progress.require(other).is_ok(), other == phase, "round {round}, {phase:?}: {other:?}");
                }
                progress.done = Some(phase);
            }
            assert!(progress.is_complete());
        }
        let refused = progress.require(Phase::Draft).expect_err("not now");
        assert_eq!(refused.what(), "DRAFT cannot be called now: MEMORY_UPDATE is done, and SNAPSHOT comes next");
    }

    #[test]
    fn names_read_back() {
        for phase in Phase::ALL {
            assert_eq!(Phase::named(phase.name()), Some(phase));
            assert_eq!(serde_json::to_value(phase).expect("a word"), phase.name());
        }
    }
}
