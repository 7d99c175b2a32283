//! Remembers what files held when they were last read, by size and times, so that unchanged files are not opened again.
//!
//! A note says which documents a file held, by digest, and nothing about the palace: whether the palace keeps them as they are is asked
//! every time, so what was erased, restored or cut in another way since is read again. The notes lie in the home, one file for each folder
//! on this machine, because sizes and times mean nothing on another one; see `docs/decisions/0047`.
//!
//! Not here: anything that must not be lost. Without notes every file is read.

use crate::home::{self, Home, SEEN};
use kernel::{ledger::Digest, text::Slice};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// More than this is not what we wrote.
const FILE_BYTES_MAX: u64 = 1 << 30;
/// A file that changed so shortly before it was read may change again without another time: file systems count time in steps. Those
/// that know parts of a second take a step every few milliseconds, and the others one every second or two.
const FINE_STEP: Duration = Duration::from_millis(100);
const COARSE_STEP: Duration = Duration::from_secs(2);

/// What tells that a file is as it was, without opening it: its size, when its content was changed, when anything about it was changed
/// (which no program can set), and its inode. Times are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp(u64, i64, i64, u64);

impl Stamp {
    /// Of a file, if there is one.
    pub fn of(path: &Path) -> Option<Self> {
        fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file).as_ref().map(Self::seen)
    }

    /// Of a file that was looked at.
    pub fn seen(found: &fs::Metadata) -> Self {
        let nanos = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Self(found.len(), nanos(found.mtime(), found.mtime_nsec()), nanos(found.ctime(), found.ctime_nsec()), found.ino())
    }

    /// When its content was changed, in nanoseconds since 1970.
    pub fn changed(&self) -> i64 {
        self.1
    }

    /// How large the file is.
    pub fn size(&self) -> u64 {
        self.0
    }

    /// Whether a change after this moment has another stamp.
    pub fn is_settled(&self, now: SystemTime) -> bool {
        let Self(_, _, changed, _) = self;
        let step = if changed % 1_000_000_000 == 0 { COARSE_STEP } else { FINE_STEP };
        let changed = Duration::from_nanos(u64::try_from(*changed).unwrap_or(0));
        now.duration_since(UNIX_EPOCH).is_ok_and(|now| now > changed + step)
    }
}

/// What a file held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How the file was.
    pub stamp: Stamp,
    /// Its documents: their names, and what they say.
    pub documents: Vec<(String, Digest)>,
}

/// Whose notes they are, and how the files were read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    base: PathBuf,
    how: String,
}

/// The notes of one folder.
#[derive(Debug)]
pub struct Remembered {
    file: PathBuf,
    head: Head,
    notes: BTreeMap<String, Note>,
    /// Whether they are others than in the file.
    is_changed: bool,
}

impl Remembered {
    /// The notes of a folder. Those of another program, or of files that were read in another way, say nothing about this one.
    pub fn of(home: &Home, base: &Path, how: &str) -> Self {
        let file = home.file(SEEN).join(Digest::of(base.as_os_str().as_encoded_bytes()).to_string().slice(..24));
        let head = Head { base: base.to_owned(), how: format!("{} {how}", program()) };
        let notes = read(&file, &head).unwrap_or_default();
        Self { file, head, notes, is_changed: false }
    }

    /// What a file held, if it is as it was.
    pub fn note(&self, name: &str, stamp: Stamp) -> Option<&Note> {
        self.notes.get(name).filter(|note| note.stamp == stamp)
    }

    /// Remembers what a file held.
    pub fn put(&mut self, name: String, note: Note) {
        self.is_changed |= self.notes.get(&name) != Some(&note);
        self.notes.insert(name, note);
    }

    /// Forgets the files that are not there any more.
    pub fn retain(&mut self, is_there: impl Fn(&str) -> bool) {
        let before = self.notes.len();
        self.notes.retain(|name, _| is_there(name));
        self.is_changed |= self.notes.len() != before;
    }

    /// Writes the notes down, if they changed. A home that cannot be written only costs reading again.
    pub fn save(&self) {
        if !self.is_changed {
            return;
        }
        let mut text = line(&self.head);
        for (name, note) in &self.notes {
            text.push_str(&line(&(name, note.stamp, &note.documents)));
        }
        if let Some(folder) = self.file.parent() {
            let _ = fs::DirBuilder::new().mode(0o700).create(folder);
        }
        let _ = home::replace(&self.file, text.as_bytes());
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn read(file: &Path, head: &Head) -> Option<BTreeMap<String, Note>> {
    if fs::metadata(file).ok()?.len() > FILE_BYTES_MAX {
        return None;
    }
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines();
    let found: Head = serde_json::from_str(lines.next()?).ok()?;
    if found != *head {
        return None;
    }
    let note = |line| {
        let (name, stamp, documents) = serde_json::from_str::<(String, Stamp, Vec<(String, Digest)>)>(line).ok()?;
        Some((name, Note { stamp, documents }))
    };
    lines.map(note).collect()
}

/// This program, as it lies here: another build may read files in another way.
fn program() -> String {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    if let Some(found) = std::env::current_exe().ok().and_then(|path| fs::metadata(path).ok()) {
        let _ = write!(text, " {} {}.{}", found.len(), found.mtime(), found.mtime_nsec());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::temp::Temp;

    fn stamp(ctime: i64) -> Stamp {
        Stamp(5, 1, ctime, 7)
    }

    #[test]
    fn a_file_that_may_change_without_another_time_is_not_settled() {
        let at = |nanos: i64| UNIX_EPOCH + Duration::from_nanos(nanos.unsigned_abs());
        let second = 1_000_000_000;
        // Times that are whole seconds say that the file system knows no others.
        for (ctime, now, settled) in [
            (5 * second + 1, 5 * second + 50_000_000, false),
            (5 * second + 1, 5 * second + 150_000_000, true),
            (5 * second, 6 * second, false),
            (5 * second, 7 * second + 1, true),
            (9 * second + 1, 5 * second, false),
        ] {
            assert_eq!(stamp(ctime).is_settled(at(now)), settled, "{ctime} {now}");
        }
    }

    #[test]
    fn notes_hold_for_the_same_file_read_in_the_same_way() {
        let temp = Temp::new();
        let home = Home::at(temp.path().join("home"));
        home.make().expect("a home");
        let base = temp.path().join("tree");
        let note = |ctime| Note { stamp: stamp(ctime), documents: vec![("a.md".into(), Digest::of(b"a"))] };
        let mut seen = Remembered::of(&home, &base, "as found");
        seen.put("a.md".into(), note(1));
        seen.put("b.md".into(), note(2));
        seen.retain(|name| name == "a.md");
        seen.save();
        let held = |base: &Path, how: &str, name: &str, ctime| Remembered::of(&home, base, how).note(name, stamp(ctime)).cloned();
        assert_eq!(held(&base, "as found", "a.md", 1), Some(note(1)));
        assert_eq!(held(&base, "as found", "a.md", 2), None, "it was changed");
        assert_eq!(held(&base, "as found", "b.md", 2), None, "it went away");
        assert_eq!(held(&base, "as code", "a.md", 1), None, "it is read in another way");
        assert_eq!(held(temp.path(), "as found", "a.md", 1), None, "it lies elsewhere");
    }
}
