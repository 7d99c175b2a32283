//! Seed 000, phase 2, criterion 5, through every door of the real program: what nobody answered in time is archived by
//! the next start. The program has no clock to move, so the proposal is filed by an engine that lives a month ago.

use crate::doors::story::{Program, Surface};
use app::desk::{Desk, now};
use engine::Request;
use kernel::{
    actor::{Actor, ActorKind, Mode},
    call::Call,
    time::DAY_MS,
};
use serde_json::json;
use store::Place;
use testkit::{On, story::Door, world::Who};

/// Files a proposal thirty-one days before now, in the palace behind a door that nobody has used yet.
fn filed_a_month_ago(program: &Program) -> String {
    let database = Some(program.home().place()).filter(|place| matches!(place, Place::Database(_)));
    let home = app::home::Home::find(program.home().dir().to_str(), database).expect("the home");
    let desk = Desk::open(home, Mode::Agent, "codex-a").expect("the palace");
    let call = Call::new(Actor::admit(Mode::Agent, ActorKind::Agent, "codex-a"), "", now().plus(-31 * DAY_MS), [7; 16]);
    let request = Request { op: "store", input: json!({ "content": "We use one file", "as": "decision" }), client: "test", ..Default::default() };
    let filed = desk.engine.call(&call, request).expect("a proposal");
    filed.get().result["proposalId"].as_str().expect("its id").to_owned()
}

fn archived(on: On, surface: Surface) {
    let mut program = Program::new(on, surface);
    let id = filed_a_month_ago(&program);
    let ana = Who::human("ana");

    let refusal = program.ask(&ana, "approve", json!({ "proposalId": id })).expect_err("silence is never consent");
    assert_eq!(refusal["code"], "PROPOSAL_EXPIRED");
    let listed = program.ask(&ana, "proposals", json!({ "status": "expired" })).expect("a list").result;
    assert_eq!((&listed["proposals"][0]["id"], listed["proposals"].as_array().map(Vec::len)), (&json!(id), Some(1)));

    let mut row = program.raw().query("select status, archived_at from proposals", &[]).expect("the view").pop().expect("a row");
    assert_eq!(row.text().expect("a status"), "expired");
    assert!(!row.text().expect("a moment").is_empty(), "it was put away");
    let swept = program.ask(&ana, "ledger.show", json!({ "op": "proposal.expire" })).expect("entries").result;
    assert_eq!(swept["entries"][0]["actor"], "palace: expire proposals past their window");
    program.home().verify();

    program.ask(&Who::agent("codex-a"), "store", json!({ "content": "We use one file", "as": "decision" })).expect("the same words, proposed again");
}

fn through_every_door(on: On) {
    for surface in [Surface::Cli, Surface::Stdio, Surface::Rest, Surface::McpHttp] {
        archived(on, surface);
    }
}

testkit::backends! {
    what_nobody_answered_is_archived_on_sqlite, what_nobody_answered_is_archived_on_postgres => through_every_door;
}
