//! What the program tells people to type can be typed, and a person's configuration stays as they wrote it.

use crate::house::House;
use app::cli::command;
use serde_json::{Value as Json, json};
use testkit::On;

/// Words as a shell would hand them over. Only what our pages use: words, and texts in double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in line.split('"').enumerate() {
        if n % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn parses(words: &[String]) {
    let parsed = command().try_get_matches_from(words);
    assert!(parsed.is_ok(), "{words:?}: {}", parsed.expect_err("it does not parse"));
}

#[test]
fn every_command_that_is_told_can_be_typed() {
    let house = House::unsealed(On::Sqlite);
    let agent = |op: &str, input: Json| house.result(&["--mode", "agent", "--user", "bot", "call", op, &input.to_string()]);
    let runbook = agent("maintenance.runbook", json!({}));
    let page = runbook["runbook"].as_str().expect("a page");
    let typed: Vec<&str> = page.lines().filter(|line| line.starts_with("palace ")).collect();
    assert!(typed.len() > 15, "{typed:?}");
    for line in typed {
        parses(&words(line));
    }
    let guide = agent("maintenance.guide", json!({}));
    let steps = guide["steps"].as_array().expect("steps");
    assert!(steps.len() > 8, "{guide}");
    for step in steps {
        let line = step["command"].as_str().expect("a command");
        parses(&words(line));
        assert!(page.contains(line), "the runbook says nothing of `{line}`");
    }
    let checks = agent("maintenance.readiness", json!({}));
    for line in checks["recommendedCommands"].as_array().expect("commands") {
        parses(&words(line.as_str().expect("a command")));
    }
    let told = json!({ "track": "card_context", "signal": "accepted", "feature": "include_cards", "note": "-x $(y)", "metadata": { "a": 1 } });
    let plan = agent("adoption.prepare", told);
    let command: Vec<String> = serde_json::from_value(plan["recordCommand"].clone()).expect("words");
    parses(&command);
    let recorded = house.result(&command[1..].iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((&recorded["note"], &recorded["metadata"]["a"]), (&json!("-x $(y)"), &json!(1)));
}

#[test]
fn a_configuration_with_comments_and_unknown_keys_is_kept_as_it_is() {
    let house = House::unsealed(On::Sqlite);
    let text = "# mine\ndb_path = \"elsewhere\" # theirs\n\n[context]\n# they kept it here\ninclude_cards_default = true\n";
    let path = house.home.join("config.toml");
    std::fs::write(&path, text).expect("write");
    let ana = |op: &str, input: Json| house.result(&["--mode", "human", "--user", "ana", "call", op, &input.to_string()]);
    let set = |house: &Json| house["settings"]["context"]["includeCardsDefault"].clone();
    assert_eq!(set(&ana("palace.settings", json!({}))), json!(false), "a file is not a seal");
    let card = ana("card.create", json!({ "statement": "Measure", "content": "Then change.", "tier": "shu", "domain": "global" }))["cardId"].clone();
    for query in ["a", "b", "c"] {
        ana("adoption.record", json!({ "track": "card_context", "signal": "accepted", "feature": "include_cards", "cardId": card, "query": query }));
    }
    ana("control.default", json!({ "enable": true, "rollbackCriteria": ["one rollback"] }));
    assert_eq!(set(&ana("palace.settings", json!({}))), json!(true));
    ana("control.default", json!({ "disable": true }));
    assert_eq!(std::fs::read_to_string(&path).expect("read"), text);
}
