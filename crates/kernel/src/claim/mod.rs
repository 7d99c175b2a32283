//! What we therefore believe: a draft, a standing, and the seal that stands behind it.

mod classify;
mod decay;
mod draft;
mod knowledge;
mod outcome;
mod polarity;
mod relation;
mod standing;
mod tier;
mod weigh;

pub use classify::{Classified, classify, hashtags};
pub use decay::Aging;
pub use draft::{Confidence, Draft, Kind, Tag};
pub use knowledge::{Domain, Form, Happening, Importance, Knowledge, Lesson, Premise, Role, TriggerHints, vouched};
pub use outcome::{IdeaStatus, IdeaTraits, Outcome};
pub use polarity::{Opposition, Rule, opposition};
pub use relation::{NoRelation, Relation, Target};
pub use standing::{DecisionStatus, LearningStatus, Move, Standing};
pub use tier::{Requirements, Status, Tier};
pub use weigh::{Counts, GatePass, Roles, Weighed, independent, weigh, weigh_knowledge};

use crate::{
    id::{ClaimId, ProposalId},
    ledger::Digest,
    time::Moment,
};

/// A governed belief.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its id.
    pub id: ClaimId,
    /// What it says, exactly as it was shown and sealed.
    pub draft: Draft,
    /// How far it is believed.
    pub standing: Standing,
    /// The seal behind it, if a human decided.
    pub seal: Option<Digest>,
    /// The proposal it came from; none for a direct write.
    pub promoted_from: Option<ProposalId>,
    /// Who or what brought it: `human`, or the proposal's source.
    pub source: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
}
