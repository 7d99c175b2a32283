//! SQLite: one file, mode 0600, write-ahead log. The only place that knows `rusqlite`.

use super::{Among, Backend, Keep, schema_copy, sqlite_words};
use crate::{
    error::{Result, StoreError},
    value::{Cell, Cells, Row, Value, not_utf8},
    words::Counted,
};
use rusqlite::{
    Connection, ErrorCode, OpenFlags,
    backup::{Backup, Progress, StepResult},
    config::DbConfig,
    params_from_iter,
    types::{ToSqlOutput, ValueRef},
};
use std::{
    fs::{File, OpenOptions},
    io::ErrorKind,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

/// How long a writer waits for the one before it.
const BUSY_WAIT: Duration = Duration::from_secs(60);

/// Pages copied between two reports of progress.
const COPY_PAGES: i32 = 1_024;

/// `secure_delete` overwrites what is deleted; `synchronous = full` means that what was acknowledged survives a power cut.
const PRAGMAS: &str =
    "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; pragma temp_store = memory;";

/// While much is written: pages that are written again and again stay in memory, and the log is written back less often.
const ROOMY: &str = "pragma cache_size = -131072; pragma wal_autocheckpoint = 16000;";
/// What SQLite takes by itself.
const PLAIN: &str = "pragma cache_size = -2000; pragma wal_autocheckpoint = 1000;";

/// One word at a time: nothing travels, so there is nothing to gather. Most are known, and then only the row is looked for.
const COUNT_KNOWN: &str = "update lexicon set items = items + ?2, past = past + ?3 where id = ?1";
const COUNT_NEW: &str = "insert into lexicon (id, word, stem, items, past) values (?1, ?2, ?3, ?4, ?5)";

/// The widest row that is scanned; it is laid out on the stack, a million times a second.
const SCAN_COLUMNS_MAX: usize = 20;

/// In SQLite this very spelling makes the key the row's own place. Any other makes a second tree, which every append
/// would write to and every scan of the ledger would go through.
const PLACE: &str = "integer primary key";

/// The name that every SQLite knows for joining texts. Views are read by whatever program a person opens the file with.
const JOINED: &str = "group_concat(";

/// How much a transaction does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Reads,
    Writes,
    WritesMuch,
}

pub(crate) struct Sqlite {
    connection: Connection,
    path: PathBuf,
    /// Whether it holds more memory than it needs between transactions.
    roomy: bool,
    /// What the present transaction does.
    extent: Extent,
    /// Whether what is being written may be lost in a power cut.
    noting: bool,
}

impl Sqlite {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        // The file is made here, not by SQLite, so that it is private from its first byte; the log and the shared
        // memory beside it take their mode from it.
        let made = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path);
        made.map_err(|e| opening(path, &e))?;
        let _turn = lock(path)?; // switching a fresh file to WAL is not covered by the busy wait
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(BUSY_WAIT)?;
        connection.set_prepared_statement_cache_capacity(128);
        connection.execute_batch(PRAGMAS)?;
        // Without this a statement with `limit ?` is planned anew each time it is run, which can cost more than running it.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(Self { connection, path: path.to_owned(), roomy: false, extent: Extent::Reads, noting: false })
    }

    /// Opens a file that is there, for reading only.
    pub(crate) fn open_to_read(path: &Path) -> Result<Self> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(BUSY_WAIT)?;
        Ok(Self { connection, path: path.to_owned(), roomy: false, extent: Extent::Reads, noting: false })
    }

    /// Runs a statement without arguments that is said over and over: every call begins and ends something.
    fn say(&self, sql: &str) -> Result<()> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    /// From here on what is acknowledged survives a power cut again.
    fn end_note(&mut self) -> Result<()> {
        if self.noting {
            self.connection.execute_batch("pragma synchronous = full")?;
            self.noting = false;
        }
        Ok(())
    }

    /// Gives back the room that large transactions took, after the first that is not large: to give it back after each of a
    /// hundred batches would mean to read the same pages a hundred times.
    fn give_room_back(&mut self) {
        if self.roomy && self.extent == Extent::Writes {
            // The transaction has ended either way; what cannot be given back now is given back after the next.
            self.roomy = self.connection.execute_batch(PLAIN).is_err();
        }
    }

    /// Copies the whole database, as of now, into a new file. Writers go on meanwhile.
    pub(crate) fn copy_to(&self, target: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<()> {
        let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(target);
        made.map_err(|e| opening(target, &e))?;
        let mut copy = Connection::open(target)?;
        // One snapshot for the whole copy: without it every write of another process would start the copy over.
        self.connection.execute_batch("begin; select count(*) from sqlite_schema;")?;
        let copied = copy_pages(&self.connection, &mut copy, progress);
        self.connection.execute_batch("rollback")?;
        copied?;
        copy.execute_batch("pragma journal_mode = delete;")?; // a backup is one file
        Ok(())
    }

    /// Leaves one file: the log is written back, and the lock beside it goes too.
    pub(crate) fn settle(self) -> Result<()> {
        self.connection.execute_batch("pragma journal_mode = delete;")?;
        drop(self.connection);
        let lock = lock_path(&self.path);
        std::fs::remove_file(&lock).map_err(|e| opening(&lock, &e))
    }
}

