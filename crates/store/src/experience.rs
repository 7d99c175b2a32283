//! Experience rows: what was tried, and whether it worked. Their words are evidence too.
//!
//! The words of an experience never change; its tags may, and a revision takes its place. Not here: whether two say the
//! same. The kernel compares; this hands over the prints it compares first.

use crate::{
    Result, Row, StoreError, Txn, View,
    cell::trusted,
    claim_events::{listed, state},
    item::list,
    value::{Value, args, json},
};
use kernel::{
    anchor::Anchor,
    canonical,
    claim::{Confidence, Tag},
    cycle::{Area, Author, Print, Trust, Worked, compared, trust},
    id::{EvidenceId, ExperienceId},
    ledger::Digest,
    time::Moment,
};
use std::cmp::Reverse;

const COLUMNS: &str = "n, id, evidence, type, domain, situation, approach, outcome, reasoning, confidence, tags, anchor, revision_of, superseded_by,
    session, author, principal, created_at, updated_at, archived_at, archive_reason";
const PUT: &str = "insert into experience (n, id, evidence, type, domain, situation, approach, outcome, reasoning, confidence, tags, anchor,
    revision_of, superseded_by, session, author, principal, created_at, updated_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)";
/// The number of an experience that was erased is not given again: consolidation would take the new one for the old.
const NEXT: &str = "select max(m.n) + 1 from (select coalesce(max(n), 0) as n from experience
    union all select coalesce(max(last), 0) from consolidation) m";
const TAGS: &str = "update experience set tags = ?2, updated_at = ?3 where id = ?1";
const SUPERSEDE: &str = "update experience set superseded_by = ?2, updated_at = ?3 where id = ?1";
const DROP: &str = "delete from experience where id = ?1";
const PRINT_PUT: &str = "insert into experience_print (n, kind, pairs, print) values (?1, ?2, ?3, ?4)";
const PRINT_DROP: &str = "delete from experience_print where n in (select n from experience where id = ?1)";
const PRINTS: &str = "select n, pairs, print from experience_print where kind = ?1 and n > ?2 order by n";
const PRINTED: &str = "select pairs, print from experience_print where kind = ?1 and n = ?2";
const COUNT: &str = "select count(*) from experience where superseded_by = '' and archived_at = ''";
const SINCE: &str = "select count(*) from experience where anchor = ?1 and n > ?2 and superseded_by = '' and archived_at = ''";
const BEYOND: &str = "select n from experience_key where anchor = ?1 and key = ?2 order by trust desc, n desc limit ?3 offset ?4";
const ARCHIVE: &str = "update experience set archived_at = ?2, archive_reason = ?3 where n in (select cast(j.value as bigint) from json_each(?1) j)";
const KEYS_PUT: &str =
    "insert into experience_key (anchor, key, trust, created_at, n, chars) select ?2, j.value, ?3, ?4, ?5, ?6 from json_each(?1) j";
const KEYS_DROP: &str = "delete from experience_key where n in (select n from experience where id = ?1)";
const KEYS_OF_PAST_DROP: &str = "delete from experience_key where n in (select cast(j.value as bigint) from json_each(?1) j)";
const TRUSTED: &str = "select n, trust, created_at, chars from experience_key where anchor = ?1 and key = ?2
    order by trust desc, created_at desc, n limit ?3";
/// The key that every current experience has.
const ANYTHING: &str = "";

/// What was tried once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experience {
    /// Its number, in the order they came; none before it is kept.
    pub n: i64,
    /// Its id.
    pub id: ExperienceId,
    /// The evidence that holds its words.
    pub evidence: EvidenceId,
    /// Whether it worked.
    pub worked: Worked,
    /// What it is about.
    pub area: Area,
    /// What things were like.
    pub situation: String,
    /// What was tried.
    pub approach: String,
    /// What came of it.
    pub outcome: String,
    /// Why.
    pub reasoning: String,
    /// How sure its author is.
    pub confidence: Option<Confidence>,
    /// Its labels, in the order they were given.
    pub tags: Vec<Tag>,
    /// The project it was had in, or everywhere.
    pub anchor: Anchor,
    /// What it revises.
    pub revision_of: Option<ExperienceId>,
    /// What revises it.
    pub superseded_by: Option<ExperienceId>,
    /// The session it was had in, or empty.
    pub session: String,
    /// Who thought of it.
    pub author: Author,
    /// Who wrote it, as the server knows them.
    pub principal: String,
    /// When it was written.
    pub created_at: Moment,
    /// When its tags or its place last changed.
    pub updated_at: Moment,
    /// When it was put away, and why.
    pub archived: Option<(Moment, String)>,
}

