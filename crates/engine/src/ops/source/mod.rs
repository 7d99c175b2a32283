//! What evidence is read from: files, conversations, histories.

pub mod check;
pub mod entrust;
pub mod gone;
pub mod import;
pub mod keep;

pub mod list;
mod prepare;
pub mod show;

pub(crate) use crate::memory::evidence::evidence_id;
use crate::{
    Error, PalaceState, Watcher,
    memory::{Keeper, Piece, Untitled, speaker},
    ops::missing,
};
use ingest::{Document, Kind};
use kernel::{
    anchor::Anchor,
    call::{Call, id_tail},
    evidence::{Evidence, Origin},
    id::SourceId,
    ledger::Digest,
    refusal::Code,
    text::Name,
};
use prepare::{Outcome, Pace, Prepared, PreparedPiece, each_prepared, with_pieces};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use store::{Brought, Item, Source, SourceFilter, SourcePlace, SourceState, Txn, View};

/// Largest batch of documents, in bytes of JSON.
pub(crate) const BATCH_BYTES_MAX: usize = 64 << 20;

/// A batch of so many characters is worth making room for.
const MUCH_BYTES: usize = 256 << 10;

/// How documents are cut and cleaned today, and what is noted of their pieces. When this changes, unchanged sources are read again:
/// their pieces keep their ids. `cut/2` notes lines.
pub(crate) const CUT: &str = "cut/2";
/// The same with its secrets, because there are some and a human sealed that. Whoever reads the same words again without a
/// seal leaves it so; words that changed are no longer those that were sealed.
const ENTRUSTED: &str = "cut/2 entrusted";
/// How the mark of a source ends that is kept with its secrets, whatever the cut.
const WITH_SECRETS: &str = " entrusted";

/// What is brought.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Batch {
    /// What was read, each whole
    pub documents: Vec<Document>,
    /// Paths that were there before and are not any more: a document with the same words as one of these was renamed
    #[serde(default)]
    pub missing: Vec<String>,
    /// Other names of the repository this comes from
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Wing that all of it stands in (the project's own if left out; as before if it was read before)
    #[serde(default)]
    pub wing: Option<Name>,
    /// Room of that wing
    #[serde(default)]
    pub room: Option<Name>,
}

/// What became of one document.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Done {
    /// Its source
    pub id: SourceId,
    /// Where it lies
    pub path: String,
    /// new, edited, renamed, back, entrusted or unchanged
    pub change: &'static str,
    /// Pieces that were not known
    pub kept: usize,
    /// Pieces that said what another already says
    pub again: usize,
    /// Pieces that are the past from now on
    pub replaced: usize,
}

/// A document that a fault in the program left unread.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Failed {
    /// Where it lies
    pub path: String,
    /// What to report
    pub why: String,
}

/// What became of a batch.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Each document
    pub sources: Vec<Done>,
    /// Pieces that were not known
    pub kept: usize,
    /// Pieces that said what another already says
    pub again: usize,
    /// Pieces that are the past from now on
    pub replaced: usize,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub redacted: BTreeMap<String, usize>,
    /// Documents that could not be read because of a fault in the program; nothing of them is kept
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<Failed>,
    /// Where they belong
    pub anchor: Anchor,
}

impl Output {
    /// What the ledger says it was about.
    fn subject(&self) -> String {
        match self.sources.as_slice() {
            [only] => only.id.to_string(),
            many => format!("{} sources", many.len()),
        }
    }
}

/// What to do about secrets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Secrets {
    /// Take them out.
    Redact,
    /// Keep them: a human sealed that.
    Keep,
}

/// What identifies a document's content: its words, its shape, and how they are cut.
pub fn digest(document: &Document) -> Result<Digest, Error> {
    Ok(kernel::canonical::digest(&json!({ "kind": document.kind, "title": document.title, "parts": document.parts }))?)
}

/// Whether there is something in a document that would be taken out of it.
pub fn holds_secrets(document: &Document) -> bool {
    document.parts.iter().any(|part| tells(&ingest::clean(&part.text)))
}

