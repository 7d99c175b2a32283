//! Show a symbol: where it is defined, how, and what belongs to it.

use super::{Symbol, no_symbol};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{File, here, lookup, token},
};
use kernel::{effect::Read, scope::ProjectPath, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Files that may define a symbol, at most.
const FILES_MAX: i64 = 500;
/// Definitions shown at most.
const SHOWN_MAX: usize = 50;
/// Lines of its text that are shown.
const TEXT_LINES_MAX: usize = 60;

/// Shows a symbol.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name; `Type.name` asks for the one that belongs to `Type`
    pub name: Name,
    /// The file it is in
    #[serde(default)]
    pub file: String,
}

/// One definition.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Shown {
    /// What it is
    #[serde(flatten)]
    pub symbol: Symbol,
    /// What belongs to it, by name
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
    /// Its text, as it is in the tree now
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The file has changed since it was read
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

/// Its definitions.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Definitions, by path and line
    pub definitions: Vec<Shown>,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("code.symbol", "Show where a symbol is defined and how")
        .http(Method::Get, "/v1/code/symbol")
        .positional(&["name"])
        .also(&[(Dialect::Palace, "explore_symbol")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let only = if input.file.is_empty() { None } else { Some(ProjectPath::parse(&input.file)?) };
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, "")?;
        let mut definitions = Vec::new();
        for file in lookup(cx, &among, &[token('=', super::bare(input.name.as_str()))], FILES_MAX)? {
            if only.as_ref().is_some_and(|only| only.as_str() != file.path()) {
                continue;
            }
            let mut now = None;
            for (_, symbol) in file.outline.named(input.name.as_str()) {
                if definitions.len() >= SHOWN_MAX {
                    break;
                }
                let (text, stale) = match &now {
                    None => now.insert(file.now(cx)?),
                    Some(known) => known,
                }
                .clone()
                .unwrap_or_default();
                definitions.push(Shown {
                    symbol: Symbol::new(file.path(), symbol),
                    members: members(&file, symbol),
                    text: lines(&text, symbol),
                    stale,
                });
            }
        }
        if definitions.is_empty() { Err(no_symbol(input.name.as_str())) } else { Ok(Output { definitions }) }
    }
}

fn members(file: &File, of: &syntax::Symbol) -> Vec<String> {
    if !of.kind.has_members() {
        return Vec::new();
    }
    file.outline.symbols.iter().filter(|symbol| symbol.parent == of.name).map(|symbol| symbol.name.clone()).collect()
}

fn lines(text: &str, symbol: &syntax::Symbol) -> String {
    let count = (symbol.end.saturating_sub(symbol.line) as usize + 1).min(TEXT_LINES_MAX);
    let lines: Vec<&str> = text.lines().skip(symbol.line.saturating_sub(1) as usize).take(count).collect();
    ingest::redact(&lines.join("\n")).text.into_owned()
}
