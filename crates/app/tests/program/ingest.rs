//! `palace ingest` through the real program, on real files: what is kept, what is not written twice, what is said.
//!
//! Not here: what each format holds; the `ingest` crate compares that word by word.

mod counts;
mod runs;
mod watch;

use crate::house::{Dice, House, PALACE, Ran};
use serde_json::{Value as Json, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use store::{Foreign, ForeignCell, Place};
use testkit::{On, temp::Temp};

fn write(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("make the folder");
    fs::write(path, text).expect("write");
}

/// A folder beside the home, with files in it.
fn folder(house: &House, name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = house.path(name);
    fs::create_dir_all(&root).expect("make");
    for (file, text) in files {
        write(&root.join(file), text);
    }
    root
}

#[track_caller]
fn ingest(house: &House, path: &Path, more: &[&str]) -> Json {
    run(house, path, more).json()
}

fn run(house: &House, path: &Path, more: &[&str]) -> Ran {
    let path = path.display().to_string();
    house.run(&[&["--mode", "agent", "--user", "bot", "ingest", &path], more].concat())
}

/// What became of documents, without the zeros.
fn changes(summary: &Json) -> Json {
    summary["sources"].as_object().expect("counts").iter().filter(|(_, count)| **count != json!(0)).map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// Live sources: path and id, in order.
fn sources(house: &House) -> Vec<(String, String)> {
    let text = |source: &Json, field: &str| source[field].as_str().expect("text").to_owned();
    let result = house.result(&["source", "list", "--state", "live", "--limit", "1000"]);
    result["sources"].as_array().expect("a list").iter().map(|source| (text(source, "path"), text(source, "id"))).collect()
}

fn paths(house: &House) -> Vec<String> {
    sources(house).into_iter().map(|(path, _)| path).collect()
}

fn entries(house: &House) -> i64 {
    house.number("select count(*) from ledger")
}

fn git(dir: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    let identity = ["-c", "user.name=ana", "-c", "user.email=ana@example.com", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"];
    let ran =
        command.args(identity).arg("-C").arg(dir).args(arguments).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null").output();
    let ran = ran.expect("run git");
    assert!(ran.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// A repository with one commit of these files.
fn repository(house: &House, name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = folder(house, name, files);
    git(&root, &["init", "-q"]);
    git(&root, &["add", "-A"]);
    git(&root, &["commit", "-q", "-m", "Bake the first loaf\n\nWith rye."]);
    root
}

const NOTES: (&str, &str) = ("notes.md", "# Ovens\n\nThe deck oven runs at 230 degrees for rye bread.\n");
const TIMER: (&str, &str) = ("src/timer.rs", "/// Rings when the bread is done.\nfn ring() {\n    println!(\"done\");\n}\n");

#[test]
fn the_same_again_writes_nothing_and_a_change_replaces() {
    for on in [On::Sqlite, On::Postgres] {
        let house = House::unsealed(on);
        let root = folder(&house, "bakery", &[NOTES, TIMER]);
        let first = ingest(&house, &root, &[]);
        assert_eq!(changes(&first), json!({ "new": 2 }), "{first}");
        let before = entries(&house);
        assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "unchanged": 2 }));
        assert_eq!(entries(&house), before, "reading the same again wrote something");

        write(&root.join("notes.md"), "# Ovens\n\nThe deck oven runs at 245 degrees for rye bread.\n");
        let edited = ingest(&house, &root, &[]);
        assert_eq!(changes(&edited), json!({ "edited": 1, "unchanged": 1 }));
        assert_eq!(edited["pieces"]["replaced"], 1, "{edited}");

        fs::remove_file(root.join("notes.md")).expect("remove");
        assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "unchanged": 1, "gone": 1 }));
        assert_eq!(paths(&house), ["src/timer.rs"]);
        write(&root.join("notes.md"), NOTES.1);
        assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "back": 1, "unchanged": 1 }));
        assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    }
}

#[test]
fn a_renamed_file_is_the_same_source() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "bakery", &[NOTES, TIMER]);
    ingest(&house, &root, &[]);
    let before = sources(&house);
    fs::create_dir(root.join("docs")).expect("make");
    fs::rename(root.join("notes.md"), root.join("docs/ovens.md")).expect("rename");
    assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "renamed": 1, "unchanged": 1 }));
    let after = sources(&house);
    assert_eq!(after[0], ("docs/ovens.md".to_owned(), before[0].1.clone()));
    // What has no title but its name has another title now, and is still what it was.
    fs::rename(root.join("src/timer.rs"), root.join("src/bell.rs")).expect("rename");
    assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "renamed": 1, "unchanged": 1 }));
    assert_eq!(sources(&house)[1], ("src/bell.rs".to_owned(), before[1].1.clone()));
    assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "unchanged": 2 }));
}

