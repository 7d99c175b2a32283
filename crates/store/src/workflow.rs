//! Workflow tokens: what a passed gate is worth, for a while. The row is the token; whoever holds only its name holds nothing
//! unless it was given to them.
//!
//! Not here: whether a gate is passed. The ledger says that.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{anchor::Anchor, cycle::TokenKind, id::SessionId, time::Moment};

const COLUMNS: &str = "id, kind, session, project, principal, phase, action, created_at, expires_at, spent_at";
const PUT: &str = "insert into workflow_token (id, kind, session, project, principal, phase, action, created_at, expires_at, spent_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, '')";
/// Only one of two that try at once gets a row.
const SPEND: &str = "update workflow_token set spent_at = ?2 where id = ?1 and spent_at = ''";
const REVOKE: &str = "update workflow_token set spent_at = ?3 where principal = ?1 and (?2 = '' or session = ?2) and spent_at = ''";
const EXPIRED: &str = "delete from workflow_token where principal = ?1 and expires_at <= ?2";
const TEXTS: &str = "select id, action from workflow_token order by id";
const BLANK: &str = "update workflow_token set action = '' where id = ?1";
const SESSIONS: &str = "select count(distinct session) from workflow_token";
/// Tokens looked at.
const LOOKED_AT: i64 = 1_000;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkflowToken {
    /// Its id, as the contract spells ids: `op-MILLISECONDS-TAIL`.
    pub id: String,
    /// What it is for.
    pub kind: TokenKind,
    /// The session it was given in.
    pub session: SessionId,
    /// The project it is good in.
    pub project: Anchor,
    /// To whom it was given.
    pub principal: String,
    /// The gate that was passed.
    pub phase: String,
    /// What it is for.
    pub action: String,
    /// Since when.
    pub created_at: Moment,
    /// Until when.
    pub expires_at: Moment,
    /// When it was used up or taken back.
    pub spent_at: Option<Moment>,
}

impl WorkflowToken {
    /// Whether it is worth anything now.
    pub fn is_live(&self, now: Moment) -> bool {
        self.spent_at.is_none() && self.expires_at > now
    }
}

fn map(mut row: Row) -> Result<WorkflowToken> {
    Ok(WorkflowToken {
        id: row.text()?,
        kind: row.parsed("token kind", |word| TokenKind::named(word).ok_or("unknown word"))?,
        session: row.parsed("session id", SessionId::parse)?,
        project: row.parsed("anchor", Anchor::parse)?,
        principal: row.text()?,
        phase: row.text()?,
        action: row.text()?,
        created_at: row.moment()?,
        expires_at: row.moment()?,
        spent_at: row.moment_or_empty()?,
    })
}

impl View<'_> {
    /// One token.
    pub fn workflow_token(&mut self, id: &str) -> Result<Option<WorkflowToken>> {
        self.one(&format!("select {COLUMNS} from workflow_token where id = ?1"), args![id], map)
    }

    /// The tokens of a session, oldest first.
    pub fn workflow_tokens(&mut self, session: &SessionId) -> Result<Vec<WorkflowToken>> {
        let sql = format!("select {COLUMNS} from workflow_token where session = ?1 order by created_at, id limit ?2");
        self.many(&sql, args![session.as_str(), LOOKED_AT], map)
    }

    /// The session tokens that are good in a project now, those that last longest first.
    pub fn live_session_tokens(&mut self, project: &Anchor, now: Moment) -> Result<Vec<WorkflowToken>> {
        let sql = format!(
            "select {COLUMNS} from workflow_token where project = ?1 and kind = ?2 and expires_at > ?3 and spent_at = ''
             order by expires_at desc, id limit ?4"
        );
        self.many(&sql, args![project.to_string(), TokenKind::Session.name(), now, LOOKED_AT], map)
    }

    /// How many sessions were ever given a token.
    pub fn workflow_session_count(&mut self) -> Result<i64> {
        Ok(self.one(SESSIONS, &[], |mut row| row.int())?.unwrap_or(0))
    }

    /// Tokens whose action `quote` picks.
    pub fn workflow_tokens_quoting(&mut self, quote: &mut dyn FnMut(&str) -> bool) -> Result<Vec<String>> {
        let mut found = Vec::new();
        self.db.scan(TEXTS, &[], &mut |row| {
            if quote(row.text(1)?) {
                found.push(row.text(0)?.to_owned());
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl Txn<'_> {
    /// Gives a token.
    pub fn put_workflow_token(&mut self, t: &WorkflowToken) -> Result<()> {
        self.db.execute(
            PUT,
            args![&t.id, t.kind.name(), t.session.as_str(), t.project.to_string(), &t.principal, &t.phase, &t.action, t.created_at, t.expires_at],
        )?;
        Ok(())
    }

    /// Uses a token up. Answers whether it was there to be used.
    pub fn spend_workflow_token(&mut self, id: &str, now: Moment) -> Result<bool> {
        Ok(self.db.execute(SPEND, args![id, now])? == 1)
    }

    /// Takes back what somebody was given, in one session or in all of theirs. Answers how many.
    pub fn revoke_workflow_tokens(&mut self, principal: &str, session: Option<&SessionId>, now: Moment) -> Result<u64> {
        self.db.execute(REVOKE, args![principal, session.map_or("", SessionId::as_str), now])
    }

    /// Forgets tokens of somebody that expired. Answers how many.
    pub fn drop_expired_workflow_tokens(&mut self, principal: &str, now: Moment) -> Result<u64> {
        self.db.execute(EXPIRED, args![principal, now])
    }

    /// Takes the words out of a token. What it is worth stays.
    pub fn erase_workflow_token(&mut self, id: &str) -> Result<()> {
        self.db.execute(BLANK, args![id])?;
        Ok(())
    }
}
