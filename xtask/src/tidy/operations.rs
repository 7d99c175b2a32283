//! An operation is one file under `ops/<noun>/<verb>.rs` and one line in the registry, and nothing else.

use super::{Faults, House};
use std::{collections::BTreeSet, path::Path};

const REGISTRY: &str = "crates/engine/src/call/catalogue.rs";
const OPS: &str = "crates/engine/src/ops";

pub(super) fn registered(house: &House<'_>) -> Faults {
    let lines = match house.file(REGISTRY) {
        Ok(registry) => listed(&registry.text),
        Err(failure) => return vec![failure.0],
    };
    let files: BTreeSet<String> = house.rust().filter_map(|file| operation(file.path.strip_prefix(OPS).ok()?)).collect();
    faults(&lines, &files)
}

/// `noun/verb` of every `&noun::verb::Type,` line.
fn listed(registry: &str) -> Vec<String> {
    let lines = registry.lines().filter_map(|line| line.trim().strip_prefix('&')?.strip_suffix(','));
    lines
        .filter_map(|path| match path.split("::").collect::<Vec<_>>()[..] {
            [noun, verb, _] => Some(format!("{noun}/{verb}")),
            _ => None,
        })
        .collect()
}

/// `noun/verb` of a file that should hold an operation.
fn operation(path: &Path) -> Option<String> {
    let text = path.to_str()?.strip_suffix(".rs")?;
    let (noun, verb) = text.split_once('/')?;
    (verb != "mod" && verb != "tests" && !verb.contains('/')).then(|| format!("{noun}/{verb}"))
}

fn faults(lines: &[String], files: &BTreeSet<String>) -> Vec<String> {
    let known: BTreeSet<String> = lines.iter().cloned().collect();
    let mut faults: Vec<String> = files.difference(&known).map(|name| format!("{OPS}/{name}.rs is not listed in {REGISTRY}")).collect();
    faults.extend(known.difference(files).map(|name| format!("{REGISTRY} lists {name}, but {OPS}/{name}.rs is not there")));
    faults.extend(
        known.iter().filter(|name| lines.iter().filter(|line| line == name).count() > 1).map(|name| format!("{REGISTRY} lists {name} twice")),
    );
    if lines.is_empty() {
        faults.push(format!("{REGISTRY} lists nothing that can be read"));
    }
    if !lines.is_sorted() {
        faults.push(format!("{REGISTRY} is not in order; sort it by noun and verb"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_files_must_be_the_same_set() {
        let registry = "pub const OPERATIONS: &[&dyn Op] = &[\n    &claim::adopt::Adopt,\n    &claim::show::Show,\n];";
        assert_eq!(listed(registry), ["claim/adopt", "claim/show"]);
        let files = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<BTreeSet<_>>();
        assert!(faults(&listed(registry), &files(&["claim/adopt", "claim/show"])).is_empty());
        assert_eq!(faults(&listed(registry), &files(&["claim/adopt"])).len(), 1);
        assert_eq!(faults(&listed(registry), &files(&["claim/adopt", "claim/show", "key/list"])).len(), 1);
        for (path, expected) in [("claim/adopt.rs", Some("claim/adopt")), ("claim/mod.rs", None), ("mod.rs", None)] {
            assert_eq!(operation(Path::new(path)).as_deref(), expected, "{path}");
        }
    }
}
