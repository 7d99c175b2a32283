//! Tampering with a real file, and how it is noticed: by the chain, by the rows it speaks of, or by a checkpoint that was
//! kept somewhere else.
//!
//! Not here: the thousand trials of each kind in memory; those are the kernel's. Here each goes through the file.

use crate::house::{Dice, House};
use app::{desk::Desk, home::Home};
use kernel::{
    actor::Mode,
    id::PalaceId,
    ledger::{Digest, payload_digest},
    refusal::Code,
};
use serde_json::{Value as Json, json};
use std::{fs, path::Path, process::Command};
use store::StoredEntry;
use testkit::On;

const TRIALS: u64 = 25;
const BEFORE: usize = 40;
const AFTER: usize = 30;

/// A palace at two moments, with the checkpoint that somebody kept of the later one.
struct Base {
    house: House,
    /// Its file as it was earlier.
    older: Vec<u8>,
    /// The later checkpoint, as text and in a file.
    note: String,
    entries: u64,
}

fn base() -> Base {
    let house = House::unsealed(On::Sqlite);
    let write = |from: usize, to: usize| {
        let mut mcp = house.serve(&["--profile", "all"]).initialized();
        for n in from..to {
            let tool = if n % 3 == 0 {
                ("store", json!({ "content": format!("decision {n}"), "as": "decision" }))
            } else {
                ("evidence_record", json!({ "content": format!("seen {n}"), "source": "test" }))
            };
            let answer = mcp.call(tool.0, tool.1);
            assert!(answer["result"]["structuredContent"]["receipt"].is_object(), "{answer}");
        }
        mcp.close();
    };
    write(0, BEFORE);
    let older = fs::read(house.db()).expect("read");
    write(BEFORE, BEFORE + AFTER);
    let note = house.result(&["ledger", "checkpoint"])["note"].as_str().expect("a note").to_owned();
    fs::write(house.path("kept.txt"), &note).expect("write");
    let entries = u64::try_from(house.number("select count(*) from ledger")).expect("small");
    Base { house, older, note, entries }
}

/// What the palace itself says, with and without the checkpoint that was kept elsewhere.
fn verify(house: &House, note: Option<&str>) -> Result<(), Code> {
    let desk = Desk::open(Home::at(&house.home), Mode::Agent, "auditor").map_err(|r| r.code())?;
    let kept: Vec<&str> = note.into_iter().collect();
    let answer = desk.ask("ledger.verify", json!({ "checkpoint": kept })).map_err(|r| r.code())?;
    if answer.get().result["valid"] == json!(true) { Ok(()) } else { Err(Code::StoreDamaged) }
}

fn consistency(house: &House, note: &str) -> Result<(), Code> {
    let desk = Desk::open(Home::at(&house.home), Mode::Agent, "auditor").map_err(|r| r.code())?;
    desk.ask("ledger.consistency", json!({ "old": note })).map(drop).map_err(|r| r.code())
}

/// The second verifier on an export of this file: 0 fine, 1 at fault.
fn python(house: &House, kept: Option<&Path>) -> Option<i32> {
    let ran = house.run(&["export"]);
    if ran.code != Some(0) {
        return None; // refused to export: noticed before the verifier saw it
    }
    let path = house.path("out.jsonl");
    fs::write(&path, ran.out).expect("write");
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify-ledger.py")).arg(&path);
    if let Some(kept) = kept {
        command.arg("--checkpoint").arg(kept);
    }
    command.output().expect("run python3").status.code()
}

#[test]
fn an_untouched_file_raises_no_alarm() {
    let base = base();
    for _ in 0..TRIALS {
        let copy = base.house.copied();
        assert_eq!(verify(&copy, Some(&base.note)), Ok(()));
        assert_eq!(consistency(&copy, &base.note), Ok(()));
    }
    assert_eq!(python(&base.house, Some(&base.house.path("kept.txt"))), Some(0));
    let kept = base.house.path("kept.txt");
    let (verified, kept) = (base.house.result(&["ledger", "verify", "--checkpoint", kept.to_str().expect("text")]), kept.to_str().expect("text"));
    assert_eq!(verified["valid"], true);
    assert_eq!(base.house.result(&["ledger", "consistency", kept])["consistent"], true);
}

