//! Shows how far a run is, by bytes: files differ in size, and one large file is most of many runs.
//!
//! A batch is written in one call, so the call says how far it is within the batch. The same asks it to stop between two chunks at Ctrl-C.
//! Not here: how a bar looks.

use super::interrupt;
use crate::{commands::progress::bytes_bar, terminal::visible_line};
use engine::Watcher;
use indicatif::{HumanBytes, HumanCount, ProgressBar};
use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// A batch of so many bytes is named by the largest of its documents.
const LARGE_BYTES: u64 = 4 << 20;

/// The progress shown on the terminal, shared by the reader and the keeper.
#[derive(Clone, Debug)]
pub(super) struct Meter(Arc<Shown>);

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    /// Files that there are to read.
    files: u64,
    done: AtomicU64,
    chunks: AtomicU64,
    /// Bytes of what is read and kept, and of what is being written.
    kept: AtomicU64,
    writing: AtomicU64,
    /// A large file, while something is done with it.
    at: Mutex<String>,
}

impl Meter {
    /// Of so many files with so many bytes.
    pub(super) fn new(files: u64, bytes: u64) -> Self {
        let shown = Shown {
            bar: bytes_bar(bytes),
            files,
            done: AtomicU64::new(0),
            chunks: AtomicU64::new(0),
            kept: AtomicU64::new(0),
            writing: AtomicU64::new(0),
            at: Mutex::new(String::new()),
        };
        let meter = Self(Arc::new(shown));
        meter.say();
        meter
    }

    /// A large file is read now.
    pub(super) fn reading(&self, path: &Path, bytes: u64) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.at(format!("reading {} ({})", visible_line(&name), HumanBytes(bytes)));
    }

    /// So many files, bytes and chunks are done with.
    pub(super) fn done(&self, files: u64, bytes: u64, chunks: u64) {
        let Shown { done, chunks: counted, kept, .. } = &*self.0;
        done.store(files, Ordering::Relaxed);
        counted.store(chunks, Ordering::Relaxed);
        kept.fetch_max(bytes, Ordering::Relaxed); // what a file says may be longer than the file
        self.0.bar.set_position(kept.load(Ordering::Relaxed));
        self.say();
    }

    /// A batch is written from now on, whose largest document is this.
    pub(super) fn writing(&self, bytes: u64, largest: &str) {
        self.0.writing.store(bytes, Ordering::Relaxed);
        if bytes >= LARGE_BYTES {
            let name = largest.rsplit('/').next().unwrap_or(largest);
            self.at(format!("keeping {} ({})", visible_line(name), HumanBytes(bytes)));
        }
    }

    /// It is written.
    pub(super) fn written(&self) {
        self.0.writing.store(0, Ordering::Relaxed);
        self.at(String::new());
    }

    /// Takes the bar off the terminal.
    pub(super) fn finish(&self) {
        self.0.bar.finish_and_clear();
    }

    fn at(&self, at: String) {
        *self.0.at.lock().unwrap_or_else(PoisonError::into_inner) = at;
        self.say();
    }

    fn say(&self) {
        let Shown { bar, files, done, chunks, at, .. } = &*self.0;
        let (done, chunks) = (HumanCount(done.load(Ordering::Relaxed)), chunks.load(Ordering::Relaxed));
        let at = at.lock().unwrap_or_else(PoisonError::into_inner);
        bar.set_message(match (at.is_empty(), chunks) {
            (false, _) => format!("{done}/{} files, {at}", HumanCount(*files)),
            (true, 0) => format!("{done}/{} files", HumanCount(*files)),
            (true, chunks) => format!("{done}/{} files, {} chunks", HumanCount(*files), HumanCount(chunks)),
        });
    }
}

impl Watcher for Meter {
    fn progress(&self, done: u64, total: u64, _: &str) {
        let Shown { bar, kept, writing, .. } = &*self.0;
        let within = u128::from(writing.load(Ordering::Relaxed)) * u128::from(done) / u128::from(total.max(1));
        let position = kept.load(Ordering::Relaxed).saturating_add(u64::try_from(within).unwrap_or(u64::MAX));
        bar.set_position(position.min(bar.length().unwrap_or(u64::MAX)));
    }

    fn cancelled(&self) -> bool {
        interrupt::is_asked()
    }
}
