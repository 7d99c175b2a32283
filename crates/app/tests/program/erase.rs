//! Erasure, in the real program: a thousand canaries are planted, and no file under the palace's home, or of its database, holds
//! one afterwards.

use crate::house::{Dice, House, PASSPHRASE};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use testkit::On;

/// What every canary is called by.
const CALL: &str = "kanarienvogel";
const CANARIES: usize = 1_000;
/// More of them, in names that stand beside words.
const NAMED: usize = 14;
/// An index of words leaves out the letters that a word shares with the one before it. So only the later ones are looked for.
const SHARED: usize = 4;
const LETTERS: usize = 14;

/// Words that nothing else holds.
fn canaries() -> Vec<String> {
    let mut dice = Dice(42);
    let mut words: Vec<String> =
        (0..CANARIES + NAMED).map(|_| (0..LETTERS).map(|_| char::from(b"bcdfghjklmnpqrstvwxz"[dice.index(20)])).collect()).collect();
    words.dedup();
    assert_eq!(words.len(), CANARIES + NAMED);
    words
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("list").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() { found.extend(files(&entry)) } else { found.push(entry) }
    }
    found
}

/// The canaries that some file below a folder holds, with the file.
fn alive(folder: &Path, canaries: &[String]) -> HashSet<(String, PathBuf)> {
    sung(files(folder).into_iter().map(|path| (fs::read(&path).expect("read"), path)), canaries)
}

/// The files of the house's own database in PostgreSQL: what its tables and indexes are on the disk now.
fn database_files(house: &House) -> Vec<(Vec<u8>, PathBuf)> {
    // The server takes files of its own away while we read.
    const FILES: &str = "select coalesce(pg_read_binary_file(f.name, 0, (pg_stat_file(f.name, true)).size, true), ''), f.name from
        (select 'base/' || d.oid || '/' || pg_ls_dir('base/' || d.oid) as name from pg_database d where d.datname = current_database()) f";
    let mut db = house.raw();
    db.batch("checkpoint").expect("everything is written");
    let rows = db.query(FILES, &[]).expect("read the files");
    rows.into_iter().map(|mut row| (row.blob().expect("bytes"), PathBuf::from(row.text().expect("a name")))).collect()
}

/// The canaries that some of these files hold, with the file.
fn sung(files: impl IntoIterator<Item = (Vec<u8>, PathBuf)>, canaries: &[String]) -> HashSet<(String, PathBuf)> {
    let tails: HashSet<&[u8]> = canaries.iter().map(|word| &word.as_bytes()[SHARED..]).collect();
    let mut found = HashSet::new();
    for (bytes, path) in files {
        for window in bytes.windows(LETTERS - SHARED) {
            if tails.contains(window) {
                found.insert((String::from_utf8_lossy(window).into_owned(), path.clone()));
            }
        }
    }
    found
}

