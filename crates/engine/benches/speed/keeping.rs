//! Keeping documents in batches, as a user's would be, with a clock beside it.

use crate::{
    common::{Palace, Result},
    timing::on_cpu,
};
use kernel::time::Moment;
use serde_json::json;
use std::time::Instant;

/// About so many characters are kept with one call, and so in one transaction: as many as `palace ingest` brings.
const BATCH_BYTES: usize = 4 << 20;

/// What a chunk has, before one was seen.
const CHUNK_BYTES: usize = 256;

/// Keeps and counts.
pub(crate) struct Keeping<'p> {
    palace: &'p Palace,
    now: Moment,
    batch: Vec<ingest::Document>,
    bytes: usize,
    all_bytes: usize,
    wall: f64,
    cpu: f64,
    /// Chunks that were kept.
    pub(crate) kept: usize,
    /// Chunks that were known already.
    pub(crate) again: usize,
}

impl<'p> Keeping<'p> {
    pub(crate) fn new(palace: &'p Palace, now: Moment) -> Self {
        Self { palace, now, batch: Vec::new(), bytes: 0, all_bytes: 0, wall: 0.0, cpu: 0.0, kept: 0, again: 0 }
    }

    /// Takes a document, and keeps what has gathered when it is enough.
    pub(crate) fn bring(&mut self, document: ingest::Document) -> Result<()> {
        self.bytes += document.parts.iter().map(|part| part.text.len()).sum::<usize>();
        self.batch.push(document);
        if self.bytes < BATCH_BYTES { Ok(()) } else { self.finish() }
    }

    /// Keeps what has gathered.
    pub(crate) fn finish(&mut self) -> Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let batch = std::mem::take(&mut self.batch);
        let (wall, cpu) = (Instant::now(), on_cpu());
        let answer = self.palace.ask("source.keep", json!({ "documents": batch }), self.now)?;
        self.wall += wall.elapsed().as_secs_f64();
        self.cpu += on_cpu() - cpu;
        let count = |field: &str| answer[field].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        self.kept += count("kept");
        self.again += count("again");
        self.all_bytes += std::mem::take(&mut self.bytes);
        Ok(())
    }

    /// How many chunks there will be once everything brought is kept: known for what is, guessed for the rest.
    pub(crate) fn expected(&self) -> usize {
        self.kept + if self.kept == 0 { self.bytes / CHUNK_BYTES } else { self.bytes * self.kept / self.all_bytes }
    }

    #[expect(clippy::cast_precision_loss, reason = "millions of chunks")]
    pub(crate) fn cells(&self) -> Vec<String> {
        let chunks = (self.kept + self.again) as f64;
        vec![format!("{:.0}", chunks / self.wall), format!("{:.0}", chunks / self.cpu), format!("{:.0}", self.cpu / chunks * 1e6)]
    }

    /// Chunks for each second on a processor, those that were known already among them.
    #[expect(clippy::cast_precision_loss, reason = "millions of chunks")]
    pub(crate) fn per_cpu_second(&self) -> f64 {
        (self.kept + self.again) as f64 / self.cpu
    }

    #[expect(clippy::cast_precision_loss, reason = "millions of chunks")]
    pub(crate) fn characters_each(&self) -> f64 {
        self.all_bytes as f64 / (self.kept + self.again).max(1) as f64
    }
}
