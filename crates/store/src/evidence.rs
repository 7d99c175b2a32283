//! Evidence rows: written once, read often, never updated.

use crate::{Result, Row, StoreError, Txn, View, value::args};
use kernel::{
    evidence::{Evidence, Origin},
    id::EvidenceId,
    text::Content,
};

const PUT: &str = "insert into evidence (id, origin, principal, source, content, digest, recorded_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const GET: &str = "select id, origin, principal, source, content, recorded_at, digest from evidence where id = ?1";
pub(crate) const ALL: &str = "select id, origin, principal, source, content, recorded_at, digest from evidence order by recorded_at, id";

pub(crate) fn map(mut row: Row) -> Result<Evidence> {
    let evidence = Evidence {
        id: row.parsed("evidence id", EvidenceId::parse)?,
        origin: row.parsed("origin", |word| Origin::named(word).ok_or("unknown word"))?,
        principal: row.text()?,
        source: row.text()?,
        content: row.parsed("content", Content::parse)?,
        recorded_at: row.moment()?,
    };
    // Immutable means that an edited row is damage, wherever it is read.
    if row.digest()? != evidence.digest() {
        return Err(StoreError::Damaged(format!("evidence {} is not what was recorded", evidence.id)));
    }
    Ok(evidence)
}

impl View<'_> {
    /// One piece of evidence.
    pub fn evidence(&mut self, id: &EvidenceId) -> Result<Option<Evidence>> {
        self.one(GET, args![id.as_str()], map)
    }
}

impl Txn<'_> {
    /// Records something seen.
    pub fn record(&mut self, evidence: &Evidence) -> Result<()> {
        let e = evidence;
        self.db.execute(PUT, args![e.id.as_str(), e.origin.name(), &e.principal, &e.source, e.content.as_str(), e.digest(), e.recorded_at])?;
        self.after.insert(e.id.to_string(), e.digest());
        Ok(())
    }
}
