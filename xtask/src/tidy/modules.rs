//! Rules of the engine's modules: operations use domains, never the other way, and SQL stays in the store.

use super::{Faults, File, House};

/// Where operations live.
const OPERATIONS: &str = "crates/engine/src/ops";
/// The catalogue lists operations, and the crate shows them to others.
const ABOVE: &[&str] = &["crates/engine/src/call/catalogue.rs", "crates/engine/src/lib.rs"];
const ENGINE: &str = "crates/engine/src";
/// Folders that hold a domain, and those that they must not import: what two share lies in the lower one.
const DOMAINS: &[(&str, &[&str])] = &[("memory", &["knowledge", "cycle", "experience", "governance::provenance"])];

/// Modules of the engine that import what lies above them.
pub(super) fn engine(house: &House<'_>) -> Faults {
    let files = house.rust().filter(|file| file.is_in(ENGINE) && !file.is_in(OPERATIONS) && ABOVE.iter().all(|above| !file.is_in(above)));
    files.flat_map(faults).collect()
}

/// SQL in the engine: a statement belongs in the store, next to the row that it fills.
pub(super) fn sql(house: &House<'_>) -> Faults {
    house.rust().filter(|file| file.is_in(ENGINE)).flat_map(statements).collect()
}

fn statements(file: &File) -> Vec<String> {
    let is_sql = |line: &&str| {
        let text = line.trim_start();
        !text.starts_with("//")
            && [("select ", " from "), ("insert into ", ""), ("delete from ", ""), ("update ", " set ")].iter().any(|(verb, then)| {
                line.split('"').skip(1).step_by(2).any(|literal| literal.trim_start().starts_with(verb) && literal.contains(then))
            })
    };
    let found = file.text.lines().enumerate().filter(|(_, line)| is_sql(line));
    found.map(|(place, _)| format!("{}: SQL; move it into crates/store", file.at(place + 1))).collect()
}

fn faults(file: &File) -> Vec<String> {
    let domain = file.path.strip_prefix(ENGINE).ok().and_then(|path| path.iter().next()).and_then(|name| name.to_str()).unwrap_or_default();
    let above = DOMAINS.iter().filter(|(name, _)| *name == domain).flat_map(|(_, above)| above.iter().copied());
    let forbidden: Vec<&str> = above.chain(["ops"]).collect();
    let mut faults = Vec::new();
    for (line, path) in imports(&file.text) {
        if let Some(of) = forbidden.iter().find(|of| path == **of || path.starts_with(&format!("{of}::"))) {
            faults.push(format!("{}: `{domain}` imports from `{of}`, which lies above it; move what both need below", file.at(line)));
        }
    }
    faults
}

/// The paths within this crate that a text imports or names, with their lines. Groups are taken apart.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(at) = rest.find("crate::") {
        let (before, after) = rest.split_at(at);
        line += before.matches('\n').count();
        let begins_line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        rest = after.strip_prefix("crate::").unwrap_or(after);
        if begins_line.starts_with("//") {
            continue;
        }
        let mut paths = Vec::new();
        tree(rest, "", &mut paths);
        found.extend(paths.into_iter().map(|path| (line, path)));
    }
    found
}

/// Reads one path or a group of them; gives what follows.
fn tree<'t>(text: &'t str, prefix: &str, paths: &mut Vec<String>) -> &'t str {
    let text = text.trim_start();
    let Some(mut group) = text.strip_prefix('{') else {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':' && c != '*').unwrap_or(text.len());
        let (path, rest) = text.split_at(end);
        let whole = format!("{prefix}{}", path.trim_end_matches("::"));
        if path.ends_with("::") && rest.starts_with('{') {
            return tree(rest, &format!("{whole}::"), paths);
        }
        paths.push(whole);
        return rest;
    };
    loop {
        group = tree(group, prefix, paths).trim_start();
        let Some(next) = group.strip_prefix(',') else { break };
        group = next.trim_start();
        if group.starts_with('}') {
            break;
        }
    }
    group.strip_prefix('}').unwrap_or(group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_taken_apart() {
        let text = "//! see [`crate::ops`]\nuse crate::{Error, memory::{Keeper, index::{a, b}}, ops::missing};\nfn f() { crate::cycle::ended() }\n";
        let expected =
            [(2, "Error"), (2, "memory::Keeper"), (2, "memory::index::a"), (2, "memory::index::b"), (2, "ops::missing"), (3, "cycle::ended")];
        assert_eq!(imports(text), expected.map(|(line, path)| (line, path.to_owned())));
    }

    #[test]
    fn sql_is_found_and_words_like_it_are_not() {
        let text =
            "let a = \"select n from item\";\n// \"select n from item\"\nlet b = \"Select what you want from it\";\nlet c = \"delete from x\";\n";
        let file = File { path: "crates/engine/src/a.rs".into(), text: text.into() };
        assert_eq!(statements(&file).len(), 2, "{:?}", statements(&file));
    }

    #[test]
    fn an_import_from_above_is_found() {
        let file = |path: &str, text: &str| faults(&File { path: path.into(), text: text.into() });
        let from_ops = "use crate::{Error, ops::claim::holding};\n";
        assert_eq!(file("crates/engine/src/cycle/mod.rs", from_ops).len(), 1);
        assert_eq!(file("crates/engine/src/memory/mod.rs", "use crate::knowledge::Wakeful;\n").len(), 1);
        assert_eq!(file("crates/engine/src/cycle/mod.rs", "use crate::knowledge::Wakeful;\n"), Vec::<String>::new());
    }
}
