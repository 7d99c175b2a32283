//! What came of a run, for people and for programs.
//!
//! Not here: deciding anything. Every number was counted by whoever did the thing.

use super::{DENIED, FAULT, INTERRUPTED};
use crate::{
    terminal::{visible, visible_line},
    worktree::walk::{Reason, Skipped},
};
use indicatif::HumanCount;
use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    process::ExitCode,
};

/// How many of each are named; the rest are counted.
const SHOWN_MAX: usize = 10;

/// A line that was not understood.
#[derive(Debug)]
pub(super) struct BrokenLine {
    pub what: String,
    pub line: u64,
    pub why: String,
}

/// Something that a fault in the program left unread.
#[derive(Debug)]
pub(super) struct Failed {
    pub what: String,
    /// What to report.
    pub why: String,
}

/// What came of a run.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub dry_run: bool,
    /// Whether everything that was left out is named, and not only the first few.
    pub show_skipped: bool,
    /// Whether the user ended it before everything was read.
    pub interrupted: bool,
    /// Files, folders, streams and histories that were read.
    pub read: u64,
    /// Those of them that were not opened, because nothing about them changed since they were read last.
    pub unopened: u64,
    /// Those of them that hold no words at all.
    pub empty: u64,
    /// Those of them that say the same as another file of the run, under the same name.
    pub copies: u64,
    /// Everything that was found and not ignored. Each is read, skipped or failed; in a run that was ended, or had an error, the rest was not reached.
    pub found: u64,
    /// Those that a fault in the program left out.
    pub failed_files: u64,
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
    pub failed: Vec<Failed>,
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
        changed || !self.failed.is_empty() || self.broken_total > 0 && self.kept > 0 || self.skipped.iter().any(|skipped| skipped.reason.is_news())
    }

    /// If there was something to read and none of it could be, that is an answer of no.
    pub(super) fn nothing(&self) -> Option<Refusal> {
        let first = self.told().next()?;
        if self.read > 0 || self.interrupted || !self.failed.is_empty() || self.counted("gone") > 0 || !self.would_go.is_empty() {
            return None;
        }
        let more = if self.skipped.len() > 1 { format!(", and {} more", self.skipped.len() - 1) } else { String::new() };
        Some(
            Code::InputInvalid
                .refuse(first.what.as_str(), format!("nothing could be read: {}: {}{more}", first.what, first.why))
                .next("Name something that can be read; see `palace ingest --help`"),
        )
    }

    /// The exit status of a run that was not refused.
    pub(super) fn status(&self) -> ExitCode {
        match () {
            () if self.interrupted => ExitCode::from(INTERRUPTED),
            () if !self.failed.is_empty() => ExitCode::from(FAULT),
            () if self.skipped.iter().any(|skipped| skipped.reason == Reason::Denied) => ExitCode::from(DENIED),
            () => ExitCode::SUCCESS,
        }
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

    /// How many were left out, by reason: files that were found, or else parts of some and remarks on folders.
    fn reasons(&self, is_file: bool) -> BTreeMap<Reason, u64> {
        let mut reasons = BTreeMap::new();
        let counted = self.skipped.iter().filter(|skipped| skipped.is_file == is_file);
        counted.for_each(|skipped| *reasons.entry(skipped.reason).or_default() += 1);
        reasons
    }

    /// Files that were found and left out.
    fn skipped_files(&self) -> u64 {
        self.reasons(true).values().sum()
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
        let named = |is_file| self.reasons(is_file).into_iter().map(|(reason, count)| (reason.name(), count)).collect::<BTreeMap<&str, u64>>();
        let (reasons, besides) = (named(true), named(false));
        let skipped: Vec<Json> =
            self.told().take(self.shown_max()).map(|s| json!({ "what": s.what, "reason": s.reason.name(), "why": s.why })).collect();
        let failed: Vec<Json> = self.failed.iter().take(self.shown_max()).map(|f| json!({ "what": f.what, "why": f.why })).collect();
        let broken: Vec<Json> = self.broken.iter().map(|b| json!({ "what": b.what, "line": b.line, "why": b.why })).collect();
        let mut all = json!({
            "read": self.read,
            "unopened": self.unopened,
            "empty": self.empty,
            "copies": self.copies,
            "found": self.found,
            "sources": sources,
            "pieces": { "kept": self.kept, "again": self.again, "replaced": self.replaced },
            "redacted": self.redacted,
            "secretsKept": self.secrets_kept,
            "skipped": { "count": self.skipped_files(), "reasons": reasons, "besides": besides, "first": skipped },
            "failed": { "count": self.failed.len(), "files": self.failed_files, "first": failed },
            "broken": { "lines": self.broken_total, "first": broken },
            "anchors": self.anchors,
        });
        if self.interrupted {
            all["interrupted"] = json!(true);
        }
        if self.dry_run {
            all["dryRun"] = json!({ "wouldKeep": self.would_keep, "wouldGo": self.would_go });
        }
        all
    }

    pub(super) fn text(&self) -> String {
        let mut text = if self.dry_run { self.trial_text() } else { self.counts_text() };
        if !self.redacted.is_empty() {
            let kinds: Vec<String> = self.redacted.iter().map(|(kind, count)| format!("{} {kind}", HumanCount(*count))).collect();
            text.push_str(&format!("Secrets taken out before anything was written: {}.\n", kinds.join(", ")));
        }
        if self.secrets_kept > 0 {
            text.push_str(&format!(
                "Kept with their secrets, as a human sealed before: {}. Once edited, they are read without them again.\n",
                HumanCount(self.secrets_kept)
            ));
        }
        if !self.failed.is_empty() {
            text.push_str(&format!(
                "Failed {}: a fault in palace {} left these out; everything else was read. Please report the lines:\n",
                count(self.failed.len()),
                env!("CARGO_PKG_VERSION")
            ));
            for failed in self.failed.iter().take(self.shown_max()) {
                text.push_str(&format!("  {}: {}\n", visible_line(&failed.what), visible_line(&failed.why)));
            }
        }
        if !self.skipped.is_empty() {
            text.push_str(&self.skipped_text());
        }
        if self.broken_total > 0 {
            text.push_str(&format!("Broken lines: {}; the rest was read.\n", HumanCount(self.broken_total)));
            for broken in &self.broken {
                text.push_str(&format!("  {}:{}: {}\n", visible(&broken.what), broken.line, visible(&broken.why)));
            }
        }
        if self.interrupted {
            text.push_str("Stopped before everything was read. The counts above are kept; run the same command again to read the rest.\n");
        }
        text
    }

    fn trial_text(&self) -> String {
        let mut text = format!(
            "Checked {}: would index {}, {} unchanged, {} gone. Nothing was written.\n",
            files(self.read),
            count(self.would_keep.len()),
            HumanCount(self.counted("unchanged")),
            count(self.would_go.len())
        );
        self.would_keep.iter().for_each(|path| text.push_str(&format!("  keep  {}\n", visible(path))));
        self.would_go.iter().for_each(|path| text.push_str(&format!("  gone  {}\n", visible(path))));
        text
    }

    fn counts_text(&self) -> String {
        let changed = CHANGES.iter().any(|change| *change != "unchanged" && self.counted(change) > 0);
        let verb = if self.counted("unchanged") > 0 || !changed { "Checked" } else { "Indexed" };
        let mut text = format!("{verb} {}: ", files(self.read));
        if changed {
            text.push_str(&format!("{} added, {} linked", many(self.kept, "chunk"), many(self.again, "duplicate")));
            if self.replaced > 0 {
                text.push_str(&format!(", {} replaced", HumanCount(self.replaced)));
            }
            let changes: Vec<String> = CHANGES
                .iter()
                .filter(|change| self.counted(change) > 0)
                .map(|change| format!("{} {change}", HumanCount(self.counted(change))))
                .collect();
            text.push_str(&format!(".\nSources: {}.\n", changes.join(", ")));
        } else {
            text.push_str(if self.counted("unchanged") > 0 { "nothing changed.\n" } else { "nothing to index.\n" });
        }
        if self.empty > 0 {
            text.push_str(&format!("Without text: {}.\n", files(self.empty)));
        }
        if self.copies > 0 {
            text.push_str(&format!("Same as another file of this run: {}.\n", files(self.copies)));
        }
        text
    }

    /// What was left out. Of files that are too large there may be thousands, and one limit admits all of them: they are one line.
    fn skipped_text(&self) -> String {
        let mut text = String::new();
        for (what, is_file) in [("Skipped", true), ("Left out besides, in or beside what was read:", false)] {
            let reasons = self.reasons(is_file);
            let list: Vec<String> = reasons.iter().map(|(reason, count)| format!("{} {}", HumanCount(*count), reason.name())).collect();
            match (is_file, list.is_empty()) {
                (_, true) => {}
                (true, false) => text.push_str(&format!("{what} {}: {}.\n", HumanCount(reasons.values().sum()), list.join(", "))),
                (false, false) => text.push_str(&format!("{what} {}.\n", list.join(", "))),
            }
        }
        let is_named = |skipped: &&Skipped| self.named.contains(&skipped.what);
        let is_large = |skipped: &&Skipped| skipped.bytes > 0 && !self.show_skipped && !is_named(skipped);
        let large: Vec<&Skipped> = self.skipped.iter().filter(is_large).collect();
        let is_many = large.len() > 1;
        if let Some(largest) = large.iter().max_by_key(|skipped| skipped.bytes).filter(|_| is_many) {
            text.push_str(&format!("  {} for their size; --max-size {} reads them all\n", files(large.len() as u64), largest.bytes));
        }
        let is_told = |skipped: &&Skipped| self.show_skipped || skipped.reason.is_told();
        let others = self.told().filter(|skipped| !is_named(skipped) && is_told(skipped) && !(is_many && is_large(skipped))).take(self.shown_max());
        for skipped in self.skipped.iter().filter(is_named).chain(others) {
            text.push_str(&format!("  {}: {}\n", visible(&skipped.what), visible(&skipped.why)));
        }
        text
    }

    /// How many of each are named.
    fn shown_max(&self) -> usize {
        if self.show_skipped { usize::MAX } else { SHOWN_MAX }
    }

    /// Notes lines that were not understood.
    pub(super) fn broke(&mut self, what: &str, lines: Vec<ingest::format::Broken>, total: u64) {
        self.broken_total += total;
        let room = SHOWN_MAX.saturating_sub(self.broken.len());
        self.broken.extend(lines.into_iter().take(room).map(|broken| BrokenLine { what: what.to_owned(), line: broken.line, why: broken.why }));
    }
}