/// Whether a text holds something that would be taken out of it.
fn tells(text: &str) -> bool {
    !ingest::redact(text).found.is_empty()
}

/// What to call it when the same words are kept in another way than they are, if they are: an older cut, under a title that
/// tells a secret, or without the secrets that a human entrusts now. What was entrusted before stays so.
fn kept_anew(source: &Source, mark: &str) -> Option<&'static str> {
    kept_in_another_way(&source.title, &source.pieces, mark)
}

fn kept_in_another_way(title: &str, pieces: &str, mark: &str) -> Option<&'static str> {
    match pieces {
        _ if tells(title) => Some("edited"),
        pieces if pieces == mark => None,
        _ if mark != ENTRUSTED && pieces.ends_with(WITH_SECRETS) => None,
        _ if mark == ENTRUSTED => Some("entrusted"),
        _ => Some("edited"),
    }
}

/// Whether a source is kept with its secrets.
fn is_entrusted(source: &Source) -> bool {
    source.pieces.ends_with(WITH_SECRETS)
}

/// The source of this id, or those at this path.
pub(crate) fn sources(view: &mut View<'_>, named: &str) -> Result<Vec<Source>, Error> {
    if let Ok(id) = SourceId::parse(named)
        && let Some(source) = view.source(&id)?
    {
        return Ok(vec![source]);
    }
    let mut found = view.sources(&SourceFilter { prefix: named.to_owned(), limit: i64::MAX, ..SourceFilter::default() })?;
    found.retain(|source| source.path == named);
    if found.is_empty() { Err(missing("source", named)) } else { Ok(found) }
}

/// Whether a source that says the same as ever says something that is not found from where it lies: it was kept under another,
/// and became the past with that or belongs elsewhere. Then it is read again. What was entrusted is not, as that would take its
/// secrets out.
fn has_lost(view: &mut View<'_>, source: &Source) -> Result<bool, Error> {
    let anchors: Vec<String> = source.anchor.outwards().iter().map(ToString::to_string).collect();
    Ok(!is_entrusted(source) && view.has_lost(source.n, &anchors)?)
}

/// A path that means the same on every machine, or a refusal.
fn check_path(path: &str) -> Result<(), Error> {
    let refuse = |why: &str| Err(Code::PathOutside.refuse("path", format!("`{}` is not a path within a source: {why}", path.escape_debug())).into());
    if path.is_empty() || path.len() > 1_024 {
        return refuse("it is empty or longer than 1,024 bytes");
    }
    if path.chars().any(|c| c.is_control() || kernel::text::is_hidden(c)) {
        return refuse("it hides characters");
    }
    let name = path.split('#').next().unwrap_or(path);
    if name.starts_with('/') || name.contains('\\') || name.as_bytes().get(1) == Some(&b':') || name.split('/').any(|part| part == "..") {
        return refuse("it must be relative, with forward slashes, and stay inside");
    }
    Ok(())
}

/// A name is what a source is known by, so nothing can be taken out of it: one that tells a secret is refused.
pub fn check_name(document: &Document) -> Result<(), Error> {
    let found = ingest::redact(&document.path);
    match found.found.keys().next() {
        Some(kind) => {
            let what =
                format!("the name `{}` holds a secret ({}), and names are kept as they are; rename it, then bring it again", found.text, kind.name());
            Err(Code::InputInvalid.refuse("path", what).into())
        }
        None => Ok(()),
    }
}

/// What the ledger keeps of a batch: never the words.
pub(crate) fn noted(input: &Json) -> Option<Json> {
    let documents = input["documents"].as_array()?;
    let told: Vec<Json> =
        documents.iter().map(|d| json!({ "path": d["path"], "kind": d["kind"], "parts": d["parts"].as_array().map_or(0, Vec::len) })).collect();
    let mut noted = json!({ "documents": told });
    for field in ["wing", "room"] {
        if let (Some(name), Some(fields)) = (input.get(field), noted.as_object_mut()) {
            fields.insert(field.into(), name.clone());
        }
    }
    Some(noted)
}

