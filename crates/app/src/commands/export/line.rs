//! The lines of an export below its entries, as they are written and read again.
//!
//! Not here: the header, the entries and the proofs. The kernel defines those, because it verifies them.

use super::lived::{ExperienceLine, ReceiptLine};
use kernel::{
    anchor::Anchor,
    claim::{Claim, Confidence, Draft, Knowledge, Lesson, Role, Standing},
    evidence::{Evidence, Origin},
    fact::{Closed, Fact},
    id::{ClaimId, EvidenceId, FactId, KnowledgeId, ProposalId, SourceId},
    ledger::{Digest, ExportedProof},
    proposal::Proposal,
    seal::{KeyRecord, Seal, fingerprint},
    text::Content,
    time::Moment,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::{
    Adoption, ConfidenceRow, Deletion, DrawerRow, KnowledgeEvent, KnowledgeRef, KnowledgeRow, Link, Made, OutcomeRow, Postmortem, Promotion,
    Revision, SealedLink, SettingRow, Source, SourcePlace, SourceState, Spot, revision_name,
};

/// A line below the entries.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(in crate::commands) enum Line {
    /// Something that evidence was read from.
    Source(SourceLine),
    /// A version of it.
    Revision(RevisionLine),
    /// Something seen.
    Evidence(Box<EvidenceLine>),
    /// Something believed there.
    Claim(Box<ClaimLine>),
    /// What a claim rests on.
    Link(LinkLine),
    /// What the evidence amounted to there.
    Knowledge(Box<KnowledgeLine>),
    /// A piece of evidence in its role in it.
    Premise(PremiseLine),
    /// What changed about a claim since, what was set, and what went wrong: each with the proof of the entry that bound it.
    Beside(Json),
    /// Something that was said to hold.
    Fact(Box<FactLine>),
    /// Something that was tried.
    Experience(Box<ExperienceLine>),
    /// What was signed about a cycle.
    Receipt(Box<ReceiptLine>),
    /// Something that waited, or was decided.
    Proposal(Json),
    /// A seal that was spent.
    Seal(Json),
    /// A public key.
    Key(Json),
}

/// Something that evidence was read from.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct SourceLine {
    pub(in crate::commands) id: SourceId,
    pub(in crate::commands) anchor: Anchor,
    pub(in crate::commands) path: String,
    pub(in crate::commands) title: String,
    pub(in crate::commands) kind: String,
    pub(in crate::commands) digest: Digest,
    pub(in crate::commands) cut: String,
    pub(in crate::commands) gone: bool,
    pub(in crate::commands) revision: i64,
    pub(in crate::commands) principal: String,
    pub(in crate::commands) first_seen_at: Moment,
    pub(in crate::commands) updated_at: Moment,
    /// The wing and the room it stands in, where somebody said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(in crate::commands) wing: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(in crate::commands) room: String,
}

impl SourceLine {
    pub(super) fn of(source: Source, place: SourcePlace) -> Self {
        let SourcePlace { wing, room, .. } = place;
        let Source { id, anchor, path, title, kind, digest, pieces, state, revision, principal, first_seen_at, updated_at, .. } = source;
        let gone = state == SourceState::Gone;
        Self { id, anchor, path, title, kind, digest, cut: pieces, gone, revision, principal, first_seen_at, updated_at, wing, room }
    }
}

/// A version of a source, with the proof of the entry that bound what it brought, if it brought anything.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct RevisionLine {
    pub(in crate::commands) source: SourceId,
    pub(in crate::commands) revision: i64,
    pub(in crate::commands) path: String,
    pub(in crate::commands) digest: Digest,
    pub(in crate::commands) change: String,
    pub(in crate::commands) principal: String,
    pub(in crate::commands) recorded_at: Moment,
    pub(in crate::commands) proof: Option<ExportedProof>,
}

impl RevisionLine {
    pub(super) fn of(source: SourceId, revision: Revision, proof: Option<ExportedProof>) -> Self {
        let Revision { revision, path, digest, change, principal, recorded_at } = revision;
        Self { source, revision, path, digest, change, principal, recorded_at, proof }
    }
}