#[test]
fn clones_worktrees_and_moves_are_one_repository() {
    let house = House::unsealed(On::Sqlite);
    let root = repository(&house, "bakery", &[NOTES, TIMER]);
    assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "new": 2 }));
    let first = sources(&house);

    let (clone, tree, moved) = (house.path("elsewhere/other-name"), house.path("tree"), house.path("moved"));
    git(&house.path(""), &["clone", "-q", &root.display().to_string(), &clone.display().to_string()]);
    git(&root, &["worktree", "add", "-q", &tree.display().to_string()]);
    for place in [&clone, &tree, &clone.join("src")] {
        let summary = ingest(&house, place, &[]);
        assert_eq!(changes(&summary)["unchanged"], if place.ends_with("src") { 1 } else { 2 }, "{}: {summary}", place.display());
    }
    fs::rename(&clone, &moved).expect("move");
    assert_eq!(changes(&ingest(&house, &moved.join("notes.md"), &[])), json!({ "unchanged": 1 }));
    assert_eq!(sources(&house), first);

    // Another home, as on another machine, comes to the same ids.
    let other = House::unsealed(On::Sqlite);
    ingest(&other, &moved, &[]);
    assert_eq!(sources(&other), first);
}

#[test]
fn a_shallow_clone_finds_the_repository_by_its_remote() {
    let house = House::unsealed(On::Sqlite);
    let root = repository(&house, "bakery", &[NOTES]);
    write(&root.join("notes.md"), "# Ovens\n\nThe deck oven is retired now.\n");
    git(&root, &["commit", "-q", "-a", "-m", "Retire the oven"]);
    git(&root, &["remote", "add", "origin", "git@example.com:bakers/bakery.git"]);
    let known = ingest(&house, &root, &[])["anchors"].clone();
    let shallow = house.path("shallow");
    git(&house.path(""), &["clone", "-q", "--depth", "1", &format!("file://{}", root.display()), &shallow.display().to_string()]);
    git(&shallow, &["remote", "set-url", "origin", "https://someone@Example.com/bakers/bakery"]);
    let summary = ingest(&house, &shallow, &[]);
    assert_eq!(changes(&summary), json!({ "unchanged": 1 }));
    assert_eq!(summary["anchors"], known);
}

#[test]
fn a_repository_inside_a_folder_is_a_repository() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "code", &[("todo.md", "Buy more rye flour before the weekend.\n")]);
    let inner = repository(&house, "code/bakery", &[NOTES]);
    let summary = ingest(&house, &root, &[]);
    assert_eq!(summary["anchors"].as_array().map(Vec::len), Some(2), "{summary}");
    let mut both = paths(&house);
    both.sort();
    assert_eq!(both, ["notes.md", "todo.md"]);
    assert_eq!(changes(&ingest(&house, &inner, &[])), json!({ "unchanged": 1 }));
}

#[test]
fn two_folders_of_one_name_do_not_replace_each_other() {
    let house = House::unsealed(On::Sqlite);
    let first = folder(&house, "a/docs", &[("x.md", "The first folder speaks of rye bread and ovens.\n")]);
    let second = folder(&house, "b/docs", &[("x.md", "The second folder speaks of wheat and mills.\n")]);
    assert_eq!(changes(&ingest(&house, &first, &[])), json!({ "new": 1 }));
    assert_eq!(changes(&ingest(&house, &second, &[])), json!({ "new": 1 }));
    assert_eq!(changes(&ingest(&house, &first, &[])), json!({ "unchanged": 1 }));
}

#[test]
fn every_writer_stands_where_it_stands() {
    let house = House::unsealed(On::Sqlite);
    let root = repository(&house, "bakery", &[NOTES]);
    let anchor = ingest(&house, &root, &[])["anchors"][0].as_str().expect("an anchor").to_owned();
    let tree = house.path("tree");
    git(&root, &["worktree", "add", "-q", &tree.display().to_string()]);
    let piped = |dir: &Path| {
        let mut command = house.command(&["ingest", "-"]);
        let mut child = command.current_dir(dir).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("run");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"Remember the rye flour.").expect("write");
        let ran: Ran = child.wait_with_output().expect("wait").into();
        ran.json()["anchors"][0].as_str().expect("an anchor").to_owned()
    };
    assert_eq!(piped(&root), anchor);
    assert_eq!(piped(&root.join(".git/..")), anchor);
    assert_eq!(piped(&tree), anchor, "files belong to the repository, whichever worktree they are read in");
    assert_eq!(piped(house.temp.path()), "global://default");
}

