//! `palace doctor` finds every fault that is planted, finds none where there is none, and leaves no trace.

use crate::house::{House, Ran};
use serde_json::Value as Json;
use std::{collections::BTreeMap, fs, net::TcpListener, os::unix::fs::PermissionsExt, path::Path};
use testkit::On;

/// A sealed palace with a proposal, no key, and a person whose home directory is empty.
fn healthy() -> House {
    let house = House::sealed();
    house.store("a");
    fs::create_dir(house.path("user")).expect("a home directory");
    house
}

fn doctor(house: &House) -> Ran {
    doctor_at(house, "127.0.0.1:1")
}

fn doctor_at(house: &House, address: &str) -> Ran {
    house.command(&["doctor", "--http", address]).env("HOME", house.path("user")).output().expect("run palace").into()
}

/// What was said about one check.
fn findings(ran: &Ran, check: &str) -> Vec<(String, String)> {
    let report: Json = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    let checks = report["checks"].as_array().expect("checks").clone();
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    checks.iter().filter(|c| c["check"] == check).map(|c| (text(&c["status"]), format!("{} → {}", text(&c["found"]), text(&c["next"])))).collect()
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("change the mode");
}

/// Every file of a home but the ones SQLite keeps for itself while a file is open.
fn contents(house: &House) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(&house.home).expect("the home").map(|entry| entry.expect("an entry").path());
    files.map(|path| (path.display().to_string(), fs::read(&path).expect("a file"))).collect()
}

#[test]
fn a_healthy_palace_has_no_fault_and_is_left_as_it_was() {
    let house = healthy();
    let before = contents(&house);
    let ran = doctor(&house);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for check in
        ["binary", "home", "files", "wal", "schema", "palace", "trust", "log key", "signing key", "ledger", "proposals", "clock", "port", "disk"]
    {
        assert_eq!(findings(&ran, check).iter().map(|(status, _)| status.as_str()).collect::<Vec<_>>(), ["ok"], "{check}: {ran:?}");
    }
    assert_eq!(findings(&ran, "key")[0].0, "note");
    assert_eq!(contents(&house), before);
}

