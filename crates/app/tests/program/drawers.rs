//! Drawers where processes matter, or where a table says more than a story: many writers, old servers, one measure.
//!
//! Not here: what drawers promise one by one. `contracts/mind/` tells that.

use crate::house::House;
use kernel::{palace::Sealing, refusal::Code};
use serde_json::json;
use std::{fs, process::Stdio};
use testkit::{
    On, backends,
    world::{Who, World},
};

const FOLDERS: i64 = 8;
const FILES: i64 = 25;

backends! {
    eight_folders_with_the_same_names_are_read_at_once_on_sqlite, eight_folders_with_the_same_names_are_read_at_once_on_postgres => eight_readers;
    a_piece_that_was_deleted_stays_so_when_its_file_is_read_again_on_sqlite, a_piece_that_was_deleted_stays_so_when_its_file_is_read_again_on_postgres => deleted_and_read_again;
}

/// The same relative names everywhere, all at once: nobody waits for a lock in vain, and nobody leaves half of it behind.
fn eight_readers(on: On) {
    let house = House::unsealed(on);
    for folder in 0..FOLDERS {
        let dir = house.path(&format!("project-{folder}"));
        fs::create_dir(&dir).expect("a folder");
        for file in 0..FILES {
            let text = format!("Project {folder} keeps lot {} on shelf {file}.\n", folder * 1_000 + file * 7);
            fs::write(dir.join(format!("notes-{file}.txt")), text).expect("a file");
        }
    }
    let readers: Vec<_> = (0..FOLDERS)
        .map(|folder| {
            let mut command = house.command(&["ingest".to_owned(), format!("project-{folder}")]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("run palace")
        })
        .collect();
    for reader in readers {
        let ran: crate::house::Ran = reader.wait_with_output().expect("wait").into();
        assert_eq!(ran.json()["pieces"]["kept"], json!(FILES), "{ran:?}");
    }
    assert_eq!(house.number("select count(*) from drawers where deleted_at is null"), FOLDERS * FILES);
    assert_eq!(house.number("select count(distinct wing) from drawers"), FOLDERS);
    assert_eq!(house.number("select count(*) from item i left join vector v on v.item = i.n where v.item is null"), 0, "each has its vector");
    assert_eq!(house.result(&["ledger", "verify"])["valid"], json!(true));
}

fn deleted_and_read_again(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let (agent, ana) = (Who::agent("codex"), Who::human("ana"));
    let keep = |world: &mut World, second: &str| {
        let parts = json!([{ "text": "The first oven runs at 230 degrees all day." }, { "text": second }]);
        world.call(&agent, "source.keep", json!({ "documents": [{ "path": "talk", "kind": "conversation", "parts": parts }] })).expect("kept");
    };
    let found = |world: &mut World| {
        let answer = world.call(&agent, "drawer.search", json!({ "query": "how hot is the first oven" })).expect("searched").result;
        answer["results"].as_array().expect("results").iter().map(|hit| hit["content"].as_str().expect("words").to_owned()).collect::<Vec<_>>()
    };
    keep(&mut world, "The second oven is cold, and it was cold yesterday too.");
    let drawers = world.call(&agent, "drawer.list", json!({})).expect("listed").result;
    let hot = drawers["drawers"].as_array().expect("drawers").iter().find(|d| d["content"].as_str().expect("words").contains("230")).expect("it");
    let id = hot["drawerId"].clone();
    world.call(&ana, "drawer.delete", json!({ "drawerId": id })).expect("deleted");
    keep(&mut world, "The second oven is lit now, and it will be lit tomorrow too.");
    assert!(found(&mut world).iter().all(|words| !words.contains("230")), "reading the file again brings nothing back");
    let restored = world.call(&ana, "drawer.restore", json!({ "drawerId": id })).expect("restored").result;
    assert_eq!(restored["found"], json!(true), "the file still says it");
    assert!(found(&mut world).iter().any(|words| words.contains("230")));
    world.call(&ana, "drawer.delete", json!({ "drawerId": id })).expect("deleted again");
    world.call(&agent, "source.keep", json!({ "documents": [{ "path": "talk", "kind": "conversation", "parts": [{ "text": "Nothing is baked here any more, as far as I know." }] }] })).expect("kept");
    let restored = world.call(&ana, "drawer.restore", json!({ "drawerId": id })).expect("restored").result;
    assert_eq!(restored["found"], json!(false), "the file no longer says it");
    assert!(found(&mut world).iter().all(|words| !words.contains("230")));
    assert_eq!(world.call(&agent, "ledger.verify", json!({})).expect("verified").result["valid"], json!(true));
}

#[test]
fn a_server_older_than_its_database_says_so_and_changes_nothing() {
    let house = House::unsealed(On::Sqlite);
    let mut mcp = house.serve(&["--profile", "all"]).initialized();
    let mut ask = |id: u64, name: &str, arguments: serde_json::Value| {
        let params = json!({ "name": name, "arguments": arguments });
        assert!(mcp.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })));
        mcp.read().expect("an answer")["result"].clone()
    };
    assert_eq!(ask(1, "memory_doctor", json!({}))["structuredContent"]["db"]["compatible"], json!(true));
    house.sql("insert into schema_version (version, name) values (99, 'tomorrow')");
    let before = house.number("select count(*) from ledger");
    for (id, (tool, input)) in
        [("evidence_record", json!({ "content": "x", "source": "y" })), ("recall", json!({ "query": "x" }))].into_iter().enumerate()
    {
        let answer = ask(10 + id as u64, tool, input);
        assert_eq!(answer["isError"], json!(true), "{answer}");
        let error = &answer["structuredContent"]["error"];
        assert_eq!(error["code"], json!("STORE_NEWER"), "{answer}");
        assert!(error["next"].as_str().is_some_and(|next| next.contains("Restart")), "{answer}");
    }
    let doctor = ask(20, "memory_doctor", json!({}))["structuredContent"].clone();
    assert_eq!((&doctor["db"]["compatible"], &doctor["db"]["schemaVersion"]), (&json!(false), &json!(99)));
    assert!(doctor["recommendations"][0].as_str().is_some_and(|step| step.contains("Restart this server")), "{doctor}");
    assert_eq!(house.number("select count(*) from ledger"), before, "not even a refusal was written");
    mcp.close();
}

