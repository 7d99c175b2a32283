//! Keep what another palace's export holds: its pieces as they were cut there, each in its place.
//!
//! This palace did not see any of it. Everything is of origin `import`, lies under a path that names the other palace, is
//! brought by whoever imports it, and is known since now; when it was said, and until when it was current, is the other
//! palace's word. Not here: verifying the export, which whoever reads the file does before the first call.

use super::{BATCH_BYTES_MAX, Done, Output, Place as Standing, check_path, tells};
use crate::{
    Error, Method, Operation, Spec, Work,
    memory::{Keeper, Piece as Place, Secrets, SeenIn, redact, redact_text},
};
use ingest::{Fingerprint, Kind};
use kernel::{
    anchor::Anchor,
    call::id_tail,
    drawer::{Domain, Importance, Provenance},
    effect::Propose,
    evidence::{Evidence, Origin},
    id::{EvidenceId, PalaceId, SourceId},
    ledger::Digest,
    refusal::Code,
    text::{Content, Name},
    time::Moment,
};
use schemars::JsonSchema;
use search::Traits;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use store::{DrawerRow, Item, Source, SourceState, TextPacker};

/// Keeps sources of another palace.
#[derive(Debug)]
pub struct Import;

/// How such pieces were cut: elsewhere.
const ELSEWHERE: &str = "import/1";

/// What is brought.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The palace it comes from
    pub palace: PalaceId,
    /// Its sources, each whole
    pub sources: Vec<Imported>,
}

/// A source as another palace holds it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Imported {
    /// Its path there
    pub path: String,
    /// What people call it
    #[serde(default)]
    pub title: String,
    /// What kind of thing it is
    pub kind: String,
    /// It is no longer there
    #[serde(default)]
    pub gone: bool,
    /// The wing that all of it stands in there, if somebody said
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wing: Option<Name>,
    /// The room that all of it stands in there
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Name>,
    /// All that was read from it, oldest first
    pub pieces: Vec<Piece>,
}

/// A piece as another palace holds it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its id there
    pub id: EvidenceId,
    /// Its words
    pub content: Content,
    /// What it was read from there, if not from the source: a command, a page
    #[serde(default)]
    pub from: String,
    /// Its place in the source
    #[serde(default)]
    pub seq: i64,
    /// The stretch of talk it belongs to
    #[serde(default)]
    pub thread: String,
    /// Who said it
    #[serde(default)]
    pub author: String,
    /// Where in the source
    #[serde(default)]
    pub heading: String,
    /// When it was said or written
    pub at: Moment,
    /// Until when it was current there
    #[serde(default)]
    pub until: Option<Moment>,
    /// Recall does not find it there, and will not here: words that only stand behind a proposal
    #[serde(default)]
    pub unlisted: bool,
    /// Where it stands there, if it says so for itself
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawer: Option<Stood>,
}

/// Where a single remark stands in another palace. The page of a diary it is part of there is not ours to write on.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stood {
    /// Its wing
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wing: Option<Name>,
    /// Its room
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Name>,
    /// Whose it is
    pub domain: Domain,
    /// What it is about
    pub field: Name,
    /// How they came by it
    pub provenance: Provenance,
    /// How much it matters
    #[serde(default)]
    pub importance: Importance,
}

impl Imported {
    /// What identifies it as it is now: equal digests have nothing new to say.
    pub fn digest(&self) -> Result<Digest, Error> {
        Ok(kernel::canonical::digest(self)?)
    }

    /// Takes secrets out of all that is shown beside the words.
    fn name_no_secret(&mut self, found: &mut Secrets) {
        self.title = redact_text(&self.title, found);
        for piece in &mut self.pieces {
            for name in [&mut piece.from, &mut piece.thread, &mut piece.author, &mut piece.heading] {
                *name = redact_text(name, found);
            }
        }
    }
}

/// Where something of another palace lies in this one.
pub fn path_here(palace: &str, path: &str) -> String {
    format!("import/{palace}/{path}")
}

/// The id that a piece of another palace has in this one.
pub fn id_here(palace: &str, id: &EvidenceId) -> EvidenceId {
    let name = format!("palace/import/v1\n{palace}\n{id}");
    EvidenceId::mint("e", &id_tail(&Digest::of(name.as_bytes()).0))
}

