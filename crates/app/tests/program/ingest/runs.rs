//! What a run does again, what it leaves alone, and how it ends early.
//!
//! Not here: how a run tells that a file is unchanged; that is tested beside it.

use super::{NOTES, TIMER, changes, folder, git, ingest, paths, sources, write};
use crate::house::{House, PALACE, Ran};
use serde_json::{Value as Json, json};
use std::{
    path::Path,
    process::{Command, Stdio},
};
use testkit::On;

/// Reads until every file is known by its size and times: a file that changed a moment ago is read once more.
fn settle(house: &House, root: &Path, files: u64) {
    let known = (0..200).any(|_| ingest(house, root, &[])["unopened"] == files);
    assert!(known, "unchanged files are opened every time");
}

#[test]
fn a_file_is_opened_again_only_where_that_may_change_something() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "bakery", &[NOTES, TIMER]);
    ingest(&house, &root, &[]);
    settle(&house, &root, 2);
    // The same size, at once, as often as anybody likes.
    for degrees in 300..310 {
        write(&root.join("notes.md"), NOTES.1.replace("230", &degrees.to_string()));
        let edited = ingest(&house, &root, &[]);
        assert_eq!((changes(&edited), &edited["unopened"]), (json!({ "edited": 1, "unchanged": 1 }), &json!(1)), "{degrees}");
    }
    settle(&house, &root, 2);
    let narrow = ingest(&house, &root, &["--max-size", "60"]);
    assert_eq!((&narrow["unopened"], &narrow["skipped"]["reasons"]), (&json!(1), &json!({ "too-large": 1 })), "a limit holds for known files too");
    assert_eq!(ingest(&house, &root, &["--as", "text"])["unopened"], 0, "notes are on what was read in the same way");
    settle(&house, &root, 2);
    ingest(&house, &root, &["--wing", "kitchen"]);
    assert_eq!(house.number("select count(*) from drawers where wing = 'kitchen'"), house.number("select count(*) from drawers"));
    // What the palace does not keep as it was is read again, whatever the notes say.
    settle(&house, &root, 2);
    let id = &sources(&house)[0].1;
    house.json(&["--mode", "human", "source", "gone", id]);
    let back = ingest(&house, &root, &[]);
    assert_eq!((changes(&back), &back["unopened"]), (json!({ "back": 1, "unchanged": 1 }), &json!(1)));
}

#[test]
fn an_interrupted_run_says_what_it_kept_and_the_next_one_reads_the_rest() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "bakery", &[]);
    for n in 0..620 {
        write(&root.join(format!("{n}.md")), format!("Loaf number {n} went into the oven.\n"));
    }
    // Standard input that nobody closes holds the run up after the first batch.
    let mut command = Command::new(PALACE);
    command.arg("--home").arg(&house.home).args(["--format", "json", "ingest"]).arg(&root).arg("-");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("run");
    let held = child.stdin.take();
    while house.number("select count(*) from source") == 0 {
        assert!(child.try_wait().expect("a status").is_none(), "it ended by itself");
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let ran: Ran = child.wait_with_output().expect("wait").into();
    drop(held);
    assert_eq!(ran.code, Some(130), "{ran:?}");
    let summary: Json = serde_json::from_str(&ran.out).expect("a summary");
    assert_eq!((&summary["interrupted"], &summary["read"], changes(&summary)), (&json!(true), &json!(500), json!({ "new": 500 })), "{summary}");
    assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "new": 120, "unchanged": 500 }));
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_file_that_git_keeps_is_read_whatever_its_rules_say() {
    let house = House::unsealed(On::Sqlite);
    let files = [(".gitignore", "*.json\n"), ("a.json", "{\"oven\": \"deck\"}"), ("b.json", "{}"), ("c/d.json", "{\"oven\": \"rack\"}"), NOTES];
    let root = folder(&house, "bakery", &files);
    git(&root, &["init", "-q"]);
    git(&root, &["add", "-f", "a.json", "c/d.json", "notes.md"]);
    git(&root, &["commit", "-q", "-m", "Bake"]);
    ingest(&house, &root, &[]);
    assert_eq!(paths(&house), [".gitignore", "a.json", "c/d.json", "notes.md"]);
    // Our own rules are meant for us.
    write(&root.join(".palaceignore"), "c/\n");
    let other = House::unsealed(On::Sqlite);
    ingest(&other, &root, &[]);
    assert_eq!(paths(&other), [".gitignore", ".palaceignore", "a.json", "notes.md"]);
    // So are those of other programs. A list of files that only git can read gives the same.
    write(&root.join(".ignore"), "notes.md\n");
    for split in ["--no-split-index", "--split-index"] {
        git(&root, &["update-index", split]);
        let other = House::unsealed(On::Sqlite);
        ingest(&other, &root, &[]);
        assert_eq!(paths(&other), [".gitignore", ".ignore", ".palaceignore", "a.json"], "{split}");
        let below = House::unsealed(On::Sqlite);
        ingest(&below, &root.join("c"), &["--no-palaceignore"]);
        assert_eq!(paths(&below), ["c/d.json"], "{split}");
    }
}
