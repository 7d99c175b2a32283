//! Prepares documents for keeping: takes out their secrets, cuts them into pieces, and reads what each piece is found by.
//!
//! All of it is pure and most of the work of keeping, so the documents of a batch are prepared on every core while the one
//! transaction writes those that are ready, in their order. Not here: what the palace knows already.

mod pace;

use super::{CUT, ENTRUSTED, Failed, Secrets, digest, holds_secrets};
use crate::{
    Error, contained,
    memory::{self, Terms, redact_text},
};
use ingest::{Document, FileLines, Fingerprint, Kind, Piece};
use kernel::{evidence::Lines, ledger::Digest, text::Content};
pub(super) use pace::Pace;
use search::embed::TokenCache;
use std::{
    collections::HashSet,
    sync::{Condvar, Mutex, PoisonError},
    thread,
};
use store::{PackedText, TextPacker};

/// A batch of so many characters is worth a thread.
const SHARED_BYTES_MIN: usize = 64 << 10;

/// A document, ready to be kept.
pub(super) struct Prepared {
    /// As it was brought.
    pub(super) document: Document,
    /// What identifies its content as it was brought.
    pub(super) digest: Digest,
    /// How its pieces will be kept.
    pub(super) mark: &'static str,
    /// Its title without secrets.
    pub(super) title: String,
    /// Secrets in the title, by kind.
    pub(super) in_title: memory::Secrets,
    /// Its pieces, each with its place; nothing where they are known already if it was only renamed.
    pub(super) pieces: Option<Vec<PreparedPiece>>,
    /// Secrets in what the pieces were cut from, by kind.
    pub(super) in_parts: memory::Secrets,
}

/// A piece, ready to be kept.
pub(super) struct PreparedPiece {
    pub(super) seq: i64,
    pub(super) piece: Piece,
    /// Its lines in the file, if the document is one.
    pub(super) lines: Option<Lines>,
    pub(super) content: Content,
    pub(super) digest: Digest,
    pub(super) print: Fingerprint,
    pub(super) terms: Terms,
    /// Its words as they are kept.
    pub(super) packed: PackedText,
}

/// What one thread reuses from text to text.
#[derive(Default)]
struct Workspace {
    packer: TextPacker,
    tokens: TokenCache,
}

/// What became of a document.
pub(super) enum Outcome {
    Ready(Box<Prepared>),
    /// The program has a fault that this document showed. It costs this document alone.
    Failed(Failed),
}

/// Prepares documents on every core and hands them over in their order, until `take` fails. Documents with one of the digests in `moved`
/// come without their pieces.
pub(super) fn each_prepared(
    documents: Vec<Document>,
    secrets: Secrets,
    moved: &HashSet<Digest>,
    pace: &Pace<'_>,
    take: &mut dyn FnMut(Outcome) -> Result<(), Error>,
) -> Result<(), Error> {
    each_read(documents, &|document, workspace| read(document, secrets, moved, pace, workspace), take)
}

/// Prepares a document with its pieces that came without them.
pub(super) fn with_pieces(prepared: Prepared, secrets: Secrets, pace: &Pace<'_>) -> Result<Outcome, Error> {
    let read = |document, workspace: &mut Workspace| read(document, secrets, &HashSet::new(), pace, workspace);
    prepare(prepared.document, &read, &mut Workspace::default())
}

/// What makes a document ready.
type Read<'r> = dyn Fn(Document, &mut Workspace) -> Result<Prepared, Error> + Sync + 'r;

fn each_read(documents: Vec<Document>, read: &Read<'_>, take: &mut dyn FnMut(Outcome) -> Result<(), Error>) -> Result<(), Error> {
    let bytes: usize = documents.iter().flat_map(|document| &document.parts).map(|part| part.text.len()).sum();
    let helpers = thread::available_parallelism().map_or(0, |cores| cores.get() - 1).min(documents.len().saturating_sub(1));
    let mut workspace = Workspace::default();
    if helpers == 0 || bytes < SHARED_BYTES_MIN {
        return documents.into_iter().try_for_each(|document| take(prepare(document, read, &mut workspace)?));
    }
    let count = documents.len();
    let queue = Queue { waiting: Mutex::new(documents.into_iter().enumerate()), ready: Mutex::new(Vec::new()), changed: Condvar::new() };
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|| {
                let mut workspace = Workspace::default();
                while queue.prepare_next(read, &mut workspace) {}
            });
        }
        let taken = (0..count).try_for_each(|place| take(queue.wait_for(place, read, &mut workspace)?));
        // After a failure nobody takes what is still waiting.
        lock(&queue.waiting).by_ref().for_each(drop);
        taken
    })
}

