//! Sign the ledger's state, to be copied somewhere else: what notices a rewritten history is a checkpoint that was not there.

use crate::call::palace::signed;
use crate::{Error, Method, Operation, Spec, Work};
use kernel::{effect::Act, ledger::Digest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Signs a checkpoint.
#[derive(Debug)]
pub struct Checkpoint;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The signed note.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Entries it covers
    pub size: u64,
    /// Root of their tree
    pub root: Digest,
    /// The signed note: keep it somewhere else
    pub note: String,
    /// Key that signed it
    pub log_key: String,
}

impl Operation for Checkpoint {
    const SPEC: Spec = Spec::new("ledger.checkpoint", "Sign the ledger's state, to be kept somewhere else")
        .http(Method::Post, "/v1/ledger/checkpoint")
        .document("note");
    type Effect = Act;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input {}: Input) -> Result<Output, Error> {
        let house = cx.house;
        let (checkpoint, note) = signed(cx, house)?;
        let now = cx.call.now;
        cx.put_checkpoint(checkpoint.size, &note, now)?;
        cx.about(format!("size {}", checkpoint.size));
        Ok(Output { size: checkpoint.size, root: checkpoint.root, note, log_key: house.genesis.log_key.clone() })
    }
}
