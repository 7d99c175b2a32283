//! Files that git keeps in a repository, also where its own rules leave such files out: whoever added them wants them there.
//!
//! The names come from git's index, which is read here: starting git costs as much as walking a small tree. Git is asked where its index cannot be
//! read, and then names only those that its rules leave out. Not here: our own rules, which are looked at by the walk.

use super::{
    git::{self, Repository},
    git_index,
};
use std::{
    ffi::OsStr,
    io::Read,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdout},
};

/// The most that git may answer, in bytes. Such files are few; where they are more, they are left out as the rules say.
const ANSWER_BYTES_MAX: u64 = 4 << 20;

/// The files that git keeps below a folder.
#[derive(Debug)]
pub(super) enum Tracked {
    /// All of them.
    Listed(Vec<PathBuf>),
    /// A question to git, which is answered while the folder is walked: those that its rules leave out.
    Asked { dir: PathBuf, child: Child, answer: ChildStdout },
}

impl Tracked {
    /// Those below a folder in a repository. Nothing where git is needed and cannot be started.
    pub(super) fn below(dir: &Path) -> Option<Self> {
        if let Some(mut listed) = Repository::around(dir).and_then(|repository| git_index::tracked(&repository)) {
            listed.retain(|path| path.starts_with(dir));
            return Some(Self::Listed(listed));
        }
        let (child, answer) = git::stream(dir, &["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]).ok()?;
        Some(Self::Asked { dir: dir.to_owned(), child, answer })
    }

    /// The files, by their paths.
    pub(super) fn files(self) -> Vec<PathBuf> {
        let (dir, mut child, answer) = match self {
            Self::Listed(files) => return files,
            Self::Asked { dir, child, answer } => (dir, child, answer),
        };
        let mut names = Vec::new();
        let whole = answer.take(ANSWER_BYTES_MAX + 1).read_to_end(&mut names).is_ok() && names.len() as u64 <= ANSWER_BYTES_MAX;
        if !whole {
            let _ = child.kill(); // it may be writing still, to nobody
        }
        if !child.wait().is_ok_and(|status| status.success()) {
            return Vec::new();
        }
        names.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(|name| dir.join(OsStr::from_bytes(name))).collect()
    }
}
