//! Conversations that wait to be kept. A client that is about to shorten one waits only until it is put away; a program of its
//! own then cuts it, takes its secrets out and indexes it, which takes longer the longer the conversation is.
//!
//! Each is one file of the home, whose first line says where it was held. It is removed once it is kept. What cannot be kept
//! stays, with the reason beside it, and is tried again when the next session starts.

use super::Asked;
use crate::{
    desk::Desk,
    home::{Home, failed},
};
use engine::contained;
use kernel::{
    actor::Mode,
    refusal::{Code, Refusal},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::{self, OpenOptions},
    io::Write,
    os::unix::{
        fs::{DirBuilderExt, OpenOptionsExt},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, SystemTime},
};
use store::Place;

/// The folder of these files.
const FOLDER: &str = "hooks/waiting";
/// Held by whoever files, so that nobody files the same twice.
pub(super) const LOCK: &str = "hooks/filing.lock";
/// How the name of a reason ends.
const WHY: &str = "why";
/// The same for what is being written.
const HALF: &str = "half";
/// Nobody writes for longer: what is half-written since then was left behind.
const WRITING: Duration = Duration::from_hours(1);

/// Where a conversation was held.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Label {
    /// The folder that was worked in.
    pub(super) folder: PathBuf,
    /// The client's own file of it, or `-`.
    pub(super) path: PathBuf,
    /// The client.
    pub(super) client: String,
}

/// Puts a conversation away until it is kept. It is there whole or not at all.
pub(super) fn put_away(home: &Home, label: &Label, bytes: &[u8]) -> Result<(), Refusal> {
    let folder = home.file(FOLDER);
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(|e| failed(&folder, &e))?;
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros();
    let path = folder.join(format!("{since:020}-{}", std::process::id()));
    let half = path.with_extension(HALF);
    let write = || -> std::io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&half)?;
        serde_json::to_writer(&mut file, label)?;
        file.write_all(b"\n")?;
        file.write_all(bytes)?;
        fs::rename(&half, &path)
    };
    write().map_err(|e| failed(&path, &e))
}

/// Has what waits kept, by a program that outlives this one. What cannot be started now is at the next session start.
pub(super) fn start(asked: &Asked, home: &Home) -> std::io::Result<()> {
    if waiting(home).is_empty() {
        return Ok(());
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["hook", asked.event.name(), "--client", asked.client.id, "--filing", "--home"]).arg(std::path::absolute(home.dir())?);
    if let Some(user) = &asked.user {
        command.args(["--user", user]);
    }
    // An address may hold a password, and everyone can see what a program was started with.
    if let Some(Place::Database(database)) = &asked.database {
        command.env("PALACE_DATABASE_URL", database);
    }
    // A group of its own: a client that ends its hooks does not mean this one.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn().map(drop)
}

/// Keeps all that waits; gives how many could not be.
pub(super) fn file_all(asked: &Asked, home: &Home) -> Result<usize, Refusal> {
    if !home.file(FOLDER).is_dir() {
        return Ok(0); // nothing was ever put away
    }
    let lock = home.file(LOCK);
    let held = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&lock).map_err(|e| failed(&lock, &e))?;
    held.lock().map_err(|e| failed(&lock, &e))?;
    for path in named(home, Some(HALF)) {
        let age = path.metadata().and_then(|found| found.modified()).ok().and_then(|at| at.elapsed().ok());
        if age.is_some_and(|age| age > WRITING) {
            let _ = fs::remove_file(path);
        }
    }
    let (mut tried, mut left) = (BTreeSet::new(), 0);
    // More may come while one is kept.
    while let Some(path) = waiting(home).into_iter().find(|path| !tried.contains(path)) {
        let reason = path.with_extension(WHY);
        let filed =
            contained(|| file(asked, home, &path)).unwrap_or_else(|fault| Err(Code::Internal.refuse(path.display().to_string(), fault.to_string())));
        match filed {
            Ok(()) => {
                fs::remove_file(&path).map_err(|e| failed(&path, &e))?;
                let _ = fs::remove_file(reason); // there is one only if it was tried before
            }
            Err(refusal) => {
                left += 1;
                let told = format!("{}: {}", refusal.code().name(), refusal.what());
                OpenOptions::new()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .mode(0o600)
                    .open(&reason)
                    .and_then(|mut file| file.write_all(told.as_bytes()))
                    .map_err(|e| failed(&reason, &e))?;
            }
        }
        tried.insert(path);
    }
    Ok(left)
}

/// Why what still waits could not be kept, if anything was tried.
pub(crate) fn stuck(home: &Home) -> Option<String> {
    let why = waiting(home).iter().find_map(|path| fs::read_to_string(path.with_extension(WHY)).ok())?;
    Some(format!("a conversation could not be kept yet ({why}); it waits in {}", home.file(FOLDER).display()))
}

/// Every file of what waits, by its name in the home: also what is being written, and why something could not be kept.
pub(crate) fn all(home: &Home) -> Vec<(String, PathBuf)> {
    let files = fs::read_dir(home.file(FOLDER)).into_iter().flatten().flatten();
    let mut found: Vec<(String, PathBuf)> = files.map(|entry| (format!("{FOLDER}/{}", entry.file_name().to_string_lossy()), entry.path())).collect();
    found.sort();
    found
}

/// What waits, oldest first.
fn waiting(home: &Home) -> Vec<PathBuf> {
    let mut files = named(home, None);
    files.sort();
    files
}

/// The files whose names end so.
fn named(home: &Home, end: Option<&str>) -> Vec<PathBuf> {
    let files = fs::read_dir(home.file(FOLDER)).into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|path| path.extension() == end.map(OsStr::new)).collect()
}

fn file(asked: &Asked, home: &Home, path: &Path) -> Result<(), Refusal> {
    let bytes = fs::read(path).map_err(|e| failed(path, &e))?;
    let unread = |why: String| Code::InputInvalid.refuse(path.display().to_string(), format!("{}: {why}", path.display()));
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(|| unread("says nowhere where it was held".into()))?;
    let label: Label = serde_json::from_slice(&bytes[..end]).map_err(|e| unread(e.to_string()))?;
    // What is said belongs to where the work is done.
    std::env::set_current_dir(&label.folder).map_err(|e| failed(&label.folder, &e))?;
    let mut desk = Desk::open(home.clone(), Mode::Agent, asked.name(&label.client))?;
    let format = super::named(Some(&label.client)).and_then(|client| client.transcript);
    crate::commands::keep_transcript(&mut desk, label.path, bytes[end + 1..].to_vec(), format)
}