#[test]
fn a_changed_file_is_noticed_by_the_file_itself() {
    let base = base();
    let mut dice = Dice(42);
    for kind in [
        "a payload",
        "a hash",
        "a field",
        "deleted",
        "deleted and closed up",
        "inserted",
        "reordered",
        "a payload gone",
        "said to be erased",
        "kept and said to be erased",
    ] {
        for trial in 0..TRIALS {
            let copy = base.house.copied();
            let seq = dice.roll(base.entries - 1); // never the last: what the tail loses is another test
            let sql = match kind {
                "a payload" => format!("update ledger set body = body || ' ' where seq = {seq}"),
                "a hash" => {
                    let column = ["hash", "prev", "payload", "input", "output"][dice.index(5)];
                    format!("update ledger set {column} = '{}' where seq = {seq}", Digest::of(&seq.to_be_bytes()))
                }
                "a field" => {
                    let change = ["actor = 'ana'", "op = 'proposal.approve'", "outcome = 'refused INTERNAL'", "subject = 'd_other'", "at = '2020-01-01T00:00:00.000Z'", "actor_kind = 'human'"][dice.index(6)];
                    format!("update ledger set {change} where seq = {seq}")
                }
                "deleted" => format!("delete from ledger where seq = {seq}"),
                "deleted and closed up" => format!("delete from ledger where seq = {seq}; update ledger set seq = -seq where seq > {seq}; update ledger set seq = -seq - 1 where seq < 0"),
                "inserted" => format!(
                    "update ledger set seq = -seq where seq > {seq}; update ledger set seq = 1 - seq where seq < 0;
                     insert into ledger select seq + 1, at, actor_kind, actor, session, op, outcome, subject, input, output, payload, prev, hash, salt, body, erased_by from ledger where seq = {seq}"
                ),
                "reordered" => {
                    let other = if seq == 0 { 1 } else { seq - 1 };
                    format!("update ledger set seq = -1 where seq = {seq}; update ledger set seq = {seq} where seq = {other}; update ledger set seq = {other} where seq = -1")
                }
                "a payload gone" => format!("update ledger set body = null, salt = null where seq = {seq}"),
                "kept and said to be erased" => format!("update ledger set erased_by = {} where seq = {seq}", base.entries - 1),
                _ => format!("update ledger set body = null, salt = null, erased_by = {} where seq = {seq}", seq + 1),
            };
            copy.sql(&sql);
            assert_eq!(verify(&copy, None), Err(Code::StoreDamaged), "{kind}, trial {trial}: {sql}");
            if trial == 0 {
                assert_ne!(python(&copy, None), Some(0), "{kind}: {sql}");
                assert_eq!(copy.run(&["ledger", "verify"]).refused(), "STORE_DAMAGED", "{kind}: through the program");
            }
        }
    }
}

#[test]
fn a_row_beside_claims_is_noticed_when_it_is_changed_deleted_or_invented() {
    let house = House::unsealed(On::Sqlite);
    house.work();
    assert_eq!(verify(&house, None), Ok(()));
    let table = [
        ("update outcome set note = 'better'", "changed"),
        ("update confidence set hundredths = 99", "changed"),
        ("update setting set value = '3000'", "changed"),
        ("update corridor set origin = 'repo://elsewhere'", "changed"),
        ("update corridor set promoted_by = 'eve'", "changed"),
        ("update postmortem set what_happened = 'nothing'", "changed"),
        ("update postmortem set severity = 'low'", "changed"),
        ("update postmortem set resolved_by = 'eve' where seal <> ''", "changed"),
        ("update postmortem set resolved_at = '2020-01-01T00:00:00.000Z' where seal <> ''", "changed"),
        ("update adoption set quality = 'ready'", "changed"),
        ("update adoption set principal = 'eve'", "changed"),
        ("update adoption set created_at = '2020-01-01T00:00:00.000Z'", "changed"),
        ("delete from adoption", "gone"),
        (
            "insert into adoption select n + 1, 'adoption_0', track, signal, feature, query, context_hash, card_id, evaluator_id, research_report_id,
             note, metadata, quality, anchor, principal, created_at from adoption",
            "no entry",
        ),
        ("delete from outcome", "gone"),
        ("delete from confidence where n = 2", "gone"),
        ("delete from setting", "gone"),
        ("delete from corridor", "gone"),
        ("delete from postmortem", "gone"),
        ("update postmortem set resolved_at = '', resolved_by = '', seal = ''", "gone"),
        ("insert into outcome select claim, n + 1, outcome, note, made_by, made_at, seal from outcome", "no entry"),
        ("insert into confidence select claim, n + 9, hundredths, why, made_by, made_at, seal from confidence", "no entry"),
        ("insert into corridor select 'l_0', origin, seal, promoted_by, promoted_at from corridor", "no entry"),
        (
            "insert into postmortem select 'pm_0', evidence, anchor, title, what_happened, root_cause, lessons, prevention, severity, files,
             related_decision, related_session, principal, created_at, resolved_at, resolved_by, seal from postmortem where seal = ''",
            "no entry",
        ),
        ("update postmortem set seal = (select seal from postmortem where seal <> ''), resolved_by = 'ana' where seal = ''", "no entry"),
    ];
    for (sql, told) in table {
        let copy = house.copied();
        copy.sql(sql);
        let ran = copy.run(&["ledger", "verify"]);
        assert_eq!(ran.refused(), "STORE_DAMAGED", "{sql}");
        assert!(format!("{ran:?}").contains(told), "{sql}: {ran:?}");
    }
}

