//! The palace's own row, and the principals it has met.

use crate::{Result, StoreError, Txn, View, value::args};
use kernel::{canonical, palace::Genesis, work::SessionState};

const GET: &str = "select id, genesis, (select max(version) from schema_version) from palace order by id limit 2";
const PUT: &str = "insert into palace (id, genesis) values (?1, ?2)";
const MEET: &str = "insert into principal (kind, name, first_seen_at) values (?1, ?2, ?3) on conflict (kind, name) do nothing";
const COUNTS: &str = "select (select count(*) from evidence), (select count(*) from claim), (select count(*) from session where state = ?1)";

/// How much a palace holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Pieces of evidence.
    pub evidence: i64,
    /// Claims of any standing.
    pub claims: i64,
    /// Sessions under way.
    pub sessions: i64,
}

/// The palace's row, unread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenesisRow {
    id: String,
    text: String,
    /// The newest migration that has run, whoever ran it.
    pub schema: i64,
}

impl GenesisRow {
    /// The birth certificate, checked against the id it gave.
    pub fn read(&self) -> Result<Genesis> {
        let genesis: Genesis = serde_json::from_str(&self.text).map_err(|e| StoreError::Damaged(format!("the genesis does not parse: {e}")))?;
        if genesis.id().as_str() != self.id {
            return Err(StoreError::Damaged(format!("the palace calls itself `{}`, but its genesis makes it `{}`", self.id, genesis.id())));
        }
        Ok(genesis)
    }
}

impl View<'_> {
    /// The birth certificate, checked against the id it gave.
    pub fn genesis(&mut self) -> Result<Option<Genesis>> {
        self.genesis_row()?.map(|row| row.read()).transpose()
    }

    /// The palace's row as it stands, unread: whoever has read the same row before need not read it again.
    pub fn genesis_row(&mut self) -> Result<Option<GenesisRow>> {
        let mut rows = self.many(GET, &[], |mut row| Ok(GenesisRow { id: row.text()?, text: row.text()?, schema: row.int()? }))?;
        if rows.len() > 1 {
            return Err(StoreError::Damaged("the file holds two palaces".into()));
        }
        Ok(rows.pop())
    }

    /// The schema this database has.
    pub fn schema_version(&mut self) -> Result<i64> {
        crate::migrate::version(self.db)
    }

    /// How much there is. Not of the ledger: its head says that without counting.
    pub fn counts(&mut self) -> Result<Counts> {
        let counts = self.one(COUNTS, args![SessionState::Active.name()], |mut row| {
            Ok(Counts { evidence: row.int()?, claims: row.int()?, sessions: row.int()? })
        })?;
        counts.ok_or_else(|| StoreError::Damaged("counting answered nothing".into()))
    }
}

impl Txn<'_> {
    pub(crate) fn put_genesis(&mut self, genesis: &Genesis) -> Result<()> {
        let text = canonical::canonical(genesis).map_err(|e| StoreError::Other(e.to_string()))?;
        self.db.execute(PUT, args![genesis.id().as_str(), text])?;
        Ok(())
    }

    pub(crate) fn meet(&mut self, kind: &str, name: &str, at: kernel::time::Moment) -> Result<()> {
        self.db.execute(MEET, args![kind, name, at])?;
        Ok(())
    }
}
