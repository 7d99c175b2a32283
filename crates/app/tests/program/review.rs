//! The review inbox in the real program on a real terminal: a hundred proposals, one passphrase, one entry; and what
//! happens when people mistype, change their mind, or are overtaken.
//!
//! Not here: what each key does and how it looks. The inbox's own tests try that without a terminal.

use crate::house::{House, PASSPHRASE};
use serde_json::{Value as Json, json};
use std::time::Instant;
use testkit::{On, pty::Pty};

/// An agent proposes over one connection. Answers the proposals.
fn propose(house: &House, contents: &[String]) -> Vec<String> {
    let mut mcp = house.serve(&["--mode", "agent"]).initialized();
    let store = |content: &String| {
        let answer = mcp.call("store", json!({ "content": content, "as": "learning" }));
        answer["result"]["structuredContent"]["proposalId"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let ids = contents.iter().map(store).collect();
    mcp.close();
    ids
}

fn words(contents: &[&str]) -> Vec<String> {
    contents.iter().map(|content| (*content).to_owned()).collect()
}

/// Looks at the list and seals it.
fn seal(pty: &mut Pty, passphrase: &str) {
    pty.send("\r");
    pty.expect("esc goes back");
    pty.send("\r");
    pty.expect("Passphrase of ana");
    pty.send(&format!("{passphrase}\r"));
}

/// The entries that decided something.
fn decisions(house: &House) -> Vec<Json> {
    house.result(&["ledger", "show", "--op", "proposal.decide", "--limit", "1000"])["entries"].as_array().expect("entries").clone()
}

fn recalled(house: &House) -> Vec<String> {
    let mut recalled = house.recalled();
    recalled.sort();
    recalled
}

#[test]
fn a_hundred_proposals_are_cleared_with_a_key_each_and_one_passphrase() {
    let (house, _) = House::with_key();
    let alike = (0..50).map(|n| format!("The build of service number {n} takes four minutes on the small machine"));
    let apart = (0..50).map(|n| format!("fact{n} about{n} something{n} else{n}"));
    let contents: Vec<String> = alike.chain(apart).collect();
    propose(&house, &contents);

    let mut pty = house.pty(&["review"]);
    pty.expect("wait");
    let begun = Instant::now();
    // The fifty that say nearly the same are one line; the others take a key each.
    for _ in 0..51 {
        pty.send("a");
    }
    // Words, never a number: a screen draws only what changed, and 50 becomes 100 by its first digit.
    pty.expect("to approve");
    seal(&mut pty, PASSPHRASE);
    pty.expect("100 approved, 0 rejected under one seal");
    let took = begun.elapsed();
    pty.send("q");
    let (status, seen) = pty.finish();
    assert!(status.success() && seen.contains("100 approved, 0 rejected, 0 put off, 0 left."), "{seen}");
    assert_eq!(seen.matches("Passphrase of").count(), 1, "{seen}");
    println!("100 proposals cleared in {} ms from the first key to the ledger's entry", took.as_millis());

    let entries = decisions(&house);
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!((&entries[0]["outcome"], &entries[0]["subject"]), (&json!("done"), &json!("100 proposals")));
    assert_eq!(house.number("select count(*) from claim"), 100);
    assert_eq!(house.number("select count(*) from seal where statement like '%proposal.decide%'"), 1);
    let (mut wanted, got) = (contents, recalled(&house));
    wanted.sort();
    assert_eq!(got, wanted);
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_wrong_passphrase_is_said_and_nothing_is_lost() {
    let (house, _) = House::with_key();
    propose(&house, &words(&["first thing", "second matter"]));
    let mut pty = house.pty(&["review"]);
    pty.expect("wait");
    pty.send("ar");
    pty.expect("takes it back");
    seal(&mut pty, "wrong horse battery");
    pty.expect("2 tries left");
    pty.expect("Passphrase of ana");
    pty.send("wrong again\r");
    pty.expect("1 try left");
    pty.expect("Passphrase of ana");
    pty.send("and again\r");
    pty.expect("Nothing was sealed, nothing is lost");
    assert_eq!(decisions(&house), [Json::Null; 0], "nothing was asked of the palace");
    // Cancelled at the question, and then the right one.
    pty.send("\r");
    pty.expect("Passphrase of ana");
    pty.send("\x03");
    pty.expect("Nothing was sealed. Enter asks again");
    pty.send("\r");
    pty.expect("Passphrase of ana");
    pty.send(&format!("{PASSPHRASE}\r"));
    pty.expect("1 approved, 1 rejected under one seal");
    pty.send("q");
    assert!(pty.finish().0.success());
    assert_eq!(recalled(&house), ["first thing"]);
    assert_eq!(decisions(&house).len(), 1);
}

#[test]
fn what_was_decided_meanwhile_is_dropped_and_the_rest_is_sealed() {
    let house = House::unsealed(On::Sqlite);
    let ids = propose(&house, &words(&["first thing", "second matter", "third case"]));
    let mut pty = house.pty(&["review"]);
    pty.expect("wait");
    pty.send("aaa");
    pty.expect("to approve");
    house.json(&["--mode", "human", "--user", "bob", "reject", &ids[1]]);
    pty.send("\r");
    pty.expect("Changed while you read");
    pty.send("\r");
    pty.expect("2 approved, 0 rejected under one seal");
    pty.send("q");
    let (_, seen) = pty.finish();
    assert!(seen.contains("2 approved, 0 rejected, 0 put off, 0 left."), "{seen}");
    assert_eq!(recalled(&house), ["first thing", "third case"]);
}

#[test]
fn words_are_edited_in_place_and_what_is_put_off_comes_back() {
    let house = House::unsealed(On::Sqlite);
    let ids = propose(&house, &words(&["We deploy on fridays", "Another matter"]));
    let mut pty = house.pty(&["review"]);
    pty.expect("wait");
    pty.send("e\x15We deploy on Thursdays\rs");
    pty.expect("takes it back");
    pty.send("\r");
    pty.expect("esc goes back");
    pty.send("\r");
    pty.expect("1 approved, 0 rejected under one seal");
    pty.send("q");
    let (_, seen) = pty.finish();
    assert!(seen.contains("1 approved, 0 rejected, 1 put off, 0 left."), "{seen}");
    assert_eq!(recalled(&house), ["We deploy on Thursdays"]);
    let edited = house.result(&["--mode", "human", "proposal", "show", &ids[0]])["proposal"].clone();
    assert_eq!((&edited["input"]["content"], &edited["reviewNote"]), (&json!("We deploy on fridays"), &json!("Edited before it was approved")));

    // Nothing is in the inbox, whoever asks, and everything is still there.
    let (status, seen) = house.pty(&["review"]).finish();
    assert!(status.success() && seen.contains("Nothing waits for you."), "{seen}");
    assert_eq!(house.result(&["review"])["proposals"], json!([]), "over a pipe it is the same inbox");
    let checks = house.json(&["doctor"]);
    assert!(checks.to_string().contains("none waits"), "{checks}");
    assert_eq!(house.result(&["--mode", "human", "proposals"])["proposals"][0]["id"], json!(ids[1]));
}

#[test]
fn a_note_is_read_by_whoever_proposes_the_same_again() {
    let house = House::unsealed(On::Sqlite);
    propose(&house, &words(&["We deploy on fridays"]));
    let mut pty = house.pty(&["review"]);
    pty.expect("wait");
    pty.send("nNobody is there to mend it\r");
    pty.expect("- reject: Nobody is there to mend it");
    pty.send("\r");
    pty.expect("esc goes back");
    pty.send("\r");
    pty.expect("0 approved, 1 rejected under one seal");
    pty.send("q");
    assert!(pty.finish().0.success());
    let mut mcp = house.serve(&["--mode", "agent"]).initialized();
    let again = mcp.call("store", json!({ "content": "We deploy on fridays", "as": "learning" }));
    assert_eq!(again["result"]["structuredContent"]["previously"]["note"], json!("Nobody is there to mend it"), "{again}");
    mcp.close();
}

#[test]
fn the_terminal_is_given_back_and_redrawn_in_another_size() {
    let house = House::unsealed(On::Sqlite);
    propose(&house, &words(&["one thing"]));
    let mut pty = house.pty(&["review"]);
    pty.expect("/ find"); // the short line of keys
    pty.resize(120, 30);
    pty.expect("space mark"); // the long one
    pty.resize(20, 5);
    pty.expect("too");
    pty.resize(80, 24);
    pty.expect("/ find");
    pty.terminate();
    pty.expect("\x1b[?1049l");
    let (status, seen) = pty.finish();
    assert_eq!(status.code(), Some(143));
    assert!(!seen.contains("\x1b[38;5") && !seen.contains("\x1b[31m"), "NO_COLOR is set");
}

#[test]
fn a_review_is_for_people_at_a_terminal() {
    let house = House::unsealed(On::Sqlite);
    let ids = propose(&house, &words(&["one thing"]));
    let read = house.json(&["review"]);
    assert_eq!(read["result"]["proposals"][0]["id"], json!(ids[0]), "over a pipe it is a list");
    let (status, seen) = house.pty(&["--format", "json", "review"]).finish();
    assert!(!status.success() && seen.contains("INPUT_INVALID") && seen.contains("a review is for people"), "{seen}");
    assert_eq!(recalled(&house), [""; 0]);
}