#[test]
fn ignored_files_are_not_read_and_hidden_ones_are() {
    let house = House::unsealed(On::Sqlite);
    let files = [
        (".gitignore", "*.log\n"),
        (".palaceignore", "private/\n"),
        ("a.log", "noise"),
        ("private/diary.md", "Nobody reads this."),
        (".hidden.md", "Hidden files are read too, as git would."),
        ("node_modules/x/index.js", "module.exports = 1"),
        ("target/debug/out.txt", "made by a program"),
        ("src/target/linux.rs", "// Sources have folders of that name, too.\n"),
        ("C#/a b.md", "A name with a hash in it."),
    ];
    let root = folder(&house, "mixed", &files);
    ingest(&house, &root, &[]);
    assert_eq!(paths(&house), [".gitignore", ".hidden.md", ".palaceignore", "C%23/a b.md", "src/target/linux.rs"]);
    fs::remove_file(root.join("C#/a b.md")).expect("remove");
    assert_eq!(changes(&ingest(&house, &root, &[]))["gone"], 1);
}

#[test]
fn what_is_left_out_is_what_was_asked_for() {
    let files = [
        (".gitignore", "*.log\n"),
        (".mempalignore", "private/\n"),
        ("a.log", "A line of a log."),
        ("b.md", "A plan."),
        ("drafts/c.md", "A draft."),
        ("kept/drafts/d.md", "Another draft."),
        ("private/e.md", "Nobody reads this."),
        ("target/release/out.txt", "made by a program"),
    ];
    let table: &[(&[&str], &[&str])] = &[
        (&[], &["b.md", "drafts/c.md", "kept/drafts/d.md"]),
        (&["--no-gitignore"], &["a.log", "b.md", "drafts/c.md", "kept/drafts/d.md"]),
        (&["--no-mempalignore"], &["b.md", "drafts/c.md", "kept/drafts/d.md", "private/e.md"]),
        (&["--ignore-file", "rules/one"], &["b.md", "kept/drafts/d.md"]),
        (&["--ignore-file", "rules/one", "--ignore-file", "rules/two", "--no-gitignore"], &["a.log", "kept/drafts/d.md"]),
    ];
    for (flags, wanted) in table {
        let house = House::unsealed(On::Sqlite);
        let root = folder(&house, "mixed", &files);
        folder(&house, "rules", &[("one", "/drafts\n"), ("two", "b.*\n")]);
        ingest(&house, &root, flags);
        assert_eq!(paths(&house).into_iter().filter(|path| !path.starts_with('.')).collect::<Vec<_>>(), *wanted, "{flags:?}");
    }
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "mixed", &files);
    folder(&house, "rules", &[("bad", "[z-a]\n")]);
    for named in ["rules/none", "rules/bad"] {
        assert_eq!(run(&house, &root, &["--ignore-file", named]).refused(), "INPUT_INVALID", "{named}");
    }
}

