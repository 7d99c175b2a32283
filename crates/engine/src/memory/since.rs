//! What was worked out of the palace as it was, and holds until the palace changes.
//!
//! Not here: what changes piece by piece, such as codes and sketches; those follow the ledger themselves.

use crate::Error;
use std::sync::{Arc, Mutex, PoisonError};
use store::View;

/// Answers remembered at once.
const KEPT_MAX: usize = 8;

/// Answers to questions about one state of the palace.
#[derive(Debug)]
pub(crate) struct Since<K, V>(Mutex<State<K, V>>);

#[derive(Debug)]
struct State<K, V> {
    /// The ledger's size then: what was true of another ledger need not be true of this one.
    size: u64,
    kept: Vec<(K, Arc<V>)>,
}

impl<K, V> Default for Since<K, V> {
    fn default() -> Self {
        Self(Mutex::new(State { size: 0, kept: Vec::new() }))
    }
}

impl<K: PartialEq, V> Since<K, V> {
    /// The answer, worked out now unless it is known. Nobody waits for somebody else's question.
    pub(crate) fn ask(&self, view: &mut View<'_>, key: K, work: impl FnOnce(&mut View<'_>, &K) -> Result<V, Error>) -> Result<Arc<V>, Error> {
        let size = view.head()?.0;
        let state = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let known = state();
            if known.size == size
                && let Some((_, answer)) = known.kept.iter().find(|(asked, _)| *asked == key)
            {
                return Ok(answer.clone());
            }
        }
        let answer = Arc::new(work(view, &key)?);
        let mut known = state();
        if known.size != size {
            *known = State { size, kept: Vec::new() };
        }
        if known.kept.len() >= KEPT_MAX {
            known.kept.remove(0);
        }
        known.kept.push((key, answer.clone()));
        Ok(answer)
    }
}
