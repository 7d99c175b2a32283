//! A call that waits for a human. Approving it runs it in the reviewer's transaction; its content never changes.

use crate::text::Slice;
use crate::{
    call::Call,
    claim::{Classified, Confidence},
    id::{ClaimId, EvidenceId, ProposalId},
    ledger::Digest,
    refusal::{Code, Refusal},
    time::{DAY_MS, Moment},
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// How long a proposal waits before it expires by itself. Silence is never consent.
pub const OPEN_MS: i64 = 30 * DAY_MS;

/// The input of a proposal whose words were erased. What became of it stays.
pub const ERASED: &str = r#"{"erased":true}"#;

/// Where a proposal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Status {
    /// It waits
    Pending,
    /// A human said yes
    Approved,
    /// A human said no
    Rejected,
    /// Nobody said anything in time
    Expired,
}

impl Status {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Expired => "expired",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Pending, Self::Approved, Self::Rejected, Self::Expired].into_iter().find(|s| s.name() == word)
    }
}

/// Who thought of it. Machine-made proposals must say what they were made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Source {
    /// An agent in a session
    #[default]
    Agent,
    /// A person
    Human,
    /// A language model reading a conversation
    AutoExtract,
    /// A language model comparing two records
    ContradictionAutoLink,
    /// Another palace, whose seals do not hold here
    Import,
}

impl Source {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Human => "human",
            Self::AutoExtract => "auto_extract",
            Self::ContradictionAutoLink => "contradiction_auto_link",
            Self::Import => "import",
        }
    }

    /// The fields its `evidenceRefs` must carry.
    pub const fn evidence_fields(self) -> &'static [&'static str] {
        match self {
            Self::Agent | Self::Human => &[],
            Self::AutoExtract => &["session_id", "conversation_id", "extractor"],
            Self::ContradictionAutoLink => &["source_record", "target_record", "confidence", "explanation"],
            Self::Import => &["palace", "claim"],
        }
    }

    /// A field of some `evidenceRefs`, if it says anything. camelCase is read as snake_case.
    pub fn field<'r>(refs: &'r Json, field: &str) -> Option<&'r Json> {
        let camel: String =
            field.split('_').enumerate().map(|(i, w)| if i == 0 { w.to_owned() } else { w.slice(..1).to_uppercase() + w.slice(1..) }).collect();
        [field, &camel].iter().find_map(|f| refs.get(*f).filter(|v| !v.is_null() && v.as_str() != Some("")))
    }

    /// Refuses a machine-made proposal that does not say what it was made from.
    pub fn check(self, refs: &Json) -> Result<(), Refusal> {
        let missing: Vec<&str> = self.evidence_fields().iter().copied().filter(|f| Self::field(refs, f).is_none()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Code::EvidenceShort
            .refuse("evidenceRefs", format!("a proposal made by `{}` must carry evidenceRefs with {}", self.name(), missing.join(", ")))
            .next(format!("Add {} to evidenceRefs and call again", missing.join(", "))))
    }
}

/// A call that waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its id.
    pub id: ProposalId,
    /// The operation that approving it runs.
    pub op: String,
    /// The operation's canonical input.
    pub input: String,
    /// Who filed it.
    pub author: String,
    /// What kind of caller filed it.
    pub author_kind: String,
    /// The session it was filed in.
    pub session: String,
    /// The client it came through.
    pub agent_type: String,
    /// Who thought of it.
    pub source: String,
    /// What a machine-made proposal was made from, as canonical JSON.
    pub evidence_refs: String,
    /// The evidence it cites.
    pub evidence: Vec<EvidenceId>,
    /// How its kind was guessed.
    pub classified: Option<Guess>,
    /// Two pending proposals never share one.
    pub dedupe_key: Digest,
    /// Where it stands.
    pub status: Status,
    /// Who decided.
    pub reviewed_by: String,
    /// When.
    pub reviewed_at: Option<Moment>,
    /// What they said.
    pub review_note: String,
    /// What it became.
    pub promoted_to: Option<ClaimId>,
    /// When it was filed.
    pub created_at: Moment,
    /// When it stops waiting.
    pub expires_at: Moment,
    /// When it was put away.
    pub archived_at: Option<Moment>,
}

/// How a kind was guessed: the confidence and the phrases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub struct Guess {
    /// How sure the guess is.
    pub confidence: Confidence,
    /// What gave it away.
    pub signals: Vec<String>,
}

impl From<Classified> for Guess {
    fn from(c: Classified) -> Self {
        Self { confidence: c.confidence, signals: c.signals }
    }
}

impl Proposal {
    /// A call that begins to wait. Whoever files it adds what more there is to say of where it came from.
    pub fn filed(call: &Call, op: &str, input: String, dedupe_key: Digest) -> Self {
        let actor = &call.actor;
        Self {
            id: ProposalId::mint("p", &call.tail()),
            op: op.to_owned(),
            input,
            author: actor.name().to_owned(),
            author_kind: actor.kind().name().to_owned(),
            session: call.session.clone(),
            agent_type: String::new(),
            source: actor.kind().name().to_owned(),
            evidence_refs: "{}".to_owned(),
            evidence: vec![],
            classified: None,
            dedupe_key,
            status: Status::Pending,
            reviewed_by: String::new(),
            reviewed_at: None,
            review_note: String::new(),
            promoted_to: None,
            created_at: call.now,
            expires_at: call.now.plus(OPEN_MS),
            archived_at: None,
        }
    }

    /// What a seal over this proposal vouches for besides what its operation covers: the call, its author and its evidence.
    pub fn digest(&self) -> Digest {
        let parts = (&self.id, &self.op, &self.input, &self.author, &self.author_kind, &self.source, &self.evidence_refs, &self.evidence);
        crate::canonical::digest(&parts).expect("BUG: a proposal is plain text")
    }

    /// Whether its words were erased, so that nothing can come of it any more.
    pub fn is_erased(&self) -> bool {
        self.input == ERASED
    }

    /// Where it stands now. One that waited too long has expired, whether or not anyone has swept it.
    pub fn status_at(&self, now: Moment) -> Status {
        if self.status == Status::Pending && self.expires_at <= now { Status::Expired } else { self.status }
    }

    /// Refuses unless it still waits.
    pub fn waits(&self, now: Moment) -> Result<(), Refusal> {
        match self.status_at(now) {
            Status::Pending => Ok(()),
            Status::Expired => Err(Code::ProposalExpired.refuse(self.id.as_str(), format!("proposal {} expired at {}", self.id, self.expires_at))),
            Status::Approved | Status::Rejected => {
                Err(Code::ProposalDecided.refuse(self.id.as_str(), format!("proposal {} is already {}", self.id, self.status.name())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn machine_made_proposals_say_what_they_were_made_from() {
        let full = json!({"sessionId": "ses_1", "conversation_id": "c", "extractor": "llm"});
        assert!(Source::AutoExtract.check(&full).is_ok());
        let refusal = Source::AutoExtract.check(&json!({"session_id": "ses_1", "extractor": ""})).expect_err("short");
        assert_eq!(refusal.what(), "a proposal made by `auto_extract` must carry evidenceRefs with conversation_id, extractor");
        assert!(Source::ContradictionAutoLink.check(&json!({})).is_err());
        assert!(Source::Agent.check(&json!({})).is_ok());
    }
}
