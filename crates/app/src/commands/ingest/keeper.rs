//! Keeping what was read: batch by batch, each whole or not at all, and only what is not known as it is.
//!
//! Not here: reading, which goes on beside this while a batch is written.

use super::{
    Options,
    errand::{Delivery, Errand, NotRead},
    lasting,
    meter::Meter,
    summary::{Failed, Summary},
    tally::Tally,
};
use crate::{
    cli::sealed_call,
    desk::Desk,
    worktree::{
        anchor::Surveyor,
        carriers::Carriers,
        name,
        remembered::Note,
        walk::{Reason, Skipped},
    },
};
use engine::ops::source::holds_secrets;
use ingest::Document;
use kernel::{
    anchor::Anchor,
    ledger::Digest,
    refusal::{Code, Refusal},
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, hash_map::Entry},
    path::PathBuf,
};

/// A batch is as large as this, about.
const BATCH_DOCUMENTS: usize = 500;
const BATCH_BYTES: usize = 4 << 20;
/// A human seals a batch, so there should be few.
const SEALED_BATCH_DOCUMENTS: usize = 20_000;
const SEALED_BATCH_BYTES: usize = 24 << 20;
/// How many files are asked about at once.
const KNOWN_BATCH: usize = 20_000;
/// How many sources are marked as gone at once.
const GONE_BATCH: usize = 500;

#[derive(Default)]
struct Batch {
    documents: Vec<(Document, Digest)>,
    bytes: usize,
}

/// Documents by name.
struct Checked {
    /// Those that the palace does not keep as they are.
    changed: HashSet<String>,
    /// Those that it keeps with their secrets.
    entrusted: HashSet<String>,
}

/// What becomes of secrets.
#[derive(Clone, Copy)]
enum Secrets {
    TakenOut,
    /// A human seals that.
    Allowed,
}

/// Keeps what is delivered.
pub(super) struct Keeper<'k> {
    desk: &'k mut Desk,
    options: &'k Options,
    errand: &'k Errand,
    summary: &'k mut Summary,
    batches: BTreeMap<Anchor, Batch>,
    missing: BTreeMap<Anchor, Vec<String>>,
    aliases: BTreeMap<Anchor, Vec<String>>,
    /// The documents that this run brought, each with the file it came from.
    brought: HashMap<(Anchor, String), (Digest, usize)>,
    tally: Tally,
    meter: Option<Meter>,
    /// Files that could be read.
    read: HashSet<(usize, String)>,
    /// Sources that something became of: a renamed one is not gone.
    kept: HashSet<String>,
    /// Where transcripts were held, once found out.
    held: HashMap<PathBuf, Anchor>,
    carriers: Carriers,
}

impl<'k> Keeper<'k> {
    /// How many pieces are kept by now.
    pub(super) fn kept(&self) -> u64 {
        self.summary.kept
    }

    /// How many documents wait for their batch to be written.
    pub(super) fn waiting(&self) -> u64 {
        self.batches.values().map(|batch| batch.documents.len() as u64).sum()
    }

    /// How many bytes of words wait for their batch to be written.
    pub(super) fn waiting_bytes(&self) -> u64 {
        self.batches.values().map(|batch| batch.bytes as u64).sum()
    }

    /// Shows how far the writing of a batch is.
    pub(super) fn show(&mut self, meter: Meter) {
        self.meter = Some(meter);
    }

    /// Says that the user ended the run. What was read and is not kept does not count.
    pub(super) fn interrupt(&mut self) {
        self.summary.interrupted = true;
    }

    /// Counts each file once, by what became of it.
    pub(super) fn settle(&mut self) {
        self.tally.settle(self.summary);
    }

    pub(super) fn new(desk: &'k mut Desk, options: &'k Options, errand: &'k Errand, summary: &'k mut Summary) -> Self {
        let mut missing: BTreeMap<Anchor, Vec<String>> = BTreeMap::new();
        let mut aliases = BTreeMap::new();
        for ground in &errand.grounds {
            let anchor = &ground.standing.anchor;
            let gone = ground.missing();
            if !gone.is_empty() {
                missing.entry(anchor.clone()).or_default().extend(gone);
            }
            if !ground.standing.aliases.is_empty() {
                aliases.insert(anchor.clone(), ground.standing.aliases.clone());
            }
        }
        let carriers = Carriers::of(&desk.home, options.dry_run);
        Self {
            desk,
            options,
            errand,
            summary,
            batches: BTreeMap::new(),
            missing,
            aliases,
            brought: HashMap::new(),
            tally: Tally::default(),
            meter: None,
            read: HashSet::new(),
            kept: HashSet::new(),
            held: HashMap::new(),
            carriers,
        }
    }

