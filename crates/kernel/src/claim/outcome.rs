//! What came of a claim once it was tried, and what that says of an idea.
//!
//! Not here: who may say so. An outcome is kept beside its claim, under a human's seal.

use super::Standing;
use serde::{Deserialize, Serialize};

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Outcome {
    /// It worked
    #[serde(alias = "successful")]
    Success,
    /// It did not
    Failed,
    /// Some of it did
    Mixed,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 3] = [Self::Success, Self::Failed, Self::Mixed];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failed => "failed",
            Self::Mixed => "mixed",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|o| o.name() == word)
    }

    /// What it says of the learnings that a decision was informed by, in hundredths.
    pub const fn feedback(self) -> i16 {
        match self {
            Self::Success => 10,
            Self::Failed => -10,
            Self::Mixed => 0,
        }
    }
}

/// Where an idea is, in the governance contract's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum IdeaStatus {
    /// Nobody has tried it yet
    Active,
    /// Something builds on it, or it was tried in part
    Exploring,
    /// It was done
    Implemented,
    /// It was withdrawn, or tried in vain
    Dropped,
}

/// What is known about an idea besides its words.
#[derive(Clone, Copy, Debug)]
pub struct IdeaTraits {
    /// How far it is believed.
    pub standing: Standing,
    /// What came of it.
    pub outcome: Option<Outcome>,
    /// Something that holds implements it.
    pub implemented: bool,
    /// Something that holds was inspired by it.
    pub inspired: bool,
}

impl IdeaStatus {
    /// Where an idea is. No column says so: it follows from its standing, its outcome and its links, in that order.
    pub const fn of(idea: IdeaTraits) -> Self {
        if !idea.standing.is_authoritative() {
            return Self::Dropped;
        }
        match (idea.outcome, idea.implemented, idea.inspired) {
            (Some(Outcome::Failed), ..) => Self::Dropped,
            (Some(Outcome::Success), ..) | (_, true, _) => Self::Implemented,
            (Some(Outcome::Mixed), ..) | (None, _, true) => Self::Exploring,
            (None, false, false) => Self::Active,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ancestors_word_for_success_is_read_as_ours() {
        for (word, outcome) in
            [("success", Outcome::Success), ("successful", Outcome::Success), ("failed", Outcome::Failed), ("mixed", Outcome::Mixed)]
        {
            assert_eq!(serde_json::from_value::<Outcome>(word.into()).expect(word), outcome);
            assert_eq!(Outcome::named(outcome.name()), Some(outcome));
        }
        assert!(serde_json::from_value::<Outcome>("unknown".into()).is_err());
    }

    #[test]
    fn where_an_idea_is_follows_from_what_is_known_about_it() {
        use IdeaStatus::{Active, Dropped, Exploring, Implemented};
        let holds = Standing::Promoted;
        let table = [
            (holds, None, false, false, Active),
            (holds, None, false, true, Exploring),
            (holds, Some(Outcome::Mixed), false, false, Exploring),
            (holds, None, true, true, Implemented),
            (holds, Some(Outcome::Mixed), true, false, Implemented),
            (Standing::Legacy, Some(Outcome::Success), false, false, Implemented),
            (holds, Some(Outcome::Failed), true, true, Dropped),
            (Standing::Retired, Some(Outcome::Success), true, false, Dropped),
            (Standing::Expired, None, false, false, Dropped),
        ];
        for (standing, outcome, implemented, inspired, status) in table {
            let idea = IdeaTraits { standing, outcome, implemented, inspired };
            assert_eq!(IdeaStatus::of(idea), status, "{idea:?}");
        }
    }
}
