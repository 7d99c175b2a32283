//! Whether the summary adds up: every file that was found is read, skipped or failed, and counted once.
//!
//! Not here: what each reason means; that is tested beside it.

use super::{NOTES, Path, changes, fixtures, folder, git, ingest, paths, run, write};
use crate::house::{Dice, House, PALACE};
use serde_json::{Value as Json, json};
use std::{collections::BTreeMap, fs, process::Command};
use testkit::{On, pty::Pty};

fn number(value: &Json) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Asserts that what was found is what became of it, and that it was so much.
#[track_caller]
fn adds_up(summary: &Json, entries: u64) {
    let of = |pointer: &str| number(summary.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}: {summary}")));
    let reasons: u64 = summary["skipped"]["reasons"].as_object().expect("reasons").values().map(number).sum();
    assert_eq!(of("/read") + of("/skipped/count") + of("/failed/files"), entries, "each once: {summary}");
    assert_eq!((of("/found"), of("/skipped/count")), (entries, reasons), "{summary}");
    assert!(of("/empty") + of("/copies") <= of("/read"), "{summary}");
}

#[test]
fn each_file_of_a_hostile_tree_is_counted_once() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "hostile", &[("empty.md", ""), ("blank.md", " \n\t\n"), ("Cargo.lock", "# made"), ("zip.json", "PK\u{3}\u{4}")]);
    let mut entries = 4;
    let mut dice = Dice(11);
    let examples = ["claude-code/session.jsonl", "chatgpt/conversations.json", "mem0/memories.json", "codex/early.jsonl"]
        .map(|name| fs::read(fixtures().join(name)).expect(name));
    for n in 0..60 {
        let bytes: Vec<u8> = (0..dice.roll(120)).map(|_| u8::try_from(dice.roll(256)).expect("a byte")).collect();
        let example = &examples[n % examples.len()];
        write(&root.join(format!("text-{n}.md")), hostile::text(&bytes));
        write(&root.join(format!("json-{n}.jsonl")), hostile::json(example, &bytes));
        write(&root.join(format!("damaged-{n}.txt")), hostile::damaged(example, &bytes));
        entries += 3;
    }
    let talk = |words: &str| format!("{{\"type\":\"user\",\"sessionId\":\"s-1\",\"message\":{{\"content\":\"{words}\"}}}}\n");
    // One name and session: the same words twice, and others.
    for (place, words) in [("a", "Rye on Monday."), ("b", "Rye on Monday."), ("c", "Wheat on Tuesday.")] {
        write(&root.join(format!("{place}/s-1.jsonl")), talk(words));
    }
    write(&root.join("broken.jsonl"), format!("{}{{\"type\":\"user\"\n", talk("").replace("\"\"", "\"\\u0000\"")));
    write(&root.join("utf-32.txt"), b"\xFF\xFE\0\0a\0\0\0");
    std::os::unix::fs::symlink("empty.md", root.join("link")).expect("link");
    assert!(Command::new("mkfifo").arg(root.join("pipe")).status().expect("mkfifo").success());
    fs::File::create(root.join("huge.log")).expect("make").set_len(2 << 30).expect("sparse");
    entries += 8;

    let first = ingest(&house, &root, &[]);
    adds_up(&first, entries);
    let talks = (number(&first["copies"]) >= 1, number(&first["skipped"]["reasons"]["name-taken"]) >= 1);
    assert_eq!(talks, (true, true), "{first}");
    assert_eq!(number(&first["sources"]["new"]), paths(&house).len() as u64, "{first}");
    // Known files are counted as well, whether or not they are opened.
    for _ in 0..3 {
        let again = ingest(&house, &root, &[]);
        adds_up(&again, entries);
        assert_eq!(changes(&again), json!({ "unchanged": first["sources"]["new"] }), "{again}");
    }
    adds_up(&ingest(&House::unsealed(On::Sqlite), &root, &["--dry-run"]), entries);
    let page = run(&house, &root, &["--format", "text", "--show-skipped"]).out;
    assert!(page.contains("utf-32.txt: text in UTF-32; save it as UTF-8"), "{page}");
}

#[test]
fn two_transcripts_of_one_name_are_one_that_is_indexed_and_one_that_is_skipped() {
    let house = House::unsealed(On::Sqlite);
    let talk = |words: &str| format!("{{\"type\":\"user\",\"sessionId\":\"s-1\",\"message\":{{\"content\":\"{words}\"}}}}\n");
    let root = folder(&house, "talks", &[("a/s-1.jsonl", &talk("Rye on Monday.")), ("b/s-1.jsonl", &talk("Wheat on Tuesday."))]);
    let page = run(&house, &root, &["--format", "text"]).out;
    assert!(page.starts_with("Indexed 1 file: ") && page.contains("\nSources: 1 new.\nSkipped 1: 1 name-taken.\n"), "{page}");
}

