//! Fact rows: what is said to hold between two things, written once and closed at most once.
//!
//! Not here: what a fact means for anyone. The kernel knows its two times; the operations compare.

use crate::{Result, Row, StoreError, Txn, View, claim_events::state, value::args};
use kernel::{
    anchor::Anchor,
    claim::Confidence,
    evidence::Origin,
    fact::{Closed, Fact, key, predicate_key},
    id::{EvidenceId, FactId},
    ledger::Digest,
    time::Moment,
};

const COLUMNS: &str = "id, anchor, subject, predicate, object, confidence, source, origin, principal, valid_from, valid_to, recorded_at, ended,
    closed_by, closed_at";
const PUT: &str = "insert into fact (id, anchor, subject, predicate, object, subject_key, predicate_key, object_key, confidence, source, origin,
    principal, valid_from, valid_to, recorded_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
const CLOSE: &str = "update fact set ended = ?2, closed_by = ?3, closed_at = ?4 where id = ?1 and closed_at = ''";
const DROP: &str = "delete from fact where id = ?1";
/// What was said in one of two places.
const HERE: &str = "(anchor = ?1 or anchor = ?2)";
/// What had been heard by ?6, and held at ?7 by what was known then.
const THEN: &str = "recorded_at <= ?6 and (?7 = '' or (valid_from <= ?7 and (valid_to = '' or valid_to > ?7)
    and (closed_at = '' or closed_at > ?6 or ended > ?7)))";
const ABOUT: &str = "(?3 = '' or subject_key = ?3) and (?4 = '' or predicate_key = ?4) and (?5 = '' or object_key = ?5)";
/// The end of a fact, as it is known now.
const END: &str = "(case when closed_at <> '' then ended else valid_to end)";
const ENTITIES: &str = "select count(*) from (select subject_key as name from fact where (anchor = ?1 or anchor = ?2) union select object_key as name from fact where (anchor = ?1 or anchor = ?2)) as names";
const PREDICATES: &str = "select predicate_key, count(*) from fact where (anchor = ?1 or anchor = ?2) group by predicate_key
    order by count(*) desc, predicate_key limit ?3";
/// What was seen in a project, in any checkout of it, and is current.
const TEXTS: &str = "select e.content, e.packed from item i join evidence e on e.n = i.n join anchor a on a.n = i.anchor
    where i.until = '' and (a.name = ?1 or a.name = ?2 or (?3 <> '' and substr(a.name, 1, length(?3)) = ?3)) order by i.at desc, i.n desc limit ?4";

/// Which facts are meant, among those said in a project or everywhere. What is left empty is any.
#[derive(Clone, Debug, Default)]
pub struct FactFilter {
    /// The project; what was said of everywhere is always meant too.
    pub project: Anchor,
    /// Whatever the project.
    pub anywhere: bool,
    /// About what.
    pub subject: String,
    /// Saying what of it.
    pub predicate: String,
    /// And of what else.
    pub object: String,
    /// True then.
    pub at: Option<Moment>,
    /// Heard of by then.
    pub known: Option<Moment>,
    /// How many at most.
    pub limit: i64,
}

/// How many facts there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactCounts {
    /// All of them.
    pub total: i64,
    /// Those that hold.
    pub active: i64,
    /// Those that begin later.
    pub upcoming: i64,
    /// Different things they are about.
    pub entities: i64,
    /// What is said most often, with how often.
    pub predicates: Vec<(String, i64)>,
}

fn map(mut row: Row) -> Result<Fact> {
    let fact = Fact {
        id: row.parsed("fact id", FactId::parse)?,
        anchor: row.parsed("anchor", Anchor::parse)?,
        subject: row.text()?,
        predicate: row.text()?,
        object: row.text()?,
        confidence: Confidence::hundredths(u8::try_from(row.int()?).unwrap_or(100)),
        source: row.parsed_or_empty("evidence id", EvidenceId::parse)?,
        origin: row.parsed("origin", |word| Origin::named(word).ok_or("unknown word"))?,
        principal: row.text()?,
        valid_from: row.moment()?,
        valid_to: row.moment_or_empty()?,
        recorded_at: row.moment()?,
        closed: None,
    };
    let (ended, by, at) = (row.moment_or_empty()?, row.text()?, row.moment_or_empty()?);
    let closed = match (ended, at) {
        (Some(ended), Some(at)) => Some(Closed { ended, by, at }),
        (None, None) if by.is_empty() => None,
        _ => return Err(StoreError::Damaged(format!("fact {} is closed by half", fact.id))),
    };
    Ok(Fact { closed, ..fact })
}

/// What the ledger remembers of a fact as it was said.
pub fn fact_state(f: &Fact) -> Result<Digest> {
    let says = (&f.subject, &f.predicate, &f.object, f.confidence.points());
    let by = (&f.source, f.origin.name(), &f.principal);
    state(&(&f.id, f.anchor.to_string(), says, by, f.valid_from, f.valid_to, f.recorded_at))
}

/// What the ledger remembers of its end, and the name by which it knows that, if it ended.
pub fn fact_end_state(f: &Fact) -> Result<Option<(String, Digest)>> {
    f.closed.as_ref().map(|closed| Ok((closed_name(&f.id), ended(&f.id, closed)?))).transpose()
}

/// What the ledger remembers of its end. The words are not in it: they can be erased, and this entry stays.
fn ended(id: &FactId, closed: &Closed) -> Result<Digest> {
    state(&(id, closed.ended, &closed.by, closed.at))
}

/// How the ledger names the end of a fact.
fn closed_name(id: &FactId) -> String {
    format!("{id} closed")
}

