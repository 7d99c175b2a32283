//! Stories: the contracts as text that reads aloud and runs.
//!
//! A story is played line by line, and what really happened is written in place of what was expected. If the text comes
//! out unchanged, the story holds; `UPDATE=1` keeps the new text instead. The same story plays through any [`Door`].
//!
//! ```text
//! # A sentence that says what this story is about.
//! as agent codex-a                       who acts from here on
//! > store "We use one file" as=decision  a call: bare words by position, then key=value (bare, "quoted" or JSON)
//! = proposalId: p1                       of the answer, only what the story is about; `= ok` if nothing is
//! > store_direct "We use two"
//! ! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
//! as human ana
//! tools                                  what this actor is shown
//! keep note as n1                        a long text of the last answer, to be said again later
//! ledger                                 who did what, and whether the chain holds
//! ```
//!
//! Ids are short names given at first appearance: `p1` a proposal, `d1` a decision, `l1` a learning, `i1` an idea, `e1`
//! evidence, `s1` a session, `r1` a request for a seal, `t1` a fact, `way1` a tunnel, `h1` a digest. Moments are days since the story began.
//!
//! `short(e1)` in a call is as much of an id as a person is shown of it.
//!
//! `sql QUERY` is a person who looks at the database by hand, and works through every door.
//!
//! Below a line `needs engine` a story may also say: `palace sealed`, `enrol ana` (`enrol bob by ana`),
//! `as human ana without her seal`, `as human ana sealing for another palace`, `replay`, `advance 31d`, `reopen`,
//! `in repo://a` (where calls are made from) and `tamper SQL`; `public(ana)` and `fingerprint(ana)` stand for her key.
//!
//! Below a line `needs program` a story is told through the real program alone, and may also say:
//!
//! ```text
//! fixture slack/export                   a recorded fixture of the `ingest` crate, copied into the story's own folder
//! $ palace ingest export                 a person at a shell in that folder; `palace` is the program, as whoever acts
//! = sources.new: 2                       of what it printed, only what the story is about
//! $ palace recall-links d1               short names are known there too
//! ```
//!
//! A moment from before the story began is something that a source says of itself, and is told as it stands.
//!
//! Not here: what a story is about. That is in `contracts/`.

mod door;
mod line;
mod play;

pub use door::{Door, InProcess, Shell};
pub use line::operations;
pub use play::{NEEDS_ENGINE, NEEDS_PROGRAM, play};

use std::path::{Path, PathBuf};

/// Every story below a folder, by path.
///
/// # Panics
/// When the folder cannot be read.
pub fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a folder's entry").path();
        if path.is_dir() {
            found.extend(all(&path));
        } else if path.extension().is_some_and(|e| e == "story") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Whether a story says that it needs something: [`NEEDS_ENGINE`] or [`NEEDS_PROGRAM`].
pub fn needs(story: &str, what: &str) -> bool {
    story.lines().any(|line| line == what)
}

/// The folder of the contracts.
pub fn contracts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contracts")
}

/// Plays every story below `folder` that `wanted` picks by its name there and its text, through the door that `open` makes for it. `UPDATE=1` rewrites;
/// `PALACE_STORY=NAME` plays only those whose path contains it. Gives how many were picked.
///
/// # Panics
/// When a story does not hold; the message shows each difference.
pub fn run_all(folder: &Path, wanted: impl Fn(&str, &str) -> bool, mut open: impl FnMut(&str) -> Box<dyn Door>) -> usize {
    let update = std::env::var_os("UPDATE").is_some_and(|v| v == "1");
    let named = std::env::var("PALACE_STORY").ok().filter(|name| !name.is_empty());
    let (mut played, mut failures) = (0, Vec::new());
    for path in all(folder) {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        if !wanted(&name, &text) {
            continue;
        }
        played += 1;
        if named.as_ref().is_some_and(|name| !path.display().to_string().contains(name)) {
            continue;
        }
        let happened = play(&text, &mut *open(&text));
        if happened == text {
            continue;
        }
        if update {
            std::fs::write(&path, &happened).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        } else {
            failures.push(format!("{name}  (- the story says, + what happened)\n{}", difference(&text, &happened)));
        }
    }
    assert!(failures.is_empty(), "{} of {played} stories do not hold; UPDATE=1 rewrites them\n\n{}", failures.len(), failures.join("\n"));
    played
}

/// The lines that differ, each with the line before it for orientation. The two texts run in step except where they differ.
fn difference(expected: &str, got: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    // Longest common subsequence, from the end: stories are short.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lines, mut call) = (0, 0, Vec::new(), None);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            if old[i].starts_with('>')
                || old[i].starts_with("ledger")
                || old[i].starts_with("tools")
                || old[i].starts_with("sql")
                || old[i].starts_with('$')
            {
                call = Some((i + 1, old[i]));
            }
            i += 1;
            j += 1;
            continue;
        }
        if let Some((number, line)) = call.take() {
            lines.push(format!("  line {number}: {line}"));
        }
        if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(format!("  - {}", old[i]));
            i += 1;
        } else {
            lines.push(format!("  + {}", new[j]));
            j += 1;
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::On;

    fn told(story: &str) -> String {
        play(story, &mut InProcess::new(On::Sqlite))
    }

    #[test]
    fn a_story_that_holds_comes_out_unchanged() {
        let story = "# Agents propose.\nas agent a\n> store \"We use one file\"\n= proposalId: p1\n= as: decision\nledger\n  1 a  claim.propose  proposed  p1\n  chain ok\n";
        assert_eq!(told(story), story);
    }

    #[test]
    fn a_shell_is_beside_the_program_and_nowhere_else() {
        let story = "needs program\n$ palace ingest notes.md\n= sources.new: 1\n";
        let told = told(story);
        assert!(needs(story, NEEDS_PROGRAM) && !needs(story, NEEDS_ENGINE));
        assert_eq!(told.matches("? there is no shell here").count(), 2, "{told}");
    }

    #[test]
    fn what_happened_takes_the_place_of_what_was_expected() {
        let story = "as agent a\n> store \"We use one file\" as=idea\n= as: decision\n= colour: red\n> store_direct x\n= ok\n";
        let happened = "as agent a\n> store \"We use one file\" as=idea\n= as: idea\n= colour: (nothing)\n> store_direct x\n! MODE_HUMAN_ONLY  Tool \"store_direct\" not available in agent mode\n";
        assert_eq!(told(story), happened);
        assert_eq!(
            difference(story, happened),
            "  line 2: > store \"We use one file\" as=idea\n  - = as: decision\n  - = colour: red\n  + = as: idea\n  + = colour: (nothing)\n  line 5: > store_direct x\n  - = ok\n  + ! MODE_HUMAN_ONLY  Tool \"store_direct\" not available in agent mode\n"
        );
    }

    #[test]
    fn a_call_without_an_expectation_is_told_in_full() {
        assert_eq!(told("as agent a\n> session_list\n"), "as agent a\n> session_list\n= sessions: 0\n");
    }

    #[test]
    fn what_a_story_cannot_say_is_told_where_it_stands() {
        assert_eq!(told("dance\n"), "dance\n? `dance` is nothing that a story can say\n");
        assert_eq!(told("advance 1d\n"), "advance 1d\n? this needs a line `needs engine` at the top\n");
    }
}
