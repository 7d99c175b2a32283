//! Another program's database, answering the questions of the `ingest` crate.
//!
//! Not here: SQLite, which the store alone knows.

use ingest::format::{Cell, Tables};
use store::{Foreign, ForeignCell, StoreError};

/// A database that was opened for reading.
#[derive(Debug)]
pub struct Opened(Foreign);

impl Opened {
    /// Opens a file.
    pub fn open(path: &std::path::Path) -> Result<Self, StoreError> {
        Foreign::open(path).map(Self)
    }
}

impl Tables for Opened {
    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Cell>>, String> {
        let rows = self.0.rows(sql).map_err(|error| error.to_string())?;
        Ok(rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect())
    }
}

fn cell(cell: ForeignCell) -> Cell {
    match cell {
        ForeignCell::Int(int) => Cell::Int(int),
        ForeignCell::Real(real) => Cell::Real(real),
        ForeignCell::Text(text) => Cell::Text(text),
        ForeignCell::Bytes(bytes) => Cell::Bytes(bytes),
        ForeignCell::Null => Cell::Null,
    }
}
