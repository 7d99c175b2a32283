//! Reads a repository with git's plumbing: the tree before its last commits, these commits, and a checkout of that tree.
//!
//! Nothing is written into the repository. The checkout borrows its objects, and has no name for any later commit.

use crate::common::Result;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A repository and the commit whose tree is read.
pub(crate) struct Repository {
    path: PathBuf,
    /// The newest commit.
    pub(crate) head: String,
    /// The commit before the last ones.
    pub(crate) base: String,
    /// Files of the tree of that commit: neither links nor other repositories.
    pub(crate) files: BTreeSet<String>,
}

/// A commit: its message, and every file that it added, changed or took away.
pub(crate) struct Commit {
    pub(crate) id: String,
    pub(crate) message: String,
    pub(crate) files: Vec<String>,
}

impl Repository {
    /// Finds the newest commit of the first-parent line behind which at least so many commits lie that are no merges, or the oldest.
    pub(crate) fn before_the_last(path: &Path, commits: usize) -> Result<Self> {
        let head = git(path, &["rev-parse", "HEAD^{commit}"])?.trim().to_owned();
        let line = git(path, &["rev-list", "--first-parent", &head])?;
        let line: Vec<&str> = line.lines().collect();
        let behind = |place: usize| -> Result<usize> {
            Ok(git(path, &["rev-list", "--no-merges", "--count", &format!("{}..{head}", line[place])])?.trim().parse()?)
        };
        // The count grows along the line, so the place is found by halving.
        let (mut low, mut high) = (0, commits.min(line.len().saturating_sub(1)));
        while behind(high)? < commits && high + 1 < line.len() {
            (low, high) = (high, (high * 2).min(line.len() - 1));
        }
        while low < high {
            let middle = usize::midpoint(low, high);
            if behind(middle)? >= commits { high = middle } else { low = middle + 1 }
        }
        let base = line[high].to_owned();
        let listed = git(path, &["ls-tree", "-r", "-z", &base])?;
        let file = |entry: &str| entry.split_once('\t').filter(|(about, _)| about.starts_with("100")).map(|(_, name)| name.to_owned());
        let files = listed.split('\0').filter_map(file).collect();
        Ok(Self { path: path.to_owned(), head, base, files })
    }

    /// The name of its folder.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().map_or_else(|| "repository".into(), |name| name.to_string_lossy().into_owned())
    }

    /// The newest commits after the tree that is read, newest first, without merges.
    pub(crate) fn later(&self, commits: usize) -> Result<Vec<Commit>> {
        let (range, count) = (format!("{}..{}", self.base, self.head), commits.to_string());
        // Without renames a file that moved is one that was taken away, and was in the tree.
        let log = ["log", "--no-merges", "--no-renames", "--name-only", "-z", "--format=%x01%H%x02%B%x03", "-n", &count, &range];
        let told = git(&self.path, &log)?;
        let commit = |one: &str| {
            let (id, rest) = one.split_once('\u{2}')?;
            let (message, files) = rest.split_once('\u{3}')?;
            let files = files.split('\0').map(|name| name.trim_start_matches('\n')).filter(|name| !name.is_empty()).map(str::to_owned);
            Some(Commit { id: id.to_owned(), message: message.to_owned(), files: files.collect() })
        };
        Ok(told.split('\u{1}').filter_map(commit).collect())
    }

    /// Puts the tree into a folder, as a repository that ends with it.
    pub(crate) fn check_out(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        git(folder, &["init", "--quiet"])?;
        let objects = git(&self.path, &["rev-parse", "--path-format=absolute", "--git-path", "objects"])?;
        fs::write(folder.join(".git/objects/info/alternates"), objects)?;
        git(folder, &["update-ref", "HEAD", &self.base])?;
        git(folder, &["reset", "--quiet", "--hard"])?;
        Ok(())
    }
}

/// Asks git, with nobody's settings but the repository's own.
fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "core.quotePath=false", "-c", "core.autocrlf=false"]).args(arguments);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
    let done = command.output()?;
    if !done.status.success() {
        return Err(format!("git {} in {}: {}", arguments[0], folder.display(), String::from_utf8_lossy(&done.stderr).trim()).into());
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
