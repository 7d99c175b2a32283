//! The world below fails: a full disk, a read-only one, a file from the future, a file that is no palace. Each gets a
//! typed refusal, nothing that was acknowledged is lost, and nothing panics.
//!
//! Disks are real: small file systems in a mount namespace of the test's own, gone when its last process ends.

use crate::house::{House, PALACE, Ran};
use serde_json::{Value as Json, json};
use std::{fs, process::Command};
use testkit::{On, temp::Temp};

/// Runs a script with a small disk of its own mounted at `$disk`. `palace` is the program on `$disk/home`.
fn on_small_disk(size: &str, script: &str) -> String {
    let temp = Temp::new();
    let text = format!(
        r#"disk=$1; program=$2
        mount -t tmpfs -o size={size} none "$disk" || exit 99
        cd "$disk"
        palace() {{ "$program" --home "$disk/home" --format json "$@" 2>&1 </dev/null | grep -v UNSEALED; }}
        {script}"#
    );
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "setsid", "--wait", "sh", "-c", &text, "sh"])
        .arg(temp.path())
        .arg(PALACE)
        .output()
        .expect("run `unshare`");
    let ran: Ran = output.into();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.out
}

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}\nin {text}"))).collect()
}

fn code(answer: &Json) -> &str {
    answer["error"]["code"].as_str().unwrap_or("ok")
}

#[test]
fn a_full_disk_refuses_and_loses_nothing() {
    let said = on_small_disk(
        "4m",
        r#"palace init --unsealed
        palace store "before" --as decision
        head -c 8000000 /dev/zero > filler 2>/dev/null
        palace store "during" --as decision
        palace backup copy
        palace export copy.jsonl
        rm filler
        palace store "after" --as decision
        palace ledger verify
        palace proposals --mode human"#,
    );
    let answers = lines(&said);
    let codes: Vec<&str> = answers.iter().map(code).collect();
    assert_eq!(codes, ["ok", "ok", "STORE_FULL", "STORE_FULL", "STORE_FULL", "ok", "ok", "ok"], "{said}");
    assert_eq!(answers[6]["result"]["valid"], true);
    let kept: Vec<&str> =
        answers[7]["result"]["proposals"].as_array().expect("a list").iter().filter_map(|p| p["input"]["content"].as_str()).collect();
    assert_eq!(kept, ["before", "after"]);
}

#[test]
fn a_disk_that_fills_up_under_a_server_keeps_what_was_acknowledged() {
    let requests: Vec<String> = (0..200)
        .map(|n| {
            let content = format!("{n} {}", "x".repeat(30_000));
            format!("{}\n", json!({ "jsonrpc": "2.0", "id": 100 + n, "method": "tools/call", "params": { "name": "evidence_record", "arguments": { "content": content, "source": "test" } } }))
        })
        .collect();
    let requests = requests.concat();
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "bot", "version": "1" } } });
    let temp = Temp::new();
    let input = temp.path().join("input");
    // The server answers all it was asked before it ends, so the input may simply end.
    fs::write(&input, format!("{hello}\n{}\n{requests}", json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))).expect("write");
    let script = format!(
        r#"palace init --unsealed > /dev/null
        head -c 200000 /dev/zero > ballast
        (cat {}; while [ ! -e answered ]; do :; done) | "$program" --home "$disk/home" serve --profile all 2>errors | while read -r line; do
            printf '%s\n' "$line" | head -c 900; echo; n=$((n+1)); [ "$n" = 201 ] && : > answered
        done
        rm ballast
        cat errors
        palace ledger verify
        palace status"#,
        input.display()
    );
    let said = on_small_disk("6m", &script);
    let acknowledged = said.lines().filter(|line| line.contains("jsonrpc") && line.contains(r#""receipt":{"#)).count();
    let full = said.lines().filter(|line| line.contains("STORE_FULL")).count();
    assert!(acknowledged > 10 && full > 10, "{acknowledged} acknowledged, {full} refused:\n{said}");
    let last: Vec<Json> =
        said.lines().rev().take(2).map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}\nin {said}"))).collect();
    assert_eq!(last[1]["result"]["valid"], true, "{}", last[1]);
    assert_eq!(last[0]["result"]["evidence"].as_u64(), Some(acknowledged as u64), "{}", last[0]);
}

#[test]
fn a_read_only_disk_refuses_and_says_so() {
    let said = on_small_disk(
        "8m",
        r#"palace init --unsealed
        palace store "before" --as decision
        mount -o remount,ro "$disk"
        palace store "during" --as decision
        palace recall
        palace init --unsealed
        mount -o remount,rw "$disk"
        palace store "after" --as decision
        palace ledger verify"#,
    );
    let answers = lines(&said);
    let codes: Vec<&str> = answers.iter().map(code).collect();
    assert_eq!(codes, ["ok", "ok", "STORE_READ_ONLY", "STORE_READ_ONLY", "STORE_READ_ONLY", "ok", "ok"], "{said}");
    assert_eq!(answers[6]["result"]["entries"], 3);
}

