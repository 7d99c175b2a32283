//! What a change would touch: whoever depends on a file or a symbol, directly and through others.

use super::{Symbol, bare, looks_like_a_test, no_symbol};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{callers, changed, definitions, dependents, here, tree},
};
use kernel::{effect::Read, scope::ProjectPath, text::Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use store::CodeWhere;

/// How far a change is followed.
const DEPTH: u32 = 3;
/// Places given at most.
const AFFECTED_MAX: usize = 200;
/// Names followed from one round to the next: beyond that a change touches nearly everything, which is answer enough.
const NAMES_MAX: usize = 100;

/// Follows a change.
#[derive(Debug)]
pub struct Weigh;

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Path of a file, or name of a symbol
    pub target: Query,
}

/// Something that would be touched.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Affected {
    /// The file
    pub path: String,
    /// The line, where a symbol is mentioned
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The symbol around it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// How many steps away: 1 depends on the target itself
    pub distance: u32,
}

/// What a change would touch.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// file or symbol
    pub target: &'static str,
    /// Where the symbol is defined
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Symbol>,
    /// What depends on it, nearest first
    pub affected: Vec<Affected>,
    /// Files among them
    pub files: usize,
    /// Files among them that look like tests
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// Files of this answer that have changed since they were read, or are gone
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
}

impl Operation for Weigh {
    const SPEC: Spec = Spec::new("code.impact", "Show what a change of a file or symbol would touch")
        .http(Method::Get, "/v1/code/impact")
        .positional(&["target"])
        .also(&[(Dialect::Palace, "explore_impact")])
        .empty("Nothing in the index depends on it.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, "")?;
        let place = match ProjectPath::parse(input.target.as_str()) {
            Ok(path) => cx.code_at(&among, path.as_str())?,
            Err(_) => None,
        };
        let mut output = match place {
            Some(place) => {
                let tree = tree(cx, &CodeWhere { anchor: Some(place.anchor), ..CodeWhere::default() })?;
                let found = dependents(cx, &among, &tree, &place.path, DEPTH)?;
                let affected = found.into_iter().map(|(path, distance)| Affected { path, line: None, symbol: String::new(), distance }).collect();
                told("file", Vec::new(), affected)
            }
            None => of_symbol(cx, &among, input.target.as_str())?,
        };
        let shown = output.affected.iter().map(|affected| affected.path.as_str()).chain(output.definitions.iter().map(|symbol| symbol.path.as_str()));
        output.stale = changed(cx, &among, shown)?;
        Ok(output)
    }
}

fn of_symbol(cx: &mut Look<'_>, among: &CodeWhere, target: &str) -> Result<Output, Error> {
    let name = bare(target).to_owned();
    let defined: Vec<Symbol> =
        definitions(cx, among, &BTreeSet::from([name.clone()]))?.into_values().flatten().take(20).map(|d| Symbol::from(&d)).collect();
    if defined.is_empty() {
        return Err(no_symbol(target));
    }
    let mut seen: BTreeSet<String> = BTreeSet::from([name.clone()]);
    let mut round = BTreeSet::from([name]);
    let mut affected: BTreeMap<(String, u32), Affected> = BTreeMap::new();
    for distance in 1..=DEPTH {
        let mut next = BTreeSet::new();
        for mentioned in callers(cx, among, &round)? {
            let symbol = mentioned.inside.map(|(name, _)| name).unwrap_or_default();
            if !symbol.is_empty() && seen.insert(symbol.clone()) {
                next.insert(symbol.clone());
            }
            affected.entry((mentioned.path.clone(), mentioned.line)).or_insert(Affected {
                path: mentioned.path,
                line: Some(mentioned.line),
                symbol,
                distance,
            });
        }
        if next.is_empty() || next.len() > NAMES_MAX || affected.len() > AFFECTED_MAX {
            break;
        }
        round = next;
    }
    Ok(told("symbol", defined, affected.into_values().collect()))
}

fn told(target: &'static str, definitions: Vec<Symbol>, mut affected: Vec<Affected>) -> Output {
    affected.sort_by(|a, b| a.distance.cmp(&b.distance).then_with(|| a.path.cmp(&b.path)).then_with(|| a.line.cmp(&b.line)));
    let files: BTreeSet<&str> = affected.iter().map(|affected| affected.path.as_str()).collect();
    let tests = files.iter().filter(|path| looks_like_a_test(path)).map(|path| (*path).to_owned()).collect();
    let count = files.len();
    affected.truncate(AFFECTED_MAX);
    Output { target, definitions, affected, files: count, tests, stale: Vec::new() }
}
