//! Give a receipt away: what was signed, both signatures, the public half of the log's key, and every call that its chain is
//! made of. Whoever has it can check the log's signature and the chain without this palace.

use super::verified;
use crate::{Error, Look, Method, Operation, Spec, cycle::Linked, ops::missing};
use kernel::{effect::Read, id::ReceiptId, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Gives it.
#[derive(Debug)]
pub struct Export;

/// Which receipt.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The receipt
    pub id: ReceiptId,
}

/// The receipt, whole.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The receipt
    pub id: ReceiptId,
    /// Whether all of it holds here and now
    pub valid: bool,
    /// The session's calls up to the receipt, oldest first
    pub invocations: Vec<Linked>,
    /// All of it as one JSON document
    pub document: String,
}

impl Operation for Export {
    const SPEC: Spec = Spec::new("receipt.export", "Give a receipt away with everything it takes to check it elsewhere")
        .http(Method::Get, "/v1/receipts/{id}/export")
        .positional(&["id"])
        .document("document");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Output, Error> {
        let receipt = cx.receipt(&id)?.ok_or_else(|| missing("receipt", &id))?;
        let house = cx.house;
        let (verified, chain) = verified(cx, house, &receipt)?;
        let count = verified.payload["chain_count"].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        let invocations: Vec<Linked> = chain.links.into_iter().take(count).collect();
        let chained: Vec<Json> = invocations
            .iter()
            .map(|call| {
                json!({
                    "id": call.id, "ts": call.ts, "tool_name": call.tool_name, "input_hash": call.input_hash, "output_hash": call.output_hash,
                    "meta_json": call.meta_json, "prev_hash": call.prev_hash, "hash": call.hash,
                })
            })
            .collect();
        let s = &receipt.signed;
        let document = json!({
            "id": id, "session_id": s.session, "ts": s.created_at, "receipt_type": s.kind, "payload_json": s.payload, "payload_hash": s.payload_hash,
            "signature": s.signature, "log_signature": s.log_signature, "log_key": house.genesis.log_key, "invocations": chained,
        });
        let document = serde_json::to_string_pretty(&document).map_err(|e| Code::Internal.refuse("document", e.to_string()))? + "\n";
        Ok(Output { id, valid: verified.valid, invocations, document })
    }
}
