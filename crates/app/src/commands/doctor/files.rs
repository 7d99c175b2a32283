//! What lies on the disk: the program, the folder, the files in it, the room left. Not here: what the files say.

use super::{Finding, many};
use crate::home::{Home, OTHERS};
use std::{fs, io::ErrorKind, os::unix::fs::PermissionsExt, path::Path};

/// Below this a write may fail at any moment.
const ROOM_FAULT_BYTES: u64 = 16 * 1024 * 1024;
/// Below this it is time to tidy up.
const ROOM_NOTE_BYTES: u64 = 512 * 1024 * 1024;

pub(super) fn binary() -> Finding {
    let version = crate::version::version();
    match std::env::current_exe() {
        Ok(path) if path.exists() => Finding::ok("binary", format!("palace {version}, {}", path.display())),
        Ok(path) => Finding::note(
            "binary",
            format!("palace {version}, started from {}, which is gone", path.display()),
            "Run the command again with the program that replaced it",
        ),
        Err(error) => {
            Finding::note("binary", format!("palace {version}, but not where it is: {error}"), "Name the program by its whole path in clients")
        }
    }
}

pub(super) fn home(home: &Home) -> Vec<Finding> {
    let dir = home.dir();
    if !dir.is_dir() {
        return vec![Finding::fault(
            "home",
            format!("{} is not there", dir.display()),
            "Make a palace with `palace up`, or name another folder with --home",
        )];
    }
    let mut findings = vec![private("home", dir, "700", dir.display().to_string())];
    let (mut files, mut open) = (0, Vec::new());
    let mut ahead = home.own();
    while let Some(path) = ahead.pop() {
        // What a link leads to lies elsewhere, and its own mode says nothing.
        let mode = match fs::symlink_metadata(&path) {
            Ok(meta) if meta.is_symlink() => continue,
            Ok(meta) if meta.is_dir() => "700",
            Ok(_) | Err(_) => "600",
        };
        if mode == "700" {
            ahead.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else {
            files += 1;
        }
        open.extend(open_to_others(&path, mode));
    }
    open.sort_by(|a, b| a.found.cmp(&b.found));
    if open.is_empty() {
        findings.push(Finding::ok("files", format!("{}, private", many(files, "file", "files"))));
    }
    findings.extend(open);
    findings
}

fn private(check: &'static str, path: &Path, mode: &str, found: String) -> Finding {
    match open_to_others(path, mode) {
        Some(fault) => Finding { check, ..fault },
        None => Finding::ok(check, found),
    }
}

fn open_to_others(path: &Path, mode: &str) -> Option<Finding> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(meta) if meta.permissions().mode() & OTHERS == 0 => None,
        Ok(meta) => {
            let found = format!("{shown} is open to other users (mode {:04o})", meta.permissions().mode() & 0o7777);
            Some(Finding::fault("files", found, format!("chmod {mode} '{shown}'")))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None, // another process took it away meanwhile
        Err(error) => Some(Finding::fault("files", format!("{shown} cannot be looked at: {error}"), "Check who owns it")),
    }
}

/// The copies that migrations left beside the palace.
pub(super) fn schema_copies(home: &Home) -> Option<Finding> {
    let store::Place::File(palace) = home.place() else { return None };
    let copies = store::Store::schema_copies(&palace);
    let bytes: u64 = copies.iter().filter_map(|copy| copy.metadata().ok()).map(|meta| meta.len()).sum();
    let names: Vec<_> = copies.iter().filter_map(|copy| copy.file_name()).map(|name| name.to_string_lossy()).collect();
    let found = format!(
        "{}: the palace before its schema changed, {} MiB; delete them when you no longer need them",
        names.join(", "),
        bytes / (1024 * 1024)
    );
    (!copies.is_empty()).then(|| Finding::ok("copies", found))
}

/// What a hook put away and nobody could keep.
pub(super) fn conversations(home: &Home) -> Option<Finding> {
    let next = "The next session of a client tries again; `palace hook pre-compact --filing` does it now";
    crate::hook::stuck(home).map(|stuck| Finding::note("conversations", stuck, next))
}

pub(super) fn disk(home: &Home) -> Option<Finding> {
    let stat = rustix::fs::statvfs(home.dir()).ok()?;
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    let found = format!("{} MiB free", free / (1024 * 1024));
    let next = "Free some space: a full disk refuses every change";
    Some(match free {
        0..ROOM_FAULT_BYTES => Finding::fault("disk", found, next),
        ROOM_FAULT_BYTES..ROOM_NOTE_BYTES => Finding::note("disk", found, next),
        ROOM_NOTE_BYTES.. => Finding::ok("disk", found),
    })
}
