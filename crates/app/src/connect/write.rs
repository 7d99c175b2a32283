//! The only place that touches files: following links no further than allowed, reading, backing up,
//! and replacing a file in one step.
//!
//! No locks are taken. Clients take none either; a file that changed since the plan is refused.

use super::{ConnectError, Plan};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// What [`apply`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The file.
    pub path: PathBuf,
    /// The copy of the file as it was; none for a new file, an empty one, or when nothing changed.
    pub backup: Option<PathBuf>,
}

/// Writes a plan: backs the file up, then replaces it in one step, with its permissions. New files
/// can be read by their owner only. A plan that changes nothing writes nothing.
pub fn apply(plan: &Plan) -> Result<Applied, ConnectError> {
    let path = &plan.path;
    if !plan.changed {
        return Ok(Applied { path: path.clone(), backup: None });
    }
    if resolve(&plan.root, &plan.asked)? != *path || read(path)? != plan.before {
        return Err(ConnectError::Moved { path: path.clone() });
    }
    if plan.gone {
        fs::remove_file(path).map_err(ConnectError::write(path))?;
        sync_directory(path);
        return Ok(Applied { path: path.clone(), backup: None });
    }
    let parent = path.parent().unwrap_or(&plan.root);
    fs::create_dir_all(parent).map_err(ConnectError::write(path))?;
    let backup = match &plan.before {
        Some(text) if !text.is_empty() => Some(back_up(path, text).map_err(ConnectError::write(path))?),
        _ => None,
    };
    replace(path, &plan.after).map_err(ConnectError::write(path))?;
    Ok(Applied { path: path.clone(), backup })
}

/// Where a path leads once every link is followed, refused when that is outside `root`.
pub(super) fn resolve(root: &Path, asked: &Path) -> Result<PathBuf, ConnectError> {
    let mut missing = Vec::new();
    let mut existing = asked;
    // A link that leads nowhere counts as existing, and fails below: creating its target would
    // be a write to a place nobody looked at.
    while existing.symlink_metadata().is_err() {
        match (existing.parent(), existing.file_name()) {
            (Some(parent), Some(name)) => {
                missing.push(name);
                existing = parent;
            }
            _ => break,
        }
    }
    let mut target = existing.canonicalize().map_err(ConnectError::read(existing))?;
    target.extend(missing.into_iter().rev());
    if target.starts_with(root) { Ok(target) } else { Err(ConnectError::Outside { path: asked.to_path_buf(), target, root: root.to_path_buf() }) }
}

/// The text of a file; none when there is no file.
pub(super) fn read(path: &Path) -> Result<Option<String>, ConnectError> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ConnectError::read(path)(error)),
        Ok(found) if !found.is_file() => {
            return Err(ConnectError::NotFile { path: path.to_path_buf() });
        }
        Ok(_) => {}
    }
    let bytes = fs::read(path).map_err(ConnectError::read(path))?;
    let text = String::from_utf8(bytes).map_err(|_| ConnectError::NotText { path: path.to_path_buf() })?;
    Ok(Some(text))
}

/// More copies than anybody has.
const BACKUPS_MAX: u32 = 1_000;

/// The copies that earlier changes left beside a file, newest first.
pub(super) fn backups(path: &Path) -> Vec<String> {
    let there = |number: &u32| beside(path, &format!(".palace-backup-{number}")).symlink_metadata().is_ok();
    let numbers: Vec<u32> = (1..BACKUPS_MAX).take_while(there).collect();
    numbers.into_iter().rev().filter_map(|number| read(&beside(path, &format!(".palace-backup-{number}"))).ok().flatten()).collect()
}

/// Copies the file beside itself under the first free number. A copy that already says the same is
/// used again, so that connecting and disconnecting in turn does not pile them up.
fn back_up(path: &Path, text: &str) -> io::Result<PathBuf> {
    for number in 1_u32.. {
        let backup = beside(path, &format!(".palace-backup-{number}"));
        match create(&backup) {
            Ok(mut file) => {
                let written = fill(&mut file, text, Some(path));
                return written.map(|()| backup.clone()).inspect_err(|_| {
                    let _ = fs::remove_file(&backup);
                });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let is_file = backup.symlink_metadata()?.is_file();
                if is_file && fs::read(&backup).is_ok_and(|old| old == text.as_bytes()) {
                    return Ok(backup);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there is no free backup name"))
}

/// Writes a temporary file in the same directory and renames it over the old one, so that a reader
/// sees the old text or the new text and never half of one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let (temporary, mut file) = create_temporary(path)?;
    let old = path.exists().then_some(path);
    let written = fill(&mut file, text, old).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_directory(path);
    Ok(())
}

/// A name left over from a run that was cut short is passed by, not reused.
fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 1_u32;
    loop {
        let temporary = beside(path, &format!(".palace-new-{number}"));
        match create(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(suffix);
    path.with_file_name(name)
}

/// Creates a file that was not there, for its owner only: `create_new` follows no link.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Fills a new file, safely on disk, with the owner and permissions of the one it stands for.
fn fill(file: &mut File, text: &str, like: Option<&Path>) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    if let Some(like) = like {
        let old = like.metadata()?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt as _, fchown};
            let new = file.metadata()?;
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                fchown(&*file, Some(old.uid()), Some(old.gid()))?;
            }
        }
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

/// A rename is on disk once its directory is. Its failure is not the caller's: the file has already
/// changed, and either name of it is whole.
fn sync_directory(path: &Path) {
    #[cfg(unix)]
    if let Some(directory) = path.parent().and_then(|parent| File::open(parent).ok()) {
        let _ = directory.sync_all();
    }
    #[cfg(not(unix))]
    let _ = path;
}
