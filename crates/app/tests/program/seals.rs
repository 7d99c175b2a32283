//! The honest way, on a real terminal: a key is made, an agent proposes, a person seals, and only then is it remembered.
//!
//! Not here: the dishonest ways; see `cheating.rs`.

use crate::house::{House, PASSPHRASE, stateless};
use serde_json::json;
use testkit::On;

fn sealed_on_terminal(house: &House, args: &[&str], passphrase: &str) -> (bool, String) {
    let mut pty = house.pty(args);
    pty.expect("Passphrase of ana");
    pty.send(&format!("{passphrase}\r"));
    let (status, seen) = pty.finish();
    (status.success(), seen)
}

#[test]
fn without_a_key_nothing_can_be_approved_and_everything_else_works() {
    let house = House::sealed();
    let proposal = house.store("worth remembering");
    assert_eq!(house.run(&["--mode", "human", "approve", &proposal]).refused(), "KEY_MISSING");
    assert_eq!(house.recalled(), [""; 0]);
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    house.create_key();
    house.approve(&proposal);
    assert_eq!(house.recalled(), ["worth remembering"]);
}

#[test]
fn an_approval_over_mcp_waits_for_the_terminal() {
    let (house, _) = House::with_key();
    let proposal = house.store("use one ledger");
    let mut mcp = house.serve(&["--mode", "human", "--profile", "all"]).initialized();
    let answer = mcp.call("approve", json!({ "proposalId": proposal }));
    let error = &answer["result"]["structuredContent"]["error"];
    assert_eq!((&answer["result"]["isError"], &error["code"]), (&json!(true), &json!("SEAL_REQUIRED")), "{answer}");
    let (digest, command, request) =
        (&error["details"]["digest"], &error["details"]["command"], error["details"]["request"].as_str().expect("a request"));
    assert_eq!(command, &json!(format!("palace seal {request}")));
    assert!(error["next"].as_str().is_some_and(|next| next.contains(&format!("palace seal {request}"))), "{error}");
    assert_eq!(house.recalled(), [""; 0]);

    let again = mcp.call("approve", json!({ "proposalId": proposal }));
    assert_eq!(again["result"]["structuredContent"]["error"]["details"]["digest"], *digest, "asking again is the same request");

    let (done, seen) = sealed_on_terminal(&house, &["seal", request], PASSPHRASE);
    assert!(done && seen.contains(digest.as_str().expect("a digest")) && seen.contains("use one ledger"), "{seen}");

    let answer = mcp.call("approve", json!({ "proposalId": proposal }));
    assert_eq!(answer["result"]["structuredContent"]["status"], "approved", "{answer}");
    mcp.close();
    assert_eq!(house.recalled(), ["use one ledger"]);
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn what_is_asked_in_a_project_may_be_sealed_elsewhere_and_belongs_to_it() {
    let (house, _) = House::with_key();
    assert_eq!(house.run_in("a", &["--mode", "human", "store-direct", "slow here", "--as", "decision"]).refused(), "SEAL_REQUIRED");
    // The terminal stands in no project.
    let (done, seen) = sealed_on_terminal(&house, &["seal"], PASSPHRASE);
    let project = kernel::anchor::Anchor::of_name("a").to_string();
    assert!(done && seen.contains(&project), "{seen}");
    let recalled = |project: &str| house.run_in(project, &["recall"]).json()["result"].clone();
    assert_eq!(recalled("a")["items"][0]["project"], project);
    assert_eq!((&recalled("b")["total"], house.recalled()), (&json!(0), vec![]));
    // What is asked outside of any holds in all.
    assert_eq!(house.run(&["--mode", "human", "store-direct", "slow everywhere", "--as", "decision"]).refused(), "SEAL_REQUIRED");
    let (done, seen) = sealed_on_terminal(&house, &["seal"], PASSPHRASE);
    assert!(done, "{seen}");
    assert_eq!([&recalled("a")["total"], &recalled("b")["total"]], [2, 1]);
}

#[test]
fn a_client_of_the_newer_era_is_asked_for_input() {
    let (house, _) = House::with_key();
    let proposal = house.store("use one ledger");
    let mut mcp = house.serve(&["--mode", "human", "--profile", "all"]);
    let params = || stateless(json!({ "name": "approve", "arguments": { "proposalId": proposal } }));
    let asked = mcp.ask("tools/call", params());
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    let message = result["inputRequests"]["seal"]["params"]["message"].as_str().unwrap_or_else(|| panic!("{asked}")).to_owned();
    let request = message.split("palace seal ").nth(1).and_then(|rest| rest.split('`').next()).expect("the exact command").to_owned();

    // Saying that it was done does not make it so.
    let mut retry = params();
    retry["requestState"] = result["requestState"].clone();
    retry["inputResponses"] = json!({ "seal": { "action": "accept", "content": { "done": true } } });
    let again = mcp.ask("tools/call", retry.clone());
    assert_eq!(again["result"]["resultType"], "input_required", "{again}");
    assert_eq!(house.recalled(), [""; 0]);

    let (done, seen) = sealed_on_terminal(&house, &["seal", &request], PASSPHRASE);
    assert!(done, "{seen}");
    retry["requestState"] = again["result"]["requestState"].clone();
    let answer = mcp.ask("tools/call", retry);
    assert_eq!(answer["result"]["structuredContent"]["status"], "approved", "{answer}");
    mcp.close();
    assert_eq!(house.recalled(), ["use one ledger"]);
}

#[test]
fn a_review_takes_one_key_each_and_the_passphrase_once() {
    let (house, _) = House::with_key();
    for content in ["first", "second", "third", "fourth", "fifth"] {
        house.store(content);
    }
    let mut pty = house.pty(&["review", "--plain"]);
    for (content, key) in [("first", "a"), ("second", "r"), ("third", "s"), ("fourth", "a"), ("fifth", "q")] {
        let page = pty.expect("stop (q)? ");
        assert!(page.contains(content), "{page}");
        pty.send(key);
        if content == "first" {
            pty.expect("Passphrase of ana");
            pty.send(&format!("{PASSPHRASE}\r"));
        }
    }
    let (status, seen) = pty.finish();
    assert!(status.success() && seen.contains("2 approved, 1 rejected, 2 left."), "{seen}");
    assert_eq!(seen.matches("Passphrase of").count(), 1, "{seen}");
    let mut recalled = house.recalled();
    recalled.sort();
    assert_eq!(recalled, ["first", "fourth"]);
}

#[test]
fn a_review_asks_again_when_the_passphrase_is_wrong_and_stops_after_the_third() {
    let (house, _) = House::with_key();
    house.store("first");
    house.store("second");
    let typed = |passphrases: &[&str]| {
        let mut pty = house.pty(&["review", "--plain"]);
        pty.expect("stop (q)? ");
        pty.send("a");
        for passphrase in passphrases {
            pty.expect("Passphrase of ana");
            pty.send(&format!("{passphrase}\r"));
        }
        pty
    };
    let (status, seen) = typed(&["wrong horse", "wrong battery", "wrong staple"]).finish();
    assert!(!status.success() && seen.contains("0 approved, 0 rejected, 2 left.") && seen.contains("SEAL_INVALID"), "{seen}");
    assert!(seen.contains("Wrong passphrase. Nothing was decided; 2 tries left."), "{seen}");
    assert_eq!(house.recalled(), [""; 0]);

    let mut pty = typed(&["wrong horse", PASSPHRASE]);
    pty.expect("stop (q)? ");
    pty.send("s");
    let (status, seen) = pty.finish();
    assert!(status.success() && seen.contains("2 tries left") && seen.contains("1 approved, 0 rejected, 1 left."), "{seen}");
    assert_eq!(house.recalled(), ["first"]);
}

#[test]
fn a_wrong_passphrase_and_ctrl_c_change_nothing() {
    let (house, _) = House::with_key();
    let proposal = house.store("not yet");
    let (done, seen) = sealed_on_terminal(&house, &["approve", &proposal], "wrong horse battery");
    assert!(!done && seen.contains("SEAL_INVALID"), "{seen}");
    let mut pty = house.pty(&["approve", &proposal]);
    pty.expect("Passphrase of ana");
    pty.send("\x03");
    let (status, seen) = pty.finish();
    assert!(!status.success() && seen.contains("SEAL_CANCELLED"), "{seen}");
    assert_eq!(house.recalled(), [""; 0]);
    let (done, seen) = sealed_on_terminal(&house, &["approve", &proposal], PASSPHRASE);
    assert!(done, "{seen}");
    assert_eq!(house.recalled(), ["not yet"]);
}

#[test]
fn a_rotated_key_keeps_what_was_sealed_and_takes_over() {
    let (house, _) = House::with_key();
    house.approve(&house.store("before"));
    let mut pty = house.pty(&["key", "rotate", "--name", "ana"]);
    pty.expect("New passphrase");
    pty.send("a fresh passphrase\r");
    pty.expect("The same again");
    pty.send("a fresh passphrase\r");
    pty.expect("Passphrase of ana");
    pty.send(&format!("{PASSPHRASE}\r"));
    let (status, seen) = pty.finish();
    assert!(status.success(), "{seen}");
    assert_eq!(house.recalled(), ["before"]);
    let keys = house.result(&["key", "list"])["keys"].clone();
    let active: Vec<bool> = keys.as_array().expect("keys").iter().map(|k| k["active"] == true).collect();
    assert_eq!(active, [false, true]);
    let proposal = house.store("after");
    let (done, seen) = sealed_on_terminal(&house, &["approve", &proposal], PASSPHRASE);
    assert!(!done, "the old passphrase opens nothing: {seen}");
    let (done, seen) = sealed_on_terminal(&house, &["approve", &proposal], "a fresh passphrase");
    assert!(done, "{seen}");
    let mut recalled = house.recalled();
    recalled.sort();
    assert_eq!(recalled, ["after", "before"]);
}

#[test]
fn a_recovery_code_sets_a_new_passphrase_once() {
    let (house, code) = House::with_key();
    let proposal = house.store("recovered");
    let recover = |code: &str| {
        let mut pty = house.pty(&["key", "recover"]);
        pty.expect("Recovery code:");
        pty.send(&format!("{code}\r"));
        pty
    };
    let (status, seen) = recover("0000-0000-0000-0000-0000-0000-0000").finish();
    assert!(!status.success() && seen.contains("SEAL_INVALID"), "{seen}");
    let mut pty = recover(&code);
    pty.expect("New passphrase");
    pty.send("remembered this time\r");
    pty.expect("The same again");
    pty.send("remembered this time\r");
    let (status, seen) = pty.finish();
    assert!(status.success(), "{seen}");
    let (done, seen) = sealed_on_terminal(&house, &["approve", &proposal], "remembered this time");
    assert!(done, "{seen}");
    assert_eq!(house.recalled(), ["recovered"]);
    let (status, seen) = recover(&code).finish();
    assert!(!status.success(), "the old code is spent: {seen}");
}

#[test]
fn a_second_home_trusts_on_a_terminal() {
    let house = House::empty(On::Postgres);
    house.json(&["init"]);
    house.create_key();
    house.approve(&house.store("seen from both"));
    let second = house.path("second");
    let fingerprint = house.result(&["key", "list"])["keys"][0]["fingerprint"].as_str().expect("a fingerprint").to_owned();
    assert_eq!(house.run_at(&second, &["trust"]).refused(), "TERMINAL_REQUIRED");

    let mut pty = house.pty_at(&second, &["trust"]);
    let page = pty.expect("fingerprint: ");
    assert!(page.contains("sealed") && page.contains("ana"), "{page}");
    pty.send("deadbeef\r");
    let (status, seen) = pty.finish();
    assert!(!status.success() && seen.contains("SEAL_CANCELLED"), "{seen}");

    let mut pty = house.pty_at(&second, &["trust"]);
    pty.expect("fingerprint: ");
    pty.send(&format!("{}\r", &fingerprint[..8]));
    let (status, seen) = pty.finish();
    assert!(status.success() && seen.contains("Pinned"), "{seen}");
    let recalled = house.run_at(&second, &["--mode", "agent", "recall"]).json();
    assert_eq!(crate::house::contents(&recalled["result"]), ["seen from both"]);

    // A home that knows another palace says both and changes nothing.
    let other = House::sealed();
    let mut pty = house.pty_at(&other.home, &["trust"]);
    let said = pty.expect("TRUST_BROKEN");
    let (status, rest) = pty.finish();
    let (ours, theirs) = (
        house.json(&["status"])["result"]["palace"].as_str().expect("an id").to_owned(),
        other.json(&["status"])["result"]["palace"].as_str().expect("an id").to_owned(),
    );
    assert!(!status.success() && rest.contains(&ours) && rest.contains(&theirs), "{said}{rest}");
}