/// Canaries in authors, threads, titles, headings, paths, wings, rooms, fields, remotes, clients and files, and in what a project is called.
/// Nothing that is said beside them says them.
fn plant_names(house: &House, words: &[String]) {
    let [author, thread, title, heading, path, before, wing, room, field, remote, client, edited, from, project] = words else {
        panic!("{} canaries for names", words.len())
    };
    let named = |word: &String| format!("{CALL}-{word}");
    let mut mcp = house.serve(&["--profile", "all"]).initialized();
    let mut call = |tool: &str, input: Json| {
        let answer = mcp.call(tool, input)["result"].clone();
        assert_ne!(answer["isError"], true, "{answer}");
        answer["structuredContent"].clone()
    };
    let talk = json!([{ "text": "Nobody was hungry at noon.", "author": named(author), "thread": named(thread) }]);
    let note = |path: &str| json!({ "path": path, "kind": "markdown", "title": "A note", "parts": [{ "text": "The window was left open." }] });
    let documents = json!([
        { "path": "talk.txt", "kind": "conversation", "parts": talk },
        { "path": "a.md", "kind": "markdown", "title": named(title), "parts": [{ "text": "The door was shut." }] },
        { "path": "b.md", "kind": "markdown", "title": "B", "parts": [{ "text": "The light was on.", "heading": named(heading) }] },
        { "path": format!("{}.md", named(path)), "kind": "markdown", "title": "P", "parts": [{ "text": "The cage was clean." }] },
        note("c.md"),
    ]);
    call(
        "source_keep",
        json!({ "documents": documents, "wing": named(wing), "room": named(room), "aliases": [format!("example.org/{}", named(remote))] }),
    );
    // Renamed twice, so that one of its names is the past.
    let once = format!("{}.md", named(before));
    for (from, to) in [("c.md", once.as_str()), (once.as_str(), "d.md")] {
        let answer = call("source_keep", json!({ "documents": [note(to)], "missing": [from] }));
        assert_eq!(answer["sources"][0]["change"], "renamed", "{answer}");
    }
    call("drawer_ingest", json!({ "content": "It slept well.", "field": named(field) }));
    let session = call("session_start", json!({ "agentType": named(client) }))["sessionId"].clone();
    call("session_log", json!({ "sessionId": session, "kind": "file_edit", "target": format!("{}.rs", named(edited)) }));
    call("evidence_record", json!({ "content": "It drank water.", "source": named(from) }));
    mcp.close();
    house.run_in(&named(project), &["--mode", "agent", "evidence", "record", "The perch is new.", "--source", "a test"]).json();
}

/// Canaries in sources that were read, edited and read again, in remarks, in proposals, in refused calls; in what was said, done
/// and learned in a session; and in what was made of it: facts, tunnels, signposts, lessons and experiences.
fn plant(house: &House, canaries: &[String]) {
    let (canaries, names) = canaries.split_at(CANARIES);
    plant_names(house, names);
    let mut mcp = house.serve(&["--profile", "all"]).initialized();
    let mut call = |tool: &str, input: Json| mcp.call(tool, input)["result"].clone();
    let said = |word: &str| format!("The {CALL} {word} sang at noon, and nobody wrote down what else it did that day.");
    let (kept, rest) = canaries.split_at(600);
    let (recorded, rest) = rest.split_at(250);
    let (proposed, refused) = rest.split_at(100);
    for (number, words) in kept.chunks(60).enumerate() {
        for edition in words.chunks(30) {
            let parts: Vec<Json> = edition.iter().map(|word| json!({ "text": said(word), "author": "ana" })).collect();
            let document = json!({ "path": format!("talk-{number}.txt"), "kind": "conversation", "parts": parts });
            let answer = call("source_keep", json!({ "documents": [document] }));
            assert_eq!(answer["structuredContent"]["kept"], 30, "{answer}");
        }
    }
    for word in recorded {
        let answer = call("evidence_record", json!({ "content": said(word), "source": "a test" }));
        assert!(answer["structuredContent"]["receipt"].is_object(), "{answer}");
    }
    for word in proposed {
        let answer = call("claim_propose", json!({ "content": said(word), "as": "learning", "rationale": format!("heard {word}") }));
        assert_eq!(answer["structuredContent"]["status"], "pending", "{answer}");
    }
    for word in refused {
        let answer = call("claim_propose", json!({ "content": said(word), "scope": "file", "scopePath": "../up" }));
        assert_eq!(answer["isError"], true, "{answer}");
    }
    let session = call("session_start", json!({ "agentType": "bot", "goal": said(&canaries[0]) }))["structuredContent"]["sessionId"].clone();
    let logged = json!({ "sessionId": session, "kind": "search", "target": said(&canaries[1]), "details": said(&canaries[2]) });
    assert_eq!(call("session_log", logged)["structuredContent"]["kind"], "search");
    let turns = [format!("We decided to feed the {CALL} {}. It was hungry.", canaries[3]), said(&canaries[590])];
    let messages: Vec<Json> = turns.iter().map(|text| json!({ "role": "assistant", "content": text })).collect();
    let talk = call("conversation_store", json!({ "messages": messages, "sessionId": session }))["structuredContent"].clone();
    assert_eq!((&talk["kept"], &talk["again"]), (&json!(1), &json!(1)), "{talk}");
    let learned = call("conversation_extract", json!({ "conversationId": talk["conversationId"] }))["structuredContent"]["filed"].clone();
    assert_eq!(learned.as_array().map(Vec::len), Some(1), "{learned}");
    let broke =
        json!({ "title": "It fell silent", "whatHappened": said(&canaries[4]), "lessonsLearned": [format!("Feed the {CALL} {}", canaries[5])] });
    let broke = call("postmortem_store", broke)["structuredContent"]["id"].clone();
    assert_eq!(call("postmortem_learn", json!({ "id": broke }))["structuredContent"]["filed"].as_array().map(Vec::len), Some(1));
    let named = |n: usize| format!("{CALL} {}", canaries[n]);
    call("fact_add", json!({ "subject": named(600), "predicate": "sings in", "object": named(601) }));
    call("tunnel_add", json!({ "left": "birds:yellow", "right": "zoo", "label": named(602) }));
    call("taxonomy_edit", json!({ "wing": "birds", "room": "yellow", "keywords": [named(603)] }));
    let seen = call("evidence_record", json!({ "content": said(&canaries[604]), "source": "a test" }))["structuredContent"]["id"].clone();
    let lesson = json!({ "statement": named(605), "content": said(&canaries[606]), "tier": "shu", "supportingRefs": [seen], "domain": "global" });
    let lesson = call("knowledge_distill", lesson);
    assert!(lesson["structuredContent"]["receipt"].is_object(), "{lesson}");
    let tried = json!({
        "type": "effective", "domain": "Tools", "situation": said(&canaries[607]), "approach": said(&canaries[608]),
        "outcome": "It sang.", "reasoning": said(&canaries[609]), "confidence": 0.6,
    });
    let tried = call("experience_record", tried);
    assert_eq!(tried["structuredContent"]["recorded"], true, "{tried}");
    call("evidence_record", json!({ "content": "The sparrow stays.", "source": "a test" }));
    call("context_assemble", json!({ "query": "who sang at noon", "anywhere": true }));
    mcp.close();
}