/// A piece of evidence.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct EvidenceLine {
    pub(in crate::commands) id: EvidenceId,
    pub(in crate::commands) origin: Origin,
    pub(in crate::commands) principal: String,
    pub(in crate::commands) source: String,
    pub(in crate::commands) content: Content,
    pub(in crate::commands) digest: Digest,
    pub(in crate::commands) recorded_at: Moment,
    /// Where it lies, if it can be found.
    pub(in crate::commands) place: Option<Place>,
}

/// Where a piece lies.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct Place {
    pub(in crate::commands) source: Option<SourceId>,
    pub(in crate::commands) revision: i64,
    pub(in crate::commands) anchor: Anchor,
    pub(in crate::commands) kind: String,
    pub(in crate::commands) seq: i64,
    pub(in crate::commands) thread: String,
    pub(in crate::commands) author: String,
    pub(in crate::commands) heading: String,
    pub(in crate::commands) at: Moment,
    pub(in crate::commands) since: Moment,
    pub(in crate::commands) until: Option<Moment>,
}

impl From<Spot> for Place {
    fn from(spot: Spot) -> Self {
        let Spot { from, anchor, kind, seq, thread, author, heading, at, since, until } = spot;
        let (source, revision) = from.map_or((None, 0), |(source, revision)| (Some(source), revision));
        Self { source, revision, anchor, kind, seq, thread, author, heading, at, since, until }
    }
}

impl EvidenceLine {
    pub(super) fn of(e: Evidence, spot: Option<Spot>) -> Self {
        Self {
            digest: e.digest(),
            id: e.id,
            origin: e.origin,
            principal: e.principal,
            source: e.source,
            content: e.content,
            recorded_at: e.recorded_at,
            place: spot.map(Place::from),
        }
    }

    /// The revision of a source that brought it, as the ledger names it.
    pub(in crate::commands) fn revision(&self) -> Option<String> {
        let place = self.place.as_ref()?;
        Some(revision_name(place.source.as_ref()?, place.revision))
    }

    /// The digest of what the line says, whatever digest it names.
    pub(in crate::commands) fn found(&self) -> Digest {
        let Self { id, origin, principal, source, content, recorded_at, .. } = self;
        Evidence {
            id: id.clone(),
            origin: *origin,
            principal: principal.clone(),
            source: source.clone(),
            content: content.clone(),
            recorded_at: *recorded_at,
        }
        .digest()
    }
}

/// What a claim rests on, with the proof of the entry that linked them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct LinkLine {
    pub(in crate::commands) id: String,
    pub(in crate::commands) source: String,
    pub(in crate::commands) target: String,
    pub(in crate::commands) relation: String,
    pub(in crate::commands) created_by: String,
    pub(in crate::commands) created_at: Moment,
    pub(in crate::commands) proof: ExportedProof,
}

impl LinkLine {
    pub(super) fn of(link: Link, proof: ExportedProof) -> Self {
        let Link { id, source, target, relation, created_by, created_at } = link;
        Self { id, source, target, relation, created_by, created_at, proof }
    }

    /// The link alone.
    pub(in crate::commands) fn link(&self) -> Link {
        let Self { id, source, target, relation, created_by, created_at, .. } = self;
        Link {
            id: id.clone(),
            source: source.clone(),
            target: target.clone(),
            relation: relation.clone(),
            created_by: created_by.clone(),
            created_at: *created_at,
        }
    }
}

/// A fact, with the proof of the entry that kept it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct FactLine {
    pub(in crate::commands) id: FactId,
    pub(in crate::commands) anchor: Anchor,
    pub(in crate::commands) subject: String,
    pub(in crate::commands) predicate: String,
    pub(in crate::commands) object: String,
    pub(in crate::commands) confidence: Confidence,
    pub(in crate::commands) source: Option<EvidenceId>,
    pub(in crate::commands) origin: Origin,
    pub(in crate::commands) principal: String,
    pub(in crate::commands) valid_from: Moment,
    pub(in crate::commands) valid_to: Option<Moment>,
    pub(in crate::commands) recorded_at: Moment,
    pub(in crate::commands) closed: Option<ClosedLine>,
    pub(in crate::commands) proof: ExportedProof,
}