/// The documents of a batch, shared between threads.
struct Queue {
    waiting: Mutex<std::iter::Enumerate<std::vec::IntoIter<Document>>>,
    ready: Mutex<Vec<(usize, Result<Outcome, Error>)>>,
    changed: Condvar,
}

impl Queue {
    /// Prepares the next document that nobody has begun; `false` if there is none.
    fn prepare_next(&self, read: &Read<'_>, workspace: &mut Workspace) -> bool {
        let Some((place, document)) = lock(&self.waiting).next() else { return false };
        let outcome = prepare(document, read, workspace);
        lock(&self.ready).push((place, outcome));
        self.changed.notify_all();
        true
    }

    /// The document at a place. While it is not ready, the one who waits prepares others.
    fn wait_for(&self, place: usize, read: &Read<'_>, workspace: &mut Workspace) -> Result<Outcome, Error> {
        loop {
            if let Some(ready) = taken(&mut lock(&self.ready), place) {
                return ready;
            }
            if self.prepare_next(read, workspace) {
                continue;
            }
            let mut ready = lock(&self.ready);
            while ready.iter().all(|(at, _)| *at != place) {
                ready = self.changed.wait(ready).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

fn taken(ready: &mut Vec<(usize, Result<Outcome, Error>)>, place: usize) -> Option<Result<Outcome, Error>> {
    let at = ready.iter().position(|(at, _)| *at == place)?;
    Some(ready.swap_remove(at).1)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prepares one document. A fault in a reader is contained: the other documents of the batch are kept.
fn prepare(document: Document, read: &Read<'_>, workspace: &mut Workspace) -> Result<Outcome, Error> {
    let path = document.path.clone();
    match contained(|| read(document, workspace)) {
        Ok(read) => Ok(Outcome::Ready(Box::new(read?))),
        Err(fault) => {
            // Nothing that a panic left half-done is used again.
            *workspace = Workspace::default();
            Ok(Outcome::Failed(Failed { path, why: fault.to_string() }))
        }
    }
}

fn read(document: Document, secrets: Secrets, moved: &HashSet<Digest>, pace: &Pace<'_>, workspace: &mut Workspace) -> Result<Prepared, Error> {
    let digest = digest(&document)?;
    // A seal over a document without secrets leaves no mark: it is kept as it would be anyway.
    let mark = match secrets {
        Secrets::Keep if holds_secrets(&document) => ENTRUSTED,
        Secrets::Keep | Secrets::Redact => CUT,
    };
    let (mut in_title, mut in_parts) = (memory::Secrets::new(), memory::Secrets::new());
    // A title is on every list, and no seal over the words is one over that.
    let title = redact_text(&ingest::clean(&document.title), &mut in_title);
    let named = if document.kind == Kind::Conversation { "" } else { &title };
    pace.check()?;
    if moved.contains(&digest) {
        return Ok(Prepared { document, digest, mark, title, in_title, pieces: None, in_parts });
    }
    let mut pieces = Vec::new();
    let (cleaned, lines) = cleaned(&document, secrets, &mut in_parts);
    pace.check()?;
    for (seq, piece) in ingest::cut(&cleaned).into_iter().enumerate() {
        pace.advance(piece.text.len())?;
        let Ok(content) = Content::parse(&piece.text) else { continue }; // nothing but space is no evidence
        pieces.push(PreparedPiece {
            seq: i64::try_from(seq).unwrap_or(i64::MAX),
            digest: Digest::of(content.as_str().as_bytes()),
            print: Fingerprint::of(content.as_str()),
            terms: Terms::of([named, &piece.heading], content.as_str(), &mut workspace.tokens),
            packed: workspace.packer.pack(content.as_str()),
            lines: lines.as_ref().map(|lines| lines.span(piece.line, piece.last)),
            piece,
            content,
        });
    }
    Ok(Prepared { document, digest, mark, title, in_title, pieces: Some(pieces), in_parts })
}

/// The document without what must not be kept, and the lines of its file. Before it is cut: a key that spans lines is one secret, not
/// two halves.
fn cleaned(document: &Document, secrets: Secrets, found: &mut memory::Secrets) -> (Document, Option<FileLines>) {
    let mut cleaned = document.clone();
    let mut lines = FileLines::of(document);
    for part in &mut cleaned.parts {
        let text = ingest::clean(&part.text);
        part.text = match secrets {
            Secrets::Keep => text.into_owned(),
            Secrets::Redact => {
                let redacted = ingest::redact(&text);
                count_kinds(&redacted, found);
                lines = lines.map(|lines| lines.joined(redacted.joined));
                redacted.text.into_owned()
            }
        };
        // What stands beside the words is shown with every line that is found.
        for name in [&mut part.author, &mut part.thread, &mut part.heading] {
            *name = redact_text(name, found);
        }
    }
    (cleaned, lines)
}

fn count_kinds(redacted: &ingest::Redacted<'_>, found: &mut memory::Secrets) {
    for (kind, count) in &redacted.found {
        *found.entry(kind.name().to_owned()).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingest::Part;

    fn document(path: &str, bytes: usize) -> Document {
        let part = Part { text: format!("{path} ").repeat(bytes / (path.len() + 1) + 1), ..Part::default() };
        Document { path: path.into(), title: path.into(), kind: Kind::Text, parts: vec![part] }
    }

    /// What becomes of each document when the reader panics over those whose names begin with `bad`.
    fn outcomes(documents: Vec<Document>) -> Vec<(String, Result<usize, String>)> {
        let mut outcomes = Vec::new();
        let faulty = |document: Document, workspace: &mut Workspace| {
            assert!(!document.path.starts_with("bad"), "`{}` cannot be read", document.path);
            read(document, Secrets::Redact, &HashSet::new(), &Pace::of(None, &[]), workspace)
        };
        let mut take = |outcome| {
            outcomes.push(match outcome {
                Outcome::Ready(ready) => (ready.document.path, Ok(ready.pieces.map_or(0, |pieces| pieces.len()))),
                Outcome::Failed(failed) => (failed.path, Err(failed.why)),
            });
            Ok(())
        };
        each_read(documents, &faulty, &mut take).expect("no other error");
        outcomes
    }

    #[test]
    fn a_panic_in_the_reader_costs_one_document_and_is_told_with_its_place() {
        // A few bytes are read by one thread, many by all.
        for bytes in [10, SHARED_BYTES_MIN] {
            let names = ["a", "bad-1", "b", "bad-2", "bad-3", "c"];
            let found = outcomes(names.iter().map(|name| document(name, bytes)).collect());
            assert_eq!(found.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), names, "the order is kept");
            for (path, outcome) in found {
                match outcome {
                    Ok(pieces) => assert!(!path.starts_with("bad") && pieces > 0, "{path}"),
                    Err(why) => {
                        assert!(path.starts_with("bad"), "{path}: {why}");
                        assert!(why.contains("prepare/mod.rs:") && why.ends_with(&format!("`{path}` cannot be read")), "{why}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_error_of_the_taker_ends_a_batch_in_which_the_reader_panics() {
        let documents = ["a", "bad", "b", "c"].map(|name| document(name, SHARED_BYTES_MIN)).into();
        let faulty = |document: Document, workspace: &mut Workspace| {
            assert!(document.path != "bad");
            read(document, Secrets::Redact, &HashSet::new(), &Pace::of(None, &[]), workspace)
        };
        let mut taken = 0;
        let ended = each_read(documents, &faulty, &mut |_| {
            taken += 1;
            if taken == 2 { Err(Error::Unread("enough".into())) } else { Ok(()) }
        });
        assert!(matches!(ended, Err(Error::Unread(_))) && taken == 2);
    }
}
