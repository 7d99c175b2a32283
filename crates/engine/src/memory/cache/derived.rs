//! Caches values derived from the palace until the palace changes.
//!
//! Not here: what changes piece by piece, such as codes and sketches; those follow the ledger themselves.

use crate::Error;
use kernel::ledger::Digest;
use std::sync::{Arc, Mutex, PoisonError};
use store::View;

/// Answers remembered at once.
const KEPT_MAX: usize = 8;

/// Answers to questions about one state of the palace.
#[derive(Debug)]
pub(crate) struct Since<K, V>(Mutex<State<K, V>>);

#[derive(Debug)]
struct State<K, V> {
    /// The last entry that changed something, and the ledger's size when that was looked up: looking changes nothing.
    changed: Digest,
    seen: u64,
    kept: Vec<(K, Arc<V>)>,
}

impl<K, V> Default for Since<K, V> {
    fn default() -> Self {
        Self(Mutex::new(State { changed: Digest::ZERO, seen: 0, kept: Vec::new() }))
    }
}

impl<K: PartialEq, V> Since<K, V> {
    /// The answer, worked out now unless it is known. Nobody waits for somebody else's question.
    pub(crate) fn ask(&self, view: &mut View<'_>, key: K, work: impl FnOnce(&mut View<'_>, &K) -> Result<V, Error>) -> Result<Arc<V>, Error> {
        let state = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = {
            let mut known = state();
            known.follow(view)?;
            if let Some((_, answer)) = known.kept.iter().find(|(asked, _)| *asked == key) {
                return Ok(answer.clone());
            }
            known.changed
        };
        let answer = Arc::new(work(view, &key)?);
        let mut known = state();
        if known.changed != changed {
            return Ok(answer); // somebody sees another palace by now
        }
        if known.kept.len() >= KEPT_MAX {
            known.kept.remove(0);
        }
        known.kept.push((key, answer.clone()));
        Ok(answer)
    }
}

impl<K, V> State<K, V> {
    fn follow(&mut self, view: &mut View<'_>) -> Result<(), Error> {
        let size = view.head()?.0;
        if size == self.seen {
            return Ok(());
        }
        // A palace that was put back to an earlier day, or is seen as it was a moment ago, is looked at from its beginning.
        let from = if size < self.seen { 0 } else { self.seen };
        let changed = view.changed_since(from)?.unwrap_or(self.changed);
        if changed != self.changed {
            (self.changed, self.kept) = (changed, Vec::new());
        }
        self.seen = size;
        Ok(())
    }
}