impl Operation for Import {
    const SPEC: Spec = Spec::new("source.import", "Keep sources from another palace's export, as evidence of origin import")
        .http(Method::Post, "/v1/sources/import")
        .files(&["sources"])
        .bytes_max(BATCH_BYTES_MAX);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    /// What the ledger keeps: never the words.
    fn noted(input: &Json) -> Option<Json> {
        let sources = input["sources"].as_array()?;
        let told: Vec<Json> = sources.iter().map(|s| json!({ "path": s["path"], "pieces": s["pieces"].as_array().map_or(0, Vec::len) })).collect();
        Some(json!({ "palace": input["palace"], "sources": told }))
    }

    fn run(cx: &mut Work<'_>, Input { palace, sources }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let mut output =
            Output { sources: Vec::new(), kept: 0, again: 0, replaced: 0, redacted: Secrets::new(), failed: Vec::new(), anchor: call.anchor.clone() };
        let (mut keeper, mut packer) = (Keeper::open(cx, house, call)?, TextPacker::default());
        for mut imported in sources {
            let digest = imported.digest()?;
            imported.name_no_secret(&mut output.redacted);
            let done =
                Reader { cx, keeper: &mut keeper, packer: &mut packer, palace: &palace, redacted: &mut output.redacted }.read(&imported, digest)?;
            output.kept += done.kept;
            output.again += done.again;
            output.replaced += done.replaced;
            output.sources.push(done);
        }
        keeper.close(cx)?;
        cx.about(&palace);
        Ok(output)
    }
}

/// Reads one source of another palace.
struct Reader<'r, 'w> {
    cx: &'r mut Work<'w>,
    keeper: &'r mut Keeper,
    packer: &'r mut TextPacker,
    palace: &'r PalaceId,
    redacted: &'r mut Secrets,
}

impl Reader<'_, '_> {
    fn read(&mut self, imported: &Imported, digest: Digest) -> Result<Done, Error> {
        check_path(&imported.path)?;
        if SeenIn::named(&imported.kind).is_none_or(|kind| kind.name() != imported.kind) {
            return Err(Code::InputInvalid.refuse("kind", format!("`{}` is not a kind of source", imported.kind.escape_debug())).into());
        }
        let path = path_here(self.palace.as_str(), &imported.path);
        let call = self.cx.call;
        let known = self.cx.source_at(&call.anchor, &path)?;
        let change = if known.is_some() { "edited" } else { "new" };
        let mut source = known.unwrap_or_else(|| self.fresh(path, digest));
        let mut done = Done { id: source.id.clone(), path: source.path.clone(), change, kept: 0, again: 0, replaced: 0 };
        let told = tells(&source.title);
        if source.revision > 0 && source.digest == digest && !told {
            return Ok(Done { change: "unchanged", ..done });
        }
        source.digest = digest;
        source.revision += 1;
        source.title.clone_from(&imported.title);
        source.kind.clone_from(&imported.kind);
        source.state = if imported.gone { SourceState::Gone } else { SourceState::Live };
        source.principal = self.cx.call.actor.name().into();
        source.updated_at = self.cx.call.now;
        self.cx.put_source(&source)?;
        self.cx.put_revision(&source, change)?;
        let before = self.cx.source_place(source.n)?;
        if let Some(place) = Standing::of(imported.wing.as_ref(), imported.room.as_ref()).instead_of(&before) {
            self.cx.put_source_place(source.n, &place)?;
        }
        self.pieces(imported, &source, &mut done)?;
        if told {
            self.keeper.retitle(self.cx, &source)?;
        }
        self.cx.bind_revision(&source.id, source.n, source.revision)?;
        Ok(done)
    }

    fn fresh(&mut self, path: String, digest: Digest) -> Source {
        let call = self.cx.call;
        Source {
            n: self.keeper.next_source(),
            id: source_id(&call.anchor, &path),
            anchor: call.anchor.clone(),
            path,
            title: String::new(),
            kind: String::new(),
            digest,
            pieces: ELSEWHERE.into(),
            state: SourceState::Live,
            revision: 0,
            principal: String::new(),
            first_seen_at: call.now,
            updated_at: call.now,
        }
    }

