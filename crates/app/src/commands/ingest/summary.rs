//! What came of a run, for people and for programs.
//!
//! Not here: deciding anything. Every number was counted by whoever did the thing.

use crate::{
    outside::walk::{Reason, Skipped},
    terminal::visible,
};
use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// How many of each are named; the rest are counted.
const SHOWN_MAX: usize = 10;

/// A line that was not understood.
#[derive(Debug)]
pub(super) struct BrokenLine {
    pub what: String,
    pub line: u64,
    pub why: String,
}

/// What came of a run.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub dry_run: bool,
    /// Files, folders, streams and histories that were read.
    pub read: u64,
    /// Those of them that hold no words at all.
    pub empty: u64,
    /// Documents by what became of them: new, edited, renamed, back, entrusted, unchanged, gone.
    pub sources: BTreeMap<String, u64>,
    pub kept: u64,
    pub again: u64,
    pub replaced: u64,
    pub redacted: BTreeMap<String, u64>,
    /// Unchanged documents that were entrusted before, secrets and all.
    pub secrets_kept: u64,
    pub anchors: BTreeSet<String>,
    pub skipped: Vec<Skipped>,
    /// What was named by hand: whoever names a file hears of that file.
    pub named: BTreeSet<String>,
    pub broken: Vec<BrokenLine>,
    pub broken_total: u64,
    /// What a trial found to be new or changed, and what to be gone.
    pub would_keep: Vec<String>,
    pub would_go: Vec<String>,
}

/// What may become of a document, in the order it is told.
const CHANGES: [&str; 7] = ["new", "edited", "renamed", "back", "entrusted", "unchanged", "gone"];

impl Summary {
    pub(super) fn count(&mut self, change: &str, by: u64) {
        *self.sources.entry(change.to_owned()).or_default() += by;
    }

    fn counted(&self, change: &str) -> u64 {
        self.sources.get(change).copied().unwrap_or(0)
    }

    /// Whether a watcher should hear of this round.
    pub(super) fn is_news(&self) -> bool {
        let changed = CHANGES.iter().any(|change| *change != "unchanged" && self.counted(change) > 0);
        changed || self.broken_total > 0 && self.kept > 0 || self.skipped.iter().any(|skipped| skipped.reason.is_news())
    }

    /// If there was something to read and none of it could be, that is an answer of no.
    pub(super) fn nothing(&self) -> Option<Refusal> {
        let first = self.told().next()?;
        if self.read > 0 || self.counted("gone") > 0 || !self.would_go.is_empty() {
            return None;
        }
        let more = if self.skipped.len() > 1 { format!(", and {} more", self.skipped.len() - 1) } else { String::new() };
        Some(
            Code::InputInvalid
                .refuse(first.what.as_str(), format!("nothing could be read: {}: {}{more}", first.what, first.why))
                .next("Name something that can be read; see `palace ingest --help`"),
        )
    }

    /// The refusal, with what to do where a part was kept before it.
    pub(super) fn after_a_part(&self, refusal: Refusal) -> Refusal {
        let wrote = CHANGES.iter().any(|change| *change != "unchanged" && self.counted(change) > 0);
        let first = match refusal.code() {
            Code::StoreFull => "Free some disk space",
            Code::StoreReadOnly => "Make the palace file and its folder writable for this user",
            Code::StoreBusy => "Let the other process finish",
            _ => return refusal,
        };
        if !wrote {
            return refusal;
        }
        refusal.next(format!("{first}, then run the same command again: what is counted above is kept, and only the rest is read anew"))
    }

    fn reasons(&self) -> BTreeMap<Reason, u64> {
        let mut reasons = BTreeMap::new();
        self.skipped.iter().for_each(|skipped| *reasons.entry(skipped.reason).or_default() += 1);
        reasons
    }

    /// Those a person should hear of, first.
    fn told(&self) -> impl Iterator<Item = &Skipped> {
        self.skipped.iter().filter(|skipped| skipped.reason.is_news()).chain(self.skipped.iter().filter(|skipped| !skipped.reason.is_news()))
    }