#[test]
fn every_planted_fault_is_found() {
    type Plant = fn(&House);
    let cases: &[(&str, Plant, &str, &str, &str)] = &[
        ("a folder others can enter", |h| mode(&h.home, 0o755), "home", "fault", "chmod 700"),
        ("a database others can read", |h| mode(&h.db(), 0o644), "files", "fault", "palace.db is open to other users (mode 0644)"),
        ("a log key others can read", |h| mode(&h.home.join("log.key"), 0o640), "files", "fault", "chmod 600"),
        (
            "a list of folders others can read",
            |h| {
                fs::write(h.home.join("places.json"), "[]").expect("write");
                mode(&h.home.join("places.json"), 0o644);
            },
            "files",
            "fault",
            "places.json is open to other users (mode 0644)",
        ),
        (
            "a conversation that waits, for others to read",
            |h| {
                let waiting = h.home.join("hooks/waiting");
                fs::create_dir_all(&waiting).expect("a folder");
                fs::write(waiting.join("1-2"), "{}").expect("write");
                mode(&waiting.join("1-2"), 0o644);
            },
            "files",
            "fault",
            "hooks/waiting/1-2 is open to other users (mode 0644)",
        ),
        ("no database", |h| fs::remove_file(h.db()).expect("remove"), "database", "fault", "is not there"),
        ("a file that is no database", |h| fs::write(h.db(), "x".repeat(4096)).expect("write"), "database", "fault", "is not a SQLite database"),
        ("a schema of tomorrow", |h| h.sql("insert into schema_version (version, name) values (99, 'tomorrow')"), "schema", "fault", "Update palace"),
        ("no pin", |h| fs::remove_file(h.home.join("trust.json")).expect("remove"), "trust", "fault", "palace trust"),
        ("a pin of another palace", |h| swap(h, "trust.json"), "trust", "fault", "this home knows palace"),
        ("a pin that does not parse", |h| fs::write(h.home.join("trust.json"), "{").expect("write"), "palace", "fault", "does not parse"),
        ("a log key of another palace", |h| swap(h, "log.key"), "log key", "fault", "not the one the palace was born with"),
        (
            "a signing key that is none",
            |h| {
                fs::write(h.home.join("signing.key"), "abc").expect("write");
                mode(&h.home.join("signing.key"), 0o600);
            },
            "signing key",
            "fault",
            "is not 64 hexadecimal digits",
        ),
        ("no log key", |h| fs::remove_file(h.home.join("log.key")).expect("remove"), "log key", "note", "not in this home"),
        (
            "a row changed behind the ledger's back",
            |h| h.sql("update proposal set status = 'approved'"),
            "ledger",
            "fault",
            "changed behind the ledger's back",
        ),
        ("an entry changed", |h| h.sql("update ledger set actor = 'mallory' where seq = 1"), "ledger", "fault", "does not verify"),
        (
            "a proposal past its time",
            |h| h.sql("update proposal set expires_at = '2001-01-01T00:00:00.000Z'"),
            "proposals",
            "note",
            "0 waiting for a human, 1 past their time",
        ),
        (
            "a ledger from tomorrow",
            |h| h.sql("update ledger set at = '2999-01-01T00:00:00.000Z' where seq = 1"),
            "clock",
            "fault",
            "Set this machine's clock",
        ),
        (
            "a ledger from long ago",
            |h| h.sql("update ledger set at = '2001-01-01T00:00:00.000Z'"),
            "clock",
            "note",
            "days after the last ledger entry",
        ),
        (
            "a client that starts what is gone",
            |h| client(h, r#"{"mcpServers":{"palace":{"command":"/gone/palace"}}}"#),
            "clients",
            "fault",
            "palace connect claude-code",
        ),
        ("a client's file that does not parse", |h| client(h, "{"), "clients", "note", "Mend it"),
        (
            "a key that is none",
            |h| {
                fs::write(h.home.join("human.key"), "{}").expect("write");
                mode(&h.home.join("human.key"), 0o600);
            },
            "key",
            "fault",
            "",
        ),
    ];
    for (what, plant, check, status, words) in cases {
        let house = healthy();
        plant(&house);
        let ran = doctor(&house);
        let found = findings(&ran, check);
        assert!(found.iter().any(|(s, text)| s == status && text.contains(words)), "{what}: {found:?}\n{}", ran.out);
        let report: Json = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(ran.code, Some(i32::from(report["faults"] != 0)), "{what}: {ran:?}");
        assert!(*status != "fault" || ran.code == Some(1), "{what}: {ran:?}");
    }
}

/// Puts another palace's file in the place of this one's.
fn swap(house: &House, name: &str) {
    let other = House::sealed();
    fs::copy(other.home.join(name), house.home.join(name)).expect("copy");
}

fn client(house: &House, text: &str) {
    fs::write(house.path("user").join(".claude.json"), text).expect("write");
}

#[test]
fn a_key_is_trusted_missing_or_anothers() {
    let (house, _) = House::with_key();
    fs::create_dir(house.path("user")).expect("a home directory");
    assert_eq!(findings(&doctor(&house), "key")[0].0, "ok");
    let key = house.home.join("human.key");
    let text = fs::read_to_string(&key).expect("the key");
    fs::remove_file(&key).expect("remove");
    assert!(findings(&doctor(&house), "key")[0].1.contains("this home holds none"));

    let other = healthy();
    let stray = other.home.join("human.key");
    fs::write(&stray, text).expect("write");
    mode(&stray, 0o600);
    let (status, found) = findings(&doctor(&other), "key").remove(0);
    assert!(status == "fault" && found.contains("belongs to palace"), "{found}");
}

#[test]
fn a_port_is_free_ours_or_somebody_elses() {
    let house = healthy();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    // Nobody answers: the connection waits in the queue until the doctor's patience ends.
    assert!(findings(&doctor_at(&house, &address), "port")[0].1.contains("something else listens"));
    drop(taken);
    assert!(findings(&doctor_at(&house, &address), "port")[0].1.contains("is free"));
}

#[test]
fn without_a_palace_the_first_step_is_named() {
    let house = House::empty(On::Sqlite);
    fs::create_dir(house.path("user")).expect("a home directory");
    let ran = doctor(&house);
    assert_eq!(ran.code, Some(1));
    assert!(findings(&ran, "home")[0].1.contains("palace up"), "{ran:?}");
    assert!(!house.home.exists(), "a doctor makes nothing");
}
