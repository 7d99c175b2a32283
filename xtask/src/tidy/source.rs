//! Rules about the text of source files. They read lines, not syntax: cheap, and hard to fool by accident.

use super::{Faults, File, House};
use std::path::Path;

/// The longest source file, in lines. Past this nobody reads it whole.
const LINES_MAX: usize = 700;
/// The whole schema on one page is what it is for: people look a table up in it, nobody reads it through.
const LOOKED_UP: &str = "crates/store/schema.sql";

/// A thing and the only folders that may touch it.
struct DoorOf {
    needle: &'static str,
    guarded: &'static [&'static str],
    open_to: &'static [&'static str],
}

const CORE: &[&str] = &["crates/kernel/src", "crates/store/src", "crates/search/src", "crates/engine/src"];
const ABOVE_STORE: &[&str] =
    &["crates/kernel/src", "crates/store/src", "crates/search/src", "crates/engine/src", "crates/app/src", "crates/testkit/src"];

const DOORS: &[DoorOf] = &[
    DoorOf { needle: concat!("SystemTime::", "now"), guarded: CORE, open_to: &[] },
    DoorOf { needle: concat!("Instant::", "now"), guarded: CORE, open_to: &[] },
    DoorOf { needle: concat!("Timestamp::", "now"), guarded: CORE, open_to: &[] },
    DoorOf { needle: concat!("get", "random::"), guarded: CORE, open_to: &[] },
    DoorOf { needle: concat!("std", "::fs"), guarded: &["crates/kernel/src", "crates/search/src"], open_to: &[] },
    DoorOf { needle: concat!("std", "::net"), guarded: CORE, open_to: &[] },
    DoorOf { needle: concat!("std", "::env"), guarded: CORE, open_to: &[] },
    DoorOf { needle: concat!("rusq", "lite::"), guarded: ABOVE_STORE, open_to: &["crates/store/src/backend"] },
    DoorOf { needle: concat!("post", "gres::{"), guarded: ABOVE_STORE, open_to: &["crates/store/src/backend"] },
    DoorOf { needle: concat!("post", "gres::Client"), guarded: ABOVE_STORE, open_to: &["crates/store/src/backend"] },
];

pub(super) fn doors(house: &House<'_>) -> Faults {
    let mut faults = Vec::new();
    for DoorOf { needle, guarded, open_to } in DOORS {
        let within = |folders: &[&str], file: &File| folders.iter().any(|folder| file.is_in(folder));
        for file in house.rust().filter(|file| within(guarded, file) && !within(open_to, file)) {
            let hits = lines(file).filter(|(_, text, in_test)| !in_test && !is_comment(text) && text.contains(needle));
            faults.extend(hits.map(|(line, ..)| {
                format!("{}: `{needle}` is for {}", file.at(line), if open_to.is_empty() { "the crates above" } else { open_to[0] })
            }));
        }
    }
    faults
}

pub(super) fn module_docs(house: &House<'_>) -> Faults {
    let silent = house.rust().filter(|file| !file.text.trim_start().starts_with("//! "));
    silent.map(|file| format!("{}: begin with `//!` and say what the module is for", file.at(1))).collect()
}

/// What must not be left behind, and where.
const UNFINISHED: &[(&str, Scope)] = &[
    (concat!("to", "do!("), Scope::Everywhere),
    (concat!("unimple", "mented!("), Scope::Everywhere),
    (concat!("#[ig", "nore"), Scope::Everywhere),
    (concat!("should_", "panic"), Scope::Everywhere),
    (concat!("db", "g!("), Scope::Everywhere),
    // A test that waits for the clock is slow on a fast machine and wrong on a slow one.
    (concat!("thread::", "sleep"), Scope::Tests),
    (concat!("time::", "sleep("), Scope::Tests),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Everywhere,
    Tests,
}

pub(super) fn unfinished(house: &House<'_>) -> Faults {
    let mut faults = Vec::new();
    for file in house.rust() {
        for (line, text, in_test) in lines(file).filter(|(_, text, _)| !is_comment(text)) {
            let hits = UNFINISHED.iter().filter(|(needle, scope)| (*scope == Scope::Everywhere || in_test) && text.contains(needle));
            faults.extend(hits.map(|(needle, _)| format!("{}: `{needle}`", file.at(line))));
        }
    }
    faults
}

pub(super) fn length(house: &House<'_>) -> Faults {
    let source = house.files.iter().filter(|file| ["rs", "py", "mjs", "js", "css", "sql", "sh"].iter().any(|ending| file.is(ending)));
    let source = source.filter(|file| file.path != Path::new(LOOKED_UP));
    let long = source.map(|file| (file, file.text.lines().count())).filter(|(_, count)| *count > LINES_MAX);
    long.map(|(file, count)| format!("{}: {count} lines, more than {LINES_MAX}; part it", file.path.display())).collect()
}

/// Folders of somebody's machine, in parts so that this file does not name them either.
const MACHINE: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/Us", "ers/"),
    concat!("/tmp/", "target"),
    concat!(".cargo/", "registry/src"),
    concat!("inde", "x-url"),
    concat!("replace", "-with"),
    concat!("registry.npm", "js"),
    concat!("py", "pi.org"),
    concat!("files.python", "hosted"),
];
/// The only place packages in a lock file may come from: the public registry, spelled in parts like the folders above.
const REGISTRY: &str = concat!("registry+https://github.com/rust-lang/crates", ".io-index");

pub(super) fn machines(house: &House<'_>) -> Faults {
    let mut faults = Vec::new();
    for file in &house.files {
        for (number, text) in file.text.lines().enumerate() {
            let at = || file.at(number + 1);
            faults.extend(MACHINE.iter().filter(|needle| text.contains(**needle)).map(|needle| format!("{}: `{needle}`", at())));
            // In a lock file every source is the public registry.
            let is_lock = file.path.file_name().is_some_and(|name| name == "Cargo.lock");
            if let Some(source) = text.strip_prefix("source = \"").filter(|_| is_lock)
                && !source.starts_with(REGISTRY)
            {
                faults.push(format!("{}: a package from {}", at(), source.trim_end_matches(['"', ','])));
            }
        }
    }
    faults
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// The lines of a Rust file, each with its number and whether it belongs to tests.
fn lines(file: &File) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut in_test = is_test_file(&file.path);
    file.text.lines().enumerate().map(move |(number, text)| {
        // By custom the tests are the last thing in a file, so one mark is enough. A mark on a `mod tests;` opens nothing.
        in_test |= text.trim_start().starts_with("mod tests {") || text.trim() == "#[test]";
        (number + 1, text, in_test)
    })
}

fn is_test_file(path: &Path) -> bool {
    let named_tests = path.file_name().is_some_and(|name| name == "tests.rs");
    named_tests || path.components().any(|part| part.as_os_str() == "tests") || path.starts_with("crates/testkit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_code_is_told_from_the_rest() {
        let file = File { path: "crates/store/src/a.rs".into(), text: "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n".into() };
        let marks: Vec<bool> = lines(&file).map(|(_, _, in_test)| in_test).collect();
        assert_eq!(marks, [false, false, true, true, true]);
        for (path, expected) in [
            ("crates/app/src/keys/tests.rs", true),
            ("crates/app/tests/program/http.rs", true),
            ("crates/testkit/src/sim.rs", true),
            ("crates/app/src/latest.rs", false),
        ] {
            assert_eq!(is_test_file(Path::new(path)), expected, "{path}");
        }
    }
}
