//! Computes a session's chain of calls from ledger entries that are checked while it is made. Not here: where entries are kept.

use crate::{Error, PalaceState};
use kernel::{
    cycle::Link,
    ledger::{Digest, payload_digest},
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use store::{Cycle, Invocation, Session, StoredEntry, View};

/// One call of the chain, in the contract's fields.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Linked {
    /// Its place in the ledger
    pub id: u64,
    /// When
    pub ts: String,
    /// The tool
    pub tool_name: String,
    /// Digest of what went in
    pub input_hash: Digest,
    /// Digest of what came out
    pub output_hash: Digest,
    /// What more was said of it
    pub meta_json: Json,
    /// The call before
    pub prev_hash: Option<Digest>,
    /// Its own digest, over all of these but the place and the meta
    pub hash: Digest,
}

/// A session's calls in order, and what is wrong with them.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// The calls.
    pub links: Vec<Linked>,
    /// What does not hold.
    pub errors: Vec<String>,
    /// The last state of the session's cycle that an entry bound.
    pub bound: Option<String>,
    /// What a call said after that was erased, so that it may have bound a later one.
    pub erased: bool,
}

impl Chain {
    /// The last call's digest.
    pub fn head(&self) -> Option<Digest> {
        self.links.last().map(|link| link.hash)
    }

    /// The digest of the call that came so many-th, from 1.
    pub fn at(&self, count: usize) -> Option<Digest> {
        count.checked_sub(1).and_then(|n| self.links.get(n)).map(|link| link.hash)
    }

    fn push(&mut self, call: &Invocation) -> Result<(), Error> {
        let entry = &call.entry.entry;
        let (tool_name, input_hash, output_hash, meta_json) = match &call.told {
            Some(told) => (told.tool_name.clone(), told.input_hash, told.output_hash, told.meta.clone()),
            None => (entry.op.clone(), entry.input, entry.output, json!({})),
        };
        let (ts, prev_hash) = (Moment::from_millis(entry.at).to_string(), self.head());
        let hash = Link { input_hash, output_hash, prev_hash, tool_name: &tool_name, ts: &ts }.hash()?;
        self.links.push(Linked { id: entry.seq, ts, tool_name, input_hash, output_hash, meta_json, prev_hash, hash });
        Ok(())
    }

    /// Compares an entry with its own hash, with the one before it in the ledger, and with what it says was said. `last` is the
    /// session's call before, which often is the entry before.
    fn check(&mut self, view: &mut View<'_>, house: &PalaceState, call: &Invocation, last: Option<&StoredEntry>) -> Result<(), Error> {
        let (stored, seq) = (&call.entry, call.entry.entry.seq);
        let computed = stored.entry.hash();
        if computed != stored.hash {
            self.errors.push(format!("Invocation {seq}: hash mismatch (expected {computed}, got {})", stored.hash));
        }
        let before = match seq.checked_sub(1) {
            Some(before) => match last.filter(|last| last.entry.seq == before) {
                Some(last) => last.hash,
                None => view.entry(&house.palace, before)?.map_or(Digest::ZERO, |entry| entry.hash),
            },
            None => Digest::ZERO,
        };
        if before != stored.entry.prev {
            self.errors.push(format!("Invocation {seq}: prev_hash mismatch (expected {before}, got {})", stored.entry.prev));
        }
        if let Some((salt, body)) = stored.salt.as_ref().zip(stored.body.as_ref())
            && payload_digest(salt, body.as_bytes()) != stored.entry.payload
        {
            self.errors.push(format!("Invocation {seq}: what it says is not what was written"));
        }
        Ok(())
    }
}

/// What an entry says about the rows it left. The rest of it, a whole pack perhaps, is not read.
#[derive(Deserialize)]
struct Left {
    #[serde(default)]
    after: HashMap<String, Json>,
}

/// The chain of a session's calls so far.
pub fn chain(view: &mut View<'_>, house: &PalaceState, session: &Session) -> Result<Chain, Error> {
    let mut chain = Chain::default();
    let name = Cycle::bound_as(&session.id);
    let mut last: Option<StoredEntry> = None;
    for call in view.invocations(&house.palace, &session.id, &session.principal)? {
        chain.check(view, house, &call, last.as_ref())?;
        chain.push(&call)?;
        let left: Option<Left> = call.entry.body.as_deref().and_then(|body| serde_json::from_str(body).ok());
        chain.erased |= left.is_none();
        if let Some(Json::String(bound)) = left.and_then(|mut left| left.after.remove(&name)) {
            (chain.bound, chain.erased) = (Some(bound), false);
        }
        last = Some(call.entry);
    }
    Ok(chain)
}

/// Where the chain of a session's calls is, as they stand: whoever adds to it need not check all of it each time.
pub fn head(view: &mut View<'_>, house: &PalaceState, session: &Session) -> Result<Option<Digest>, Error> {
    let mut chain = Chain::default();
    for call in view.invocations(&house.palace, &session.id, &session.principal)? {
        chain.push(&call)?;
    }
    Ok(chain.head())
}
