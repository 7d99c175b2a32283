//! Bearer tokens, by digest. The token itself is never stored.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{id::GrantId, ledger::Digest, time::Moment};

const COLUMNS: &str = "id, token_digest, kind, name, issued_at, expires_at, revoked_at";
const PUT: &str = "insert into \"grant\" (id, token_digest, kind, name, issued_at, expires_at, revoked_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    on conflict (id) do update set revoked_at = excluded.revoked_at";

/// A token's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantRecord {
    /// Its id.
    pub id: GrantId,
    /// SHA-256 of the token.
    pub token_digest: Digest,
    /// What kind of caller it admits.
    pub kind: String,
    /// Whom it admits.
    pub name: String,
    /// When it was given.
    pub issued_at: Moment,
    /// When it stops working.
    pub expires_at: Option<Moment>,
    /// When it was taken back.
    pub revoked_at: Option<Moment>,
}

fn map(mut row: Row) -> Result<GrantRecord> {
    Ok(GrantRecord {
        id: row.parsed("grant id", GrantId::parse)?,
        token_digest: row.digest()?,
        kind: row.text()?,
        name: row.text()?,
        issued_at: row.moment()?,
        expires_at: row.moment_or_empty()?,
        revoked_at: row.moment_or_empty()?,
    })
}

impl View<'_> {
    /// The record of a token.
    pub fn grant_of(&mut self, token_digest: Digest) -> Result<Option<GrantRecord>> {
        self.one(&format!("select {COLUMNS} from \"grant\" where token_digest = ?1"), args![token_digest], map)
    }

    /// One record.
    pub fn grant(&mut self, id: &GrantId) -> Result<Option<GrantRecord>> {
        self.one(&format!("select {COLUMNS} from \"grant\" where id = ?1"), args![id.as_str()], map)
    }

    /// All records, newest first.
    pub fn grants(&mut self, limit: i64) -> Result<Vec<GrantRecord>> {
        self.many(&format!("select {COLUMNS} from \"grant\" order by issued_at desc, id limit ?1"), args![limit], map)
    }
}

impl Txn<'_> {
    /// Writes a token's record.
    pub fn put_grant(&mut self, g: &GrantRecord) -> Result<()> {
        self.db.execute(PUT, args![g.id.as_str(), g.token_digest, &g.kind, &g.name, g.issued_at, g.expires_at, g.revoked_at])?;
        Ok(())
    }
}