    /// Takes what a job brought.
    pub(super) fn take(&mut self, delivery: Delivery) -> Result<(), Refusal> {
        let Delivery { ground, stem, history, what, brought, mut digests, stamp: _ } = delivery;
        let file = self.tally.begin();
        let mut brought = match brought {
            Ok(brought) => brought,
            Err(NotRead::Skipped(skipped)) => {
                self.tally.skipped(file, skipped);
                return Ok(());
            }
            Err(NotRead::Failed(failed)) => {
                self.tally.failed(file, failed);
                return Ok(());
            }
        };
        if brought.documents.is_empty() && brought.skipped.is_empty() {
            match brought.broken_total {
                0 => self.tally.empty(file),
                lines => {
                    let why = format!("nothing in it was understood ({lines} broken)");
                    self.tally.skipped(file, Skipped::named(what.clone(), Reason::Misshapen, why));
                }
            }
        }
        self.summary.broke(&what, brought.broken, brought.broken_total);
        if let Some(stem) = stem.filter(|_| !brought.is_carried && brought.skipped.is_empty()) {
            self.read.insert((ground, stem));
        }
        brought.skipped.into_iter().for_each(|skipped| self.tally.skipped(file, skipped));
        let anchor = if brought.is_carried { self.held_in(brought.held_in) } else { self.errand.grounds[ground].standing.anchor.clone() };
        if let Some(root) = history {
            lasting::join(&self.desk.engine, &anchor, &root, &mut brought.documents, &mut digests)?;
        }
        let word = brought.origin.and_then(|origin| self.carriers.word(&origin));
        for (mut document, digest) in brought.documents.into_iter().zip(digests) {
            if let Some((word, (format, own))) = word.as_ref().zip(document.path.split_once('#')) {
                document.path = format!("{format}#{word}/{own}");
                name::settle(&mut document);
            }
            match self.brought.entry((anchor.clone(), document.path.clone())) {
                Entry::Vacant(free) => free.insert((digest, file)),
                // The same transcript may lie in two places.
                Entry::Occupied(taken) if taken.get().0 == digest => {
                    self.tally.copied(file);
                    continue;
                }
                Entry::Occupied(_) => {
                    let why = format!(
                        "another file of this run is `{}` and says something else; read this one by itself to have it instead",
                        document.path
                    );
                    self.tally.skipped(file, Skipped::named(what.clone(), Reason::NameTaken, why));
                    continue;
                }
            };
            let bytes: usize = document.parts.iter().map(|part| part.text.len() + 64).sum();
            let batch = self.batches.entry(anchor.clone()).or_default();
            batch.bytes += bytes + 256;
            batch.documents.push((document, digest));
            let (documents_max, bytes_max) =
                if self.options.allow_secrets { (SEALED_BATCH_DOCUMENTS, SEALED_BATCH_BYTES) } else { (BATCH_DOCUMENTS, BATCH_BYTES) };
            if batch.documents.len() >= documents_max || batch.bytes >= bytes_max {
                let batch = std::mem::take(batch);
                self.write(&anchor, batch)?;
            }
        }
        Ok(())
    }

    /// Takes files whose content is known without opening them: each with its name and its documents. Answers the names of those that the
    /// palace does not keep as they are, which must be read.
    pub(super) fn take_known(&mut self, place: usize, files: Vec<(&str, &Note)>) -> Result<HashSet<String>, Refusal> {
        let anchor = self.errand.grounds[place].standing.anchor.clone();
        let mut unread = HashSet::new();
        self.summary.anchors.insert(anchor.to_string());
        for some in files.chunks(KNOWN_BATCH) {
            let checked = self.compare(place, some)?;
            for (name, note) in some {
                if note.documents.iter().any(|(path, _)| checked.changed.contains(path)) {
                    unread.insert((*name).to_owned());
                    continue;
                }
                let file = self.tally.begin();
                self.summary.unopened += 1;
                if note.documents.is_empty() {
                    self.tally.empty(file);
                }
                for (path, digest) in &note.documents {
                    if self.brought.insert((anchor.clone(), path.clone()), (*digest, file)).is_some() {
                        self.tally.copied(file); // a transcript that lies in two places
                        continue;
                    }
                    self.tally.kept(file);
                    self.summary.count("unchanged", 1);
                    self.summary.secrets_kept += u64::from(checked.entrusted.contains(path));
                }
                self.read.insert((place, (*name).to_owned()));
            }
        }
        Ok(unread)
    }

