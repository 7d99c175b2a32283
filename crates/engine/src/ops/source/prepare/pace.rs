//! Tells whoever waits how much of a batch is kept, and stops between two chunks once nobody waits any more.
//!
//! A file of many megabytes takes a while, and without this nothing would be heard of it until it is done. Not here: what is done when it is stopped. The
//! transaction is dropped, so that nothing of the batch is kept.

use crate::{Error, Watcher};
use ingest::Document;
use kernel::refusal::Code;
use std::sync::atomic::{AtomicU64, Ordering};

/// The least that is told of, in bytes: a word to the watcher at each chunk would cost more than the chunk.
const STEP_BYTES: u64 = 64 << 10;
/// Each byte is prepared, and then written.
const PASSES: u64 = 2;

/// How far the keeping of a batch is.
#[derive(Debug)]
pub(in crate::ops::source) struct Pace<'w> {
    watcher: Option<&'w dyn Watcher>,
    total: u64,
    done: AtomicU64,
}

impl<'w> Pace<'w> {
    /// Of nothing yet.
    pub(in crate::ops::source) fn of(watcher: Option<&'w dyn Watcher>, documents: &[Document]) -> Self {
        let bytes: usize = documents.iter().flat_map(|document| &document.parts).map(|part| part.text.len()).sum();
        Self { watcher, total: bytes as u64 * PASSES, done: AtomicU64::new(0) }
    }

    /// So many more bytes were prepared, or written. Refused once nobody waits.
    pub(in crate::ops::source) fn advance(&self, bytes: usize) -> Result<(), Error> {
        let Some(watcher) = self.watcher else { return Ok(()) };
        let before = self.done.fetch_add(bytes as u64, Ordering::Relaxed);
        let after = before + bytes as u64;
        if before / STEP_BYTES != after / STEP_BYTES {
            watcher.progress(after.min(self.total), self.total, "bytes");
        }
        self.check()
    }

    /// Refused once nobody waits.
    pub(in crate::ops::source) fn check(&self) -> Result<(), Error> {
        if self.watcher.is_some_and(Watcher::cancelled) {
            let done = self.done.load(Ordering::Relaxed).min(self.total);
            return Err(Code::Cancelled
                .refuse("documents", format!("nobody waited any more after {done} of {} bytes; nothing of them is kept", self.total))
                .into());
        }
        Ok(())
    }
}
