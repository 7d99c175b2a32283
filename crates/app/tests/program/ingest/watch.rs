//! What happens to a folder while it is watched.
//!
//! Not here: what the first reading does.

use super::{NOTES, changes, copy, fixtures, folder, paths, write};
use crate::house::{House, PALACE};
use serde_json::{Value as Json, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};
use testkit::On;

/// The program, watching a folder.
fn watching(house: &House, root: &Path) -> std::process::Child {
    let mut program = Command::new(PALACE);
    program.args(["--home", &house.home.display().to_string(), "--format", "json", "--mode", "agent", "ingest", "--watch"]).arg(root);
    program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("run")
}

#[test]
fn what_changes_in_a_storage_folder_is_read_as_a_part_of_it() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "storage", &[]);
    copy(&fixtures().join("opencode/storage"), &root);
    let mut child = watching(&house, &root);
    let mut rounds = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut said = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    rounds.next().expect("a round").expect("a line");
    let before = paths(&house);
    assert!(said.by_ref().any(|line| line.expect("a line").starts_with("Watching ")));
    write(&root.join("part/msg_1/prt_zz.json"), r#"{"type":"text","text":"Grease the drum of the winch, too."}"#);
    let summary: Json = serde_json::from_str(&rounds.next().expect("a round").expect("a line")).expect("JSON");
    child.kill().expect("stop");
    child.wait().expect("wait");
    assert_eq!(summary["sources"]["edited"], 1, "{summary}");
    assert_eq!(summary["sources"]["new"], 0, "{summary}");
    assert_eq!(paths(&house), before);
}

#[test]
fn what_changes_is_read_again_while_it_is_watched() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "bakery", &[NOTES]);
    let mut child = watching(&house, &root);
    let mut rounds = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut said = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut round = || changes(&serde_json::from_str(&rounds.next().expect("a round").expect("a line")).expect("JSON"));
    assert_eq!(round(), json!({ "new": 1 }));
    assert!(said.by_ref().any(|line| line.expect("a line").starts_with("Watching ")));
    write(&root.join("deep/down/mill.md"), "The mill grinds slowly but it grinds fine.\n");
    assert_eq!(round(), json!({ "new": 1 }));
    write(&root.join("deep/down/mill.md"), "The mill stands still since the flood.\n");
    assert_eq!(round(), json!({ "edited": 1 }));
    fs::remove_file(root.join("deep/down/mill.md")).expect("remove");
    assert_eq!(round(), json!({ "gone": 1 }));
    child.kill().expect("stop");
    child.wait().expect("wait");
    assert_eq!(paths(&house), ["notes.md"]);
}
