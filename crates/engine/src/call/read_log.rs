//! Writes every read of an agent on the ledger, as digests of what was asked and answered.
//!
//! A look never waits for a writer: while somebody writes, looks queue here, and go onto the ledger with the next call. A look
//! that cannot be written down, because nothing can, is still answered; of those only the newest queue, and how many were lost is
//! written down with them. Not here: what people look at. That is theirs.

use crate::{Error, PalaceState};
use kernel::{
    actor::{Actor, ActorKind},
    call::Call,
    canonical,
    id::PalaceId,
    ledger::Digest,
};
use serde_json::{Value as Json, json};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};
use store::{Act, Outcome, Store};

/// Looks that queue at most; then they wait like any writer, and where that is in vain the oldest are lost.
const QUEUE_MAX: usize = 1_000;
/// The name of the house's own entry about looks that were lost.
const LOST: &str = "look.lost";

/// Looks that are not on the ledger yet.
#[derive(Debug, Default)]
pub(crate) struct Witness(Mutex<Queue>);

#[derive(Debug, Default)]
struct Queue {
    looks: VecDeque<Seen>,
    /// Looks before these that nothing could be written about, since that was last said.
    lost: u64,
}

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
    pub(crate) fn saw(
        &self,
        store: &mut Store,
        house: &PalaceState,
        call: &Call,
        op: &'static str,
        input: &Json,
        output: &Json,
    ) -> Result<(), Error> {
        if call.actor.kind() == ActorKind::Human {
            return Ok(());
        }
        let seen =
            Seen { palace: house.palace.clone(), call: call.aftermath(), op, input: canonical::digest(input)?, output: canonical::digest(output)? };
        let mut queue = self.queue();
        queue.looks.push_back(seen);
        let wait = queue.looks.len() > QUEUE_MAX;
        let written = queue.write(store, wait);
        if queue.looks.len() > QUEUE_MAX {
            queue.looks.pop_front();
            queue.lost += 1;
        }
        written
    }

    /// Writes down what queues, unless somebody else writes.
    pub(crate) fn catch_up(&self, store: &mut Store) -> Result<(), Error> {
        self.queue().write(store, false)
    }

    /// The same, however long it takes: nobody comes after, or they are to be counted.
    pub(crate) fn settle(&self, store: &mut Store) -> Result<(), Error> {
        self.queue().write(store, true)
    }

    /// A list of what was seen cannot be half changed.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Writes down all of it, or nothing.
    fn write(&mut self, store: &mut Store, wait: bool) -> Result<(), Error> {
        let Some(first) = self.looks.front() else { return Ok(()) };
        let call = Call::new(Actor::system("looks were lost while nothing could be written"), "", first.call.now, first.call.salt());
        let body = json!({ "lost": self.lost });
        let digest = canonical::digest(&body)?;
        let subject = format!("{} looks", self.lost);
        let lost = Act { palace: &first.palace, call: &call, op: LOST, outcome: Outcome::Done, subject, input: digest, output: digest, body };
        let acts: Vec<Act<'_>> = self.looks.iter().map(Seen::act).collect();
        let written = store.record_looks((self.lost > 0).then_some(&lost), &acts, wait)?;
        drop((acts, lost));
        if written {
            *self = Self::default();
        }
        Ok(())
    }
}
