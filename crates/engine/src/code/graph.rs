//! Resolves names: who defines one, who mentions it, and which file an import means. Names are all there is to go by.

use super::{File, file, lookup, token};
use crate::Error;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use store::{CodeWhere, View};
use syntax::{How, Kind, Symbol, Tree};

/// Files looked at for one question at most: a name that more of them hold says nothing any more.
const FILES_MAX: i64 = 2_000;

/// Where a name is defined.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) path: String,
    pub(crate) symbol: Symbol,
}

/// Where a name is mentioned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mentioned {
    pub(crate) path: String,
    pub(crate) line: u32,
    pub(crate) how: How,
    pub(crate) name: String,
    /// The symbol around it, with its kind.
    pub(crate) inside: Option<(String, Kind)>,
}

/// Every definition of some names, by name, then by path and line.
pub(crate) fn definitions(view: &mut View<'_>, among: &CodeWhere, names: &BTreeSet<String>) -> Result<BTreeMap<String, Vec<Definition>>, Error> {
    let mut found: BTreeMap<String, Vec<Definition>> = BTreeMap::new();
    if names.is_empty() {
        return Ok(found);
    }
    let words: Vec<String> = names.iter().map(|name| token('=', name)).collect();
    for file in lookup(view, among, &words, FILES_MAX)? {
        for symbol in file.outline.symbols.iter().filter(|symbol| names.contains(&symbol.name)) {
            found.entry(symbol.name.clone()).or_default().push(Definition { path: file.path().to_owned(), symbol: symbol.clone() });
        }
    }
    Ok(found)
}

/// Everywhere that some names are mentioned, by path and line.
pub(crate) fn callers(view: &mut View<'_>, among: &CodeWhere, names: &BTreeSet<String>) -> Result<Vec<Mentioned>, Error> {
    let mut found = Vec::new();
    if names.is_empty() {
        return Ok(found);
    }
    let words: Vec<String> = names.iter().map(|name| token('>', name)).collect();
    for file in lookup(view, among, &words, FILES_MAX)? {
        found.extend(mentions(&file).filter(|mentioned| names.contains(&mentioned.name)));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// What a file mentions.
fn mentions(file: &File) -> impl Iterator<Item = Mentioned> + '_ {
    file.outline.mentions.iter().map(|mention| Mentioned {
        path: file.path().to_owned(),
        line: mention.line,
        how: mention.how,
        name: mention.name.clone(),
        inside: mention.inside.and_then(|place| file.outline.symbols.get(place as usize)).map(|symbol| (symbol.name.clone(), symbol.kind)),
    })
}

/// The files of the tree that each import of a file means.
pub(crate) fn resolved(tree: &Tree, file: &File) -> Vec<(String, u32, Vec<String>)> {
    let language = file.language();
    let meant = |what: &str| tree.resolve(file.path(), language, what).into_iter().map(str::to_owned).collect();
    file.outline.imports.iter().map(|import| (import.what.clone(), import.line, meant(&import.what))).collect()
}

/// The files that import a file, directly and through others, with how far away they are.
pub(crate) fn dependents(view: &mut View<'_>, among: &CodeWhere, tree: &Tree, path: &str, depth: u32) -> Result<BTreeMap<String, u32>, Error> {
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    let mut round: Vec<String> = vec![path.to_owned()];
    let mut kept: HashMap<String, Vec<String>> = HashMap::new();
    for distance in 1..=depth {
        let wanted: HashSet<&str> = round.iter().map(String::as_str).collect();
        let words: BTreeSet<String> = round.iter().map(|path| token('<', Tree::name_of(path))).collect();
        let words: Vec<String> = words.into_iter().collect();
        let mut next = Vec::new();
        for file in lookup(view, among, &words, FILES_MAX)? {
            let meant =
                kept.entry(file.path().to_owned()).or_insert_with(|| resolved(tree, &file).into_iter().flat_map(|(_, _, files)| files).collect());
            let is_new = file.path() != path && !found.contains_key(file.path());
            if is_new && meant.iter().any(|path| wanted.contains(path.as_str())) {
                next.push(file.path().to_owned());
            }
        }
        for path in &next {
            found.insert(path.clone(), distance);
        }
        if next.is_empty() {
            break;
        }
        round = next;
    }
    Ok(found)
}

/// Which of several definitions a file most likely means: its own, then those of files it imports, then any of a few.
pub(crate) fn meant<'d>(from: &str, imported: &HashSet<String>, all: &'d [Definition]) -> Vec<&'d Definition> {
    let own: Vec<&Definition> = all.iter().filter(|definition| definition.path == from).collect();
    if !own.is_empty() {
        return own;
    }
    let near: Vec<&Definition> = all.iter().filter(|definition| imported.contains(&definition.path)).collect();
    if !near.is_empty() {
        return near;
    }
    if all.len() <= 3 { all.iter().collect() } else { Vec::new() }
}

/// A file, the tree around it, and the files it imports.
pub(crate) fn around(view: &mut View<'_>, among: &CodeWhere, path: &str) -> Result<(File, Tree, HashSet<String>), Error> {
    let file = file(view, among, path)?;
    let whole = CodeWhere { anchor: Some(file.place.anchor), ..CodeWhere::default() };
    let tree = tree(view, &whole)?;
    let imported = resolved(&tree, &file).into_iter().flat_map(|(_, _, files)| files).collect();
    Ok((file, tree, imported))
}

/// All paths of a tree, to be asked which of them an import means.
pub(crate) fn tree(view: &mut View<'_>, among: &CodeWhere) -> Result<Tree, Error> {
    Ok(Tree::new(view.code_paths(among)?.into_iter().map(|place| place.path).collect()))
}
