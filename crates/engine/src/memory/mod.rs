//! Keeps evidence so that it can be found, and finds it.
//!
//! Not here: what may be read by whom. Operations decide that; this works on what it is handed.

mod cache;
pub(crate) mod evidence;
mod index;
mod kind;
pub(crate) mod query_embedding;
mod recall;
mod sentences;

pub(crate) use crate::erasure::quotes::Quotes;
pub use index::fill::{Filled, Made, Reach};
pub(crate) use index::keeper::{Keeper, Piece, begin_set, speaker};
pub(crate) use index::renamed::Untitled;
pub(crate) use index::terms::Terms;
pub(crate) use index::vector_blocks::Blocks;
pub(crate) use kind::{EXPERIENCE, NOTE, SeenIn};
pub(crate) use recall::claims::{NEAR, said_of};
pub use recall::hit::{Sight, Why, Withheld};
pub(crate) use recall::hit::{around, beliefs, line, rounded, sights, texts, withheld};
pub(crate) use recall::passage::Passage;
pub(crate) use recall::place::Place;
pub(crate) use recall::search::{Filter, Found, Question, find};
pub use recall::search::{Lanes, lanes, measures};
pub(crate) use recall::showing::{Showing, show};
pub(crate) use recall::words::{WORDS_MAX, asked_for, keywords, rank};
pub(crate) use sentences::sentences;

use crate::Error;
use kernel::{refusal::Code, text::Content};
use recall::words::Met;
use search::{embed::Vector, judge::KnownWord};
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap};
use store::View;

/// What is held in memory between questions, so that each need not read everything anew.
#[derive(Debug, Default)]
pub(crate) struct MemoryCache {
    /// The codes of all items, locked only while they are copied or replaced.
    codes: std::sync::Mutex<crate::memory::cache::vector_codes::Sets>,
    /// Vectors that were looked at, by set.
    held: std::sync::Mutex<BTreeMap<i64, crate::memory::cache::vectors::Held>>,
    words: std::sync::RwLock<crate::memory::recall::words::Remembered>,
    sketches: std::sync::Mutex<std::sync::Arc<crate::memory::cache::near_copies::Sketches>>,
    /// What conditions let through.
    conditions: crate::memory::cache::derived::Since<store::Among, crate::memory::cache::vector_codes::Numbers>,
    /// How much evidence a project has about each field.
    pub(crate) fields: crate::memory::cache::derived::Since<String, Vec<(String, i64)>>,
    /// What near copies of experiences are found by.
    pub(crate) prints: std::sync::Mutex<crate::memory::cache::fingerprints::Prints>,
    /// What beliefs mean.
    meanings: std::sync::Mutex<crate::memory::recall::claims::Meanings>,
}

impl MemoryCache {
    /// The sketches of all that is committed. Whoever holds them keeps them as they are now.
    pub(crate) fn sketches(&self, view: &mut store::View<'_>) -> Result<std::sync::Arc<crate::memory::cache::near_copies::Sketches>, Error> {
        let mut kept = self.sketches.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        std::sync::Arc::make_mut(&mut kept).refresh(view)?;
        Ok(kept.clone())
    }

    /// Shows the vectors of some items, where they have one, each with its place among the numbers: those at hand, then those
    /// that the database has, which are at hand from then on.
    pub(crate) fn vectors(&self, view: &mut View<'_>, set: i64, numbers: &[i64], take: &mut dyn FnMut(usize, &Vector)) -> Result<(), Error> {
        let mut unread: HashMap<i64, usize> = HashMap::new();
        let changes = {
            let sets = self.held();
            let held = sets.get(&set);
            for (place, n) in numbers.iter().enumerate() {
                match held.and_then(|held| held.get(*n)) {
                    Some(vector) => take(place, vector),
                    None => {
                        unread.insert(*n, place);
                    }
                }
            }
            held.map_or(0, crate::memory::cache::vectors::Held::changes)
        };
        if unread.is_empty() {
            return Ok(());
        }
        let mut asked: Vec<i64> = unread.keys().copied().collect();
        asked.sort_unstable(); // in the order of the table
        let mut read: Vec<(i64, Vector)> = Vec::with_capacity(asked.len());
        view.each_vector(set, &asked, &mut |n, bytes| {
            if let (Some(place), Some(vector)) = (unread.get(&n), Vector::from_bytes(bytes)) {
                take(*place, &vector);
                read.push((n, vector));
            }
            Ok(())
        })?;
        self.held().entry(set).or_default().put(changes, &read);
        Ok(())
    }

