//! What came of using a feature, and what follows from it: which records are good enough, which count, and what they add up to.
//!
//! Process, never authority: the rules here let a human be asked, and a human's seal changes a default. Not here: the rows
//! themselves, and who writes them. Why it counts as it does: `docs/decisions/0018-adoption.md`.

mod advice;
mod record;
mod research;
mod tally;

pub use advice::{Advice, advise};
pub use record::{CardRef, Feature, Judged, Record};
pub use research::{Finding, Insight, Report};
pub use tally::{Counts, Seen, counted, gate, readiness, recommendation, review};

use crate::work::words;
use serde::{Deserialize, Serialize};

words! {
    /// What a record is evidence about.
    Track {
        /// How agents work with the memory at all
        RuntimeAdoption = "runtime_adoption",
        /// Cards in what agents are shown
        CardContext = "card_context",
        /// Cards found by meaning
        CardEmbedding = "card_embedding",
        /// Advice of evaluators
        Evaluator = "evaluator",
        /// Research that is brought in
        ResearchAdapter = "research_adapter",
    }
    /// What came of it.
    Signal {
        /// It was used
        Used = "used",
        /// It helped
        Accepted = "accepted",
        /// It did not help
        Rejected = "rejected",
        /// What was needed was not there
        Miss = "miss",
        /// It did harm and was taken back
        Rollback = "rollback",
        /// It said what is not so
        Contradiction = "contradiction",
        /// Neither good nor bad
        Neutral = "neutral",
    }
    /// How good a record is.
    Quality {
        /// It says what is needed
        Ready = "ready",
        /// Something is missing
        Warning = "warning",
        /// It cannot be kept
        Invalid = "invalid",
    }
    /// What records add up to.
    Conclusion {
        /// There is nothing to go by
        NoEvidence = "no_evidence",
        /// Something had to be taken back
        RollbackRisk = "rollback_risk",
        /// It helped at least as often as not
        Positive = "positive",
        /// It is not clear
        Mixed = "mixed",
    }
    /// What to do about a feature.
    Recommendation {
        /// Look closely first
        ReviewBeforeDefaultChange = "review_before_default_change",
        /// Find out what was missing
        InvestigateMisses = "investigate_misses",
        /// Wait, or take it back
        ObserveOrRollback = "observe_or_rollback",
        /// Make it part of how things are done
        CandidateForWorkflowHardening = "candidate_for_workflow_hardening",
        /// Go on watching
        ObserveMoreEvidence = "observe_more_evidence",
    }
    /// What an evaluator's findings amount to.
    Verdict {
        /// Something speaks against it
        DoNotPromote = "do_not_promote",
        /// Nothing speaks for it
        NeedsEvidence = "needs_evidence",
        /// Only a person may say so
        RequiresHumanReview = "requires_human_review",
        /// It may be brought to the gate
        AdvisorySupport = "advisory_support",
    }
}

/// What may become more than an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub enum Candidate {
    /// Cards in what agents are shown, unless they say otherwise
    #[serde(rename = "card-context-default", alias = "card_context_default")]
    CardContextDefault,
    /// Cards found by meaning
    #[serde(rename = "card-embeddings", alias = "card_embeddings")]
    CardEmbeddings,
    /// Advice of evaluators, asked by program
    #[serde(rename = "evaluator-api", alias = "evaluator_api")]
    EvaluatorApi,
    /// Research that is brought in by program
    #[serde(rename = "research-adapter", alias = "research_adapter")]
    ResearchAdapter,
}

impl Candidate {
    /// Every one, in order.
    pub const ALL: [Self; 4] = [Self::CardContextDefault, Self::CardEmbeddings, Self::EvaluatorApi, Self::ResearchAdapter];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CardContextDefault => "card-context-default",
            Self::CardEmbeddings => "card-embeddings",
            Self::EvaluatorApi => "evaluator-api",
            Self::ResearchAdapter => "research-adapter",
        }
    }

    /// Which records speak of it.
    pub const fn track(self) -> Track {
        match self {
            Self::CardContextDefault => Track::CardContext,
            Self::CardEmbeddings => Track::CardEmbedding,
            Self::EvaluatorApi => Track::Evaluator,
            Self::ResearchAdapter => Track::ResearchAdapter,
        }
    }
}

/// The one default that can be controlled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub enum Control {
    /// Whether cards are in what agents are shown, unless they say otherwise
    #[serde(rename = "card-context", alias = "card_context", alias = "card-context-default")]
    CardContext,
}

impl Control {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CardContext => "card-context",
        }
    }

    /// The feature whose records it rests on.
    pub const fn feature(self) -> &'static str {
        match self {
            Self::CardContext => "include_cards",
        }
    }
}

