//! Explore the working tree: files and symbols by words, best first.

use super::{EMPTY, prefix};
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{Asked, Hit, explore, here, room},
    ops::limit,
};
use kernel::{effect::Read, text::Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Explores.
#[derive(Debug)]
pub struct Search;

/// What is looked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Words, or the name of something
    pub query: Query,
    /// Most items to give (10 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
    /// Only this room: the places its document names, or else the folder of that name
    #[serde(default)]
    pub room: String,
    /// Only paths that begin so
    #[serde(default)]
    pub path: String,
    /// Forgive misspelt words
    #[serde(default)]
    pub fuzzy: bool,
}

/// Something found.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Found {
    /// The file and the lines to look at
    pub at: String,
    /// The file
    pub path: String,
    /// The symbol that answers best
    #[serde(skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// What that symbol is
    #[serde(skip_serializing_if = "str::is_empty")]
    pub kind: &'static str,
    /// What it says there, in one line
    #[serde(skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// Words of the question that match
    pub matched: Vec<String>,
    /// The file has changed since it was read
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
}

impl From<Hit> for Found {
    fn from(hit: Hit) -> Self {
        let path = hit.file.path().to_owned();
        let at = match &hit.symbol {
            Some(symbol) => format!("{path}:{}-{}", symbol.line, symbol.end),
            None => format!("{path}:{}", hit.line),
        };
        let (symbol, kind) = hit.symbol.map_or_else(Default::default, |symbol| (qualified(&symbol), symbol.kind.name()));
        Self { at, path, symbol, kind, line: hit.says, matched: hit.matched.into_iter().collect(), stale: hit.stale }
    }
}

fn qualified(symbol: &syntax::Symbol) -> String {
    if symbol.parent.is_empty() { symbol.name.clone() } else { format!("{}.{}", symbol.parent, symbol.name) }
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Files with the symbol in each that answers best, best first
    pub results: Vec<Found>,
}

impl Operation for Search {
    const SPEC: Spec = Spec::new("code.search", "Find files and symbols of the working tree by words")
        .http(Method::Get, "/v1/code")
        .positional(&["query"])
        .also(&[(Dialect::Palace, "explore")])
        .empty(EMPTY);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.clone();
        let mut among = here(cx, &anchor, prefix(&input.path))?;
        let name = input.room.trim();
        if !name.is_empty() {
            among = room(cx, among, name)?;
        }
        let most = usize::try_from(limit(input.limit, 10)).unwrap_or(10);
        let hits = explore(cx, &among, &Asked { query: input.query.as_str(), room: name, fuzzy: input.fuzzy, limit: most })?;
        Ok(Output { results: hits.into_iter().map(Found::from).collect() })
    }
}
