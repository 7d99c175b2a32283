//! Finds files that were renamed and have no title but their name, so that their digest differs.
//!
//! Not here: files that were edited and renamed at once. Those are others.

use crate::Error;
use ingest::Document;
use kernel::{anchor::Anchor, ledger::Digest};
use serde_json::json;
use std::collections::BTreeSet;
use store::{Source, SourceState, Txn};

/// How many are looked at. Whoever renames more at once has moved folders, and there the names stay.
const LOOKED_AT_MAX: usize = 1_000;

/// Sources that went away and are titled by their file's name, looked up when they are first asked for.
#[derive(Default)]
pub(crate) struct Untitled(Option<Vec<Source>>);

impl Untitled {
    /// Takes out the source that says what a document says, under another file name.
    pub(crate) fn taken_for(
        &mut self,
        txn: &mut Txn<'_>,
        anchor: &Anchor,
        document: &Document,
        missing: &BTreeSet<String>,
    ) -> Result<Option<Source>, Error> {
        if document.title != file_name(&document.path) {
            return Ok(None);
        }
        let gone = match &mut self.0 {
            Some(gone) => gone,
            none => none.insert(gone(txn, anchor, missing)?),
        };
        if gone.is_empty() {
            return Ok(None);
        }
        // The title is the last of the fields, so only the end of the text differs from one title to the next.
        let bare = kernel::canonical::canonical(&json!({ "kind": document.kind, "title": "", "parts": document.parts }))?;
        let Some(head) = bare.strip_suffix("\"\"}") else { return Ok(None) };
        for place in 0..gone.len() {
            let title = kernel::canonical::canonical(&gone[place].title)?;
            if gone[place].digest == Digest::of(format!("{head}{title}}}").as_bytes()) {
                let found = gone.swap_remove(place);
                // Another document of the batch may have taken it by its title.
                return Ok(txn.source_at(anchor, &found.path)?.filter(|there| there.id == found.id));
            }
        }
        Ok(None)
    }
}

fn gone(txn: &mut Txn<'_>, anchor: &Anchor, missing: &BTreeSet<String>) -> Result<Vec<Source>, Error> {
    let mut found = Vec::new();
    for path in missing.iter().take(LOOKED_AT_MAX) {
        let source = txn.source_at(anchor, path)?;
        found.extend(source.filter(|source| source.state == SourceState::Live && source.title == file_name(path)));
    }
    Ok(found)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
