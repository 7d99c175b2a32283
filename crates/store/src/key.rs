//! Public keys of the humans, and the seals they gave. Private keys are never here.
//!
//! Not here: whether a key may still seal. That is read off the seals; the column for it is a remark.

use crate::{
    LedgerFault, Outcome, Result, Row, StoreError, Txn, View,
    ledger::unsigned,
    value::{args, json},
};
use kernel::{
    canonical,
    ledger::Digest,
    seal::{ENROL, KeyRecord, Seal, fingerprint},
    time::Moment,
};
use serde::Deserialize;

const KEYS: &str = "select k.name, k.public, k.retired_at, s.statement, s.key, s.signature from key k join seal s on s.digest = k.seal order by k.enrolled_seq, k.fingerprint";
const KEY_PUT: &str =
    "insert into key (fingerprint, enrolled_seq, name, public, seal) select ?1, coalesce(max(enrolled_seq), 0) + 1, ?2, ?3, ?4 from key";
const ROWS: &str = "select fingerprint, enrolled_seq, name, public, seal, retired_at from key order by enrolled_seq, fingerprint";
const ENROLMENTS: &str = "select seq, at, subject, body from ledger where op = ?1 and outcome = ?2 order by seq";
const KEY_RETIRE: &str = "update key set retired_at = ?2 where fingerprint = ?1 and retired_at = ''";
const SEAL_GET: &str = "select statement, key, signature from seal where digest = ?1";
pub(crate) const SEALS: &str = "select statement, key, signature from seal order by digest";
const SEAL_PUT: &str = "insert into seal (digest, statement, key, signature) values (?1, ?2, ?3, ?4)";

pub(crate) fn seal(row: &mut Row) -> Result<Seal> {
    Ok(Seal { statement: row.parsed("statement", json)?, key: row.digest()?, signature: row.text()? })
}

fn public_key(hex: &str) -> std::result::Result<[u8; 32], String> {
    // A public key and a digest are both thirty-two bytes in hexadecimal.
    hex.parse::<Digest>().map(|d| d.0).map_err(|e| e.to_string())
}

/// A key's row, all of it.
#[derive(Clone, PartialEq, Eq)]
struct KeyRow {
    fingerprint: Digest,
    n: i64,
    name: String,
    public: [u8; 32],
    seal: Digest,
    retired_at: Option<Moment>,
}

/// What an entry says about a key that it enrolled.
#[derive(Deserialize)]
struct Enrolment {
    input: Given,
    result: Named,
    seal: Digest,
}

#[derive(Deserialize)]
struct Given {
    public: Digest,
    replaces: Option<Digest>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

impl View<'_> {
    /// The first key whose row is not what the entries about it left. They say all of it themselves, as they did before rows were
    /// bound by a state, so that palaces of any age are held to them.
    pub(crate) fn key_fault(&mut self) -> Result<Option<LedgerFault>> {
        let rows = self.many(ROWS, &[], |mut row| {
            let (fingerprint, n, name) = (row.digest()?, row.int()?, row.text()?);
            Ok(KeyRow {
                fingerprint,
                n,
                name,
                public: row.parsed("public key", public_key)?,
                seal: row.digest()?,
                retired_at: row.moment_or_empty()?,
            })
        })?;
        let entries =
            self.many(ENROLMENTS, args![ENROL, Outcome::Done.text()], |mut row| Ok((row.int()?, row.moment()?, row.text()?, row.text_or_null()?)))?;
        let mut left: Vec<(i64, KeyRow)> = Vec::new();
        for (n, (seq, at, subject, body)) in (1..).zip(entries) {
            // An erasure may have taken the person's name, and with it what the entry said; the seals still say whom to trust.
            let Some(body) = body else { return Ok(None) };
            let Enrolment { input, result, seal } = serde_json::from_str(&body).map_err(|e| StoreError::Damaged(format!("entry {seq}: {e}")))?;
            for (last, row) in left.iter_mut().filter(|(_, row)| Some(row.fingerprint) == input.replaces && row.retired_at.is_none()) {
                (*last, row.retired_at) = (seq, Some(at));
            }
            let fingerprint = subject.parse().map_err(|e| StoreError::Damaged(format!("entry {seq}: {e}")))?;
            left.push((seq, KeyRow { fingerprint, n, name: result.name, public: input.public.0, seal, retired_at: None }));
        }
        let id = |row: &KeyRow| format!("key {}", row.fingerprint);
        for row in &rows {
            match left.iter().find(|(_, made)| made.fingerprint == row.fingerprint) {
                None => return Ok(Some(LedgerFault::Unmade { id: id(row) })),
                Some((seq, made)) if made != row => return Ok(Some(LedgerFault::Row { id: id(row), seq: unsigned(*seq)? })),
                Some(_) => {}
            }
        }
        let gone = left.iter().find(|(_, made)| !rows.contains(made));
        gone.map(|(seq, made)| Ok(LedgerFault::Gone { id: id(made), seq: unsigned(*seq)? })).transpose()
    }

    /// Every key ever enrolled, oldest first, with the seal that brought it in.
    pub fn keys(&mut self) -> Result<Vec<KeyRecord>> {
        self.many(KEYS, &[], |mut row| {
            let (name, public, retired) = (row.text()?, row.parsed("public key", public_key)?, row.moment_or_empty()?.is_some());
            Ok(KeyRecord { name, public, seal: seal(&mut row)?, retired })
        })
    }

    /// A seal, by the digest of what was shown.
    pub fn seal(&mut self, digest: Digest) -> Result<Option<Seal>> {
        self.one(SEAL_GET, args![digest], |mut row| seal(&mut row))
    }
}

impl Txn<'_> {
    /// Spends a seal. A second spending is a conflict: each is good for one call.
    pub fn spend(&mut self, seal: &Seal) -> Result<()> {
        let statement = canonical::canonical(&seal.statement).map_err(|e| StoreError::Other(e.to_string()))?;
        self.db.execute(SEAL_PUT, args![seal.statement.digest(), statement, seal.key, &seal.signature])?;
        Ok(())
    }

    /// Enrols a key under a seal that was just spent.
    pub fn put_key(&mut self, name: &str, public: &[u8; 32], seal: Digest) -> Result<()> {
        self.db.execute(KEY_PUT, args![fingerprint(public), name, Digest(*public), seal])?;
        Ok(())
    }

    /// Retires a key. What it sealed before stands.
    pub fn retire_key(&mut self, fingerprint: Digest, at: Moment) -> Result<()> {
        match self.db.execute(KEY_RETIRE, args![fingerprint, at])? {
            1 => Ok(()),
            _ => Err(StoreError::Conflict(format!("key {fingerprint} is not there to be retired"))),
        }
    }
}
