//! Another program's SQLite file, read and never touched: how its memories move in.
//!
//! Not here: what its tables mean. The answers are plain cells, and whoever asks knows the other program.

use crate::error::{Result, StoreError};
use rusqlite::{Connection, OpenFlags, types::ValueRef};
use std::{fmt::Write, os::unix::ffi::OsStrExt, path::Path};

/// Somebody else's database.
#[derive(Debug)]
pub struct Foreign(Connection);

/// One value of a foreign row. Theirs may be a fraction; ours never are.
#[derive(Clone, Debug, PartialEq)]
pub enum ForeignCell {
    /// A whole number.
    Int(i64),
    /// Any other number.
    Real(f64),
    /// Text. What is not UTF-8 in it is replaced.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Nothing.
    Null,
}

impl Foreign {
    /// Opens a file for reading alone.
    pub fn open(path: &Path) -> Result<Self> {
        // `immutable` leaves no lock and no file beside theirs. But it does not look at their log either, so a database
        // whose log still holds something is read the way its own program reads it.
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let logged = std::fs::metadata(&log).is_ok_and(|found| found.len() > 0);
        let uri = format!("file:{}?mode=ro{}", escaped(path), if logged { "" } else { "&immutable=1" });
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(uri, flags)?;
        // The file may have been made to harm its reader: its schema may call nothing.
        connection.execute_batch("pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on;")?;
        Ok(Self(connection))
    }

    /// The rows of a `select`.
    pub fn rows(&self, sql: &str) -> Result<Vec<Vec<ForeignCell>>> {
        let mut statement = self.0.prepare(sql)?;
        if !statement.readonly() {
            return Err(StoreError::Other("only questions may be asked of another program's database".into()));
        }
        let columns = statement.column_count();
        let mut found = statement.query([])?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            rows.push((0..columns).map(|column| Ok(cell(row.get_ref(column)?))).collect::<Result<_>>()?);
        }
        Ok(rows)
    }
}

fn cell(value: ValueRef<'_>) -> ForeignCell {
    match value {
        ValueRef::Null => ForeignCell::Null,
        ValueRef::Integer(int) => ForeignCell::Int(int),
        ValueRef::Real(real) => ForeignCell::Real(real),
        ValueRef::Text(text) => ForeignCell::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => ForeignCell::Bytes(bytes.to_vec()),
    }
}

/// A path as a URI has it: `?` and `#` would end it.
fn escaped(path: &Path) -> String {
    path.as_os_str().as_bytes().iter().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(byte) {
            text.push(char::from(*byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}
