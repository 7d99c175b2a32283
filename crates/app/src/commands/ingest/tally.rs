//! Counts each file of a run exactly once: read, empty, a copy, skipped or failed.
//!
//! A file may bring many documents, and each has a fate of its own: some are kept, some are skipped, and the fate of the last is known when its batch is
//! written. So what happens is noted by file, and counted at the end. Not here: sources and chunks, which the engine counts.

use super::summary::{Failed, Summary};
use crate::worktree::walk::Skipped;

/// The outcome of one file so far.
#[derive(Debug, Default)]
struct File {
    /// Documents that the palace keeps, now or as before.
    kept: u64,
    /// Documents that another file of the run brought as well.
    copies: u64,
    is_empty: bool,
    skipped: Vec<Skipped>,
    failed: Vec<Failed>,
}

/// The outcomes of all files of a run so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    files: Vec<File>,
}

impl Tally {
    /// The next file, by its number.
    pub(super) fn begin(&mut self) -> usize {
        self.files.push(File::default());
        self.files.len() - 1
    }

    /// One of its documents is kept.
    pub(super) fn kept(&mut self, file: usize) {
        self.change(file, |file| file.kept += 1);
    }

    /// One of its documents came with another file already.
    pub(super) fn copied(&mut self, file: usize) {
        self.change(file, |file| file.copies += 1);
    }

    /// It holds no words.
    pub(super) fn empty(&mut self, file: usize) {
        self.change(file, |file| file.is_empty = true);
    }

    /// It, or one of its documents, was left out.
    pub(super) fn skipped(&mut self, file: usize, skipped: Skipped) {
        self.change(file, |file| file.skipped.push(skipped));
    }

    /// It, or one of its documents, met a fault in the program.
    pub(super) fn failed(&mut self, file: usize, failed: Failed) {
        self.change(file, |file| file.failed.push(failed));
    }

    fn change(&mut self, file: usize, change: impl FnOnce(&mut File)) {
        if let Some(file) = self.files.get_mut(file) {
            change(file);
        }
    }

    /// Counts everything, and forgets it.
    pub(super) fn settle(&mut self, summary: &mut Summary) {
        for file in std::mem::take(&mut self.files) {
            let File { kept, copies, is_empty, skipped, failed } = file;
            let is_read = kept > 0 || is_empty || copies > 0 && skipped.is_empty() && failed.is_empty();
            summary.read += u64::from(is_read);
            summary.empty += u64::from(is_empty);
            summary.copies += u64::from(is_read && kept == 0 && !is_empty);
            // A file that met a fault is one that failed, whatever else became of it.
            summary.failed_files += u64::from(!is_read && !failed.is_empty());
            let mut is_file = !is_read && failed.is_empty();
            for skipped in skipped {
                summary.skipped.push(if is_file { skipped } else { skipped.aside() });
                is_file = false;
            }
            summary.failed.extend(failed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worktree::walk::Reason;

    #[test]
    fn each_file_is_counted_once_whatever_became_of_its_documents() {
        let skipped = || Skipped::named("a".into(), Reason::Refused, "no");
        let failed = || Failed { what: "a".into(), why: "a fault".into() };
        // Kept, copies, empty, skipped, failed; then read, empty, copies, skipped files and failed files.
        for ((kept, copies, is_empty, left_out, faults), counted) in [
            ((2, 0, false, 0, 0), (1, 0, 0, 0, 0)),
            ((1, 1, false, 2, 1), (1, 0, 0, 0, 0)),
            ((0, 1, false, 0, 0), (1, 0, 1, 0, 0)),
            ((0, 0, true, 0, 0), (1, 1, 0, 0, 0)),
            ((0, 1, false, 2, 0), (0, 0, 0, 1, 0)),
            ((0, 0, false, 3, 0), (0, 0, 0, 1, 0)),
            ((0, 0, false, 1, 2), (0, 0, 0, 0, 1)),
            ((0, 0, false, 0, 0), (0, 0, 0, 0, 0)), // the run was interrupted before its batch was written
        ] {
            let (mut tally, mut summary) = (Tally::default(), Summary::default());
            let file = tally.begin();
            (0..kept).for_each(|_| tally.kept(file));
            (0..copies).for_each(|_| tally.copied(file));
            (0..left_out).for_each(|_| tally.skipped(file, skipped()));
            (0..faults).for_each(|_| tally.failed(file, failed()));
            if is_empty {
                tally.empty(file);
            }
            tally.settle(&mut summary);
            let files = summary.skipped.iter().filter(|skipped| skipped.is_file).count();
            assert_eq!((summary.read, summary.empty, summary.copies, files, summary.failed_files), counted, "{kept} {copies} {left_out} {faults}");
            assert_eq!((summary.skipped.len(), summary.failed.len()), (left_out, faults), "everything is named");
        }
    }
}
