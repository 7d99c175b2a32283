//! Sources that are databases: the application opens them and answers for their tables.
//!
//! Not here: SQLite. Whoever can answer `select` is good enough, and nothing but `select` is ever asked.

use super::{Format, Reading, Unreadable, claude_mem, cursor, mempal, opencode};
use serde_json::{Map, Value};

/// How many rows are asked for at once.
const PAGE_ROWS: usize = 5_000;
const NAMES: &str = "select name from sqlite_master where type = 'table' order by name";

/// A database that answers.
pub trait Tables {
    /// The rows of a `select`, or why there are none.
    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Cell>>, String>;
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A whole number.
    Int(i64),
    /// Any other number.
    Real(f64),
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Nothing.
    Null,
}

/// Verifies that a database can be read at all.
pub fn check(tables: &mut dyn Tables) -> Result<(), String> {
    tables.rows(NAMES).map(drop)
}

/// Whose database it is, by its tables.
pub fn recognise(tables: &mut dyn Tables) -> Option<Format> {
    let rows = tables.rows(NAMES).ok()?;
    let names: Vec<&str> =
        rows.iter().filter_map(|row| row.first()).filter_map(|cell| if let Cell::Text(name) = cell { Some(name.as_str()) } else { None }).collect();
    let has = |wanted: &[&str]| wanted.iter().all(|name| names.contains(name));
    match () {
        () if has(&["drawers", "triples"]) => Some(Format::Mempal),
        () if has(&["observations", "session_summaries"]) => Some(Format::ClaudeMem),
        () if has(&["cursorDiskKV"]) => Some(Format::Cursor),
        () if has(&["session", "message", "part"]) => Some(Format::Opencode),
        () => None,
    }
}

/// Reads a database. `path` names it within its source, and names the documents that come out.
pub fn read(format: Format, path: &str, tables: &mut dyn Tables) -> Result<Reading, Unreadable> {
    let outcome = match format {
        Format::Mempal => mempal::read_tables(path, tables),
        Format::ClaudeMem => claude_mem::read_tables(path, tables),
        Format::Cursor => cursor::read_tables(path, tables),
        Format::Opencode => opencode::read_tables(path, tables),
        _ => Err("no database is known of it".to_owned()),
    };
    let mut reading = outcome.map_err(|why| Unreadable::new(format, path, why))?;
    reading.settle();
    Ok(reading)
}

/// Gives each row of a table as an object of the columns that it has out of those asked for, page by page. A table that
/// is not there has no rows: versions differ.
pub(crate) fn rows_of(tables: &mut dyn Tables, table: &str, columns: &[&str], mut take: impl FnMut(Value)) -> Result<(), String> {
    let there = tables.rows(&format!("select name from pragma_table_info('{table}')"))?;
    let there = |name: &str| there.iter().any(|row| matches!(row.first(), Some(Cell::Text(found)) if found == name));
    let columns: Vec<&str> = columns.iter().copied().filter(|name| there(name)).collect();
    if columns.is_empty() {
        return Ok(());
    }
    let names = columns.iter().fold(String::new(), |names, name| names + ", \"" + name + "\"");
    let mut after = i64::MIN;
    loop {
        let page = tables.rows(&format!("select rowid{names} from \"{table}\" where rowid > {after} order by rowid limit {PAGE_ROWS}"))?;
        let is_last = page.len() < PAGE_ROWS;
        for row in page {
            let mut cells = row.into_iter();
            match cells.next() {
                // Whoever answers must move on, or this would never end.
                Some(Cell::Int(rowid)) if rowid > after => after = rowid,
                _ => return Err(format!("table `{table}` gives its rows in no order")),
            }
            take(Value::Object(columns.iter().map(|name| (*name).to_owned()).zip(cells.map(value)).collect::<Map<_, _>>()));
        }
        if is_last {
            return Ok(());
        }
    }
}

fn value(cell: Cell) -> Value {
    match cell {
        Cell::Int(whole) => Value::from(whole),
        Cell::Real(real) => Value::from(real),
        Cell::Text(text) => Value::String(text),
        Cell::Bytes(bytes) => Value::String(String::from_utf8_lossy(&bytes).into_owned()),
        Cell::Null => Value::Null,
    }
}