fn copy_pages(from: &Connection, to: &mut Connection, progress: &mut dyn FnMut(u64, u64)) -> Result<()> {
    let backup = Backup::new(from, to)?;
    loop {
        let step = backup.step(COPY_PAGES)?;
        let Progress { remaining, pagecount } = backup.progress();
        let total = u64::try_from(pagecount).unwrap_or(0);
        progress(total.saturating_sub(u64::try_from(remaining).unwrap_or(0)), total);
        match step {
            StepResult::Done => return Ok(()),
            StepResult::Busy | StepResult::Locked => return Err(StoreError::Busy), // the busy wait is over by then
            _ => {}
        }
    }
}

/// What a failed opening is to the rest of the store.
pub(super) fn opening(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly(format!("{}: {error}", path.display())),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
        _ => StoreError::Unreachable(format!("{}: {error}", path.display())),
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

fn lock(path: &Path) -> Result<File> {
    let path = lock_path(path);
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path).map_err(|e| opening(&path, &e))?;
    file.lock().map_err(|e| StoreError::Other(format!("locking failed: {e}")))?;
    Ok(file)
}

impl Backend for Sqlite {
    fn begin_read(&mut self) -> Result<()> {
        self.extent = Extent::Reads;
        self.say("begin")
    }
    fn begin_write(&mut self) -> Result<()> {
        self.extent = Extent::Writes;
        self.say("begin immediate")
    }
    fn begin_note(&mut self, wait: bool) -> Result<bool> {
        // In a log that is written ahead, what follows is never kept without what went before.
        self.connection.execute_batch("pragma synchronous = normal")?;
        self.noting = true;
        if !wait {
            self.connection.busy_timeout(std::time::Duration::ZERO)?;
        }
        let begun = self.say("begin immediate");
        self.connection.busy_timeout(BUSY_WAIT)?;
        match begun {
            Ok(()) => Ok(true),
            Err(failed) => {
                self.end_note()?;
                if !wait && matches!(failed, StoreError::Busy) { Ok(false) } else { Err(failed) }
            }
        }
    }
    fn expect_much(&mut self) -> Result<()> {
        self.extent = Extent::WritesMuch;
        if !self.roomy {
            self.connection.execute_batch(ROOMY)?;
            self.roomy = true;
        }
        Ok(())
    }
    fn commit(&mut self) -> Result<()> {
        self.say("commit")?;
        self.give_room_back();
        self.end_note()
    }
    fn rollback(&mut self) -> Result<()> {
        // A full or failing disk makes SQLite end a transaction by itself. What was set for its sake ends here either way.
        if !self.connection.is_autocommit() {
            self.say("rollback")?;
        }
        self.give_room_back();
        self.end_note()
    }
    fn execute(&mut self, sql: &str, args: &[Value]) -> Result<u64> {
        Ok(self.connection.prepare_cached(sql)?.execute(params_from_iter(args))? as u64)
    }
    fn query(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        self.each(sql, args, &mut |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }
    fn each(&mut self, sql: &str, args: &[Value], take: &mut dyn FnMut(Row) -> Result<()>) -> Result<()> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let width = statement.column_count();
        let mut rows = statement.query(params_from_iter(args))?;
        while let Some(row) = rows.next()? {
            let values = (0..width).map(|i| value(row.get_ref(i)?)).collect::<Result<Vec<_>>>()?;
            take(Row::new(values))?;
        }
        Ok(())
    }
    fn scan(&mut self, sql: &str, args: &[Value], take: &mut dyn FnMut(Cells<'_>) -> Result<()>) -> Result<()> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let width = statement.column_count();
        let mut rows = statement.query(params_from_iter(args))?;
        while let Some(row) = rows.next()? {
            let mut cells = [Cell::Null; SCAN_COLUMNS_MAX];
            let cells = cells.get_mut(..width).ok_or_else(|| StoreError::Other(format!("a scan of {width} columns; {SCAN_COLUMNS_MAX} at most")))?;
            for (column, place) in cells.iter_mut().enumerate() {
                *place = cell(row.get_ref(column)?)?;
            }
            take(Cells(cells))?;
        }
        Ok(())
    }
    fn batch(&mut self, sql: &str) -> Result<()> {
        Ok(self.connection.execute_batch(&sql.replace("bigint primary key", PLACE).replace("string_agg(", JOINED))?)
    }
    fn begin_migration(&mut self, schema: i64, keep: Keep) -> Result<Option<PathBuf>> {
        // Nobody writes from here on, so the copy is the very state that the migration begins from.
        self.begin_write()?;
        if keep == Keep::Nothing {
            return Ok(None);
        }
        let path = self.path.clone();
        match schema_copy::make(self, &path, schema) {
            Ok(copy) => Ok(Some(copy)),
            Err(why) => {
                self.rollback()?;
                Err(StoreError::NotCopied { schema, why: Box::new(why) })
            }
        }
    }
    fn migrate(&mut self, apply: &mut dyn FnMut(&mut dyn Backend) -> Result<()>) -> Result<()> {
        let _turn = lock(&self.path)?;
        apply(self)
    }
    fn word_schema(&self) -> &'static str {
        include_str!("sqlite.sql")
    }
    fn count_words(&mut self, counted: &[Counted]) -> Result<()> {
        let (mut known, mut new) = (self.connection.prepare_cached(COUNT_KNOWN)?, self.connection.prepare_cached(COUNT_NEW)?);
        for c in counted {
            if known.execute((c.id, c.items, c.past))? == 0 {
                new.execute((c.id, &c.word, &c.stem, c.items, c.past))?;
            }
        }
        Ok(())
    }
    fn put_words(&mut self, text: i64, words: &str) -> Result<()> {
        self.connection.prepare_cached("insert into code_words (rowid, words) values (?1, ?2)")?.execute((text, words))?;
        Ok(())
    }
    fn drop_words(&mut self, text: i64) -> Result<()> {
        self.connection.prepare_cached("delete from code_words where rowid = ?1")?.execute([text])?;
        Ok(())
    }
    fn find_words(&mut self, words: &[(&str, f64)], among: Option<&Among>, limit: i64) -> Result<Vec<(i64, f64)>> {
        sqlite_words::find(&self.connection, words, among, usize::try_from(limit).unwrap_or(0))
    }
    fn scrub(&mut self) -> Result<()> {
        // The words of a file are only marked when it leaves, until what is left is written anew.
        self.connection.execute_batch("insert into code_words (code_words) values ('optimize')")?;
        // Deleted cells were overwritten as they were deleted; pages that became free, and the log, still hold copies.
        self.connection.execute_batch("vacuum")?;
        // A reader elsewhere keeps the log from being emptied, and SQLite says so in a row, not as an error.
        let busy: i64 = self.connection.query_row("pragma wal_checkpoint(truncate)", [], |row| row.get(0))?;
        if busy == 0 { Ok(()) } else { Err(StoreError::StillRead) }
    }
    fn size_bytes(&mut self) -> Result<i64> {
        Ok(self.connection.query_row("select page_count * page_size from pragma_page_count(), pragma_page_size()", [], |row| row.get(0))?)
    }
    fn name(&self) -> &'static str {
        "sqlite"
    }
}

