//! Knowledge: what the evidence amounts to, in one sentence that can be woken and a body that explains it.
//!
//! A seal vouches for a lesson under an id and a status, on the premises that a human saw, so none of the four can be changed
//! without being noticed. Where it was published to since stands beside it. Not here: what is enough to believe it; that is
//! `weigh`.

use super::{Standing, Status, Tier};
use crate::{
    anchor::Anchor,
    canonical,
    id::{EvidenceId, KnowledgeId, ProposalId},
    ledger::Digest,
    refusal::{Code, Refusal},
    text::{Content, Malformed, Name, Note},
    time::Moment,
};
use serde::{Deserialize, Serialize};

/// Whom a memory is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Domain {
    /// A project
    #[default]
    Project,
    /// An agent
    Agent,
    /// A skill
    Skill,
    /// Everyone
    Global,
}

impl Domain {
    /// Every domain.
    pub const ALL: [Self; 4] = [Self::Project, Self::Agent, Self::Skill, Self::Global];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Agent => "agent",
            Self::Skill => "skill",
            Self::Global => "global",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|domain| domain.name() == word)
    }

    /// Refuses a global anchor for what is not for everyone.
    pub fn require_anchor(self, anchor: &Anchor) -> Result<(), Refusal> {
        if *anchor == Anchor::Global && self != Self::Global {
            return Err(Code::InputInvalid.refuse("domain", "global anchor requires domain=global").next("Say domain=global, or stand in a project"));
        }
        Ok(())
    }
}

/// What a piece of evidence is to a piece of knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Role {
    /// It speaks for it
    Supporting,
    /// It checked it again
    Verification,
    /// It speaks against it
    Counterexample,
    /// A person taught it
    Teaching,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [Self::Supporting, Self::Verification, Self::Counterexample, Self::Teaching];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supporting => "supporting",
            Self::Verification => "verification",
            Self::Counterexample => "counterexample",
            Self::Teaching => "teaching",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == word)
    }
}

/// The contract keeps knowledge in two forms: drawers first, cards drawn out of them later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Form {
    /// Beside the evidence
    Drawer,
    /// Of its own, with events
    Card,
}

impl Form {
    /// Both forms.
    pub const ALL: [Self; 2] = [Self::Drawer, Self::Card];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drawer => "drawer",
            Self::Card => "card",
        }
    }

    /// The prefix of such a record's id.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Drawer => "k",
            Self::Card => "card",
        }
    }

    /// The form that an id speaks of.
    pub fn of(id: &KnowledgeId) -> Self {
        if id.as_str().starts_with("card_") { Self::Card } else { Self::Drawer }
    }
}

/// What a piece of knowledge leans towards when it is woken. It never names a skill and runs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct TriggerHints {
    /// What somebody may be about to do
    #[serde(default, alias = "intent_tags", skip_serializing_if = "Vec::is_empty")]
    pub intent_tags: Vec<Name>,
    /// Ways of working it leans towards
    #[serde(default, alias = "workflow_bias", skip_serializing_if = "Vec::is_empty")]
    pub workflow_bias: Vec<Name>,
    /// Kinds of tools it wants
    #[serde(default, alias = "tool_needs", skip_serializing_if = "Vec::is_empty")]
    pub tool_needs: Vec<Name>,
}

impl TriggerHints {
    /// Whether nothing is said.
    pub const fn is_empty(&self) -> bool {
        self.intent_tags.is_empty() && self.workflow_bias.is_empty() && self.tool_needs.is_empty()
    }
}

/// How much something matters, from 0 to 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "i64", into = "i64")]
#[schemars(with = "i64", inline, extend("minimum" = 0, "maximum" = 5))]
pub struct Importance(u8);

impl Importance {
    /// The most.
    pub const MAX: u8 = 5;

    /// So much, at most five.
    pub const fn of(n: u8) -> Self {
        Self(if n > 5 { 5 } else { n })
    }

    /// As a number.
    pub const fn points(self) -> u8 {
        self.0
    }
}

impl TryFrom<i64> for Importance {
    type Error = Malformed;
    fn try_from(n: i64) -> Result<Self, Malformed> {
        u8::try_from(n).ok().filter(|n| *n <= 5).map(Self).ok_or_else(|| Malformed::new(&n.to_string(), "an importance from 0 to 5"))
    }
}

impl From<Importance> for i64 {
    fn from(importance: Importance) -> i64 {
        i64::from(importance.0)
    }
}

/// What a piece of knowledge says. Every field is under the seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lesson {
    /// The sentence that is woken.
    pub statement: Note,
    /// What explains it.
    pub content: Content,
    /// How high it stands.
    pub tier: Tier,
    /// Whom it is for.
    pub domain: Domain,
    /// What it is about.
    pub field: Name,
    /// The part of the palace it lies in.
    pub wing: Name,
    /// The room of that part.
    pub room: Name,
    /// How much it matters.
    pub importance: Importance,
    /// Where it was made.
    pub anchor: Anchor,
    /// Where it does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope_constraints: Option<Note>,
    /// What it leans towards.
    #[serde(default, skip_serializing_if = "TriggerHints::is_empty")]
    pub trigger_hints: TriggerHints,
    /// The knowledge it was made from: a card's drawer, or what stood one tier below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_from: Option<KnowledgeId>,
}

impl Lesson {
    /// What makes two lessons the same one told twice.
    pub fn digest(&self) -> Digest {
        canonical::digest(self).expect("BUG: a lesson is plain text")
    }
}

