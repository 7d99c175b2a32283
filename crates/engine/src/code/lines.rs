//! Reads the lines of code that a record points at, as they are now in the tree at hand.
//!
//! Not here: what a link is and who may make one. Nothing is kept of what is read.

use super::{Lies, here};
use crate::{Error, PalaceState};
use kernel::{
    anchor::Anchor,
    ledger::{Digest, Hasher},
    scope::ProjectPath,
};
use std::collections::BTreeSet;
use store::View;

/// How much is hashed to find where lines went: what has moved is mostly near.
const BYTES_MAX: usize = 8 << 20;
/// Files that are looked into for lines whose own file is gone.
const FILES_MAX: usize = 20;

/// Some lines of a file of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot<'t> {
    /// The repository; everywhere, if nobody said.
    pub(crate) tree: &'t Anchor,
    pub(crate) path: &'t ProjectPath,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// What became of some lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Now {
    /// They read as they did.
    Fresh,
    /// Something else stands there; perhaps they stand elsewhere in that file.
    Stale(Option<String>),
    /// There is no such file; perhaps they stand in another.
    Gone(Option<String>),
    /// The tree is not at hand.
    Unknown,
}

/// What lies there for somebody who stands at an anchor. Another repository's tree is not at hand for them.
pub(crate) fn look(house: &PalaceState, anchor: &Anchor, tree: &Anchor, path: &ProjectPath) -> Lies {
    let Some(terrain) = &house.terrain else { return Lies::Unknown };
    if *tree != Anchor::Global && *tree != anchor.project() {
        return Lies::Unknown;
    }
    let outwards = anchor.outwards();
    let mut sights = outwards.iter().filter(|anchor| **anchor != Anchor::Global).map(|anchor| terrain.read(anchor, path));
    sights.find(|lies| !matches!(lies, Lies::Unknown)).unwrap_or(Lies::Unknown)
}

/// Looks at some lines again, and, if they are no longer there, for where they are.
pub(crate) fn again(view: &mut View<'_>, house: &PalaceState, anchor: &Anchor, spot: Spot<'_>, digest: Digest) -> Result<Now, Error> {
    let now = match look(house, anchor, spot.tree, spot.path) {
        Lies::Unknown => Now::Unknown,
        Lies::Text(text) if super::lines_digest(&text, spot.from, spot.to) == Some(digest) => Now::Fresh,
        // Nobody said which tree was meant: that it reads otherwise here says nothing.
        Lies::Text(_) | Lies::Nothing if *spot.tree == Anchor::Global => Now::Unknown,
        Lies::Text(text) => {
            let found = find(&text, spot.from, spot.to, digest, &mut BYTES_MAX.clone());
            Now::Stale(found.map(|(from, to)| told(spot.path.as_str(), from, to)))
        }
        Lies::Nothing => Now::Gone(elsewhere(view, house, anchor, spot, digest)?),
    };
    Ok(now)
}

fn told(path: &str, from: u32, to: u32) -> String {
    if from == to { format!("{path}:{from}") } else { format!("{path}:{from}-{to}") }
}

/// The lines of a text that have this digest, the nearest to where they were.
fn find(text: &str, from: u32, to: u32, digest: Digest, bytes_left: &mut usize) -> Option<(u32, u32)> {
    let lines: Vec<&str> = text.lines().collect();
    let count = (to.checked_sub(from)? as usize) + 1;
    let last = lines.len().checked_sub(count)?;
    let was = (from as usize).saturating_sub(1).min(last);
    for distance in 0..=last {
        for start in BTreeSet::from([was.checked_sub(distance), Some(was + distance)]).into_iter().flatten().filter(|start| *start <= last) {
            let mut hasher = Hasher::default();
            for (place, line) in lines[start..start + count].iter().enumerate() {
                if place > 0 {
                    hasher.update(b"\n");
                }
                hasher.update(line.as_bytes());
                *bytes_left = bytes_left.saturating_sub(line.len() + 1);
            }
            if hasher.finish() == digest {
                return Some((u32::try_from(start + 1).ok()?, u32::try_from(start + count).ok()?));
            }
        }
        if *bytes_left == 0 {
            return None;
        }
    }
    None
}

/// Where lines are whose file is gone: in a file of the same name, or in one beside where it was, as far as the index knows.
fn elsewhere(view: &mut View<'_>, house: &PalaceState, anchor: &Anchor, spot: Spot<'_>, digest: Digest) -> Result<Option<String>, Error> {
    let (folder, name) = spot.path.as_str().rsplit_once('/').map_or(("", spot.path.as_str()), |(folder, name)| (folder, name));
    let stem = name.split(|c: char| !c.is_alphanumeric()).max_by_key(|part| part.len()).unwrap_or_default();
    let most = i64::try_from(FILES_MAX).unwrap_or(i64::MAX);
    let everywhere = here(view, anchor, "")?;
    let mut paths: Vec<String> = view
        .code_paths_with(&everywhere, &[stem], most)?
        .into_iter()
        .map(|place| place.path)
        .filter(|path| path.rsplit('/').next() == Some(name))
        .collect();
    let beside = here(view, anchor, &if folder.is_empty() { String::new() } else { format!("{folder}/") })?;
    let near = view.code_paths(&beside)?.into_iter().map(|place| place.path);
    let depth = spot.path.as_str().matches('/').count();
    paths.extend(near.filter(|path| path.matches('/').count() == depth).take(FILES_MAX));
    let mut bytes_left = BYTES_MAX;
    for path in paths {
        let Ok(path) = ProjectPath::parse(&path) else { continue };
        let Lies::Text(text) = look(house, anchor, spot.tree, &path) else { continue };
        if let Some((from, to)) = find(&text, spot.from, spot.to, digest, &mut bytes_left) {
            return Ok(Some(told(path.as_str(), from, to)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_where_they_are_nearest() {
        let digest = super::super::lines_digest("x\ny", 1, 2).expect("lines");
        let table = [
            ("x\ny\n", 1, Some((1, 2))),
            ("a\nx\ny\n", 1, Some((2, 3))),
            ("x\ny\na\nb\nc\nx\ny", 6, Some((6, 7))),
            ("x\ny\na\nb\nc\nx\ny", 2, Some((1, 2))),
            ("x\ny\n", 900, Some((1, 2))),
            ("x\nz\n", 1, None),
            ("x", 1, None),
            ("", 1, None),
        ];
        for (text, from, expected) in table {
            assert_eq!(find(text, from, from + 1, digest, &mut 1000), expected, "{text:?} from {from}");
        }
        assert_eq!(find("a\nx\ny\n", 1, 2, digest, &mut 1), None, "no longer than it may take");
    }
}
