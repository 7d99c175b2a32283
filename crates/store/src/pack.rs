//! Packs: what was shown to someone, to the byte, so that it can be shown again. And copies of the palace that we made.

use crate::{Result, Txn, View, value::args};
use kernel::{id::PackId, ledger::Digest, time::Moment};

const PUT: &str = "insert into pack (id, query, actor, body, digest, items, created_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const GET: &str = "select id, query, actor, body, digest, items, created_at from pack where id = ?1";
const HOLDING: &str = "select id from pack where items like ?1";
const DROP: &str = "delete from pack where id = ?1";
const COPY_PUT: &str = "insert into copy (path, created_at) values (?1, ?2) on conflict (path) do update set created_at = excluded.created_at";
/// The palace's own file is noted there too, without a path, while an erasure is not swept: see `erase.rs`.
const COPIES: &str = "select path, created_at from copy where path <> '' order by path";
const COPY_DROP: &str = "delete from copy where path = ?1";

/// What was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Its id.
    pub id: PackId,
    /// What was asked.
    pub query: String,
    /// Who was shown it.
    pub actor: String,
    /// What they were shown.
    pub body: String,
    /// Its digest.
    pub digest: Digest,
    /// Ids of what is in it, as canonical JSON.
    pub items: String,
    /// When.
    pub created_at: Moment,
}

impl View<'_> {
    /// What was shown once.
    pub fn pack(&mut self, id: &PackId) -> Result<Option<Pack>> {
        self.one(GET, args![id.as_str()], |mut row| {
            Ok(Pack {
                id: row.parsed("pack id", PackId::parse)?,
                query: row.text()?,
                actor: row.text()?,
                body: row.text()?,
                digest: row.digest()?,
                items: row.text()?,
                created_at: row.moment()?,
            })
        })
    }

    /// The packs that show a record.
    pub fn packs_holding(&mut self, id: &str) -> Result<Vec<PackId>> {
        self.many(HOLDING, args![format!("%\"{id}\"%")], |mut row| row.parsed("pack id", PackId::parse))
    }

    /// Copies of this palace that we made, and when.
    pub fn copies(&mut self) -> Result<Vec<(String, Moment)>> {
        self.many(COPIES, &[], |mut row| Ok((row.text()?, row.moment()?)))
    }
}

impl Txn<'_> {
    /// Keeps what was shown.
    pub fn put_pack(&mut self, pack: &Pack) -> Result<()> {
        let p = pack;
        self.db.execute(PUT, args![p.id.as_str(), &p.query, &p.actor, &p.body, p.digest, &p.items, p.created_at])?;
        Ok(())
    }

    /// Forgets it.
    pub fn drop_pack(&mut self, id: &PackId) -> Result<()> {
        self.db.execute(DROP, args![id.as_str()])?;
        Ok(())
    }

    /// Remembers that a copy was made.
    pub fn put_copy(&mut self, path: &str, at: Moment) -> Result<()> {
        self.db.execute(COPY_PUT, args![path, at])?;
        Ok(())
    }

    /// Forgets a copy that is gone.
    pub fn drop_copy(&mut self, path: &str) -> Result<()> {
        self.db.execute(COPY_DROP, args![path])?;
        Ok(())
    }
}
