//! Embeds what a configured model has not read yet, a batch at a time, outside any transaction.

use crate::memory::index::keeper::text_of;
use crate::{Engine, Error, Request, memory::query_embedding::made_by};
use kernel::{
    call::Call,
    ledger::to_hex,
    refusal::{Code, Refusal},
};
use schemars::JsonSchema;
use search::embed::{EmbedError, Maker};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::SetState;

/// One vector.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Number of the item
    pub item: i64,
    /// Its vector, in hexadecimal digits
    pub vector: String,
}

/// How far re-embedding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Items read now.
    pub made: usize,
    /// Nothing is left to read.
    pub whole: bool,
}

/// What may leave something to read, as small as it can be told. While it stays the same, nothing new is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    items: i64,
    next_item: i64,
    /// Sets come and go: somebody may drop one in another process.
    sets: Vec<(i64, SetState)>,
    /// When the model's set was last changed: what got another title is to be read again.
    stamp: i64,
    /// Who answered last: it may be another model by now.
    maker: Option<Maker>,
}

impl Engine {
    /// Where reading stands now.
    pub fn reach(&self) -> Result<Reach, Error> {
        self.look(|house, view| {
            let (corpus, sets) = (view.corpus()?, view.vector_sets()?);
            let stamp = house.configured_set(&sets).map_or(Ok(0), |set| view.newest_stamp(set.n))?;
            let sets = sets.iter().map(|set| (set.n, set.state)).collect();
            Ok(Reach { items: corpus.items, next_item: corpus.next_item, sets, stamp, maker: house.embedder.as_ref().and_then(|e| e.known()) })
        })
    }

    /// Lets the configured model read some of what it has not read yet. Nobody waits: questions go on being answered
    /// with the vectors that are whole.
    pub fn fill(&self, call: &Call, at_once: i64) -> Result<Filled, Refusal> {
        let Some(embedder) = self.embedder() else { return Ok(Filled { made: 0, whole: true }) };
        let refuse = |e: EmbedError| Code::ModelUnreachable.refuse(embedder.name(), format!("the embedding model gave no vectors: {e}"));
        let maker = match embedder.known() {
            Some(maker) => maker,
            None => embedder.embed(&[]).map_err(refuse)?.by,
        };
        let unread = self.look(|_, view| {
            let set = made_by(&view.vector_sets()?, &maker).cloned();
            let numbers: Vec<i64> = view.without_vector(set.as_ref().map_or(0, |set| set.n), at_once)?;
            let mut unread = Vec::new();
            for item in view.items(&numbers)? {
                unread.push((item.n, text_of(view, &item)?));
            }
            Ok((set, unread))
        });
        let (set, unread) = unread.map_err(Error::into_refusal)?;
        if unread.is_empty() && set.is_some_and(|set| set.state == SetState::Serving) {
            return Ok(Filled { made: 0, whole: true });
        }
        let texts: Vec<&str> = unread.iter().map(|(_, text)| text.as_str()).collect();
        let read = embedder.embed(&texts).map_err(refuse)?;
        // Another model since the last batch begins with what it has not read itself.
        if !read.by.is(&maker) {
            return Ok(Filled { made: 0, whole: false });
        }
        let made: Vec<Made> =
            unread.iter().zip(read.vectors).map(|((item, _), vector)| Made { item: *item, vector: to_hex(&vector.to_bytes()) }).collect();
        let count = made.len();
        let input = json!({ "model": read.by.to_string(), "made": made });
        let answer = self.call(call, Request { op: "index.fill", input, ..Request::default() })?;
        Ok(Filled { made: count, whole: answer.into_inner().result["serving"] == true })
    }
}
