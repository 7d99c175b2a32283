//! Re-embedding: what a configured model has not read yet, a batch at a time, outside any transaction.

use crate::{Engine, Error, Request, ops::index::fill::Made};
use kernel::{
    call::Call,
    ledger::to_hex,
    refusal::{Code, Refusal},
};
use serde_json::json;

/// How far re-embedding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Items read now.
    pub made: usize,
    /// Nothing is left to read.
    pub whole: bool,
}

impl Engine {
    /// Lets the configured model read some of what it has not read yet. Nobody waits: questions go on being answered
    /// with the vectors that are whole.
    pub fn fill(&self, call: &Call, at_once: i64) -> Result<Filled, Refusal> {
        let Some(embedder) = self.embedder() else { return Ok(Filled { made: 0, whole: true }) };
        let name = embedder.name().to_owned();
        let unread = self.look(|_, view| {
            let set = view.vector_sets()?.into_iter().find(|set| set.model == name).map_or(0, |set| set.n);
            let mut unread = Vec::new();
            for (item, id) in view.without_vector(set, at_once)? {
                let text = view.evidences(&[&id])?.pop().map(|evidence| String::from(evidence.content)).unwrap_or_default();
                unread.push((item, text));
            }
            Ok((set, unread))
        });
        let (set, unread) = unread.map_err(Error::into_refusal)?;
        if unread.is_empty() && set != 0 {
            return Ok(Filled { made: 0, whole: true });
        }
        let texts: Vec<&str> = unread.iter().map(|(_, text)| text.as_str()).collect();
        let vectors =
            embedder.embed(&texts).map_err(|e| Code::ModelUnreachable.refuse(name.clone(), format!("the embedding model gave no vectors: {e}")))?;
        let made: Vec<Made> =
            unread.iter().zip(vectors).map(|((item, _), vector)| Made { item: *item, vector: to_hex(&vector.to_bytes()) }).collect();
        let count = made.len();
        let answer = self.call(call, Request { op: "index.fill", input: json!({ "model": name, "made": made }), ..Request::default() })?;
        Ok(Filled { made: count, whole: answer.into_inner().result["serving"] == true })
    }
}
