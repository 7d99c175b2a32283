//! `palace ingest --allow-secrets` on a real terminal: a person seals what holds secrets, and nothing else is asked of them.
//!
//! Not here: what counts as a secret; the `ingest` crate has the table.

use crate::house::{House, PASSPHRASE, Ran};
use serde_json::{Value as Json, json};
use std::{fs, path::PathBuf};
use testkit::pty::Pty;

const TOKEN: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// A sealed palace with a key, and beside it a file with a secret and one without.
fn bakery() -> (House, PathBuf) {
    let (house, _) = House::with_key();
    let root = house.path("bakery");
    fs::create_dir(&root).expect("make");
    fs::write(root.join("oven.env"), format!("GITHUB_TOKEN={TOKEN}\nOVEN=deck\n")).expect("write");
    fs::write(root.join("notes.md"), "The deck oven runs at 230 degrees.\n").expect("write");
    (house, root)
}

fn run(house: &House, mode: &str, more: &[&str]) -> Ran {
    house.run(&[&["--mode", mode, "--user", "ana", "ingest"], more, &["bakery"]].concat())
}

fn on_terminal(house: &House) -> Pty {
    house.pty(&["ingest", "--allow-secrets", "bakery"])
}

/// What became of documents, without the zeros, and how many are known with their secrets.
fn told(ran: &Ran) -> (Json, Json) {
    let summary = ran.json();
    let changes = summary["sources"].as_object().expect("counts").iter().filter(|(_, count)| **count != json!(0));
    (changes.map(|(k, v)| (k.clone(), v.clone())).collect(), summary["secretsKept"].clone())
}

/// How many requests for a seal hold the secret.
fn asking(house: &House) -> i64 {
    house.number(&format!("select count(*) from seal_request where input like '%{TOKEN}%'"))
}

/// How many pieces hold the secret.
fn holding(house: &House) -> i64 {
    house.number(&format!("select count(*) from evidence where content like '%{TOKEN}%'"))
}

#[test]
fn secrets_that_were_taken_out_are_kept_once_a_person_seals_it() {
    let (house, root) = bakery();
    assert_eq!(told(&run(&house, "agent", &[])), (json!({ "new": 2 }), json!(0)));
    assert_eq!(holding(&house), 0);
    assert_eq!(run(&house, "agent", &["--allow-secrets"]).refused(), "MODE_HUMAN_ONLY");
    assert_eq!(run(&house, "human", &["--allow-secrets"]).refused(), "SEAL_REQUIRED");
    assert_eq!(holding(&house), 0);

    let mut pty = on_terminal(&house);
    let page = pty.expect("Passphrase of ana");
    assert!(page.contains("source.entrust") && page.contains("github-token") && page.contains("oven.env"), "{page}");
    assert!(!page.contains("notes.md"), "what holds no secret needs no seal: {page}");
    pty.send(&format!("{PASSPHRASE}\r"));
    let (status, seen) = pty.finish();
    assert!(status.success() && seen.contains("1 entrusted, 1 unchanged"), "{seen}");
    assert_eq!((holding(&house), asking(&house)), (1, 0), "a request that is answered holds nothing any more");

    // The same again asks for nothing and says what is there, with the flag and without.
    let before = house.number("select count(*) from ledger");
    for (mode, more) in [("human", &["--allow-secrets"][..]), ("agent", &[])] {
        assert_eq!(told(&run(&house, mode, more)), (json!({ "unchanged": 2 }), json!(1)), "{mode}");
    }
    assert_eq!(house.number("select count(*) from ledger"), before);

    // An edit was never sealed: its secrets are taken out and named.
    fs::write(root.join("oven.env"), format!("GITHUB_TOKEN={TOKEN}\nOVEN=stone\n")).expect("write");
    let edited = run(&house, "agent", &[]);
    assert_eq!(told(&edited), (json!({ "edited": 1, "unchanged": 1 }), json!(0)));
    assert_eq!(edited.json()["redacted"], json!({ "github-token": 1 }));
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_person_who_thinks_better_of_it_leaves_nothing_behind() {
    let (house, _) = bakery();
    let mut pty = on_terminal(&house);
    pty.expect("Passphrase of ana");
    pty.send("\x03");
    let (status, seen) = pty.finish();
    assert!(!status.success() && seen.contains("SEAL_CANCELLED"), "{seen}");
    assert_eq!((house.number("select count(*) from source"), asking(&house)), (0, 1), "it can still be sealed while it is open");
    // Nobody did in time, and whoever opens the palace next finds it closed.
    house.sql("update seal_request set expires_at = '2001-01-01T00:00:00.000Z'");
    house.result(&["status"]);
    assert_eq!(asking(&house), 0);
    assert_eq!(house.text("select subject from ledger where op = 'proposal.expire'"), "0 proposals, 1 requests");
}
