//! `palace serve` as the first thing on a machine: a client that starts it is answered, and there is one palace afterwards.

use crate::house::{House, Mcp, PALACE, Ran};
use serde_json::{Value as Json, json};
use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
};
use testkit::{On, backends, temp::Temp};

const PROCESSES: usize = 8;

backends! {
    eight_servers_on_a_fresh_machine_make_one_palace_on_sqlite, eight_servers_on_a_fresh_machine_make_one_palace_on_postgres => eight_servers;
}

fn initialize() -> String {
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "bot", "version": "1" } });
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }))
}

/// Starts a server, says hello, closes the input, and gives what it said until it ended.
fn greeted(mut command: Command) -> Ran {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("run palace serve");
    let _ = child.stdin.take().expect("its input").write_all(initialize().as_bytes());
    child.wait_with_output().expect("it ends when its input closes").into()
}

fn first_answer(ran: &Ran) -> Json {
    serde_json::from_str(ran.out.lines().next().unwrap_or_else(|| panic!("no answer: {ran:?}"))).expect("JSON")
}

/// A machine of somebody who has no palace yet: no home is named.
fn fresh(user: &Path, here: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("setsid");
    command.args(["--wait", PALACE]).args(args).current_dir(here).env("HOME", user).stdin(Stdio::null());
    for name in ["PALACE_HOME", "PALACE_DATABASE_URL", "XDG_DATA_HOME"] {
        command.env_remove(name);
    }
    command
}

fn eight_servers(on: On) {
    for round in 0..3 {
        let house = House::empty(on);
        let ran: Vec<Ran> = thread::scope(|scope| {
            let servers: Vec<_> = (0..PROCESSES).map(|_| scope.spawn(|| greeted(house.command(&["serve"])))).collect();
            servers.into_iter().map(|server| server.join().expect("a server")).collect()
        });
        for one in &ran {
            assert_eq!((one.code, &first_answer(one)["result"]["serverInfo"]["name"]), (Some(0), &json!("palace")), "round {round}: {one:?}");
        }
        let said: Vec<&str> = ran.iter().flat_map(|one| one.err.lines()).filter(|line| line.starts_with("Created a sealed palace in ")).collect();
        assert_eq!(said.len(), 1, "one of them made it, and said so in one line: {ran:?}");
        assert!(said[0].contains(&house.home.display().to_string()) && said[0].contains("palace key create"), "{said:?}");
        assert_eq!(house.number("select count(*) from palace"), 1);
        assert_eq!(house.number("select count(*) from ledger where op = 'palace.create'"), 1);
        assert_eq!(house.json(&["init", "--no-describe"])["sealing"], "sealed");
        house.json(&["ledger", "checkpoint"]); // the log key is of the palace that won
    }
}

#[test]
fn what_is_proposed_to_a_palace_nobody_has_a_key_of_yet_waits() {
    let house = House::empty(On::Sqlite);
    let mut mcp: Mcp = house.serve(&[]).initialized();
    let stored = mcp.call("store", json!({ "content": "We use WAL mode", "as": "decision" }));
    assert_eq!(stored["result"]["structuredContent"]["status"], "pending", "{stored}");
    mcp.close();
    assert_eq!(house.number("select count(*) from proposal where status = 'pending'"), 1);
    let _ = house.create_key();
}

#[test]
fn no_create_keeps_the_refusal_and_a_client_is_told_why() {
    let house = House::empty(On::Sqlite);
    let ran = greeted(house.command(&["serve", "--no-create"]));
    assert_eq!(ran.refused(), "NOT_FOUND");
    let answer = first_answer(&ran);
    assert_eq!((&answer["id"], &answer["error"]["data"]["error"]["code"]), (&json!(1), &json!("NOT_FOUND")), "{answer}");
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.contains("there is no palace in") && message.contains("palace init"), "{message}");
    assert!(!house.home.exists(), "nothing was made");
    // Nobody asked: the input is at its end, and so is the process.
    assert_eq!(house.run(&["serve", "--no-create"]).refused(), "NOT_FOUND");
}

#[test]
fn whatever_keeps_a_palace_from_being_served_is_told_to_the_client() {
    let house = House::sealed();
    house.sql("insert into schema_version (version, name) values (99, 'tomorrow')");
    let ran = greeted(house.command(&["serve"]));
    assert_eq!(first_answer(&ran)["error"]["data"]["error"]["code"], "STORE_NEWER", "{ran:?}");
    let house = House::sealed();
    let ran = greeted(house.command(&["serve", "--profile", "nope"]));
    assert_eq!(first_answer(&ran)["error"]["data"]["error"]["code"], "INPUT_INVALID", "{ran:?}");
}

#[test]
fn where_nothing_is_named_the_data_folder_gets_the_palace() {
    let temp = Temp::new();
    let (user, here) = (temp.path().join("ana"), temp.path().join("work"));
    for folder in [&user, &here] {
        fs::create_dir(folder).expect("a folder");
    }
    let ran = greeted(fresh(&user, &here, &["serve"]));
    assert_eq!(first_answer(&ran)["result"]["serverInfo"]["name"], "palace", "{ran:?}");
    assert!(user.join(".local/share/palace/palace.db").exists() || user.join("Library/Application Support/palace/palace.db").exists());
    assert!(!here.join(".palace").exists());
}

#[test]
fn a_project_gets_its_palace_from_its_user_alone() {
    let temp = Temp::new();
    let (user, work) = (temp.path().join("ana"), temp.path().join("work"));
    for folder in [&user, &work] {
        fs::create_dir(folder).expect("a folder");
    }
    // Somebody else's repository brings a palace, and a configuration that says where texts go.
    let planted: Ran = fresh(&temp.path().join("mallory"), &work, &["init", "--project", "--unsealed"]).output().expect("run palace").into();
    assert_eq!(planted.code, Some(0), "{planted:?}");
    let ran = greeted(fresh(&user, &work, &["serve"]));
    assert!(ran.err.contains("Passed over ") && ran.err.contains("Created a sealed palace in "), "{ran:?}");
    assert!(!ran.err.contains("UNSEALED") && user.join(".local/share/palace").exists() || cfg!(target_os = "macos"), "{ran:?}");

    let bare = temp.path().join("bare");
    fs::create_dir_all(bare.join(".palace")).expect("a folder");
    let ran = greeted(fresh(&user, &bare, &["--home", ".palace", "serve"]));
    assert_eq!(first_answer(&ran)["error"]["data"]["error"]["code"], "NOT_FOUND", "{ran:?}");
    assert!(ran.err.contains("palace init --project"), "{ran:?}");
    assert_eq!(fs::read_dir(bare.join(".palace")).expect("a folder").count(), 0);
}

#[test]
fn what_a_killed_process_left_half_made_is_finished() {
    let house = House::empty(On::Sqlite);
    fs::create_dir(&house.home).expect("a folder");
    fs::write(house.db(), "").expect("a file");
    let ran = greeted(house.command(&["serve"]));
    assert!(ran.code == Some(0) && ran.err.contains("Created a sealed palace in "), "{ran:?}");
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_palace_without_its_log_key_is_not_given_another() {
    let house = House::sealed();
    fs::remove_file(house.home.join("log.key")).expect("remove");
    house.json(&["init", "--no-describe"]);
    assert!(!house.home.join("log.key").exists());
}
