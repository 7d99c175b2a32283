//! What can stop a connection, said so that the next step is clear.
//!
//! An entry or a file that we leave alone is an error here, never a warning: the caller asked for a
//! change and there is none.

use std::io;
use std::path::{Path, PathBuf};

/// Why a client could not be connected. No file has changed when one of these is returned, except
/// that [`ConnectError::Write`] may leave a backup behind.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// No client has this id.
    #[error("there is no client `{id}`{}; known clients: {}", did_you_mean(.nearest.as_deref()), .known.join(", "))]
    Unknown {
        /// What was asked for.
        id: String,
        /// The id that looks most like it, if one does.
        nearest: Option<&'static str>,
        /// Every id.
        known: Vec<&'static str>,
    },
    /// The client has no configuration per project.
    #[error("{client} has no configuration per project; leave the project out to connect it for you")]
    NoProject {
        /// The client's name.
        client: &'static str,
    },
    /// This program was started from a cache, and nobody knows by which command it can be started again.
    #[error(
        "this program was started from a cache, {}, which is emptied; install palace where it stays and run this again",
        .file.display()
    )]
    Cache {
        /// The program's own file.
        file: PathBuf,
    },
    /// The server's name would not work as a key everywhere.
    #[error("the server name `{name}` will not do; use letters, digits, `-` and `_`")]
    Name {
        /// The name.
        name: String,
    },
    /// The client sends headers as they stand.
    #[error(
        "{client} does not read environment variables in headers, so `{variable}` would be sent as \
         text; connect it over stdio, or give the token itself"
    )]
    VariableUnread {
        /// The client's name.
        client: &'static str,
        /// The variable that would have held the token.
        variable: String,
    },
    /// A secret was about to be written into a file that is usually committed.
    #[error("{} belongs to a project and may be committed; name an environment variable instead of the token", .path.display())]
    Secret {
        /// The project's file.
        path: PathBuf,
    },
    /// A file or directory could not be read.
    #[error("cannot read {}: {source}; check that it exists and that you may read it", .path.display())]
    Read {
        /// What was read.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file could not be written; the old one is still in place.
    #[error("cannot write {}: {source}; the file is as it was", .path.display())]
    Write {
        /// What was written.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The path names a directory, a socket or the like.
    #[error("{} is not a regular file; move it away and try again", .path.display())]
    NotFile {
        /// The path.
        path: PathBuf,
    },
    /// The file is not UTF-8.
    #[error("{} is not UTF-8 text; it was left untouched", .path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// The file does not parse.
    #[error("{}, line {line}, column {column}: {what}; mend it and try again, it was left untouched", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What the parser said.
        what: String,
    },
    /// Where servers or hooks should be listed there is something else.
    #[error("in {}, `{key}` is not an object; it was left untouched", .path.display())]
    NotObject {
        /// The file.
        path: PathBuf,
        /// The key, or `the whole file`.
        key: String,
    },
    /// Where the hooks of an event should be listed there is something else.
    #[error("in {}, `{key}` is not a list; it was left untouched", .path.display())]
    NotList {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
    },
    /// The client has no hooks that Palace knows.
    #[error("{client} has no hooks that Palace knows of; use one of {}", .known.join(", "))]
    NoHooks {
        /// What was asked for.
        client: String,
        /// The clients that have some.
        known: Vec<&'static str>,
    },
    /// A key occurs twice, and clients differ in which one they read.
    #[error("in {}, `{key}` occurs twice; remove one of them, the file was left untouched", .path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
    },
    /// An entry of the same name leads elsewhere.
    #[error("{} already has an entry `{name}` that is not ours ({found}); choose another name, or replace it with --force", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The name of the entry.
        name: String,
        /// What it starts or where it points.
        found: String,
    },
    /// A symbolic link leads out of the directory we were given.
    #[error("{} leads to {}, outside {}; edit that file by hand if you mean it", .path.display(), .target.display(), .root.display())]
    Outside {
        /// The path as configured.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
        /// The home or project directory.
        root: PathBuf,
    },
    /// Someone else wrote the file after the plan was made.
    #[error("{} changed while we were looking at it; try again", .path.display())]
    Moved {
        /// The file.
        path: PathBuf,
    },
    /// The edited text would have lost something that was there before.
    #[error("the edit of {} would change more than the entry `{name}`, so it was not made; add the lines by hand", .path.display())]
    Damage {
        /// The file.
        path: PathBuf,
        /// The name of the entry.
        name: String,
    },
}

impl ConnectError {
    pub(super) fn unknown(id: &str, known: impl Iterator<Item = &'static str>) -> Self {
        let known: Vec<_> = known.collect();
        Self::Unknown { id: id.to_owned(), nearest: nearest(id, &known), known }
    }

    pub(super) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        |source| Self::Read { path, source }
    }

    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        |source| Self::Write { path, source }
    }
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |id| format!(" (did you mean `{id}`?)"))
}

/// The id that shares a beginning, or is at most three letters away.
fn nearest(id: &str, known: &[&'static str]) -> Option<&'static str> {
    let id = id.to_lowercase().replace([' ', '_'], "-");
    let begins = |known: &&'static str| id.len() >= 2 && (known.starts_with(id.as_str()) || id.starts_with(*known));
    known
        .iter()
        .copied()
        .find(begins)
        .or_else(|| known.iter().map(|known| (distance(&id, known), *known)).min().filter(|(distance, _)| *distance <= 3).map(|(_, known)| known))
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