    /// The codes of some sets as a snapshot has them. Whoever holds them scans them without a lock.
    pub(crate) fn codes(&self, view: &mut View<'_>, sets: &[i64]) -> Result<crate::memory::cache::vector_codes::Sets, Error> {
        let lock = || self.codes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut kept = lock();
        if !kept.are(sets) {
            // All of them are read, which many at once should not do each for itself.
            let changed = kept.refresh(view, sets)?;
            self.held().retain(|set, _| sets.contains(set));
            self.let_go(&changed);
            return Ok(kept.clone());
        }
        let mut codes = kept.clone();
        drop(kept);
        let changed = codes.refresh(view, sets)?;
        if !changed.is_empty() {
            self.let_go(&changed);
            *lock() = codes.clone();
        }
        Ok(codes)
    }

    /// Lets go of the vectors of items whose codes changed.
    fn let_go(&self, changed: &[crate::memory::cache::vector_codes::Changed]) {
        let mut held = self.held();
        for change in changed {
            held.entry(change.set).or_default().drop_range(change.items.clone());
        }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, BTreeMap<i64, crate::memory::cache::vectors::Held>> {
        self.held.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Does something with what is known of some words. Many may at once; only who meets a new word waits for the others.
    pub(crate) fn knowing<T>(&self, view: &mut View<'_>, met: &Met, end: i64, job: impl FnOnce(&[&KnownWord]) -> T) -> Result<T, Error> {
        let mut words = self.words.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let unknown = words.unknown(met, end);
        if !unknown.is_empty() {
            drop(words);
            let mut learning = self.words.write().unwrap_or_else(std::sync::PoisonError::into_inner);
            learning.learn(view, unknown, end)?;
            words = std::sync::RwLockWriteGuard::downgrade(learning); // nobody forgets in between
        }
        Ok(job(&words.known(met)))
    }

    /// Forgets every word and every vector, because some were erased. Codes and sketches are read anew where they changed.
    pub(crate) fn forget(&self) {
        self.held().values_mut().for_each(crate::memory::cache::vectors::Held::clear);
        *self.words.write().unwrap_or_else(std::sync::PoisonError::into_inner) = crate::memory::recall::words::Remembered::default();
        *self.meanings.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = crate::memory::recall::claims::Meanings::default();
    }
}

/// Secrets by kind, as answers name them.
pub(crate) type Secrets = BTreeMap<String, usize>;

/// The text without its secrets, which are counted.
pub(crate) fn redact(content: Content, found: &mut Secrets) -> Result<Content, Error> {
    let mut text = Json::String(content.into());
    redact_json(&mut text, found);
    Ok(Content::parse(text.as_str().unwrap_or_default()).map_err(|e| Code::InputInvalid.refuse("content", e.to_string()))?)
}

/// The same for a text that need not be one of ours.
pub(crate) fn redact_text(text: &str, found: &mut Secrets) -> String {
    let mut text = Json::String(text.to_owned());
    redact_json(&mut text, found);
    text.as_str().unwrap_or_default().to_owned()
}

/// Takes secrets out of every text of a value, and counts them.
pub(crate) fn redact_json(value: &mut Json, found: &mut Secrets) {
    redact_under("", value, found);
}

/// The same for what stands under a name, which may tell: `{"password": "…"}`.
fn redact_under(name: &str, value: &mut Json, found: &mut Secrets) {
    match value {
        Json::String(text) => {
            let redacted = ingest::redact_field(name, text);
            if redacted.found.is_empty() {
                return;
            }
            for (kind, count) in redacted.found {
                *found.entry(kind.name().to_owned()).or_default() += count;
            }
            *text = redacted.text.into_owned();
        }
        Json::Array(items) => items.iter_mut().for_each(|item| redact_under(name, item, found)),
        Json::Object(fields) => fields.iter_mut().for_each(|(name, item)| redact_under(name, item, found)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// Refuses words with a secret in them that a human is about to seal: what is sealed is kept to the letter, so it can be
/// neither redacted nor quietly kept. The input of what governs is asked before it runs; this is for words from elsewhere.
pub(crate) fn require_no_secrets(what: &str, value: &impl serde::Serialize) -> Result<(), Error> {
    let mut found = Secrets::new();
    redact_under(what, &mut crate::call::operation::to_json(value)?, &mut found);
    if found.is_empty() {
        return Ok(());
    }
    let kinds: Vec<&str> = found.keys().map(String::as_str).collect();
    Err(Code::InputInvalid
        .refuse(what, format!("the words hold a secret ({}), and a seal would keep them to the letter", kinds.join(", ")))
        .next("Say where the secret is kept instead of the secret itself, and call again")
        .into())
}
