//! What a database has to offer. Everything above is the same text on both.

pub(crate) mod foreign;
mod horizon;
pub(crate) mod postgres;
pub(crate) mod schema_copy;
pub(crate) mod sqlite;
mod sqlite_words;

use crate::{
    error::Result,
    value::{Cell, Cells, Row, Value, args},
    words::Counted,
};
use std::path::PathBuf;

const POSTING_PUT: &str = "insert into posting (n, data) values (?1, ?2) on conflict (n) do update set data = excluded.data";

/// What is kept of a palace before its schema changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// A copy beside it.
    Copy,
    /// Nothing: it is itself a copy that somebody made.
    Nothing,
}

/// A condition on items, as SQL that gives their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Among {
    /// `select n from item …`, with `?1`… for its arguments.
    pub sql: String,
    /// Its arguments.
    pub args: Vec<Value>,
}

/// A connection. Statements use `?1`, `?2`… because SQLite numbers `$n` by first appearance.
pub trait Backend: Send {
    /// Begins reading from one snapshot.
    fn begin_read(&mut self) -> Result<()>;
    /// Begins writing, alone: waits for whoever writes now.
    fn begin_write(&mut self) -> Result<()>;
    /// Begins writing something that may be lost in a power cut, though nothing that follows it may be kept without it. Unless told to
    /// wait it answers `false` at once while somebody else writes.
    fn begin_note(&mut self, wait: bool) -> Result<bool>;
    /// Makes room for a transaction that writes much; the room is given back when it ends.
    fn expect_much(&mut self) -> Result<()> {
        Ok(())
    }
    /// Keeps what was written.
    fn commit(&mut self) -> Result<()>;
    /// Forgets what was written.
    fn rollback(&mut self) -> Result<()>;
    /// Runs a statement; answers how many rows it touched.
    fn execute(&mut self, sql: &str, args: &[Value]) -> Result<u64>;
    /// Runs a query.
    fn query(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Row>>;
    /// Runs a query and hands over each row as it comes, for lists too long to hold.
    fn each(&mut self, sql: &str, args: &[Value], row: &mut dyn FnMut(Row) -> Result<()>) -> Result<()>;
    /// Runs a query and shows each row where it lies, for lists so long that copying them would cost more than using them.
    fn scan(&mut self, sql: &str, args: &[Value], row: &mut dyn FnMut(Cells<'_>) -> Result<()>) -> Result<()> {
        self.each(sql, args, &mut |found| row(Cells(&found.rest().iter().map(Cell::from).collect::<Vec<_>>())))
    }
    /// Runs several statements that take no arguments.
    fn batch(&mut self, sql: &str) -> Result<()>;
    /// Begins the transaction that brings a palace of an older schema up to date. A palace that is a file is copied beside itself
    /// first where `keep` says so, and the answer is where the verified copy lies.
    fn begin_migration(&mut self, schema: i64, keep: Keep) -> Result<Option<PathBuf>> {
        let (_, _) = (schema, keep);
        self.batch("begin").map(|()| None)
    }
    /// Migrates under the database's own lock, so that many processes may open a fresh palace at once.
    fn migrate(&mut self, apply: &mut dyn FnMut(&mut dyn Backend) -> Result<()>) -> Result<()>;
    /// The table of words of source files, which every database makes in its own way.
    fn word_schema(&self) -> &'static str;
    /// Adds to the counts of words in the lexicon; those that are not there come in.
    fn count_words(&mut self, counted: &[Counted]) -> Result<()>;
    /// Puts rows of the index of words under their numbers, in place of those that are there.
    fn put_postings(&mut self, rows: Vec<(i64, Vec<u8>)>) -> Result<()> {
        rows.into_iter().try_for_each(|(n, data)| self.execute(POSTING_PUT, args![n, data]).map(drop))
    }
    /// Puts the words of a source file where they are found.
    fn put_words(&mut self, text: i64, words: &str) -> Result<()>;
    /// Takes them off again.
    fn drop_words(&mut self, text: i64) -> Result<()>;
    /// Source files that hold any of these words, best first, and of equals the oldest. A word's weight says how much it tells; one that
    /// few files hold tells more.
    fn find_words(&mut self, words: &[(&str, f64)], among: Option<&Among>, limit: i64) -> Result<Vec<(i64, f64)>>;
    /// Gives back the space of what was deleted, and leaves nothing readable in it.
    fn scrub(&mut self) -> Result<()>;
    /// How many bytes it takes.
    fn size_bytes(&mut self) -> Result<i64>;
    /// What people call it.
    fn name(&self) -> &'static str;
}
