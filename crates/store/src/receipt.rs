//! Receipts: payloads with two signatures, which never change. Tokens, in their own module, are signed the same way.
//!
//! Not here: whether a signature holds. The engine has the keys; a row is only what somebody wrote.

use crate::{Result, Row, Txn, View, claim_events::state, value::args};
use kernel::{
    id::{ReceiptId, SessionId},
    ledger::Digest,
    time::Moment,
};

const RECEIPT: &str = "id, session, receipt_type, payload, payload_hash, signature, log_signature, created_at";
const RECEIPT_PUT: &str = "insert into receipt (id, session, receipt_type, payload, payload_hash, signature, log_signature, created_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
/// A payload with its signatures, as they are kept: text, so that a row that was edited can still be shown for what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The session it is about.
    pub session: String,
    /// What it is, which its payload says too.
    pub kind: String,
    /// What is signed, as canonical JSON.
    pub payload: String,
    /// Digest of the payload.
    pub payload_hash: String,
    /// The keyed signature.
    pub signature: String,
    /// The log's signature.
    pub log_signature: String,
    /// When it was made.
    pub created_at: Moment,
}

/// A receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipted {
    /// Its id.
    pub id: ReceiptId,
    /// What it says.
    pub signed: Signed,
}

pub(crate) fn signed(row: &mut Row) -> Result<Signed> {
    Ok(Signed {
        session: row.text()?,
        kind: row.text()?,
        payload: row.text()?,
        payload_hash: row.text()?,
        signature: row.text()?,
        log_signature: row.text()?,
        created_at: row.moment()?,
    })
}

fn receipt(mut row: Row) -> Result<Receipted> {
    Ok(Receipted { id: row.parsed("receipt id", ReceiptId::parse)?, signed: signed(&mut row)? })
}

pub(crate) fn told(id: &str, s: &Signed) -> Result<Digest> {
    state(&(id, &s.session, &s.kind, &s.payload, &s.payload_hash, &s.signature, &s.log_signature, s.created_at))
}

/// The state of a receipt, as an entry remembers it.
pub fn receipt_state(receipt: &Receipted) -> Result<Digest> {
    told(receipt.id.as_str(), &receipt.signed)
}

impl View<'_> {
    /// One receipt.
    pub fn receipt(&mut self, id: &ReceiptId) -> Result<Option<Receipted>> {
        self.one(&format!("select {RECEIPT} from receipt where id = ?1"), args![id.as_str()], receipt)
    }

    /// Receipts, newest first; of one session, or of all.
    pub fn receipts(&mut self, session: Option<&SessionId>, limit: i64) -> Result<Vec<Receipted>> {
        // Two statements: one for both would look through all receipts for those of a session.
        let of = if session.is_some() { "session = ?1" } else { "?1 = ''" };
        let sql = format!("select {RECEIPT} from receipt where {of} order by created_at desc, id limit ?2");
        self.many(&sql, args![session.map_or("", SessionId::as_str), limit], receipt)
    }

    /// Hands over every receipt, by id.
    pub fn each_receipt(&mut self, take: &mut dyn FnMut(Receipted) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {RECEIPT} from receipt order by id"), &[], &mut |row| take(receipt(row)?))
    }

    /// Hands over every receipt with its state, as the ledger should have bound it.
    pub(crate) fn each_receipt_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_receipt(&mut |receipt| take(receipt.id.to_string(), receipt_state(&receipt)?))
    }
}

impl Txn<'_> {
    /// Keeps a receipt.
    pub fn put_receipt(&mut self, receipt: &Receipted) -> Result<()> {
        let (id, s) = (receipt.id.as_str(), &receipt.signed);
        self.db.execute(RECEIPT_PUT, args![id, &s.session, &s.kind, &s.payload, &s.payload_hash, &s.signature, &s.log_signature, s.created_at])?;
        self.after.insert(id.to_owned(), told(id, s)?);
        Ok(())
    }
}
