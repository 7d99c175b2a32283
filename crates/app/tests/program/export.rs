//! What leaves a palace can be verified without it, by two programs that agree; what comes in decides nothing.
//!
//! Not here: tampering with the database itself; see `tamper.rs`.

use crate::house::{Dice, House};
use kernel::ledger::{ProofDocument, export::verify_export};
use serde_json::{Value as Json, json};
use std::{collections::BTreeMap, fs, path::Path, process::Command};
use testkit::{On, backends};

backends! {
    an_export_is_believed_by_both_verifiers_on_sqlite, an_export_is_believed_by_both_verifiers_on_postgres => believed;
    an_import_brings_evidence_and_proposals_once_on_sqlite, an_import_brings_evidence_and_proposals_once_on_postgres => imported;
    facts_travel_once_with_when_they_held_on_sqlite, facts_travel_once_with_when_they_held_on_postgres => said;
    knowledge_comes_in_as_candidates_on_sqlite, knowledge_comes_in_as_candidates_on_postgres => knowing;
    what_was_lived_travels_and_the_rest_is_told_on_sqlite, what_was_lived_travels_and_the_rest_is_told_on_postgres => lived;
    what_was_read_travels_with_its_place_on_sqlite, what_was_read_travels_with_its_place_on_postgres => carried;
}

/// The second verifier: 0 fine, 1 at fault, 2 not readable.
fn python(args: &[&str], file: &Path) -> i32 {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify-ledger.py");
    Command::new("python3").arg(script).args(args).arg(file).output().expect("run python3").status.code().expect("a status")
}

/// A palace with two believed decisions, one retired, one rejected and one that waits.
fn lived_in(on: On) -> House {
    let house = House::unsealed(on);
    let ids: Vec<String> = ["keep this", "keep that", "drop this", "never this", "perhaps this"].iter().map(|text| house.store(text)).collect();
    for id in &ids[..3] {
        house.json(&["--mode", "human", "approve", id]);
    }
    house.json(&["--mode", "human", "reject", &ids[3]]);
    let dropped = house.text("select promoted_to_id from proposal where input like '%drop this%'");
    house.json(&["--mode", "human", "claim", "retire", &dropped, "--reason", "no longer so"]);
    house.json(&["evidence", "record", "a line of \"text\" with \\ and é and 日本", "--source", "test"]);
    house
}

fn export(house: &House, name: &str) -> String {
    let path = house.path(name);
    house.json(&["export", path.to_str().expect("text")]);
    fs::read_to_string(path).expect("read")
}