/// That a fact ended.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct ClosedLine {
    pub(in crate::commands) ended: Moment,
    pub(in crate::commands) by: String,
    pub(in crate::commands) at: Moment,
}

impl FactLine {
    pub(super) fn of(fact: Fact, proof: ExportedProof) -> Self {
        let Fact { id, anchor, subject, predicate, object, confidence, source, origin, principal, valid_from, valid_to, recorded_at, closed } = fact;
        let closed = closed.map(|Closed { ended, by, at }| ClosedLine { ended, by, at });
        Self { id, anchor, subject, predicate, object, confidence, source, origin, principal, valid_from, valid_to, recorded_at, closed, proof }
    }

    /// The fact alone.
    pub(in crate::commands) fn fact(&self) -> Fact {
        Fact {
            id: self.id.clone(),
            anchor: self.anchor.clone(),
            subject: self.subject.clone(),
            predicate: self.predicate.clone(),
            object: self.object.clone(),
            confidence: self.confidence,
            source: self.source.clone(),
            origin: self.origin,
            principal: self.principal.clone(),
            valid_from: self.valid_from,
            valid_to: self.valid_to,
            recorded_at: self.recorded_at,
            closed: self.closed.as_ref().map(|closed| Closed { ended: closed.ended, by: closed.by.clone(), at: closed.at }),
        }
    }
}

/// A claim, with the proof of the entry that made or last changed it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct ClaimLine {
    pub(in crate::commands) id: ClaimId,
    pub(in crate::commands) draft: Draft,
    pub(in crate::commands) standing: Standing,
    pub(in crate::commands) seal: Option<Digest>,
    pub(in crate::commands) promoted_from: Option<ProposalId>,
    pub(in crate::commands) source: String,
    pub(in crate::commands) created_at: Moment,
    pub(in crate::commands) updated_at: Moment,
    pub(in crate::commands) proof: ExportedProof,
}

impl ClaimLine {
    pub(super) fn of(claim: Claim, proof: ExportedProof) -> Self {
        let Claim { id, draft, standing, seal, promoted_from, source, created_at, updated_at } = claim;
        Self { id, draft, standing, seal, promoted_from, source, created_at, updated_at, proof }
    }

    /// The claim alone.
    pub(in crate::commands) fn claim(&self) -> Claim {
        let Self { id, draft, standing, seal, promoted_from, source, created_at, updated_at, .. } = self;
        Claim {
            id: id.clone(),
            draft: draft.clone(),
            standing: *standing,
            seal: *seal,
            promoted_from: promoted_from.clone(),
            source: source.clone(),
            created_at: *created_at,
            updated_at: *updated_at,
        }
    }
}

/// A piece of knowledge, with the proof of the entry that made or last changed it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct KnowledgeLine {
    pub(in crate::commands) id: KnowledgeId,
    pub(in crate::commands) lesson: Lesson,
    pub(in crate::commands) standing: Standing,
    pub(in crate::commands) seal: Option<Digest>,
    pub(in crate::commands) anchor: Anchor,
    pub(in crate::commands) promoted_from: Option<ProposalId>,
    pub(in crate::commands) principal: String,
    pub(in crate::commands) created_at: Moment,
    pub(in crate::commands) updated_at: Moment,
    pub(in crate::commands) proof: ExportedProof,
}

impl KnowledgeLine {
    pub(super) fn of(knowledge: Knowledge, proof: ExportedProof) -> Self {
        let Knowledge { id, lesson, standing, seal, anchor, promoted_from, principal, created_at, updated_at } = knowledge;
        Self { id, lesson, standing, seal, anchor, promoted_from, principal, created_at, updated_at, proof }
    }

