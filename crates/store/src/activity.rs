//! Activity rows: what was done in a session, one line each. Written once, never updated; erased when they quote what is erased.
//!
//! Not here: what it means for anyone else. The operations compare times.

use crate::{Result, Row, Txn, View, value::args};
use kernel::{
    anchor::Anchor,
    id::{ActivityId, SessionId},
    time::Moment,
    work::{ActivityKind, ActivityOutcome},
};

const COLUMNS: &str = "id, session, anchor, kind, file, words, outcome, details, principal, at";
const PUT: &str = "insert into activity (id, session, anchor, kind, file, words, outcome, details, principal, at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
/// What belongs to no project may touch any.
const HERE: &str = "(?2 = 'global://default' or anchor = ?2 or anchor = 'global://default')";
const TEXTS: &str = "select id, words, details from activity order by id";
const BLANK: &str = "update activity set words = '', details = '' where id = ?1";

/// Something done in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// Its id.
    pub id: ActivityId,
    /// The session.
    pub session: SessionId,
    /// The project it was done in.
    pub anchor: Anchor,
    /// What was done.
    pub kind: ActivityKind,
    /// To what: a file, or the words of a search or a command.
    pub target: String,
    /// How it went.
    pub outcome: ActivityOutcome,
    /// What more there is to say.
    pub details: String,
    /// Who did it.
    pub principal: String,
    /// When.
    pub at: Moment,
}

/// How often a file was touched, and how that went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileCounts {
    /// Times it was read.
    pub reads: i64,
    /// Times it was changed.
    pub edits: i64,
    /// Changes that went well.
    pub succeeded: i64,
    /// Changes that failed.
    pub failed: i64,
}

fn map(mut row: Row) -> Result<Activity> {
    let (id, session) = (row.parsed("activity id", ActivityId::parse)?, row.parsed("session id", SessionId::parse)?);
    let anchor = row.parsed("anchor", Anchor::parse)?;
    let kind = row.parsed("activity kind", |word| ActivityKind::named(word).ok_or("unknown word"))?;
    let (file, words) = (row.text()?, row.text()?);
    Ok(Activity {
        id,
        session,
        anchor,
        kind,
        target: if kind.is_file() { file } else { words },
        outcome: row.parsed("outcome", |word| ActivityOutcome::named(word).ok_or("unknown word"))?,
        details: row.text()?,
        principal: row.text()?,
        at: row.moment()?,
    })
}

impl View<'_> {
    /// What touched a file in a project, newest first.
    pub fn touched(&mut self, file: &str, project: &Anchor, since: Option<Moment>, limit: i64) -> Result<Vec<Activity>> {
        let sql = format!("select {COLUMNS} from activity where file = ?1 and {HERE} and at > ?3 order by at desc, id limit ?4");
        self.many(&sql, args![file, project.to_string(), since, limit], map)
    }

    /// How often a file was touched in a project.
    pub fn file_counts(&mut self, file: &str, project: &Anchor) -> Result<FileCounts> {
        let sql = format!("select kind, outcome, count(*) from activity where file = ?1 and {HERE} group by kind, outcome");
        let rows = self.many(&sql, args![file, project.to_string()], |mut row| Ok((row.text()?, row.text()?, row.int()?)))?;
        let mut counts = FileCounts::default();
        for (kind, outcome, n) in rows {
            match (ActivityKind::named(&kind), ActivityOutcome::named(&outcome)) {
                (Some(ActivityKind::FileEdit), Some(how)) => {
                    counts.edits += n;
                    counts.succeeded += if how == ActivityOutcome::Success { n } else { 0 };
                    counts.failed += if how == ActivityOutcome::Failure { n } else { 0 };
                }
                _ => counts.reads += n,
            }
        }
        Ok(counts)
    }

    /// What was done in a session, newest first.
    pub fn activities(&mut self, session: &SessionId, limit: i64) -> Result<Vec<Activity>> {
        self.many(&format!("select {COLUMNS} from activity where session = ?1 order by at desc, id limit ?2"), args![session.as_str(), limit], map)
    }

    /// Activities whose words `quote` picks.
    pub fn activities_quoting(&mut self, quote: &mut dyn FnMut(&str) -> bool) -> Result<Vec<String>> {
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
    /// Writes down what was done.
    pub fn put_activity(&mut self, a: &Activity) -> Result<()> {
        let (file, words) = if a.kind.is_file() { (a.target.as_str(), "") } else { ("", a.target.as_str()) };
        self.db.execute(
            PUT,
            args![
                a.id.as_str(),
                a.session.as_str(),
                a.anchor.to_string(),
                a.kind.name(),
                file,
                words,
                a.outcome.name(),
                &a.details,
                &a.principal,
                a.at
            ],
        )?;
        Ok(())
    }

    /// Takes the words out of an activity. That it happened stays.
    pub fn erase_activity(&mut self, id: &str) -> Result<()> {
        self.db.execute(BLANK, args![id])?;
        Ok(())
    }
}
