//! Rules about what people read: stories, decision records, and the files a newcomer looks for.

use super::{Faults, House};

/// The parts of a decision record, in the order in which they are read.
const PARTS: [&str; 3] = ["Context", "Decision", "What we gave up"];

const EXPECTED: &[&str] =
    &["README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "LICENSE", "docs/benchmarks.md"];

pub(super) fn stories(house: &House<'_>) -> Faults {
    let stories: Vec<_> = house.files.iter().filter(|file| file.is("story")).collect();
    let mut faults: Vec<String> =
        stories.iter().filter(|story| !tells(&story.text)).map(|story| format!("{}: nobody asks anything in it", story.path.display())).collect();
    faults.extend(
        stories.iter().filter(|story| !story.is_in("contracts")).map(|story| format!("{}: stories live below contracts/", story.path.display())),
    );
    if stories.is_empty() {
        faults.push("contracts/: there is no story".into());
    }
    faults
}

/// A story asks something and says what must come of it.
fn tells(story: &str) -> bool {
    let begins = |marks: &[char]| story.lines().any(|line| line.starts_with(marks));
    begins(&['>']) && begins(&['=', '!'])
}

pub(super) fn decisions(house: &House<'_>) -> Faults {
    let records: Vec<_> = house.files.iter().filter(|file| file.is_in("docs/decisions") && file.is("md")).collect();
    let records = records.into_iter().filter(|file| file.path.file_name().is_some_and(|name| name != "README.md"));
    records
        .filter(|file| !is_decision(&file.text))
        .map(|file| format!("{}: its parts are {}, in this order", file.path.display(), PARTS.join(" / ")))
        .collect()
}

fn is_decision(text: &str) -> bool {
    let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).map(str::trim).collect();
    headings == PARTS
}

pub(super) fn present(house: &House<'_>) -> Faults {
    let is_there = |path: &str| house.file(path).is_ok_and(|file| !file.text.trim().is_empty());
    EXPECTED.iter().filter(|path| !is_there(path)).map(|path| format!("{path} is missing or empty")).collect()
}

/// Folders that documents point into. `docs/` is none of them: other projects, of which ours speak, have one too.
const POINTED_INTO: [&str; 3] = ["crates/", "xtask/", "contracts/"];

pub(super) fn paths(house: &House<'_>) -> Faults {
    // What the changelog tells of may be gone since.
    let documents = house.files.iter().filter(|file| file.is("md") && file.path.file_name().is_some_and(|name| name != "CHANGELOG.md"));
    let mut faults = Vec::new();
    for document in documents {
        for (line, text) in (1..).zip(document.text.lines()) {
            let gone = named(text).into_iter().filter(|path| !house.workshop.root().join(path).exists());
            faults.extend(gone.map(|path| format!("{}: `{path}` is not there", document.at(line))));
        }
    }
    faults
}

/// The paths of ours that stand between backticks: `a/{b,c}.rs` is two of them, and what comes after `::` is in the file.
fn named(line: &str) -> Vec<String> {
    let spans = line.split('`').skip(1).step_by(2);
    let paths = spans.filter(|span| POINTED_INTO.iter().any(|folder| span.starts_with(folder)) && !span.contains(['<', '*', ' ']));
    let paths = paths.map(|span| span.split("::").next().unwrap_or(span));
    paths
        .flat_map(|path| match path.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?))) {
            Some((head, (middle, tail))) => middle.split(',').map(|word| format!("{head}{word}{tail}")).collect(),
            None => vec![path.to_owned()],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_names_paths_between_backticks() {
        let cases: [(&str, &[&str]); 4] = [
            ("see `crates/a/src/b.rs`, then `c.rs`", &["crates/a/src/b.rs"]),
            ("`crates/a/{b,c}.rs` and `crates/d/`", &["crates/a/b.rs", "crates/a/c.rs", "crates/d/"]),
            ("`crates/a/tests/b.rs::it_holds`", &["crates/a/tests/b.rs"]),
            ("crates/a.rs, `crates/<noun>.rs`, `docs/a.md`", &[]),
        ];
        for (line, paths) in cases {
            assert_eq!(named(line), paths, "{line}");
        }
    }

    #[test]
    fn a_story_asks_and_is_answered() {
        for (story, good) in [
            ("# a\n> claim.show c_1\n! NOT_FOUND\n", true),
            ("> claim.show c_1\n= shown\n", true),
            ("# only a title\n", false),
            ("> asked\n", false),
            ("", false),
        ] {
            assert_eq!(tells(story), good, "{story}");
        }
    }

    #[test]
    fn a_decision_has_three_parts_in_order() {
        let cases = [
            ("# 1. One ledger\n\n## Context\nx\n## Decision\ny\n## What we gave up\nz\n", true),
            ("# 1. One ledger\n\n## Decision\ny\n## Context\nx\n## What we gave up\nz\n", false),
            ("# 1. One ledger\n\n## Context\nx\n## Decision\ny\n", false),
        ];
        for (text, good) in cases {
            assert_eq!(is_decision(text), good, "{text}");
        }
    }
}
