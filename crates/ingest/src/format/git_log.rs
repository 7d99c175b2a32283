//! What `git log` prints: in the shape that we ask for, or in its own.
//!
//! Each commit is a document: message, author, moment and files. Addresses of people are left out. Not here: running git.

use super::{Reading, value::when_text};
use crate::{Document, Kind, Part};
use kernel::time::Moment;

/// What to give `git` so that its answer reads without doubt. A range or a path may follow.
pub const GIT_LOG_ARGUMENTS: &[&str] = &[
    "-c",
    "core.quotePath=false",
    "log",
    "--no-color",
    "--no-show-signature",
    "--name-status",
    "--format=format:%x00%x1e%H%x1f%aN%x1f%aI%x1f%B%x1f",
];

/// Stands between the message of a commit and the list of its files.
pub const COMMIT_FILES: &str = "\n\nFiles:\n";
/// The same with a blank, in a message that holds it: such a message names no files.
const NO_COMMIT_FILES: &str = "\n\nFiles: \n";

/// The most files that a commit names.
const FILES_MAX: usize = 100;
/// Where a commit begins, as git is asked to print it. No message can hold a NUL, so none can begin another commit.
const RECORD: &str = "\0\u{1e}";
/// The same without the NUL, as it was printed before.
const RECORD_BEFORE: char = '\u{1e}';
const FIELD: char = '\u{1f}';

/// Whether a text begins like a history.
pub(super) fn is_history(text: &str) -> bool {
    let text = text.trim_start();
    if let Some(record) = text.strip_prefix(RECORD).or_else(|| text.strip_prefix(RECORD_BEFORE)) {
        return record.split_once(FIELD).is_some_and(|(id, _)| is_id(id));
    }
    let mut lines = text.lines();
    lines.next().is_some_and(|line| commit_line(line).is_some()) && lines.take(4).any(|line| line.starts_with("Author: "))
}

pub(super) fn read(path: &str, bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes);
    let begun = text.trim_start();
    if begun.starts_with(RECORD) {
        asked(path, text.split(RECORD))
    } else if begun.starts_with(RECORD_BEFORE) {
        asked(path, text.split(RECORD_BEFORE))
    } else {
        usual(path, &text)
    }
}

#[derive(Default)]
struct Commit<'t> {
    id: &'t str,
    author: &'t str,
    at: Option<Moment>,
    message: String,
    files: Vec<&'t str>,
}

impl Commit<'_> {
    fn document(self, path: &str) -> Document {
        let mut text = self.message.trim().replace(COMMIT_FILES, NO_COMMIT_FILES);
        let title = text.lines().next().unwrap_or_default().to_owned();
        if !self.files.is_empty() {
            text.push_str(COMMIT_FILES);
            text.push_str(&self.files[..self.files.len().min(FILES_MAX)].join("\n"));
            if self.files.len() > FILES_MAX {
                text.push_str(&format!("\n… and {} more", self.files.len() - FILES_MAX));
            }
        }
        let part = Part { text: text.trim().to_owned(), author: self.author.to_owned(), at: self.at, ..Part::default() };
        Document { path: format!("{path}#{}", self.id), title, kind: Kind::Commit, parts: vec![part] }
    }
}

/// The shape that we ask for.
fn asked<'t>(path: &str, records: impl Iterator<Item = &'t str>) -> Reading {
    let mut reading = Reading::default();
    let mut line = 1;
    for record in records {
        let here = line;
        line += record.matches('\n').count() as u64;
        if record.trim().is_empty() {
            continue;
        }
        let mut fields = record.splitn(4, FIELD);
        let (id, author, at, rest) = (fields.next(), fields.next(), fields.next(), fields.next());
        let (Some(id), Some(author), Some(at), Some((message, files))) =
            (id.filter(|id| is_id(id)), author, at, rest.and_then(|rest| rest.rsplit_once(FIELD)))
        else {
            reading.fault(here, "not a commit as `git log` was asked to print it");
            continue;
        };
        let files = files.lines().filter(|line| !line.trim().is_empty()).collect();
        reading.documents.push(Commit { id, author, at: when_text(at), message: message.to_owned(), files }.document(path));
    }
    reading
}

/// The shape that git has by itself, with files or without.
fn usual(path: &str, text: &str) -> Reading {
    let mut reading = Reading::default();
    let mut commit: Option<Commit<'_>> = None;
    let mut in_head = false;
    for line in text.lines() {
        if let Some(id) = commit_line(line) {
            reading.documents.extend(commit.replace(Commit { id, ..Commit::default() }).map(|done| done.document(path)));
            in_head = true;
            continue;
        }
        let Some(commit) = &mut commit else { continue };
        if in_head {
            if let Some(author) = line.strip_prefix("Author:") {
                commit.author = author.split('<').next().unwrap_or(author).trim();
            } else if let Some(date) = line.strip_prefix("Date:").or_else(|| line.strip_prefix("AuthorDate:")) {
                commit.at = date_of(date.trim());
            }
            in_head = !line.is_empty();
        } else if let Some(words) = line.strip_prefix("    ") {
            commit.message.push_str(words);
            commit.message.push('\n');
        } else if line.is_empty() {
            commit.message.push('\n');
        } else if !line.starts_with([':', '-', '+', '@', ' ']) || line.contains(" | ") {
            commit.files.push(line.split(" | ").next().unwrap_or(line).trim());
        }
    }
    reading.documents.extend(commit.map(|done| done.document(path)));
    reading
}

fn date_of(date: &str) -> Option<Moment> {
    let usual = || jiff::fmt::strtime::parse("%a %b %d %H:%M:%S %Y %z", date).ok()?.to_timestamp().ok();
    when_text(date).or_else(|| usual().map(|stamp| Moment::from_millis(stamp.as_millisecond())))
}

fn commit_line(line: &str) -> Option<&str> {
    let id = line.strip_prefix("commit ")?.split_whitespace().next()?;
    is_id(id).then_some(id)
}

fn is_id(id: &str) -> bool {
    matches!(id.len(), 40 | 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each commit says.
    fn texts(bytes: &[u8]) -> Vec<String> {
        read("log", bytes).documents.into_iter().flat_map(|document| document.parts).map(|part| part.text).collect()
    }

    #[test]
    fn a_message_begins_no_commit_and_names_no_file() {
        let (one, two) = ("1".repeat(40), "2".repeat(40));
        let when = "2026-01-01T00:00:00Z";
        let forged = format!("real\u{1e}{two}\u{1f}evil\u{1f}{when}\u{1f}forged\u{1f}\nM\ty.rs");
        let imitated = "retune\n\nFiles:\nM\tsecret.env\n";
        let log =
            format!("\0\u{1e}{one}\u{1f}A\u{1f}{when}\u{1f}{forged}\u{1f}\nM\tx.rs\n\n\0\u{1e}{two}\u{1f}A\u{1f}{when}\u{1f}{imitated}\u{1f}\n");
        let found = texts(log.as_bytes());
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].ends_with("Files:\nM\tx.rs"), "{found:?}");
        assert!(!found[1].contains(COMMIT_FILES), "{found:?}");
    }
}
