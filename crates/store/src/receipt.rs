//! Receipts and tokens: payloads with two signatures. A token can be used up; nothing else of either ever changes.
//!
//! Not here: whether a signature holds. The engine has the keys; a row is only what somebody wrote.

use crate::{Result, Row, StoreError, Txn, View, beside::state, value::args};
use kernel::{
    id::{ReceiptId, SessionId, TokenId},
    ledger::Digest,
    time::Moment,
};

/// Tokens that are looked at to find one that is good.
const LOOKED_AT: i64 = 100;
const RECEIPT: &str = "id, session, receipt_type, payload, payload_hash, signature, log_signature, created_at";
const RECEIPT_PUT: &str = "insert into receipt (id, session, receipt_type, payload, payload_hash, signature, log_signature, created_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
const TOKEN: &str = "id, session, token_type, payload, payload_hash, signature, log_signature, created_at, expires_at, used_at";
const TOKEN_PUT: &str = "insert into cycle_token (id, session, token_type, payload, payload_hash, signature, log_signature, created_at, expires_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
const TOKEN_USE: &str = "update cycle_token set used_at = ?2 where id = ?1 and used_at = ''";

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

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its id.
    pub id: TokenId,
    /// What it says.
    pub signed: Signed,
    /// Until when it is good.
    pub expires_at: Moment,
    /// When it was used up.
    pub used_at: Option<Moment>,
}

fn signed(row: &mut Row) -> Result<Signed> {
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

fn token(mut row: Row) -> Result<Token> {
    let id = row.parsed("token id", TokenId::parse)?;
    Ok(Token { id, signed: signed(&mut row)?, expires_at: row.moment()?, used_at: row.moment_or_empty()? })
}

fn told(id: &str, s: &Signed) -> Result<Digest> {
    state(&(id, &s.session, &s.kind, &s.payload, &s.payload_hash, &s.signature, &s.log_signature, s.created_at))
}

fn lent(t: &Token) -> Result<Digest> {
    state(&(told(t.id.as_str(), &t.signed)?, t.expires_at, t.used_at))
}

impl View<'_> {
    /// One receipt.
    pub fn receipt(&mut self, id: &ReceiptId) -> Result<Option<Receipted>> {
        self.one(&format!("select {RECEIPT} from receipt where id = ?1"), args![id.as_str()], receipt)
    }

    /// Receipts, newest first; of one session, or of all.
    pub fn receipts(&mut self, session: Option<&SessionId>, limit: i64) -> Result<Vec<Receipted>> {
        let sql = format!("select {RECEIPT} from receipt where ?1 = '' or session = ?1 order by created_at desc, id limit ?2");
        self.many(&sql, args![session.map_or("", SessionId::as_str), limit], receipt)
    }

    /// One token.
    pub fn token(&mut self, id: &TokenId) -> Result<Option<Token>> {
        self.one(&format!("select {TOKEN} from cycle_token where id = ?1"), args![id.as_str()], token)
    }

    /// Tokens of one kind that are neither used up nor too old, those that last longest first.
    pub fn live_tokens(&mut self, kind: &str, now: Moment) -> Result<Vec<TokenId>> {
        const LIVE: &str =
            "select id from cycle_token where token_type = ?1 and expires_at > ?2 and used_at = '' order by expires_at desc, id limit ?3";
        self.many(LIVE, args![kind, now, LOOKED_AT], |mut row| row.parsed("token id", TokenId::parse))
    }

    /// Tokens of a session, newest first.
    pub fn tokens(&mut self, session: &SessionId, limit: i64) -> Result<Vec<Token>> {
        let sql = format!("select {TOKEN} from cycle_token where session = ?1 order by created_at desc, id limit ?2");
        self.many(&sql, args![session.as_str(), limit], token)
    }

    /// Hands over every receipt and token with its state, as the ledger should have bound it.
    pub(crate) fn each_signed_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {RECEIPT} from receipt order by id"), &[], &mut |row| {
            let receipt = receipt(row)?;
            take(receipt.id.to_string(), told(receipt.id.as_str(), &receipt.signed)?)
        })?;
        self.db.each(&format!("select {TOKEN} from cycle_token order by id"), &[], &mut |row| {
            let token = token(row)?;
            take(token.id.to_string(), lent(&token)?)
        })
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

    /// Keeps a token that nobody has used.
    pub fn put_token(&mut self, token: &Token) -> Result<()> {
        let (id, s) = (token.id.as_str(), &token.signed);
        self.db.execute(
            TOKEN_PUT,
            args![id, &s.session, &s.kind, &s.payload, &s.payload_hash, &s.signature, &s.log_signature, s.created_at, token.expires_at],
        )?;
        self.after.insert(id.to_owned(), lent(&Token { used_at: None, ..token.clone() })?);
        Ok(())
    }

    /// Uses a token up. A conflict, if somebody has.
    pub fn use_token(&mut self, token: &Token, now: Moment) -> Result<()> {
        if self.db.execute(TOKEN_USE, args![token.id.as_str(), now])? != 1 {
            return Err(StoreError::Conflict(format!("token {} was used", token.id)));
        }
        self.after.insert(token.id.to_string(), lent(&Token { used_at: Some(now), ..token.clone() })?);
        Ok(())
    }
}
