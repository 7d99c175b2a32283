//! Sessions: stretches of work, so that the ledger can say what happened in one.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{
    id::SessionId,
    time::Moment,
    work::{SESSION_SILENT_MS, SessionState},
};

/// When something was last done in a session: what was logged, how far its cycle came, or that it began.
const LAST: &str = "coalesce((select max(x.at) from (select a.at from activity a where a.session = s.id
    union all select c.updated_at from cycle c where c.session = s.id) x), s.started_at)";
const COLUMNS: &str = "s.id, s.agent_type, s.agent_id, s.goal, s.principal, s.state, s.outcome, s.summary, s.started_at, s.ended_at";
const PUT: &str = "insert into session (id, agent_type, agent_id, goal, principal, state, outcome, summary, started_at, ended_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    on conflict (id) do update set state = excluded.state, outcome = excluded.outcome, summary = excluded.summary, ended_at = excluded.ended_at";

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
    /// Where its row says it stands; [`Session::state_at`] knows better.
    pub state: SessionState,
    /// How it went.
    pub outcome: String,
    /// What came of it.
    pub summary: String,
    /// When it began.
    pub started_at: Moment,
    /// When it ended.
    pub ended_at: Option<Moment>,
    /// When something was last done in it. Worked out from what was logged; nothing writes it.
    pub last_active_at: Moment,
}

impl Session {
    /// Where it stands now. One that fell silent too long ago was abandoned, whether or not anyone has swept it.
    pub fn state_at(&self, now: Moment) -> SessionState {
        let silent = self.last_active_at.plus(SESSION_SILENT_MS) <= now;
        if self.state == SessionState::Active && silent { SessionState::Abandoned } else { self.state }
    }
}

/// Which sessions a list wants.
#[derive(Clone, Copy, Debug)]
pub struct SessionFilter {
    /// Only those under way at this moment, or all.
    pub active: Option<Moment>,
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
        last_active_at: row.moment()?,
    })
}

/// The last moment at which falling silent means abandoned by now.
fn silent_since(now: Moment) -> Moment {
    now.plus(-SESSION_SILENT_MS)
}

impl View<'_> {
    /// One session.
    pub fn session(&mut self, id: &SessionId) -> Result<Option<Session>> {
        self.one(&format!("select {COLUMNS}, {LAST} from session s where s.id = ?1"), args![id.as_str()], map)
    }

    /// Sessions, newest first.
    pub fn sessions(&mut self, filter: SessionFilter) -> Result<Vec<Session>> {
        let (state, since) =
            filter.active.map_or((String::new(), String::new()), |now| (SessionState::Active.name().to_owned(), silent_since(now).to_string()));
        let sql = format!(
            "select {COLUMNS}, {LAST} from session s where ?1 = '' or (s.state = ?1 and {LAST} > ?2) order by s.started_at desc, s.id limit ?3"
        );
        self.many(&sql, args![state, since, filter.limit], map)
    }

    /// Sessions that fell silent too long ago and were not swept, longest silent first.
    pub fn silent_sessions(&mut self, now: Moment, limit: i64) -> Result<Vec<Session>> {
        let sql = format!("select {COLUMNS}, {LAST} from session s where s.state = ?1 and {LAST} <= ?2 order by s.started_at, s.id limit ?3");
        self.many(&sql, args![SessionState::Active.name(), silent_since(now), limit], map)
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
