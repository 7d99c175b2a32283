//! Holds in memory what calls read again and again, by domain.

use crate::{cycle, knowledge::context_ranking::Wakeful, memory::MemoryCache};
use std::sync::{Arc, Mutex, PoisonError};

/// What an engine keeps in memory between calls, so that each need not read everything anew.
#[derive(Debug, Default)]
pub(crate) struct EngineCache {
    /// Words, vectors and copies.
    pub(crate) memory: Arc<MemoryCache>,
    /// Believed knowledge, ready to be ranked.
    pub(crate) beliefs: Mutex<Wakeful>,
    /// Scenes and cells, ready to be packed.
    pub(crate) scenes: Mutex<cycle::Held>,
}

impl EngineCache {
    /// Forgets all that holds words, because some were erased.
    pub(crate) fn forget(&self) {
        self.memory.forget();
        self.beliefs.lock().unwrap_or_else(PoisonError::into_inner).forget();
        self.scenes.lock().unwrap_or_else(PoisonError::into_inner).forget();
    }
}
