//! A room of a MemPalace export: a heading `wing / room`, and each drawer with its words quoted above a small table.
//!
//! Not here: the index of the export, which repeats names.

use super::{Reading, value::when_text};
use crate::{Document, Kind, Part};

/// The heading of the table below each drawer.
const TABLE: &str = "| Field | Value |";

/// Whether a markdown file is a room.
pub(super) fn is_room(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let titled = lines.next().is_some_and(|line| line.starts_with("# ") && line.contains(" / "));
    let drawer = titled && lines.next().is_some_and(|line| line.starts_with("## ")) && lines.next().is_some_and(|line| line.starts_with('>'));
    drawer && lines.find(|line| !line.starts_with('>')).is_some_and(|line| line.trim() == TABLE)
}

pub(super) fn read(path: &str, bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes);
    let mut document = Document { path: path.to_owned(), title: String::new(), kind: Kind::Memory, parts: Vec::new() };
    let mut drawer: Option<(Part, Vec<&str>)> = None;
    let mut close = |drawer: Option<(Part, Vec<&str>)>| {
        if let Some((part, lines)) = drawer {
            document.parts.push(Part { text: lines.join("\n").trim_end().to_owned(), ..part });
        }
    };
    let mut title = "";
    for line in text.lines() {
        if line.starts_with("## ") {
            close(drawer.replace((Part::default(), Vec::new())));
        } else if let Some((part, lines)) = &mut drawer {
            if let Some(quoted) = line.strip_prefix('>') {
                lines.push(quoted.strip_prefix(' ').unwrap_or(quoted));
            } else if let Some((name, value)) = field(line).filter(|(_, value)| *value != "unknown") {
                match name {
                    "Source" => value.clone_into(&mut part.heading),
                    "Filed" => part.at = when_text(value),
                    "Added by" => value.clone_into(&mut part.author),
                    _ => {}
                }
            }
        } else if let Some(name) = line.strip_prefix("# ") {
            title = name;
        }
    }
    close(drawer);
    title.clone_into(&mut document.title);
    Reading::of(document)
}

/// The name and the value in a row of the table.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('|')?.strip_suffix('|')?.split_once('|')?;
    Some((name.trim(), value.trim()))
}
