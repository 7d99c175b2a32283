//! The history of a repository as documents: one for each month, a part for each commit.
//!
//! Months, because reading it again then changes the newest document alone. Not here: what was changed. The files tell
//! that, and a commit names them.

use super::{
    git,
    walk::{Reason, Skipped},
};
use ingest::{
    Document, Kind,
    format::{self, Format, GIT_LOG_ARGUMENTS},
};
use std::{collections::BTreeMap, io::Read, path::Path};

/// What the documents' names begin with: `.git` is never walked into, so no file has such a name.
pub const STEM: &str = ".git";
/// Where a commit begins, as git was asked to print it.
const RECORD: u8 = 0x1e;
/// So much is read before the commits in it are taken out.
const READ_BYTES: u64 = 1 << 20;

/// Reads the history of what is checked out.
pub fn read(root: &Path) -> Result<Vec<Document>, Skipped> {
    let failed = |why: String| Skipped::new(root, Reason::Unreadable, why);
    let mut arguments: Vec<&str> = GIT_LOG_ARGUMENTS.to_vec();
    arguments.extend(["--no-ext-diff", "--no-textconv"]);
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
    // git tells the newest first; a month reads from its beginning.
    for month in months.values_mut() {
        month.parts.reverse();
    }
    Ok(months.into_values().collect())
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
        let heading: String = id.chars().take(12).collect();
        document.parts.extend(commit.parts.into_iter().map(|part| ingest::Part { heading: heading.clone(), ..part }));
    }
    Ok(())
}
