//! A note of basic-memory: front matter, prose, observations `- [category] words #tag (context)`, relations
//! `- relation [[Target]]`.
//!
//! Tags and contexts stay in the words. Not here: following a link to the note it names.

use super::{
    Reading,
    value::{file_name, when_text},
};
use crate::{Document, Kind, Part};
use kernel::text::Slice;
use kernel::time::Moment;

/// Fields that say when it was written, the last first.
const DATES: [&str; 4] = ["modified", "updated", "created", "date"];

/// Whether a markdown file is such a note: its front matter says so, or its lists do.
pub(super) fn is_note(text: &str) -> bool {
    let Some((front, body)) = front_matter(text) else { return false };
    let has = |key: &str| field(front, key).is_some_and(|value| !value.is_empty());
    // Site generators have a permalink too; theirs is an address and begins with a slash.
    let named = has("title") && has("type") && field(front, "permalink").is_some_and(|link| !link.is_empty() && !link.starts_with('/'));
    let mut lines = body.lines();
    named || lines.clone().any(|line| observation(line).is_some()) && lines.any(|line| relation(line).is_some())
}

pub(super) fn read(path: &str, bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes);
    let (front, body) = front_matter(&text).unwrap_or(("", &text));
    let mut note = Note { at: DATES.iter().find_map(|key| when_text(field(front, key)?)), ..Note::default() };
    note.add(&kept(front), "front matter");
    let mut first_heading = "";
    let mut in_fence = false;
    for line in body.lines() {
        in_fence ^= line.trim_start().starts_with("```");
        if in_fence {
            note.prose.push(line);
        } else if let Some(heading) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#')).and_then(|rest| rest.strip_prefix(' ')) {
            note.close();
            note.heading = heading.trim();
            first_heading = if first_heading.is_empty() { note.heading } else { first_heading };
        } else if let Some((category, words)) = observation(line) {
            note.add(words, category);
        } else if let Some(words) = relation(line) {
            note.add(&words, "relation");
        } else {
            note.prose.push(line);
        }
    }
    note.close();
    let title =
        field(front, "title").filter(|title| !title.is_empty()).unwrap_or(if first_heading.is_empty() { file_name(path) } else { first_heading });
    Reading::of(Document { path: path.to_owned(), title: title.to_owned(), kind: Kind::Memory, parts: note.parts })
}

#[derive(Default)]
struct Note<'t> {
    at: Option<Moment>,
    heading: &'t str,
    prose: Vec<&'t str>,
    parts: Vec<Part>,
}

impl Note<'_> {
    fn add(&mut self, words: &str, heading: &str) {
        self.close();
        if words.is_empty() {
            return;
        }
        self.parts.push(Part { text: words.to_owned(), at: self.at, heading: heading.to_owned(), ..Part::default() });
    }

    /// Ends the prose that was being read.
    fn close(&mut self) {
        let text = self.prose.join("\n").trim().to_owned();
        self.prose.clear();
        if !text.is_empty() {
            self.parts.push(Part { text, at: self.at, heading: self.heading.to_owned(), ..Part::default() });
        }
    }
}

/// What stands between the first two rules, and what follows.
fn front_matter(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let end = rest.find("\n---")?;
    let after = rest.slice(end + 4..);
    Some((rest.slice(..end), after.split_once('\n').map_or("", |(_, body)| body)))
}

/// The fields that are kept nowhere else: neither the title nor when it was written. Lines that go on belong to the field
/// they follow.
fn kept(front: &str) -> String {
    let mut is_kept = true;
    let lines = front.lines().filter(|line| {
        if !line.starts_with([' ', '\t', '-']) {
            let key = line.split_once(':').map_or(*line, |(key, _)| key);
            is_kept = key != "title" && !DATES.contains(&key);
        }
        is_kept
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The value of a field that stands on one line.
fn field<'t>(front: &'t str, key: &str) -> Option<&'t str> {
    let value = front.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    Some(value.trim().trim_matches(['"', '\'']))
}

/// The category and the words of an observation. A box to tick and a link in brackets are none.
fn observation(line: &str) -> Option<(&str, &str)> {
    let (category, words) = line.trim_start().strip_prefix("- [")?.split_once(']')?;
    let is_box = matches!(category, "" | " " | "x" | "X" | "-" | "/" | "?");
    let is_link = words.starts_with(['(', '[']) || category.starts_with('[');
    (!is_box && !is_link && !words.trim().is_empty()).then(|| (category.trim(), words.trim()))
}

/// The words of a relation, with the brackets taken off.
fn relation(line: &str) -> Option<String> {
    let (kind, rest) = line.trim_start().strip_prefix("- ")?.split_once("[[")?;
    let (target, context) = rest.split_once("]]")?;
    let kind = if kind.trim().is_empty() { "relates to".to_owned() } else { kind.trim().replace('_', " ") };
    Some(format!("{kind} {target} {}", context.trim()).trim().to_owned())
}