#[test]
fn noise_is_taken_out_of_a_transcript_unless_it_is_asked_for() {
    let house = House::unsealed(On::Sqlite);
    let words = "<system-reminder>Be brief.</system-reminder>Which oven?";
    let line = json!({ "type": "user", "sessionId": "s-1", "uuid": "u", "message": { "role": "user", "content": words } });
    let file = folder(&house, "talk", &[("s-1.jsonl", &line.to_string())]).join("s-1.jsonl");
    let said = || {
        let found = house.result(&["drawer", "search", "Which oven?"]);
        found["results"].as_array().into_iter().flatten().map(|hit| hit["content"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    ingest(&house, &file, &[]);
    assert!(said().iter().all(|text| !text.contains("Be brief")) && !said().is_empty(), "{:?}", said());
    assert_eq!(changes(&ingest(&house, &file, &["--no-strip-noise"]))["edited"], 1);
    assert!(said().iter().any(|text| text.contains(words)), "{:?}", said());
}

#[test]
fn documents_go_to_the_page_of_the_day() {
    let house = House::unsealed(On::Sqlite);
    let root =
        folder(&house, "notes", &[("a.md", "LESSON: salt the water.\n"), ("b.md", "PATTERN: it boils over.\n"), ("c.md", &"long ".repeat(7_000))]);
    let diary = &["--diary-rollup", "--room", "kitchen"];
    let trial = ingest(&house, &root, &[&diary[..], &["--dry-run"]].concat());
    assert_eq!((&trial["dryRun"]["wouldKeep"], house.result(&["memory", "status"])["diaryRollupDays"].as_i64()), (&json!(["a.md", "b.md"]), Some(0)));
    let kept = ingest(&house, &root, diary);
    assert_eq!(
        (&changes(&kept)["new"], &kept["skipped"]["count"], &kept["anchors"]),
        (&json!(2), &json!(1), &json!(["repo://agent-diary"])),
        "{kept}"
    );
    assert!(kept["skipped"]["first"][0]["why"].as_str().is_some_and(|why| why.contains("DailyRollupFull")), "{kept}");
    assert_eq!(changes(&ingest(&house, &root, diary))["unchanged"], 2);
    let status = house.result(&["memory", "status"]);
    assert_eq!(status["diaryRollupDays"], 1);
    assert_eq!(run(&house, &root, &["--diary-rollup", "--git"]).code, Some(2));
}

#[test]
fn secrets_are_taken_out_counted_and_named() {
    let house = House::unsealed(On::Sqlite);
    let key = ["AKIA", "Q7ZT2MNP4RWX6YBC"].concat();
    let root = folder(&house, "bakery", &[(".env", &format!("AWS_ACCESS_KEY_ID={key}\nOVEN=deck\n"))]);
    let summary = ingest(&house, &root, &[]);
    assert!(summary["redacted"].as_object().is_some_and(|kinds| !kinds.is_empty()), "{summary}");
    for file in fs::read_dir(&house.home).expect("list").map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
        let bytes = fs::read(&file).expect("read");
        assert!(!bytes.windows(key.len()).any(|window| window == key.as_bytes()), "{} holds the key", file.display());
    }
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_kept() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "odd", &[NOTES, ("Cargo.lock", "# made by a program")]);
    write(&root.join("archive.json"), b"PK\x03\x04 and so on");
    write(&root.join("latin.txt"), b"caf\xe9 au lait is served until noon\n");
    write(&root.join("empty.md"), b"");
    write(&root.join("model.bin"), "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n");
    fs::File::create(root.join("huge.log")).expect("make").set_len(2 << 30).expect("sparse");
    std::os::unix::fs::symlink(".", root.join("loop")).expect("link");
    let made = Command::new("mkfifo").arg(root.join("pipe")).status().expect("mkfifo");
    assert!(made.success());
    let summary = ingest(&house, &root, &[]);
    assert_eq!(changes(&summary), json!({ "new": 2 }), "{summary}");
    let reasons = json!({ "generated": 1, "lfs-pointer": 1, "link": 1, "not-a-file": 1, "not-text": 1, "too-large": 1 });
    assert_eq!(summary["skipped"]["reasons"], reasons, "{summary}");
    assert_eq!((&summary["read"], &summary["empty"]), (&json!(3), &json!(1)), "an empty file is said to be one");
    let page = run(&house, &root, &["--format", "text"]).out;
    assert!(page.contains("archive.json: a zip archive") && !page.contains("Cargo.lock"), "{page}");
    for named in ["huge.log", "pipe", "archive.json"] {
        assert_eq!(run(&house, &root.join(named), &[]).refused(), "INPUT_INVALID", "{named}");
    }
    assert_eq!(run(&house, &root.join("nowhere"), &[]).refused(), "INPUT_INVALID");
    let whole = ingest(&house, &root.join("Cargo.lock"), &[]);
    assert_eq!(changes(&whole), json!({ "new": 1 }), "what is named is read");
    assert_eq!(changes(&ingest(&house, &root, &["--max-size", "10"]))["unchanged"], Json::Null);
    assert_eq!(paths(&house).len(), 3, "what is there and was not read this time is not gone");
}

#[test]
fn a_file_that_is_named_and_not_read_is_an_answer_of_no() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "large", &[("a.db", "SQLite format 3\0 and then nothing that a database has")]);
    let refused = run(&house, &root.join("a.db"), &[]);
    assert!(refused.out.contains("damaged") && refused.refused() == "INPUT_INVALID", "{refused:?}");
    write(&root.join("long.txt"), "The miller comes on Tuesday, and again.\n".repeat(1_100_000));
    let refused = run(&house, &root.join("long.txt"), &[]);
    assert!(refused.out.contains("more than 40 MiB") && refused.refused() == "INPUT_INVALID", "{refused:?}");
}

