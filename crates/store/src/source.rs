//! Sources: what evidence was read from, and every version of it that was seen.

use crate::{Result, Row, Txn, View, evidence, value::args};
use kernel::{
    anchor::Anchor,
    id::SourceId,
    ledger::{Digest, Hasher},
    time::Moment,
};

const COLUMNS: &str = "n, id, anchor, path, title, kind, digest, pieces, state, revision, principal, first_seen_at, updated_at";
const PUT: &str = "insert into source (n, id, anchor, path, title, kind, digest, pieces, state, revision, principal, first_seen_at, updated_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
    on conflict (n) do update set path = excluded.path, title = excluded.title, kind = excluded.kind, digest = excluded.digest,
    pieces = excluded.pieces, state = excluded.state, revision = excluded.revision, principal = excluded.principal, updated_at = excluded.updated_at";
const MARKS: &str = "select n, id, path, title, digest, pieces from source
    where anchor = ?1 and state = ?2 and (?3 = '' or substr(path, 1, length(?3)) = ?3) order by path";
const REVISION_PUT: &str =
    "insert into source_revision (source, revision, path, digest, change, principal, recorded_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const PATHS: &str = "select s.n, s.path from json_each(?1) j cross join source s where s.n = cast(j.value as bigint) order by s.n";
const REVISIONS: &str = "select revision, path, digest, change, principal, recorded_at from source_revision where source = ?1 order by revision";
const ALIAS: &str = "select anchor from anchor_alias where alias = ?1";
const ALIAS_PUT: &str = "insert into anchor_alias (alias, anchor) values (?1, ?2) on conflict (alias) do nothing";
const BROUGHT: &str = "select e.id, p.origin, p.principal, p.source, e.content, e.packed, p.recorded_at, e.digest
    from item i join evidence e on e.n = i.n join provenance p on p.n = e.provenance where i.source = ?1 and i.revision = ?2 order by i.n";

/// Whether a source is still where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// It is there.
    Live,
    /// It is no longer there; what was read from it is the past.
    Gone,
}

impl SourceState {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Gone => "gone",
        }
    }

    fn named(word: &str) -> Option<Self> {
        [Self::Live, Self::Gone].into_iter().find(|state| state.name() == word)
    }
}

/// Something that evidence was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its own number.
    pub n: i64,
    /// Its id.
    pub id: SourceId,
    /// Where it belongs.
    pub anchor: Anchor,
    /// Its name there.
    pub path: String,
    /// What people call it.
    pub title: String,
    /// What kind of thing it is.
    pub kind: String,
    /// Digest of what was read.
    pub digest: Digest,
    /// How it was cut and cleaned, so that a better cut reads an unchanged file again.
    pub pieces: String,
    /// Whether it is still there.
    pub state: SourceState,
    /// How often it has changed.
    pub revision: i64,
    /// Who brought it last.
    pub principal: String,
    /// When it was first seen.
    pub first_seen_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
}

/// What tells of a source that is there whether it must be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMark {
    /// Its own number.
    pub n: i64,
    /// Its id.
    pub id: SourceId,
    /// Its name.
    pub path: String,
    /// What people call it.
    pub title: String,
    /// Digest of what was read.
    pub digest: Digest,
    /// How it was cut and cleaned.
    pub pieces: String,
}

/// One version of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Its number.
    pub revision: i64,
    /// Where the source lay then.
    pub path: String,
    /// Digest of what was read then.
    pub digest: Digest,
    /// What happened: `new`, `edited`, `renamed`, `gone`, `back`.
    pub change: String,
    /// Who noticed.
    pub principal: String,
    /// When.
    pub recorded_at: Moment,
}

/// Which sources a list wants; empty text means any.
#[derive(Clone, Debug, Default)]
pub struct SourceFilter {
    /// Belonging here.
    pub anchor: String,
    /// In this state.
    pub state: String,
    /// Whose path begins so.
    pub prefix: String,
    /// After this one, by anchor and path.
    pub after: Option<(String, String)>,
    /// At most so many.
    pub limit: i64,
}

