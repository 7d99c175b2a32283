//! Erasure reaches every row, and the ledger still proves what it proved.

use super::ledger_holds;
use crate::{
    On,
    dump::tables,
    world::{Hand, Who, World},
};
use engine::Envelope;
use kernel::{anchor::Anchor, palace::Sealing, refusal::Code};
use serde_json::{Value as Json, json};

/// A word that nothing else holds, in the spelling that stems and indexes leave alone.
const WORD: &str = "zanzibarq";

/// Every place of every table that holds a text, as `table.column`.
pub(super) fn places(world: &World, text: &str) -> Vec<String> {
    let (mut db, mut found) = (world.raw(), Vec::new());
    let hex = store::Value::from(text.as_bytes()).to_string();
    for (table, columns) in tables(&mut *db) {
        for column in columns {
            for mut row in db.query(&format!("select \"{column}\" from \"{table}\""), &[]).expect("read a table") {
                let value = row.value().map_or_else(String::new, |value| value.to_string());
                if value.contains(text) || value.contains(&hex) {
                    found.push(format!("{table}.{column}"));
                }
            }
        }
    }
    found.dedup();
    found
}

fn keep(world: &mut World, path: &str, title: &str, turns: &[&str]) {
    let parts: Vec<Json> = turns.iter().zip(["ana", "bob"]).map(|(text, author)| json!({ "text": text, "author": author })).collect();
    let document = json!({ "path": path, "title": title, "kind": "conversation", "parts": parts });
    world.call(&Who::agent("reader"), "source.keep", json!({ "documents": [document] })).expect("kept");
}

fn record(world: &mut World, who: &Who, content: &str) -> String {
    let told = world.call(who, "evidence.record", json!({ "content": content, "source": "a test" })).expect("recorded");
    told.result["id"].as_str().expect("an id").to_owned()
}

fn found(world: &mut World, query: &str) -> String {
    world.call(&Who::human("ana"), "recall", json!({ "query": query, "anywhere": true })).expect("recalled").result.to_string()
}

/// A world in which a word was said in every way there is.
fn told(on: On, sealing: Sealing) -> World {
    let mut world = World::new(on, sealing);
    if sealing == Sealing::Sealed {
        world.enrol("ana", "ana").expect("enrolled");
    }
    let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
    keep(&mut world, "notes.txt", "Notes", &[&format!("The oven stands in {WORD}, near the harbour."), "The bread is good."]);
    keep(&mut world, "notes.txt", "Notes", &[&format!("It stood in {WORD} once, by the market square."), "The bread is good."]);
    keep(&mut world, "other.txt", "Other", &["Bread is baked on Tuesdays."]);
    record(&mut world, &bot, &format!("{WORD} has 12 ovens"));
    record(&mut world, &bot, "the harbour has 3 cranes");
    let store =
        |world: &mut World, content: String| world.call(&bot, "store", json!({ "content": content, "as": "decision" })).expect("filed").result;
    store(&mut world, format!("We bake in {WORD} on Mondays"));
    let rejected = store(&mut world, format!("We sail to {WORD} in May"))["proposalId"].clone();
    world.call(&ana, "reject", json!({ "proposalId": rejected, "note": format!("not {WORD}") })).expect("rejected");
    store(&mut world, "We bake on Tuesdays".into());
    let refused = world.call(&bot, "store", json!({ "content": format!("{WORD} it is"), "scope": "file", "scopePath": "../up" }));
    assert_eq!(refused.expect_err("refused").code(), Code::PathOutside);
    world.call(&bot, "session.start", json!({ "agentType": "bot", "goal": format!("find {WORD}") })).expect("started");
    world.call(&bot, "context", json!({ "query": "ovens", "anywhere": true })).expect("assembled");
    if sealing == Sealing::Sealed {
        let waits = world.call(&ana.clone().hand(Hand::Rests), "store_direct", json!({ "content": format!("{WORD} is far"), "as": "learning" }));
        assert_eq!(waits.expect_err("waits").code(), Code::SealRequired);
    }
    world
}

fn erase(world: &mut World, input: Json) -> Envelope {
    world.call(&Who::human("ana"), "evidence.erase", input).expect("erased")
}

