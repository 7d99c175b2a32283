//! `palace index` through the real program, on real trees: what is read, what is not read twice, and what explore then says.
//!
//! Not here: outlines of each language; the `syntax` crate compares those line by line.

use crate::house::{House, Mcp};
use serde_json::{Value as Json, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use testkit::On;

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("make the folder");
    fs::write(path, text).expect("write");
}

fn git(dir: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=ana", "-c", "user.email=ana@example.com", "-c", "init.defaultBranch=main"];
    let mut command = Command::new("git");
    command.args(identity).arg("-C").arg(dir).args(arguments).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    let ran = command.output().expect("run git");
    assert!(ran.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// A repository of three source files, one of them ignored.
fn tree(house: &House) -> PathBuf {
    let root = house.path("bakery");
    write(&root.join(".gitignore"), "made/\n");
    write(&root.join("src/oven.rs"), "/// Heats.\npub fn heat_oven(degrees: u32) {\n    ring_bell(degrees)\n}\n");
    write(&root.join("src/bell.rs"), "pub fn ring_bell(times: u32) {}\n");
    write(&root.join("made/out.rs"), "fn generated() {}\n");
    git(&root, &["init", "-q"]);
    git(&root, &["add", "-A"]);
    git(&root, &["commit", "-q", "-m", "First loaf"]);
    root
}

/// Runs the program while standing in a folder.
fn within(house: &House, dir: &Path, arguments: &[&str]) -> Json {
    let mut command = house.command(&[&["--mode", "agent", "--user", "bot"], arguments].concat());
    let ran = command.current_dir(dir).output().expect("run");
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{arguments:?}: {out}{}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_str(out.lines().last().unwrap_or_default()).unwrap_or_else(|e| panic!("{e}: {out}"))
}

fn counts(indexed: &Json) -> [u64; 4] {
    ["files", "changed", "read", "gone"].map(|field| indexed[field].as_u64().expect("a count"))
}

#[test]
fn only_what_changed_is_read_and_what_moved_is_followed() {
    for on in [On::Sqlite, On::Postgres] {
        let house = House::unsealed(on);
        let root = tree(&house);
        assert_eq!(counts(&within(&house, &root, &["index"])), [2, 2, 2, 0]);
        let entries = house.number("select count(*) from ledger");
        assert_eq!(counts(&within(&house, &root, &["index"])), [2, 0, 0, 0]);
        assert_eq!(house.number("select count(*) from ledger"), entries, "nothing changed, and something was written");

        let found = within(&house, &root, &["explore", "heat the oven"]);
        assert_eq!(found["result"]["results"][0]["at"], "src/oven.rs:2-4", "{found}");
        write(&root.join("src/oven.rs"), "/// Cools.\npub fn cool_oven() {\n    ring_bell(1)\n}\n");
        let stale = within(&house, &root, &["explore", "heat oven"]);
        assert_eq!(stale["result"]["results"][0]["stale"], true, "{stale}");
        assert_eq!(counts(&within(&house, &root, &["index"])), [2, 1, 1, 0]);
        assert_eq!(within(&house, &root, &["explore-symbol", "cool_oven"])["result"]["definitions"][0]["doc"], "Cools.");

        fs::rename(root.join("src/bell.rs"), root.join("src/chime.rs")).expect("rename");
        for question in
            [["explore-callers", "ring_bell"], ["explore-impact", "ring_bell"], ["explore-graph", "src/oven.rs"], ["explore-deps", "src/bell.rs"]]
        {
            let told = within(&house, &root, &question);
            assert_eq!(told["result"]["stale"], json!(["src/bell.rs"]), "{question:?}: {told}");
        }
        assert_eq!(within(&house, &root, &["explore", "ring bell"])["result"]["results"][0]["stale"], true);
        assert_eq!(counts(&within(&house, &root, &["index"])), [2, 1, 0, 1]);
        assert_eq!(within(&house, &root, &["explore-callers", "ring_bell"])["result"]["definitions"][0]["path"], "src/chime.rs");

        // Back to what was committed: one text is known still, the other was dropped when it was edited.
        git(&root, &["checkout", "-q", "--", "."]);
        fs::remove_file(root.join("src/chime.rs")).expect("remove");
        assert_eq!(counts(&within(&house, &root, &["index"])), [2, 2, 1, 1]);

        // Another worktree is another tree of the same texts.
        let other = house.path("other");
        git(&root, &["worktree", "add", "-q", other.to_str().expect("a path")]);
        assert_eq!(counts(&within(&house, &other, &["index"])), [2, 2, 0, 0]);
        assert_eq!(house.number("select count(*) from code_blob"), 2);
        write(&other.join("src/bell.rs"), "pub fn only_here() {}\n");
        within(&house, &other, &["index"]);
        let ran = house.command(&["explore-symbol", "only_here"]).current_dir(&root).output().expect("run");
        assert!(!ran.status.success(), "a worktree was shown what another holds");
        assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    }
}

#[test]
fn a_folder_is_read_alone_and_its_names_are_the_trees() {
    let house = House::unsealed(On::Sqlite);
    let root = tree(&house);
    write(&root.join("tools/a.py"), "def tool():\n    pass\n");
    assert_eq!(counts(&within(&house, &root, &["index", "tools"])), [1, 1, 1, 0]);
    assert_eq!(counts(&within(&house, &root, &["index"])), [3, 2, 2, 0]);
    assert_eq!(within(&house, &root.join("tools"), &["explore-file", "tools/a.py"])["result"]["symbols"][0]["name"], "tool");
    let ran = house.command(&["index", "nowhere"]).current_dir(&root).output().expect("run");
    assert!(String::from_utf8_lossy(&ran.stderr).contains("cannot be read"), "{ran:?}");
}

#[test]
fn what_changes_is_followed_while_somebody_watches() {
    let house = House::unsealed(On::Sqlite);
    let root = tree(&house);
    let mut command = house.command(&["--mode", "agent", "--user", "bot", "index", "--watch"]);
    let mut child = command.current_dir(&root).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("start");
    let mut told = BufReader::new(child.stdout.take().expect("output")).lines();
    let mut asides = BufReader::new(child.stderr.take().expect("asides")).lines();
    let first: Json = serde_json::from_str(&told.next().expect("a line").expect("text")).expect("JSON");
    assert_eq!(counts(&first), [2, 2, 2, 0]);
    assert!(asides.any(|line| line.is_ok_and(|line| line.starts_with("Watching"))));
    write(&root.join("src/bell.rs"), "pub fn ring_twice() {}\n");
    let next: Json = serde_json::from_str(&told.next().expect("a line").expect("text")).expect("JSON");
    assert_eq!(counts(&next), [1, 1, 1, 0]);
    child.kill().expect("stop");
    child.wait().expect("end");
    assert_eq!(within(&house, &root, &["explore", "ring twice"])["result"]["results"][0]["path"], "src/bell.rs");
}

/// Asks for a symbol until the answer says what is wanted. Asking is the only clock: how often is bounded, how long is not guessed.
fn sees(mcp: &mut Mcp, symbol: &str, wanted: Option<&str>) {
    const TRIES: u32 = 20_000;
    let mut last = Json::Null;
    for _ in 0..TRIES {
        last = mcp.call("explore_symbol", json!({ "name": symbol }));
        let answer = &last["result"]["structuredContent"];
        // What is still listed under its old name, or with lines that no longer read so, has not been followed yet.
        let path = answer["definitions"][0]["path"].as_str().filter(|_| answer["definitions"][0]["stale"].is_null());
        let missing = answer["error"]["code"] == "NOT_FOUND";
        if wanted.map_or(missing, |wanted| path == Some(wanted)) {
            return;
        }
    }
    panic!("`{symbol}` was not followed to {wanted:?}: {last}");
}

#[test]
fn what_changes_is_followed_while_the_palace_is_served() {
    let house = House::unsealed(On::Sqlite);
    let root = tree(&house);
    within(&house, &root, &["index"]);
    let mut command = house.command(&["--user", "ana", "serve", "--profile", "palace"]);
    command.current_dir(&root);
    let mut mcp = Mcp::start(command).initialized();
    sees(&mut mcp, "ring_bell", Some("src/bell.rs"));

    write(&root.join("src/bell.rs"), "pub fn ring_twice() {}\n");
    sees(&mut mcp, "ring_twice", Some("src/bell.rs"));
    sees(&mut mcp, "ring_bell", None);
    write(&root.join("new/folder/dough.py"), "def knead():\n    pass\n");
    sees(&mut mcp, "knead", Some("new/folder/dough.py"));
    fs::rename(root.join("src/bell.rs"), root.join("src/chime.rs")).expect("rename");
    sees(&mut mcp, "ring_twice", Some("src/chime.rs"));
    fs::remove_file(root.join("src/chime.rs")).expect("remove");
    sees(&mut mcp, "ring_twice", None);

    // Another branch is many edits at once.
    git(&root, &["add", "-A"]);
    git(&root, &["commit", "-q", "-m", "Dough"]);
    git(&root, &["checkout", "-q", "-b", "before", "HEAD~1"]);
    sees(&mut mcp, "ring_bell", Some("src/bell.rs"));
    sees(&mut mcp, "knead", None);
    mcp.close();
}