#[test]
fn a_talk_that_grew_long_is_still_read_where_it_is_found() {
    let house = House::unsealed(On::Sqlite);
    let line =
        |n: u32, words: &str| format!("{{\"type\":\"user\",\"sessionId\":\"s-1\",\"uuid\":\"u{n}\",\"message\":{{\"content\":\"{words}\"}}}}\n");
    let long = "The miller comes on Tuesday. ".repeat(80_000);
    let talk = format!("{}{}", line(1, "Which oven is cold?"), line(2, &long));
    let root = folder(&house, "talks", &[("s-1.jsonl", &talk), ("long.txt", &long)]);
    let summary = ingest(&house, &root, &[]);
    assert_eq!(summary["skipped"]["reasons"], json!({ "too-large": 1 }), "{summary}");
    assert_eq!(paths(&house), ["claude-code#s-1"]);
    assert_eq!(run(&house, &root, &["--max-size", "1000"]).refused(), "INPUT_INVALID", "what is asked for holds for all");
}

#[test]
fn two_carriers_of_one_name_do_not_replace_each_other() {
    let house = House::unsealed(On::Sqlite);
    let memory = |words: &str| format!("{{\"type\":\"entity\",\"name\":\"User\",\"entityType\":\"person\",\"observations\":[\"{words}\"]}}\n");
    let checkpoint = |words: &str| format!("[{{\"role\":\"user\",\"parts\":[{{\"text\":\"{words}\"}}]}}]");
    let say = |words: &str| format!("[{{\"type\":\"message\",\"user\":\"U1\",\"text\":\"{words}\",\"ts\":\"1762761600.0002\"}}]");
    let mut places = Vec::new();
    for (name, words) in [("alpha", "Likes rye bread."), ("beta", "Drinks black tea.")] {
        let users = format!("[{{\"id\":\"U1\",\"team_id\":\"T-{name}\"}}]");
        let export = format!("{name}/export/");
        let [users_at, channels_at, day_at] = ["users.json", "channels.json", "general/2026-01-05.json"].map(|file| format!("{export}{file}"));
        let files = [(&*users_at, users), (&*channels_at, "[]".to_owned()), (&*day_at, say(words))];
        for (file, text) in files {
            write(&house.path(file), text);
        }
        write(&house.path(&format!("{name}/memory.json")), memory(words));
        write(&house.path(&format!("{name}/checkpoint-main.json")), checkpoint(words));
        places.extend(["export", "memory.json", "checkpoint-main.json"].map(|file| house.path(&format!("{name}/{file}"))));
    }
    for change in ["new", "unchanged"] {
        for place in &places {
            assert_eq!(changes(&ingest(&house, place, &[])), json!({ change: 1 }), "{}", place.display());
        }
    }
    let told = ["gemini#beta/checkpoint-main", "gemini#checkpoint-main", "reference-memory#User", "reference-memory#beta/User"];
    assert_eq!(paths(&house), [&told[..], &["slack#T-beta/general/2026-01-05.json", "slack#general/2026-01-05.json"]].concat());
}

#[test]
fn two_files_of_one_run_never_fill_one_name_in_silence() {
    let house = House::unsealed(On::Sqlite);
    let talk = |words: &str| format!("{{\"type\":\"user\",\"sessionId\":\"s-1\",\"message\":{{\"content\":\"{words}\"}}}}\n");
    let root = folder(&house, "talks", &[("a/s-1.jsonl", &talk("Rye on Monday.")), ("b/s-1.jsonl", &talk("Wheat on Tuesday."))]);
    let summary = ingest(&house, &root, &[]);
    assert_eq!((changes(&summary), &summary["skipped"]["reasons"]), (json!({ "new": 1 }), &json!({ "name-taken": 1 })), "{summary}");
    assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "unchanged": 1 }));
}

#[test]
fn what_lies_beside_a_storage_folder_is_read_too() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "data", &[NOTES, ("auth.json", "{}"), ("storage/project/p.json", "{}")]);
    copy(&fixtures().join("opencode/storage"), &root.join("storage"));
    let summary = ingest(&house, &root, &[]);
    assert!(paths(&house).iter().any(|path| path == NOTES.0) && paths(&house).iter().any(|path| path.starts_with("opencode#")), "{summary}");
    assert_eq!(summary["skipped"]["reasons"], json!({ "generated": 2 }), "{summary}");
}

