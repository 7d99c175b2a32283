//! Link rows: what rests on what, and how one record stands to another. Written once, bound by the entry, never updated;
//! a link that is taken back stays on record, with a row that says so beside it.
//!
//! Not here: what a draft itself cites. That is under its seal; a link also names what came to be only with the yes.

use crate::{
    Made, Result, Row, StoreError, Txn, View,
    claim_events::{listed, state as digest, under},
    value::args,
};
use kernel::{
    canonical,
    id::{ClaimId, EvidenceId, LinkId},
    ledger::Digest,
    seal::HumanReview,
    time::Moment,
};

/// From a claim to the evidence it rests on.
pub const RESTS_ON: &str = "rests_on";
/// From a decision to a learning that it was made with: what comes of the one speaks of the other.
pub const INFORMED_BY: &str = "informed_by";

const PUT: &str = "insert into link (id, source_id, target_id, relation, created_by, created_at) values (?1, ?2, ?3, ?4, ?5, ?6)";
const TARGETS: &str = "select target_id from link where source_id = ?1 and relation = ?2 order by created_at, id";
pub(crate) const ALL: &str = "select id, source_id, target_id, relation, created_by, created_at from link order by id";
const SEAL_PUT: &str = "insert into link_seal (link, text_digest, seal) values (?1, ?2, ?3)";
const SEAL_ALL: &str = "select link, text_digest, seal from link_seal order by link";
const UNLINK_PUT: &str = "insert into unlink (link, reason, made_by, made_at, seal) values (?1, ?2, ?3, ?4, ?5)";
const UNLINK_ALL: &str = "select link, reason, made_by, made_at, seal from unlink order by link";
const SEALED: &str = "k.id, k.source_id, k.target_id, k.relation, k.created_by, k.created_at, s.seal, s.text_digest, coalesce(u.reason, ''),
    coalesce(u.made_by, ''), coalesce(u.made_at, ''), coalesce(u.seal, '') from link k join link_seal s on s.link = k.id left join unlink u on u.link = k.id";

/// A link between records, and whether it was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedLink {
    /// Its id.
    pub id: LinkId,
    /// From which record.
    pub source: String,
    /// To which record, or lines of code.
    pub target: String,
    /// How they stand to each other.
    pub relation: String,
    /// What the lines of code read like then, if anyone said.
    pub text_digest: Option<Digest>,
    /// Who linked them, when, and under which seal.
    pub made: Made,
    /// Who took it back, and why.
    pub removed: Option<Removed>,
}

/// That a link was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Why.
    pub reason: String,
    /// Who, when, and under which seal.
    pub made: Made,
}

/// What the ledger remembers of a link.
pub(crate) fn state(id: &str, source: &str, target: &str, relation: &str, by: &str, at: Moment) -> Result<Digest> {
    canonical::digest(&(id, source, target, relation, by, at)).map_err(|e| StoreError::Damaged(e.to_string()))
}

fn sealed(mut row: Row) -> Result<SealedLink> {
    let id = row.parsed("link id", LinkId::parse)?;
    let (source, target, relation, by, at) = (row.text()?, row.text()?, row.text()?, row.text()?, row.moment()?);
    let (seal, text_digest) = (row.digest()?, row.parsed_or_empty("digest", str::parse)?);
    let (reason, remover) = (row.text()?, row.text()?);
    let removed = match (row.moment_or_empty()?, row.parsed_or_empty("digest", str::parse)?) {
        (Some(at), Some(seal)) => Some(Removed { reason, made: Made { by: remover, at, seal } }),
        _ => None,
    };
    Ok(SealedLink { id, source, target, relation, text_digest, made: Made { by, at, seal }, removed })
}

fn seal_name(link: &str) -> String {
    format!("{link} sealed")
}

fn removed_name(link: &str) -> String {
    format!("{link} removed")
}

fn removed_state(link: &str, removed: &Removed) -> Result<Digest> {
    digest(&(link, &removed.reason, &removed.made.by, removed.made.at, removed.made.seal))
}

fn text(found: Option<Digest>) -> String {
    found.map_or_else(String::new, |digest| digest.to_string())
}

