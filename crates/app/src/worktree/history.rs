//! The history of a repository as documents: one for each month, a part for each commit.
//!
//! Months, because reading it again then changes the newest document alone. Not here: what was changed. The files tell
//! that, and a commit names them.

use super::{
    git,
    walk::{Reason, Skipped},
};
use ingest::{
    Document, Kind, Part,
    format::{self, Format, GIT_LOG_ARGUMENTS},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    path::Path,
};

/// What the documents' names begin with: `.git` is never walked into, so no file has such a name.
pub const STEM: &str = ".git";
/// Where a commit begins, as git was asked to print it.
const RECORD: u8 = 0;
/// So much is read before the commits in it are taken out.
const READ_BYTES: u64 = 1 << 20;

/// No program of the repository's is asked for anything.
const PLAIN: [&str; 2] = ["--no-ext-diff", "--no-textconv"];
/// So much of a commit's id is its heading.
const ID_CHARS: usize = 12;
/// Commits that git is asked about in one go.
const ASKED_AT_ONCE: usize = 100;

/// Reads the history of what is checked out.
pub fn read(root: &Path) -> Result<Vec<Document>, Skipped> {
    let failed = |why: String| Skipped::new(root, Reason::Unreadable, why);
    let mut arguments: Vec<&str> = GIT_LOG_ARGUMENTS.to_vec();
    arguments.extend(PLAIN);
    let (mut child, mut answer) = git::stream(root, &arguments).map_err(|error| failed(format!("git could not be started: {error}")))?;
    let mut months: BTreeMap<String, Document> = BTreeMap::new();
    let mut held = Vec::new();
    loop {
        let count = answer.by_ref().take(READ_BYTES).read_to_end(&mut held).map_err(|error| failed(error.to_string()))?;
        // The last commit may go on in what was not read yet.
        let end = if count == 0 { held.len() } else { held.iter().rposition(|byte| *byte == RECORD).unwrap_or(0) };
        let rest = held.split_off(end);
        add(&mut months, &held).map_err(failed)?;
        held = rest;
        if count == 0 {
            break;
        }
    }
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if months.is_empty() && !status.success() {
        return Err(failed("git has no history to show here; name a folder inside a repository with commits".into()));
    }
    for month in months.values_mut() {
        in_order(month);
    }
    Ok(months.into_values().collect())
}

/// Puts the commits of a month in the order in which they were made, which is the same in every checkout.
pub fn in_order(month: &mut Document) {
    month.parts.sort_by(|a, b| (a.at, &a.heading).cmp(&(b.at, &b.heading))); // stable: what is in several parts stays in order
}

/// Whether a heading is the beginning of a commit's id.
pub fn is_id(heading: &str) -> bool {
    heading.len() == ID_CHARS && heading.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Which of these commits git has here while nothing leads to them: no branch, tag, remote or checkout. Where git cannot tell, none.
pub fn rewritten(root: &Path, ids: &BTreeSet<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for some in chunks(ids) {
        let arguments: Vec<&str> = ["rev-list", "--ignore-missing"].into_iter().chain(some).chain(["--not", "--all", "HEAD"]).collect();
        let answer = git::ask(root, &arguments).unwrap_or_default();
        found.extend(answer.lines().filter_map(|line| line.get(..ID_CHARS)).filter(|id| ids.contains(id)).map(str::to_owned));
    }
    found
}

/// These commits as git tells them, by the beginnings of their ids; those that it has.
pub fn told(root: &Path, ids: &BTreeSet<&str>) -> BTreeMap<String, Part> {
    let mut found = BTreeMap::new();
    for some in chunks(ids) {
        let mut arguments: Vec<&str> = GIT_LOG_ARGUMENTS.to_vec();
        arguments.extend(PLAIN.iter().chain(&["--no-walk=unsorted", "--ignore-missing"]));
        arguments.extend(some);
        let Some(answer) = git::ask(root, &arguments) else { continue };
        let mut months = BTreeMap::new();
        if add(&mut months, answer.as_bytes()).is_ok() {
            found.extend(months.into_values().flat_map(|month: Document| month.parts).map(|part| (part.heading.clone(), part)));
        }
    }
    found.retain(|id, _| ids.contains(id.as_str()));
    found
}

/// As many as fit on a command line, and their answers into one.
fn chunks<'i>(ids: &BTreeSet<&'i str>) -> Vec<Vec<&'i str>> {
    ids.iter().copied().collect::<Vec<_>>().chunks(ASKED_AT_ONCE).map(<[&str]>::to_vec).collect()
}

fn add(months: &mut BTreeMap<String, Document>, bytes: &[u8]) -> Result<(), String> {
    if bytes.is_empty() {
        return Ok(());
    }
    let reading = format::read(Format::GitLog, STEM, bytes).map_err(|why| why.to_string())?;
    for commit in reading.documents {
        let id = commit.path.split_once('#').map_or("", |(_, id)| id);
        let at = commit.parts.first().and_then(|part| part.at);
        let month = at.map_or_else(|| "undated".to_owned(), |at| at.to_string().chars().take(7).collect());
        let document = months.entry(month.clone()).or_insert_with(|| Document {
            path: format!("{STEM}#{month}"),
            title: format!("Commits of {month}"),
            kind: Kind::Commit,
            parts: Vec::new(),
        });
        let heading: String = id.chars().take(ID_CHARS).collect();
        document.parts.extend(commit.parts.into_iter().map(|part| Part { heading: heading.clone(), ..part }));
    }
    Ok(())
}