fn map(mut row: Row) -> Result<Source> {
    Ok(Source {
        n: row.int()?,
        id: row.parsed("source id", SourceId::parse)?,
        anchor: row.parsed("anchor", Anchor::parse)?,
        path: row.text()?,
        title: row.text()?,
        kind: row.text()?,
        digest: row.digest()?,
        pieces: row.text()?,
        state: row.parsed("source state", |word| SourceState::named(word).ok_or("unknown word"))?,
        revision: row.int()?,
        principal: row.text()?,
        first_seen_at: row.moment()?,
        updated_at: row.moment()?,
    })
}

/// The name under which the ledger binds what one revision brought.
pub fn revision_name(source: &SourceId, revision: i64) -> String {
    format!("{source}.{revision}")
}

/// Folds the evidence one revision brought into one digest, in order.
#[derive(Default)]
pub struct Brought(Hasher);

impl std::fmt::Debug for Brought {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Brought").finish_non_exhaustive()
    }
}

impl Brought {
    /// Adds a piece, after those before it.
    pub fn add(&mut self, id: &str, digest: Digest) {
        self.0.update(id.as_bytes());
        self.0.update(&digest.0);
    }
    pub(crate) fn digest(self) -> Digest {
        self.0.finish()
    }
}

impl View<'_> {
    /// One source.
    pub fn source(&mut self, id: &SourceId) -> Result<Option<Source>> {
        self.one(&format!("select {COLUMNS} from source where id = ?1"), args![id.as_str()], map)
    }

    /// One source by its own number.
    pub fn source_numbered(&mut self, n: i64) -> Result<Option<Source>> {
        match self.expected_source(n) {
            Some(source) => Ok(Some(source)),
            None => self.one(&format!("select {COLUMNS} from source where n = ?1"), args![n], map),
        }
    }

    /// Sources by their own numbers, in their order.
    pub fn sources_numbered(&mut self, numbers: &[i64]) -> Result<Vec<Source>> {
        let columns: Vec<String> = COLUMNS.split(", ").map(|column| format!("s.{column}")).collect();
        let sql = format!("select {} from json_each(?1) j cross join source s where s.n = cast(j.value as bigint) order by s.n", columns.join(", "));
        self.many(&sql, args![crate::item::list(numbers.iter().copied())], map)
    }

    /// The paths of some sources, by their own numbers.
    pub fn source_paths(&mut self, sources: impl IntoIterator<Item = i64>) -> Result<Vec<(i64, String)>> {
        self.many(PATHS, args![crate::item::list(sources)], |mut row| Ok((row.int()?, row.text()?)))
    }

    /// The source that lies here.
    pub fn source_at(&mut self, anchor: &Anchor, path: &str) -> Result<Option<Source>> {
        self.one(&format!("select {COLUMNS} from source where anchor = ?1 and path = ?2"), args![anchor.to_string(), path], map)
    }

    /// The sources that lie at these paths, by path.
    pub fn sources_at(&mut self, anchor: &Anchor, paths: &[&str]) -> Result<Vec<Source>> {
        let columns: Vec<String> = COLUMNS.split(", ").map(|column| format!("s.{column}")).collect();
        let sql = format!(
            "select {} from json_each(?2) j cross join source s where s.anchor = ?1 and s.path = j.value order by s.path",
            columns.join(", ")
        );
        let paths = serde_json::to_string(paths).map_err(|e| crate::StoreError::Other(e.to_string()))?;
        self.many(&sql, args![anchor.to_string(), paths], map)
    }

    /// Sources of the same anchor with the same bytes: where a renamed one may have come from.
    pub fn sources_like(&mut self, anchor: &Anchor, digest: Digest) -> Result<Vec<Source>> {
        self.many(&format!("select {COLUMNS} from source where digest = ?1 and anchor = ?2 order by n"), args![digest, anchor.to_string()], map)
    }

    /// Sources, by anchor and path.
    pub fn sources(&mut self, filter: &SourceFilter) -> Result<Vec<Source>> {
        let (anchor, path) = filter.after.clone().unwrap_or_default();
        let sql = format!(
            "select {COLUMNS} from source where (?1 = '' or anchor = ?1) and (?2 = '' or state = ?2) and (?3 = '' or substr(path, 1, length(?3)) = ?3)
             and (anchor > ?4 or (anchor = ?4 and path > ?5)) order by anchor, path limit ?6"
        );
        self.many(&sql, args![&filter.anchor, &filter.state, &filter.prefix, anchor, path, filter.limit], map)
    }

    /// Of each source that is there, belonging here and under a path that begins so, what tells whether it must be read again; by path.
    pub fn source_marks(&mut self, anchor: &Anchor, prefix: &str) -> Result<Vec<SourceMark>> {
        self.many(MARKS, args![anchor.to_string(), SourceState::Live.name(), prefix], |mut row| {
            Ok(SourceMark {
                n: row.int()?,
                id: row.parsed("source id", SourceId::parse)?,
                path: row.text()?,
                title: row.text()?,
                digest: row.digest()?,
                pieces: row.text()?,
            })
        })
    }

    /// Sources of a kind that are there, belonging to one of these anchors (or anywhere) and lying under a path; newest first.
    pub fn newest_sources(&mut self, kind: &str, anchors: &[String], prefix: &str, limit: i64) -> Result<Vec<Source>> {
        let any = serde_json::to_string(anchors).map_err(|e| crate::StoreError::Other(e.to_string()))?;
        let sql = format!(
            "select {COLUMNS} from source where kind = ?1 and state = ?2 and (not exists (select 1 from json_each(?3)) or anchor in (select value from json_each(?3)))
             and substr(path, 1, length(?4)) = ?4 order by updated_at desc, id limit ?5"
        );
        self.many(&sql, args![kind, SourceState::Live.name(), any, prefix, limit], map)
    }

    /// Every version of a source, oldest first.
    pub fn revisions(&mut self, source: i64) -> Result<Vec<Revision>> {
        self.many(REVISIONS, args![source], |mut row| {
            Ok(Revision {
                revision: row.int()?,
                path: row.text()?,
                digest: row.digest()?,
                change: row.text()?,
                principal: row.text()?,
                recorded_at: row.moment()?,
            })
        })
    }

    /// What another name of a repository stands for.
    pub fn anchor_of(&mut self, alias: &str) -> Result<Option<Anchor>> {
        self.one(ALIAS, args![alias], |mut row| row.parsed("anchor", Anchor::parse))
    }
}