/// After an erasure by a text no column holds it, and the ledger verifies with every row.
///
/// # Panics
/// When something holds it.
pub fn nothing_holds_the_text(on: On) {
    for sealing in [Sealing::Unsealed, Sealing::Sealed] {
        let mut world = told(on, sealing);
        let before = places(&world, WORD);
        for place in ["evidence.content", "ledger.body", "lexicon.word", "pack.body", "proposal.input", "proposal.review_note", "session.goal"] {
            assert!(before.iter().any(|found| found == place), "{place} does not hold the word before: {before:?}");
        }
        assert!(found(&mut world, WORD).contains(WORD));
        let old = world.call(&Who::agent("bot"), "ledger.checkpoint", json!({})).expect("a checkpoint").result["note"].clone();

        let gone = erase(&mut world, json!({ "matching": WORD, "reason": "asked for" })).result;
        assert_eq!(gone["erased"], 5, "two revisions of a piece, a remark, and what was said twice in proposals: {gone}");
        assert_eq!(gone.get("still"), None, "{gone}");
        assert_eq!(places(&world, WORD), [""; 0], "{sealing:?}");
        // That no source holds it says the question's own word back.
        let answer = found(&mut world, WORD).replace(&format!("holds `{WORD}`"), "");
        assert!(!answer.contains(WORD) && !answer.contains("harbour, near"), "{answer}");
        assert!(found(&mut world, "bread").contains("The bread is good"), "its neighbours stay");
        ledger_holds(&mut world);
        let held = world.call(&Who::agent("bot"), "ledger.verify", json!({ "checkpoint": [old] })).expect("verified").result;
        assert_eq!(held["valid"], true, "what was signed before the erasure still holds: {held}");
        world.reopen();
        ledger_holds(&mut world);

        // The very same call, when there is something to erase again, is not answered with what it erased then.
        record(&mut world, &Who::agent("bot"), &format!("back in {WORD}"));
        let gone = erase(&mut world, json!({ "matching": WORD, "reason": "asked for" })).result;
        assert_eq!(gone["erased"], 1, "{gone}");
        let again = world.call(&Who::human("ana"), "evidence.erase", json!({ "matching": WORD }));
        assert_eq!(again.expect_err("nothing is left").code(), Code::NotFound);
        assert_eq!(places(&world, WORD), [""; 0], "asking for it does not write it down again");
    }
}

/// Evidence goes by id, by source and by principal, and what was proposed by an agent is carried out by a human.
///
/// # Panics
/// When it does not.
pub fn every_way_of_naming_it(on: On) {
    let mut world = told(on, Sealing::Unsealed);
    let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
    let id = record(&mut world, &bot, "a remark that stands alone, and is long enough to be quoted");
    world.call(&bot, "store", json!({ "content": "I heard: a remark that stands alone, and is long enough to be quoted" })).expect("filed");
    let asked = world.call(&bot, "evidence.erase", json!({ "id": [id], "reason": "by mistake" })).expect("filed");
    assert!(asked.approval_required);
    let approved = world.call(&ana, "approve", json!({ "proposalId": asked.result["proposalId"] })).expect("approved").result;
    assert_eq!((&approved["result"]["erased"], &approved["result"]["proposals"].as_array().map(Vec::len)), (&json!(1), &Some(1)), "{approved}");
    let left = places(&world, "a remark that stands alone");
    assert!(left.iter().all(|place| place == "evidence.content"), "only the other remark, which quotes it, stays: {left:?}");
    ledger_holds(&mut world);

    let asked = world.call(&bot, "evidence.erase", json!({ "matching": "stands alone" })).expect("filed");
    world.call(&ana, "approve", json!({ "proposalId": asked.result["proposalId"] })).expect("approved");
    assert_eq!(places(&world, "stands alone"), [""; 0], "not even in the proposal that asked for it");
    ledger_holds(&mut world);

    let gone = erase(&mut world, json!({ "source": "notes.txt" })).result;
    assert_eq!(gone["erased"], 3, "every revision of it: {gone}");
    assert_eq!(places(&world, "The bread is good"), [""; 0]);
    assert_eq!(places(&world, "Notes"), [""; 0], "its title was words too");
    ledger_holds(&mut world);

    let gone = erase(&mut world, json!({ "principal": "bot" })).result;
    assert!(gone["erased"].as_u64().is_some_and(|n| n >= 4), "{gone}");
    assert_eq!(places(&world, "cranes"), [""; 0]);
    assert!(found(&mut world, "bread").contains("Bread is baked on Tuesdays"), "what somebody else brought stays");
    ledger_holds(&mut world);

    for (input, code) in [
        (json!({}), Code::InputInvalid),
        (json!({ "id": ["e_0"], "principal": "bot" }), Code::InputInvalid),
        (json!({ "matching": "ab" }), Code::InputInvalid),
        (json!({ "id": ["e_0"] }), Code::NotFound),
        (json!({ "source": "nowhere.txt" }), Code::NotFound),
        (json!({ "principal": "nobody" }), Code::NotFound),
        (json!({ "matching": "baked", "reason": "because it was baked" }), Code::InputInvalid),
    ] {
        let refused = world.call(&ana, "evidence.erase", input.clone()).expect_err("refused");
        assert_eq!(refused.code(), code, "{input}: {refused}");
    }
    ledger_holds(&mut world);
}

