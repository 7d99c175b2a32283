//! A folder of source code and notes, read as documents. Enough of a walk for a benchmark: the program's own knows about
//! ignore files, links and what is not text.

use crate::common::Result;
use ingest::{Document, Kind, Part};
use std::{fs, path::Path};

/// Files beyond this are generated.
const FILE_BYTES_MAX: u64 = 512 << 10;
/// Enough to measure by.
const ALL_BYTES_MAX: u64 = 48 << 20;

/// Hands over every document below a folder, in order of their names; says how many files and bytes there were.
pub(crate) fn each(folder: &Path, take: &mut dyn FnMut(Document) -> Result<()>) -> Result<(usize, u64)> {
    let (mut files, mut bytes) = (0, 0);
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if bytes > ALL_BYTES_MAX {
            break;
        }
        let about = fs::symlink_metadata(&path).map_err(|e| format!("{}: {e}; name another folder with --dir", path.display()))?;
        if about.is_dir() {
            let mut inside: Vec<_> =
                fs::read_dir(&path)?.collect::<std::result::Result<Vec<_>, _>>()?.into_iter().map(|entry| entry.path()).collect();
            inside.sort_by(|a, b| b.cmp(a)); // the last is taken first
            waiting.extend(inside);
            continue;
        }
        let kind = match path.extension().and_then(|end| end.to_str()) {
            Some("rs" | "py" | "c" | "h" | "js" | "ts" | "go" | "java" | "sh") => Kind::Code,
            Some("md") => Kind::Markdown,
            Some("txt" | "toml") => Kind::Text,
            _ => continue,
        };
        let Some(name) = path.strip_prefix(folder).ok().and_then(Path::to_str).filter(|_| about.is_file() && about.len() <= FILE_BYTES_MAX) else {
            continue;
        };
        let Ok(text) = fs::read_to_string(&path) else { continue };
        files += 1;
        bytes += about.len();
        take(Document { path: name.to_owned(), title: String::new(), kind, parts: vec![Part { text, ..Part::default() }] })?;
    }
    Ok((files, bytes))
}
