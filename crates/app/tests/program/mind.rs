//! The mind vocabulary through the program itself: what an old client and an old script would say.

use crate::doors::{Home, stdio::Pipes};
use serde_json::{Value as Json, json};
use testkit::On;

fn recorded(home: &Home, text: &str) -> String {
    let ran = home.run(&["--format", "json", "--mode", "agent", "evidence", "record", text, "--source", text, "--origin", "tool"]);
    ran.answer().expect("it is recorded")["result"]["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_tool_answers_in_its_own_spelling_with_receipt_and_waiting_beside_it() {
    let home = Home::unsealed(On::Sqlite);
    let (seen, again) = (recorded(&home, "WAL survived the crash"), recorded(&home, "It did again"));
    let mut pipes = Pipes::greeted(&home, &["--mode", "agent", "serve", "--profile", "mind"], "an old client");
    let made = pipes
        .call(
            "mempal_knowledge_distill",
            json!({ "statement": "Use WAL", "content": "It is replayed.", "tier": "qi", "supporting_refs": [seen], "domain": "global" }),
        )
        .expect("a candidate");
    assert!(made["drawer_id"].is_string() && made["dry_run"] == json!(false) && made["receipt"].is_object(), "{made}");
    let filed = pipes
        .call(
            "mempal_knowledge_promote",
            json!({ "drawer_id": made["drawer_id"], "status": "promoted", "verification_refs": [again], "reason": "it held" }),
        )
        .expect("filed");
    assert!(filed["proposal_id"].is_string() && filed["expires_at"].is_string(), "{filed}");
    assert_eq!(filed["approval_required"], json!(true), "{filed}");
    let refusal =
        pipes.call("mempal_knowledge_gate", json!({ "drawer_id": "k_0", "cwd": "/" })).expect_err("where we stand is not the caller's word");
    assert_eq!((refusal["code"].as_str(), refusal["subject"].as_str()), (Some("INPUT_INVALID"), Some("cwd")), "{refusal}");
}

#[test]
fn a_script_says_the_contracts_words() {
    let home = Home::unsealed(On::Sqlite);
    let (one, two) = (recorded(&home, "WAL survived the crash"), recorded(&home, "It did again"));
    let distill = [
        "--mode",
        "agent",
        "mind",
        "knowledge",
        "distill",
        "--statement",
        "Use WAL",
        "--content",
        "It is replayed.",
        "--tier",
        "dao-ren",
        "--domain",
        "global",
        "--supporting-ref",
        &one,
        "--supporting-ref",
        &two,
        "--intent-tag",
        "crash",
    ];
    let json = |args: &[&str]| -> Json {
        let ran = home.run(args);
        assert_eq!(ran.status, 0, "{ran:?}");
        serde_json::from_str(ran.out.trim()).unwrap_or_else(|e| panic!("{e}: {ran:?}"))
    };
    let made = json(&[&distill[..], &["--format", "json"]].concat());
    assert!(made["drawer_id"].is_string() && made["receipt"].is_object(), "the answer itself, without an envelope: {made}");
    assert_eq!(json(&[&distill[..], &["--json"]].concat())["created"], json!(false));
    let plain = home.run(&[&distill[..], &["--format", "plain"]].concat());
    assert!(plain.status == 0 && plain.out.contains("drawer id"), "{plain:?}");
    assert_eq!(home.run(&[&distill[..], &["--format", "yaml"]].concat()).status, 2);
    assert_eq!(home.run(&[&distill[..], &["--cwd", "no-such-folder"]].concat()).status, 1);
    let drawer = made["drawer_id"].as_str().expect("an id");
    let gate = json(&["mind", "knowledge", "gate", drawer, "--target-status", "promoted", "--format", "json"]);
    assert_eq!(gate["evidence_counts"]["supporting"], json!(2), "{gate}");
    let refusal =
        home.run(&["--format", "json", "mind", "knowledge", "gate", drawer, "--target-status", "nonsense"]).answer().expect_err("no such status");
    assert_eq!(refusal["subject"], json!("target_status"), "{refusal}");
    let missing = home.run(&["mind", "knowledge", "gate"]);
    assert_eq!(missing.status, 2, "{missing:?}");
}

#[test]
fn the_contracts_server_lists_the_contracts_tools() {
    let home = Home::unsealed(On::Sqlite);
    let mut pipes = Pipes::greeted(&home, &["mind", "serve", "--mcp"], "an old client");
    let tools = pipes.listing();
    assert!(
        tools["tools"]
            .as_array()
            .is_some_and(|tools| !tools.is_empty() && tools.iter().all(|tool| tool["name"].as_str().is_some_and(|n| n.starts_with("mempal_"))))
    );
}

#[test]
fn completions_know_the_contracts_words() {
    let home = Home::empty(On::Sqlite);
    for shell in ["bash", "zsh", "fish"] {
        let ran = home.run(&["completions", shell]);
        for word in ["publish-anchor", "supporting-ref"] {
            assert!(ran.out.contains(word), "{shell} does not complete {word}");
        }
    }
}

/// Runs the program with something on standard input.
fn piped(home: &Home, args: &[&str], text: &str) -> crate::doors::Ran {
    let path = home.beside().join("piped");
    std::fs::write(&path, text).expect("a file");
    home.run_with(args, |command| command.stdin(std::fs::File::open(&path).expect("the file")))
}

#[test]
fn an_old_script_says_its_own_flags() {
    let home = Home::unsealed(On::Sqlite);
    let plain = |words: &[&str]| home.run(&[&["mind"], words].concat());
    let json = |words: &[&str]| home.run(&[&["mind"], words, &["--format", "json"]].concat()).answer().expect("an answer");

    let protocol = plain(&["wake-up", "--format", "protocol"]);
    assert!(protocol.status == 0 && protocol.out.starts_with("MEMORY PROTOCOL\n"), "{protocol:?}");
    assert_eq!(plain(&["wake-up", "--as", "plain", "--format", "protocol"]).status, 1, "it was said twice");
    assert!(json(&["wake-up"])["identity"].is_object());

    let checked = piped(&home, &["mind", "fact-check", "--json"], "Bob is here").answer().expect("an answer");
    assert_eq!(checked["checked_entities"], json!(["Bob"]));

    json(&["kg", "add", "palace", "stores", "WAL", "--valid-from", "2026-01-31"]);
    for (day, held) in [("2026-01-30", 0), ("2026-01-31", 1)] {
        assert_eq!(json(&["kg", "query", "--as-of", day])["triples"].as_array().map(Vec::len), Some(held), "{day}");
    }
    assert!(plain(&["kg", "query", "--as-of", "yesterday"]).err.contains("nor a day like"));

    std::fs::write(home.beside().join("talk.txt"), "> How hot?\nTwelve hundred degrees.\n").expect("a file");
    assert_eq!(plain(&["ingest", "talk.txt", "--wing", "w", "--format", "convos"]).status, 0);
    let whole = json(&["reindex", "--dry-run", "--force"]);
    assert_eq!((&whole["dry_run"], &whole["whole"], &whole["to_read"]), (&json!(true), &json!(true), &json!(0)), "{whole}");
    assert_eq!(plain(&["reindex", "--stale", "--force"]).status, 2);
}

#[test]
fn what_was_left_out_says_why() {
    let home = Home::unsealed(On::Sqlite);
    let table: &[(&[&str], &str, &str)] = &[
        (&["wake-up", "--format", "aaak"], "INPUT_INVALID", "decision 19"),
        (&["compress", "a text", "--format", "json"], "TOOL_UNKNOWN", "decision 19"),
        (&["bench", "longmemeval", "set.json", "--mode", "raw"], "TOOL_UNKNOWN", "`cargo xtask bench recall"),
        (&["search", "kiln", "--top-k", "0"], "INPUT_INVALID", "top_k must be at least 1"),
        (&["knowledge-card", "retrieve", "kiln", "--top-k", "0"], "INPUT_INVALID", "top_k must be at least 1"),
    ];
    for (words, code, why) in table {
        let ran = home.run(&[&["mind"], *words].concat());
        assert!(ran.status == 1 && ran.err.contains(code) && ran.err.contains(why), "{words:?}: {ran:?}");
    }
}

#[test]
fn what_to_do_next_is_said_in_the_words_that_were_used() {
    let home = Home::unsealed(On::Sqlite);
    let said = |words: &[&str]| {
        let ran = home.run(words);
        ran.out + &ran.err
    };
    assert!(said(&["mind", "kg", "query", "nobody"]).contains("`kg timeline` tells what ever did; `kg add` says one"));
    assert!(said(&["fact", "query", "nobody"]).contains("`fact timeline` tells what ever did; `fact add` says one"));
    assert!(said(&["mind", "kg", "invalidate", "triple_0000000000000000"]).contains("`kg list` shows what exists"));
}