impl Txn<'_> {
    /// Keeps a source as it is now.
    pub fn put_source(&mut self, source: &Source) -> Result<()> {
        let s = source;
        self.db.execute(
            PUT,
            args![
                s.n,
                s.id.as_str(),
                s.anchor.to_string(),
                &s.path,
                &s.title,
                &s.kind,
                s.digest,
                &s.pieces,
                s.state.name(),
                s.revision,
                &s.principal,
                s.first_seen_at,
                s.updated_at
            ],
        )?;
        Ok(())
    }

    /// Writes down what happened to a source.
    pub fn put_revision(&mut self, source: &Source, change: &str) -> Result<()> {
        let s = source;
        self.db.execute(REVISION_PUT, args![s.n, s.revision, &s.path, s.digest, change, &s.principal, s.updated_at])?;
        Ok(())
    }

    /// Remembers another name of a repository.
    pub fn put_alias(&mut self, alias: &str, anchor: &Anchor) -> Result<()> {
        self.db.execute(ALIAS_PUT, args![alias, anchor.to_string()])?;
        Ok(())
    }

    /// Lets this transaction's entry bind what a revision brought, as it stands now. Nothing left is bound as nothing.
    pub fn bind_revision(&mut self, source: &SourceId, n: i64, revision: i64) -> Result<()> {
        let mut brought = Brought::default();
        let mut any = false;
        self.view.db.each(BROUGHT, args![n, revision], &mut |row| {
            let evidence = evidence::map(row)?;
            any = true;
            brought.add(evidence.id.as_str(), evidence.digest());
            Ok(())
        })?;
        self.bind_brought(source, revision, any.then_some(brought));
        Ok(())
    }

    /// The same for a revision that this transaction brings, which knows what it brought without reading it back.
    pub fn bind_brought(&mut self, source: &SourceId, revision: i64, brought: Option<Brought>) {
        self.after.insert(revision_name(source, revision), brought.map_or(Digest::ZERO, Brought::digest));
    }
}
