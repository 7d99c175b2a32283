//! Show again, to the byte, what was shown once.

use crate::{Error, Look, Method, Operation, Spec, ops::missing_or_erased};
use kernel::{effect::Read, id::PackId, ledger::Digest, refusal::Code, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows a pack again.
#[derive(Debug)]
pub struct Replay;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Receipt of the context pack
    pub receipt: PackId,
}

/// What was shown.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Its name
    pub pack: PackId,
    /// What was read then
    pub text: String,
    /// Digest of the text
    pub digest: Digest,
    /// What was asked
    pub query: String,
    /// Who was shown it
    pub actor: String,
    /// When
    pub created_at: Moment,
}

impl Operation for Replay {
    const SPEC: Spec = Spec::new("context.replay", "Show a context pack again, exactly as it was shown then")
        .http(Method::Get, "/v1/context/{receipt}")
        .positional(&["receipt"])
        .document("text");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { receipt }: Input) -> Result<Output, Error> {
        let Some(pack) = cx.pack(&receipt)? else { return Err(missing_or_erased(cx, "context pack", receipt.as_str())?) };
        if Digest::of(pack.body.as_bytes()) != pack.digest {
            return Err(Code::StoreDamaged.refuse(receipt.as_str(), "this pack is not what was shown: its row was changed").into());
        }
        Ok(Output { pack: receipt, text: pack.body, digest: pack.digest, query: pack.query, actor: pack.actor, created_at: pack.created_at })
    }
}
