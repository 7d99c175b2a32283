//! Say what the configured model has not read yet. The one in the binary reads everything as it is kept, so with it alone
//! nothing is ever missing; another model's set is filled by `palace serve` in the background, or by `palace embed`.

use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tells what lacks a vector.
#[derive(Debug)]
pub struct Unread;

/// How much of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Most items to name (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What is missing.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The model that should have read everything
    pub model: String,
    /// How much it has not read
    pub unread: i64,
    /// Numbers of the first such items
    pub items: Vec<i64>,
    /// Whether it has read everything
    pub whole: bool,
}

impl Operation for Unread {
    const SPEC: Spec = Spec::new("index.unread", "Say what the configured embedding model has not read yet; it is read in the background")
        .http(Method::Get, "/v1/index/unread")
        .also(&[(Dialect::Palace, "embedding_sync")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let sets = cx.vector_sets()?;
        let (model, set) = match &cx.house.embedder {
            Some(embedder) => (embedder.name().to_owned(), cx.house.configured_set(&sets).map(|set| set.n)),
            None => cx.house.reader(&sets),
        };
        let set = set.unwrap_or(0);
        let unread = cx.without_vector_count(set)?;
        let items = if unread == 0 { Vec::new() } else { cx.without_vector(set, limit(input.limit, 100))? };
        Ok(Output { model, unread, items, whole: unread == 0 })
    }
}