#[test]
fn what_a_program_keeps_beside_its_talks_is_not_read_as_if_somebody_wrote_it() {
    let house = House::unsealed(On::Sqlite);
    let session = "0b5c1a52-6f2e-4f0e-9a53-3d5c1e7b2a11";
    let own = [
        (format!("p/{session}/tool-results/mcp-palace-recall-1.txt"), "What the palace answered."),
        (format!("p/{session}/subagents/agent-1.meta.json"), "{}"),
        ("p/sessions-index.json".to_owned(), "{}"),
        ("export/conversations-000.json".to_owned(), r#"[{"id":"c","mapping":{}}]"#),
        ("export/chat.html".to_owned(), "<html>All of it again.</html>"),
    ];
    let mut files: Vec<(&str, &str)> = own.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    files.extend([("notes/tool-results/a.md", "The saw cuts well."), ("notes/chat.html", "<p>The saw is sharp.</p>")]);
    let summary = ingest(&house, &folder(&house, "told", &files), &[]);
    assert_eq!(paths(&house), ["notes/chat.html", "notes/tool-results/a.md"], "{summary}");
    assert_eq!(summary["skipped"]["reasons"], json!({ "generated": 3 }), "{summary}");
}

#[test]
fn a_trial_writes_nothing() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "bakery", &[NOTES, TIMER]);
    let before = entries(&house);
    let summary = ingest(&house, &root, &["--dry-run"]);
    assert_eq!(summary["dryRun"]["wouldKeep"], json!(["notes.md", "src/timer.rs"]));
    assert_eq!((entries(&house), house.home.join("places.json").exists()), (before, false));
    ingest(&house, &root, &[]);
    fs::remove_file(root.join("notes.md")).expect("remove");
    assert_eq!(ingest(&house, &root, &["--dry-run"])["dryRun"], json!({ "wouldKeep": [], "wouldGo": ["notes.md"] }));
}

#[test]
fn standard_input_goes_by_what_it_says_or_by_a_name() {
    let house = House::unsealed(On::Sqlite);
    let said = |text: &str, more: &[&str]| changes(&house.run_with(&[&["ingest", "-"], more].concat(), text, &[]).json());
    assert_eq!(said("The miller comes on Tuesday.", &[]), json!({ "new": 1 }));
    assert_eq!(said("The miller comes on Tuesday.", &[]), json!({ "unchanged": 1 }));
    assert_eq!(said("The miller comes on Friday.", &["--as-path", "miller.md", "--title", "Miller"]), json!({ "new": 1 }));
    assert_eq!(said("The miller comes on Sunday.", &["--as-path", "miller.md", "--title", "Miller"]), json!({ "edited": 1 }));
    assert_eq!(paths(&house)[0], "miller.md");
    assert!(paths(&house)[1].starts_with("stdin#"));
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ingest/fixtures")
}

/// Copies a folder, without the answers that belong to other tests.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("make");
    for entry in fs::read_dir(from).expect("list").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_name().expect("a name");
        if entry.is_dir() {
            copy(&entry, &to.join(name));
        } else if entry.extension().is_none_or(|ending| ending != "golden") {
            fs::copy(&entry, to.join(name)).expect("copy");
        }
    }
}

#[test]
fn every_source_is_recognised_and_goes_by_a_name_that_holds_elsewhere() {
    let table = [
        ("claude-code/session.jsonl", "claude-code#"),
        ("codex/early.jsonl", "codex#"),
        ("gemini/checkpoint-week.json", "gemini#"),
        ("opencode/storage", "opencode#"),
        ("opencode/export.json", "opencode#"),
        ("cursor/label-printer.md", "cursor#"),
        ("chatgpt/conversations.json", "chatgpt#"),
        ("claude-ai/conversations.json", "claude-ai#"),
        ("slack/export", "slack#"),
        ("reference-memory/memory.json", "reference-memory#"),
        ("mem0/memories.json", "mem0#"),
        ("claude-mem/export.json", "claude-mem#"),
        ("mempalace", "bakery/"),
        ("basic-memory/rye.md", "rye.md"),
        ("git-log/asked.txt", "asked.txt#"),
        ("plain/timer.rs", "timer.rs"),
    ];
    for (fixture, begins) in table {
        let house = House::unsealed(On::Sqlite);
        // Out of this repository: there its own path would be the name.
        let (from, to) = (fixtures().join(fixture), house.path("outside").join(Path::new(fixture).file_name().expect("a name")));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            write(&to, fs::read(&from).expect("read the fixture"));
        }
        let summary = ingest(&house, &to, &[]);
        assert!(summary["sources"]["new"].as_u64() > Some(0), "{fixture}: {summary}");
        let named = paths(&house);
        assert!(named.iter().any(|path| path.starts_with(begins)), "{fixture}: {named:?}");
        assert!(named.iter().all(|path| !path.contains("palace-test")), "{fixture}: a name tells where it lay: {named:?}");
        let before = entries(&house);
        let again = ingest(&house, &to, &[]);
        assert_eq!((&again["sources"]["new"], &again["sources"]["edited"], entries(&house)), (&json!(0), &json!(0), before), "{fixture}: {again}");
    }
}