/// Keeps documents, all or none. Whoever waits for it is told how far it is, and may give up.
pub(crate) fn keep(
    txn: &mut Txn<'_>,
    house: &PalaceState,
    call: &Call,
    batch: Batch,
    secrets: Secrets,
    watcher: Option<&dyn Watcher>,
) -> Result<Output, Error> {
    let anchor = call.anchor.clone();
    for alias in batch.aliases.iter().filter(|alias| !alias.is_empty()) {
        txn.put_alias(&alias.chars().take(512).collect::<String>(), &anchor)?;
    }
    let mut output = Output { sources: Vec::new(), kept: 0, again: 0, replaced: 0, redacted: BTreeMap::new(), failed: Vec::new(), anchor };
    let missing: BTreeSet<String> = batch.missing.into_iter().collect();
    if batch.documents.iter().flat_map(|document| &document.parts).map(|part| part.text.len()).sum::<usize>() >= MUCH_BYTES {
        txn.expect_much()?;
    }
    let mut keeper = Keeper::open(txn, house, call)?;
    let mut untitled = Untitled::default();
    let place = Place::of(batch.wing.as_ref(), batch.room.as_ref());
    for document in &batch.documents {
        check_path(&document.path)?;
        if matches!(secrets, Secrets::Redact) {
            check_name(document)?;
        }
    }
    let pace = Pace::of(watcher, &batch.documents);
    // Cutting is most of the work, and what was only renamed keeps its pieces.
    let moved = if matches!(secrets, Secrets::Redact) { digests_of(txn, &output.anchor, &missing)? } else { HashSet::new() };
    each_prepared(batch.documents, secrets, &moved, &pace, &mut |outcome| {
        let prepared = match outcome {
            Outcome::Ready(prepared) => *prepared,
            Outcome::Failed(failed) => {
                output.failed.push(failed);
                return Ok(());
            }
        };
        let mut reader =
            Reader { txn, call, keeper: &mut keeper, place: &place, untitled: &mut untitled, redacted: &mut output.redacted, pace: &pace, secrets };
        match reader.read(prepared, &missing)? {
            Ok(done) => {
                output.kept += done.kept;
                output.again += done.again;
                output.replaced += done.replaced;
                output.sources.push(done);
            }
            Err(failed) => output.failed.push(failed),
        }
        Ok(())
    })?;
    keeper.close(txn)?;
    Ok(output)
}

/// The digests of sources at some paths that are kept as they would be today.
fn digests_of(view: &mut View<'_>, anchor: &Anchor, paths: &BTreeSet<String>) -> Result<HashSet<Digest>, Error> {
    if paths.is_empty() {
        return Ok(HashSet::new());
    }
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let sources = view.sources_at(anchor, &paths)?.into_iter();
    Ok(sources.filter(|source| source.state == SourceState::Live && kept_anew(source, CUT).is_none()).map(|source| source.digest).collect())
}

/// Where whoever brings something says that it stands.
#[derive(Debug, Default)]
pub(crate) struct Place {
    wing: Option<String>,
    room: Option<String>,
}

impl Place {
    pub(crate) fn of(wing: Option<&Name>, room: Option<&Name>) -> Self {
        Self { wing: wing.map(ToString::to_string), room: room.map(ToString::to_string) }
    }

    /// Where a source stands from now on, if that is somewhere else than before: what is not said stays as it was.
    pub(crate) fn instead_of(&self, before: &SourcePlace) -> Option<SourcePlace> {
        let said = |said: &Option<String>, before: &String| said.clone().unwrap_or_else(|| before.clone());
        let after = SourcePlace { wing: said(&self.wing, &before.wing), room: said(&self.room, &before.room), importance: before.importance };
        (after != *before).then_some(after)
    }
}

/// Reads one document into a source.
struct Reader<'r, 's> {
    txn: &'r mut Txn<'s>,
    call: &'r Call,
    keeper: &'r mut Keeper,
    place: &'r Place,
    untitled: &'r mut Untitled,
    redacted: &'r mut BTreeMap<String, usize>,
    pace: &'r Pace<'r>,
    secrets: Secrets,
}

