//! List the symbols of one kind, by path and line.

use super::{EMPTY, Symbol, prefix};
use crate::{Dialect, Error, Look, Method, Operation, Spec, code::here, ops::limit};
use kernel::{effect::Read, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use syntax::{Kind, Outline};

/// Lists symbols.
#[derive(Debug)]
pub struct Symbols;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// class, interface, function, method, constant, type, enum, property, constructor or module
    pub kind: String,
    /// Most items to give (50 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
    /// Only paths that begin so
    #[serde(default)]
    pub path: String,
}

/// The symbols.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Symbols, by path and line
    pub symbols: Vec<Symbol>,
}

impl Operation for Symbols {
    const SPEC: Spec = Spec::new("code.symbols", "List the symbols of one kind in the working tree")
        .http(Method::Get, "/v1/code/symbols")
        .positional(&["kind"])
        .also(&[(Dialect::Palace, "explore_symbols")])
        .empty(EMPTY);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let kind = Kind::named(input.kind.trim()).ok_or_else(|| {
            let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            Code::InputInvalid.refuse("kind", format!("`{}` is not a kind of symbol; use one of {}", input.kind.escape_debug(), known.join(", ")))
        })?;
        let most = usize::try_from(limit(input.limit, 50)).unwrap_or(50);
        let anchor = cx.call.anchor.clone();
        let among = here(cx, &anchor, prefix(&input.path))?;
        let mut symbols = Vec::new();
        cx.code_with_kinds(&among, kind.bit(), &mut |place, outline| {
            let outline = Outline::symbols_from_bytes(outline).unwrap_or_default();
            symbols.extend(outline.symbols.iter().filter(|symbol| symbol.kind == kind).map(|symbol| Symbol::new(&place.path, symbol)));
            Ok(symbols.len() < most)
        })?;
        symbols.truncate(most);
        Ok(Output { symbols })
    }
}
