//! Finds the tree that is asked about, and its files as they were read.

use super::Lies;
use crate::{Error, Look, call::not_found::missing};
use kernel::{anchor::Anchor, refusal::Code, scope::ProjectPath};
use std::collections::BTreeSet;
use store::{CodeBlob, CodePlace, CodeWhere, View};
use syntax::{Language, Outline};

/// A file with its outline.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) place: CodePlace,
    pub(crate) blob: CodeBlob,
    pub(crate) outline: Outline,
}

impl File {
    pub(crate) fn path(&self) -> &str {
        &self.place.path
    }

    pub(crate) fn language(&self) -> Language {
        Language::named(&self.blob.language).unwrap_or(Language::Data)
    }

    /// What lies there now, and whether that is no longer what was read. Of a file that is gone nothing lies there.
    pub(crate) fn now(&self, cx: &mut Look<'_>) -> Result<Option<(String, bool)>, Error> {
        let Some(terrain) = cx.house.terrain.clone() else { return Ok(None) };
        let (Some(name), Ok(path)) = (cx.anchor_named(self.place.anchor)?, ProjectPath::parse(self.path())) else { return Ok(None) };
        let Ok(anchor) = Anchor::parse(&name) else { return Ok(None) };
        let text = match terrain.read(&anchor, &path) {
            Lies::Text(text) => text,
            Lies::Nothing => return Ok(Some((String::new(), true))),
            Lies::Unknown => return Ok(None),
        };
        let stale = super::code_digest(self.language(), &text) != self.blob.digest;
        Ok(Some((text, stale)))
    }
}

/// Files whose present text is looked at for one answer: each is read.
const LOOKED_AT_MAX: usize = 50;

/// Those of an answer's files that no longer read as they were read, or are gone: what is said of them is what was.
pub(crate) fn changed<'p>(cx: &mut Look<'_>, among: &CodeWhere, paths: impl IntoIterator<Item = &'p str>) -> Result<Vec<String>, Error> {
    let paths: BTreeSet<&str> = paths.into_iter().collect();
    let mut changed = Vec::new();
    for path in paths.into_iter().take(LOOKED_AT_MAX) {
        let found = cx.code_at(among, path)?;
        for file in files(cx, found.into_iter().collect())? {
            if file.now(cx)?.is_some_and(|(_, stale)| stale) {
                changed.push(path.to_owned());
            }
        }
    }
    Ok(changed)
}

/// The part of the trees that a caller means: the checkout they stand in, or its repository; every tree, if they stand nowhere.
pub(crate) fn here(view: &mut View<'_>, anchor: &Anchor, prefix: &str) -> Result<CodeWhere, Error> {
    let prefix = prefix.trim_start_matches("./").to_owned();
    for anchor in anchor.outwards().iter().filter(|anchor| **anchor != Anchor::Global) {
        if let Some(n) = view.code_anchor(&anchor.to_string())? {
            return Ok(CodeWhere { anchor: Some(n), prefix, places: Vec::new() });
        }
    }
    // Who stands in a tree that was never read is not shown another's.
    Ok(CodeWhere { anchor: (*anchor != Anchor::Global).then_some(0), prefix, places: Vec::new() })
}

/// The part of a tree that is a room: what its people say belongs to it, or else the folder of that name.
pub(crate) fn room(cx: &mut Look<'_>, mut among: CodeWhere, name: &str) -> Result<CodeWhere, Error> {
    let plan = &cx.call.floorplan;
    if let Some(room) = plan.room(name) {
        among.places = room.entry_points().iter().map(|place| place.as_str().to_owned()).collect();
        return Ok(among);
    }
    let folder = ProjectPath::parse(name.trim_end_matches('/'))?;
    let inside = CodeWhere { places: vec![folder.as_str().to_owned()], prefix: String::new(), ..among };
    if !cx.any_code(&inside)? {
        let names: Vec<&str> = plan.rooms().iter().map(kernel::floorplan::Room::name).collect();
        let there = if names.is_empty() { "this project has no rooms yet".to_owned() } else { format!("there are {}", names.join(", ")) };
        return Err(Code::NotFound
            .refuse(folder.as_str(), format!("there is no room and no folder `{}`; {there}", folder.as_str()))
            .next("Leave room out, or describe the rooms with `palace init`")
            .into());
    }
    Ok(CodeWhere { places: inside.places, ..among })
}

/// The files that lie at some places, in their order.
pub(crate) fn files(view: &mut View<'_>, places: Vec<CodePlace>) -> Result<Vec<File>, Error> {
    files_by(view, places, Outline::from_bytes)
}

/// The same, without what they mention and import.
pub(crate) fn files_with_symbols(view: &mut View<'_>, places: Vec<CodePlace>) -> Result<Vec<File>, Error> {
    files_by(view, places, Outline::symbols_from_bytes)
}

fn files_by(view: &mut View<'_>, places: Vec<CodePlace>, decode: fn(&[u8]) -> Option<Outline>) -> Result<Vec<File>, Error> {
    let mut numbers: Vec<i64> = places.iter().map(|place| place.held).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let blobs: std::collections::HashMap<i64, CodeBlob> = view.code_blobs(&numbers)?.into_iter().map(|blob| (blob.n, blob)).collect();
    let read = |place: CodePlace| {
        let blob = blobs.get(&place.held)?.clone();
        let outline = decode(&blob.outline)?;
        Some(File { place, blob, outline })
    };
    Ok(places.into_iter().filter_map(read).collect())
}

/// The files that hold any of some words of the index.
pub(crate) fn lookup(view: &mut View<'_>, among: &CodeWhere, words: &[String], limit: i64) -> Result<Vec<File>, Error> {
    let asked: Vec<(&str, f64)> = words.iter().map(|word| (word.as_str(), 1.0)).collect();
    let held: Vec<i64> = view.find_code(among, &asked, limit)?.into_iter().map(|(held, _)| held).collect();
    let places = view.code_places(among, &held)?;
    files(view, places)
}

/// One file by its path; refused, if it was not read.
pub(crate) fn file(view: &mut View<'_>, among: &CodeWhere, path: &str) -> Result<File, Error> {
    let path = ProjectPath::parse(path)?;
    let found = view.code_at(among, path.as_str())?;
    let mut found = files(view, found.into_iter().collect())?;
    found.pop().ok_or_else(|| match missing("file", path.as_str()) {
        Error::Refused(_) => Code::NotFound
            .refuse(path.as_str(), format!("file `{}` is not in the index", path.as_str()))
            .next("Run `palace index` in its tree")
            .into(),
        other => other,
    })
}