impl Reader<'_, '_> {
    /// Answers what became of it, or that a fault in the program left it unread.
    fn read(&mut self, mut prepared: Prepared, missing: &BTreeSet<String>) -> Result<Result<Done, Failed>, Error> {
        let (mut source, change) = self.source(&prepared.document, prepared.digest, prepared.mark, missing)?;
        if prepared.pieces.is_none() && !matches!(change, "renamed" | "unchanged") {
            // Another document of the batch, with the same words, is the one that was renamed.
            prepared = match with_pieces(prepared, self.secrets, self.pace)? {
                Outcome::Ready(whole) => *whole,
                Outcome::Failed(failed) => return Ok(Err(failed)),
            };
        }
        let Prepared { document, digest, mark, title, in_title, pieces, in_parts } = prepared;
        let before = self.txn.source_place(source.n)?;
        if let Some(place) = self.place.instead_of(&before) {
            self.txn.put_source_place(source.n, &place)?;
        }
        if change == "unchanged" {
            return Ok(Ok(Done { id: source.id, path: source.path, change, kept: 0, again: 0, replaced: 0 }));
        }
        source.digest = digest;
        if change != "renamed" {
            source.pieces = mark.into();
        }
        self.count_secrets(in_title);
        // The chunks of a new source are indexed under its title already.
        let retitled = change != "new" && source.title != title;
        source.title = title;
        source.kind = document.kind.name().into();
        source.path.clone_from(&document.path);
        source.state = SourceState::Live;
        source.principal = self.call.actor.name().into();
        source.updated_at = self.call.now;
        self.txn.put_source(&source)?;
        self.txn.put_revision(&source, change)?;
        let mut done = Done { id: source.id.clone(), path: source.path.clone(), change, kept: 0, again: 0, replaced: 0 };
        if change != "renamed" {
            self.count_secrets(in_parts);
            let brought = self.pieces(pieces.unwrap_or_default(), &source, &mut done)?;
            self.txn.bind_brought(&source.id, source.revision, brought);
        }
        if retitled {
            self.keeper.retitle(self.txn, &source)?;
        }
        Ok(Ok(done))
    }

    fn count_secrets(&mut self, found: BTreeMap<String, usize>) {
        for (kind, count) in found {
            *self.redacted.entry(kind).or_default() += count;
        }
    }

    /// The source a document belongs to, with its next revision, and what happened to it.
    fn source(&mut self, document: &Document, digest: Digest, mark: &str, missing: &BTreeSet<String>) -> Result<(Source, &'static str), Error> {
        let anchor = &self.call.anchor;
        if let Some(mut source) = self.txn.source_at(anchor, &document.path)? {
            let change = match source.state {
                SourceState::Gone => "back",
                SourceState::Live if source.digest != digest => "edited",
                SourceState::Live => match kept_anew(&source, mark) {
                    Some(change) => change,
                    None if has_lost(self.txn, &source)? => "edited",
                    None => "unchanged",
                },
            };
            source.revision += i64::from(change != "unchanged");
            return Ok((source, change));
        }
        let moved = self.txn.sources_like(anchor, digest)?.into_iter().find(|s| missing.contains(&s.path) && s.state == SourceState::Live);
        let moved = match moved {
            Some(moved) => Some(moved),
            None => self.untitled.taken_for(self.txn, anchor, document, missing)?,
        };
        if let Some(mut source) = moved {
            source.revision += 1;
            let change = kept_anew(&source, mark).unwrap_or("renamed");
            return Ok((source, change));
        }
        let mut id = self.source_id(&document.path, 0);
        for again in 1_u32.. {
            if self.txn.source(&id)?.is_none() {
                break;
            }
            id = self.source_id(&document.path, again); // another source was born here and moved away since
        }
        let source = Source {
            n: self.keeper.next_source(),
            id,
            anchor: anchor.clone(),
            path: document.path.clone(),
            title: String::new(),
            kind: String::new(),
            digest,
            pieces: String::new(),
            state: SourceState::Live,
            revision: 1,
            principal: String::new(),
            first_seen_at: self.call.now,
            updated_at: self.call.now,
        };
        Ok((source, "new"))
    }

