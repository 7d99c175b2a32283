//! What a guarded cycle costs: its seven calls, each with its entry on the ledger, against ten acknowledged writes of an agent and
//! ten rows that are only made durable.

use crate::{
    common::{Palace, Result},
    timing::Times,
};
use kernel::time::Moment;
use serde_json::{Value as Json, json};
use std::path::Path;
use store::{Backend, Place, Store};

/// Durable writes that seven calls may take the time of.
const WRITES: usize = 10;
const DRAFT: &str = "The token is compared with the clock. Set the clock.";
/// What a bare row holds: as much as the entry of a call.
const ROW: usize = 512;

/// What was timed, in turn, so that whatever else the machine does falls on each.
#[derive(Default)]
pub(crate) struct Guarded {
    /// Seven calls.
    pub(crate) cycle: Times,
    /// Each of them, in their order.
    pub(crate) calls: [Times; 7],
    /// Ten durable writes: an agent's `store`, acknowledged.
    pub(crate) writes: Times,
    /// Ten rows in a table of their own.
    pub(crate) bare: Times,
}

impl Guarded {
    /// Runs so many cycles, and after each the writes.
    pub(crate) fn run(palace: &Palace, folder: &Path, cycles: usize, now: Moment) -> Result<Self> {
        let place = Place::File(folder.join("bare.db"));
        Store::open(&place)?; // the same pragmas
        let mut bare = store::testing::connect(&place)?;
        bare.execute("create table durable (n integer primary key, words text not null)", &[])?;
        let mut took = Self::default();
        for cycle in 0..cycles {
            let calls = &mut took.calls;
            took.cycle.run(|| seven_calls(palace, calls, now))?;
            took.writes.run(|| (0..WRITES).try_for_each(|n| write(palace, cycle * WRITES + n, now)))?;
            took.bare.run(|| (0..WRITES).try_for_each(|_| row(&mut *bare)))?;
        }
        Ok(took)
    }
}

fn write(palace: &Palace, n: usize, now: Moment) -> Result<()> {
    let content = format!("Retry the upload at most five times, then tell the user; seen in run {n}");
    palace.ask("store", json!({ "content": content, "as": "decision" }), now).map(drop)
}

fn seven_calls(palace: &Palace, calls: &mut [Times; 7], now: Moment) -> Result<()> {
    let [first, rest @ ..] = calls;
    let begun = first.run(|| palace.ask("cycle.snapshot", json!({ "contextKeys": ["label1"] }), now))?;
    let phases = [
        ("ROUTER", json!({ "userInput": "Why does the login fail?" })),
        ("CONTEXT_PACK", json!({})),
        ("DRAFT", json!({ "draft": DRAFT })),
        ("FINALIZE_RESPONSE", json!({ "draft": DRAFT })),
        ("GOVERNANCE_VALIDATE", json!({})),
        ("MEMORY_UPDATE", json!({ "userInput": "Why does the login fail?" })),
    ];
    let mut last = Json::Null;
    for ((phase, input), times) in phases.into_iter().zip(rest) {
        last = times.run(|| palace.ask("cycle.step", json!({ "sessionId": begun["sessionId"], "phase": phase, "input": input }), now))?;
    }
    if last["output"]["outcome"] == "success" { Ok(()) } else { Err(format!("a cycle did not come through: {last}").into()) }
}

fn row(bare: &mut dyn Backend) -> Result<()> {
    bare.begin_write()?;
    bare.execute("insert into durable (words) values (?1)", &["w".repeat(ROW).into()])?;
    Ok(bare.commit()?)
}