impl View<'_> {
    /// One fact.
    pub fn fact(&mut self, id: &FactId) -> Result<Option<Fact>> {
        self.one(&format!("select {COLUMNS} from fact where id = ?1"), args![id.as_str()], map)
    }

    /// The facts that are meant, newest beginning first.
    pub fn facts(&mut self, filter: &FactFilter) -> Result<Vec<Fact>> {
        let FactFilter { project, anywhere, subject, predicate, object, at, known, limit } = filter;
        let project = if *anywhere { String::new() } else { project.to_string() };
        let sql = format!(
            "select {COLUMNS} from fact where (?1 = '' or {HERE}) and {ABOUT} and {THEN} order by valid_from desc, recorded_at desc, id limit ?8"
        );
        let known = known.unwrap_or(Moment::from_millis(i64::MAX));
        let about = (key(subject), if predicate.is_empty() { String::new() } else { predicate_key(predicate) }, key(object));
        self.many(&sql, args![project, Anchor::Global.to_string(), about.0, about.1, about.2, known, *at, *limit], map)
    }

    /// Everything ever said of a thing in a project or everywhere, in the order in which it began.
    pub fn timeline(&mut self, project: &Anchor, entity: &str, limit: i64) -> Result<Vec<Fact>> {
        let sql = format!(
            "select {COLUMNS} from fact where {HERE} and (subject_key = ?3 or object_key = ?3) order by valid_from, recorded_at, id limit ?4"
        );
        self.many(&sql, args![project.to_string(), Anchor::Global.to_string(), key(entity), limit], map)
    }

    /// How many facts there are in a project and everywhere.
    pub fn fact_counts(&mut self, project: &Anchor, now: Moment, predicates: i64) -> Result<FactCounts> {
        let here = [project.to_string(), Anchor::Global.to_string()];
        let count = |holds: &str| format!("select count(*) from fact where {HERE} and {holds}");
        let open = format!("({END} = '' or ({END} > ?3 and {END} > valid_from))");
        let int = |mut row: Row| row.int();
        Ok(FactCounts {
            total: self.one("select count(*) from fact where (anchor = ?1 or anchor = ?2)", args![&here[0], &here[1]], int)?.unwrap_or(0),
            active: self.one(&count(&format!("valid_from <= ?3 and {open}")), args![&here[0], &here[1], now], int)?.unwrap_or(0),
            upcoming: self.one(&count(&format!("valid_from > ?3 and {open}")), args![&here[0], &here[1], now], int)?.unwrap_or(0),
            entities: self.one(ENTITIES, args![&here[0], &here[1]], int)?.unwrap_or(0),
            predicates: self.many(PREDICATES, args![&here[0], &here[1], predicates], |mut row| Ok((row.text()?, row.int()?)))?,
        })
    }

    /// Every fact, wherever it was said.
    pub fn each_fact(&mut self, take: &mut dyn FnMut(Fact) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {COLUMNS} from fact order by recorded_at, id"), &[], &mut |row| take(map(row)?))
    }

    /// Every fact said in a project or everywhere.
    pub fn each_fact_of(&mut self, project: &Anchor, take: &mut dyn FnMut(Fact) -> Result<()>) -> Result<()> {
        let sql = format!("select {COLUMNS} from fact where {HERE} order by recorded_at, id");
        self.db.each(&sql, args![project.to_string(), Anchor::Global.to_string()], &mut |row| take(map(row)?))
    }

    /// The newest texts that were seen in a project or everywhere.
    pub fn newest_texts(&mut self, project: &Anchor, limit: i64) -> Result<Vec<String>> {
        let trees = match project {
            Anchor::Repo(repo) | Anchor::Worktree { repo, .. } => format!("worktree://{repo}/"),
            Anchor::Global => String::new(),
        };
        self.many(TEXTS, args![project.to_string(), Anchor::Global.to_string(), trees, limit], |mut row| crate::evidence::words(&mut row))
    }

    /// Hands over every fact and every end of one with its state, as the ledger should have bound it.
    pub(crate) fn each_fact_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_fact(&mut |fact| {
            take(fact.id.to_string(), fact_state(&fact)?)?;
            fact_end_state(&fact)?.map_or(Ok(()), |(name, state)| take(name, state))
        })
    }
}

impl Txn<'_> {
    /// Keeps a fact, as yet open. What it says never changes.
    pub fn put_fact(&mut self, f: &Fact) -> Result<()> {
        self.db.execute(
            PUT,
            args![
                f.id.as_str(),
                f.anchor.to_string(),
                &f.subject,
                &f.predicate,
                &f.object,
                key(&f.subject),
                predicate_key(&f.predicate),
                key(&f.object),
                i64::from(f.confidence.points()),
                f.source.as_ref().map_or("", EvidenceId::as_str),
                f.origin.name(),
                &f.principal,
                f.valid_from,
                f.valid_to,
                f.recorded_at
            ],
        )?;
        self.after.insert(f.id.to_string(), fact_state(f)?);
        Ok(())
    }

    /// Writes down that a fact ended. Once: a second end would rewrite what was known in between.
    pub fn close_fact(&mut self, id: &FactId, closed: &Closed) -> Result<()> {
        if self.db.execute(CLOSE, args![id.as_str(), closed.ended, &closed.by, closed.at])? != 1 {
            return Err(StoreError::Conflict(format!("fact {id} is gone, or was closed meanwhile")));
        }
        self.after.insert(closed_name(id), ended(id, closed)?);
        Ok(())
    }

    /// Removes a fact whose words were erased.
    pub fn drop_fact(&mut self, fact: &Fact) -> Result<()> {
        self.db.execute(DROP, args![fact.id.as_str()])?;
        self.after.insert(fact.id.to_string(), Digest::ZERO);
        self.after.extend(fact.closed.as_ref().map(|_| (closed_name(&fact.id), Digest::ZERO)));
        Ok(())
    }
}