impl Experience {
    /// What it says, part by part.
    pub fn parts(&self) -> [&str; 4] {
        [&self.situation, &self.approach, &self.outcome, &self.reasoning]
    }

    /// What it is about: its area, then its labels.
    pub fn keys(&self) -> Vec<String> {
        std::iter::once(self.area.name().to_owned()).chain(self.tags.iter().cloned().map(String::from)).collect()
    }

    /// The same as keys are compared.
    pub fn compared_keys(&self) -> Vec<String> {
        compared(&self.keys())
    }

    /// Those that may say the same are of one kind: what they are about, whether it worked, and where.
    pub fn kind(area: Area, worked: Worked, anchor: &Anchor) -> String {
        format!("{} {} {anchor}", area.name(), worked.name())
    }

    /// Whether nothing took its place and nobody put it away.
    pub const fn is_current(&self) -> bool {
        self.superseded_by.is_none() && self.archived.is_none()
    }
}

/// Which experiences a list wants.
#[derive(Clone, Debug, Default)]
pub struct ExperienceFilter {
    /// About this.
    pub area: Option<Area>,
    /// That worked, or did not.
    pub worked: Option<Worked>,
    /// Had in one of these; empty means anywhere.
    pub anchors: Vec<String>,
    /// Also those that something took the place of, and those that were put away.
    pub past: bool,
    /// After this number.
    pub after: i64,
    /// At most so many.
    pub limit: i64,
}

/// How far an experience is trusted, since when there is one, and how much it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// Its number.
    pub n: i64,
    /// How far it is trusted.
    pub trust: Trust,
    /// When it was written.
    pub created_at: Moment,
    /// Characters of its four parts.
    pub chars: usize,
}

/// What a column of hundredths says; below 0 nobody said.
fn confidence(hundredths: i64) -> Option<Confidence> {
    u8::try_from(hundredths).ok().map(Confidence::hundredths)
}

fn map(mut row: Row) -> Result<Experience> {
    Ok(Experience {
        n: row.int()?,
        id: row.parsed("experience id", ExperienceId::parse)?,
        evidence: row.parsed("evidence id", EvidenceId::parse)?,
        worked: row.parsed("type", |word| Worked::named(word).ok_or("unknown word"))?,
        area: row.parsed("domain", |word| Area::named(word).ok_or("unknown word"))?,
        situation: row.text()?,
        approach: row.text()?,
        outcome: row.text()?,
        reasoning: row.text()?,
        confidence: confidence(row.int()?),
        tags: row.parsed("tags", json)?,
        anchor: row.parsed("anchor", Anchor::parse)?,
        revision_of: row.parsed_or_empty("experience id", ExperienceId::parse)?,
        superseded_by: row.parsed_or_empty("experience id", ExperienceId::parse)?,
        session: row.text()?,
        author: row.parsed("author", |word| Author::named(word).ok_or("unknown word"))?,
        principal: row.text()?,
        created_at: row.moment()?,
        updated_at: row.moment()?,
        archived: row.moment_or_empty()?.map(|at| Ok::<_, StoreError>((at, row.text()?))).transpose()?,
    })
}

/// The state of an experience, as an entry remembers it. That it was put away is not in it: it follows from the caps.
pub fn experience_state(x: &Experience) -> Result<Digest> {
    let of = (x.worked, x.area, x.confidence, &x.tags, x.anchor.to_string(), x.author, &x.principal);
    state(&(&x.id, &x.evidence, x.parts(), of, &x.revision_of, &x.superseded_by, &x.session, x.created_at))
}

