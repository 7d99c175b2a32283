//! Which file of a tree an import means, as well as names alone can tell.
//!
//! Not here: build files, search paths and aliases. What they would have to say is left unresolved, not guessed.

use crate::language::Language;
use std::collections::HashMap;

/// Files that stand for the folder they lie in.
const FOLDER_FILES: [&str; 6] = ["index", "mod", "lib", "main", "__init__", "package"];
/// Most files that one import may mean.
const MEANT_MAX: usize = 8;
/// Parts of an import that may name things inside a file.
const INNER_MAX: usize = 3;

/// The paths of a tree, to be asked which of them is meant.
#[derive(Debug, Default)]
pub struct Tree {
    paths: Vec<String>,
    /// The last part of each path's module name → paths.
    by_name: HashMap<String, Vec<usize>>,
}

/// A path as a module: its folders and its name, without ending; a file that stands for its folder is the folder.
fn module(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.split('/').collect();
    if let Some(last) = parts.pop() {
        let stem = last.split('.').next().unwrap_or(last);
        if parts.is_empty() || !FOLDER_FILES.contains(&stem) {
            parts.push(stem);
        } else if parts.last() == Some(&"src") && parts.len() > 1 {
            parts.pop(); // `name/src/lib.rs` is `name`
        }
    }
    parts
}

fn folder(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    parts
}

/// The parts of an import that name modules, for finding who may mean one.
pub(crate) fn segments(what: &str) -> Vec<&str> {
    let bare = what.split(['{', '*', '(']).next().unwrap_or(what);
    let bare = bare.split(" as ").next().unwrap_or(bare);
    let is_path = bare.contains('/');
    let mut parts: Vec<&str> = bare
        .split(|c: char| matches!(c, '/' | '\\' | ':' | ',' | ' ') || (c == '.' && !is_path))
        .filter(|part| !part.is_empty() && !matches!(*part, "." | ".." | "crate" | "self" | "super"))
        .collect();
    if is_path && let Some(last) = parts.last_mut() {
        *last = last.split('.').next().unwrap_or(last);
    }
    parts
}

