//! An experience as a line of an export: what it says, where, and the proof of the entry that last changed it. And a receipt.
//!
//! Not here: what experiences came to. That is made again from them.

use kernel::{
    anchor::Anchor,
    claim::{Confidence, Tag},
    cycle::{Area, Author, Worked},
    id::{EvidenceId, ExperienceId, ReceiptId},
    ledger::ExportedProof,
    time::Moment,
};
use serde::{Deserialize, Serialize};
use store::{Experience, Receipted, Signed};

/// What was tried, and whether it worked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct ExperienceLine {
    pub(in crate::commands) id: ExperienceId,
    pub(in crate::commands) evidence: EvidenceId,
    pub(in crate::commands) anchor: Anchor,
    pub(in crate::commands) worked: Worked,
    pub(in crate::commands) domain: Area,
    pub(in crate::commands) situation: String,
    pub(in crate::commands) approach: String,
    pub(in crate::commands) outcome: String,
    pub(in crate::commands) reasoning: String,
    pub(in crate::commands) confidence: Option<Confidence>,
    pub(in crate::commands) tags: Vec<Tag>,
    pub(in crate::commands) revision_of: Option<ExperienceId>,
    pub(in crate::commands) superseded_by: Option<ExperienceId>,
    pub(in crate::commands) session: String,
    pub(in crate::commands) author: Author,
    pub(in crate::commands) principal: String,
    pub(in crate::commands) created_at: Moment,
    pub(in crate::commands) updated_at: Moment,
    pub(in crate::commands) proof: ExportedProof,
}

impl ExperienceLine {
    pub(in crate::commands) fn of(x: Experience, proof: ExportedProof) -> Self {
        Self {
            id: x.id,
            evidence: x.evidence,
            anchor: x.anchor,
            worked: x.worked,
            domain: x.area,
            situation: x.situation,
            approach: x.approach,
            outcome: x.outcome,
            reasoning: x.reasoning,
            confidence: x.confidence,
            tags: x.tags,
            revision_of: x.revision_of,
            superseded_by: x.superseded_by,
            session: x.session,
            author: x.author,
            principal: x.principal,
            created_at: x.created_at,
            updated_at: x.updated_at,
            proof,
        }
    }

    /// The experience alone.
    pub(in crate::commands) fn experience(&self) -> Experience {
        Experience {
            n: 0,
            id: self.id.clone(),
            evidence: self.evidence.clone(),
            worked: self.worked,
            area: self.domain,
            situation: self.situation.clone(),
            approach: self.approach.clone(),
            outcome: self.outcome.clone(),
            reasoning: self.reasoning.clone(),
            confidence: self.confidence,
            tags: self.tags.clone(),
            anchor: self.anchor.clone(),
            revision_of: self.revision_of.clone(),
            superseded_by: self.superseded_by.clone(),
            session: self.session.clone(),
            author: self.author,
            principal: self.principal.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
            archived: None,
        }
    }
}

/// What was signed about a cycle. Its second signature holds wherever the log's key is known.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct ReceiptLine {
    pub(in crate::commands) id: ReceiptId,
    session: String,
    receipt_type: String,
    payload: String,
    payload_hash: String,
    signature: String,
    log_signature: String,
    created_at: Moment,
    pub(in crate::commands) proof: ExportedProof,
}

impl ReceiptLine {
    pub(in crate::commands) fn of(receipt: Receipted, proof: ExportedProof) -> Self {
        let Receipted { id, signed } = receipt;
        let Signed { session, kind, payload, payload_hash, signature, log_signature, created_at } = signed;
        Self { id, session, receipt_type: kind, payload, payload_hash, signature, log_signature, created_at, proof }
    }

    /// The receipt it speaks of.
    pub(in crate::commands) fn receipt(&self) -> Receipted {
        let signed = Signed {
            session: self.session.clone(),
            kind: self.receipt_type.clone(),
            payload: self.payload.clone(),
            payload_hash: self.payload_hash.clone(),
            signature: self.signature.clone(),
            log_signature: self.log_signature.clone(),
            created_at: self.created_at,
        };
        Receipted { id: self.id.clone(), signed }
    }
}