#[test]
fn what_is_too_large_for_any_limit_is_to_be_split() {
    let house = House::unsealed(On::Sqlite);
    let long = "The miller comes on Tuesday, and again.\n".repeat(1_100_000);
    let root = folder(&house, "large", &[NOTES, ("a.txt", &long), ("b.md", &long)]);
    for more in [&[][..], &["--max-size", "60000000"]] {
        let page = run(&house, &root, &[&["--format", "text"], more].concat()).out;
        assert!(page.contains("\nSkipped 2: 2 too-large.\n") && !page.contains("reads them all"), "{page}");
        assert_eq!(page.matches("which no --max-size changes; split it into several files").count(), 2, "{page}");
    }
}

#[test]
fn a_file_that_may_not_be_read_is_named_and_the_exit_status_says_so() {
    // Written to and never read, by whoever it may be.
    let denied = "/proc/sys/vm/compact_memory";
    if !Path::new(denied).exists() {
        return;
    }
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "bakery", &[NOTES]);
    let ran = house.run(&["--mode", "agent", "--user", "bot", "ingest", &root.display().to_string(), denied]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let summary: Json = serde_json::from_str(&ran.out).expect("a summary");
    assert_eq!((changes(&summary), &summary["skipped"]["reasons"]), (json!({ "new": 1 }), &json!({ "no-permission": 1 })), "{summary}");
    assert_eq!(run(&house, Path::new(denied), &[]).refused(), "INPUT_INVALID", "nothing could be read");
}

#[test]
fn a_bare_repository_is_no_folder_of_files_and_its_history_is_read() {
    let house = House::unsealed(On::Sqlite);
    let work = folder(&house, "work", &[NOTES]);
    git(&work, &["init", "-q"]);
    git(&work, &["add", "."]);
    git(&work, &["commit", "-q", "-m", "Bake the first loaf"]);
    let root = folder(&house, "served", &[("readme.md", "Repositories are served from here.\n")]);
    git(&root, &["clone", "-q", "--bare", &work.display().to_string(), "bakery.git"]);
    let bare = root.join("bakery.git");
    let summary = ingest(&house, &root, &[]);
    assert_eq!((paths(&house), &summary["skipped"]["reasons"]), (vec!["readme.md".to_owned()], &json!({ "bare-repository": 1 })), "{summary}");
    adds_up(&summary, 2);
    let refused = run(&house, &bare, &[]);
    assert!(refused.refused() == "INPUT_INVALID" && refused.out.contains("palace ingest --git"), "{refused:?}");
    assert_eq!(changes(&ingest(&house, &bare, &["--git"])), json!({ "new": 1 }));
    // It is the history of the checkout, and not one of everything.
    assert_eq!(changes(&ingest(&house, &work, &["--git"])), json!({ "unchanged": 1 }));
}

#[test]
fn what_a_checkout_lacks_has_a_line_of_its_own() {
    let house = House::unsealed(On::Sqlite);
    let oven = folder(&house, "oven", &[NOTES]);
    git(&oven, &["init", "-q"]);
    git(&oven, &["add", "."]);
    git(&oven, &["commit", "-q", "-m", "An oven"]);
    let root = folder(&house, "bakery", &[("readme.md", "A bakery.\n"), ("far/a.md", "Far away.\n"), ("far/b.md", "Farther.\n")]);
    git(&root, &["init", "-q"]);
    git(&root, &["submodule", "--quiet", "add", &oven.display().to_string(), "vendor/oven"]);
    git(&root, &["add", "."]);
    git(&root, &["commit", "-q", "-m", "A bakery"]);
    git(&root, &["submodule", "--quiet", "deinit", "--force", "vendor/oven"]);
    git(&root, &["sparse-checkout", "set", "--no-cone", "/*", "!/far/"]);
    let summary = ingest(&house, &root, &[]);
    assert_eq!(summary["skipped"]["besides"], json!({ "submodule": 1, "sparse-checkout": 1 }), "{summary}");
    adds_up(&summary, 2);
    let page = run(&house, &root, &["--format", "text"]).out;
    let lines: BTreeMap<&str, bool> =
        ["vendor/oven: a submodule that was not fetched", "2 files are not here"].map(|line| (line, page.contains(line))).into();
    assert!(lines.values().all(|there| *there), "{lines:?} {page}");
}

#[test]
fn a_large_file_shows_how_far_it_is_and_is_left_out_whole_at_ctrl_c() {
    let house = House::unsealed(On::Sqlite);
    let mut dice = Dice(3);
    let mut long = String::new();
    for n in 0..160_000 {
        long.push_str(&format!("Loaf {n} of {:x} rests.{}", dice.roll(1 << 40), if n % 9 == 0 { "\n\n" } else { " " }));
    }
    let root = folder(&house, "bakery", &[NOTES, ("zz_big.md", &long)]);
    let home = house.home.display().to_string();
    let args = ["--home", &home, "--mode", "agent", "--user", "bot", "ingest", "--max-size", "9000000", &root.display().to_string()];
    let mut pty = Pty::spawn(PALACE, &args, &[], house.temp.path());
    pty.expect("keeping zz_big.md");
    pty.send("\x03");
    pty.expect("Press Ctrl-C again to stop at once");
    let (status, page) = pty.finish();
    assert!(status.code() == Some(130) && page.contains("Stopped before everything was read."), "{status} {page}");
    assert!(!paths(&house).contains(&"zz_big.md".to_owned()), "nothing of it is kept");
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}