    pub(super) fn json(&self) -> Json {
        let mut sources = serde_json::Map::new();
        for change in CHANGES {
            sources.insert(change.to_owned(), json!(self.counted(change)));
        }
        let reasons: BTreeMap<&str, u64> = self.reasons().into_iter().map(|(reason, count)| (reason.name(), count)).collect();
        let skipped: Vec<Json> = self.told().take(SHOWN_MAX).map(|s| json!({ "what": s.what, "reason": s.reason.name(), "why": s.why })).collect();
        let broken: Vec<Json> = self.broken.iter().map(|b| json!({ "what": b.what, "line": b.line, "why": b.why })).collect();
        let mut all = json!({
            "read": self.read,
            "empty": self.empty,
            "sources": sources,
            "pieces": { "kept": self.kept, "again": self.again, "replaced": self.replaced },
            "redacted": self.redacted,
            "secretsKept": self.secrets_kept,
            "skipped": { "count": self.skipped.len(), "reasons": reasons, "first": skipped },
            "broken": { "lines": self.broken_total, "first": broken },
            "anchors": self.anchors,
        });
        if self.dry_run {
            all["dryRun"] = json!({ "wouldKeep": self.would_keep, "wouldGo": self.would_go });
        }
        all
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if self.dry_run {
            text.push_str(&format!(
                "Read {}: would keep {}, {} unchanged, {} gone. Nothing was written.\n",
                self.read,
                self.would_keep.len(),
                self.counted("unchanged"),
                self.would_go.len()
            ));
            self.would_keep.iter().for_each(|path| text.push_str(&format!("  keep  {}\n", visible(path))));
            self.would_go.iter().for_each(|path| text.push_str(&format!("  gone  {}\n", visible(path))));
        } else {
            let changes: Vec<String> =
                CHANGES.iter().filter(|change| self.counted(change) > 0).map(|change| format!("{} {change}", self.counted(change))).collect();
            let changes = if changes.is_empty() { "nothing to keep".to_owned() } else { changes.join(", ") };
            text.push_str(&format!("Read {}: {changes}.\n", self.read));
            if self.empty > 0 {
                text.push_str(&format!("Empty, so that there was nothing to keep: {}.\n", self.empty));
            }
            if self.kept + self.again + self.replaced > 0 {
                text.push_str(&format!("Pieces: {} kept, {} known already, {} replaced.\n", self.kept, self.again, self.replaced));
            }
        }
        if !self.redacted.is_empty() {
            let kinds: Vec<String> = self.redacted.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            text.push_str(&format!("Secrets taken out before anything was written: {}.\n", kinds.join(", ")));
        }
        if self.secrets_kept > 0 {
            text.push_str(&format!(
                "Kept with their secrets, as a human sealed before: {}. Once edited, they are read without them again.\n",
                self.secrets_kept
            ));
        }
        if !self.skipped.is_empty() {
            let reasons: Vec<String> = self.reasons().into_iter().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
            text.push_str(&format!("Skipped {}: {}.\n", self.skipped.len(), reasons.join(", ")));
            let is_named = |skipped: &&Skipped| self.named.contains(&skipped.what);
            let others = self.told().filter(|skipped| !is_named(skipped) && skipped.reason.is_told()).take(SHOWN_MAX);
            for skipped in self.skipped.iter().filter(is_named).chain(others) {
                text.push_str(&format!("  {}: {}\n", visible(&skipped.what), visible(&skipped.why)));
            }
        }
        if self.broken_total > 0 {
            text.push_str(&format!("Broken lines: {}; the rest was read.\n", self.broken_total));
            for broken in &self.broken {
                text.push_str(&format!("  {}:{}: {}\n", visible(&broken.what), broken.line, visible(&broken.why)));
            }
        }
        text
    }

    /// Notes lines that were not understood.
    pub(super) fn broke(&mut self, what: &str, lines: Vec<ingest::format::Broken>, total: u64) {
        self.broken_total += total;
        let room = SHOWN_MAX.saturating_sub(self.broken.len());
        self.broken.extend(lines.into_iter().take(room).map(|broken| BrokenLine { what: what.to_owned(), line: broken.line, why: broken.why }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_part_was_kept_nobody_hears_that_nothing_was() {
        let full = || Code::StoreFull.refuse("palace", "the disk is full");
        let mut summary = Summary::default();
        summary.count("unchanged", 3);
        assert_eq!(summary.after_a_part(full()).remedy(), full().remedy());
        summary.count("new", 1_000);
        assert!(summary.after_a_part(full()).remedy().contains("what is counted above is kept"));
    }
}