    /// Compares files with what the palace keeps of them, which is known already where their folder was looked up and no place is asked for.
    fn compare(&mut self, place: usize, files: &[(&str, &Note)]) -> Result<Checked, Refusal> {
        let ground = &self.errand.grounds[place];
        let documents = || files.iter().flat_map(|(_, note)| &note.documents).map(|(path, digest)| (path.as_str(), *digest));
        let is_placed = self.options.wing.is_some() || self.options.room.is_some();
        if is_placed || !files.iter().all(|(name, _)| ground.is_looked_up(name)) {
            return self.check(&ground.standing.anchor, documents());
        }
        let mut checked = Checked { changed: HashSet::new(), entrusted: HashSet::new() };
        for (path, digest) in documents() {
            match ground.known.get(path) {
                Some(kept) if kept.digest == Some(digest) && kept.is_entrusted => _ = checked.entrusted.insert(path.to_owned()),
                Some(kept) if kept.digest == Some(digest) => {}
                Some(_) | None => _ = checked.changed.insert(path.to_owned()),
            }
        }
        Ok(checked)
    }

    /// Keeps what is left, and marks what is gone.
    pub(super) fn finish(&mut self) -> Result<(), Refusal> {
        for (anchor, batch) in std::mem::take(&mut self.batches) {
            self.write(&anchor, batch)?;
        }
        self.mark_gone()
    }

    /// Where a transcript belongs: to the repository it was held in, if that is here.
    fn held_in(&mut self, dir: Option<PathBuf>) -> Anchor {
        let Some(dir) = dir.filter(|dir| dir.is_absolute()) else { return Anchor::Global };
        if let Some(known) = self.held.get(&dir) {
            return known.clone();
        }
        let found = dir.canonicalize().ok().and_then(|dir| Surveyor::new(&self.desk.home, &self.desk.engine).around(&dir));
        let anchor = found.map_or(Anchor::Global, |standing| standing.anchor);
        self.held.insert(dir, anchor.clone());
        anchor
    }

    fn write(&mut self, anchor: &Anchor, batch: Batch) -> Result<(), Refusal> {
        if batch.documents.is_empty() {
            return Ok(());
        }
        let seen = batch.documents.iter().map(|(document, digest)| (document.path.as_str(), *digest));
        let Checked { changed, entrusted } = self.check(anchor, seen)?;
        let (mut sealed, mut plain) = (Vec::new(), Vec::new());
        for (document, _) in batch.documents {
            let path = document.path.as_str();
            // What was read before without its secrets is not what is asked for now.
            if self.options.allow_secrets && !entrusted.contains(path) && holds_secrets(&document) {
                sealed.push(document);
            } else if changed.contains(path) {
                plain.push(document);
            } else {
                self.summary.count("unchanged", 1);
                self.settled(anchor, path);
            }
        }
        self.summary.secrets_kept += entrusted.len() as u64;
        if self.options.dry_run {
            sealed.iter().chain(&plain).for_each(|document| self.settled(anchor, &document.path));
            self.summary.would_keep.extend(sealed.into_iter().chain(plain).map(|document| document.path));
            return Ok(());
        }
        // A human seals what needs a seal and nothing else; and first, so that a no comes before anything is written.
        self.keep(anchor, sealed, Secrets::Allowed)?;
        self.keep(anchor, plain, Secrets::TakenOut)
    }

