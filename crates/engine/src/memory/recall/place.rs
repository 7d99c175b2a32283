//! Says where in a file a piece stands: the path, the lines of the version it was read from, and whether they still read so.
//!
//! The file of today is asked of the working tree that the caller stands in. Of a tree that is not at hand nothing is said.

use crate::{
    Error, PalaceState,
    code::{Lies, look},
};
use ingest::{Document, FileLines, Kind, Part};
use kernel::{
    anchor::Anchor,
    evidence::{Evidence, Lines},
    scope::ProjectPath,
    text::Slice,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Item, Source, View};

/// The tree that a file belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Tree {
    /// Its name
    pub name: String,
    /// Where it last lay; that may have changed
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
}

/// Where in a file something stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Place {
    /// The file, in the tree it belongs to
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// Its lines in the version that was read
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
    /// Whether these lines read otherwise by now
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// Whether the file is no longer there
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// Where the same words stand in the file now
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_now: Option<Lines>,
    /// The project of that tree, where it is another than the caller's
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<Tree>,
    /// The blanks before its first line, which is kept without them; where the file is at hand.
    #[serde(skip)]
    pub(crate) indent: String,
}

impl Place {
    /// The place of a piece; of what is not a file, its project alone.
    pub(crate) fn of(view: &mut View<'_>, house: &PalaceState, anchor: &Anchor, item: &Item, evidence: &Evidence) -> Result<Self, Error> {
        let Some(source) = view.source_numbered(item.source)? else { return Ok(Self::default()) };
        let project = tree(view, anchor, &source.anchor)?;
        let Some(lines) = item.lines else { return Ok(Self { project, ..Self::default() }) };
        let read = Self { path: source.path.clone(), lines: Some(lines), project, ..Self::default() };
        Ok(match today(house, anchor, &source) {
            Lies::Text(text) => {
                let (piece, now) = (evidence.content.as_str(), lines_in(&source.path, &text, evidence.content.as_str(), lines));
                let read = Self { indent: now.map_or_else(String::new, |now| indent(&text, piece, now)), ..read };
                if now == Some(lines) { read } else { Self { changed: true, lines_now: now, ..read } }
            }
            Lies::Nothing => Self { changed: true, gone: true, ..read },
            // A newer version replaced the piece, which the palace knows without a look at the tree.
            Lies::Unknown => Self { changed: item.until.is_some(), ..read },
        })
    }

    /// `src/store.rs:120-148`, as editors and terminals open it, and whether it reads otherwise by now.
    pub(crate) fn cited(&self) -> Option<String> {
        let lines = self.lines?;
        let now = match self.lines_now {
            Some(now) => format!(" (now {now})"),
            None if self.gone => " (gone since)".to_owned(),
            None if self.changed => " (changed since)".to_owned(),
            None => String::new(),
        };
        let tree = self.project.as_ref().map_or_else(String::new, |tree| format!("{}: ", tree.name));
        Some(format!("{tree}{}:{lines}{now}", self.path))
    }
}

/// The tree of a source, where it is of another project than the caller's.
fn tree(view: &mut View<'_>, caller: &Anchor, anchor: &Anchor) -> Result<Option<Tree>, Error> {
    if *anchor == Anchor::Global || anchor.project() == caller.project() {
        return Ok(None);
    }
    for known in [anchor.clone(), anchor.project()] {
        if let Some((name, path)) = view.project_at(&known)? {
            return Ok(Some(Tree { name, path }));
        }
    }
    Ok(None)
}

/// The blanks with which a line of a file begins, where a piece begins with the rest of it.
fn indent(text: &str, piece: &str, lines: Lines) -> String {
    let (Some(line), Some(first)) = (text.lines().nth((lines.first as usize).saturating_sub(1)), piece.lines().next()) else { return String::new() };
    let begins = !first.is_empty() && !first.starts_with([' ', '\t']) && line.trim_start().starts_with(first);
    if begins { line.slice(..line.len() - line.trim_start().len()).to_owned() } else { String::new() }
}