    /// The same place has the same id on every machine.
    fn source_id(&self, path: &str, again: u32) -> SourceId {
        let name = format!("palace/source/v1\n{}\n{path}\n{again}", self.call.anchor);
        SourceId::mint("src", &id_tail(&Digest::of(name.as_bytes()).0))
    }

    /// Keeps what a document says, and answers what was brought that nobody had brought before.
    fn pieces(&mut self, pieces: Vec<PreparedPiece>, source: &Source, done: &mut Done) -> Result<Option<Brought>, Error> {
        let mut before = self.before(source)?;
        let is_new = source.revision == 1;
        if !is_new {
            self.txn.unsight(source.n)?;
            self.txn.reread_deleted(source.n)?;
        }
        let mut brought = None;
        let spoken = source.kind == Kind::Conversation.name();
        let mut fresh = Vec::new();
        for prepared in pieces {
            match before.get_mut(prepared.content.as_str()).and_then(VecDeque::pop_front) {
                Some(item) => self.txn.move_item(item.n, prepared.seq, &prepared.piece.heading, &prepared.piece.author, prepared.lines)?,
                None => fresh.push(prepared),
            }
        }
        // What is left is no longer said here. It goes first, so that an edited piece is never taken for a copy of its old self.
        for item in before.into_values().flatten() {
            self.keeper.retire(self.txn, &item, self.call.now)?;
            done.replaced += 1;
        }
        let mut told: HashMap<Digest, u32> = HashMap::new();
        for PreparedPiece { seq, piece, lines, content, digest: words, print, terms, packed } in fresh {
            self.pace.advance(content.as_str().len())?;
            if let Some(twin) = self.keeper.twin(self.txn, content.as_str(), &print, spoken)? {
                self.txn.sight(twin.n, source.n, seq, self.call.now, lines)?;
                done.again += 1;
                continue;
            }
            let ordinal = told.entry(words).or_default();
            let id = evidence_id(&source.id, words, *ordinal);
            *ordinal += 1;
            if !is_new && let Some(item) = self.txn.item_of(id.as_str())? {
                self.txn.move_item(item.n, seq, &piece.heading, &piece.author, lines)?;
                if self.txn.deletion(&id)?.is_some() {
                    // A human took it out of sight: that the file still says it brings nothing back.
                    self.txn.still_said(&id)?;
                    done.again += 1;
                    continue;
                }
                // It was said here before, taken back, and is said again.
                self.keeper.revive(self.txn, &item)?;
                done.kept += 1;
                continue;
            }
            let evidence = Evidence {
                id,
                origin: Origin::Import,
                principal: self.call.actor.name().into(),
                source: source.path.clone(),
                content,
                recorded_at: self.call.now,
            };
            let (n, digest) = self.txn.record_piece(&evidence, &packed)?;
            brought.get_or_insert_with(Brought::default).add(evidence.id.as_str(), digest);
            let place = Piece {
                kind: &source.kind,
                source: (source.n, source.revision),
                seq,
                thread: &piece.thread,
                author: &piece.author,
                speaker: speaker(piece.role),
                heading: &piece.heading,
                title: if spoken { "" } else { &source.title },
                at: piece.at.unwrap_or(self.call.now),
                lines,
                print: &print,
            };
            self.keeper.index_terms(self.txn, n, &evidence, &place, &terms)?;
            done.kept += 1;
        }
        Ok(brought)
    }

    /// What the source said until now, by its words.
    fn before(&mut self, source: &Source) -> Result<HashMap<String, VecDeque<Item>>, Error> {
        if source.revision == 1 {
            return Ok(HashMap::new());
        }
        let items = self.txn.items_of_source(source.n)?;
        let ids: Vec<&str> = items.iter().map(|item| item.id.as_str()).collect();
        let texts: HashMap<String, String> = self.txn.evidences(&ids)?.into_iter().map(|e| (e.id.to_string(), String::from(e.content))).collect();
        let mut before: HashMap<String, VecDeque<Item>> = HashMap::new();
        for item in items {
            before.entry(texts.get(&item.id).cloned().unwrap_or_default()).or_default().push_back(item);
        }
        Ok(before)
    }
}
