//! List what a symbol calls, and where that is defined.

use super::{Place, bare, no_symbol};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{around, changed, definitions, here, meant},
};
use kernel::{effect::Read, text::Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use syntax::How;

/// Lists callees.
#[derive(Debug)]
pub struct List;

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name
    pub symbol: Query,
    /// The file it is in
    pub file: String,
}

/// Something that is called.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Callee {
    /// Its name
    pub name: String,
    /// The lines it is called on
    pub lines: Vec<u32>,
    /// call, or type where it is only named as one
    pub how: &'static str,
    /// Where it may be defined
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defined: Vec<Place>,
}

/// What it calls.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Names, in the order they are first mentioned
    pub callees: Vec<Callee>,
    /// Files of this answer that have changed since they were read, or are gone
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("code.callees", "List what a symbol calls")
        .http(Method::Get, "/v1/code/callees")
        .positional(&["symbol", "file"])
        .also(&[(Dialect::Palace, "explore_callees")])
        .empty("It calls nothing that the index knows of.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, "")?;
        let (file, _, imported) = around(cx, &among, &input.file)?;
        let bodies: Vec<&syntax::Symbol> = file.outline.named(input.symbol.as_str()).map(|(_, symbol)| symbol).collect();
        if bodies.is_empty() {
            return Err(no_symbol(input.symbol.as_str()));
        }
        let mut told: BTreeMap<(&str, How), Vec<u32>> = BTreeMap::new();
        for mention in bodies.iter().flat_map(|body| file.outline.within(body)).filter(|mention| mention.name != bare(input.symbol.as_str())) {
            told.entry((&mention.name, mention.how)).or_default().push(mention.line);
        }
        let names: BTreeSet<String> = told.keys().map(|(name, _)| (*name).to_owned()).collect();
        let defined = definitions(cx, &among, &names)?;
        let mut callees: Vec<Callee> = told
            .into_iter()
            .map(|((name, how), mut lines)| {
                lines.dedup();
                let all = defined.get(name).map_or(&[][..], Vec::as_slice);
                let defined = meant(file.path(), &imported, all).into_iter().map(|d| Place { path: d.path.clone(), line: d.symbol.line }).collect();
                Callee { name: name.to_owned(), lines, how: how.name(), defined }
            })
            .collect();
        callees.sort_by(|a, b| a.lines.first().cmp(&b.lines.first()).then_with(|| a.name.cmp(&b.name)));
        let defined = callees.iter().flat_map(|callee| callee.defined.iter().map(|place| place.path.as_str()));
        let stale = changed(cx, &among, defined.chain([file.path()]))?;
        Ok(Output { callees, stale })
    }
}
