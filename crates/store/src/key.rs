//! Public keys of the humans, and the seals they gave. Private keys are never here.

use crate::{
    Result, Row, StoreError, Txn, View,
    value::{args, json},
};
use kernel::{
    canonical,
    ledger::Digest,
    seal::{KeyRecord, Seal, fingerprint},
    time::Moment,
};

const KEYS: &str = "select k.name, k.public, k.retired_at, s.statement, s.key, s.signature from key k join seal s on s.digest = k.seal order by k.enrolled_seq, k.fingerprint";
const KEY_PUT: &str =
    "insert into key (fingerprint, enrolled_seq, name, public, seal) select ?1, coalesce(max(enrolled_seq), 0) + 1, ?2, ?3, ?4 from key";
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

impl View<'_> {
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
        self.db.execute(KEY_RETIRE, args![fingerprint, at])?;
        Ok(())
    }
}
