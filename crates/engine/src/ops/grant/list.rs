//! List the tokens that were issued; never the tokens themselves.

use super::Item;
use crate::{Error, Look, Method, Operation, Spec, ops::LIST_MAX};
use kernel::{effect::Read, gate::Agents};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists tokens.
#[derive(Debug)]
pub struct List;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The tokens' records.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Records, newest first
    pub grants: Vec<Item>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("grant.list", "List the bearer tokens that were issued").http(Method::Get, "/v1/grants").agents(Agents::Never);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        Ok(Output { grants: cx.grants(LIST_MAX)?.into_iter().map(Item::from).collect() })
    }
}
