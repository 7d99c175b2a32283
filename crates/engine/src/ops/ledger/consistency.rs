//! Prove that the ledger now continues the ledger of an older checkpoint: nothing was rewritten in between.

use super::opened;
use crate::call::palace::signed;
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{
    effect::Read,
    ledger::{Digest, verify_consistency},
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Proves continuation.
#[derive(Debug)]
pub struct Consistency;

/// Since when.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Older signed checkpoint, as text
    pub old: String,
}

/// The proof, checked.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Whether the ledger continues the older one
    pub consistent: bool,
    /// Size then
    pub old_size: u64,
    /// Size now
    pub new_size: u64,
    /// Root then
    pub old_root: Digest,
    /// Root now
    pub new_root: Digest,
    /// The hashes that prove it (RFC 6962)
    pub hashes: Vec<Digest>,
    /// Signed checkpoint of now
    pub checkpoint: String,
}

impl Operation for Consistency {
    const SPEC: Spec = Spec::new("ledger.consistency", "Prove that the ledger continues an older checkpoint")
        .http(Method::Post, "/v1/ledger/consistency")
        .positional(&["old"])
        .files(&["old"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let old = opened(house, &input.old)?;
        let (new, checkpoint) = signed(cx, house)?;
        let rewritten = |why: String| -> Error {
            Code::StoreDamaged.refuse("ledger", format!("the ledger does not continue the checkpoint of size {}: {why}", old.size)).into()
        };
        if old.size > new.size {
            return Err(rewritten(format!("it has only {} entries now", new.size)));
        }
        let hashes = cx.consistency(old.size, new.size)?;
        verify_consistency(old.size, new.size, &hashes, old.root, new.root).map_err(|e| rewritten(e.to_string()))?;
        Ok(Output { consistent: true, old_size: old.size, new_size: new.size, old_root: old.root, new_root: new.root, hashes, checkpoint })
    }
}