impl View<'_> {
    /// One experience.
    pub fn experience(&mut self, id: &ExperienceId) -> Result<Option<Experience>> {
        self.one(&format!("select {COLUMNS} from experience where id = ?1"), args![id.as_str()], map)
    }

    /// The experience of this number.
    pub fn experience_numbered(&mut self, n: i64) -> Result<Option<Experience>> {
        self.one(&format!("select {COLUMNS} from experience where n = ?1"), args![n], map)
    }

    /// Those of these numbers, oldest first.
    pub fn experiences_numbered(&mut self, numbers: impl IntoIterator<Item = i64>) -> Result<Vec<Experience>> {
        let sql = format!("select {COLUMNS} from experience where n in (select cast(j.value as bigint) from json_each(?1) j) order by n");
        self.many(&sql, args![list(numbers)], map)
    }

    /// Those whose words these pieces of evidence hold, oldest first.
    pub fn experiences_behind<T: AsRef<str>>(&mut self, evidence: &[T]) -> Result<Vec<Experience>> {
        let sql = format!("select {COLUMNS} from experience where evidence in (select j.value from json_each(?1) j) order by n");
        self.many(&sql, args![listed(evidence)?], map)
    }

    /// What revises this one, oldest first.
    pub fn revisions_of(&mut self, id: &ExperienceId) -> Result<Vec<Experience>> {
        self.many(&format!("select {COLUMNS} from experience where revision_of = ?1 order by n"), args![id.as_str()], map)
    }

    /// Experiences, oldest first.
    pub fn experiences(&mut self, filter: &ExperienceFilter) -> Result<Vec<Experience>> {
        let mut args: Vec<Value> = vec![filter.after.into()];
        let mut wanted = vec!["n > ?1".to_owned()];
        let mut is = |column: &str, value: Option<&str>| {
            if let Some(value) = value {
                args.push(value.into());
                wanted.push(format!("{column} = ?{}", args.len()));
            }
        };
        is("domain", filter.area.map(Area::name));
        is("type", filter.worked.map(Worked::name));
        is("superseded_by", (!filter.past).then_some(""));
        is("archived_at", (!filter.past).then_some(""));
        if !filter.anchors.is_empty() {
            args.push(listed(&filter.anchors)?.into());
            wanted.push(format!("anchor in (select j.value from json_each(?{}) j)", args.len()));
        }
        args.push(filter.limit.into());
        self.many(&format!("select {COLUMNS} from experience where {} order by n limit ?{}", wanted.join(" and "), args.len()), &args, map)
    }

    /// Current experiences of a scope that are about one of these keys, or about anything: the most trusted first, of these the
    /// newest, and so many at most. Keys are as they are compared. Their words are left where they are: few of them are shown.
    pub fn trusted_experiences(&mut self, anchor: &Anchor, keys: &[String], limit: usize) -> Result<Vec<Trusted>> {
        let (anchor, most) = (anchor.to_string(), i64::try_from(limit).unwrap_or(i64::MAX));
        let map = |mut row: Row| {
            let (n, trust, created_at) = (row.int()?, trusted(row.int()?)?, row.moment()?);
            Ok(Trusted { n, trust, created_at, chars: usize::try_from(row.int()?).unwrap_or(0) })
        };
        let mut found = Vec::new();
        for key in keys.iter().map(String::as_str).chain(keys.is_empty().then_some(ANYTHING)) {
            found.extend(self.many(TRUSTED, args![&anchor, key, most], map)?);
        }
        found.sort_unstable_by_key(|one| (Reverse(one.trust), Reverse(one.created_at), one.n));
        found.dedup_by_key(|one| one.n);
        found.truncate(limit);
        Ok(found)
    }

    /// Hands over every experience, oldest first.
    pub fn each_experience(&mut self, take: &mut dyn FnMut(Experience) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {COLUMNS} from experience order by n"), &[], &mut |row| take(map(row)?))
    }

    /// How many are current.
    pub fn experience_count(&mut self) -> Result<i64> {
        Ok(self.one(COUNT, &[], |mut row| row.int())?.unwrap_or(0))
    }

    /// How many current ones of a scope came after a number.
    pub fn experiences_since(&mut self, anchor: &Anchor, after: i64) -> Result<i64> {
        Ok(self.one(SINCE, args![anchor.to_string(), after], |mut row| row.int())?.unwrap_or(0))
    }

    /// Hands over the prints of one kind that came after a number, each with its number.
    pub fn each_print(&mut self, kind: &str, after: i64, take: &mut dyn FnMut(i64, Print) -> Result<()>) -> Result<()> {
        self.db.scan(PRINTS, args![kind, after], &mut |row| take(row.int(0)?, print(row.int(1)?, row.blob(2)?)?))
    }

    /// The print of this kind and number, if there is one.
    pub fn print(&mut self, kind: &str, n: i64) -> Result<Option<Print>> {
        self.one(PRINTED, args![kind, n], |mut row| print(row.int()?, &row.blob()?))
    }

    /// Hands over every experience with its state, as the ledger should have bound it.
    pub(crate) fn each_experience_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_experience(&mut |x| take(x.id.to_string(), experience_state(&x)?))
    }
}

