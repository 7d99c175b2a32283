//! List who calls a symbol, or names it as a type.

use super::{Mention, Symbol, bare, blank, no_symbol};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{callers, changed, definitions, here},
    ops::limit,
};
use kernel::{effect::Read, text::Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Lists callers.
#[derive(Debug)]
pub struct List;

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name
    pub symbol: Query,
    /// Most items to give (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Who calls it.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Places, by path and line
    pub callers: Vec<Mention>,
    /// How many there are
    pub total: usize,
    /// Where it is defined
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Symbol>,
    /// Files of this answer that have changed since they were read, or are gone
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("code.callers", "List who calls a symbol")
        .http(Method::Get, "/v1/code/callers")
        .positional(&["symbol"])
        .also(&[(Dialect::Palace, "explore_callers")])
        .empty("Nothing in the index calls it.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let name = bare(input.symbol.as_str());
        if name.is_empty() {
            return Err(blank("symbol"));
        }
        let names = BTreeSet::from([name.to_owned()]);
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, "")?;
        let found = callers(cx, &among, &names)?;
        let defined =
            definitions(cx, &among, &names)?.into_values().flatten().take(20).map(|definition| Symbol::from(&definition)).collect::<Vec<_>>();
        if found.is_empty() && defined.is_empty() {
            return Err(no_symbol(input.symbol.as_str()));
        }
        let total = found.len();
        let most = usize::try_from(limit(input.limit, 100)).unwrap_or(100);
        let shown: Vec<Mention> = found.into_iter().take(most).map(Mention::from).collect();
        let stale = changed(cx, &among, shown.iter().map(|mention| mention.path.as_str()).chain(defined.iter().map(|symbol| symbol.path.as_str())))?;
        Ok(Output { callers: shown, total, definitions: defined, stale })
    }
}
