//! What a guarded cycle costs: its seven calls, each with its entry on the ledger, against rows that are simply made durable.

use crate::{
    common::{Palace, Result},
    timing::Times,
};
use kernel::time::Moment;
use serde_json::{Value as Json, json};
use std::path::Path;
use store::{Backend, Place, Store};

/// Durable writes that seven calls may take the time of.
pub(crate) const WRITES: usize = 10;
const DRAFT: &str = "The token is compared with the clock. Set the clock.";
/// What a bare write holds: as much as the entry of a call.
const ROW: usize = 512;

/// Runs so many cycles, and after each the bare writes, so that whatever else the machine does falls on both.
pub(crate) fn against_durable_writes(palace: &Palace, folder: &Path, cycles: usize, now: Moment) -> Result<(Times, Times)> {
    let bare = Place::File(folder.join("bare.db"));
    Store::open(&bare)?; // the same pragmas
    let mut bare = store::testing::connect(&bare)?;
    bare.execute("create table durable (n integer primary key, words text not null)", &[])?;
    let (mut cycle, mut writes) = (Times::default(), Times::default());
    for _ in 0..cycles {
        cycle.run(|| seven_calls(palace, now))?;
        writes.run(|| (0..WRITES).try_for_each(|_| durable(&mut *bare)))?;
    }
    Ok((cycle, writes))
}

fn seven_calls(palace: &Palace, now: Moment) -> Result<()> {
    let begun = palace.ask("cycle.snapshot", json!({ "contextKeys": ["label1"] }), now)?;
    let phases = [
        ("ROUTER", json!({ "userInput": "Why does the login fail?" })),
        ("CONTEXT_PACK", json!({})),
        ("DRAFT", json!({ "draft": DRAFT })),
        ("FINALIZE_RESPONSE", json!({ "draft": DRAFT })),
        ("GOVERNANCE_VALIDATE", json!({})),
        ("MEMORY_UPDATE", json!({ "userInput": "Why does the login fail?" })),
    ];
    let mut last = Json::Null;
    for (phase, input) in phases {
        last = palace.ask("cycle.step", json!({ "sessionId": begun["sessionId"], "phase": phase, "input": input }), now)?;
    }
    if last["output"]["outcome"] == "success" { Ok(()) } else { Err(format!("a cycle did not come through: {last}").into()) }
}

fn durable(bare: &mut dyn Backend) -> Result<()> {
    bare.begin_write()?;
    bare.execute("insert into durable (words) values (?1)", &["w".repeat(ROW).into()])?;
    Ok(bare.commit()?)
}
