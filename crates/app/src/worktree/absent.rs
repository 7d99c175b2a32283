//! Finds what a repository has and its checkout does not: submodules that were not fetched, and files that a sparse checkout leaves out.
//!
//! Git is asked only where a file of the repository says that there may be some. Not here: fetching anything.

use super::{
    git::{self, Repository},
    walk::{Reason, Skipped},
};
use std::{
    io::Read,
    path::{Component, Path},
};

/// The most that git may answer about a sparse checkout, in bytes. Where it is more, the number is a lower bound.
const ANSWER_BYTES_MAX: u64 = 64 << 20;

/// Remarks on what is not there of the repository that a folder is, or lies in.
pub fn below(dir: &Path) -> Vec<Skipped> {
    let Some(repository) = Repository::around(dir) else { return Vec::new() };
    let mut absent: Vec<Skipped> = submodules(&repository, dir);
    // Git leaves nothing out by a list that is not there.
    if repository.git_dir().is_none_or(|own| own.join("info/sparse-checkout").exists()) {
        absent.extend(sparse(dir));
    }
    absent
}

fn submodules(repository: &Repository, dir: &Path) -> Vec<Skipped> {
    let file = repository.root.join(".gitmodules");
    if !file.is_file() {
        return Vec::new();
    }
    let told =
        git::ask(&repository.root, &["config", "--file", ".gitmodules", "--null", "--get-regexp", r"^submodule\..*\.path$"]).unwrap_or_default();
    let paths = told.split('\0').filter_map(|pair| pair.split_once('\n')).map(|(_, path)| Path::new(path));
    // Somebody else wrote that file.
    let inside = paths.filter(|path| path.components().all(|piece| matches!(piece, Component::Normal(_))));
    let missing = inside.map(|path| repository.root.join(path)).filter(|path| path.starts_with(dir) && path.is_dir() && !path.join(".git").exists());
    let why = "a submodule that was not fetched; `git submodule update --init` fetches it";
    missing.map(|path| Skipped::new(&path, Reason::Submodule, why).aside()).collect()
}

fn sparse(dir: &Path) -> Option<Skipped> {
    let switched = git::ask(dir, &["config", "--type=bool", "--get", "core.sparseCheckout"])?;
    if switched.trim() != "true" {
        return None;
    }
    let (mut child, answer) = git::stream(dir, &["ls-files", "-t", "-z"]).ok()?;
    let mut names = Vec::new();
    let read = answer.take(ANSWER_BYTES_MAX).read_to_end(&mut names);
    let _ = child.kill(); // it may be writing still, to nobody
    let _ = child.wait();
    read.ok()?;
    // `S` is what git skips in the working tree.
    let count = names.split(|byte| *byte == 0).filter(|line| line.starts_with(b"S ")).count();
    let why = format!("{count} files are not here, as this is a sparse checkout; `git sparse-checkout disable` brings them");
    (count > 0).then(|| Skipped::new(dir, Reason::Sparse, why).aside())
}
