//! `palace inherit`: what an ancestor's files hold comes in once, marked for ever, and what was only proposed there waits here.

use crate::doors::Home;
use engine::ops::ancestor::{evidence_id, knowledge_id};
use kernel::claim::Form;
use serde_json::{Value as Json, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
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

/// A palace of the mind's ancestor as it really lies there: the database of its ninth version, and the files beside it.
fn palace(home: &Home) -> PathBuf {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ingest/fixtures/mempal/v9");
    let folder = home.beside().join("mempal");
    fs::create_dir_all(&folder).expect("a folder");
    for file in ["audit.jsonl", "config.toml", "identity.txt"] {
        fs::copy(fixtures.join(file), folder.join(file)).expect(file);
    }
    let path = folder.join("palace.db");
    let statements = fs::read_to_string(fixtures.join("palace.sql")).expect("the fixture");
    store::testing::connect(&Place::File(path.clone())).and_then(|mut theirs| theirs.batch(&statements)).expect("make the ancestor's palace");
    path
}

fn numbers(place: &Place, sql: &str) -> Vec<String> {
    let rows = store::testing::connect(place).and_then(|mut theirs| theirs.query(sql, &[])).expect(sql);
    rows.into_iter().map(|mut row| row.text().expect("a text")).collect()
}

fn number(home: &Home, sql: &str) -> i64 {
    home.raw().query(sql, &[]).expect(sql).remove(0).int().expect("a number")
}

#[test]
fn nothing_of_an_ancestors_palace_is_lost_and_only_what_passes_the_gate_is_believed() {
    for on in [On::Sqlite, On::Postgres] {
        let home = Home::unsealed(on);
        let path = palace(&home);
        let theirs = Place::File(path.clone());
        let path = path.to_str().expect("a path");
        let came = inherit(&home, path, &[]).expect("it comes in");
        assert_eq!((&came["leftOut"], &came["came"]["files"]), (&json!([]), &json!(3)), "{came}");
        for id in numbers(&theirs, "select id from drawers where memory_kind = 'evidence'") {
            let here = format!(
                "select count(*) from evidence e join provenance p on p.n = e.provenance join item i on i.n = e.n where p.origin = 'import' and e.id = '{}'",
                evidence_id(&id)
            );
            assert_eq!(number(&home, &here), 1, "{id}");
        }
        for (sql, form) in [("select id from drawers where memory_kind = 'knowledge'", Form::Drawer), ("select id from knowledge_cards", Form::Card)]
        {
            for id in numbers(&theirs, sql) {
                assert_eq!(number(&home, &format!("select count(*) from knowledge where id = '{}'", knowledge_id(form, &id))), 1, "{id}");
            }
        }
        for (table, told, here) in [
            ("triples", "facts", "fact"),
            ("tunnels", "tunnels", "tunnel"),
            ("taxonomy", "taxonomy", "taxonomy"),
            ("runtime_adoption_events", "adoption", "adoption"),
        ] {
            let there = numbers(&theirs, &format!("select 'x' from {table}")).len();
            assert_eq!((&came["came"][told], &came["found"][told]), (&json!(there), &json!(there)), "{table}");
            assert_eq!(number(&home, &format!("select count(*) from {here}")), i64::try_from(there).expect("a count"), "{table}");
        }
        // A drawer stands where it stood; what was deleted there is out of sight since then.
        let columns = "wing || '/' || coalesce(room, '') || '/' || domain || '/' || field || '/' || provenance || '/' || importance";
        let mut there = numbers(&theirs, &format!("select {columns} from drawers where memory_kind = 'evidence'"));
        let mut here: Vec<String> = home
            .raw()
            .query(&format!("select {columns} from drawers where id in (select id from drawer)"), &[])
            .expect("drawers")
            .into_iter()
            .map(|mut row| row.text().expect("a text"))
            .collect();
        there.sort();
        here.sort();
        assert_eq!(here, there);
        let gone = "select count(*) from drawers where deleted_at is not null and id in (select id from drawer)";
        assert_eq!(number(&home, gone), 1);
        assert_eq!(number(&home, "select count(*) from drawer_deletion"), 0, "nobody here sealed a deletion");
        for id in numbers(&theirs, "select id from knowledge_events") {
            assert_eq!(number(&home, &format!("select count(*) from knowledge_event where metadata like '%\"id\":\"{id}\"%'")), 1, "{id}");
        }
        // Every ref is linked, or named with why it is not; one was said twice.
        let refs = |table: &str| came[table]["refs"].as_u64().expect("a count");
        assert_eq!(refs("found"), refs("came") + came["lost"].as_array().expect("a list").len() as u64 + 1);
        let believed = "select count(*) from knowledge where standing in ('promoted', 'canonical', 'legacy')";
        assert_eq!(
            (number(&home, believed), came["believed"].as_array().map(Vec::len), came["held"].as_array().map(Vec::len)),
            (3, Some(3), Some(4))
        );
        let entries = number(&home, "select count(*) from ledger");
        let again = inherit(&home, path, &[]).expect("again");
        assert!(again["came"].as_object().expect("counts").values().all(|count| *count == json!(0)), "{again}");
        assert_eq!(number(&home, "select count(*) from ledger"), entries, "a second time writes nothing");
        home.verify();
    }
}

#[test]
fn a_sealed_palace_believes_nothing_of_it_until_somebody_sealed_the_review() {
    let home = Home::empty(On::Sqlite);
    assert_eq!(home.run(&["init"]).status, 0);
    let path = palace(&home);
    let path = path.to_str().expect("a path");
    for round in 0..2 {
        let refused = inherit(&home, path, &[]).expect_err("nobody has a key yet");
        assert_eq!((&refused["code"], &refused["subject"]), (&json!("KEY_MISSING"), &json!("knowledge.inherit")), "{round}: {refused}");
        assert_eq!(number(&home, "select count(*) from knowledge"), 13, "it came in whole");
        assert_eq!(number(&home, "select count(*) from knowledge where seal <> ''"), 0, "and none of it is believed");
    }
}

#[test]
fn rows_go_to_the_project_that_is_named_and_a_page_that_grew_is_kept_beside_its_past() {
    let home = Home::unsealed(On::Sqlite);
    let path = home.beside().join("old.db");
    let make = |sql: &str| store::testing::connect(&Place::File(path.clone())).and_then(|mut theirs| theirs.batch(sql)).expect("their file");
    make(
        "create table drawers (id text primary key, content text, wing text, room text, source_file text, source_type text, added_at text, chunk_index integer);
        create table triples (id text primary key, subject text, predicate text, object text);
        insert into drawers values ('drawer_diary_day', 'One.', 'diary', null, null, 'manual', '1700000000', null), ('drawer_blank', ' ', 'diary', null, null, 'manual', '1700000000', null);
        pragma user_version = 1;",
    );
    let path_text = path.to_str().expect("a path");
    let refused = inherit(&home, path_text, &["--anchor", "global://default"]).expect_err("no project");
    assert_eq!(refused["code"], json!("INPUT_INVALID"));
    let came = inherit(&home, path_text, &["--anchor", "repo://bakery"]).expect("it comes in");
    assert_eq!((&came["version"], &came["came"]["drawers"], &came["leftOut"]), (&json!(1), &json!(1), &json!(["drawer_blank: it has no words"])));
    assert_eq!(number(&home, "select count(*) from item i join anchor a on a.n = i.anchor where a.name = 'repo://bakery'"), 1);
    make("update drawers set content = 'One.' || char(10) || 'Two.' where id = 'drawer_diary_day';");
    assert_eq!(inherit(&home, path_text, &[]).expect("again")["came"]["drawers"], json!(1));
    assert_eq!(number(&home, "select count(*) from item where until = ''"), 1, "the page as it is now");
    assert_eq!(number(&home, "select count(*) from item"), 2);
    make("pragma user_version = 10;");
    let refused = inherit(&home, path_text, &[]).expect_err("newer than we know");
    assert!(refused["message"].as_str().expect("words").contains("version 10, and this program knows versions up to 9"), "{refused}");
    home.verify();
}

#[test]
fn what_went_on_there_comes_after_and_what_was_decided_here_stays() {
    let home = Home::unsealed(On::Sqlite);
    let path = home.beside().join("old.db");
    let make = |sql: &str| store::testing::connect(&Place::File(path.clone())).and_then(|mut theirs| theirs.batch(sql)).expect("their file");
    make(
        "create table drawers (id text primary key, content text, wing text, room text, source_file text, source_type text, added_at text, chunk_index integer);
        create table triples (id text primary key, subject text, predicate text, object text, valid_from text, valid_to text, confidence real, source_drawer text);
        create table taxonomy (wing text, room text, display_name text, keywords text);
        create table tunnels (id text primary key, left_wing text, left_room text, right_wing text, right_room text, label text, created_at text, created_by text, deleted_at text);
        create table runtime_adoption_events (id text primary key, track text, signal text, feature text, created_at text);
        insert into drawers values ('drawer_day', 'One.', 'agent-diary', 'codex', 'agent-diary://rollup/codex/2025-11-10', 'manual', '1700000000', null);
        insert into triples values ('t1', 'Ann', 'bakes', 'rye', '1700000000', null, 1.0, null), ('t2', 'Ben', 'bakes', 'oats', null, '1700000500', 7.0, 'drawer_day'),
            ('t3', 'Cid', ' ', 'corn', null, null, 1.0, null);
        insert into taxonomy values ('shop', '', null, '[\"Till\",\"till\"]');
        insert into tunnels values ('tunnel_1', 'shop', null, 'agent-diary', 'codex', 'x', '1700000000', null, null);
        insert into runtime_adoption_events values ('adoption_card_context_used_x_1', 'card_context', 'used', 'x', '99999999999'), ('adoption_2', 'gossip', 'used', 'x', '1700000000');
        pragma user_version = 9;",
    );
    let path_text = path.to_str().expect("a path");
    let came = inherit(&home, path_text, &[]).expect("it comes in");
    let left_out = json!(["t3: it says nothing of something", "adoption_2: nobody here knows its track or its signal"]);
    assert_eq!((&came["leftOut"], &came["came"]["facts"], &came["came"]["adoption"]), (&left_out, &json!(2), &json!(1)), "{came}");
    let text = |sql: &str| home.raw().query(sql, &[]).expect(sql).remove(0).text().expect("a text");
    assert_eq!(text("select valid_from from fact where subject = 'Ben'"), "2023-11-14T22:13:20.000Z", "since its drawer was written");
    assert_eq!(number(&home, "select confidence from fact where subject = 'Ben'"), 100);
    assert_eq!(text("select keywords from taxonomy"), "[\"till\"]");
    assert_eq!(number(&home, "select count(*) from adoption where created_at < '2200'"), 1, "nothing is from the future");
    let said = |args: &[&str]| home.run(&[&["--format", "json", "--mode", "human"], args].concat()).answer().expect("an answer")["result"].take();
    said(&["taxonomy", "edit", "shop", "--keywords=counter"]);
    let tunnels = said(&["tunnel", "list", "--kind=explicit"]);
    said(&["tunnel", "delete", tunnels["tunnels"][0]["tunnelId"].as_str().expect("an id")]);
    make(
        "update drawers set content = 'One.' || char(10) || 'Two.';
        update triples set valid_to = '1700009999' where id = 't1';
        update taxonomy set keywords = '[\"bench\"]';
        update tunnels set label = 'y';",
    );
    let came = inherit(&home, path_text, &[]).expect("again");
    let counts = ["drawers", "facts", "taxonomy", "tunnels", "adoption"].map(|table| came["came"][table].as_u64().expect("a count"));
    assert_eq!(counts, [1, 1, 0, 0, 0], "{came}");
    assert_eq!(text("select ended from fact where subject = 'Ann'"), "2023-11-15T00:59:59.000Z");
    assert_eq!(text("select keywords from taxonomy"), "[\"counter\"]");
    assert_eq!(number(&home, "select count(*) from tunnel where deleted_at = ''"), 0);
    let page = said(&["drawer", "list", "--wing=agent-diary"])["drawers"][0]["drawerId"].take();
    let day = said(&["drawer", "show", page.as_str().expect("an id")])["day"].take();
    assert_eq!((&day["content"], day["entries"].as_array().map(Vec::len)), (&json!("One.\nTwo."), Some(1)), "the page as it is now");
    make("update triples set valid_from = '1700020000', valid_to = null where id = 't1';");
    assert_eq!(inherit(&home, path_text, &[]).expect("said anew")["came"]["facts"], json!(1));
    assert_eq!(number(&home, "select count(*) from fact where subject = 'Ann'"), 2, "one that ended, and one that holds");
    let entries = number(&home, "select count(*) from ledger");
    inherit(&home, path_text, &[]).expect("once more");
    assert_eq!(number(&home, "select count(*) from ledger"), entries);
    home.verify();
}
