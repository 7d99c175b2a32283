//! The calls around a file: within it, out of it and into it.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{around, callers, changed, definitions, here, meant},
};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};
use syntax::How;

/// Edges given at most.
const EDGES_MAX: usize = 500;

/// Draws the calls around a file.
#[derive(Debug)]
pub struct Draw;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its path
    pub file: String,
}

/// A call.
#[derive(Serialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Edge {
    /// The file it is made in
    pub path: String,
    /// The line
    pub line: u32,
    /// The symbol that calls
    #[serde(skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// The symbol that is called
    pub to: String,
    /// The file it is defined in
    pub defined: String,
}

/// The calls.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The file
    pub path: String,
    /// What it defines and could be called
    pub symbols: Vec<String>,
    /// Calls from this file, within it and to others
    pub calls: Vec<Edge>,
    /// Calls from other files into it
    #[serde(rename = "calledBy")]
    pub called_by: Vec<Edge>,
    /// Files of this answer that have changed since they were read, or are gone
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
}

impl Operation for Draw {
    const SPEC: Spec = Spec::new("code.graph", "Show the calls around a file: within it, out of it and into it")
        .http(Method::Get, "/v1/code/graph")
        .positional(&["file"])
        .also(&[(Dialect::Palace, "explore_graph")])
        .empty("Nothing is called here that the index knows of.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, "")?;
        let (file, tree, imported) = around(cx, &among, &input.file)?;
        let path = file.path().to_owned();
        let called: BTreeSet<String> = file.outline.mentions.iter().filter(|m| m.how == How::Call).map(|m| m.name.clone()).collect();
        let own: BTreeSet<String> = file.outline.symbols.iter().filter(|s| s.kind.acts() || s.kind.has_members()).map(|s| s.name.clone()).collect();
        let defined = definitions(cx, &among, &called.union(&own).cloned().collect())?;
        let mut calls = BTreeSet::new();
        for mention in file.outline.mentions.iter().filter(|mention| mention.how == How::Call) {
            let from =
                mention.inside.and_then(|place| file.outline.symbols.get(place as usize)).map(|symbol| symbol.name.clone()).unwrap_or_default();
            for definition in meant(&path, &imported, defined.get(&mention.name).map_or(&[][..], Vec::as_slice)) {
                calls.insert(Edge {
                    path: path.clone(),
                    line: mention.line,
                    from: from.clone(),
                    to: mention.name.clone(),
                    defined: definition.path.clone(),
                });
            }
        }
        // A call from elsewhere means this file if the name is nobody else's, or if that file imports this one.
        let importers: HashSet<String> = crate::code::dependents(cx, &among, &tree, &path, 1)?.into_keys().collect();
        let only_here = |name: &String| defined.get(name).is_some_and(|all| all.iter().all(|definition| definition.path == path));
        let mut called_by = BTreeSet::new();
        for mentioned in callers(cx, &among, &own)?.into_iter().filter(|m| m.how == How::Call && m.path != path) {
            if only_here(&mentioned.name) || importers.contains(&mentioned.path) {
                let from = mentioned.inside.map(|(name, _)| name).unwrap_or_default();
                called_by.insert(Edge { path: mentioned.path, line: mentioned.line, from, to: mentioned.name, defined: path.clone() });
            }
        }
        let first = |edges: BTreeSet<Edge>| edges.into_iter().take(EDGES_MAX).collect::<Vec<_>>();
        let (calls, called_by) = (first(calls), first(called_by));
        let stale = changed(
            cx,
            &among,
            calls.iter().map(|edge| edge.defined.as_str()).chain(called_by.iter().map(|edge| edge.path.as_str())).chain([path.as_str()]),
        )?;
        Ok(Output { symbols: own.into_iter().collect(), calls, called_by, path, stale })
    }
}