    fn pieces(&mut self, imported: &Imported, source: &Source, done: &mut Done) -> Result<(), Error> {
        self.cx.unsight(source.n)?;
        let mut before: BTreeMap<String, Item> = self.cx.items_of_source(source.n)?.into_iter().map(|item| (item.id.clone(), item)).collect();
        for piece in &imported.pieces {
            let id = id_here(self.palace.as_str(), &piece.id);
            before.remove(id.as_str());
            match self.cx.item_of(id.as_str())? {
                Some(item) => self.moved(&item, piece)?,
                None if self.cx.evidence(&id)?.is_some() => {}
                None => self.piece(id.clone(), piece, (imported, source), done)?,
            }
            self.stand(&id, piece)?;
        }
        let now = self.cx.call.now;
        // What is left is no longer told of there.
        for item in before.into_values() {
            self.keeper.retire(self.cx, &item, now)?;
            done.replaced += 1;
        }
        Ok(())
    }

    /// Says where a single remark stands, once. What is only an echo of something here stands where that does.
    fn stand(&mut self, id: &EvidenceId, piece: &Piece) -> Result<(), Error> {
        let Some(stood) = &piece.drawer else { return Ok(()) };
        stood.domain.require_anchor(&self.cx.call.anchor)?;
        if self.cx.evidence(id)?.is_none() || self.cx.drawer_row(id)?.is_some() {
            return Ok(());
        }
        let mut named = |name: Option<&Name>| name.map(|name| redact_text(name.as_str(), self.redacted)).unwrap_or_default();
        let row = DrawerRow {
            id: id.clone(),
            wing: named(stood.wing.as_ref()),
            room: named(stood.room.as_ref()),
            domain: stood.domain,
            field: named(Some(&stood.field)),
            provenance: stood.provenance,
            importance: stood.importance,
            rollup: String::new(),
        };
        Ok(self.cx.put_drawer(&row)?)
    }

    /// A piece that is here already: it may lie elsewhere now, have become the past, or be current again.
    fn moved(&mut self, item: &Item, piece: &Piece) -> Result<(), Error> {
        match piece.until {
            Some(until) => self.keeper.retire(self.cx, item, until)?,
            None => {
                self.keeper.revive(self.cx, item)?;
                self.cx.move_item(item.n, piece.seq, &piece.heading, &piece.author, None)?;
            }
        }
        Ok(())
    }

    fn piece(&mut self, id: EvidenceId, piece: &Piece, (imported, source): (&Imported, &Source), done: &mut Done) -> Result<(), Error> {
        let (call, spoken) = (self.cx.call, imported.kind == Kind::Conversation.name());
        let content = redact(piece.content.clone(), self.redacted)?;
        let evidence = Evidence {
            id,
            origin: Origin::Import,
            principal: call.actor.name().into(),
            source: if piece.from.is_empty() { source.path.clone() } else { path_here(self.palace.as_str(), &piece.from) },
            content,
            recorded_at: call.now,
        };
        if piece.unlisted {
            self.cx.record(&evidence)?;
            done.kept += 1;
            return Ok(());
        }
        let print = Fingerprint::of(evidence.content.as_str());
        // An echo of what is known here is not a second witness.
        if piece.until.is_none()
            && let Some(twin) = self.keeper.twin(self.cx, evidence.content.as_str(), &print, spoken)?
        {
            self.cx.sight(twin.n, source.n, piece.seq, call.now, None)?;
            done.again += 1;
            return Ok(());
        }
        self.cx.record_piece(&evidence, &self.packer.pack(evidence.content.as_str()))?;
        let place = Place {
            kind: &imported.kind,
            source: (source.n, source.revision),
            seq: piece.seq,
            thread: &piece.thread,
            author: &piece.author,
            speaker: Traits::default(), // exports tell names alone
            heading: &piece.heading,
            title: if spoken { "" } else { &imported.title },
            at: piece.at,
            lines: None,
            print: &print,
        };
        self.keeper.index(self.cx, &evidence, &place)?;
        if let Some(until) = piece.until
            && let Some(item) = self.cx.item_of(evidence.id.as_str())?
        {
            self.keeper.retire(self.cx, &item, until)?;
        }
        done.kept += 1;
        Ok(())
    }
}

/// The same source of the same palace has the same id wherever it is imported.
fn source_id(anchor: &Anchor, path: &str) -> SourceId {
    SourceId::mint("src", &id_tail(&Digest::of(format!("palace/import/v1\n{anchor}\n{path}").as_bytes()).0))
}