    /// The knowledge alone.
    pub(in crate::commands) fn row(&self) -> KnowledgeRow {
        let Self { id, lesson, standing, seal, anchor, promoted_from, principal, created_at, updated_at, .. } = self;
        KnowledgeRow::Knowledge(Box::new(Knowledge {
            id: id.clone(),
            lesson: lesson.clone(),
            standing: *standing,
            seal: *seal,
            anchor: anchor.clone(),
            promoted_from: promoted_from.clone(),
            principal: principal.clone(),
            created_at: *created_at,
            updated_at: *updated_at,
        }))
    }
}

/// A piece of evidence in its role, with the proof of the entry that put it there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct PremiseLine {
    /// As the ledger knows it.
    pub(in crate::commands) name: String,
    pub(in crate::commands) knowledge: KnowledgeId,
    pub(in crate::commands) evidence: EvidenceId,
    pub(in crate::commands) role: Role,
    pub(in crate::commands) note: String,
    pub(in crate::commands) made_by: String,
    pub(in crate::commands) made_at: Moment,
    pub(in crate::commands) seal: Option<Digest>,
    pub(in crate::commands) proof: ExportedProof,
}

impl PremiseLine {
    pub(super) fn of(name: String, premise: KnowledgeRef, proof: ExportedProof) -> Self {
        let KnowledgeRef { knowledge, evidence, role, note, by, at, seal } = premise;
        Self { name, knowledge, evidence, role, note, made_by: by, made_at: at, seal, proof }
    }

    /// The link alone.
    pub(in crate::commands) fn row(&self) -> KnowledgeRow {
        let Self { knowledge, evidence, role, note, made_by, made_at, seal, .. } = self;
        KnowledgeRow::Ref(KnowledgeRef {
            knowledge: knowledge.clone(),
            evidence: evidence.clone(),
            role: *role,
            note: note.clone(),
            by: made_by.clone(),
            at: *made_at,
            seal: *seal,
        })
    }
}

/// What happened to a piece of knowledge.
pub(super) fn event_line(name: &str, e: &KnowledgeEvent) -> Json {
    let metadata: Json = serde_json::from_str(&e.metadata).unwrap_or(Json::Null);
    let what = json!({ "knowledge": e.knowledge, "event": e.what, "from": e.from, "to": e.to, "reason": e.reason, "metadata": metadata });
    json!({ "name": name, "made_by": e.actor, "made_at": e.at, "seal": e.seal, "what": what })
}

pub(super) fn proposal_line(p: &Proposal) -> Json {
    json!({
        "id": p.id, "op": p.op, "input": p.input, "author": p.author, "author_kind": p.author_kind, "session": p.session, "agent_type": p.agent_type,
        "source": p.source, "evidence_refs": p.evidence_refs, "evidence": p.evidence, "classified": p.classified, "dedupe_key": p.dedupe_key,
        "status": p.status, "reviewed_by": p.reviewed_by, "reviewed_at": p.reviewed_at, "review_note": p.review_note, "promoted_to": p.promoted_to,
        "created_at": p.created_at, "expires_at": p.expires_at, "archived_at": p.archived_at,
    })
}

fn beside(name: &str, made: &Made, what: Json) -> (String, Json) {
    let line = json!({ "name": name, "made_by": made.by, "made_at": made.at, "seal": made.seal, "what": what });
    (name.to_owned(), line)
}

pub(super) fn outcome_line(name: &str, row: &OutcomeRow) -> (String, Json) {
    beside(name, &row.made, json!({ "claim": row.claim, "outcome": row.outcome, "note": row.note }))
}

pub(super) fn confidence_line(name: &str, row: &ConfidenceRow) -> (String, Json) {
    beside(name, &row.made, json!({ "claim": row.claim, "confidence": row.confidence, "why": row.why }))
}

pub(super) fn promotion_line(name: &str, row: &Promotion) -> (String, Json) {
    beside(name, &row.made, json!({ "claim": row.claim, "origin": row.origin }))
}