#[test]
fn databases_of_other_programs_are_read_and_left_as_they_are() {
    for (fixture, begins) in [
        ("mempal/palace.sql", "mempal#"),
        ("claude-mem/claude-mem.sql", "claude-mem#"),
        ("cursor/state.sql", "cursor#"),
        ("opencode/opencode.sql", "opencode#"),
    ] {
        let house = House::unsealed(On::Sqlite);
        let path = house.path("theirs.db");
        let text = fs::read_to_string(fixtures().join(fixture)).expect("read");
        store::testing::connect(&Place::File(path.clone())).and_then(|mut theirs| theirs.batch(&text)).expect("make their database");
        let before = fs::read(&path).expect("read");
        let summary = ingest(&house, &path, &[]);
        assert!(paths(&house).iter().any(|path| path.starts_with(begins)), "{fixture}: {summary}");
        assert_eq!(fs::read(&path).expect("read"), before, "{fixture} was changed");
        // Having moved in, they do not leave with the file they came in.
        fs::remove_file(&path).expect("remove");
    }
}

#[test]
fn a_foreign_database_answers_questions_and_takes_no_orders() {
    let temp = Temp::new();
    let path = temp.path().join("a ?#%.db");
    let mut theirs = store::testing::connect(&Place::File(path.clone())).expect("make");
    theirs.batch("create table t (a, b, c, d, e); insert into t values (1, 0.5, 'x', x'00ff', null);").expect("fill");
    let row = [ForeignCell::Int(1), ForeignCell::Real(0.5), ForeignCell::Text("x".into()), ForeignCell::Bytes(vec![0, 255]), ForeignCell::Null];
    let ask = || Foreign::open(&path).and_then(|foreign| foreign.rows("select * from t"));
    assert_eq!(ask().expect("what is still in their log is read too"), [row.to_vec()]);
    drop(theirs);
    let _ = fs::remove_file(temp.path().join("a ?#%.db.lock"));
    assert_eq!(ask().expect("ask"), [row.to_vec()]);
    assert_eq!(fs::read_dir(temp.path()).expect("list").count(), 1, "something was left beside their file");
    let foreign = Foreign::open(&path).expect("open");
    assert!(foreign.rows("delete from t").is_err());
    assert!(Foreign::open(&temp.path().join("none.db")).is_err());
    write(&path, b"SQLite format 3\0 and then nothing that is one");
    assert!(Foreign::open(&path).and_then(|foreign| foreign.rows("select name from sqlite_master")).is_err());
}

#[test]
fn a_transcript_belongs_to_the_repository_it_was_held_in_and_outlives_its_file() {
    let house = House::unsealed(On::Sqlite);
    let root = repository(&house, "bakery", &[NOTES]);
    let anchor = ingest(&house, &root, &[])["anchors"].clone();
    let line = json!({ "type": "user", "sessionId": "s-1", "cwd": root, "uuid": "u1", "timestamp": "2026-01-01T10:00:00Z", "message": { "role": "user", "content": "Which oven is for rye?" } });
    let transcripts = folder(&house, "projects", &[("-home-me-bakery/s-1.jsonl", &format!("{line}\nnot json\n"))]);
    let summary = ingest(&house, &transcripts, &[]);
    assert_eq!(summary["anchors"], anchor, "{summary}");
    assert_eq!(summary["broken"]["lines"], 1, "{summary}");
    assert_eq!(paths(&house), ["claude-code#s-1", "notes.md"]);
    fs::remove_dir_all(transcripts.join("-home-me-bakery")).expect("remove");
    ingest(&house, &transcripts, &[]);
    ingest(&house, &root, &[]);
    assert_eq!(paths(&house), ["claude-code#s-1", "notes.md"]);
}

