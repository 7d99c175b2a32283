//! The older way of reasoning: a problem, the thoughts about it, and what they came to. Somebody's own words, kept under their name.
//!
//! Not here: what replaced it. The guarded cycle keeps nothing of this.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{
    anchor::Anchor,
    cycle::reasoning::ReasoningPhase,
    id::{ReasoningId, ThoughtId},
    time::Moment,
};

const COLUMNS: &str = "id, principal, project, problem, phase, conclusion, experience, created_at, updated_at, finalized_at";
const PUT: &str =
    "insert into reasoning_session (id, principal, project, problem, phase, conclusion, experience, created_at, updated_at, finalized_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    on conflict (id) do update set phase = excluded.phase, conclusion = excluded.conclusion, experience = excluded.experience,
    updated_at = excluded.updated_at, finalized_at = excluded.finalized_at";
const THOUGHTS: &str = "select id, session, number, thought, confidence, revises, is_revision, created_at from reasoning_thought
    where session = ?1 order by number, created_at, id limit ?2";
const THOUGHT_PUT: &str = "insert into reasoning_thought (id, session, number, thought, confidence, revises, is_revision, created_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
const COUNT: &str = "select count(*) from reasoning_session";
const TEXTS: &str = "select id, problem, conclusion from reasoning_session union all select id, thought, '' from reasoning_thought order by 1";
const BLANK: &str = "update reasoning_session set problem = '', conclusion = '' where id = ?1";
const BLANK_THOUGHT: &str = "update reasoning_thought set thought = '' where id = ?1";
/// Thoughts of one problem that are read.
const LOOKED_AT: i64 = 1_000;

/// A problem that somebody thinks through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasoningSession {
    /// Its id.
    pub id: ReasoningId,
    /// Who thinks.
    pub principal: String,
    /// In which project.
    pub project: Anchor,
    /// What about.
    pub problem: String,
    /// How far.
    pub phase: ReasoningPhase,
    /// What it came to, or empty.
    pub conclusion: String,
    /// The experience that was made of it, or empty.
    pub experience: String,
    /// Since when.
    pub created_at: Moment,
    /// When something last changed.
    pub updated_at: Moment,
    /// When it was concluded.
    pub finalized_at: Option<Moment>,
}

/// One thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Its id.
    pub id: ThoughtId,
    /// What it is part of.
    pub session: ReasoningId,
    /// Its place, from one.
    pub number: i64,
    /// What it says.
    pub thought: String,
    /// How sure, in hundredths.
    pub confidence: Option<i64>,
    /// The thought that it takes back, by its place; zero for none.
    pub revises: i64,
    /// Whether it takes one back.
    pub is_revision: bool,
    /// When.
    pub created_at: Moment,
}

fn map(mut row: Row) -> Result<ReasoningSession> {
    Ok(ReasoningSession {
        id: row.parsed("reasoning id", ReasoningId::parse)?,
        principal: row.text()?,
        project: row.parsed("anchor", Anchor::parse)?,
        problem: row.text()?,
        phase: row.parsed("phase", |word| ReasoningPhase::named(word).ok_or("unknown word"))?,
        conclusion: row.text()?,
        experience: row.text()?,
        created_at: row.moment()?,
        updated_at: row.moment()?,
        finalized_at: row.moment_or_empty()?,
    })
}

fn map_thought(mut row: Row) -> Result<Thought> {
    Ok(Thought {
        id: row.parsed("thought id", ThoughtId::parse)?,
        session: row.parsed("reasoning id", ReasoningId::parse)?,
        number: row.int()?,
        thought: row.text()?,
        confidence: Some(row.int()?).filter(|hundredths| *hundredths >= 0),
        revises: row.int()?,
        is_revision: row.int()? != 0,
        created_at: row.moment()?,
    })
}

impl View<'_> {
    /// One problem.
    pub fn reasoning_session(&mut self, id: &ReasoningId) -> Result<Option<ReasoningSession>> {
        self.one(&format!("select {COLUMNS} from reasoning_session where id = ?1"), args![id.as_str()], map)
    }

    /// The thoughts about a problem, in their order.
    pub fn thoughts(&mut self, session: &ReasoningId) -> Result<Vec<Thought>> {
        self.many(THOUGHTS, args![session.as_str(), LOOKED_AT], map_thought)
    }

    /// How many problems were thought about.
    pub fn reasoning_session_count(&mut self) -> Result<i64> {
        Ok(self.one(COUNT, &[], |mut row| row.int())?.unwrap_or(0))
    }

    /// Problems and thoughts whose words `quote` picks, by id.
    pub fn reasoning_quoting(&mut self, quote: &mut dyn FnMut(&str) -> bool) -> Result<Vec<String>> {
        let mut found = Vec::new();
        self.db.scan(TEXTS, &[], &mut |row| {
            if quote(row.text(1)?) || quote(row.text(2)?) {
                found.push(row.text(0)?.to_owned());
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl Txn<'_> {
    /// Writes a problem down, or how far somebody is with it. The problem itself never changes.
    pub fn put_reasoning_session(&mut self, s: &ReasoningSession) -> Result<()> {
        self.db.execute(
            PUT,
            args![
                s.id.as_str(),
                &s.principal,
                s.project.to_string(),
                &s.problem,
                s.phase.name(),
                &s.conclusion,
                &s.experience,
                s.created_at,
                s.updated_at,
                s.finalized_at
            ],
        )?;
        Ok(())
    }

    /// Writes a thought down.
    pub fn put_thought(&mut self, t: &Thought) -> Result<()> {
        self.db.execute(
            THOUGHT_PUT,
            args![
                t.id.as_str(),
                t.session.as_str(),
                t.number,
                &t.thought,
                t.confidence.unwrap_or(-1),
                t.revises,
                i64::from(t.is_revision),
                t.created_at
            ],
        )?;
        Ok(())
    }

    /// Takes the words out of a problem or a thought. That there was one stays.
    pub fn erase_reasoning(&mut self, id: &str) -> Result<()> {
        self.db.execute(if ThoughtId::parse(id).is_ok() { BLANK_THOUGHT } else { BLANK }, args![id])?;
        Ok(())
    }
}
