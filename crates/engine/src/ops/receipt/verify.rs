//! Say whether a receipt holds: its payload, both signatures, its type, and the calls it speaks of.

use super::{Verified, verified};
use crate::{Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{effect::Read, id::ReceiptId};
use schemars::JsonSchema;
use serde::Deserialize;

/// Looks at it.
#[derive(Debug)]
pub struct Verify;

/// Which receipt.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The receipt
    pub id: ReceiptId,
}

impl Operation for Verify {
    const SPEC: Spec = Spec::new("receipt.verify", "Say whether a receipt holds: payload, signatures, type and the calls it speaks of")
        .http(Method::Get, "/v1/receipts/{id}/verify")
        .positional(&["id"]);
    type Effect = Read;
    type Input = Input;
    type Output = Verified;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Verified, Error> {
        let receipt = cx.receipt(&id)?.ok_or_else(|| missing("receipt", &id))?;
        let house = cx.house;
        Ok(verified(cx, house, &receipt)?.0)
    }
}
