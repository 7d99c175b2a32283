//! An ancestor's palace on this machine: which project a row belongs to, and the files that lie beside its database.
//!
//! It knew folders by where they lay. A folder that is here is known here; one that is not goes by its name. See
//! `docs/decisions/0020`. Not here: its tables, which the `ingest` crate reads.

use super::anchor::Surveyor;
use ingest::{Document, Kind, Part, ancestor::Place};
use kernel::{anchor::Anchor, claim::Domain};
use std::{
    collections::HashMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// Where it put everything that was brought without saying where from.
pub const UNPLACED: &str = "repo://legacy";
/// The log beside it.
pub const LOG: &str = "audit.jsonl";
/// What else lies beside it.
const BESIDE: [&str; 3] = [LOG, "config.toml", "identity.txt"];
/// Longest of these that is read, in bytes.
const BESIDE_BYTES_MAX: u64 = 64 << 20;

/// Which of our places stands for each of theirs.
#[derive(Debug)]
pub struct Places {
    unplaced: Anchor,
    known: HashMap<(Place, bool), Anchor>,
}

impl Places {
    /// What belonged nowhere there belongs to `unplaced`.
    pub fn new(unplaced: Anchor) -> Self {
        Self { unplaced, known: HashMap::new() }
    }

    /// Where what belonged nowhere goes.
    pub const fn unplaced(&self) -> &Anchor {
        &self.unplaced
    }

    /// Where a row belongs.
    pub fn anchor(&mut self, surveyor: &mut Surveyor<'_>, place: &Place, domain: Domain) -> Anchor {
        let key = (place.clone(), domain == Domain::Global);
        if let Some(anchor) = self.known.get(&key) {
            return anchor.clone();
        }
        let anchor = find(surveyor, place, domain).unwrap_or_else(|| self.unplaced.clone());
        self.known.insert(key, anchor.clone());
        anchor
    }
}

fn find(surveyor: &mut Surveyor<'_>, place: &Place, domain: Domain) -> Option<Anchor> {
    if place.anchor_kind == "global" {
        // What is not for everyone cannot lie everywhere.
        return (domain == Domain::Global).then_some(Anchor::Global);
    }
    let (_, rest) = place.anchor_id.split_once("://").filter(|(_, rest)| !rest.is_empty() && place.anchor_id != UNPLACED)?;
    let Some(folder) = folder(rest) else { return Some(Anchor::parse(&place.anchor_id).unwrap_or_else(|_| Anchor::of_name(rest))) };
    let here = folder.canonicalize().ok().map(|dir| surveyor.anchor(&dir)).filter(|anchor| *anchor != Anchor::Global);
    if place.anchor_kind == "repo" {
        return Some(here.map_or_else(|| by_name(&folder), |anchor| anchor.project()));
    }
    Some(here.unwrap_or_else(|| {
        let parent = place.parent_anchor_id.split_once("://").and_then(|(_, rest)| self::folder(rest));
        let (project, checkout) = (name(parent.as_deref().unwrap_or(&folder)), name(&folder));
        if project == checkout { Anchor::of_name(&project) } else { Anchor::of_name(&project).worktree(&checkout) }
    }))
}

/// The folder of a repository or a checkout, if it is told by its path.
fn folder(rest: &str) -> Option<PathBuf> {
    let path = Path::new(rest);
    let folder = if path.ends_with(".git") { path.parent()? } else { path };
    (path.is_absolute() && folder.file_name().is_some()).then(|| folder.to_owned())
}

fn by_name(folder: &Path) -> Anchor {
    Anchor::of_name(&name(folder))
}

fn name(folder: &Path) -> String {
    folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// What lies beside its database, as documents: its log, its settings, and what it was told to be.
pub fn beside(database: &Path) -> Vec<Document> {
    let own = name(database);
    let document = |file: &str| {
        let mut bytes = Vec::new();
        let path = database.with_file_name(file);
        if !path.is_file() || path.metadata().is_ok_and(|found| found.len() > BESIDE_BYTES_MAX) {
            return None;
        }
        File::open(path).ok()?.take(BESIDE_BYTES_MAX).read_to_end(&mut bytes).ok()?;
        let part = Part { text: String::from_utf8_lossy(&bytes).into_owned(), ..Part::default() };
        Some(Document { path: format!("{own}#{file}"), title: file.to_owned(), kind: Kind::Text, parts: vec![part] })
    };
    BESIDE.into_iter().filter_map(document).filter(|document| !document.parts[0].text.trim().is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_the_folder_of_a_repository() {
        let table = [
            ("/home/x/proj/.git", Some("/home/x/proj")),
            ("/home/x/proj", Some("/home/x/proj")),
            ("/", None),
            ("/.git", None),
            ("legacy", None),
            ("../x", None),
        ];
        for (rest, expected) in table {
            assert_eq!(folder(rest).as_deref(), expected.map(Path::new), "{rest}");
        }
    }
}