/// What went wrong, as it was written; nobody sealed it.
pub(super) fn postmortem_line(p: &Postmortem) -> (String, Json) {
    let what = json!({
        "evidence": p.evidence, "anchor": p.anchor, "title": p.title, "what_happened": p.what_happened, "root_cause": p.root_cause,
        "lessons": p.lessons, "prevention": p.prevention, "severity": p.severity, "files": p.files, "related_decision": p.related_decision,
        "related_session": p.related_session,
    });
    let name = p.id.to_string();
    let line = json!({ "name": name, "made_by": p.principal, "made_at": p.created_at, "what": what });
    (name, line)
}

/// What came of using a feature, as it was written; nobody sealed it.
pub(super) fn adoption_line(a: &Adoption) -> (String, Json) {
    let what = json!({
        "n": a.n, "track": a.track, "signal": a.signal, "feature": a.feature, "query": a.query, "context_hash": a.context_hash, "card_id": a.card_id,
        "evaluator_id": a.evaluator_id, "research_report_id": a.research_report_id, "note": a.note, "metadata": a.metadata, "quality": a.quality,
        "anchor": a.anchor,
    });
    let name = a.id.to_string();
    let line = json!({ "name": name, "made_by": a.principal, "made_at": a.created_at, "what": what });
    (name, line)
}

/// That it is resolved, if its row says so.
pub(super) fn resolution_line(p: &Postmortem) -> Option<(String, Json)> {
    let name = p.resolution()?;
    let line = json!({ "name": name, "made_by": p.resolved_by, "made_at": p.resolved_at, "seal": p.seal, "what": { "resolved": p.id } });
    Some((name, line))
}

/// Where a single remark stands, as it was written; nobody sealed it.
pub(super) fn drawer_line(name: &str, d: &DrawerRow) -> (String, Json) {
    let what = json!({
        "evidence": d.id, "wing": d.wing, "room": d.room, "domain": d.domain, "field": d.field, "provenance": d.provenance,
        "importance": d.importance, "rollup": d.rollup,
    });
    (name.to_owned(), json!({ "name": name, "what": what }))
}

/// The same, read back. Nothing where a line speaks of something else.
pub(in crate::commands) fn drawer_of(line: &Json) -> Option<DrawerRow> {
    let what = &line["record"]["what"];
    let text = |field: &str| Some(what[field].as_str()?.to_owned());
    Some(DrawerRow {
        id: serde_json::from_value(what["evidence"].clone()).ok()?,
        wing: text("wing")?,
        room: text("room")?,
        domain: serde_json::from_value(what["domain"].clone()).ok()?,
        field: text("field")?,
        provenance: serde_json::from_value(what["provenance"].clone()).ok()?,
        importance: serde_json::from_value(what["importance"].clone()).ok()?,
        rollup: text("rollup")?,
    })
}

pub(super) fn deletion_line(name: &str, row: &Deletion) -> (String, Json) {
    beside(name, &row.made, json!({ "deleted": row.id, "reason": row.reason }))
}

pub(super) fn setting_line(name: &str, row: &SettingRow) -> (String, Json) {
    beside(name, &row.made, json!({ "setting": row.name, "value": row.value }))
}

pub(super) fn sealed_line(link: &SealedLink) -> (String, Json) {
    beside(&format!("{} sealed", link.id), &link.made, json!({ "link": link.id, "text_digest": link.text_digest }))
}

pub(super) fn removed_line(link: &SealedLink) -> Option<(String, Json)> {
    let removed = link.removed.as_ref()?;
    Some(beside(&format!("{} removed", link.id), &removed.made, json!({ "link": link.id, "reason": removed.reason })))
}

pub(super) fn key_line(key: &KeyRecord) -> Json {
    let seal: &Seal = &key.seal;
    json!({ "fingerprint": fingerprint(&key.public), "name": key.name, "public": Digest(key.public), "retired": key.retired, "seal": seal.statement.digest() })
}
