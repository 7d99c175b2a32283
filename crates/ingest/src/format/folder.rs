//! Sources that are a folder, whose files say little one by one.
//!
//! Notes of basic-memory and rooms of MemPalace need no folder to be recognised: each says what it is, so their folders
//! are only ever named by hand. Not here: walking.

use super::{Format, Reading, detect, opencode, read as read_file, slack};

/// Whose folder it is, by the paths in it, with `/` between their pieces.
pub fn recognise(names: &[&str]) -> Option<Format> {
    if slack::is_folder(names) {
        return Some(Format::Slack);
    }
    let has = |piece: &str| names.iter().any(|name| opencode::is_stored(name) && format!("/{name}").contains(piece));
    (has("/session/") && has("/message/")).then_some(Format::Opencode)
}

/// What lies at the top of every such folder, at least one of these: files and folders.
pub fn tops() -> impl Iterator<Item = &'static str> {
    slack::PEOPLE.iter().chain(opencode::SESSIONS).copied()
}

/// Which of the paths in a folder make it what it is. The others lie there for reasons of their own.
pub fn own<'n>(format: Format, names: &[&'n str]) -> Vec<&'n str> {
    match format {
        Format::Opencode => names.iter().copied().filter(|name| opencode::is_own(names, name)).collect(),
        _ => names.to_vec(),
    }
}

/// Whether a path of a folder is read.
pub fn is_read(format: Format, name: &str) -> bool {
    format != Format::Opencode || opencode::is_stored(name)
}

/// Whose folder it is, where it says so: the id of a workspace. Channels and days have the same names in every one.
pub fn team(format: Format, files: &[(String, Vec<u8>)]) -> Option<String> {
    if format == Format::Slack { slack::team(files) } else { None }
}

/// Reads a folder: paths within it, and what they hold. A file that cannot be read is a fault, and the others are read.
pub fn read(format: Format, files: Vec<(String, Vec<u8>)>) -> Reading {
    let mut reading = match format {
        Format::Slack => slack::read_folder(files),
        Format::Opencode => opencode::read_folder(files),
        _ => one_by_one(format, files),
    };
    reading.settle();
    reading
}

/// Each file as what it says it is: notes may lie among plain markdown.
fn one_by_one(format: Format, files: Vec<(String, Vec<u8>)>) -> Reading {
    let mut reading = Reading::default();
    for (path, bytes) in files {
        let found = match detect(&path, &bytes) {
            // An export has an index, which is no room.
            Ok(Format::Markdown | Format::Text) if format == Format::MemPalace => continue,
            Ok(found) => found,
            Err(why) => {
                reading.fault(0, format!("{path}: {why}"));
                continue;
            }
        };
        match read_file(found, &path, &bytes) {
            Ok(mut file) => {
                file.broken.iter_mut().for_each(|broken| broken.why = format!("{path}: {}", broken.why));
                reading.absorb(file);
            }
            Err(error) => reading.fault(0, error.to_string()),
        }
    }
    reading
}