fn python(args: &[&Path]) -> String {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify-ledger.py");
    let output = Command::new("python3").arg(tool).args(args).output().expect("run python3");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

#[test]
fn of_a_thousand_canaries_none_is_left_in_any_file_under_the_home() {
    let house = House::unsealed(On::Sqlite);
    let canaries = canaries();
    plant(&house, &canaries);
    fs::create_dir(house.home.join("kept")).expect("make");
    let backup = house.home.join("kept/first.palace-backup");
    house.json(&["backup", text(&backup)]);
    let gone = house.home.join("kept/second.palace-backup");
    house.json(&["backup", text(&gone)]);
    fs::remove_dir_all(&gone).expect("somebody deletes a backup");
    let words = |found: &HashSet<(String, PathBuf)>| found.iter().map(|(word, _)| word.clone()).collect::<HashSet<_>>().len();
    let before = alive(&house.home, &canaries);
    assert_eq!(words(&before), CANARIES + NAMED, "every canary was planted");
    assert!(before.iter().any(|(_, path)| path.starts_with(&backup)));

    // A server that has the palace open meanwhile, with all of it in memory.
    let mut mcp = house.serve(&["--profile", "all"]).initialized();
    let recall =
        |mcp: &mut crate::house::Mcp, query: &str| mcp.call("claim_recall", json!({ "query": query, "anywhere": true }))["result"].to_string();
    assert!(recall(&mut mcp, &canaries[700]).contains(&canaries[700]));

    let answer = house.result(&["--mode", "human", "--user", "ana", "evidence", "erase", "--matching", CALL, "--reason", "they asked us to"]);
    assert_eq!(answer["erased"], 956, "those of refused calls were never evidence: {answer}");
    assert_eq!(answer["titles"].as_array().map(Vec::len), Some(1), "{answer}");
    let names = json!({ "authors": 1, "files": 1, "paths": 2, "places": 3, "projects": 3, "sessions": 1, "threads": 1 });
    assert_eq!(answer["names"], names, "{answer}");
    assert_eq!(answer["proposals"].as_array().map(Vec::len), Some(102));
    assert_eq!(answer["copies"], json!([backup]), "{answer}");
    assert_eq!(answer.get("still"), None, "{answer}");
    let after = alive(&house.home, &canaries);
    assert!(after.is_empty(), "{} are left, such as {:?}", words(&after), after.iter().next());
    let called: Vec<PathBuf> =
        files(&house.home).into_iter().filter(|path| String::from_utf8_lossy(&fs::read(path).expect("read")).contains(CALL)).collect();
    assert!(called.is_empty(), "{called:?}");

    let found = recall(&mut mcp, "who sang at noon");
    assert!(!found.contains(CALL), "{found}");
    assert!(recall(&mut mcp, "sparrow").contains("The sparrow stays."));
    for stays in ["Nobody was hungry at noon.", "The door was shut.", "The window was left open.", "It slept well.", "The perch is new."] {
        assert!(recall(&mut mcp, stays).contains(stays), "only its name said it: {stays}");
    }
    mcp.close();

    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    let export = house.path("export.jsonl");
    house.json(&["export", text(&export)]);
    let verdict = python(&[&export]);
    assert!(verdict.starts_with("fine: "), "{verdict}");
    assert!(sung([(fs::read(&export).expect("read"), export.clone())], &canaries).is_empty(), "nor does the export hold one");
    let second = house.path("second");
    house.run_at(&second, &["restore", text(&backup)]).json();
    assert_eq!(house.run_at(&second, &["ledger", "verify"]).json()["result"]["valid"], true);
    assert_eq!(house.number("select count(*) from copy"), 1, "the one that is gone is forgotten, and nothing waits to be swept");
}

#[test]
fn of_a_thousand_canaries_none_is_left_in_any_file_of_the_database_on_postgres() {
    let mut house = House::empty(On::Sqlite);
    house.schema = Some(testkit::pg::Schema::alone());
    house.json(&["init", "--unsealed"]);
    let canaries = canaries();
    plant(&house, &canaries);
    house.sql("analyze"); // the server does so by itself, at a time of its own
    let before = sung(database_files(&house), &canaries);
    assert_eq!(before.iter().map(|(word, _)| word).collect::<HashSet<_>>().len(), CANARIES + NAMED, "every canary was planted");
    let answer = house.result(&["--mode", "human", "--user", "ana", "evidence", "erase", "--matching", CALL]);
    assert_eq!(answer.get("still"), None, "{answer}");
    let after = sung(database_files(&house), &canaries);
    let table = |path: &Path| {
        let number = path.file_name().and_then(|name| name.to_str()).expect("a number");
        house.text(&format!("select coalesce(max(relname::text), 'no table') from pg_class where relfilenode::text = '{number}'"))
    };
    let held: BTreeSet<String> = after.iter().map(|(_, path)| table(path)).collect();
    assert!(held.is_empty(), "{} are left, in {held:?}", after.len());
}

#[test]
fn a_person_seals_an_erasure_after_seeing_what_goes() {
    let (house, _) = House::with_key();
    let record = |content: &str| {
        house.result(&["--mode", "agent", "evidence", "record", content, "--source", "a test"])["id"].as_str().expect("an id").to_owned()
    };
    let id = record("the kestrelword nests in the tower");
    record("the sparrow stays");
    assert_eq!(house.run(&["--mode", "human", "evidence", "erase", &id]).refused(), "SEAL_REQUIRED");
    let mut pty = house.pty(&["evidence", "erase", "--matching", "kestrelword", "--reason", "asked for"]);
    let page = pty.expect("Passphrase of ana");
    assert!(page.contains("evidence.erase") && page.contains("the kestrelword nests in the tower") && page.contains("asked for"), "{page}");
    pty.send(&format!("{PASSPHRASE}\r"));
    let (status, seen) = pty.finish();
    assert!(status.success() && seen.contains(&id), "{seen}");
    let left: Vec<PathBuf> =
        files(&house.home).into_iter().filter(|path| String::from_utf8_lossy(&fs::read(path).expect("read")).contains("kestrelword")).collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    let entries = house.result(&["--mode", "agent", "ledger", "show", "--op", "evidence.erase"])["entries"].clone();
    let done: Vec<&Json> = entries.as_array().expect("entries").iter().filter(|entry| entry["outcome"] == "done").collect();
    assert!(matches!(done.as_slice(), [one] if one["actor_kind"] == "human" && one["subject"] == json!(id)), "{entries}");
}

#[test]
fn a_copy_that_cannot_be_made_anew_is_named() {
    let house = House::unsealed(On::Sqlite);
    let record = |content: &str| house.result(&["--mode", "agent", "evidence", "record", content, "--source", "a test"]);
    record("the kestrelword nests in the tower");
    let (bent, aside) = (house.path("bent.palace-backup"), house.home.join("before-restore-once"));
    house.json(&["backup", text(&bent)]);
    fs::write(bent.join("manifest.json"), "{}").expect("write");
    fs::create_dir(&aside).expect("make");
    let answer = house.result(&["--mode", "human", "evidence", "erase", "--matching", "kestrelword"]);
    let still: Vec<&str> = answer["still"].as_array().expect("some").iter().map(|still| still["what"].as_str().expect("a name")).collect();
    assert_eq!(still, [text(&bent), text(&aside)], "{answer}");
    assert_eq!(answer.get("copies"), None);
}

#[test]
fn what_a_killed_backup_or_restore_left_behind_is_erased_too() {
    let house = House::unsealed(On::Sqlite);
    house.result(&["--mode", "agent", "evidence", "record", "the kestrelword nests in the tower", "--source", "a test"]);
    let (backup, elsewhere) = (house.path("b.palace-backup"), house.path("elsewhere"));
    for name in ["b.palace-backup", "c.palace-backup"] {
        house.json(&["backup", text(&house.path(name))]);
    }
    // Nobody else's folders are touched: not one behind a link, not one that is called almost so.
    fs::create_dir(&elsewhere).expect("make");
    fs::write(elsewhere.join("palace.db"), "mine").expect("write");
    std::os::unix::fs::symlink(&elsewhere, house.path(".b.palace-backup.partial-7")).expect("link");
    fs::create_dir(house.path(".b.palace-backup.partial-mine")).expect("make");
    fs::rename(&backup, house.path(".b.palace-backup.partial-4194305")).expect("as it is before the last step");
    fs::rename(house.path("c.palace-backup"), house.home.join(".restoring-4194305")).expect("as it is before the last step");
    let answer = house.result(&["--mode", "human", "evidence", "erase", "--matching", "kestrelword"]);
    assert_eq!(answer.get("still"), None, "{answer}");
    let left: Vec<PathBuf> =
        files(house.temp.path()).into_iter().filter(|path| String::from_utf8_lossy(&fs::read(path).expect("read")).contains("kestrelword")).collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(fs::read_to_string(elsewhere.join("palace.db")).expect("read"), "mine");
    assert!(house.path(".b.palace-backup.partial-mine").exists());
    assert_eq!(house.number("select count(*) from copy"), 0);
}

#[test]
fn an_erasure_whose_process_died_before_the_files_were_swept_is_ended_at_the_next_start() {
    let house = House::unsealed(On::Sqlite);
    house.result(&["--mode", "agent", "evidence", "record", "the kestrelword nests in the tower", "--source", "a test"]);
    // What the transaction leaves behind, as if nothing had come after it.
    house.sql("insert into copy (path, created_at) values ('', '2026-01-01T00:00:00.000Z')");
    house.result(&["status"]);
    assert_eq!(house.number("select count(*) from copy"), 0);
    assert_eq!(house.text("select op from ledger where outcome <> 'read' order by seq desc limit 1"), "palace.scrub");
}