impl View<'_> {
    /// The evidence that a claim rests on: what its draft cites, or the word of the human who wrote it directly.
    pub fn rests_on(&mut self, claim: &ClaimId) -> Result<Vec<EvidenceId>> {
        self.many(TARGETS, args![claim.as_str(), RESTS_ON], |mut row| row.parsed("evidence id", EvidenceId::parse))
    }

    /// One link between records, taken back or not.
    pub fn sealed_link(&mut self, id: &LinkId) -> Result<Option<SealedLink>> {
        self.one(&format!("select {SEALED} where k.id = ?1"), args![id.as_str()], sealed)
    }

    /// The links from and to these records, oldest first, those that were taken back included.
    pub fn sealed_links<T: AsRef<str>>(&mut self, records: &[T]) -> Result<Vec<SealedLink>> {
        let sql = format!(
            "select {SEALED} where k.id in (select l.id from json_each(?1) j cross join link l where l.source_id = j.value)
             or k.id in (select l.id from json_each(?1) j cross join link l where l.target_id = j.value) order by k.created_at, k.id"
        );
        self.many(&sql, args![listed(records)?], sealed)
    }

    /// The newest links of one relation, those that were taken back left out.
    pub fn links_by(&mut self, relation: &str, limit: i64) -> Result<Vec<SealedLink>> {
        let sql = format!("select {SEALED} where k.relation = ?1 and u.link is null order by k.created_at desc, k.id limit ?2");
        self.many(&sql, args![relation, limit], sealed)
    }

    /// Every link between records, taken back or not, by id.
    pub fn each_sealed_link(&mut self, take: &mut dyn FnMut(SealedLink) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {SEALED} order by k.id"), &[], &mut |row| take(sealed(row)?))
    }

    /// Hands over every link with its state, as the ledger should have bound it.
    pub(crate) fn each_link_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.db.each(ALL, &[], &mut |mut row: Row| {
            let (id, source, target, relation, by, at) = (row.text()?, row.text()?, row.text()?, row.text()?, row.text()?, row.moment()?);
            let state = state(&id, &source, &target, &relation, &by, at)?;
            take(id, state)
        })?;
        self.db.each(SEAL_ALL, &[], &mut |mut row: Row| {
            let (link, code, seal) = (row.text()?, row.text()?, row.digest()?);
            take(seal_name(&link), digest(&(&link, code, seal))?)
        })?;
        self.db.each(UNLINK_ALL, &[], &mut |mut row: Row| {
            let (link, reason) = (row.text()?, row.text()?);
            let removed = Removed { reason, made: crate::claim_events::made(&mut row)? };
            take(removed_name(&link), removed_state(&link, &removed)?)
        })
    }
}

impl Txn<'_> {
    /// Links two records.
    pub fn link(&mut self, id: &LinkId, source: &str, relation: &str, target: &str, by: &str, at: Moment) -> Result<()> {
        self.db.execute(PUT, args![id.as_str(), source, target, relation, by, at])?;
        self.after.insert(id.to_string(), state(id.as_str(), source, target, relation, by, at)?);
        Ok(())
    }

    /// Links two records under a human's yes.
    ///
    /// # Panics
    /// When the link names another seal than the one behind this yes.
    pub fn put_link(&mut self, link: &SealedLink, review: &HumanReview) -> Result<()> {
        under(&link.made, review, &link.id);
        self.link(&link.id, &link.source, &link.relation, &link.target, &link.made.by, link.made.at)?;
        let code = text(link.text_digest);
        self.db.execute(SEAL_PUT, args![link.id.as_str(), &code, link.made.seal])?;
        self.after.insert(seal_name(link.id.as_str()), digest(&(link.id.as_str(), code, link.made.seal))?);
        Ok(())
    }

    /// Takes a link back under a human's yes. The link stays on record.
    ///
    /// # Panics
    /// When it names another seal than the one behind this yes.
    pub fn unlink(&mut self, link: &LinkId, removed: &Removed, review: &HumanReview) -> Result<()> {
        under(&removed.made, review, link);
        let Made { by, at, seal } = &removed.made;
        self.db.execute(UNLINK_PUT, args![link.as_str(), &removed.reason, by, *at, *seal])?;
        self.after.insert(removed_name(link.as_str()), removed_state(link.as_str(), removed)?);
        Ok(())
    }
}