fn count(number: usize) -> HumanCount {
    HumanCount(number as u64)
}

/// A number with its noun, and with commas between its thousands.
fn many(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(number), if number == 1 { "" } else { "s" })
}

fn files(number: u64) -> String {
    many(number, "file")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_summary_says_what_was_done_and_what_was_left_out() {
        let mut summary = Summary { read: 1_483, kept: 11_483, again: 162, ..Summary::default() };
        summary.count("new", 1_483);
        assert_eq!(summary.text(), "Indexed 1,483 files: 11,483 chunks added, 162 duplicates linked.\nSources: 1,483 new.\n");
        let mut summary = Summary { read: 2, kept: 1, replaced: 3, ..Summary::default() };
        summary.count("edited", 1);
        summary.count("unchanged", 1);
        summary.skipped = (1..=30).map(|n| Skipped::too_large(Path::new("/a.log"), 1_000 * n, 10)).collect();
        summary.skipped.push(Skipped::new(Path::new("/b"), Reason::Unreadable, "permission denied"));
        summary.failed.push(Failed { what: "c.rs".into(), why: "a fault".into() });
        summary.interrupted = true;
        let version = env!("CARGO_PKG_VERSION");
        let page = [
            "Checked 2 files: 1 chunk added, 0 duplicates linked, 3 replaced.",
            "Sources: 1 edited, 1 unchanged.",
            &format!("Failed 1: a fault in palace {version} left these out; everything else was read. Please report the lines:"),
            "  c.rs: a fault",
            "Skipped 31: 30 too-large, 1 unreadable.",
            "  30 files for their size; --max-size 30000 reads them all",
            "  /b: permission denied",
            "Stopped before everything was read. The counts above are kept; run the same command again to read the rest.\n",
        ];
        assert_eq!(summary.text(), page.join("\n"));
        let told = summary.json();
        assert_eq!(told["failed"], json!({ "count": 1, "files": 0, "first": [{ "what": "c.rs", "why": "a fault" }] }));
        assert_eq!((&told["interrupted"], told["skipped"]["first"].as_array().map(Vec::len)), (&json!(true), Some(SHOWN_MAX)));
        summary.show_skipped = true;
        assert_eq!(summary.json()["skipped"]["first"].as_array().map(Vec::len), Some(31));
        assert!(summary.nothing().is_none() && summary.is_news());
    }

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
