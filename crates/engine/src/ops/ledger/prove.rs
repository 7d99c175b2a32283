//! Prove that an entry is on the ledger, to someone who has only a checkpoint.

use crate::call::palace::signed;
use crate::{Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{effect::Read, ledger::ProofDocument};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Proves inclusion.
#[derive(Debug)]
pub struct Prove;

/// Which entry.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Entry to prove
    pub entry: u64,
}

/// A document that `tools/verify-ledger.py --proof` checks.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The proof: entry, hashes beside its way up, checkpoint, key
    #[schemars(with = "std::collections::BTreeMap<String, Json>")]
    pub proof: ProofDocument,
}

impl Operation for Prove {
    const SPEC: Spec =
        Spec::new("ledger.prove", "Prove that an entry is on the ledger").http(Method::Get, "/v1/ledger/{entry}/proof").positional(&["entry"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { entry: seq }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let stored = cx.entry(&house.palace, seq)?.ok_or_else(|| missing("entry", seq))?;
        let (checkpoint, note) = signed(cx, house)?;
        let hashes = cx.inclusion(seq, checkpoint.size)?;
        let proof = ProofDocument {
            entry: stored.exported(),
            index: seq,
            size: checkpoint.size,
            hashes,
            checkpoint: note,
            log_key: house.genesis.log_key.clone(),
        };
        Ok(Output { proof })
    }
}
