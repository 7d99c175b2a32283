//! List the requests for a seal that wait for a terminal.

use crate::{Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{effect::Read, gate::Agents, id::SealRequestId, ledger::Digest, seal::Statement, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use store::StoreError;

/// Lists open requests.
#[derive(Debug)]
pub struct List;

/// How many.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A request.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// Its id
    pub id: SealRequestId,
    /// The operation
    pub op: String,
    /// What it would be called with
    pub input: Json,
    /// What a person is shown
    pub shown: Json,
    /// Digest a seal would sign
    pub digest: Digest,
    /// What would be signed
    #[schemars(with = "Json")]
    pub statement: Statement,
    /// Who asked
    pub asked_by: String,
    /// When it closes
    pub expires_at: Moment,
}

/// What waits for a signature.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Open requests, oldest first
    pub requests: Vec<Item>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("seal.list", "List the requests that wait for a human's seal").http(Method::Get, "/v1/seals").agents(Agents::Never);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let mut requests = Vec::new();
        for r in cx.open_requests(now, limit(input.limit, 20))? {
            let json = |text: &str| serde_json::from_str(text).map_err(|e| StoreError::Damaged(format!("request {}: {e}", r.id)));
            requests.push(Item {
                input: json(&r.input)?,
                shown: json(&r.shown)?,
                digest: r.statement.digest(),
                id: r.id.clone(),
                op: r.op.clone(),
                statement: r.statement.clone(),
                asked_by: r.asked_by.clone(),
                expires_at: r.expires_at,
            });
        }
        Ok(Output { requests })
    }
}
