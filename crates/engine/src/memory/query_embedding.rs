//! Embeds the queries of one call with the configured model, outside the database connection.
//!
//! A model behind an address may take seconds, and connections are few: a call that waited for it with one in hand would keep all others
//! waiting too. So a call that comes to a query gives its connection back, the query is embedded, and the call is run again with the
//! vector at hand.

use crate::{Error, PalaceState};
use search::embed::{Embedder, Maker, Model, Vector};
use std::sync::Arc;
use store::{SetState, VectorSet, View};

/// Queries that are embedded for one call; further ones are answered without the configured model.
const QUESTIONS_MAX: usize = 4;

/// The query vectors of one call.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueryEmbeddings {
    /// The configured model; `None` where a call cannot be run again.
    embedder: Option<Arc<dyn Embedder>>,
    /// Each query that came up, and its vector.
    questions: Vec<(String, Option<(Maker, Vector)>)>,
    /// Why one could not be embedded.
    failed: Option<String>,
}

impl QueryEmbeddings {
    /// Begins with none.
    pub(crate) fn by(embedder: Option<&Arc<dyn Embedder>>) -> Self {
        Self { embedder: embedder.cloned(), ..Self::default() }
    }

    /// Embeds a query. This may take long; no connection is held meanwhile.
    pub(crate) fn embed(&mut self, text: String) {
        let answer = self.embedder.as_ref().map(|embedder| embedder.question(&text));
        let reading = match answer {
            Some(Ok(reading)) => Some(reading),
            Some(Err(error)) => {
                self.failed = Some(error.0);
                None
            }
            None => None,
        };
        self.questions.push((text, reading));
    }
}

/// A query as one model embeds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryVector {
    /// The set of vectors that it is compared with.
    pub(crate) set: i64,
    pub(crate) vector: Vector,
}

/// A query as the models embed it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryVectors {
    /// By the model in the binary.
    pub(crate) ours: QueryVector,
    /// By the configured one.
    pub(crate) theirs: Option<QueryVector>,
}

/// The set of vectors that a configured model has made, as far as can be told without asking it.
pub fn set_of<'s>(embedder: &dyn Embedder, sets: &'s [VectorSet]) -> Option<&'s VectorSet> {
    match embedder.known() {
        Some(maker) => made_by(sets, &maker),
        None => sets.iter().filter(|set| is_named(set, embedder.name())).max_by_key(|set| set.n),
    }
}

/// The set of vectors that this very model has made.
pub(crate) fn made_by<'s>(sets: &'s [VectorSet], maker: &Maker) -> Option<&'s VectorSet> {
    sets.iter().find(|set| maker.is(&Maker::read(&set.model)))
}

/// Whether a set is by a model of this name, whatever its weights. Without a print nobody knows what made it.
fn is_named(set: &VectorSet, name: &str) -> bool {
    let maker = Maker::read(&set.model);
    maker.has_print() && maker.name() == name
}

impl PalaceState {
    /// The model that reads questions, and the set of vectors it is compared with: the configured one once it has read
    /// everything, else the one in the binary.
    pub(crate) fn reader(&self, sets: &[VectorSet]) -> (String, Option<i64>) {
        let ours = Model::embedded().name();
        match self.configured_set(sets).filter(|set| set.state == SetState::Serving) {
            Some(set) => (set.model.clone(), Some(set.n)),
            None => (ours.to_owned(), sets.iter().find(|set| set.model == ours).map(|set| set.n)),
        }
    }

    /// The configured model's set.
    pub(crate) fn configured_set<'s>(&self, sets: &'s [VectorSet]) -> Option<&'s VectorSet> {
        self.embedder.as_ref().and_then(|embedder| set_of(&**embedder, sets))
    }

    /// Sees to it that a question has been read, before anything is looked up for it.
    pub(crate) fn hear(&self, view: &mut View<'_>, text: &str, past: bool) -> Result<(), Error> {
        if self.heard.embedder.is_some() && !past {
            self.theirs(&view.vector_sets()?, text)?;
        }
        Ok(())
    }

    /// A query as the models embed it. The one in the binary always does; the configured one once it has read everything, if it
    /// answers, and not about the past, which is not scanned.
    pub(crate) fn read_question(&self, sets: &[VectorSet], text: &str, past: bool) -> Result<Option<QueryVectors>, Error> {
        let ours = Model::embedded();
        let Some(set) = sets.iter().find(|set| set.model == ours.name()) else { return Ok(None) };
        let theirs = if past { None } else { self.theirs(sets, text)? };
        Ok(Some(QueryVectors { ours: QueryVector { set: set.n, vector: ours.embed(text) }, theirs }))
    }

    fn theirs(&self, sets: &[VectorSet], text: &str) -> Result<Option<QueryVector>, Error> {
        let Some(embedder) = &self.heard.embedder else { return Ok(None) };
        let serving = |set: &&VectorSet| set.state == SetState::Serving && is_named(set, embedder.name());
        if text.trim().is_empty() || !sets.iter().any(|set| serving(&set)) {
            return Ok(None);
        }
        match self.heard.questions.iter().find(|(asked, _)| asked == text) {
            None if self.heard.questions.len() < QUESTIONS_MAX => Err(Error::Unread(text.to_owned())),
            None | Some((_, None)) => Ok(None),
            // Nobody compares vectors of two models, not even of one name.
            Some((_, Some((maker, vector)))) => {
                let made = made_by(sets, maker).filter(serving);
                Ok(made.map(|set| QueryVector { set: set.n, vector: *vector }))
            }
        }
    }

    /// Why the model in the binary read a question of this call instead of the configured one that has read everything.
    pub(crate) fn unheard(&self, view: &mut View<'_>) -> Result<Option<String>, Error> {
        let Some(embedder) = self.heard.embedder.as_ref().filter(|_| !self.heard.questions.is_empty()) else { return Ok(None) };
        if let Some(why) = &self.heard.failed {
            return Ok(Some(format!("The model in the binary read this question, as `{}` did not: {why}.", embedder.name())));
        }
        let sets = view.vector_sets()?;
        let made = |maker: &Maker| made_by(&sets, maker).is_some_and(|set| set.state == SetState::Serving);
        let stranger = self.heard.questions.iter().filter_map(|(_, reading)| reading.as_ref()).any(|(maker, _)| !made(maker));
        Ok(stranger.then(|| {
            format!(
                "The model in the binary read this question: `{}` answers otherwise than when it read what is kept, and has to read it again; \
                 whoever serves this palace sees to it, or `palace embed --wait`.",
                embedder.name()
            )
        }))
    }
}