/// What happened to a piece of knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Happening {
    /// It was made
    Created,
    /// It is believed
    Promoted,
    /// It is no longer believed
    Demoted,
    /// It was put away
    Retired,
    /// Evidence was linked to it
    Linked,
    /// Evidence was taken from it
    Unlinked,
    /// Something else was said of it
    Updated,
    /// It holds further out
    PublishedAnchor,
}

impl Happening {
    /// Everything that may happen.
    pub const ALL: [Self; 8] =
        [Self::Created, Self::Promoted, Self::Demoted, Self::Retired, Self::Linked, Self::Unlinked, Self::Updated, Self::PublishedAnchor];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Promoted => "promoted",
            Self::Demoted => "demoted",
            Self::Retired => "retired",
            Self::Linked => "linked",
            Self::Unlinked => "unlinked",
            Self::Updated => "updated",
            Self::PublishedAnchor => "published_anchor",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|happening| happening.name() == word)
    }
}

/// What the evidence amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Its id.
    pub id: KnowledgeId,
    /// What it says.
    pub lesson: Lesson,
    /// How far it is believed.
    pub standing: Standing,
    /// The seal behind its standing, if a human decided.
    pub seal: Option<Digest>,
    /// Where it lies by now: where it was made, or where it was published to since.
    pub anchor: Anchor,
    /// The proposal it came from, if it had waited.
    pub promoted_from: Option<ProposalId>,
    /// Who distilled it.
    pub principal: String,
    /// When it was made.
    pub created_at: Moment,
    /// When its standing last changed.
    pub updated_at: Moment,
}

impl Knowledge {
    /// Which form it has.
    pub fn form(&self) -> Form {
        Form::of(&self.id)
    }

    /// What a seal vouches for: exactly this, under this id, believed exactly so far, on exactly these premises.
    pub fn vouched(&self, premises: &[Premise]) -> Digest {
        vouched(&self.id, &self.lesson, self.standing.status(), premises)
    }
}

/// A piece of evidence in the role in which a human saw it before they sealed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Premise {
    /// What it is to the knowledge.
    pub role: Role,
    /// The piece.
    pub evidence: EvidenceId,
    /// Its words, and whose they are.
    pub digest: Digest,
}

/// What a seal over knowledge covers. Premises are a set: their order means nothing.
pub fn vouched(id: &KnowledgeId, lesson: &Lesson, status: Status, premises: &[Premise]) -> Digest {
    let premises: std::collections::BTreeSet<&Premise> = premises.iter().collect();
    canonical::digest(&("knowledge", id, lesson, status, premises)).expect("BUG: a lesson is plain text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_binds_id_words_status_and_premises() {
        let id = KnowledgeId::parse("k_1").expect("an id");
        let lesson = Lesson {
            statement: Note::parse("WAL survives a crash").expect("a statement"),
            content: Content::parse("because the log is replayed").expect("a body"),
            tier: Tier::Qi,
            domain: Domain::Project,
            field: Name::parse("general").expect("a field"),
            wing: Name::parse("mempal").expect("a wing"),
            room: Name::parse("knowledge").expect("a room"),
            importance: Importance::of(2),
            anchor: Anchor::Global,
            scope_constraints: None,
            trigger_hints: TriggerHints::default(),
            made_from: None,
        };
        let premise = |role, id: &str, words: &[u8]| Premise { role, evidence: EvidenceId::mint("e", id), digest: Digest::of(words) };
        let both = [premise(Role::Supporting, "1", b"x"), premise(Role::Verification, "2", b"y")];
        let base = vouched(&id, &lesson, Status::Promoted, &both);
        assert_eq!(base, vouched(&id, &lesson, Status::Promoted, &[both[1].clone(), both[0].clone()]));
        assert_ne!(base, vouched(&KnowledgeId::parse("k_2").expect("an id"), &lesson, Status::Promoted, &both));
        assert_ne!(base, vouched(&id, &lesson, Status::Canonical, &both));
        let others = [
            vec![both[0].clone()],
            vec![premise(Role::Verification, "1", b"x"), both[1].clone()],
            vec![premise(Role::Supporting, "1", b"z"), both[1].clone()],
            vec![both[0].clone(), both[1].clone(), premise(Role::Teaching, "3", b"w")],
        ];
        for premises in others {
            assert_ne!(base, vouched(&id, &lesson, Status::Promoted, &premises));
        }
        for other in [Lesson { tier: Tier::DaoTian, ..lesson.clone() }, Lesson { anchor: Anchor::Repo("x".into()), ..lesson.clone() }] {
            assert_ne!(base, vouched(&id, &other, Status::Promoted, &both));
        }
        let back: Lesson = serde_json::from_str(&canonical::canonical(&lesson).expect("plain")).expect("it reads back");
        assert_eq!(back, lesson);
    }

    #[test]
    fn words_read_back() {
        for happening in Happening::ALL {
            assert_eq!(Happening::named(happening.name()), Some(happening));
            assert_eq!(serde_json::to_value(happening).expect("a word"), happening.name());
        }
        for role in Role::ALL {
            assert_eq!(Role::named(role.name()), Some(role));
        }
        for domain in Domain::ALL {
            assert_eq!(Domain::named(domain.name()), Some(domain));
        }
        for form in Form::ALL {
            assert_eq!(Form::of(&KnowledgeId::mint(form.prefix(), "1")), form);
        }
        assert!(serde_json::from_str::<Importance>("6").is_err() && serde_json::from_str::<Importance>("-1").is_err());
        assert_eq!(Domain::Project.require_anchor(&Anchor::Global).expect_err("never").what(), "global anchor requires domain=global");
    }
}
