//! Sessions: stretches of work, so that the ledger can say what happened in one.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{id::SessionId, time::Moment};

const COLUMNS: &str = "id, agent_type, agent_id, goal, principal, state, outcome, summary, started_at, ended_at";
const PUT: &str = "insert into session (id, agent_type, agent_id, goal, principal, state, outcome, summary, started_at, ended_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    on conflict (id) do update set state = excluded.state, outcome = excluded.outcome, summary = excluded.summary, ended_at = excluded.ended_at";

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionState {
    /// It is under way.
    Active,
    /// It was ended.
    Completed,
}

impl SessionState {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
        }
    }

    fn named(word: &str) -> Option<Self> {
        [Self::Active, Self::Completed].into_iter().find(|s| s.name() == word)
    }
}

/// A stretch of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The client.
    pub agent_type: String,
    /// The client's own id for itself.
    pub agent_id: String,
    /// What it is for.
    pub goal: String,
    /// Who works.
    pub principal: String,
    /// Where it stands.
    pub state: SessionState,
    /// How it went.
    pub outcome: String,
    /// What came of it.
    pub summary: String,
    /// When it began.
    pub started_at: Moment,
    /// When it ended.
    pub ended_at: Option<Moment>,
}

/// Which sessions a list wants.
#[derive(Clone, Copy, Debug)]
pub struct SessionFilter {
    /// Only those under way.
    pub active: bool,
    /// At most so many.
    pub limit: i64,
}

fn map(mut row: Row) -> Result<Session> {
    Ok(Session {
        id: row.parsed("session id", SessionId::parse)?,
        agent_type: row.text()?,
        agent_id: row.text()?,
        goal: row.text()?,
        principal: row.text()?,
        state: row.parsed("state", |word| SessionState::named(word).ok_or("unknown word"))?,
        outcome: row.text()?,
        summary: row.text()?,
        started_at: row.moment()?,
        ended_at: row.moment_or_empty()?,
    })
}

impl View<'_> {
    /// One session.
    pub fn session(&mut self, id: &SessionId) -> Result<Option<Session>> {
        self.one(&format!("select {COLUMNS} from session where id = ?1"), args![id.as_str()], map)
    }

    /// Sessions, newest first.
    pub fn sessions(&mut self, filter: SessionFilter) -> Result<Vec<Session>> {
        let state = if filter.active { SessionState::Active.name() } else { "" };
        self.many(
            &format!("select {COLUMNS} from session where ?1 = '' or state = ?1 order by started_at desc, id limit ?2"),
            args![state, filter.limit],
            map,
        )
    }
}

impl Txn<'_> {
    /// Writes a session.
    pub fn put_session(&mut self, s: &Session) -> Result<()> {
        self.db.execute(
            PUT,
            args![s.id.as_str(), &s.agent_type, &s.agent_id, &s.goal, &s.principal, s.state.name(), &s.outcome, &s.summary, s.started_at, s.ended_at],
        )?;
        Ok(())
    }
}
