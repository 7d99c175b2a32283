//! A session's calls: the entries of the ledger that its owner made in it, and what was told of tools outside the palace.
//!
//! Not here: the contract's chain over them. The kernel's `Link` computes it; nothing of it is kept.

use crate::{
    Result, Row, StoreError, StoredEntry, Txn, View,
    claim_events::state,
    ledger::{COLUMNS, map},
    value::{args, json},
};
use kernel::{
    canonical,
    id::{InvocationId, PalaceId, SessionId},
    ledger::Digest,
    time::Moment,
};
use serde_json::Value as Json;

const TOLD: &str = "id, session, tool_name, input_hash, output_hash, meta, created_at";
const PUT: &str = "insert into invocation (id, session, tool_name, input_hash, output_hash, meta, created_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
// Entries of the session: made in it, about it, or telling of a tool called in it. Three lookups, so that each uses its index; and
// entries are looked up by them, not among all that the owner ever did.
const OF: &str = "(select a.seq from ledger a where a.session = ?1 union select b.seq from ledger b where b.subject = ?1
    union select c.seq from invocation i join ledger c on c.subject = i.id where i.session = ?1) s cross join ledger l
    where l.seq = s.seq and l.actor = ?2";

const BLANK: &str = "update invocation set meta = ?2 where id = ?1";

/// A call of a tool outside the palace, as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its id.
    pub id: InvocationId,
    /// The session it was made in.
    pub session: SessionId,
    /// The tool.
    pub tool_name: String,
    /// Digest of what went in.
    pub input_hash: Digest,
    /// Digest of what came out.
    pub output_hash: Digest,
    /// What more was said of it.
    pub meta: Json,
    /// When it was told.
    pub at: Moment,
}

/// One call of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Its entry.
    pub entry: StoredEntry,
    /// What it tells of, if it tells of another call.
    pub told: Option<Told>,
}

fn told(mut row: Row) -> Result<Told> {
    Ok(Told {
        id: row.parsed("invocation id", InvocationId::parse)?,
        session: row.parsed("session id", SessionId::parse)?,
        tool_name: row.text()?,
        input_hash: row.digest()?,
        output_hash: row.digest()?,
        meta: row.parsed("meta", json)?,
        at: row.moment()?,
    })
}

fn bound(t: &Told) -> Result<Digest> {
    state(&(&t.id, &t.session, &t.tool_name, t.input_hash, t.output_hash, &t.meta, t.at))
}

impl View<'_> {
    /// The calls of a session by its owner, oldest first.
    pub fn invocations(&mut self, palace: &PalaceId, session: &SessionId, owner: &str) -> Result<Vec<Invocation>> {
        let columns = COLUMNS.split(", ").map(|column| format!("l.{}", column.trim())).collect::<Vec<_>>().join(", ");
        let rows = self.db.query(&format!("select {columns} from {OF} order by l.seq"), args![session.as_str(), owner])?;
        let mut told = self.told(session)?.into_iter().map(|told| (told.id.to_string(), told)).collect::<std::collections::HashMap<_, _>>();
        rows.into_iter()
            .map(|row| {
                let entry = map(palace, row)?;
                let told = told.remove(&entry.entry.subject);
                Ok(Invocation { entry, told })
            })
            .collect()
    }

    /// What was told of tools called in a session, oldest first.
    pub fn told(&mut self, session: &SessionId) -> Result<Vec<Told>> {
        self.many(&format!("select {TOLD} from invocation where session = ?1 order by created_at, id"), args![session.as_str()], told)
    }

    /// Told calls about which something is said that `quotes`.
    pub fn told_quoting(&mut self, quotes: &mut dyn FnMut(&str) -> bool) -> Result<Vec<Told>> {
        let mut found = Vec::new();
        self.db.each(&format!("select {TOLD} from invocation order by id"), &[], &mut |row| {
            let told = told(row)?;
            if says(&told.meta, quotes) {
                found.push(told);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Hands over every told call with its state, as the ledger should have bound it.
    pub(crate) fn each_invocation_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {TOLD} from invocation order by id"), &[], &mut |row| {
            let told = told(row)?;
            take(told.id.to_string(), bound(&told)?)
        })
    }
}

/// Whether any text of a value does.
fn says(value: &Json, quotes: &mut dyn FnMut(&str) -> bool) -> bool {
    match value {
        Json::String(text) => quotes(text),
        Json::Array(items) => items.iter().any(|item| says(item, quotes)),
        Json::Object(fields) => fields.iter().any(|(key, value)| quotes(key) || says(value, quotes)),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}

impl Txn<'_> {
    /// Takes out what more was said of a call. Its digests stay: a chain was made of them.
    pub fn erase_told(&mut self, told: &Told) -> Result<()> {
        let blank = Told { meta: Json::Object(serde_json::Map::new()), ..told.clone() };
        self.db.execute(BLANK, args![told.id.as_str(), "{}"])?;
        self.after.insert(told.id.to_string(), bound(&blank)?);
        Ok(())
    }

    /// Keeps what was told of a call.
    pub fn put_invocation(&mut self, t: &Told) -> Result<()> {
        let meta = canonical::canonical(&t.meta).map_err(|e| StoreError::Other(e.to_string()))?;
        self.db.execute(PUT, args![t.id.as_str(), t.session.as_str(), &t.tool_name, t.input_hash, t.output_hash, meta, t.at])?;
        self.after.insert(t.id.to_string(), bound(t)?);
        Ok(())
    }
}
