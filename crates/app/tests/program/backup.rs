//! A palace is copied while it is in use, and comes back whole or not at all.

use crate::house::{Dice, House};
use serde_json::json;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};
use testkit::On;

fn backup(house: &House, name: &str) -> PathBuf {
    let answer = house.json(&["backup", house.path(name).to_str().expect("text")]);
    PathBuf::from(answer["backup"].as_str().expect("a folder"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

#[test]
fn a_backup_comes_back_whole_and_is_trusted_on_a_terminal() {
    let (house, _) = House::with_key();
    house.approve(&house.store("remembered"));
    house.store("waits");
    let folder = backup(&house, "kept");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let mut names: Vec<String> =
        fs::read_dir(&folder).expect("list").map(|e| e.expect("an entry").file_name().into_string().expect("text")).collect();
    names.sort();
    assert_eq!(names, ["human.key", "log.key", "manifest.json", "palace.db", "trust.json"]);
    assert!(names.iter().all(|name| mode(&folder.join(name)) == 0o600));

    let second = house.path("second");
    let answer = house.run_at(&second, &["restore", text(&folder)]).json();
    assert_eq!((&answer["trusted"], &answer["aside"]), (&json!(false), &json!(null)));
    let recalled = |home: &Path| crate::house::contents(&house.run_at(home, &["--mode", "agent", "recall"]).json()["result"]);
    assert_eq!(recalled(&second), [""; 0], "until a person has looked, nothing in it counts");
    let print = house.result(&["key", "list"])["keys"][0]["fingerprint"].as_str().expect("a fingerprint").to_owned();
    let mut pty = house.pty_at(&second, &["trust"]);
    pty.expect("fingerprint: ");
    pty.send(&format!("{}\r", &print[..8]));
    assert!(pty.finish().0.success());
    assert_eq!(recalled(&second), ["remembered"]);
    assert_eq!(house.run_at(&second, &["ledger", "verify"]).json()["result"]["valid"], true);
    house.run_at(&second, &["ledger", "checkpoint"]).json(); // its log key came back too
    // By the name that the backup was given, as well as by the folder that was made of it.
    house.run_at(&house.path("third"), &["restore", text(&house.path("kept"))]).json();
}

#[test]
fn a_restore_keeps_the_old_palace_aside() {
    let house = House::unsealed(On::Sqlite);
    house.store("before");
    let folder = backup(&house, "kept");
    house.store("after");
    assert_eq!(house.run(&["restore", text(&folder)]).refused(), "INPUT_INVALID");
    assert_eq!(house.number("select count(*) from proposal"), 2, "refused, and nothing was changed");
    let answer = house.json(&["restore", text(&folder), "--force"]);
    assert_eq!(answer["trusted"], true, "this home trusted exactly this palace already");
    assert_eq!(house.number("select count(*) from proposal"), 1);
    house.store("after, again");
    let aside = PathBuf::from(answer["aside"].as_str().expect("a folder"));
    assert!(aside.starts_with(&house.home) && aside.join("palace.db").exists());
    fs::copy(house.home.join("trust.json"), aside.join("trust.json")).expect("copy");
    let old = house.run_at(&aside, &["--mode", "human", "proposals"]).json();
    assert_eq!(old["result"]["proposals"].as_array().map(Vec::len), Some(2), "the old palace is whole");
    assert_eq!(house.run(&["backup", text(&folder)]).refused(), "INPUT_INVALID", "a backup never replaces one");
}

#[test]
fn a_backup_made_while_others_write_is_a_moment_of_the_palace() {
    let house = House::unsealed(On::Sqlite);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|writer| {
                let (house, done) = (&house, &done);
                scope.spawn(move || {
                    let mut mcp = house.serve(&["--profile", "all"]).initialized();
                    let mut n = 0;
                    while !done.load(Ordering::Relaxed) {
                        let answer = mcp.call("evidence_record", json!({ "content": format!("writer {writer} saw {n}"), "source": "test" }));
                        assert!(answer["result"]["structuredContent"]["receipt"].is_object(), "{answer}");
                        n += 1;
                    }
                    mcp.close();
                })
            })
            .collect();
        for n in 0..5 {
            let folder = backup(&house, &format!("kept {n}"));
            let second = house.path(&format!("home {n}"));
            house.run_at(&second, &["restore", text(&folder)]).json();
            assert_eq!(house.run_at(&second, &["ledger", "verify"]).json()["result"]["valid"], true);
        }
        done.store(true, Ordering::Relaxed);
        for writer in writers {
            writer.join().expect("a writer");
        }
    });
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_damaged_backup_is_refused_and_changes_nothing() {
    let house = House::unsealed(On::Sqlite);
    house.store("kept");
    let folder = backup(&house, "kept");
    let other = House::unsealed(On::Sqlite);
    other.store("another");
    let foreign = backup(&other, "foreign");
    let mut dice = Dice(3);
    let manifest = |edit: &dyn Fn(&mut serde_json::Value), at: &Path| {
        let path = at.join("manifest.json");
        let mut json = serde_json::from_str(&fs::read_to_string(&path).expect("read")).expect("JSON");
        edit(&mut json);
        fs::write(&path, json.to_string()).expect("write");
    };
    let cases = [
        "a byte of the database",
        "the database of another palace",
        "a file gone",
        "a name that leads out",
        "another count",
        "another checkpoint",
        "another format",
        "no manifest",
    ];
    for case in cases {
        let bent = house.path("bent");
        fs::create_dir(&bent).expect("make");
        for entry in fs::read_dir(&folder).expect("list").map(|e| e.expect("an entry").path()) {
            fs::copy(&entry, bent.join(entry.file_name().expect("a name"))).expect("copy");
        }
        match case {
            "a byte of the database" => {
                let mut bytes = fs::read(bent.join("palace.db")).expect("read");
                let place = dice.index(bytes.len());
                bytes[place] ^= 1;
                fs::write(bent.join("palace.db"), bytes).expect("write");
            }
            // With digests to match: then the palace itself and the checkpoint tell.
            "the database of another palace" => {
                fs::copy(foreign.join("palace.db"), bent.join("palace.db")).expect("copy");
                let listed: serde_json::Value =
                    serde_json::from_str(&fs::read_to_string(foreign.join("manifest.json")).expect("read")).expect("JSON");
                manifest(&|json| json["files"] = listed["files"].clone(), &bent);
                for name in ["trust.json", "log.key"] {
                    fs::copy(foreign.join(name), bent.join(name)).expect("copy");
                }
            }
            "a file gone" => fs::remove_file(bent.join("log.key")).expect("remove"),
            "a name that leads out" => manifest(&|json| json["files"][0]["name"] = json!("../palace.db"), &bent),
            "another count" => manifest(&|json| json["entries"] = json!(99), &bent),
            "another checkpoint" => {
                // One entry more than there are, under the signature over the true count: the second line is how many there are.
                let bend = |note: &str| {
                    let mut lines: Vec<String> = note.split('\n').map(str::to_owned).collect();
                    lines[1] = (lines[1].parse::<u64>().expect("a count") + 1).to_string();
                    lines.join("\n")
                };
                manifest(&|json| json["checkpoint"] = json!(bend(json["checkpoint"].as_str().expect("text"))), &bent);
            }
            "another format" => manifest(&|json| json["format"] = json!("palace-backup/v9"), &bent),
            _ => fs::remove_file(bent.join("manifest.json")).expect("remove"),
        }
        let second = house.path("second");
        let ran = house.run_at(&second, &["restore", text(&bent)]);
        let code = ran.refused();
        assert!(["STORE_DAMAGED", "INPUT_INVALID", "STORE_UNREACHABLE"].contains(&code.as_str()), "{case}: {code}");
        assert!(!second.join("palace.db").exists(), "{case}: something was restored");
        let _ = fs::remove_dir_all(&second);
        // Over a palace that is there, with --force: it stays as it was.
        house.run(&["restore", text(&bent), "--force"]).refused();
        house.result(&["ledger", "verify"]);
        assert_eq!(house.number("select count(*) from ledger where outcome <> 'read'"), 3, "{case}");
        fs::remove_dir_all(&bent).expect("remove");
    }
}

#[test]
fn a_palace_in_postgres_is_not_copied_as_a_file() {
    let house = House::unsealed(On::Postgres);
    for args in [&["backup", "copy"][..], &["restore", "copy"]] {
        let ran = house.run(args);
        assert_eq!(ran.refused(), "INPUT_INVALID");
        assert!(ran.err.contains("pg_dump") && ran.err.contains("palace export"), "{}", ran.err);
    }
}