/// Where something was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub enum Surface {
    /// Cards in what an agent was shown
    #[serde(rename = "card-context", alias = "card_context")]
    CardContext,
    /// Cards found by meaning
    #[serde(rename = "card-embedding", alias = "card_embedding")]
    CardEmbedding,
    /// Research that was brought in
    #[serde(rename = "research-adapter", alias = "research_adapter")]
    ResearchAdapter,
    /// An evaluator's advice
    #[serde(rename = "evaluator")]
    Evaluator,
    /// What an agent was shown at the start
    #[serde(rename = "runtime-context", alias = "runtime_context")]
    RuntimeContext,
    /// Which skill was chosen
    #[serde(rename = "skill-selection", alias = "skill_selection")]
    SkillSelection,
}

impl Surface {
    /// Every one, in order.
    pub const ALL: [Self; 6] =
        [Self::CardContext, Self::CardEmbedding, Self::ResearchAdapter, Self::Evaluator, Self::RuntimeContext, Self::SkillSelection];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CardContext => "card-context",
            Self::CardEmbedding => "card-embedding",
            Self::ResearchAdapter => "research-adapter",
            Self::Evaluator => "evaluator",
            Self::RuntimeContext => "runtime-context",
            Self::SkillSelection => "skill-selection",
        }
    }

    /// What a record of it is evidence about, and of which feature.
    pub const fn means(self) -> (Track, &'static str) {
        match self {
            Self::CardContext => (Track::CardContext, "include_cards"),
            Self::CardEmbedding => (Track::CardEmbedding, "card_statement_recall"),
            Self::ResearchAdapter => (Track::ResearchAdapter, "research_ingest_plan"),
            Self::Evaluator => (Track::Evaluator, "advisory_gate"),
            Self::RuntimeContext => (Track::RuntimeAdoption, "context_pack"),
            Self::SkillSelection => (Track::RuntimeAdoption, "skill_selection"),
        }
    }
}

impl Track {
    /// When to record under it, and features that were.
    pub const fn guidance(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::RuntimeAdoption => ("How the memory itself was used in work", &["context_pack", "skill_selection"]),
            Self::CardContext => ("Cards were part of what an agent was shown", &["include_cards"]),
            Self::CardEmbedding => ("A card was or was not found by what it says", &["card_statement_recall"]),
            Self::Evaluator => ("An evaluator's advice was taken or not", &["advisory_gate"]),
            Self::ResearchAdapter => ("Research was planned or brought in as evidence", &["research_ingest_plan"]),
        }
    }
}

impl Signal {
    /// When to record it.
    pub const fn guidance(self) -> &'static str {
        match self {
            Self::Used => "It was used, and nothing is known yet of what came of it",
            Self::Accepted => "It helped with the task, and you can say how",
            Self::Rejected => "It was looked at and not used, because it did not help",
            Self::Miss => "Something that should have been found was not",
            Self::Rollback => "Using it made things worse, and it was taken back",
            Self::Contradiction => "It said something that evidence contradicts",
            Self::Neutral => "It made no difference",
        }
    }

    /// Whether it tells an outcome, so that somebody must be able to see which.
    pub const fn is_outcome(self) -> bool {
        match self {
            Self::Accepted | Self::Rejected | Self::Miss | Self::Rollback | Self::Contradiction => true,
            Self::Used | Self::Neutral => false,
        }
    }

    /// Whether it is an alarm: one that counts however badly it was written down.
    pub const fn is_alarm(self) -> bool {
        match self {
            Self::Rollback | Self::Contradiction => true,
            Self::Used | Self::Accepted | Self::Rejected | Self::Miss | Self::Neutral => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_in_both_spellings() {
        for surface in Surface::ALL {
            for word in [surface.name().to_owned(), surface.name().replace('-', "_")] {
                assert_eq!(serde_json::from_value::<Surface>(word.clone().into()).ok(), Some(surface), "{word}");
            }
        }
        for candidate in Candidate::ALL {
            for word in [candidate.name().to_owned(), candidate.name().replace('-', "_")] {
                assert_eq!(serde_json::from_value::<Candidate>(word.clone().into()).ok(), Some(candidate), "{word}");
            }
        }
        assert!(serde_json::from_value::<Surface>("shell".into()).is_err());
    }

    #[test]
    fn a_surface_means_what_the_contract_says() {
        let table = [
            ("card-context", "card_context", "include_cards"),
            ("card-embedding", "card_embedding", "card_statement_recall"),
            ("research-adapter", "research_adapter", "research_ingest_plan"),
            ("evaluator", "evaluator", "advisory_gate"),
            ("runtime-context", "runtime_adoption", "context_pack"),
            ("skill-selection", "runtime_adoption", "skill_selection"),
        ];
        let told: Vec<_> = Surface::ALL.iter().map(|s| (s.name(), s.means().0.name(), s.means().1)).collect();
        assert_eq!(told, table);
    }
}