/// A claim that rested on what is erased is no longer believed; its own words stay, and the answer says so.
///
/// # Panics
/// When it is believed still.
pub fn claims_fall(on: On) {
    for sealing in [Sealing::Unsealed, Sealing::Sealed] {
        let mut world = told(on, sealing);
        let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
        let id = record(&mut world, &bot, "the mill grinds at night");
        let filed = world.call(&bot, "store", json!({ "content": "Flour is fresh at dawn", "as": "learning", "evidence": [id] })).expect("filed");
        let claim = world.call(&ana, "approve", json!({ "proposalId": filed.result["proposalId"] })).expect("approved").result["promotedTo"].clone();
        let other = world.call(&ana, "store_direct", json!({ "content": "Salt is dear", "as": "learning" })).expect("adopted").result["id"].clone();
        let cites = world.call(&bot, "store", json!({ "content": "Dawn it is", "evidence": [id] })).expect("filed").result["proposalId"].clone();
        let believed = |world: &mut World| {
            let told = world.call(&bot, "recall", json!({ "only": "authoritative" })).expect("recalled").result;
            told["items"].as_array().expect("items").iter().map(|item| item["id"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(believed(&mut world).len(), 2);
        let gone = erase(&mut world, json!({ "id": [id] })).result;
        assert_eq!((&gone["fell"], &gone["proposals"]), (&json!([claim]), &json!([cites])), "{gone}");
        assert_eq!(believed(&mut world), std::slice::from_ref(&other));
        let waiting = world.call(&ana, "proposal.show", json!({ "proposalId": cites })).expect("shown").result;
        assert_eq!(waiting["proposal"]["status"], "rejected");
        ledger_holds(&mut world);

        let gone = erase(&mut world, json!({ "matching": "Flour is fresh" })).result;
        assert_eq!(gone["still"][0]["what"], claim, "{gone}");
        let mut left = places(&world, "Flour is fresh");
        left.dedup();
        assert_eq!(left, ["claim.draft"], "what a human sealed stays, and nothing else does");
        let shown = world.call(&ana, "proposal.show", json!({ "proposalId": filed.result["proposalId"] })).expect("shown").result;
        assert_eq!(shown["proposal"]["input"], json!({ "erased": true }), "{shown}");
        ledger_holds(&mut world);

        // The only payload that bound this claim's link is erased; whoever edits the link is found out all the same.
        let gone = erase(&mut world, json!({ "matching": "Salt is dear" })).result;
        assert_eq!(gone["fell"], json!([other]), "{gone}");
        ledger_holds(&mut world);
        world.raw().batch(&format!("update link set created_by = 'eve' where source_id = '{}'", other.as_str().expect("an id"))).expect("tamper");
        let noticed = world.call(&ana, "ledger.verify", json!({})).expect_err("noticed");
        assert!(noticed.what().contains("behind the ledger's back"), "{noticed}");
    }
}

/// Names that stand beside words are taken off, and the words stay; what stays all the same is named.
///
/// # Panics
/// When a name is left, or words are gone that did not say it.
pub fn names_are_taken_off(on: On) {
    for sealing in [Sealing::Unsealed, Sealing::Sealed] {
        let mut world = told(on, sealing);
        let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
        world.stand(Anchor::Repo("a1".into()).worktree("main"));
        let turns = json!([{ "text": "Nobody bakes rye on a Sunday.", "author": format!("Ms {WORD}"), "thread": format!("about {WORD}") }]);
        let talk = json!({ "path": "talk.txt", "title": format!("With {WORD}"), "kind": "conversation", "parts": turns });
        let moved = json!({ "path": "old.md", "kind": "markdown", "parts": [{ "text": "Salt is kept in the cellar." }] });
        let brought =
            json!({ "documents": [talk, moved], "aliases": [format!("example.org/{WORD}/a")], "wing": format!("wing-{WORD}"), "room": WORD });
        world.call(&bot, "source.keep", brought).expect("kept");
        let renamed = json!({ "path": format!("{WORD}/new.md"), "kind": "markdown", "parts": [{ "text": "Salt is kept in the cellar." }] });
        let told = world.call(&bot, "source.keep", json!({ "documents": [renamed], "missing": ["old.md"] })).expect("renamed").result;
        assert_eq!(told["sources"][0]["change"], "renamed", "{told}");
        let drawer = json!({ "content": "Yeast sleeps in the cold.", "wing": WORD, "room": WORD, "field": format!("of {WORD}") });
        world.call(&bot, "drawer.ingest", drawer).expect("ingested");
        let session = world.call(&bot, "session.start", json!({ "agentType": WORD, "agentId": format!("{WORD}-7") })).expect("started").result;
        let touched = json!({ "sessionId": session["sessionId"], "kind": "file_edit", "target": format!("src/{WORD}.rs") });
        world.call(&bot, "session.log", touched).expect("logged");
        let code = json!({ "files": [{ "path": format!("src/{WORD}.rs"), "text": "pub fn ring_bell() {}\n", "size": 23, "mtime": 1 }] });
        world.call(&bot, "code.keep", code).expect("indexed");
        let seen = "insert into project (anchor, project, name, path, seen_at) values ('repo://a2', 'repo://a2', ";
        world.raw().batch(&format!("{seen}'{WORD}', '/srv/{WORD}', '2026-01-01T00:00:00.000Z')")).expect("met");
        let heard = json!({ "content": "Flour is dear this year.", "source": format!("a call with {WORD}") });
        world.call(&bot, "evidence.record", heard).expect("recorded");
        let before = places(&world, WORD);
        for place in [
            "activity.file",
            "anchor_alias.alias",
            "code_tree.path",
            "drawer.field",
            "drawer.room",
            "drawer.wing",
            "provenance.source",
            "item.author",
            "item.thread",
            "project.name",
            "project.path",
            "session.agent_id",
            "session.agent_type",
            "source.path",
            "source.title",
            "source_place.room",
            "source_place.wing",
            "source_revision.path",
        ] {
            assert!(before.iter().any(|found| found == place), "{place} does not hold the word before: {before:?}");
        }
        ledger_holds(&mut world);

        let gone = erase(&mut world, json!({ "matching": WORD })).result;
        assert_eq!(gone.get("still"), None, "{gone}");
        let counts = json!({ "authors": 1, "files": 1, "paths": 1, "places": 3, "projects": 3, "sessions": 2, "threads": 1 });
        assert_eq!(gone["names"], counts, "{gone}");
        assert_eq!(places(&world, WORD), [""; 0], "{sealing:?}");
        for stays in ["Nobody bakes rye on a Sunday", "Salt is kept in the cellar", "Yeast sleeps in the cold"] {
            assert!(found(&mut world, stays).contains(stays), "{stays}");
        }
        assert!(!found(&mut world, "Flour is dear").contains("Flour is dear"), "what it was read from is part of what was seen");
        ledger_holds(&mut world);
        world.reopen();
        ledger_holds(&mut world);

        // Who acted stays, and that is said: after the name is taken off what they said, and when nothing else is left to do.
        let eve = Who::agent("quincecall");
        record(&mut world, &eve, "the mill grinds at night");
        let gone = erase(&mut world, json!({ "matching": "quincecall" })).result;
        let acted = "ledger.actor, principal.name, provenance.principal";
        assert_eq!((&gone["names"], &gone["still"][0]["what"]), (&json!({ "authors": 1 }), &json!(acted)), "{gone}");
        let refused = world.call(&ana, "evidence.erase", json!({ "matching": "quincecall", "reason": "once more" })).expect_err("it stays");
        assert!(refused.code() == Code::NotFound && refused.what().contains("who did what is part of the ledger"), "{refused}");
        let gone = erase(&mut world, json!({ "principal": "quincecall" })).result;
        assert_eq!((&gone["erased"], &gone["still"][0]["what"]), (&json!(1), &json!("quincecall")), "{gone}");
    }
}

/// A text that every piece holds is refused until somebody says that they mean it, and a person sees how much goes.
///
/// # Panics
/// When it is not.
pub fn everything_is_erased_only_when_it_is_meant(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
    for n in 0..21 {
        record(&mut world, &bot, &format!("the oven was read for the {n}th time"));
    }
    let refused = world.call(&ana, "evidence.erase", json!({ "matching": "the" })).expect_err("refused");
    assert!(refused.code() == Code::InputInvalid && refused.what().contains("all 21 pieces"), "{refused}");
    assert!(refused.remedy().contains("--everything"), "{refused}");
    let asked = world.call(&bot, "evidence.erase", json!({ "matching": "the", "everything": true })).expect("filed").result;
    let shown = world.call(&ana, "proposal.show", json!({ "proposalId": asked["proposalId"] })).expect("shown").result;
    assert_eq!((&shown["shown"]["pieces"], &shown["shown"]["of"]), (&json!(21), &json!(21)), "{shown}");
    let gone = world.call(&ana, "approve", json!({ "proposalId": asked["proposalId"] })).expect("approved").result;
    assert_eq!(gone["result"]["erased"], 21, "{gone}");
    ledger_holds(&mut world);
}
