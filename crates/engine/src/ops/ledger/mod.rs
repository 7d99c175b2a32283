//! What happened.

pub mod checkpoint;
pub mod consistency;
pub mod prove;
pub mod show;
pub mod trace;
pub mod verify;

use crate::{Error, PalaceState};
use kernel::{
    ledger::{Checkpoint, Digest},
    palace::Genesis,
    refusal::Code,
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use store::StoredEntry;

/// An entry, as every reader is given it.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Item {
    /// Its place
    pub seq: u64,
    /// When
    pub at: Moment,
    /// What kind of caller
    pub actor_kind: String,
    /// Who
    pub actor: String,
    /// What was asked
    pub op: String,
    /// How it ended
    pub outcome: String,
    /// About what
    pub subject: String,
    /// In which session
    #[serde(skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// Its hash
    pub hash: Digest,
}

impl Item {
    fn of(stored: &StoredEntry) -> Self {
        let e = &stored.entry;
        Self {
            seq: e.seq,
            at: Moment::from_millis(e.at),
            actor: e.actor.clone(),
            actor_kind: e.actor_kind.clone(),
            session: e.session.clone(),
            op: e.op.clone(),
            outcome: e.outcome.clone(),
            subject: e.subject.clone(),
            hash: stored.hash,
        }
    }
}

fn body_of(stored: &StoredEntry) -> Json {
    stored.body.as_deref().and_then(|b| serde_json::from_str(b).ok()).unwrap_or(Json::Null)
}

/// Reads a checkpoint that was kept elsewhere.
fn opened(house: &PalaceState, note: &str) -> Result<Checkpoint, Error> {
    let checkpoint = house.log_key()?.open(note).map_err(|e| Code::InputInvalid.refuse("checkpoint", e.to_string()))?;
    let origin = Genesis::origin(&house.palace);
    if checkpoint.origin != origin {
        return Err(Code::InputInvalid.refuse("checkpoint", format!("the checkpoint is of `{}`, not of `{origin}`", checkpoint.origin)).into());
    }
    Ok(checkpoint)
}