fn value(found: ValueRef<'_>) -> Result<Value> {
    Ok(match cell(found)? {
        Cell::Int(int) => Value::Int(int),
        Cell::Text(bytes) => Value::from(std::str::from_utf8(bytes).map_err(|_| not_utf8())?),
        Cell::Blob(bytes) => Value::from(bytes),
        Cell::Null => Value::Null,
    })
}

fn cell(found: ValueRef<'_>) -> Result<Cell<'_>> {
    match found {
        ValueRef::Integer(int) => Ok(Cell::Int(int)),
        ValueRef::Text(bytes) => Ok(Cell::Text(bytes)),
        ValueRef::Blob(bytes) => Ok(Cell::Blob(bytes)),
        ValueRef::Null => Ok(Cell::Null),
        ValueRef::Real(_) => Err(StoreError::Damaged("a row holds a fraction, which no column is for".into())),
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Int(int) => int.to_sql(),
            Self::Text(text) => text.to_sql(),
            Self::Blob(bytes) => bytes.0.to_sql(),
            Self::Null => rusqlite::types::Null.to_sql(),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        let extended = error.sqlite_error().map(|e| e.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DiskFull) => Self::Full,
            // Growing the shared memory beside the database fails for want of space, and has a code of its own.
            _ if extended == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => Self::ReadOnly(text),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(text),
            Some(ErrorCode::ConstraintViolation) => Self::Conflict(text),
            _ => Self::Other(text),
        }
    }
}
