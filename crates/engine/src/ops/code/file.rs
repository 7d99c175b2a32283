//! Show what a file offers: its exported symbols, or all of them.

use super::Symbol;
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{file, here},
};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows a file.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its path
    // `explore_file --path` is how a route says it.
    #[serde(alias = "path")]
    pub file: String,
    /// Also what only the file itself may use
    #[serde(default)]
    pub all: bool,
}

/// What it offers.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Its path
    pub path: String,
    /// Its language
    pub language: String,
    /// How many lines it has
    pub lines: i64,
    /// Its symbols, in order
    pub symbols: Vec<Symbol>,
    /// It has changed since it was read
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("code.file", "Show the exported symbols of a file")
        .http(Method::Get, "/v1/code/file")
        .positional(&["file"])
        .also(&[(Dialect::Palace, "explore_file")])
        .empty("This file exports nothing that the index knows of.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, "")?;
        let found = file(cx, &among, &input.file)?;
        let stale = found.now(cx)?.is_some_and(|(_, stale)| stale);
        let symbols =
            found.outline.symbols.iter().filter(|symbol| input.all || symbol.exported).map(|symbol| Symbol::new(found.path(), symbol)).collect();
        Ok(Output { path: found.place.path.clone(), language: found.blob.language.clone(), lines: found.blob.lines, symbols, stale })
    }
}
