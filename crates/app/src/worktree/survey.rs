//! What a repository looks like from its paths: which languages, and which rooms it seems to have.
//!
//! A first proposal for people to change. The same paths give the same rooms. Not here: reading the files, writing documents.

use kernel::floorplan::{Capability, RoomDocument, RoomKind, Version};
use std::collections::{BTreeMap, BTreeSet};

/// Folders whose own folders are the parts of a project.
const SHELVES: &[&str] = &["apps", "crates", "internal", "libs", "modules", "packages", "pkg", "plugins", "services"];
/// A `src` with so many folders of code is a shelf too.
const SOURCE_PARTS: usize = 3;
/// Most rooms that are proposed.
const ROOMS_MAX: usize = 40;
/// Where a reader begins, if a room has such a file.
const DOORS: &[&str] = &[
    "README.md",
    "src/lib.rs",
    "src/main.rs",
    "lib.rs",
    "main.rs",
    "mod.rs",
    "src/index.ts",
    "index.ts",
    "src/main.ts",
    "src/index.js",
    "index.js",
    "__init__.py",
    "main.py",
    "main.go",
    "Main.java",
];

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Survey {
    /// Languages with their files, most files first.
    pub languages: Vec<(String, usize)>,
    /// Rooms, by name.
    pub rooms: Vec<RoomDocument>,
}

/// Looks at a repository's paths (relative, with forward slashes). `language` tells what a file is written in.
pub fn survey(paths: &[String], language: impl Fn(&str) -> Option<&'static str>) -> Survey {
    let mut languages: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut code: BTreeMap<&str, &'static str> = BTreeMap::new();
    for path in paths {
        if let Some(name) = language(path) {
            *languages.entry(name).or_default() += 1;
            code.insert(path, name);
        }
    }
    let mut languages: Vec<(String, usize)> = languages.into_iter().map(|(name, files)| (name.to_owned(), files)).collect();
    languages.sort_by(|(a, left), (b, right)| right.cmp(left).then_with(|| a.cmp(b)));

    let mut parts: Vec<(String, usize)> =
        folders(&code).into_iter().map(|folder| (folder.clone(), code.keys().filter(|path| lies_in(path, &folder)).count())).collect();
    parts.sort_by(|(a, left), (b, right)| right.cmp(left).then_with(|| a.cmp(b)));
    parts.truncate(ROOMS_MAX);
    let known: BTreeSet<&str> = paths.iter().map(String::as_str).collect();
    let mut taken = BTreeSet::new();
    let mut rooms: Vec<RoomDocument> = parts
        .iter()
        .map(|(folder, files)| {
            let short = folder.rsplit('/').next().unwrap_or(folder).to_owned();
            let name = if taken.insert(short.clone()) { short } else { folder.replace('/', "-") };
            room(name, folder, *files, &code, &known)
        })
        .collect();
    rooms.sort_by(|a, b| a.name.cmp(&b.name));
    Survey { languages, rooms }
}

/// The folders that are parts of the project: what stands on a shelf, else what stands at the top.
fn folders(code: &BTreeMap<&str, &'static str>) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for path in code.keys() {
        let mut steps = path.split('/');
        let (Some(top), second, deeper) = (steps.next(), steps.next(), steps.next()) else { continue };
        let Some(second) = second else { continue };
        if top.starts_with('.') {
            continue;
        }
        let shelf = SHELVES.contains(&top) || (top == "src" && source_is_a_shelf(code));
        parts.insert(if shelf && deeper.is_some() { format!("{top}/{second}") } else { top.to_owned() });
    }
    parts
}

fn source_is_a_shelf(code: &BTreeMap<&str, &'static str>) -> bool {
    let inner: BTreeSet<&str> =
        code.keys().filter_map(|path| path.strip_prefix("src/")).filter_map(|rest| rest.split_once('/').map(|(folder, _)| folder)).collect();
    inner.len() >= SOURCE_PARTS
}

fn lies_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn room(name: String, folder: &str, files: usize, code: &BTreeMap<&str, &'static str>, known: &BTreeSet<&str>) -> RoomDocument {
    let mut written: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, language) in code.iter().filter(|(path, _)| lies_in(path, folder)) {
        *written.entry(*language).or_default() += 1;
    }
    let mostly = written.iter().max_by(|(a, left), (b, right)| left.cmp(right).then_with(|| b.cmp(a))).map_or("", |(language, _)| language);
    let doors = DOORS.iter().map(|door| format!("{folder}/{door}")).filter(|path| known.contains(path.as_str()));
    RoomDocument {
        schema: None,
        schema_version: Version::One,
        kind: RoomKind::Word,
        name,
        summary: format!("{files} {}, mostly {mostly}", if files == 1 { "file" } else { "files" }),
        entry_points: std::iter::once(format!("{folder}/")).chain(doors).collect(),
        capabilities: vec![Capability::SearchText, Capability::ReadFile, Capability::SymbolsLookup],
        artifacts: vec![],
        steps: vec![],
        provenance: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[&str]) -> Vec<String> {
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        let language = |path: &str| match path.rsplit_once('.').map(|(_, kind)| kind) {
            Some("rs") => Some("Rust"),
            Some("ts") => Some("TypeScript"),
            _ => None,
        };
        survey(&paths, language).rooms.into_iter().map(|room| format!("{} {}", room.name, room.entry_points.join(" "))).collect()
    }

    #[test]
    fn rooms_are_what_stands_on_a_shelf_or_at_the_top() {
        let shelves =
            ["crates/kernel/src/lib.rs", "crates/kernel/README.md", "crates/app/src/main.rs", "xtask/src/main.rs", "docs/guide.md", ".ci/x.rs"];
        assert_eq!(
            names(&shelves),
            [
                "app crates/app/ crates/app/src/main.rs",
                "kernel crates/kernel/ crates/kernel/README.md crates/kernel/src/lib.rs",
                "xtask xtask/ xtask/src/main.rs",
            ]
        );
        assert_eq!(names(&["src/main.rs", "src/auth/a.rs"]), ["src src/ src/main.rs"]);
        assert_eq!(names(&["src/main.rs", "src/a/x.rs", "src/b/y.rs", "src/c/z.rs"]), ["a src/a/", "b src/b/", "c src/c/", "src src/ src/main.rs"]);
        assert_eq!(
            names(&["packages/ui/index.ts", "apps/ui/index.ts"]),
            ["packages-ui packages/ui/ packages/ui/index.ts", "ui apps/ui/ apps/ui/index.ts"]
        );
        assert!(names(&["README.md", "main.rs"]).is_empty(), "what lies at the top lies in no room");
    }
}
