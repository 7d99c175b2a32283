//! Which models have read what is kept, and how much of it.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tells the state of the index.
#[derive(Debug)]
pub struct Status;

/// Nothing is asked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// A model's vectors.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Set {
    /// The model
    pub model: String,
    /// serving, kept beside the one that serves, or filling
    pub state: String,
    /// Vectors it has
    pub vectors: i64,
    /// When it was begun
    pub started_at: Moment,
}

/// The index.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// What can be found
    pub items: i64,
    /// Words in it
    pub words: i64,
    /// Each model's vectors
    pub models: Vec<Set>,
    /// The model that reads questions
    pub reading: String,
    /// The model that is configured beside the one in the binary
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configured: Option<String>,
    /// Items that the configured model has not read yet
    pub unread: i64,
}

impl Operation for Status {
    const SPEC: Spec = Spec::new("index.status", "Say what can be found, and which models have read it")
        .http(Method::Get, "/v1/index")
        .also(&[(Dialect::Palace, "embedding_stats")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, _: Input) -> Result<Output, Error> {
        let corpus = cx.corpus()?;
        let sets = cx.vector_sets()?;
        let (reading, serving) = cx.house.reader(&sets);
        let mut models = Vec::new();
        for set in &sets {
            let vectors = cx.vector_count(set.n)?;
            // A row says that a set could serve; the one that questions are compared with does.
            let state = if set.state == store::SetState::Serving && serving != Some(set.n) { "kept" } else { set.state.name() };
            models.push(Set { model: set.model.clone(), state: state.into(), vectors, started_at: set.started_at });
        }
        let configured = cx.house.embedder.as_ref().map(|embedder| embedder.name().to_owned());
        let unread = match &configured {
            Some(_) => {
                let set = cx.house.configured_set(&sets).map_or(0, |set| set.n);
                cx.without_vector_count(set)?
            }
            None => 0,
        };
        Ok(Output { items: corpus.items, words: corpus.words, models, reading, configured, unread })
    }
}