impl Txn<'_> {
    /// Keeps an experience, and answers its number.
    pub fn put_experience(&mut self, x: &Experience, print: &Print) -> Result<i64> {
        let n = self.one(NEXT, &[], |mut row| row.int())?.unwrap_or(1);
        let id = |id: &Option<ExperienceId>| id.as_ref().map_or_else(String::new, ToString::to_string);
        self.db.execute(
            PUT,
            args![
                n,
                x.id.as_str(),
                x.evidence.as_str(),
                x.worked.name(),
                x.area.name(),
                &x.situation,
                &x.approach,
                &x.outcome,
                &x.reasoning,
                x.confidence.map_or(-1, |c| i64::from(c.points())),
                tags(&x.tags)?,
                x.anchor.to_string(),
                id(&x.revision_of),
                id(&x.superseded_by),
                &x.session,
                x.author.name(),
                &x.principal,
                x.created_at,
                x.updated_at
            ],
        )?;
        self.put_keys(x, n)?;
        let kind = Experience::kind(x.area, x.worked, &x.anchor);
        self.db.execute(PRINT_PUT, args![n, kind, i64::from(print.pairs()), print.bytes()])?;
        self.after.insert(x.id.to_string(), experience_state(x)?);
        Ok(n)
    }

    /// Gives an experience other tags.
    pub fn tag_experience(&mut self, x: &Experience) -> Result<()> {
        self.db.execute(TAGS, args![x.id.as_str(), tags(&x.tags)?, x.updated_at])?;
        self.put_keys_again(x)?;
        self.after.insert(x.id.to_string(), experience_state(x)?);
        Ok(())
    }

    /// Lets a revision take an experience's place.
    pub fn supersede_experience(&mut self, x: &Experience) -> Result<()> {
        self.db.execute(SUPERSEDE, args![x.id.as_str(), x.superseded_by.as_ref().map_or("", ExperienceId::as_str), x.updated_at])?;
        self.put_keys_again(x)?;
        self.after.insert(x.id.to_string(), experience_state(x)?);
        Ok(())
    }

    /// Puts away what a scope has beyond so many: the least trusted first, then the oldest. Answers how many.
    pub fn archive_experiences(&mut self, anchor: &Anchor, most: i64, now: Moment, reason: &str) -> Result<u64> {
        let beyond = self.many(BEYOND, args![anchor.to_string(), ANYTHING, i64::MAX, most], |mut row| row.int())?;
        if beyond.is_empty() {
            return Ok(0);
        }
        let beyond = list(beyond);
        self.db.execute(KEYS_OF_PAST_DROP, args![&beyond])?;
        self.db.execute(ARCHIVE, args![&beyond, now, reason])
    }

    /// Lets an experience be found by what it is about now, and no longer by what it was.
    fn put_keys_again(&mut self, x: &Experience) -> Result<()> {
        self.db.execute(KEYS_DROP, args![x.id.as_str()])?;
        self.put_keys(x, x.n)
    }

    /// Lets an experience be found by what it is about, unless its time is past.
    fn put_keys(&mut self, x: &Experience, n: i64) -> Result<()> {
        if !x.is_current() {
            return Ok(());
        }
        let mut keys = x.compared_keys();
        keys.push(ANYTHING.to_owned());
        let chars: usize = x.parts().iter().map(|part| part.chars().count()).sum();
        let (trust, chars) = (i64::from(trust(x.confidence).level()), i64::try_from(chars).unwrap_or(i64::MAX));
        self.db.execute(KEYS_PUT, args![listed(&keys)?, x.anchor.to_string(), trust, x.created_at, n, chars])?;
        Ok(())
    }

    /// Removes an experience whose words were erased, with its print and its keys.
    pub fn drop_experience(&mut self, id: &ExperienceId) -> Result<()> {
        self.db.execute(KEYS_DROP, args![id.as_str()])?;
        self.db.execute(PRINT_DROP, args![id.as_str()])?;
        self.db.execute(DROP, args![id.as_str()])?;
        self.after.insert(id.to_string(), Digest::ZERO);
        Ok(())
    }
}

fn print(pairs: i64, bytes: &[u8]) -> Result<Print> {
    Print::read(pairs, bytes).ok_or_else(|| StoreError::Damaged("an experience has a bad print".into()))
}

fn tags(tags: &[Tag]) -> Result<String> {
    canonical::canonical(&tags).map_err(|e| StoreError::Other(e.to_string()))
}
