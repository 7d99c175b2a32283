//! The working tree: what its files define, who mentions it, and what a change would touch.

pub mod callees;
pub mod callers;
pub mod check;
pub mod deps;
pub mod file;
pub mod graph;
pub mod impact;
pub mod keep;
pub mod search;
pub mod symbol;
pub mod symbols;

use crate::{
    Error,
    code::{Definition, Mentioned},
};
use kernel::refusal::Code;
use schemars::JsonSchema;
use serde::Serialize;

/// What to say when the index has nothing.
const EMPTY: &str = "No results found for the query. If the tree was never read, run `palace index` in it.";

/// Something that a file defines.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Symbol {
    /// Its name
    pub name: String,
    /// class, interface, function, method, constant, type, enum, property, constructor or module
    pub kind: &'static str,
    /// What it belongs to
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parent: String,
    /// The file
    pub path: String,
    /// Its first line
    pub line: u32,
    /// Its last line
    pub end: u32,
    /// Whether others may use it
    pub exported: bool,
    /// How it is declared
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
    /// What is said about it, in its first line
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doc: String,
}

impl Symbol {
    pub(super) fn new(path: &str, symbol: &syntax::Symbol) -> Self {
        Self {
            name: symbol.name.clone(),
            kind: symbol.kind.name(),
            parent: symbol.parent.clone(),
            path: path.to_owned(),
            line: symbol.line,
            end: symbol.end,
            exported: symbol.exported,
            signature: symbol.signature.clone(),
            doc: symbol.doc.clone(),
        }
    }
}

impl From<&Definition> for Symbol {
    fn from(definition: &Definition) -> Self {
        Self::new(&definition.path, &definition.symbol)
    }
}

/// A place where something is mentioned.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Mention {
    /// The file
    pub path: String,
    /// The line
    pub line: u32,
    /// The symbol around it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// What that symbol is
    #[serde(skip_serializing_if = "str::is_empty")]
    pub kind: &'static str,
    /// call, or type where it is only named as one
    pub how: &'static str,
}

impl From<Mentioned> for Mention {
    fn from(mentioned: Mentioned) -> Self {
        let (symbol, kind) = mentioned.inside.map_or_else(Default::default, |(name, kind)| (name, kind.name()));
        Self { path: mentioned.path, line: mentioned.line, symbol, kind, how: mentioned.how.name() }
    }
}

/// A place as editors understand it.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Place {
    /// The file
    pub path: String,
    /// The line
    pub line: u32,
}

/// The refusal for a name that nothing has.
fn no_symbol(name: &str) -> Error {
    Code::NotFound
        .refuse(name.chars().take(100).collect::<String>(), format!("symbol not found: {name}"))
        .next("Look for it with code.search, or run `palace index` if the tree was never read")
        .into()
}

/// The bare name that is asked for, without what it belongs to.
fn bare(name: &str) -> &str {
    let name = name.trim().trim_end_matches("()");
    name.rsplit(['.', ':', '#']).find(|part| !part.is_empty()).unwrap_or(name)
}

/// The field that has nothing in it.
fn blank(field: &str) -> Error {
    Code::InputInvalid.refuse(field, format!("`{field}` is blank")).into()
}

/// What paths begin with, as somebody may have written it.
fn prefix(path: &str) -> &str {
    path.trim().trim_start_matches('/')
}

/// Whether a path looks like one of tests, by the habits of many languages.
pub(crate) fn looks_like_a_test(path: &str) -> bool {
    path.to_lowercase().split(['/', '.', '_', '-']).any(|part| matches!(part, "test" | "tests" | "spec" | "specs"))
}