fn believed(on: On) {
    let house = lived_in(on);
    let text = export(&house, "out.jsonl");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let line: Json = serde_json::from_str(line).expect("JSON");
        *kinds.entry(line["type"].as_str().expect("a type").to_owned()).or_default() += 1;
        assert!(line["type"] != "claim" || line["proof"]["hashes"].is_array(), "{line}");
    }
    let entries = usize::try_from(house.number("select count(*) from ledger")).expect("small");
    let expected = [("claim", 3), ("entry", entries), ("evidence", 6), ("link", 3), ("proposal", 5), ("seal", 5)];
    assert_eq!(kinds, expected.map(|(kind, count)| (kind.to_owned(), count)).into());
    assert_eq!(verify_export(text.lines(), &[]).expect("verifies").size, entries as u64);
    assert_eq!(python(&[], &house.path("out.jsonl")), 0);

    // Standard output gives the same lines, signed anew.
    let ran = house.run(&["export"]);
    assert_eq!(ran.out.lines().count(), text.lines().count(), "{}", ran.err);
    verify_export(ran.out.lines(), &[]).expect("verifies");
    // A file is never replaced without being told, and is nobody else's to read.
    assert_eq!(house.run(&["export", house.path("out.jsonl").to_str().expect("text")]).refused(), "INPUT_INVALID");
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(house.path("out.jsonl")).expect("a file").permissions());
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn both_verifiers_refuse_every_tampered_export() {
    let house = lived_in(On::Sqlite);
    let text = export(&house, "out.jsonl");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let entries = 1..=lines.iter().filter(|line| line.contains(r#""type":"entry""#)).count();
    let claims: Vec<usize> = (0..lines.len()).filter(|n| lines[*n].contains(r#""type":"claim""#)).collect();
    let mut dice = Dice(7);
    let (path, elsewhere) = (house.path("bent.jsonl"), House::unsealed(On::Sqlite));
    for trial in 0..60 {
        let mut bent = lines.clone();
        let entry = *entries.start() + dice.index(entries.end() - 1);
        let kind =
            ["a digest", "the words", "removed", "twice", "swapped", "the tail cut", "the checkpoint", "a proof", "a proof's place", "a number"]
                [trial % 10];
        match kind {
            "a digest" => {
                let field = ["prev", "input", "output", "payload", "hash"][dice.index(5)];
                change(&mut bent[entry], |line| line[field] = json!(flipped(line[field].as_str().expect("hex"), &mut Dice(trial as u64))));
            }
            "the words" => change(&mut bent[entry], |line| line["body"] = json!(format!("{} ", line["body"].as_str().expect("a body")))),
            "removed" => drop(bent.remove(entry)),
            "twice" => bent.insert(entry, bent[entry].clone()),
            "swapped" => bent.swap(entry, if entry == 1 { 2 } else { entry - 1 }),
            "the tail cut" => {
                bent.drain(entry..=*entries.end());
            }
            "the checkpoint" => change(&mut bent[0], |line| {
                line["checkpoint"] = json!(line["checkpoint"].as_str().expect("text").replacen(char::is_numeric, "7x", 1));
            }),
            "a proof" => {
                let claim = claims[dice.index(claims.len())];
                change(&mut bent[claim], |line| {
                    let hash = line["proof"]["hashes"][0].as_str().expect("hex").to_owned();
                    line["proof"]["hashes"][0] = json!(flipped(&hash, &mut Dice(trial as u64)));
                });
            }
            "a proof's place" => {
                let claim = claims[dice.index(claims.len())];
                change(&mut bent[claim], |line| line["proof"]["index"] = json!(line["proof"]["index"].as_u64().expect("a number") ^ 1));
            }
            _ => change(&mut bent[entry], |line| line["at"] = json!(line["at"].as_i64().expect("a number") + 1)),
        }
        let bent = bent.join("\n") + "\n";
        fs::write(&path, &bent).expect("write");
        let rust = verify_export(bent.lines(), &[]);
        assert!(rust.is_err(), "trial {trial}, {kind}: believed by the first");
        assert_ne!(python(&[], &path), 0, "trial {trial}, {kind}: believed by the second, not by the first: {rust:?}");
        assert_eq!(elsewhere.run(&["import", path.to_str().expect("text")]).refused(), "INPUT_INVALID", "trial {trial}, {kind}");
    }
}

fn change(line: &mut String, edit: impl FnOnce(&mut Json)) {
    let mut json: Json = serde_json::from_str(line).expect("JSON");
    edit(&mut json);
    *line = json.to_string();
}

/// The same hex text with one digit changed.
fn flipped(hex: &str, dice: &mut Dice) -> String {
    let place = dice.index(hex.len());
    let digit = if hex.as_bytes()[place] == b'0' { '1' } else { '0' };
    format!("{}{digit}{}", &hex[..place], &hex[place + 1..])
}

#[test]
fn a_proof_of_one_entry_stands_alone_and_breaks_when_bent() {
    let house = lived_in(On::Sqlite);
    let count = house.number("select count(*) from ledger");
    let path = house.path("proof.json");
    for seq in [0, count / 2, count - 1] {
        let proof = house.result(&["ledger", "prove", &seq.to_string()])["proof"].clone();
        fs::write(&path, proof.to_string()).expect("write");
        serde_json::from_value::<ProofDocument>(proof.clone()).expect("a proof").check().expect("holds");
        assert_eq!(python(&["--proof"], &path), 0, "entry {seq}");
        for field in ["index", "size"] {
            let mut bent = proof.clone();
            bent[field] = json!(bent[field].as_u64().expect("a number") + 1);
            refuse_proof(&path, bent, field);
        }
        let mut bent = proof.clone();
        bent["hashes"][0] = json!(flipped(bent["hashes"][0].as_str().expect("hex"), &mut Dice(1)));
        refuse_proof(&path, bent, "hashes");
        let mut bent = proof;
        bent["entry"]["actor"] = json!("somebody else");
        refuse_proof(&path, bent, "entry");
    }
}

fn refuse_proof(path: &Path, bent: Json, what: &str) {
    fs::write(path, bent.to_string()).expect("write");
    assert!(serde_json::from_value::<ProofDocument>(bent).expect("a proof").check().is_err(), "{what}");
    assert_eq!(python(&["--proof"], path), 1, "{what}");
}

fn imported(on: On) {
    let from = lived_in(On::Sqlite);
    export(&from, "out.jsonl");
    from.store("later than the export");
    let note = from.path("checkpoint.txt");
    fs::write(&note, from.result(&["ledger", "checkpoint"])["note"].as_str().expect("a note")).expect("write");
    let file = from.path("out.jsonl");
    let (file, note) = (file.to_str().expect("text"), note.to_str().expect("text"));

    let to = House::unsealed(on);
    let first = to.json(&["--mode", "agent", "--user", "porter", "import", file]);
    assert_eq!(first["evidence"], json!({ "recorded": 6, "known": 0 }), "{first}");
    assert_eq!(first["claims"], json!({ "proposed": 2, "known": 0, "past": 1 }), "{first}");
    assert_eq!(to.recalled(), [""; 0], "another palace's seal does not hold here");
    assert_eq!(
        to.number("select count(*) from evidence e join provenance p on p.n = e.provenance where origin = 'import'"),
        8,
        "six brought in, two for the proposals"
    );
    assert_eq!(
        to.number("select count(*) from evidence e join provenance p on p.n = e.provenance where origin <> 'import'"),
        0,
        "nobody here said any of it"
    );
    assert_eq!(to.number("select count(*) from ledger where op in ('source.import', 'claim.propose')"), 3, "what was seen came in one call");
    assert_eq!(to.result(&["ledger", "verify"])["valid"], true);

    let again = to.json(&["--mode", "human", "--user", "other", "import", file]);
    assert_eq!((&again["evidence"]["recorded"], &again["claims"]["proposed"]), (&json!(0), &json!(0)), "{again}");
    let waiting: Vec<String> = to.result(&["--mode", "human", "proposals"])["proposals"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| p["id"].as_str().expect("an id").to_owned())
        .collect();
    to.json(&["--mode", "human", "approve", &waiting[0]]);
    to.json(&["--mode", "human", "reject", &waiting[1]]);
    let again = to.json(&["import", file]);
    assert_eq!(again["claims"], json!({ "proposed": 0, "known": 2, "past": 1 }), "what was decided stays decided");
    assert_eq!(to.recalled().len(), 1);

    assert_eq!(from.run(&["import", file]).refused(), "INPUT_INVALID", "its own export");
    // The checkpoint is of a later size than the export: a tail is missing, and only who kept a checkpoint can know.
    assert_eq!(House::unsealed(On::Sqlite).run(&["import", file, "--checkpoint", note]).refused(), "INPUT_INVALID");
}

#[test]
fn a_claim_travels_with_its_project() {
    let (from, to) = (House::unsealed(On::Sqlite), House::unsealed(On::Sqlite));
    from.run_in("a", &["--mode", "human", "store-direct", "slow here", "--as", "decision"]).json();
    from.json(&["--mode", "human", "store-direct", "slow everywhere", "--as", "decision"]);
    export(&from, "out.jsonl");
    let file = from.path("out.jsonl");
    // Wherever the person stands who brings it in.
    let told = to.run_in("b", &["--mode", "human", "import", file.to_str().expect("text")]).json();
    assert_eq!(told["claims"]["proposed"], 2, "{told}");
    for waiting in to.result(&["--mode", "human", "proposals"])["proposals"].as_array().expect("a list") {
        to.json(&["--mode", "human", "approve", waiting["id"].as_str().expect("an id")]);
    }
    let total = |project: &str| to.run_in(project, &["recall"]).json()["result"]["total"].clone();
    assert_eq!([total("a"), total("b")], [2, 1]);
}

#[test]
fn what_stands_beside_claims_leaves_with_its_proof() {
    let house = House::unsealed(On::Sqlite);
    house.work();
    let text = export(&house, "out.jsonl");
    assert_eq!(python(&[], &house.path("out.jsonl")), 0);
    let mut told: BTreeMap<String, Json> = BTreeMap::new();
    for line in text.lines().skip(1).map(|line| serde_json::from_str::<Json>(line).expect("JSON")).filter(|line| line["type"] == "beside") {
        assert!(line["proof"]["hashes"].is_array(), "{line}");
        told.insert(line["record"]["name"].as_str().expect("a name").to_owned(), line["record"].clone());
    }
    let learning = house.text("select claim from corridor");
    let decision = house.text("select claim from outcome");
    let (resolved, open) = (house.text("select id from postmortem where seal <> ''"), house.text("select id from postmortem where seal = ''"));
    let mut names = vec![
        house.text("select id from adoption"),
        format!("{decision} outcome 1"),
        format!("{learning} confidence 1"),
        format!("{learning} confidence 2"),
        format!("{learning} promoted"),
        resolved.clone(),
        format!("{resolved} resolved"),
        open,
        "setting proposalDays 1".to_owned(),
    ];
    names.sort();
    assert_eq!(told.keys().cloned().collect::<Vec<_>>(), names);
    assert_eq!(told[&format!("{learning} promoted")]["seal"], house.text("select seal from corridor"));
    assert_eq!(told[&resolved]["what"]["what_happened"], "The disk was full");
    assert_eq!(told[&format!("{resolved} resolved")]["made_by"], "ana");
}

fn said(on: On) {
    let from = House::unsealed(On::Sqlite);
    let seen = from.result(&["evidence", "record", "Ada moved to Turin in 1998", "--source", "letter"])["id"].as_str().expect("an id").to_owned();
    from.json(&["fact", "add", "Ada", "lives in", "Turin", "--source-drawer", &seen, "--valid-from", "1998-05-01T00:00:00Z", "--confidence", "0.8"]);
    let left = from.result(&["fact", "add", "Ada", "works at", "Acme", "--valid-from", "1960-01-01T00:00:00Z"])["triples"][0]["id"].clone();
    let left = left.as_str().expect("an id");
    let text = export(&from, "out.jsonl");
    assert_eq!(python(&[], &from.path("out.jsonl")), 0);
    let file = from.path("out.jsonl");
    let file = file.to_str().expect("text");

    let to = House::unsealed(on);
    let first = to.json(&["--user", "porter", "import", file]);
    assert_eq!(first["facts"], json!({ "kept": 2, "known": 0 }), "{first}");
    assert_eq!(to.number("select count(*) from fact where origin = 'import' and principal = 'porter'"), 2);
    assert_eq!(to.text("select valid_from from fact where object = 'Turin'"), "1998-05-01T00:00:00.000Z");
    let cited = to.text("select e.content from fact f join evidence e on e.id = f.source");
    assert_eq!(cited, "Ada moved to Turin in 1998", "it cites what came with it");
    let before = to.number("select count(*) from ledger");
    assert_eq!(to.json(&["import", file])["facts"], json!({ "kept": 0, "known": 2 }));
    assert_eq!(to.number("select count(*) from ledger"), before, "nothing was written");

    // An end that was said there meanwhile is heard of here; and nothing comes back as news.
    from.json(&["fact", "invalidate", left, "--valid-to", "1990-01-01T00:00:00Z"]);
    from.json(&["export", file, "--force"]);
    assert_eq!(to.json(&["import", file])["facts"], json!({ "kept": 0, "known": 2 }));
    assert_eq!(to.text("select ended from fact where object = 'Acme'"), "1990-01-01T00:00:00.000Z");
    let back = to.path("back.jsonl");
    to.json(&["export", back.to_str().expect("text")]);
    assert_eq!(from.json(&["import", back.to_str().expect("text")])["facts"], json!({ "kept": 0, "known": 2 }));
    for house in [&from, &to] {
        assert_eq!(house.result(&["ledger", "verify"])["valid"], true);
    }

    let bent = from.path("bent.jsonl");
    fs::write(&bent, replaced_line(&text, "fact", "Turin", "Milan")).expect("write");
    assert_eq!(House::unsealed(On::Sqlite).run(&["import", bent.to_str().expect("text")]).refused(), "INPUT_INVALID", "no entry left it so");
}

/// A palace with one believed drawer, its card, a candidate that nobody agreed to, and one that was retired.
fn wise(on: On) -> House {
    let house = House::unsealed(on);
    let seen = |text: &str, source: &str| {
        house.result(&["evidence", "record", text, "--source", source, "--origin", "tool"])["id"].as_str().expect("an id").to_owned()
    };
    let (one, two) = (seen("it was fast", "a.log"), seen("it was fast again", "b.log"));
    let distil = |statement: &str| {
        let made = house.result(&[
            "knowledge",
            "distill",
            statement,
            "--content",
            "Then change.",
            "--tier",
            "shu",
            "--domain",
            "global",
            "--supporting-refs",
            &one,
        ]);
        made["drawerId"].as_str().expect("an id").to_owned()
    };
    let (kept, _, gone) = (distil("Measure first"), distil("Perhaps cache"), distil("Never cache"));
    house.json(&["--mode", "human", "knowledge", "promote", &kept, "--status", "promoted", "--verification-refs", &two, "--reason", "it held"]);
    let against = ["--status", "retired", "--evidence-refs", &two, "--reason", "we do", "--reason-type", "contradicted"];
    house.json(&[["--mode", "human", "knowledge", "demote", gone.as_str()].as_slice(), against.as_slice()].concat());
    house.json(&["--mode", "human", "card", "backfill", "--status", "promoted"]);
    house
}

fn knowing(on: On) {
    let from = wise(On::Sqlite);
    let text = export(&from, "out.jsonl");
    assert_eq!(python(&[], &from.path("out.jsonl")), 0);
    let count = |kind: &str| text.lines().filter(|line| line.contains(&format!(r#""type":"{kind}""#))).count();
    assert_eq!((count("knowledge"), count("premise")), (4, 7));
    // A standing, a tier or a role that was bent on the way is noticed, although every entry verifies.
    let bent = [
        ("knowledge", r#""standing":"retired""#, r#""standing":"promoted""#),
        ("knowledge", r#""tier":"shu""#, r#""tier":"dao_ren""#),
        ("premise", r#""role":"verification""#, r#""role":"teaching""#),
    ];
    for (kind, was, is) in bent {
        let path = from.path("bent.jsonl");
        fs::write(&path, replaced_line(&text, kind, was, is)).expect("write");
        assert_eq!(House::unsealed(On::Sqlite).run(&["import", path.to_str().expect("text")]).refused(), "INPUT_INVALID", "{kind} {is}");
    }

    let file = from.path("out.jsonl");
    let (to, file) = (House::unsealed(on), file.to_str().expect("text"));
    let first = to.json(&["--mode", "agent", "--user", "porter", "import", file]);
    assert_eq!(first["knowledge"], json!({ "candidates": 2, "proposed": 2, "known": 0, "past": 2 }), "{first}");
    assert_eq!(to.number("select count(*) from knowledge where standing = 'candidate' and seal = ''"), 2, "another palace's seal does not hold here");
    let again = to.json(&["--mode", "human", "import", file]);
    assert_eq!(again["knowledge"], json!({ "candidates": 0, "proposed": 0, "known": 2, "past": 2 }), "{again}");
    for proposal in to.result(&["--mode", "human", "proposals"])["proposals"].as_array().expect("a list") {
        to.json(&["--mode", "human", "approve", proposal["id"].as_str().expect("an id")]);
    }
    assert_eq!(to.number("select count(*) from knowledge where standing = 'promoted'"), 2);
    assert_eq!(to.result(&["ledger", "verify"])["valid"], true);
}

/// Keeps documents, each with its path, kind and turns or text.
fn keep(house: &House, documents: &Json) {
    let file = house.path("documents.json");
    fs::write(&file, documents.to_string()).expect("write");
    house.json(&["--user", "reader", "source", "keep", "--documents", file.to_str().expect("text")]);
}

/// A palace that has read: an edited file, a conversation, a file that is gone; with a remark, a believed claim and a direct one.
fn well_read(on: On) -> House {
    let house = House::unsealed(on);
    let talk =
        [("Mel", "Where did you two go last summer, when the office was closed?"), ("Ana", "We went to Lisbon and painted the harbour at sunrise.")];
    let turns: Vec<Json> = talk.iter().map(|(author, text)| json!({ "author": author, "text": text, "at": "2025-08-01T10:00:00.000Z" })).collect();
    keep(
        &house,
        &json!([
            { "path": "docs/server.md", "title": "Server", "kind": "markdown", "parts": [{ "text": "# Ports\n\nThe server listens on port 8080 behind nginx." }] },
            { "path": "chat/1", "kind": "conversation", "parts": turns },
            { "path": "docs/old.md", "kind": "markdown", "parts": [{ "text": "Deploys are made by hand from the laptop of whoever is there." }] },
        ]),
    );
    keep(
        &house,
        &json!([{ "path": "docs/server.md", "title": "Server", "kind": "markdown", "parts": [{ "text": "# Ports\n\nThe server listens on port 9090 behind caddy." }] }]),
    );
    let listed = house.result(&["source", "list"]);
    let old = listed["sources"].as_array().expect("sources").iter().find(|s| s["path"] == "docs/old.md").expect("read").clone();
    house.json(&["source", "gone", old["id"].as_str().expect("an id")]);
    let seen = house.result(&["evidence", "record", "the nightly suite passes in eleven minutes", "--source", "cargo test", "--origin", "tool"]);
    let stored = house.result(&["store", "The suite runs every night", "--as", "decision", "--evidence", seen["id"].as_str().expect("an id")]);
    house.json(&["--mode", "human", "approve", stored["proposalId"].as_str().expect("a proposal")]);
    house.json(&["--mode", "human", "store-direct", "Releases are cut on Tuesdays", "--as", "decision"]);
    house
}

/// What recall sees for each question: the line, who said it, when, and under which heading.
fn seen(house: &House) -> Vec<Vec<Json>> {
    let ask = |question: &&str| {
        let found = house.result(&["recall", question, "--only", "evidence", "--anywhere", "--limit", "3"]);
        let told =
            |s: &Json| json!([s["line"], s["author"], s["heading"], s["kind"], if s["kind"] == "conversation" { &s["at"] } else { &Json::Null }]);
        found["seen"].as_array().expect("a list").iter().map(told).collect()
    };
    ["which port does the server listen on", "where did Ana paint the harbour", "how long does the nightly suite take"].iter().map(ask).collect()
}

fn carried(on: On) {
    let from = well_read(On::Sqlite);
    let text = export(&from, "out.jsonl");
    assert_eq!(python(&[], &from.path("out.jsonl")), 0);
    let lines: Vec<Json> = text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
    assert_eq!((of("source").len(), of("revision").len(), of("link").len()), (3, 5, 3));
    for revision in of("revision") {
        assert_eq!(revision["proof"].is_null(), revision["change"] == "gone", "{revision}");
    }
    let turn = of("evidence").into_iter().find(|e| e["place"]["author"] == "Ana").expect("her turn").clone();
    assert_eq!((&turn["place"]["seq"], &turn["place"]["at"], &turn["place"]["until"]), (&json!(1), &json!("2025-08-01T10:00:00.000Z"), &Json::Null));

    let file = from.path("out.jsonl");
    let file = file.to_str().expect("text");
    let to = House::unsealed(on);
    let first = to.json(&["--user", "porter", "import", file]);
    assert_eq!(
        (&first["sources"], &first["claims"]),
        (&json!({ "kept": 4, "known": 0 }), &json!({ "proposed": 2, "known": 0, "past": 0 })),
        "{first}"
    );
    assert_eq!(first["evidence"], json!({ "recorded": of("evidence").len(), "known": 0 }), "{first}");
    let expected = seen(&from);
    assert!(expected.iter().all(|found| !found.is_empty()), "{expected:?}");
    assert_eq!(seen(&to), expected);
    assert_eq!(
        to.number("select count(*) from evidence e join provenance p on p.n = e.provenance where origin <> 'import' or principal <> 'porter'"),
        0,
        "nobody here saw it"
    );
    let palace = first["palace"].as_str().expect("a palace");
    assert_eq!(to.number(&format!("select count(*) from source where path not like 'import/{palace}/%'")), 0);
    assert_eq!(to.number("select count(*) from source where state = 'gone'"), 1);
    assert_eq!(to.number("select count(*) from item where until <> ''"), from.number("select count(*) from item where until <> ''"));
    // A claim that a human wrote directly still rests on their word; both wait for a human here.
    assert_eq!(to.number("select count(*) from proposal where evidence like '%,%'"), 2, "what they heard, and what came in");
    assert_eq!(to.result(&["ledger", "verify"])["valid"], true);

    let before = to.number("select count(*) from ledger");
    let again = to.json(&["--user", "other", "import", file]);
    assert_eq!(
        (&again["evidence"]["recorded"], &again["sources"]["kept"], &again["claims"]["proposed"]),
        (&json!(0), &json!(0), &json!(0)),
        "{again}"
    );
    assert_eq!(to.number("select count(*) from ledger"), before, "nothing was written");

    // A later export replaces what changed, and brings nothing twice.
    keep(
        &from,
        &json!([{ "path": "docs/server.md", "title": "Server", "kind": "markdown", "parts": [{ "text": "# Ports\n\nThe server listens on port 7070 behind caddy." }] }]),
    );
    from.json(&["export", file, "--force"]);
    let later = to.json(&["import", file]);
    assert_eq!((&later["sources"], &later["evidence"]["recorded"]), (&json!({ "kept": 1, "known": 3 }), &json!(1)), "{later}");
    assert_eq!(seen(&to), seen(&from));

    // What came from a palace does not come back to it as news.
    let back = to.path("back.jsonl");
    to.json(&["export", back.to_str().expect("text")]);
    let returned = from.json(&["import", back.to_str().expect("text")]);
    assert_eq!(
        (&returned["sources"]["kept"], &returned["evidence"]["recorded"]),
        (&json!(1), &json!(2)),
        "only what was heard of the proposals there: {returned}"
    );
    assert_eq!(from.result(&["ledger", "verify"])["valid"], true);
}

#[test]
fn a_bent_place_or_piece_of_a_source_is_refused() {
    let from = well_read(On::Sqlite);
    let text = export(&from, "out.jsonl");
    let bent = from.path("bent.jsonl");
    let table: [(&str, String); 5] = [
        ("the words of a piece", replaced_line(&text, "evidence", "port 8080", "port 8081")),
        ("a piece of another revision", replaced_line(&text, "evidence", r#""revision":1"#, r#""revision":2"#)),
        ("a piece of no source", replaced_line(&text, "evidence", r#""place":{"source":"src_"#, r#""place":{"source":"src_0"#)),
        (
            "a piece left out",
            text.lines().filter(|line| !line.contains("painted the harbour") || line.contains(r#""type":"entry""#)).collect::<Vec<_>>().join("\n"),
        ),
        ("what a claim rests on", replaced_line(&text, "link", r#""created_by":""#, r#""created_by":"x"#)),
    ];
    let to = House::unsealed(On::Sqlite);
    for (case, changed) in table {
        assert_ne!(changed, text, "{case}: nothing was changed");
        fs::write(&bent, changed).expect("write");
        assert_eq!(to.run(&["import", bent.to_str().expect("text")]).refused(), "INPUT_INVALID", "{case}");
    }
    assert_eq!(to.number("select count(*) from evidence"), 0, "nothing was brought in");
}

#[test]
fn an_import_refuses_what_the_ledger_did_not_leave() {
    let from = lived_in(On::Sqlite);
    let text = export(&from, "out.jsonl");
    let bent = from.path("bent.jsonl");
    let table: [(&str, String); 6] = [
        ("the words of a claim", text.replacen(r#""content":"keep this","scope""#, r#""content":"bend this","scope""#, 1)),
        ("the words of evidence", replaced_line(&text, "evidence", "keep this", "bend this")),
        ("a claim that was retired", replaced_line(&text, "claim", r#""standing":"retired""#, r#""standing":"promoted""#)),
        ("a line of another kind", text.clone() + "{\"type\":\"order\",\"do\":\"something\"}\n"),
        ("a field of another kind", replaced_line(&text, "claim", r#""type":"claim""#, r#""type":"claim","force":true"#)),
        ("not an export", "hello\n".to_owned()),
    ];
    let to = House::unsealed(On::Sqlite);
    for (case, changed) in table {
        assert_ne!(changed, text, "{case}: nothing was changed");
        fs::write(&bent, changed).expect("write");
        assert_eq!(to.run(&["import", bent.to_str().expect("text")]).refused(), "INPUT_INVALID", "{case}");
    }
    assert_eq!(to.run(&["import", "nowhere.jsonl"]).refused(), "INPUT_INVALID");
    assert_eq!(to.run(&["import", from.path("out.jsonl").to_str().expect("text"), "--key", "palace-log+00000000+AAAA"]).refused(), "INPUT_INVALID");
    assert_eq!(to.number("select count(*) from evidence"), 0, "nothing was brought in");
}

/// The export with a change in the first line of a kind that has the words.
fn replaced_line(text: &str, kind: &str, from: &str, to: &str) -> String {
    let mut done = false;
    let lines = text.lines().map(|line| {
        let here = !done && line.contains(&format!(r#""type":"{kind}""#)) && line.contains(from);
        done |= here;
        if here { line.replacen(from, to, 1) } else { line.to_owned() }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// One guarded cycle from its question to its receipt.
fn go_round(house: &House) {
    let call = |op: &str, input: Json| house.result(&["call", op, &input.to_string()]);
    let session = call("cycle.snapshot", json!({ "contextKeys": ["tools"] }))["sessionId"].clone();
    call("cycle.route", json!({ "sessionId": session, "userInput": "which way?" }));
    call("cycle.pack", json!({ "sessionId": session }));
    call("cycle.step", json!({ "sessionId": session, "phase": "DRAFT", "input": { "draft": "This way." } }));
    call("cycle.finalize", json!({ "sessionId": session, "draft": "This way." }));
    assert_eq!(call("cycle.validate", json!({ "sessionId": session }))["valid"], true);
}

/// What can be counted on either side: cells that are in use.
const CELLS: &str = "select count(*) from cell where state <> 'archived'";

fn lived(on: On) {
    let from = House::unsealed(On::Sqlite);
    for (place, rest) in [("The lamp is red. The door should be shut.", "a"), ("The roof is flat. The oven is hot.", "b")] {
        let told = json!({ "type": "effective", "domain": "Tools", "situation": place, "approach": rest, "outcome": rest, "reasoning": rest });
        assert_eq!(from.result(&["call", "experience.record", &told.to_string()])["recorded"], true);
    }
    from.json(&["cycle", "consolidate", "--threshold", "1"]);
    go_round(&from);
    from.json(&["drawer", "ingest", "the keys hang by the door", "--wing", "house", "--room", "hall"]);
    let cells = from.number(CELLS);
    assert!(cells > 2, "{cells} cells");

    // What goes is counted, and what stays is named.
    let file = from.path("out.jsonl");
    let file = file.to_str().expect("text");
    let told = from.json(&["export", file]);
    assert_eq!((&told["lines"]["experience"], &told["lines"]["receipt"]), (&json!(2), &json!(1)), "{told}");
    for (what, table) in [("cells", "cell"), ("scenes", "scene"), ("cycles", "cycle"), ("tokens", "cycle_token"), ("sessions", "session")] {
        assert_eq!(told["left"][what], from.number(&format!("select count(*) from {table}")), "{what}: {told}");
    }
    let aside = from.run(&["export"]).err;
    assert!(aside.contains("Left here (") && aside.contains("cells "), "{aside}");
    assert_eq!(python(&[], &from.path("out.jsonl")), 0);

    // Experiences come in and come to the same cells; a receipt is checked and holds there alone; a remark stands where it stood.
    let to = House::unsealed(on);
    let first = to.json(&["import", file]);
    assert_eq!(first["experiences"], json!({ "kept": 2, "known": 0 }), "{first}");
    assert_eq!(first["leftOut"]["receipts"], 1, "{first}");
    to.json(&["cycle", "consolidate", "--threshold", "1"]);
    assert_eq!(to.number(CELLS), cells, "the same experiences come to the same cells");
    let stands = to.result(&["drawer", "list", "--wing", "house", "--room", "hall"]);
    assert!(stands.to_string().contains("the keys hang by the door"), "{stands}");
    assert_eq!(to.json(&["import", file])["experiences"], json!({ "kept": 0, "known": 2 }));
    assert_eq!(to.result(&["ledger", "verify"])["valid"], true);

    // One word of a receipt is enough.
    let bent = from.path("bent.jsonl");
    fs::write(&bent, replaced_line(&fs::read_to_string(file).expect("read"), "receipt", "governance", "licence")).expect("write");
    assert_eq!(House::unsealed(On::Sqlite).run(&["import", bent.to_str().expect("text")]).refused(), "INPUT_INVALID", "no entry left it so");
}
