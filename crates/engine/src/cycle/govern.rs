//! Judges whether a cycle came about as it should: phases in order, calls as the ledger has them, its own context, a response that is not blocked.
//! Computed each time; whoever asks is not believed about any of it.

use super::chain::{Chain, chain};
use crate::{Error, PalaceState};
use kernel::{
    cycle::{Integrity, Phase},
    ledger::Digest,
};
use serde_json::Value as Json;
use store::{Cycle, Session, View};

/// Receipts of a session that are looked at again.
const RECEIPTS_MAX: i64 = 100;
/// The phases that must be done before a cycle is judged.
const BEFORE: &[Phase] = &[Phase::Snapshot, Phase::Router, Phase::ContextPack, Phase::Draft, Phase::FinalizeResponse];

/// What looking at a cycle came to.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Why it does not hold.
    pub errors: Vec<String>,
    /// What someone should look at.
    pub warnings: Vec<String>,
    /// The session's calls.
    pub chain: Chain,
    /// The context that was named is the one that was packed.
    pub context_hash_match: bool,
}

impl Judged {
    /// Whether it holds.
    pub fn valid(&self) -> bool {
        self.errors.is_empty()
    }
}

/// Judges a session's present cycle. `context_hash` is the context that its answer is said to rest on, if anyone said.
pub fn judge(view: &mut View<'_>, house: &PalaceState, session: &Session, cycle: &Cycle, context_hash: Option<Digest>) -> Result<Judged, Error> {
    let (chain, mut errors, mut warnings) = (chain(view, house, session)?, Vec::new(), Vec::new());
    for (n, phase) in BEFORE.iter().enumerate() {
        if cycle.trail.get(n) != Some(phase) {
            errors.push(format!("Phase: {} was not done in this cycle", phase.name()));
        }
    }
    errors.extend(chain.errors.iter().map(|error| format!("Chain: {error}")));
    if chain.bound.as_deref() != Some(cycle.state()?.to_string().as_str()) {
        if chain.erased {
            warnings.push("Chain: what a call said was erased, so the cycle's state cannot be compared with it".to_owned());
        } else {
            errors.push("Chain: the cycle's state is not what the session's calls left".to_owned());
        }
    }
    for receipt in view.receipts(Some(&session.id), RECEIPTS_MAX)? {
        let payload: Json = serde_json::from_str(&receipt.signed.payload).unwrap_or(Json::Null);
        if !pinned(&chain, &payload) {
            errors.push(format!("Chain: receipt {} pins a head that the session's calls do not lead to", receipt.id));
        }
    }
    let context_hash_match = context_hash.is_none() || context_hash == cycle.context_hash;
    if !context_hash_match {
        let told = |hash: Option<Digest>| hash.map_or_else(|| "nothing".to_owned(), |hash| hash.to_string());
        errors.push(format!("Context hash mismatch: expected {}, got {}", told(cycle.context_hash), told(context_hash)));
    }
    match cycle.integrity {
        None => errors.push("Finalize: no response was looked at".to_owned()),
        Some(Integrity::Blocked) => errors.push("Finalize: the response is BLOCKED".to_owned()),
        Some(Integrity::NeedsVerification) => warnings.push("Finalize: the response needs verification".to_owned()),
        Some(Integrity::Ok) => {}
    }
    Ok(Judged { errors, warnings, chain, context_hash_match })
}

/// Whether the head that a receipt names is where its session's calls were then.
pub(crate) fn pinned(chain: &Chain, payload: &Json) -> bool {
    let count = payload["chain_count"].as_u64().and_then(|count| usize::try_from(count).ok());
    let head = payload["invocation_chain_head"].as_str();
    count.and_then(|count| chain.at(count)).map(|hash| hash.to_string()).as_deref() == head
}
