//! What `git log` prints: in the shape that we ask for, or in its own.
//!
//! Each commit is a document: message, author, moment and files. Addresses of people are left out. Not here: running git.

use super::{Reading, value::when_text};
use crate::{Document, Kind, Part};
use kernel::time::Moment;

/// What to give `git` so that its answer reads without doubt. A range or a path may follow.
pub const GIT_LOG_ARGUMENTS: &[&str] =
    &["-c", "core.quotePath=false", "log", "--no-color", "--no-show-signature", "--name-status", "--format=format:%x1e%H%x1f%aN%x1f%aI%x1f%B%x1f"];

/// The most files that a commit names.
const FILES_MAX: usize = 100;
const RECORD: char = '\u{1e}';
const FIELD: char = '\u{1f}';

/// Whether a text begins like a history.
pub(super) fn is_history(text: &str) -> bool {
    let text = text.trim_start();
    if let Some(record) = text.strip_prefix(RECORD) {
        return record.split_once(FIELD).is_some_and(|(id, _)| is_id(id));
    }
    let mut lines = text.lines();
    lines.next().is_some_and(|line| commit_line(line).is_some()) && lines.take(4).any(|line| line.starts_with("Author: "))
}

pub(super) fn read(path: &str, bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes);
    if text.trim_start().starts_with(RECORD) { asked(path, &text) } else { usual(path, &text) }
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
        let mut text = self.message.trim().to_owned();
        let title = text.lines().next().unwrap_or_default().to_owned();
        if !self.files.is_empty() {
            text.push_str("\n\nFiles:\n");
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
fn asked(path: &str, text: &str) -> Reading {
    let mut reading = Reading::default();
    let mut line = 1;
    for record in text.split(RECORD) {
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
