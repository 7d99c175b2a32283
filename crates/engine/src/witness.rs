//! What agents look at is written down too: every call of theirs is an entry of the ledger, with the digests of what was asked
//! and answered, and not a word of either.
//!
//! A look never waits for a writer: while somebody writes, looks queue here, and go onto the ledger with the next call. A look
//! that cannot be written down, because nothing can, is still answered. Not here: what people look at. That is theirs.

use crate::{Error, House};
use kernel::{actor::ActorKind, call::Call, canonical, id::PalaceId, ledger::Digest};
use serde_json::{Value as Json, json};
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{Act, Outcome, Store};

/// Looks that queue at most; then they wait like any writer.
const QUEUE_MAX: usize = 1_000;

/// Looks that are not on the ledger yet.
#[derive(Debug, Default)]
pub(crate) struct Witness(Mutex<Vec<Seen>>);

#[derive(Debug)]
struct Seen {
    palace: PalaceId,
    call: Call,
    op: &'static str,
    input: Digest,
    output: Digest,
}

impl Seen {
    fn act(&self) -> Act<'_> {
        Act {
            palace: &self.palace,
            call: &self.call,
            op: self.op,
            outcome: Outcome::Read,
            subject: String::new(),
            input: self.input,
            output: self.output,
            body: json!({}),
        }
    }
}

impl Witness {
    /// Writes down that somebody looked.
    pub(crate) fn saw(&self, store: &mut Store, house: &House, call: &Call, op: &'static str, input: &Json, output: &Json) -> Result<(), Error> {
        if call.actor.kind() == ActorKind::Human {
            return Ok(());
        }
        let seen =
            Seen { palace: house.palace.clone(), call: call.aftermath(), op, input: canonical::digest(input)?, output: canonical::digest(output)? };
        let mut queue = self.queue();
        queue.push(seen);
        let wait = queue.len() > QUEUE_MAX;
        write(store, &mut queue, wait)
    }

    /// Writes down what queues, unless somebody else writes.
    pub(crate) fn catch_up(&self, store: &mut Store) -> Result<(), Error> {
        write(store, &mut self.queue(), false)
    }

    /// The same, however long it takes: nobody comes after.
    pub(crate) fn settle(&self, store: &mut Store) -> Result<(), Error> {
        write(store, &mut self.queue(), true)
    }

    /// A list of what was seen cannot be half changed.
    fn queue(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(store: &mut Store, queue: &mut Vec<Seen>, wait: bool) -> Result<(), Error> {
    if queue.is_empty() {
        return Ok(());
    }
    let acts: Vec<Act<'_>> = queue.iter().map(Seen::act).collect();
    let written = store.record_looks(&acts, wait)?;
    drop(acts);
    if written {
        queue.clear();
    }
    Ok(())
}
