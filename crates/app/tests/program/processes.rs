//! Many processes at once, and processes that die: nothing is lost, nothing is there twice.
//!
//! Not here: faults inside one process; the testkit puts those between the store and its database.

use crate::house::{Dice, House, Mcp};
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Write},
    os::unix::process::ExitStatusExt,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};
use testkit::{On, backends};

const PROCESSES: usize = 8;
const WRITES: usize = 1_000;

backends! {
    eight_processes_write_a_thousand_each_and_nothing_is_lost_on_sqlite, eight_processes_write_a_thousand_each_and_nothing_is_lost_on_postgres => eight_writers;
    eight_processes_open_a_fresh_palace_and_migrate_it_once_on_sqlite, eight_processes_open_a_fresh_palace_and_migrate_it_once_on_postgres => eight_founders;
    what_was_acknowledged_survives_a_killed_writer_on_sqlite, what_was_acknowledged_survives_a_killed_writer_on_postgres => killed_writers;
}

fn record(id: usize, content: &str) -> Json {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "evidence_record", "arguments": { "content": content, "source": "test" } } })
}

fn eight_writers(on: On) {
    let house = House::unsealed(on);
    let begun = Instant::now();
    let acknowledged: Vec<BTreeSet<u64>> = thread::scope(|scope| {
        let writers: Vec<_> = (0..PROCESSES)
            .map(|process| {
                let house = &house;
                scope.spawn(move || write_many(house, process))
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().expect("a writer")).collect()
    });
    println!("{PROCESSES} processes x {WRITES} writes on {on:?}: {:?}", begun.elapsed());
    let all: BTreeSet<u64> = acknowledged.iter().flatten().copied().collect();
    assert_eq!(acknowledged.iter().map(BTreeSet::len).collect::<Vec<_>>(), [WRITES; PROCESSES], "each process heard of each of its writes");
    assert_eq!(all.len(), PROCESSES * WRITES, "no two writes share a place on the ledger");
    assert_eq!(all, (1..=(PROCESSES * WRITES) as u64).collect(), "and the ledger has no holes");
    let total = i64::try_from(PROCESSES * WRITES).expect("small");
    assert_eq!(house.number("select count(*) from evidence"), total);
    assert_eq!(house.number("select count(distinct content) from evidence"), total);
    let verified = house.result(&["ledger", "verify"]);
    assert_eq!((&verified["valid"], &verified["entries"]), (&json!(true), &json!(total + 1)));
}

/// One process, a thousand calls. Answers the ledger places it was told.
fn write_many(house: &House, process: usize) -> BTreeSet<u64> {
    let (mut child, mut input, lines) = house.serve(&["--profile", "all"]).initialized().split();
    let writing = thread::spawn(move || {
        for n in 0..WRITES {
            writeln!(input, "{}", record(1_000 + n, &format!("writer {process} saw {n}"))).expect("the server reads");
        }
        input // kept open: the end of the input would be the end of the conversation
    });
    let mut seen = BTreeSet::new();
    for line in lines.lines().take(WRITES) {
        let answer: Json = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let place = &answer["result"]["structuredContent"]["receipt"]["seq"];
        assert!(seen.insert(place.as_u64().unwrap_or_else(|| panic!("no receipt in {answer}"))));
    }
    drop(writing.join().expect("the input"));
    assert!(child.wait().expect("wait").success());
    seen
}

fn eight_founders(on: On) {
    for round in 0..3 {
        let house = House::empty(on);
        let children: Vec<_> = (0..PROCESSES)
            .map(|_| house.command(&["init", "--unsealed"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("run palace"))
            .collect();
        let answers: Vec<crate::house::Ran> = children.into_iter().map(|child| child.wait_with_output().expect("wait").into()).collect();
        let palaces: BTreeSet<String> = answers.iter().map(|ran| ran.json()["palace"].to_string()).collect();
        let created = answers.iter().filter(|ran| ran.json()["created"] == true).count();
        assert_eq!((palaces.len(), created), (1, 1), "round {round}: one palace, made once: {answers:?}");
        assert_eq!(usize::try_from(house.number("select count(*) from schema_version")), Ok(store::MIGRATIONS.len()));
        assert_eq!(house.number("select count(*) from palace"), 1);
        assert_eq!(house.number("select count(*) from ledger where op = 'palace.create'"), 1);
        assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
        // The pin and the log key are of the palace that won.
        house.json(&["ledger", "checkpoint"]);
    }
}

const ROUNDS: u64 = 12;

fn killed_writers(on: On) {
    let house = House::unsealed(on);
    let mut dice = Dice(20_261_115);
    let mut acknowledged = BTreeSet::new();
    for round in 0..ROUNDS {
        let (mut child, mut input, lines) = house.serve(&["--profile", "all"]).initialized().split();
        // `setsid --wait` turned into the server itself or waits for it; the server's own number is asked for.
        let server = server_of(child.id());
        let writing = thread::spawn(move || {
            for n in 0.. {
                if writeln!(input, "{}", record(1_000 + n, &format!("round {round} saw {n}"))).is_err() {
                    return;
                }
            }
        });
        // The moment is random twice: after how many answers, and how long after the last of them.
        let answers = 1 + dice.index(60);
        let mut lines = lines;
        acknowledged.extend(read_acknowledged(&mut lines, round, Some(answers)));
        let pause = Instant::now() + Duration::from_micros(dice.roll(4_000));
        while Instant::now() < pause {
            std::hint::spin_loop();
        }
        rustix::process::kill_process(server, rustix::process::Signal::KILL).expect("kill the server");
        // What was already on its way was acknowledged too.
        acknowledged.extend(read_acknowledged(&mut lines, round, None));
        writing.join().expect("the input");
        let status = child.wait().expect("wait");
        assert!(status.signal() == Some(9) || status.code() == Some(137), "{status}");
        let verified = house.result(&["ledger", "verify"]);
        assert_eq!(verified["valid"], true, "round {round}");
    }
    let mut raw = house.raw();
    let kept: BTreeSet<String> =
        raw.query("select content from evidence", &[]).expect("ask").into_iter().map(|mut row| row.text().expect("text")).collect();
    let lost: Vec<&String> = acknowledged.difference(&kept).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    assert_eq!(house.number("select count(*) from evidence"), i64::try_from(kept.len()).expect("small"), "nothing is there twice");
    println!("{ROUNDS} killed writers on {on:?}: {} acknowledged, {} kept", acknowledged.len(), kept.len());
}

/// The contents of the answers read, up to a number of them or the end.
fn read_acknowledged(lines: &mut BufReader<std::process::ChildStdout>, round: u64, limit: Option<usize>) -> Vec<String> {
    let mut seen = Vec::new();
    let mut line = String::new();
    while limit.is_none_or(|limit| seen.len() < limit) {
        line.clear();
        // A line without its end was cut short by the death, so nobody was told.
        if lines.read_line(&mut line).unwrap_or(0) == 0 || !line.ends_with('\n') {
            break;
        }
        let answer: Json = serde_json::from_str(&line).expect("JSON");
        assert!(answer["result"]["structuredContent"]["receipt"].is_object(), "{answer}");
        seen.push(format!("round {round} saw {}", answer["id"].as_u64().expect("an id") - 1_000));
    }
    seen
}

/// The server behind `setsid`, which may have forked.
fn server_of(pid: u32) -> rustix::process::Pid {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let pid = children.split_whitespace().next().map_or(pid, |child| child.parse().expect("a number"));
    rustix::process::Pid::from_raw(i32::try_from(pid).expect("a small number")).expect("a process")
}

#[test]
fn a_client_that_sends_everything_at_once_gets_every_answer() {
    let house = House::unsealed(On::Sqlite);
    let mut mcp: Mcp = house.serve(&["--profile", "all"]).initialized();
    for n in 0..500 {
        assert!(mcp.send(&record(1_000 + n, &format!("saw {n}"))));
    }
    let answered: BTreeSet<u64> = (0..500).map(|_| mcp.read().expect("an answer")["id"].as_u64().expect("an id")).collect();
    assert_eq!(answered.len(), 500);
    mcp.close();
    assert_eq!(house.number("select count(*) from evidence"), 500);
}