    /// Asks which documents the palace does not keep as they are.
    fn check<'d>(&mut self, anchor: &Anchor, seen: impl Iterator<Item = (&'d str, Digest)>) -> Result<Checked, Refusal> {
        let ground = self.errand.grounds.iter().find(|ground| ground.standing.anchor == *anchor);
        self.desk.stand_in(anchor.clone(), ground.and_then(|ground| ground.standing.whereabouts()));
        self.summary.anchors.insert(anchor.to_string());
        let seen: Vec<Json> = seen.map(|(path, digest)| json!({ "path": path, "digest": digest })).collect();
        let answer = self.desk.ask("source.check", self.placed(json!({ "seen": seen })))?;
        let named = |field: &str| answer.get().result[field].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect();
        Ok(Checked { changed: named("changed"), entrusted: named("entrusted") })
    }

    /// The input, with the wing and the room that were named.
    fn placed(&self, mut input: Json) -> Json {
        for (field, name) in [("wing", &self.options.wing), ("room", &self.options.room)] {
            if let (Some(name), Some(fields)) = (name, input.as_object_mut()) {
                fields.insert(field.into(), json!(name));
            }
        }
        input
    }

    /// Keeps documents in one transaction. If the palace does not take one of them, the others are kept without it.
    fn keep(&mut self, anchor: &Anchor, mut documents: Vec<Document>, secrets: Secrets) -> Result<(), Refusal> {
        if documents.is_empty() {
            return Ok(());
        }
        let input = self.placed(json!({
            "documents": documents,
            "missing": self.missing.get(anchor).cloned().unwrap_or_default(),
            "aliases": self.aliases.get(anchor).cloned().unwrap_or_default(),
        }));
        let answer = match secrets {
            Secrets::Allowed => sealed_call(self.desk, "source.entrust", input),
            Secrets::TakenOut => match &self.meter {
                Some(meter) => {
                    let size = |document: &Document| document.parts.iter().map(|part| part.text.len() as u64).sum::<u64>();
                    let largest = documents.iter().max_by_key(|document| size(document)).map_or("", |document| document.path.as_str());
                    meter.writing(documents.iter().map(size).sum(), largest);
                    let answer = self.desk.ask_watched("source.keep", input, meter);
                    meter.written();
                    answer
                }
                None => self.desk.ask("source.keep", input),
            },
        };
        match answer {
            Ok(envelope) => self.note(anchor, &documents, &envelope.get().result),
            Err(refusal) if matches!(refusal.code(), Code::InputInvalid | Code::InputTooLarge) => {
                if let [only] = documents.as_slice() {
                    let skipped = Skipped::named(only.path.clone(), Reason::Refused, refusal.what());
                    match self.file_of(anchor, &only.path) {
                        Some(file) => self.tally.skipped(file, skipped),
                        None => self.summary.skipped.push(skipped.aside()),
                    }
                    return Ok(());
                }
                let second = documents.split_off(documents.len() / 2);
                self.keep(anchor, documents, secrets)?;
                self.keep(anchor, second, secrets)?;
            }
            Err(refusal) => return Err(refusal),
        }
        Ok(())
    }

    /// The file that brought a document.
    fn file_of(&self, anchor: &Anchor, path: &str) -> Option<usize> {
        self.brought.get(&(anchor.clone(), path.to_owned())).map(|(_, file)| *file)
    }

    /// Notes that the palace keeps a document, now or as before.
    fn settled(&mut self, anchor: &Anchor, path: &str) {
        if let Some(file) = self.file_of(anchor, path) {
            self.tally.kept(file);
        }
    }

    fn note(&mut self, anchor: &Anchor, documents: &[Document], result: &Json) {
        for source in result["sources"].as_array().into_iter().flatten() {
            self.summary.count(source["change"].as_str().unwrap_or("new"), 1);
            self.kept.extend(source["id"].as_str().map(str::to_owned));
        }
        let mut faulty = BTreeSet::new();
        for failed in result["failed"].as_array().into_iter().flatten() {
            let text = |name: &str| failed[name].as_str().unwrap_or_default().to_owned();
            let failed = Failed { what: text("path"), why: text("why") };
            faulty.insert(failed.what.clone());
            match self.file_of(anchor, &failed.what) {
                Some(file) => self.tally.failed(file, failed),
                None => self.summary.failed.push(failed),
            }
        }
        for document in documents.iter().filter(|document| !faulty.contains(&document.path)) {
            self.settled(anchor, &document.path);
        }
        let number = |name: &str| result[name].as_u64().unwrap_or(0);
        self.summary.kept += number("kept");
        self.summary.again += number("again");
        self.summary.replaced += number("replaced");
        for (kind, count) in result["redacted"].as_object().into_iter().flatten() {
            *self.summary.redacted.entry(kind.clone()).or_default() += count.as_u64().unwrap_or(0);
        }
    }

    /// Marks what is no longer there: files that went away, and what files hold no longer.
    fn mark_gone(&mut self) -> Result<(), Refusal> {
        for (place, ground) in self.errand.grounds.iter().enumerate() {
            let anchor = &ground.standing.anchor;
            let is_gone = |path: &String| {
                let stem = name::stem(path);
                let held_no_longer = self.read.contains(&(place, stem.to_owned()));
                !self.brought.contains_key(&(anchor.clone(), path.clone())) && (held_no_longer || stem == path && !ground.is_there(path))
            };
            let gone: Vec<(&String, String)> = ground
                .known
                .iter()
                .filter(|(path, source)| is_gone(path) && !self.kept.contains(source.id.as_str()))
                .map(|(path, source)| (path, source.id.to_string()))
                .collect();
            if self.options.dry_run {
                self.summary.would_go.extend(gone.into_iter().map(|(path, _)| path.clone()));
                continue;
            }
            for some in gone.chunks(GONE_BATCH) {
                self.desk.stand_at(anchor.clone());
                let ids: Vec<&str> = some.iter().map(|(_, id)| id.as_str()).collect();
                let answer = self.desk.ask("source.gone", json!({ "id": ids }))?;
                let result = &answer.get().result;
                self.summary.count("gone", result["gone"].as_u64().unwrap_or(0));
                self.summary.replaced += result["replaced"].as_u64().unwrap_or(0);
            }
        }
        Ok(())
    }
}
