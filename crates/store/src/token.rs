//! Tokens: leave to do something for a while, signed. What a passed gate is worth and what a guarded cycle is worth lie in one
//! table. A token can be used up, taken back or forgotten; nothing else of it ever changes.
//!
//! Not here: whether a signature holds, or whether a gate is passed. The engine has the keys, and the ledger the calls.

use crate::{
    Outcome, Result, Row, Signed, StoreError, Txn, View,
    claim_events::state,
    export::left_by,
    receipt::{signed, told},
    value::args,
};
use kernel::{id::SessionId, ledger::Digest, time::Moment};
use serde_json::Value as Json;

const COLUMNS: &str = "id, session, token_type, payload, payload_hash, signature, log_signature, created_at, expires_at, used_at, principal, project";
const PUT: &str = "insert into cycle_token (id, session, token_type, payload, payload_hash, signature, log_signature, created_at, expires_at,
    principal, project) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
/// Only one of two that try at once gets a row.
const USE: &str = "update cycle_token set used_at = ?2 where id = ?1 and used_at = ''";
const DROP: &str = "delete from cycle_token where id = ?1";
const PAYLOADS: &str = "select id, payload from cycle_token order by id";
const SESSIONS: &str = "select count(distinct session) from cycle_token";
/// Entries that speak of a token: those about it, about its session, or about all of somebody's sessions. Its name has nothing in
/// it that a pattern reads otherwise, but for one letter that may be any.
const BOUND: &str = "select body from ledger where subject in (?1, ?2, ?3) and outcome = ?4 and body like ?5 order by seq desc";
/// Tokens looked at.
const LOOKED_AT: i64 = 1_000;
/// What an entry about all of somebody's sessions is about.
pub const ALL_SESSIONS: &str = "all";

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its id: `tok_…`, or as the older contract spells them, `op-…` and `session-…`.
    pub id: String,
    /// What it says.
    pub signed: Signed,
    /// Until when it is good.
    pub expires_at: Moment,
    /// When it was used up or taken back.
    pub used_at: Option<Moment>,
    /// To whom it was given.
    pub principal: String,
    /// The project it is good in.
    pub project: String,
}

fn map(mut row: Row) -> Result<Token> {
    let id = row.text()?;
    Ok(Token {
        id,
        signed: signed(&mut row)?,
        expires_at: row.moment()?,
        used_at: row.moment_or_empty()?,
        principal: row.text()?,
        project: row.text()?,
    })
}

fn lent(t: &Token) -> Result<Digest> {
    state(&(told(&t.id, &t.signed)?, t.expires_at, t.used_at, &t.principal, &t.project))
}

impl View<'_> {
    /// One token.
    pub fn token(&mut self, id: &str) -> Result<Option<Token>> {
        self.one(&format!("select {COLUMNS} from cycle_token where id = ?1"), args![id], map)
    }

    /// Tokens of one kind in a project that are neither used up nor too old, those that last longest first.
    pub fn live_tokens(&mut self, kind: &str, project: &str, now: Moment) -> Result<Vec<Token>> {
        let sql = format!(
            "select {COLUMNS} from cycle_token where project = ?1 and token_type = ?2 and expires_at > ?3 and used_at = ''
             order by expires_at desc, id limit ?4"
        );
        self.many(&sql, args![project, kind, now, LOOKED_AT], map)
    }

    /// Tokens of a session, oldest first.
    pub fn tokens(&mut self, session: &SessionId) -> Result<Vec<Token>> {
        let sql = format!("select {COLUMNS} from cycle_token where session = ?1 order by created_at, id limit ?2");
        self.many(&sql, args![session.as_str(), LOOKED_AT], map)
    }

    /// Whether a token's row is what the ledger last said it was. One that no entry speaks of was made by nobody.
    pub fn is_as_bound(&mut self, token: &Token) -> Result<bool> {
        let state = lent(token)?.to_string();
        let (done, named) = (Outcome::Done.text(), format!("%\"{}\"%", token.id));
        let bodies = self.many(BOUND, args![&token.id, &token.signed.session, ALL_SESSIONS, done, named], |mut row| row.text())?;
        let last = bodies.iter().find_map(|body| left_by(body).into_iter().find(|(id, _)| *id == token.id));
        Ok(last.is_some_and(|(_, left)| left == state))
    }

    /// How many sessions have a token.
    pub fn token_session_count(&mut self) -> Result<i64> {
        Ok(self.one(SESSIONS, &[], |mut row| row.int())?.unwrap_or(0))
    }

    /// Tokens whose payload `quotes`.
    pub fn tokens_quoting(&mut self, quotes: &mut dyn FnMut(&Json) -> bool) -> Result<Vec<String>> {
        let mut found = Vec::new();
        self.db.scan(PAYLOADS, &[], &mut |row| {
            // One that is no JSON any more is looked through as it stands: it may hold the words all the same.
            let payload = serde_json::from_str(row.text(1)?).or_else(|_| Ok::<_, StoreError>(Json::String(row.text(1)?.to_owned())))?;
            if quotes(&payload) {
                found.push(row.text(0)?.to_owned());
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Hands over every token with its state, as the ledger should have bound it.
    pub(crate) fn each_token_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {COLUMNS} from cycle_token order by id"), &[], &mut |row| {
            let token = map(row)?;
            take(token.id.clone(), lent(&token)?)
        })
    }
}

impl Txn<'_> {
    /// Keeps a token that nobody has used.
    pub fn put_token(&mut self, token: &Token) -> Result<()> {
        let (id, s) = (token.id.as_str(), &token.signed);
        let (session, kind, until) = (&s.session, &s.kind, token.expires_at);
        self.db.execute(
            PUT,
            args![
                id,
                session,
                kind,
                &s.payload,
                &s.payload_hash,
                &s.signature,
                &s.log_signature,
                s.created_at,
                until,
                &token.principal,
                &token.project
            ],
        )?;
        self.after.insert(id.to_owned(), lent(&Token { used_at: None, ..token.clone() })?);
        Ok(())
    }

    /// Uses a token up. A conflict, if somebody has.
    pub fn use_token(&mut self, token: &Token, now: Moment) -> Result<()> {
        if self.db.execute(USE, args![&token.id, now])? != 1 {
            return Err(StoreError::Conflict(format!("token {} was used", token.id)));
        }
        self.after.insert(token.id.clone(), lent(&Token { used_at: Some(now), ..token.clone() })?);
        Ok(())
    }

    /// Takes back what somebody was given, in one session or in all of theirs.
    pub fn revoke_tokens(&mut self, principal: &str, session: Option<&SessionId>, now: Moment) -> Result<()> {
        let sql = format!("select {COLUMNS} from cycle_token where principal = ?1 and (?2 = '' or session = ?2) and used_at = '' order by id");
        for token in self.many(&sql, args![principal, session.map_or("", SessionId::as_str)], map)? {
            self.use_token(&token, now)?;
        }
        Ok(())
    }

    /// Forgets tokens of somebody that expired. Answers how many.
    pub fn drop_expired_tokens(&mut self, principal: &str, now: Moment) -> Result<u64> {
        let sql = "select id from cycle_token where principal = ?1 and expires_at <= ?2 order by id";
        let expired = self.many(sql, args![principal, now], |mut row| row.text())?;
        for id in &expired {
            self.drop_token(id)?;
        }
        Ok(expired.len() as u64)
    }

    /// Forgets a token.
    pub fn drop_token(&mut self, id: &str) -> Result<()> {
        self.db.execute(DROP, args![id])?;
        self.after.insert(id.to_owned(), Digest::ZERO);
        Ok(())
    }
}
