//! Folders of source code and notes, read as documents. Enough of a walk for a benchmark: the program's own knows about
//! ignore files, links and what is not text.

use crate::common::Result;
use ingest::{Document, Kind, Part};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

/// Files beyond this are generated.
const FILE_BYTES_MAX: u64 = 512 << 10;
/// Enough to measure by.
const ALL_BYTES_MAX: u64 = 48 << 20;
/// A word this long may be another word in a later pass over the same files.
const VARIED_MIN: usize = 5;

/// Hands over every document below a folder, in order of their names; says how many files and bytes there were.
pub(crate) fn each(folder: &Path, take: &mut dyn FnMut(Document) -> Result<()>) -> Result<(usize, u64)> {
    let (mut files, mut bytes) = (0, 0);
    for path in below(folder)? {
        if bytes > ALL_BYTES_MAX {
            break;
        }
        let Some(document) = read(folder, &path) else { continue };
        files += 1;
        bytes += document.parts.iter().map(|part| part.text.len() as u64).sum::<u64>();
        take(document)?;
    }
    Ok((files, bytes))
}

/// Hands over the documents of several folders until told to stop: mixed, in an order that says nothing about them and is the same
/// everywhere. When all were read they are read again with every third longer word changed, so that they are not copies. Says how
/// often all were read before.
pub(crate) fn mixed(folders: &[PathBuf], take: &mut dyn FnMut(Document) -> Result<bool>) -> Result<u32> {
    let mut files: Vec<(u64, &PathBuf, PathBuf)> = Vec::new();
    for folder in folders {
        files.extend(below(folder)?.into_iter().map(|path| (hash(path.strip_prefix(folder).unwrap_or(&path)), folder, path)));
    }
    files.sort();
    for pass in 0.. {
        let mut any = false;
        for (_, folder, path) in &files {
            let Some(mut document) = read(folder, path) else { continue };
            any = true;
            let tree = folder.file_name().unwrap_or_default().to_string_lossy();
            document.path = if pass == 0 { format!("{tree}/{}", document.path) } else { format!("{tree}-{pass}/{}", document.path) };
            if pass > 0 {
                document.parts.iter_mut().for_each(|part| part.text = varied(&part.text, pass));
            }
            if !take(document)? {
                return Ok(pass);
            }
        }
        if !any {
            break;
        }
    }
    Err("there is nothing to read in these folders; name others with --tree".into())
}

/// The text with every third longer word changed.
fn varied(text: &str, pass: u32) -> String {
    let mut told = String::with_capacity(text.len() + text.len() / 16);
    for part in text.split_inclusive(|c: char| !c.is_ascii_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        told.push_str(word);
        if word.len() >= VARIED_MIN && (hash(word).wrapping_add(u64::from(pass))).is_multiple_of(3) {
            told.push_str(["ex", "ol", "um", "ir"][pass as usize % 4]);
        }
        told.push_str(&part[word.len()..]);
    }
    told
}

/// The same on every machine: the standard hasher without a key.
fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// The files below a folder that are read, in order of their names.
fn below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        let about = fs::symlink_metadata(&path).map_err(|e| format!("{}: {e}; name another folder", path.display()))?;
        if about.is_dir() {
            let mut inside: Vec<_> =
                fs::read_dir(&path)?.collect::<std::result::Result<Vec<_>, _>>()?.into_iter().map(|entry| entry.path()).collect();
            inside.sort_by(|a, b| b.cmp(a)); // the last is taken first
            waiting.extend(inside);
        } else if about.is_file() && about.len() <= FILE_BYTES_MAX && kind(&path).is_some() {
            files.push(path);
        }
    }
    Ok(files)
}

fn kind(path: &Path) -> Option<Kind> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("rs" | "py" | "c" | "h" | "js" | "ts" | "go" | "java" | "sh" | "s") => Some(Kind::Code),
        Some("md") => Some(Kind::Markdown),
        Some("txt" | "toml" | "yaml" | "proto") => Some(Kind::Text),
        _ => None,
    }
}

/// A file as a document, unless it is not text.
fn read(folder: &Path, path: &Path) -> Option<Document> {
    let name = path.strip_prefix(folder).ok()?.to_str()?;
    let text = fs::read_to_string(path).ok()?;
    Some(Document { path: name.to_owned(), title: String::new(), kind: kind(path)?, parts: vec![Part { text, ..Part::default() }] })
}
