//! `palace inherit`: what an ancestor's files hold comes in once, marked for ever, and what was only proposed there waits here.

mod doors;

use doors::Home;
use serde_json::{Value as Json, json};
use std::{fs, path::PathBuf};
use store::Place;
use testkit::On;

/// The ancestor's tables as its seventh migration left them, and rows of every kind.
const MEMORY: &str = "
create table decisions (id text primary key, content text, rationale text, context text, status text, outcome text, scope text, scope_path text,
    source text, created_at text, updated_at text, authority text default 'proposed', promoted_from_proposal_id text default '');
create table learnings (id text primary key, content text, confidence real, scope text, scope_path text, status text, source text, created_at text,
    authority text default 'proposed', promoted_from_proposal_id text default '');
create table ideas (id text primary key, content text, context text, status text, scope text, scope_path text, created_at text);
insert into decisions (id, content, rationale, status, scope, scope_path, created_at, authority) values
    ('d_1', 'Tabs, not spaces', 'the formatter says so', 'active', 'palace', '', '2025-01-01', 'legacy_approved'),
    ('d_2', 'One file per store', '', 'active', 'room', 'store', '2025-01-02', 'approved'),
    ('d_3', 'Two files per store', '', 'superseded', 'palace', '', '2025-01-03', 'approved'),
    ('d_4', 'Rewrite it all', '', 'active', 'palace', '', '2025-01-04', 'proposed');
insert into learnings (id, content, confidence, scope, scope_path, status, created_at, authority) values
    ('lrn_1', 'The build needs four gigabytes', 0.9, 'palace', '', 'active', '2025-02-01', 'legacy_approved'),
    ('lrn_2', 'The build needs two gigabytes', 0.2, 'palace', '', 'obsolete', '2025-02-02', 'legacy_approved');
insert into ideas (id, content, status, scope, scope_path, created_at) values ('i_1', 'A smaller model might do', 'exploring', 'file', 'src/model.rs', '2025-03-01');
";

fn ancestor(home: &Home) -> PathBuf {
    let path = home.dir().join("memory.db");
    store::testing::connect(&Place::File(path.clone())).and_then(|mut theirs| theirs.batch(MEMORY)).expect("make the ancestor's file");
    path
}

fn inherit(home: &Home, path: &str, more: &[&str]) -> Result<Json, Json> {
    home.run(&[&["--format", "json", "--mode", "human", "inherit", path], more].concat()).answer()
}

fn recalled(home: &Home) -> Vec<(String, String)> {
    let answer = home.run(&["--format", "json", "recall", "--limit=50"]).answer().expect("recall")["result"].take();
    let text = |item: &Json, field: &str| item[field].as_str().unwrap_or_default().to_owned();
    let mut found: Vec<_> = answer["items"].as_array().expect("items").iter().map(|item| (text(item, "content"), text(item, "authority"))).collect();
    found.sort();
    found
}

#[test]
fn an_ancestors_records_come_in_as_legacy_and_its_proposals_wait() {
    for on in [On::Sqlite, On::Postgres] {
        let home = Home::unsealed(on);
        let path = ancestor(&home);
        let path = path.to_str().expect("a path");
        let would = inherit(&home, path, &["--dry-run"]).expect("a dry run");
        assert_eq!((&would["inherited"], &would["found"]["records"]), (&json!(0), &json!(4)));
        let came = inherit(&home, path, &[]).expect("inherited");
        assert_eq!((&came["inherited"], &came["proposed"]), (&json!(4), &json!(1)), "{came}");
        assert_eq!(came["leftOut"], json!({ "superseded": 1, "obsolete": 1 }));
        let legacy = "legacy_approved".to_owned();
        assert_eq!(
            recalled(&home),
            [
                ("A smaller model might do".to_owned(), legacy.clone()),
                ("One file per store".to_owned(), legacy.clone()),
                ("Tabs, not spaces".to_owned(), legacy.clone()),
                ("The build needs four gigabytes".to_owned(), legacy),
            ]
        );
        let again = inherit(&home, path, &[]).expect("again");
        assert_eq!((&again["inherited"], &again["proposed"]), (&json!(0), &json!(0)), "a second time brings in nothing: {again}");
        assert_eq!(recalled(&home).len(), 4);
        home.verify();
    }
}

#[test]
fn lines_of_json_come_in_too_and_bad_ones_are_counted() {
    let home = Home::unsealed(On::Sqlite);
    let path = home.dir().join("old.jsonl");
    let lines = "{\"as\":\"decision\",\"content\":\"Tabs\"}\n\nnot json\n{\"kind\":\"learning\",\"content\":\"Slow disk\",\"confidence\":0.8,\"extra\":1}\n\
                 {\"as\":\"wish\",\"content\":\"x\"}\n{\"as\":\"decision\",\"content\":\"Outside\",\"scope\":\"file\",\"scopePath\":\"../x\"}\n";
    fs::write(&path, lines).expect("write");
    let came = inherit(&home, path.to_str().expect("a path"), &[]).expect("inherited");
    assert_eq!(came["inherited"], json!(2), "{came}");
    assert_eq!(came["leftOut"], json!({ "no record": 1, "not readable as a record": 2 }));
}

#[test]
fn an_agent_inherits_nothing_and_a_strange_file_is_refused() {
    let home = Home::unsealed(On::Sqlite);
    let path = ancestor(&home);
    let refused = home.run(&["--format", "json", "--mode", "agent", "inherit", path.to_str().expect("a path")]).answer().expect_err("an agent");
    assert_eq!(refused["code"], json!("MODE_HUMAN_ONLY"));
    assert!(recalled(&home).is_empty());
    let strange = home.dir().join("strange.db");
    store::testing::connect(&Place::File(strange.clone())).and_then(|mut theirs| theirs.batch("create table t (a)")).expect("make");
    let refused = inherit(&home, strange.to_str().expect("a path"), &[]).expect_err("strange");
    assert!(refused["message"].as_str().expect("words").contains("holds no decisions, learnings or ideas"), "{refused}");
    assert!(inherit(&home, "nowhere.db", &[]).is_err());
}
