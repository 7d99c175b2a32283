//! What a database has to offer. Everything above is the same text on both.

pub(crate) mod postgres;
pub(crate) mod sqlite;

use crate::{
    error::Result,
    value::{Cell, Cells, Row, Value},
};

/// A connection. Statements use `?1`, `?2`… because SQLite numbers `$n` by first appearance.
pub trait Backend: Send {
    /// Begins reading from one snapshot.
    fn begin_read(&mut self) -> Result<()>;
    /// Begins writing, alone: waits for whoever writes now.
    fn begin_write(&mut self) -> Result<()>;
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
    /// Migrates under the database's own lock, so that many processes may open a fresh palace at once.
    fn migrate(&mut self, apply: &mut dyn FnMut(&mut dyn Backend) -> Result<()>) -> Result<()>;
    /// What people call it.
    fn name(&self) -> &'static str;
}
