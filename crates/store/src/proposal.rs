//! Proposal rows: the call never changes, only what became of it.

use crate::{
    Result, Row, StoreError, Txn, View,
    value::{args, json},
};
use kernel::{
    canonical,
    id::{ClaimId, EvidenceId, ProposalId},
    ledger::Digest,
    proposal::{Guess, Proposal, Status},
    time::Moment,
};

const COLUMNS: &str = "id, op, input, author, author_kind, session, agent_type, source, evidence_refs, evidence, classification, dedupe_key,
    status, reviewed_by, reviewed_at, review_note, promoted_to_id, created_at, expires_at, archived_at";
const FILE: &str = "insert into proposal (id, op, input, author, author_kind, session, agent_type, source, evidence_refs, evidence, classification,
    dedupe_key, status, created_at, expires_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
const DECIDE: &str = "update proposal set status = ?2, reviewed_by = ?3, reviewed_at = ?4, review_note = ?5, promoted_to_id = ?6, archived_at = ?7
    where id = ?1 and status = ?8";
const WAITING: &str = "select count(*) from proposal where status = ?1 and expires_at > ?2";
const OVERDUE: &str = "select id from proposal where status = ?1 and expires_at <= ?2 order by expires_at, id limit ?3";

/// What of the proposals a list wants.
#[derive(Clone, Debug, Default)]
pub struct ProposalFilter {
    /// With this status at this moment, or any: what waited too long has expired, swept or not.
    pub status: Option<(Status, Moment)>,
    /// Proposed as this kind, or running this operation, or any.
    pub kind: Option<String>,
    /// Less what this person put off.
    pub awake_for: Option<String>,
    /// At most so many.
    pub limit: i64,
}

fn map(mut row: Row) -> Result<Proposal> {
    Ok(Proposal {
        id: row.parsed("proposal id", ProposalId::parse)?,
        op: row.text()?,
        input: row.text()?,
        author: row.text()?,
        author_kind: row.text()?,
        session: row.text()?,
        agent_type: row.text()?,
        source: row.text()?,
        evidence_refs: row.text()?,
        evidence: row.parsed("evidence list", json::<Vec<EvidenceId>>)?,
        classified: row.parsed_or_empty("classification", json::<Guess>)?,
        dedupe_key: row.digest()?,
        status: row.parsed("status", |word| Status::named(word).ok_or("unknown word"))?,
        reviewed_by: row.text()?,
        reviewed_at: row.moment_or_empty()?,
        review_note: row.text()?,
        promoted_to: row.parsed_or_empty("claim id", ClaimId::parse)?,
        created_at: row.moment()?,
        expires_at: row.moment()?,
        archived_at: row.moment_or_empty()?,
    })
}

/// What the ledger remembers of a proposal's state: the call, where it came from, how long it waits and what became of it.
pub(crate) fn state(proposal: &Proposal) -> Result<Digest> {
    let p = proposal;
    let parts = (p.digest(), &p.source, p.created_at, p.expires_at, p.status, &p.reviewed_by, &p.review_note, &p.promoted_to);
    canonical::digest(&parts).map_err(|e| StoreError::Damaged(e.to_string()))
}

impl View<'_> {
    /// One proposal.
    pub fn proposal(&mut self, id: &ProposalId) -> Result<Option<Proposal>> {
        self.one(&format!("select {COLUMNS} from proposal where id = ?1"), args![id.as_str()], map)
    }

    /// Proposals, oldest first: what waited longest comes up first.
    pub fn proposals(&mut self, filter: &ProposalFilter) -> Result<Vec<Proposal>> {
        let (status, now) = filter.status.map_or((String::new(), String::new()), |(status, now)| (status.name().to_owned(), now.to_string()));
        let kind = filter.kind.as_deref().unwrap_or("");
        let sql = format!(
            "select {COLUMNS} from proposal where (?1 = '' or case when status = ?2 and expires_at <= ?3 then ?4 else status end = ?1)
             and (?5 = '' or op = ?5 or input ->> 'as' = ?5)
             and (?6 = '' or not exists (select 1 from snooze s where s.principal = ?6 and s.proposal = proposal.id and s.until > ?3))
             order by created_at, id limit ?7"
        );
        let awake_for = filter.awake_for.as_deref().unwrap_or("");
        self.many(&sql, args![status, Status::Pending.name(), now, Status::Expired.name(), kind, awake_for, filter.limit], map)
    }

    /// The pending proposal that already says this; it may be overdue and not yet swept.
    pub fn twin(&mut self, key: Digest) -> Result<Option<Proposal>> {
        // The word stands in the text: SQLite plans the partial index by it, and would plan anew at every call if it were bound.
        self.one(&format!("select {COLUMNS} from proposal where dedupe_key = ?1 and status = '{}'", Status::Pending.name()), args![key], map)
    }

    /// The newest proposal that said this and no longer waits.
    pub fn said_before(&mut self, key: Digest) -> Result<Option<Proposal>> {
        let sql = format!("select {COLUMNS} from proposal where dedupe_key = ?1 and status <> ?2 order by created_at desc, id limit 1");
        self.one(&sql, args![key, Status::Pending.name()], map)
    }

    /// What was ever proposed from something: the keys of every proposal whose `evidence_refs` name it there, whatever became of it.
    pub fn proposed_from(&mut self, field: &'static str, id: &str) -> Result<Vec<Digest>> {
        let sql = format!("select dedupe_key from proposal where evidence_refs ->> '{field}' = ?1 order by created_at, id");
        self.many(&sql, args![id], |mut row| row.digest())
    }

    /// How many wait, less those that waited too long.
    pub fn waiting(&mut self, now: Moment) -> Result<i64> {
        Ok(self.one(WAITING, args![Status::Pending.name(), now], |mut row| row.int())?.unwrap_or(0))
    }

    /// Proposals that waited too long.
    pub fn overdue(&mut self, now: Moment, limit: i64) -> Result<Vec<ProposalId>> {
        self.many(OVERDUE, args![Status::Pending.name(), now, limit], |mut row| row.parsed("proposal id", ProposalId::parse))
    }
}

impl Txn<'_> {
    /// Files a call that waits.
    pub fn file(&mut self, proposal: &Proposal) -> Result<()> {
        let p = proposal;
        self.db.execute(
            FILE,
            args![
                p.id.as_str(),
                &p.op,
                &p.input,
                &p.author,
                &p.author_kind,
                &p.session,
                &p.agent_type,
                &p.source,
                &p.evidence_refs,
                text(&p.evidence)?,
                p.classified.as_ref().map_or(Ok(String::new()), text)?,
                p.dedupe_key,
                p.status.name(),
                p.created_at,
                p.expires_at,
            ],
        )?;
        self.after.insert(p.id.to_string(), state(p)?);
        Ok(())
    }

    /// Writes down what became of a pending proposal. Refuses to touch a decided one.
    pub fn decide(&mut self, proposal: &Proposal) -> Result<()> {
        let p = proposal;
        let to = p.promoted_to.as_ref().map_or("", ClaimId::as_str);
        let changed = self.db.execute(
            DECIDE,
            args![p.id.as_str(), p.status.name(), &p.reviewed_by, p.reviewed_at, &p.review_note, to, p.archived_at, Status::Pending.name()],
        )?;
        if changed != 1 {
            return Err(StoreError::Conflict(format!("proposal {} no longer waits", p.id)));
        }
        self.after.insert(p.id.to_string(), state(p)?);
        Ok(())
    }
}

fn text(value: &impl serde::Serialize) -> Result<String> {
    canonical::canonical(value).map_err(|e| StoreError::Other(e.to_string()))
}
