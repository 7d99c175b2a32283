//! `palace export`: everything a palace holds, as JSON Lines that can be verified without it.
//!
//! The header and the entries are the kernel's; below them stand evidence, claims with the proof of the entry that last
//! changed them, proposals, seals and keys. Not here: secrets. Private keys and tokens never leave this way.

use super::{Context, HouseCommand, progress::bar};
use crate::{
    doors::cli::{Format, banner, print},
    home::failed,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::House;
use indicatif::ProgressBar;
use kernel::{
    claim::{Claim, Draft, Standing},
    evidence::{Evidence, Origin},
    id::{ClaimId, EvidenceId, ProposalId},
    ledger::{Digest, ExportedProof, Header, export::EXPORT_FORMAT},
    palace::{Genesis, Sealing},
    proposal::Proposal,
    refusal::{Code, Refusal},
    seal::{KeyRecord, Seal, fingerprint},
    text::Content,
    time::Moment,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::ExitCode,
};
use store::{ClaimFilter, ProposalFilter, StoreError, View};

pub(super) const COMMAND: HouseCommand = HouseCommand { name: "export", verbs: &[], command, run };

fn command() -> Command {
    Command::new("export")
        .about("Write everything as JSON Lines that anyone can verify")
        .arg(Arg::new("file").value_name("FILE").default_value("-").help("File to write, or - for standard output"))
        .arg(Arg::new("force").long("force").action(ArgAction::SetTrue).help("Replace the file if it is there"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let file = matches.get_one::<String>("file").map_or("-", String::as_str);
    let desk = context.open()?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    banner(house.genesis.sealing == Sealing::Unsealed);
    let look = |out: &mut dyn Write| desk.engine.look(|house, view| write(house, view, out)).map_err(engine::Error::into_refusal);
    if file == "-" {
        look(&mut BufWriter::new(io::stdout().lock()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = PathBuf::from(file);
    if path.exists() && !matches.get_flag("force") {
        return Err(Code::InputInvalid.refuse(file, format!("{file} is there already")).next("Name another file, or add --force to replace it"));
    }
    let written = into_file(&path, look)?;
    if context.format == Format::Json {
        print(&format!("{}\n", json!({ "file": path, "lines": written })));
    } else {
        let total: u64 = written.values().sum();
        let parts: Vec<String> = written.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        print(&format!("Exported {total} lines to {}: {}\n", path.display(), parts.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

/// What an export counts.
type Written = BTreeMap<&'static str, u64>;

/// Puts the file in place whole or not at all.
fn into_file(path: &Path, look: impl Fn(&mut dyn Write) -> Result<Written, Refusal>) -> Result<Written, Refusal> {
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let draft = path.with_file_name(format!(".{name}.partial-{}", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft).map_err(|e| failed(path, &e))?;
    let mut out = BufWriter::new(made);
    let written = look(&mut out).and_then(|written| {
        let kept = out.flush().and_then(|()| out.get_ref().sync_all()).and_then(|()| fs::rename(&draft, path));
        kept.map(|()| written).map_err(|e| failed(path, &e))
    });
    written.inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}

/// Writes one snapshot.
fn write(house: &House, view: &mut View<'_>, out: &mut dyn Write) -> Result<Written, engine::Error> {
    let palace = &house.palace;
    let (checkpoint, note) = house.checkpoint(view)?;
    let size = checkpoint.size;
    let mut lines = Lines { out, written: Written::new(), bar: bar("lines") };
    lines.bar.set_length(size + u64::try_from(view.counts()?.evidence).unwrap_or(0));
    lines.put(
        "header",
        &Header {
            format: EXPORT_FORMAT.into(),
            palace: palace.to_string(),
            origin: Genesis::origin(palace),
            log_key: house.genesis.log_key.clone(),
            checkpoint: note,
        },
    )?;
    view.each_entry(palace, &mut |stored| lines.put("entry", &stored.exported()))?;
    view.each_evidence(&mut |evidence| lines.put("evidence", &Line::Evidence(evidence.into())))?;
    let last = view.last_changes(palace)?;
    for claim in view.claims(&ClaimFilter { limit: i64::MAX, ..Default::default() })? {
        let made = last.get(claim.id.as_str()).ok_or_else(|| StoreError::Damaged(format!("no entry made claim {}", claim.id)))?;
        let leaf = view.entry(palace, made.seq)?.ok_or_else(|| StoreError::Damaged(format!("entry {} is gone", made.seq)))?.hash;
        let proof = ExportedProof { index: made.seq, size, leaf, hashes: view.inclusion(made.seq, size)? };
        lines.put("claim", &Line::Claim(Box::new(ClaimLine::of(claim, proof))))?;
    }
    for proposal in view.proposals(&ProposalFilter { status: None, kind: None, limit: i64::MAX })? {
        lines.put("proposal", &Line::Proposal(proposal_line(&proposal)))?;
    }
    view.each_seal(&mut |seal| lines.put("seal", &Line::Seal(json!({ "digest": seal.statement.digest(), "seal": seal }))))?;
    for key in view.keys()? {
        lines.put("key", &Line::Key(key_line(&key)))?;
    }
    lines.out.flush().map_err(writing)?;
    lines.bar.finish_and_clear();
    Ok(lines.written)
}

struct Lines<'o> {
    out: &'o mut dyn Write,
    written: Written,
    bar: ProgressBar,
}

impl Lines<'_> {
    fn put(&mut self, kind: &'static str, line: &impl Serialize) -> store::Result<()> {
        let mut text = serde_json::to_vec(line).map_err(|e| StoreError::Other(e.to_string()))?;
        text.push(b'\n');
        self.out.write_all(&text).map_err(writing)?;
        *self.written.entry(kind).or_default() += 1;
        self.bar.inc(1);
        Ok(())
    }
}

fn writing(error: io::Error) -> StoreError {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full,
        _ => StoreError::Other(format!("the export cannot be written: {error}")),
    }
}

/// A line below the entries.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Line {
    /// Something seen.
    Evidence(EvidenceLine),
    /// Something believed there.
    Claim(Box<ClaimLine>),
    /// Something that waited, or was decided.
    Proposal(Json),
    /// A seal that was spent.
    Seal(Json),
    /// A public key.
    Key(Json),
}

/// A piece of evidence.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceLine {
    pub(super) id: EvidenceId,
    pub(super) origin: Origin,
    pub(super) principal: String,
    pub(super) source: String,
    pub(super) content: Content,
    pub(super) digest: Digest,
    pub(super) recorded_at: Moment,
}

impl From<Evidence> for EvidenceLine {
    fn from(e: Evidence) -> Self {
        Self {
            digest: e.digest(),
            id: e.id,
            origin: e.origin,
            principal: e.principal,
            source: e.source,
            content: e.content,
            recorded_at: e.recorded_at,
        }
    }
}

impl EvidenceLine {
    /// The digest of what the line says, whatever digest it names.
    pub(super) fn found(&self) -> Digest {
        let Self { id, origin, principal, source, content, recorded_at, .. } = self;
        Evidence {
            id: id.clone(),
            origin: *origin,
            principal: principal.clone(),
            source: source.clone(),
            content: content.clone(),
            recorded_at: *recorded_at,
        }
        .digest()
    }
}

/// A claim, with the proof of the entry that made or last changed it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimLine {
    pub(super) id: ClaimId,
    pub(super) draft: Draft,
    pub(super) standing: Standing,
    pub(super) seal: Option<Digest>,
    pub(super) promoted_from: Option<ProposalId>,
    pub(super) source: String,
    pub(super) created_at: Moment,
    pub(super) updated_at: Moment,
    pub(super) proof: ExportedProof,
}

impl ClaimLine {
    fn of(claim: Claim, proof: ExportedProof) -> Self {
        let Claim { id, draft, standing, seal, promoted_from, source, created_at, updated_at } = claim;
        Self { id, draft, standing, seal, promoted_from, source, created_at, updated_at, proof }
    }

    /// The claim alone.
    pub(super) fn claim(&self) -> Claim {
        let Self { id, draft, standing, seal, promoted_from, source, created_at, updated_at, .. } = self;
        Claim {
            id: id.clone(),
            draft: draft.clone(),
            standing: *standing,
            seal: *seal,
            promoted_from: promoted_from.clone(),
            source: source.clone(),
            created_at: *created_at,
            updated_at: *updated_at,
        }
    }
}

fn proposal_line(p: &Proposal) -> Json {
    json!({
        "id": p.id, "op": p.op, "input": p.input, "author": p.author, "author_kind": p.author_kind, "session": p.session, "agent_type": p.agent_type,
        "source": p.source, "evidence_refs": p.evidence_refs, "evidence": p.evidence, "classified": p.classified, "dedupe_key": p.dedupe_key,
        "status": p.status, "reviewed_by": p.reviewed_by, "reviewed_at": p.reviewed_at, "review_note": p.review_note, "promoted_to": p.promoted_to,
        "created_at": p.created_at, "expires_at": p.expires_at, "archived_at": p.archived_at,
    })
}

fn key_line(key: &KeyRecord) -> Json {
    let seal: &Seal = &key.seal;
    json!({ "fingerprint": fingerprint(&key.public), "name": key.name, "public": Digest(key.public), "retired": key.retired, "seal": seal.statement.digest() })
}
