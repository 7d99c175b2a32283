//! Requests for a human's seal: what was asked over a wire and waits for a terminal.
//!
//! A request holds its whole input while it is open, because that is what a person seals. Afterwards it holds none of it:
//! the input may be a secret that somebody thought better of entrusting. Not here: carrying a request out.

use crate::{
    Result, Row, StoreError, Txn, View,
    value::{args, json},
};
use kernel::{canonical, id::SealRequestId, ledger::Digest, seal::Statement, time::Moment};

const COLUMNS: &str = "id, op, input, input_digest, statement, shown, asked_by, status, result, created_at, expires_at";
const PUT: &str = "insert into seal_request (id, op, input, input_digest, statement, shown, asked_by, status, result, created_at, expires_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) on conflict (id) do update set status = excluded.status, result = excluded.result, input = excluded.input";
const CLOSED: &str = "select count(*) from seal_request where expires_at <= ?1 and input <> '{}'";
const FORGET: &str = "update seal_request set input = '{}' where expires_at <= ?1 and input <> '{}'";

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestStatus {
    /// Nobody has answered.
    Open,
    /// It was sealed and carried out.
    Done,
    /// A human said no.
    Declined,
}

impl RequestStatus {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Declined => "declined",
        }
    }

    fn named(word: &str) -> Option<Self> {
        [Self::Open, Self::Done, Self::Declined].into_iter().find(|s| s.name() == word)
    }
}

/// A request for a seal.
#[derive(Clone, Debug)]
pub struct SealRequest {
    /// Its id.
    pub id: SealRequestId,
    /// The operation.
    pub op: String,
    /// Its canonical input, while it is open.
    pub input: String,
    /// Digest of that input.
    pub input_digest: Digest,
    /// What would be signed.
    pub statement: Statement,
    /// What a person is shown, as JSON.
    pub shown: String,
    /// Who asked.
    pub asked_by: String,
    /// Where it stands.
    pub status: RequestStatus,
    /// The operation's answer, once carried out.
    pub result: String,
    /// When it was asked.
    pub created_at: Moment,
    /// When it closes.
    pub expires_at: Moment,
}

fn map(mut row: Row) -> Result<SealRequest> {
    Ok(SealRequest {
        id: row.parsed("request id", SealRequestId::parse)?,
        op: row.text()?,
        input: row.text()?,
        input_digest: row.digest()?,
        statement: row.parsed("statement", json)?,
        shown: row.text()?,
        asked_by: row.text()?,
        status: row.parsed("status", |word| RequestStatus::named(word).ok_or("unknown word"))?,
        result: row.text()?,
        created_at: row.moment()?,
        expires_at: row.moment()?,
    })
}

impl View<'_> {
    /// One request.
    pub fn request(&mut self, id: &SealRequestId) -> Result<Option<SealRequest>> {
        self.one(&format!("select {COLUMNS} from seal_request where id = ?1"), args![id.as_str()], map)
    }

    /// The newest request for the same call that has not yet closed.
    pub fn request_for(&mut self, op: &str, input_digest: Digest, now: Moment) -> Result<Option<SealRequest>> {
        let sql = format!(
            "select {COLUMNS} from seal_request where op = ?1 and input_digest = ?2 and expires_at > ?3 order by created_at desc, id limit 1"
        );
        self.one(&sql, args![op, input_digest, now], map)
    }

    /// Requests nobody has answered, oldest first.
    pub fn open_requests(&mut self, now: Moment, limit: i64) -> Result<Vec<SealRequest>> {
        let sql = format!("select {COLUMNS} from seal_request where status = ?1 and expires_at > ?2 order by created_at, id limit ?3");
        self.many(&sql, args![RequestStatus::Open.name(), now, limit], map)
    }

    /// How many requests closed without an answer, and hold their input still.
    pub fn closed_requests(&mut self, now: Moment) -> Result<i64> {
        Ok(self.one(CLOSED, args![now], |mut row| row.int())?.unwrap_or(0))
    }
}

impl Txn<'_> {
    /// Lets requests that closed without an answer forget their input. Answers how many did.
    pub fn forget_requests(&mut self, now: Moment) -> Result<u64> {
        self.db.execute(FORGET, args![now])
    }

    /// Writes a request; afterwards only its status and result change, and it forgets its input once it is answered. Those
    /// that closed without an answer forget theirs when the next is written, or at the next start.
    pub fn put_request(&mut self, r: &SealRequest) -> Result<()> {
        let input = match r.status {
            RequestStatus::Open => {
                self.forget_requests(r.created_at)?;
                r.input.as_str()
            }
            RequestStatus::Done | RequestStatus::Declined => "{}",
        };
        let statement = canonical::canonical(&r.statement).map_err(|e| StoreError::Other(e.to_string()))?;
        self.db.execute(
            PUT,
            args![
                r.id.as_str(),
                &r.op,
                input,
                r.input_digest,
                statement,
                &r.shown,
                &r.asked_by,
                r.status.name(),
                &r.result,
                r.created_at,
                r.expires_at,
            ],
        )?;
        Ok(())
    }
}