/// Takes away everything a thief would think of: entries, what they made, and the checkpoints kept in the same file.
fn cut(house: &House, seq: u64) {
    let mut raw = house.raw();
    let gone = raw.query(&format!("select body from ledger where seq >= {seq}"), &[]).expect("ask");
    for mut row in gone {
        for (id, _) in store::left_by(&row.text().expect("a body")) {
            raw.batch(&format!("delete from proposal where id = '{id}'; delete from evidence where id = '{id}'")).expect("delete");
        }
    }
    raw.batch(&format!("delete from ledger where seq >= {seq}; delete from checkpoint; delete from ledger_tile")).expect("delete");
}

#[test]
fn a_cut_tail_is_noticed_by_a_checkpoint_kept_elsewhere() {
    let base = base();
    let mut dice = Dice(43);
    for trial in 0..TRIALS {
        let copy = base.house.copied();
        let seq = 1 + dice.roll(base.entries - 2);
        cut(&copy, seq);
        assert_eq!(verify(&copy, None), Ok(()), "trial {trial}: the file alone cannot know");
        noticed(&base, &copy, trial, &format!("cut at {seq}"));
    }
}

#[test]
fn a_file_rolled_back_is_noticed_by_a_checkpoint_kept_elsewhere() {
    let base = base();
    for trial in 0..TRIALS {
        let copy = base.house.copied();
        fs::write(copy.db(), &base.older).expect("write");
        // The older file lives on for a while, so that its size gives nothing away.
        for n in 0..trial * 2 {
            let desk = Desk::open(Home::at(&copy.home), Mode::Agent, "bot").expect("open");
            desk.ask("evidence.record", json!({ "content": format!("other {n}"), "source": "test" })).expect("recorded");
        }
        assert_eq!(verify(&copy, None), Ok(()), "trial {trial}: the file alone cannot know");
        noticed(&base, &copy, trial, "rolled back");
    }
}

#[test]
fn a_chain_written_anew_is_noticed_by_a_checkpoint_kept_elsewhere() {
    let base = base();
    let mut dice = Dice(44);
    for trial in 0..TRIALS {
        let copy = base.house.copied();
        let seq = dice.roll(base.entries - 2);
        rewrite(&copy, seq);
        assert_eq!(verify(&copy, None), Ok(()), "trial {trial}: the file alone cannot know");
        noticed(&base, &copy, trial, &format!("written anew from {seq}"));
    }
}

fn noticed(base: &Base, copy: &House, trial: u64, what: &str) {
    assert_eq!(verify(copy, Some(&base.note)), Err(Code::StoreDamaged), "{what}, trial {trial}");
    assert_eq!(consistency(copy, &base.note), Err(Code::StoreDamaged), "{what}, trial {trial}");
    if trial < 3 {
        let kept = base.house.path("kept.txt");
        assert_eq!(python(copy, None), Some(0), "{what}, trial {trial}: an export alone cannot know");
        assert_eq!(python(copy, Some(&kept)), Some(1), "{what}, trial {trial}");
        let kept = kept.to_str().expect("text");
        assert_eq!(copy.run(&["ledger", "verify", "--checkpoint", kept]).refused(), "STORE_DAMAGED");
        assert_eq!(copy.run(&["ledger", "consistency", kept]).refused(), "STORE_DAMAGED");
    }
}

/// A thief who knows the format: changes who did one thing, and makes every later link, hash and tree hash fit.
fn rewrite(house: &House, seq: u64) {
    let palace = PalaceId::parse(&house.text("select id from palace")).expect("an id");
    let desk = Desk::open(Home::at(&house.home), Mode::Agent, "thief").expect("open");
    let mut entries: Vec<StoredEntry> = Vec::new();
    desk.engine
        .look(|_, view| {
            view.each_entry(&palace, &mut |stored| {
                entries.push(stored);
                Ok(())
            })?;
            Ok(())
        })
        .expect("read");
    drop(desk);
    let mut raw = house.raw();
    raw.batch("delete from checkpoint").expect("delete");
    let mut prev = Digest::ZERO;
    for stored in &mut entries {
        let entry = &mut stored.entry;
        entry.prev = prev;
        if entry.seq == seq {
            entry.actor = "somebody else".into();
            let body: Json = serde_json::from_str(stored.body.as_deref().expect("a body")).expect("JSON");
            let mut body = body;
            body["forged"] = json!(true);
            let body = kernel::canonical::canonical(&body).expect("plain");
            entry.payload = payload_digest(&stored.salt.expect("a salt"), body.as_bytes());
            stored.body = Some(body);
        }
        prev = entry.hash();
        let row = [
            entry.actor.clone(),
            entry.payload.to_string(),
            entry.prev.to_string(),
            prev.to_string(),
            stored.body.clone().expect("a body"),
            entry.seq.to_string(),
        ];
        let args: Vec<store::Value> = row.iter().map(|text| store::Value::from(text.as_str())).collect();
        raw.execute("update ledger set actor = ?1, payload = ?2, prev = ?3, hash = ?4, body = ?5 where seq = cast(?6 as integer)", &args)
            .expect("update");
    }
    assert_eq!(
        raw.query("select count(*) from ledger_tile", &[]).expect("ask").pop().expect("a row").int().expect("a number"),
        0,
        "BUG: the base is small enough to have no tree hashes to forge"
    );
}
