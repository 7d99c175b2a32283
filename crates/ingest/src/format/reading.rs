//! What came of reading, and what did not.
//!
//! Not here: whether a broken line is worth a warning. The caller shows the count and decides.

use super::{Format, value::one_line};
use crate::{Document, Part};
use std::collections::{HashMap, HashSet};

/// How many broken lines are named. The rest are counted.
pub const BROKEN_SHOWN_MAX: usize = 100;
/// The longest title, in characters.
const TITLE_CHARS_MAX: usize = 120;

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What was understood, in the order of the source.
    pub documents: Vec<Document>,
    /// The first lines that were not.
    pub broken: Vec<Broken>,
    /// How many lines were not.
    pub broken_total: u64,
}

/// A line, or an entry that begins there, which could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its number, from 1; 0 when the whole file is meant.
    pub line: u64,
    /// What is wrong with it.
    pub why: String,
}

/// A file of which nothing could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{path}` cannot be read as {format}: {why}; name another format, or leave the file out")]
pub struct Unreadable {
    /// The file.
    pub path: String,
    /// As what it was read.
    pub format: Format,
    /// What is wrong with it.
    pub why: String,
}

impl Unreadable {
    pub(super) fn new(format: Format, path: &str, why: impl Into<String>) -> Self {
        Self { path: path.to_owned(), format, why: why.into() }
    }
}

impl Reading {
    pub(super) fn of(document: Document) -> Self {
        Self { documents: vec![document], ..Self::default() }
    }

    pub(super) fn fault(&mut self, line: u64, why: impl Into<String>) {
        self.broken_total += 1;
        if self.broken.len() < BROKEN_SHOWN_MAX {
            self.broken.push(Broken { line, why: why.into() });
        }
    }

    /// Adds what another file gave.
    pub(super) fn absorb(&mut self, other: Self) {
        self.documents.extend(other.documents);
        let room = BROKEN_SHOWN_MAX.saturating_sub(self.broken.len());
        self.broken.extend(other.broken.into_iter().take(room));
        self.broken_total += other.broken_total;
    }

    /// Puts documents in the shape everybody may count on: no empty parts, no NUL (PostgreSQL refuses it), a title of
    /// one line, and no two documents of one name.
    pub(super) fn settle(&mut self) {
        for document in &mut self.documents {
            document.parts.iter_mut().for_each(settle_part);
            document.parts.retain(|part| !part.text.trim().is_empty());
            let named = Some(document.title.as_str()).filter(|title| !title.trim().is_empty());
            let first = || document.parts.first().and_then(|part| part.text.lines().find(|line| !line.trim().is_empty()));
            // Before it is shortened: half a secret is none to whoever looks for whole ones.
            document.title = one_line(&crate::redact(named.or_else(first).unwrap_or_default()).text, TITLE_CHARS_MAX);
            if document.path.contains('\0') {
                document.path = document.path.replace('\0', "\u{FFFD}");
            }
        }
        self.documents.retain(|document| !document.parts.is_empty());
        let mut names = HashSet::new();
        // How many bear a name so far: counting from one again for each would never end on a file of nothing but copies.
        let mut copies: HashMap<String, u64> = HashMap::new();
        for document in &mut self.documents {
            let first = document.path.clone();
            while !names.insert(document.path.clone()) {
                let count = copies.entry(first.clone()).or_insert(1);
                *count += 1;
                document.path = format!("{first}~{count}");
            }
        }
    }
}

fn settle_part(part: &mut Part) {
    for field in [&mut part.text, &mut part.author, &mut part.thread, &mut part.heading] {
        if field.contains('\0') {
            *field = field.replace('\0', "\u{FFFD}");
        }
    }
}
