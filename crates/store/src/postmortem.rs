//! Postmortem rows: what went wrong, so that the same question need not be asked twice. Their words are evidence too.
//!
//! Not here: whether one is resolved. That is what its seal proves, and only the engine asks seals.

use crate::{
    Made, Result, Row, StoreError, Txn, View,
    claim_events::{state, under},
    value::{args, json},
};
use kernel::{
    anchor::Anchor,
    canonical,
    id::{EvidenceId, PostmortemId},
    ledger::Digest,
    seal::HumanReview,
    time::Moment,
    work::Severity,
};

const COLUMNS: &str = "id, evidence, anchor, title, what_happened, root_cause, lessons, prevention, severity, files, related_decision,
    related_session, principal, created_at, resolved_at, resolved_by, seal";
const PUT: &str = "insert into postmortem (id, evidence, anchor, title, what_happened, root_cause, lessons, prevention, severity, files,
    related_decision, related_session, principal, created_at, resolved_at, resolved_by, seal)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, '', '', '')";
const RESOLVE: &str = "update postmortem set resolved_at = ?2, resolved_by = ?3, seal = ?4 where id = ?1";
const DROP: &str = "delete from postmortem where id = ?1";

/// What went wrong once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Postmortem {
    /// Its id.
    pub id: PostmortemId,
    /// The evidence that holds its words.
    pub evidence: EvidenceId,
    /// The project it happened in.
    pub anchor: Anchor,
    /// What people call it.
    pub title: String,
    /// What happened.
    pub what_happened: String,
    /// Why.
    pub root_cause: String,
    /// What was learned.
    pub lessons: Vec<String>,
    /// What keeps it from happening again.
    pub prevention: Vec<String>,
    /// How bad it was.
    pub severity: Severity,
    /// The files it was about.
    pub files: Vec<String>,
    /// The decision it was about, or empty.
    pub related_decision: String,
    /// The session it happened in, or empty.
    pub related_session: String,
    /// Who wrote it.
    pub principal: String,
    /// When.
    pub created_at: Moment,
    /// Since when it is said to be resolved.
    pub resolved_at: Option<Moment>,
    /// Who said so.
    pub resolved_by: String,
    /// The seal behind that.
    pub seal: Option<Digest>,
}

fn map(mut row: Row) -> Result<Postmortem> {
    Ok(Postmortem {
        id: row.parsed("postmortem id", PostmortemId::parse)?,
        evidence: row.parsed("evidence id", EvidenceId::parse)?,
        anchor: row.parsed("anchor", Anchor::parse)?,
        title: row.text()?,
        what_happened: row.text()?,
        root_cause: row.text()?,
        lessons: row.parsed("lessons", json)?,
        prevention: row.parsed("prevention", json)?,
        severity: row.parsed("severity", |word| Severity::named(word).ok_or("unknown word"))?,
        files: row.parsed("files", json)?,
        related_decision: row.text()?,
        related_session: row.text()?,
        principal: row.text()?,
        created_at: row.moment()?,
        resolved_at: row.moment_or_empty()?,
        resolved_by: row.text()?,
        seal: row.parsed_or_empty("seal", str::parse::<Digest>)?,
    })
}

/// What the ledger remembers of its words.
fn told(p: &Postmortem) -> Result<Digest> {
    let words = (&p.title, &p.what_happened, &p.root_cause, &p.lessons, &p.prevention, &p.files);
    let of = (&p.related_decision, &p.related_session, &p.principal, p.created_at);
    state(&(&p.id, &p.evidence, p.anchor.to_string(), p.severity.name(), words, of))
}

/// What the ledger remembers of its end. The words are not in it: they can be erased, and this entry stays.
fn ended(id: &PostmortemId, at: Option<Moment>, by: &str, seal: Option<Digest>) -> Result<Digest> {
    state(&(id, at, by, seal))
}

fn ended_name(id: &PostmortemId) -> String {
    format!("{id} resolved")
}

impl Postmortem {
    /// The name by which the ledger knows that it was resolved, if its row says so in any way.
    pub fn resolution(&self) -> Option<String> {
        (self.resolved_at.is_some() || !self.resolved_by.is_empty() || self.seal.is_some()).then(|| ended_name(&self.id))
    }
}

impl View<'_> {
    /// Hands over every postmortem and every end of one with its state, as the ledger should have bound it.
    pub(crate) fn each_postmortem_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        for p in self.postmortems(i64::MAX)? {
            take(p.id.to_string(), told(&p)?)?;
            if let Some(name) = p.resolution() {
                take(name, ended(&p.id, p.resolved_at, &p.resolved_by, p.seal)?)?;
            }
        }
        Ok(())
    }

    /// One postmortem.
    pub fn postmortem(&mut self, id: &PostmortemId) -> Result<Option<Postmortem>> {
        self.one(&format!("select {COLUMNS} from postmortem where id = ?1"), args![id.as_str()], map)
    }

    /// The newest postmortems, newest first.
    pub fn postmortems(&mut self, limit: i64) -> Result<Vec<Postmortem>> {
        self.many(&format!("select {COLUMNS} from postmortem order by created_at desc, id limit ?1"), args![limit], map)
    }
}

impl Txn<'_> {
    /// Keeps a postmortem, as yet unresolved. What it says never changes.
    pub fn put_postmortem(&mut self, p: &Postmortem) -> Result<()> {
        let list = |items: &[String]| canonical::canonical(&items).map_err(|e| StoreError::Other(e.to_string()));
        self.db.execute(
            PUT,
            args![
                p.id.as_str(),
                p.evidence.as_str(),
                p.anchor.to_string(),
                &p.title,
                &p.what_happened,
                &p.root_cause,
                list(&p.lessons)?,
                list(&p.prevention)?,
                p.severity.name(),
                list(&p.files)?,
                &p.related_decision,
                &p.related_session,
                &p.principal,
                p.created_at
            ],
        )?;
        self.after.insert(p.id.to_string(), told(p)?);
        Ok(())
    }

    /// Writes down that a postmortem is resolved, under a human's yes.
    ///
    /// # Panics
    /// When it names another seal than the one behind this yes.
    pub fn resolve_postmortem(&mut self, id: &PostmortemId, made: &Made, review: &HumanReview) -> Result<()> {
        under(made, review, id);
        if self.db.execute(RESOLVE, args![id.as_str(), made.at, &made.by, made.seal])? != 1 {
            return Err(StoreError::Conflict(format!("postmortem {id} is gone")));
        }
        self.after.insert(ended_name(id), ended(id, Some(made.at), &made.by, Some(made.seal))?);
        Ok(())
    }

    /// Removes a postmortem whose words were erased.
    pub fn drop_postmortem(&mut self, p: &Postmortem) -> Result<()> {
        self.db.execute(DROP, args![p.id.as_str()])?;
        self.after.insert(p.id.to_string(), Digest::ZERO);
        self.after.extend(p.resolution().map(|name| (name, Digest::ZERO)));
        Ok(())
    }
}
