//! Many at once: threads of one process and several openings of one palace write one chain.

use crate::{
    On,
    world::{Who, World},
};
use engine::{Engine, Request};
use kernel::{
    call::Call,
    palace::Sealing,
    refusal::{Code, Refusal},
};
use serde_json::{Value as Json, json};
use std::thread;
use store::{Store, StoreError};

const WRITERS: usize = 4;
const CALLS_EACH: usize = 6;

/// What a call came to.
pub(super) type Answer = Result<Json, Refusal>;

fn send(engine: &Engine, call: &Call, op: &str, input: Json) -> Answer {
    engine.call(call, Request { op, input, ..Request::default() }).map(|envelope| envelope.into_inner().result)
}

/// Lets each writer make its calls at the same time as the others, on two openings of the palace; gives all answers.
pub(super) fn together(world: &mut World, asks: Vec<Vec<(Who, &'static str, Json)>>) -> Vec<Answer> {
    let asks: Vec<Vec<(Call, &str, Json)>> =
        asks.into_iter().map(|list| list.into_iter().map(|(who, op, input)| (world.next_call(&who), op, input)).collect()).collect();
    let (here, there) = (world.engine(), world.another_engine());
    thread::scope(|scope| {
        let writers: Vec<_> = asks
            .into_iter()
            .enumerate()
            .map(|(n, list)| {
                let engine = if n % 2 == 0 { here } else { &there };
                scope.spawn(move || list.into_iter().map(|(call, op, input)| send(engine, &call, op, input)).collect::<Vec<_>>())
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().expect("a writer finishes")).collect()
    })
}

/// Whoever writes at the same time: one chain, nothing lost, and what may be there once is there once.
///
/// # Panics
/// When something is lost or doubled.
pub fn many_writers_one_chain(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let asks = (0..WRITERS)
        .map(|writer| {
            let who = Who::agent(&format!("agent-{writer}"));
            let own = (0..CALLS_EACH).map(|n| (who.clone(), "store", json!({ "content": format!("thought {n} of {writer}") })));
            own.chain([(who.clone(), "store", json!({ "content": "the same thought" }))]).collect()
        })
        .collect();
    let answers = together(&mut world, asks);
    let refused: Vec<&Refusal> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    assert_eq!(refused.len(), WRITERS - 1, "{refused:?}");
    assert!(refused.iter().all(|refusal| refusal.code() == Code::DuplicateProposal), "{refused:?}");
    super::ledger_holds(&mut world);
    let counted = |world: &mut World| world.call(&Who::human("ana"), "palace.status", json!({})).expect("status").result;
    let filed = WRITERS * CALLS_EACH + 1;
    let status = counted(&mut world);
    assert_eq!((&status["pending"], &status["entries"]), (&json!(filed), &json!(1 + filed + refused.len())));

    let same = answers.iter().flatten().next_back().expect("one was filed")["proposalId"].clone();
    let asks = (0..WRITERS).map(|n| vec![(Who::human(&format!("human-{n}")), "approve", json!({ "proposalId": same }))]).collect();
    let answers = together(&mut world, asks);
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "one yes is enough, and only one counts: {answers:?}");
    let late = answers.iter().filter_map(|answer| answer.as_ref().err().map(Refusal::code));
    assert!(late.clone().all(|code| code == Code::ProposalDecided), "{:?}", late.collect::<Vec<_>>());
    assert_eq!(counted(&mut world)["claims"], json!(1));
    super::ledger_holds(&mut world);
}

/// Whoever waited too long for their turn is told so, and writes as soon as it is theirs: on the same connection.
///
/// # Panics
/// When the connection is of no use any more.
pub fn waiting_in_vain_is_forgotten(on: On) {
    let mut bare = super::Bare::new(on);
    let mut impatient = bare.site.raw();
    let (brief, patient) = patience(on);
    impatient.batch(brief).expect("told to wait briefly");
    let call = bare.call();
    {
        let _turn = bare.store.begin(&super::permit(&call)).expect("the first to write");
        for _ in 0..2 {
            assert!(matches!(impatient.begin_write(), Err(StoreError::Busy)));
        }
    }
    impatient.batch(patient).expect("told to wait");
    impatient.begin_write().expect("nobody else writes now");
}

/// What is deleted is not gone from the disk while somebody may still look at it, and is not said to be.
///
/// # Panics
/// When it is said to be gone before, or never.
pub fn what_is_still_seen_is_not_gone(on: On) {
    let bare = super::Bare::new(on);
    let (mut reader, mut sweeper) = (bare.site.raw(), bare.site.raw());
    let (brief, patient) = patience(on);
    reader.begin_read().expect("it begins");
    reader.query("select count(*) from evidence", &[]).expect("it looks");
    sweeper.batch("create table passing (word text); drop table passing").expect("something is deleted");
    sweeper.batch(brief).expect("told to wait briefly");
    assert!(matches!(sweeper.scrub(), Err(StoreError::StillRead)));
    reader.rollback().expect("it looks away");
    sweeper.batch(patient).expect("told to wait");
    sweeper.scrub().expect("nobody sees it now");
}

/// How to tell a connection to wait for others briefly, and as long as it does by itself.
fn patience(on: On) -> (&'static str, &'static str) {
    match on {
        On::Sqlite => ("pragma busy_timeout = 10", "pragma busy_timeout = 60000"),
        On::Postgres => ("set lock_timeout = '10ms'", "set lock_timeout = '60s'"),
    }
}

/// Many processes may open a fresh place at once, and one palace comes of it.
///
/// # Panics
/// When two do, or none.
pub fn a_fresh_place_is_opened_by_many(on: On) {
    let site = crate::world::Site::new(on);
    thread::scope(|scope| {
        let opened: Vec<_> = (0..WRITERS).map(|_| scope.spawn(|| Store::open(&site.place()).map(drop))).collect();
        for one in opened {
            one.join().expect("it finishes").expect("it opens");
        }
    });
    let migrated = format!("schema_version ({})", store::MIGRATIONS.len());
    assert!(crate::dump::dump(&mut *site.raw()).contains(&migrated));
}

/// Two people control the same default at the same time: one is heard, the other is told that it is so already.
///
/// # Panics
/// When both are heard, or neither.
pub fn two_controls_at_once(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let card = json!({ "statement": "Measure", "content": "Then change.", "tier": "shu", "domain": "global" });
    let card = world.call(&Who::agent("codex-a"), "card.create", card).expect("made").result["cardId"].clone();
    for query in ["a", "b", "c"] {
        let told = json!({ "track": "card_context", "signal": "accepted", "feature": "include_cards", "cardId": card, "query": query });
        world.call(&Who::agent("codex-a"), "adoption.record", told).expect("recorded");
    }
    let enable = json!({ "enable": true, "rollbackCriteria": ["one rollback"] });
    let asks = (0..WRITERS).map(|n| vec![(Who::human(&format!("person-{n}")), "control.default", enable.clone())]).collect();
    let answers = together(&mut world, asks);
    let refused: Vec<Code> = answers.iter().filter_map(|answer| answer.as_ref().err().map(Refusal::code)).collect();
    assert_eq!(refused, vec![Code::NoSuchMove; WRITERS - 1], "{answers:?}");
    let settings = world.call(&Who::human("ana"), "palace.settings", json!({})).expect("settings").result;
    assert_eq!(settings["settings"]["context"]["includeCardsDefault"], json!(true));
    super::ledger_holds(&mut world);
}