#[test]
fn history_is_read_by_the_month_and_only_the_newest_changes() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "bakery", &[NOTES]);
    git(&root, &["init", "-q"]);
    git(&root, &["add", "-A"]);
    for (day, message) in
        [("2025-03-01T10:00:00Z", "Bake the first loaf"), ("2025-03-09T10:00:00Z", "Bake another"), ("2025-04-02T10:00:00Z", "Mend the oven")]
    {
        git(&root, &["commit", "-q", "--allow-empty", "--date", day, "-m", message]);
    }
    let summary = ingest(&house, &root, &["--git"]);
    assert_eq!(changes(&summary), json!({ "new": 2 }), "{summary}");
    assert_eq!(paths(&house), [".git#2025-03", ".git#2025-04"]);
    git(&root, &["commit", "-q", "--allow-empty", "--date", "2025-04-05T10:00:00Z", "-m", "Clean the oven"]);
    assert_eq!(changes(&ingest(&house, &root, &["--git"])), json!({ "edited": 1, "unchanged": 1 }));
    // Reading the files does not take the history away.
    ingest(&house, &root, &[]);
    assert_eq!(paths(&house), [".git#2025-03", ".git#2025-04", "notes.md"]);
    assert_eq!(run(&house, &folder(&house, "plain", &[]), &["--git"]).refused(), "INPUT_INVALID");
}

#[test]
fn a_folder_that_changes_while_it_is_walked_is_whole_once_it_stands_still() {
    let house = House::unsealed(On::Sqlite);
    let root = folder(&house, "busy", &[NOTES]);
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Files that come, grow and go, in folders that come and go.
        let changing = scope.spawn(|| {
            let mut dice = Dice(7);
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let inner = root.join(format!("{}", dice.roll(8)));
                let file = inner.join(format!("{}.md", dice.roll(20)));
                match dice.roll(4) {
                    0 => drop(fs::remove_dir_all(&inner)),
                    1 => drop(fs::remove_file(&file)),
                    _ => write(&file, format!("Loaf {:x} rests for {} hours.\n", dice.roll(1 << 40), dice.roll(90)).repeat(40)),
                }
            }
        });
        for _ in 0..4 {
            let summary = ingest(&house, &root, &[]);
            let reasons = summary["skipped"]["reasons"].as_object().expect("reasons");
            assert!(reasons.keys().all(|reason| ["changed", "unreadable"].contains(&reason.as_str())), "{summary}");
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        changing.join().expect("nothing went wrong while changing");
    });
    ingest(&house, &root, &[]);
    let there = |dir: &Path| fs::read_dir(dir).expect("list").map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>();
    let (folders, mut files): (Vec<_>, Vec<_>) = there(&root).into_iter().partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|dir| there(dir)));
    let mut names: Vec<String> = files.iter().map(|path| path.strip_prefix(&root).expect("within").display().to_string()).collect();
    let mut known = paths(&house);
    names.sort();
    known.sort();
    assert_eq!(known, names);
    assert_eq!(changes(&ingest(&house, &root, &[])), json!({ "unchanged": names.len() }));
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_disk_that_fills_up_leaves_whole_sources() {
    let temp = Temp::new();
    let root = temp.path().join("many");
    let mut dice = Dice(400);
    for n in 0..400 {
        // Words that differ, so that nothing is taken for a copy.
        let text: Vec<String> = (0..600).map(|_| format!("w{:x}", dice.roll(1 << 40))).collect();
        write(&root.join(format!("{n:03}.txt")), text.join(" "));
    }
    let script = format!(
        r#"disk=$1; program=$2
        mount -t tmpfs -o size=6m none "$disk" || exit 99
        cd "$disk"
        palace() {{ "$program" --home "$disk/home" --format json "$@" 2>&1 </dev/null | grep -v UNSEALED; }}
        palace init --unsealed >/dev/null
        palace ingest {root}
        palace ledger verify
        palace source list --limit 1000"#,
        root = root.display()
    );
    let disk = Temp::new();
    let ran: Ran = Command::new("unshare")
        .args(["--map-root-user", "--mount", "setsid", "--wait", "sh", "-c", &script, "sh"])
        .arg(disk.path())
        .arg(PALACE)
        .output()
        .expect("run `unshare`")
        .into();
    let answers: Vec<Json> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    let [summary, refusal, verified, listed] = answers.as_slice() else { panic!("{ran:?}") };
    assert_eq!(refusal["error"]["code"], "STORE_FULL", "{ran:?}");
    assert_eq!(verified["result"]["valid"], true);
    let kept = listed["result"]["sources"].as_array().expect("a list").len() as u64;
    assert_eq!(summary["sources"]["new"].as_u64(), Some(kept), "what was said to be kept is what is there");
}
