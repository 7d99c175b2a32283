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
        let tried = every_statement(
            on,
            *after,
            |on| World::new(on, Sealing::Unsealed),
            |world| world.call_or_fail(&Who::agent("codex-a"), "store", &json!({ "content": "We use one file" })).is_ok(),
            visible,
        );
        assert!(tried > 8, "only {tried} statements failed");
    }
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
    an_approval_is_kept_whole_or_not_at_all_on_sqlite, an_approval_is_kept_whole_or_not_at_all_on_postgres => approving;
}