#[test]
fn a_read_only_file_refuses_and_says_so() {
    let said = on_small_disk(
        "8m",
        r#"palace init --unsealed
        mount --bind home/palace.db home/palace.db && mount -o remount,ro,bind home/palace.db
        palace store "during" --as decision
        umount home/palace.db
        palace store "after" --as decision
        palace ledger verify"#,
    );
    let answers = lines(&said);
    let codes: Vec<&str> = answers.iter().map(code).collect();
    assert_eq!(codes, ["ok", "STORE_READ_ONLY", "ok", "ok"], "{said}");
}

/// Every way in, tried on a palace that cannot be used.
fn tried(house: &House) -> Vec<String> {
    let table: [&[&str]; 7] = [&["recall"], &["store", "x"], &["ledger", "verify"], &["status"], &["serve"], &["backup", "copy"], &["init"]];
    table.iter().map(|args| house.run(args).refused()).collect()
}

#[test]
fn a_newer_schema_is_left_alone() {
    let house = House::unsealed(On::Sqlite);
    house.sql("insert into schema_version (version, name) values (999, 'from the future')");
    let before = fs::read(house.db()).expect("read");
    assert_eq!(tried(&house), ["STORE_NEWER"; 7]);
    assert_eq!(fs::read(house.db()).expect("read"), before, "the file was touched");
    house.sql("delete from schema_version where version = 999");
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_newer_schema_on_postgres_is_left_alone() {
    let house = House::unsealed(On::Postgres);
    house.sql("insert into schema_version (version, name) values (999, 'from the future')");
    assert_eq!(house.run(&["recall"]).refused(), "STORE_NEWER");
    house.sql("delete from schema_version where version = 999");
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    for text in [
        "not a database, but longer than a hundred bytes, so that it could be mistaken for one if nobody looked at it twice".repeat(100),
        "short".into(),
    ] {
        let house = House::unsealed(On::Sqlite);
        fs::write(house.db(), &text).expect("write");
        assert_eq!(tried(&house), ["STORE_DAMAGED"; 7], "{} bytes", text.len());
        assert_eq!(fs::read_to_string(house.db()).expect("read"), text, "the file was touched");
    }
}

#[test]
fn a_truncated_database_is_refused_at_every_length() {
    let house = House::unsealed(On::Sqlite);
    for n in 0..40 {
        house.store(&format!("decision {n} {}", "long ".repeat(200)));
    }
    let whole = fs::read(house.db()).expect("read");
    let page = 4_096;
    let pages = whole.len() / page;
    let lengths =
        [1, 50, 100, page / 2, page, page + 1, 2 * page, 3 * page, pages / 4 * page, pages / 2 * page, pages / 2 * page + 77, (pages - 1) * page];
    for length in lengths {
        fs::write(house.db(), &whole[..length]).expect("write");
        for name in ["palace.db-wal", "palace.db-shm"] {
            let _ = fs::remove_file(house.home.join(name));
        }
        for args in [&["ledger", "verify"][..], &["store", "more"], &["init"]] {
            let ran = house.run(args);
            // A part that is still there may still be read; what is gone is never passed over in silence.
            let said = if ran.code == Some(0) && args[0] != "ledger" { "ok".to_owned() } else { ran.refused() };
            // So little of it that SQLite takes it for an empty file: then the palace this home knows is gone.
            let gone = length < 100 && said == "TRUST_BROKEN";
            assert!(said == "STORE_DAMAGED" || said == "ok" || gone, "{length} bytes, {args:?}: {ran:?}");
        }
    }
    fs::write(house.db(), &whole).expect("write");
    for name in ["palace.db-wal", "palace.db-shm"] {
        let _ = fs::remove_file(house.home.join(name));
    }
    assert_eq!(house.result(&["ledger", "verify"])["entries"], 41);
}

#[test]
fn a_palace_whose_file_is_gone_is_not_made_anew_in_its_place() {
    let house = House::sealed();
    for gone in [true, false] {
        fs::remove_file(house.db()).expect("remove");
        if !gone {
            fs::write(house.db(), "").expect("an empty file is an empty database");
        }
        assert_eq!(house.run(&["init", "--unsealed"]).refused(), "TRUST_BROKEN");
        assert_eq!(house.run(&["init"]).refused(), "TRUST_BROKEN");
    }
}

#[test]
fn a_database_that_cannot_be_reached_says_so() {
    let house = House::unsealed(On::Sqlite);
    let ran = house.run(&["--database", "postgres://nobody@127.0.0.1:1/none", "recall"]);
    assert_eq!(ran.refused(), "STORE_UNREACHABLE");
    let ran = house.run(&["--database", "postgres://nobody@192.0.2.1/none", "recall"]);
    assert_eq!(ran.refused(), "STORE_UNREACHABLE", "an address elsewhere is not even tried");
}