/// The file as it is in the tree at hand.
fn today(house: &PalaceState, anchor: &Anchor, source: &Source) -> Lies {
    match ProjectPath::parse(&source.path) {
        Ok(path) if path.as_str() == source.path => look(house, anchor, &source.anchor.project(), &path),
        Ok(_) | Err(_) => Lies::Unknown,
    }
}

/// The lines of a file on which a piece stands: those given if it stands there, else the nearest.
fn lines_in(path: &str, text: &str, piece: &str, near: Lines) -> Option<Lines> {
    let part = Part { text: text.to_owned(), ..Part::default() };
    let file_lines = FileLines::of(&Document { path: path.to_owned(), title: String::new(), kind: Kind::Text, parts: vec![part] })?;
    let cleaned = ingest::clean(text);
    if !ingest::is_redacted(piece) {
        return nearest(&cleaned, piece, near, &file_lines);
    }
    let redacted = ingest::redact(&cleaned);
    nearest(&redacted.text, piece, near, &file_lines.joined(redacted.joined.clone()))
}

fn nearest(text: &str, piece: &str, near: Lines, file_lines: &FileLines) -> Option<Lines> {
    let count = |text: &str| u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX);
    let extra = count(piece);
    let (mut line, mut from) = (1_u32, 0);
    let places = text.match_indices(piece).map(|(at, _)| {
        line = line.saturating_add(count(text.slice(from..at)));
        from = at;
        file_lines.span(line, line.saturating_add(extra))
    });
    places.min_by_key(|lines| lines.first.abs_diff(near.first))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn lines(first: u32, last: u32) -> Lines {
        Lines { first, last }
    }

    #[test]
    fn a_piece_is_given_the_blanks_that_its_first_line_has_in_the_file() {
        let text = "class Lock:\n    def wait(self):\n\t\tpass\n";
        let table = [
            ("def wait(self):\n\t\tpass", lines(2, 3), "    "),
            ("class Lock:", lines(1, 1), ""),
            ("def go(self):", lines(2, 2), ""),
            ("pass", lines(9, 9), ""),
        ];
        for (piece, at, expected) in table {
            assert_eq!(indent(text, piece, at), expected, "{piece}");
        }
    }

    #[test]
    fn a_piece_is_looked_for_where_it_stood_and_then_nearby() {
        let piece = "fn lock() {\n    wait();\n}";
        let key =
            format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{}-----END OPENSSH PRIVATE KEY-----", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE\n".repeat(4));
        let table = [
            ("it stands there", format!("use a;\n\n{piece}\n"), lines(3, 5), Some(lines(3, 5))),
            ("lines came above it", format!("use a;\nuse b;\n\n{piece}\n"), lines(3, 5), Some(lines(4, 6))),
            ("it stands twice", format!("{piece}\n{piece}\n{piece}\n"), lines(4, 6), Some(lines(4, 6))),
            ("a word of it is another", piece.replace("wait", "go"), lines(1, 3), None),
            ("the file has other line ends", format!("use a;\r\n\r\n{}\r\n", piece.replace('\n', "\r\n")), lines(3, 5), Some(lines(3, 5))),
            ("a key stands above it", format!("{key}\n{piece}\n"), lines(7, 9), Some(lines(7, 9))),
            ("the file is empty", String::new(), lines(1, 3), None),
        ];
        for (name, text, near, expected) in table {
            assert_eq!(lines_in("src/lock.rs", &text, piece, near), expected, "{name}");
        }
        let redacted = ingest::redact(&format!("{key}\nbelow")).text.into_owned();
        assert_eq!(lines_in("k.txt", &format!("{key}\nbelow\n"), &redacted, lines(1, 7)), Some(lines(1, 7)), "a secret is compared as it is kept");
    }
}
