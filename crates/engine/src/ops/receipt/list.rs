//! List receipts, newest first.

use super::Item;
use crate::{Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{effect::Read, id::SessionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists receipts.
#[derive(Debug)]
pub struct List;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Only those of this session
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// The receipts.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Receipts, newest first
    pub receipts: Vec<Item>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("receipt.list", "List receipts of guarded cycles, and whether each holds")
        .http(Method::Get, "/v1/receipts")
        .empty("no receipts yet: `cycle.validate` mints one at the end of a guarded cycle");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let found = cx.receipts(input.session_id.as_ref(), limit(input.limit, 20))?;
        let receipts = found.iter().map(|receipt| Item::of(house, receipt)).collect::<Result<_, _>>()?;
        Ok(Output { receipts })
    }
}
