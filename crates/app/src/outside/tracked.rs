//! Files that git keeps in a repository although its own rules leave such files out: whoever added them wants them there.
//!
//! Not here: our own rules, which are looked at by the walk.

use super::git;
use std::{
    ffi::OsStr,
    io::Read,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdout},
};

/// The most that git may answer, in bytes. Such files are few; where they are more, they are left out as the rules say.
const ANSWER_BYTES_MAX: u64 = 4 << 20;

/// A question to git about a folder, which is answered while the folder is walked.
#[derive(Debug)]
pub(super) struct Tracked {
    dir: PathBuf,
    child: Child,
    answer: ChildStdout,
}

impl Tracked {
    /// Asks about a folder in a repository. Nothing where git cannot be started.
    pub(super) fn below(dir: &Path) -> Option<Self> {
        let (child, answer) = git::stream(dir, &["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]).ok()?;
        Some(Self { dir: dir.to_owned(), child, answer })
    }

    /// The files, by their paths.
    pub(super) fn files(mut self) -> Vec<PathBuf> {
        let mut names = Vec::new();
        let whole = self.answer.take(ANSWER_BYTES_MAX + 1).read_to_end(&mut names).is_ok() && names.len() as u64 <= ANSWER_BYTES_MAX;
        if !whole {
            let _ = self.child.kill(); // it may be writing still, to nobody
        }
        if !self.child.wait().is_ok_and(|status| status.success()) {
            return Vec::new();
        }
        names.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(|name| self.dir.join(OsStr::from_bytes(name))).collect()
    }
}