#[test]
fn the_model_in_the_binary_is_opened_once_for_all_questions() {
    let (first, second) = (search::embed::Model::embedded(), std::thread::spawn(search::embed::Model::embedded).join().expect("a thread"));
    assert!(std::ptr::eq(first, second));
}

#[test]
fn similarity_is_one_measure_from_0_to_1() {
    let mut world = World::new(On::Sqlite, Sealing::Unsealed);
    let agent = Who::agent("codex");
    for text in [
        "The deck oven runs at 230 degrees",
        "Kim buys the flour on Mondays",
        "数据库的端口是五四三二",
        "ok",
        "A dull knife is a danger to whoever cuts bread with it",
    ] {
        world.call(&agent, "drawer.ingest", json!({ "content": text, "wing": "bakery" })).expect("kept");
    }
    for query in
        ["oven", "The deck oven runs at 230 degrees", "is there anything about knives", "数据库", "zzz qqq", "the of and", "\"oven\" AND flour", "?"]
    {
        let answer = world.call(&agent, "drawer.search", json!({ "query": query, "wing": "bakery" })).expect("searched").result;
        let scores: Vec<f64> =
            answer["results"].as_array().expect("results").iter().map(|hit| hit["similarity"].as_f64().expect("a number")).collect();
        assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)), "{query}: {scores:?}");
        assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "{query}: {scores:?}");
    }
}

#[test]
fn what_belongs_to_another_palace_is_not_here() {
    let (mut here, mut there) = (World::seeded(On::Sqlite, Sealing::Unsealed, 1), World::seeded(On::Sqlite, Sealing::Unsealed, 2));
    let (agent, ana) = (Who::agent("codex"), Who::human("ana"));
    let kept = there.call(&agent, "drawer.ingest", json!({ "content": "Only said there" })).expect("kept").result;
    for (who, op) in [(&agent, "drawer.show"), (&ana, "drawer.delete"), (&ana, "drawer.restore"), (&agent, "drawer.delete")] {
        let refusal = here.call(who, op, json!({ "drawerId": kept["drawerId"] })).expect_err("it is not here");
        assert_eq!(refusal.code(), Code::NotFound, "{op}");
    }
}
