//! The Nth statement fails, for N = 1, 2, …: the chain verifies and no half-change is visible.

use kernel::palace::Sealing;
use serde_json::json;
use testkit::{
    On,
    faults::{After, every_statement},
    world::{Who, World},
};

/// What people can see: all that is believed, waits or was seen, but not the ledger, which tells of failures too.
fn visible(world: &World) -> String {
    testkit::dump::dump_without(&mut *world.raw(), &["ledger", "ledger_tile", "principal", "refusal_run"])
}

fn waiting(on: On) -> World {
    let mut world = World::new(on, Sealing::Unsealed);
    world.call(&Who::agent("codex-a"), "store", json!({ "content": "We use one file", "as": "decision" })).expect("filed");
    world
}

/// A connection that dies is gone on both databases alike, and a schema is dear: PostgreSQL tries one manner.
fn manners(on: On) -> &'static [After] {
    match on {
        On::Sqlite => &[After::Recovers, After::Dies],
        On::Postgres => &[After::Recovers],
    }
}

fn proposing(on: On) {
    for after in manners(on) {
        propose(on, *after);
    }
}

/// A fault of the program in the middle of a call, wherever that is: the same engine answers the next call.
fn panicking(on: On) {
    propose(on, After::Panics);
}

fn propose(on: On, after: After) {
    let tried = every_statement(
        on,
        after,
        |on| World::new(on, Sealing::Unsealed),
        |world| world.call_or_fail(&Who::agent("codex-a"), "store", &json!({ "content": "We use one file" })).is_ok(),
        visible,
    );
    assert!(tried > 8, "only {tried} statements failed");
}

fn approving(on: On) {
    for after in manners(on) {
        let tried = every_statement(
            on,
            *after,
            waiting,
            |world| {
                let mut raw = world.raw();
                let id = raw.query("select id from proposal", &[]).expect("ask").pop().expect("one").text().expect("an id");
                world.call_or_fail(&Who::human("ana"), "approve", &json!({ "proposalId": id })).is_ok()
            },
            visible,
        );
        assert!(tried > 12, "only {tried} statements failed");
    }
}

/// Looks are answered where nothing can be written. They do not pile up without end, and the ledger says once how many were lost.
#[test]
fn looks_that_cannot_be_written_down_are_bounded_and_counted() {
    let mut world = World::new(On::Sqlite, Sealing::Unsealed);
    let mut db = world.raw();
    db.batch("create trigger full before insert on ledger begin select raise(abort, 'nothing can be written'); end").expect("a full disk");
    let mut look = || world.call(&Who::agent("codex-a"), "palace.status", json!({})).map(drop);
    for _ in 0..1_003 {
        look().expect("an answer");
    }
    db.batch("drop trigger full").expect("room again");
    look().expect("an answer");
    look().expect("an answer");
    let told = "select subject from ledger where op = 'look.lost' order by seq";
    let told: Vec<String> = db.query(told, &[]).expect("ask").into_iter().map(|mut row| row.text().expect("a text")).collect();
    assert_eq!(told, ["3 looks"]);
    let looks = db.query("select count(*) from ledger where outcome = 'read'", &[]).expect("ask").pop().expect("a row").int().expect("a number");
    assert_eq!(looks, 1_002, "the newest thousand, and those that came after");
    testkit::conformance::ledger_holds(&mut world);
}

/// What comes after the commit may fail: then the answer says so, and the erasure stands.
fn erasing(on: On) {
    for after in manners(on) {
        let tried = every_statement(
            on,
            *after,
            waiting,
            |world| world.call_or_fail(&Who::human("ana"), "evidence.erase", &json!({ "matching": "one file" })).is_ok(),
            visible,
        );
        assert!(tried > 30, "only {tried} statements failed");
    }
}

testkit::backends! {
    an_erasure_is_whole_or_not_at_all_on_sqlite, an_erasure_is_whole_or_not_at_all_on_postgres => erasing;
    a_proposal_is_filed_whole_or_not_at_all_on_sqlite, a_proposal_is_filed_whole_or_not_at_all_on_postgres => proposing;
    a_panic_leaves_nothing_half_done_on_sqlite, a_panic_leaves_nothing_half_done_on_postgres => panicking;
    an_approval_is_kept_whole_or_not_at_all_on_sqlite, an_approval_is_kept_whole_or_not_at_all_on_postgres => approving;
}
