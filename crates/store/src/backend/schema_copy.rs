//! Copies a SQLite palace beside itself before its schema is brought up to date, and verifies the copy.
//!
//! The copy is made while the migration's transaction holds the write lock, so it is the very state that the migration begins
//! from. It stays under a name of its own until it is verified. Not here: who shows that it was made; see [`crate::Migrating`].

use super::{Backend, sqlite::Sqlite};
use crate::{
    error::{Result, StoreError},
    migrate,
    value::Value,
};
use std::{
    fs::{self, File},
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// Copies that are kept beside a palace: those of its last migrations.
const COPIES_MAX: usize = 2;
/// More than are ever there: those that cannot be removed are passed by.
const NUMBERS_MAX: u32 = 1_000;
/// How a copy's name ends until it is verified.
const UNVERIFIED: &str = "unverified";
/// What stands between the palace's name and the schema.
const MARK: &str = ".schema-";
const CHECK: &str = "pragma quick_check(1)";
const TIP: &str = "select seq, hash from ledger order by seq desc limit 1";

/// Copies the file of a connection that holds the write lock, and verifies the copy. Answers where it is.
pub(super) fn make(db: &mut Sqlite, palace: &Path, schema: i64) -> Result<PathBuf> {
    // Processes that are killed while they migrate leave a copy each, and must not fill the disk.
    keep(palace, COPIES_MAX - 1);
    let free = |number: &u32| name(palace, schema, *number).symlink_metadata().is_err_and(|e| e.kind() == ErrorKind::NotFound);
    let number = (1..NUMBERS_MAX).find(free).ok_or_else(|| StoreError::Other("no name is free for it".into()))?;
    let copy = name(palace, schema, number);
    let growing = copy.with_extension(UNVERIFIED);
    // Whoever left one behind is gone: migrations have a lock of their own. A journal would be played back into the next.
    remove(&growing)?;
    remove(&growing.with_extension(format!("{UNVERIFIED}-journal")))?;
    let made = fill(db, palace, &growing, schema).and_then(|()| {
        fs::rename(&growing, &copy).map_err(|e| failed(&copy, &e))?;
        let folder = copy.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|e| failed(folder, &e))
    });
    if made.is_err() {
        // Nothing is left of a copy that failed; the first failure is the one to show.
        let _ = remove(&growing).and_then(|()| remove(&copy));
    }
    made.map(|()| copy)
}

fn fill(db: &mut Sqlite, palace: &Path, growing: &Path, schema: i64) -> Result<()> {
    // Another connection reads: SQLite copies nothing from one that is writing.
    Sqlite::open_to_read(palace)?.copy_to(growing, &mut |_, _| {})?;
    let mut copy = Sqlite::open_to_read(growing)?;
    let wrong = |what: String| StoreError::Other(format!("the copy at {} {what}", growing.display()));
    let check = first(&mut copy, CHECK)?;
    if check != [Value::from("ok")] {
        return Err(wrong(format!("does not pass SQLite's own check: {check:?}")));
    }
    let (found, tips) = (migrate::version(&mut copy)?, (first(&mut copy, TIP)?, first(db, TIP)?));
    if found != schema || tips.0 != tips.1 {
        return Err(wrong(format!("has schema {found} and ledger head {:?}; the palace has {schema} and {:?}", tips.0, tips.1)));
    }
    Ok(())
}

fn first(db: &mut Sqlite, sql: &str) -> Result<Vec<Value>> {
    Ok(db.query(sql, &[])?.first().map(|row| row.rest().to_vec()).unwrap_or_default())
}

/// Where a copy lies: `palace.schema-19.db` beside `palace.db`, and `palace.schema-19.2.db` while that one is kept.
fn name(palace: &Path, schema: i64, number: u32) -> PathBuf {
    let number = if number == 1 { String::new() } else { format!(".{number}") };
    palace.with_file_name(format!("{}{schema}{number}.db", beginning(palace)))
}

fn beginning(palace: &Path) -> String {
    format!("{}{MARK}", palace.file_stem().unwrap_or_default().to_string_lossy())
}

/// The copies beside a palace, oldest schema first, unfinished ones too.
pub(crate) fn all(palace: &Path) -> Vec<PathBuf> {
    let folder = palace.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let begins = beginning(palace);
    let numbered = |name: &str| -> Option<(i64, u32)> {
        let rest = name.strip_prefix(&begins)?;
        let rest = rest.strip_suffix(".db").or_else(|| rest.strip_suffix(UNVERIFIED)?.strip_suffix('.'))?;
        let (schema, number) = rest.split_once('.').unwrap_or((rest, "1"));
        Some((schema.parse().ok()?, number.parse().ok()?))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut found: Vec<_> = entries.filter_map(|entry| Some((numbered(entry.file_name().to_str()?)?, entry.path()))).collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// Removes all but so many of the newest copies. One that cannot be removed is no reason to fail.
fn keep(palace: &Path, newest: usize) {
    let copies = all(palace);
    for old in &copies[..copies.len().saturating_sub(newest)] {
        let _ = remove(old);
    }
}

/// Removes a copy, if it is there.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(path, &error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    super::sqlite::opening(path, error)
}