impl Tree {
    /// A tree of these paths.
    pub fn new(mut paths: Vec<String>) -> Self {
        paths.sort();
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, path) in paths.iter().enumerate() {
            if let Some(last) = module(path).last() {
                by_name.entry(plain(last)).or_default().push(place);
            }
        }
        Self { paths, by_name }
    }

    /// The name by which others would import a file.
    pub fn name_of(path: &str) -> &str {
        module(path).last().copied().unwrap_or(path)
    }

    /// The names that an import says, each of which may be a module's.
    pub fn names_in(what: &str) -> Vec<&str> {
        segments(what)
    }

    /// The files that an import in a file means, none if it means something outside.
    pub fn resolve(&self, from: &str, language: Language, what: &str) -> Vec<&str> {
        let mut found = match language {
            Language::Rust => self.rust(from, what),
            Language::Go => self.package(&segments(what), from),
            Language::TypeScript | Language::Tsx | Language::JavaScript if !what.starts_with('.') => match what.split_once('/') {
                Some(("@" | "~" | "src", rest)) => self.ending(&segments(rest)),
                Some(_) | None => Vec::new(),
            },
            Language::Python if what.starts_with('.') => self.python(from, what),
            _ if what.starts_with("./") || what.starts_with("../") || what == "." || what == ".." => self.relative(&folder(from), what),
            _ => self.named(from, what),
        };
        found.retain(|path| *path != from);
        found.sort_unstable();
        found.dedup();
        found.truncate(MEANT_MAX);
        found
    }

    fn candidates(&self, name: &str) -> impl Iterator<Item = &str> {
        self.by_name.get(&plain(name)).into_iter().flatten().map(|place| self.paths[*place].as_str())
    }

    /// The files with exactly this module name.
    fn exactly(&self, parts: &[&str]) -> Vec<&str> {
        let Some(last) = parts.last() else { return Vec::new() };
        self.candidates(last).filter(|path| same(&module(path), parts)).collect()
    }

    /// The files whose module name ends so; what stands at the end may name something inside a file.
    fn ending(&self, parts: &[&str]) -> Vec<&str> {
        for inner in 0..=INNER_MAX.min(parts.len().saturating_sub(1)) {
            let parts = &parts[..parts.len() - inner];
            let Some(last) = parts.last() else { break };
            let found: Vec<&str> = self.candidates(last).filter(|path| ends(&module(path), parts)).collect();
            if !found.is_empty() && found.len() <= MEANT_MAX {
                return found;
            }
        }
        Vec::new()
    }

    fn relative(&self, folder: &[&str], what: &str) -> Vec<&str> {
        let mut parts: Vec<&str> = folder.to_vec();
        for part in what.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part.split('.').next().unwrap_or(part)),
            }
        }
        self.exactly(&parts)
    }

    fn python(&self, from: &str, what: &str) -> Vec<&str> {
        let name = what.trim_start_matches('.');
        let ups = what.len() - name.len();
        let mut parts = folder(from);
        parts.truncate((parts.len() + 1).saturating_sub(ups));
        parts.extend(name.split('.').filter(|part| !part.is_empty()));
        self.exactly(&parts)
    }

    /// A folder of files is what is imported.
    fn package(&self, parts: &[&str], from: &str) -> Vec<&str> {
        for lead in 0..parts.len().min(4) {
            let parts = &parts[lead..];
            let found: Vec<&str> = self
                .paths
                .iter()
                .map(String::as_str)
                .filter(|path| Language::of_path(path) == Some(Language::Go) && ends(&folder(path), parts))
                .collect();
            if !found.is_empty() && (parts.len() > 1 || lead == 0 || folder(from).is_empty()) {
                return found;
            }
        }
        Vec::new()
    }

    fn rust(&self, from: &str, what: &str) -> Vec<&str> {
        let own = module(from);
        let bare = what.split('{').next().unwrap_or(what);
        let parts: Vec<&str> = bare.split("::").map(str::trim).filter(|part| !part.is_empty() && *part != "*").collect();
        let Some(first) = parts.first() else { return Vec::new() };
        let below = |base: &[&str], rest: &[&str]| {
            (0..=rest.len().min(INNER_MAX))
                .map(|inner| [base, &rest[..rest.len() - inner]].concat())
                .map(|all| self.exactly(&all))
                .find(|f| !f.is_empty())
        };
        let found = match *first {
            "crate" => {
                let root = from.split('/').position(|part| part == "src").map_or(0, |at| at + 1);
                let base: Vec<&str> = from.split('/').take(root).collect();
                below(&base, &parts[1..])
            }
            "self" => below(&own, &parts[1..]),
            "super" => {
                let ups = parts.iter().take_while(|part| **part == "super").count();
                below(&own[..own.len().saturating_sub(ups)], &parts[ups..])
            }
            _ if parts.len() == 1 => {
                // `mod name;` lies beside its file, or in the folder of the same name.
                let beside: Vec<&str> = folder(from).into_iter().chain([*first]).collect();
                Some(self.exactly(&[&own[..], &[first]].concat())).filter(|found| !found.is_empty()).or_else(|| Some(self.exactly(&beside)))
            }
            name => self.candidates(name).find(|path| path.ends_with("src/lib.rs")).map(|root| {
                let base: Vec<&str> = folder(root);
                below(&base, &parts[1..]).unwrap_or_else(|| vec![root])
            }),
        };
        found.unwrap_or_default()
    }

    fn named(&self, from: &str, what: &str) -> Vec<&str> {
        let parts = segments(what);
        let near = self.exactly(&folder(from).into_iter().chain(parts.iter().copied()).collect::<Vec<_>>());
        if !near.is_empty() {
            return near;
        }
        if let [only] = parts.as_slice() {
            return self.exactly(&[only]).into_iter().chain(self.exactly(&["src", only])).collect();
        }
        (0..parts.len().saturating_sub(1)).map(|lead| self.ending(&parts[lead..])).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

/// Names that differ only in how their words are joined are the same: crates are spelled both ways.
fn plain(name: &str) -> String {
    name.replace('-', "_").to_lowercase()
}

fn same(module: &[&str], parts: &[&str]) -> bool {
    module.len() == parts.len() && ends(module, parts)
}

fn ends(module: &[&str], parts: &[&str]) -> bool {
    module.len() >= parts.len() && !parts.is_empty() && module.iter().rev().zip(parts.iter().rev()).all(|(a, b)| plain(a) == plain(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_leads_to_its_file_or_nowhere() {
        let tree = Tree::new(
            [
                "crates/store/src/lib.rs",
                "crates/store/src/item.rs",
                "crates/store/src/backend/mod.rs",
                "crates/store/src/backend/sqlite.rs",
                "web/app.ts",
                "web/lib/http.ts",
                "web/lib/index.ts",
                "py/pkg/__init__.py",
                "py/pkg/a.py",
                "py/pkg/sub/b.py",
                "go/store/open.go",
                "go/store/close.go",
                "go/main.go",
                "src/main/java/org/acme/Tool.java",
                "include/acme/list.h",
                "c/list.c",
                "lib/heron.rb",
            ]
            .map(str::to_owned)
            .to_vec(),
        );
        let table: &[(&str, Language, &str, &[&str])] = &[
            ("crates/store/src/lib.rs", Language::Rust, "item", &["crates/store/src/item.rs"]),
            ("crates/store/src/item.rs", Language::Rust, "crate::backend::{Backend, Shelf}", &["crates/store/src/backend/mod.rs"]),
            ("crates/store/src/item.rs", Language::Rust, "crate::backend::sqlite::Sqlite", &["crates/store/src/backend/sqlite.rs"]),
            ("crates/store/src/backend/mod.rs", Language::Rust, "sqlite", &["crates/store/src/backend/sqlite.rs"]),
            ("crates/store/src/backend/sqlite.rs", Language::Rust, "super::Backend", &["crates/store/src/backend/mod.rs"]),
            ("crates/app/src/main.rs", Language::Rust, "store::item::Item", &["crates/store/src/item.rs"]),
            ("crates/app/src/main.rs", Language::Rust, "std::fmt", &[]),
            ("web/app.ts", Language::TypeScript, "./lib/http", &["web/lib/http.ts"]),
            ("web/app.ts", Language::TypeScript, "./lib", &["web/lib/index.ts"]),
            ("web/lib/http.ts", Language::TypeScript, "../app.js", &["web/app.ts"]),
            ("web/app.ts", Language::TypeScript, "react", &[]),
            ("py/pkg/sub/b.py", Language::Python, "..a", &["py/pkg/a.py"]),
            ("py/pkg/a.py", Language::Python, "pkg.sub.b", &["py/pkg/sub/b.py"]),
            ("py/pkg/a.py", Language::Python, "os", &[]),
            ("go/main.go", Language::Go, "example.org/acme/go/store", &["go/store/close.go", "go/store/open.go"]),
            ("go/main.go", Language::Go, "fmt", &[]),
            ("x/Y.java", Language::Java, "org.acme.Tool", &["src/main/java/org/acme/Tool.java"]),
            ("x/Y.java", Language::Java, "java.util.List", &[]),
            ("c/list.c", Language::C, "acme/list.h", &["include/acme/list.h"]),
            ("lib/a.rb", Language::Ruby, "heron", &["lib/heron.rb"]),
        ];
        for (from, language, what, expected) in table {
            assert_eq!(tree.resolve(from, *language, what), *expected, "{what} in {from}");
        }
        assert_eq!(Tree::name_of("a/b/mod.rs"), "b");
        assert_eq!(Tree::names_in("crate::a::{b, c}"), ["a"]);
    }
}
