//! `palace export`: everything a palace holds, as JSON Lines that can be verified without it.
//!
//! The header and the entries are the kernel's; below them stand sources and their revisions, evidence with its place,
//! claims, what they rest on and what changed about them, knowledge, postmortems, facts, experiences, receipts, what came of features, proposals, seals and keys. What
//! an entry bound comes with the proof of that entry. Not here: the lines' shapes, which importing reads too, and secrets: private keys and
//! tokens never leave this way.

pub(super) mod line;
pub(super) mod lived;

use super::{Context, LocalCommand, progress::bar};
use crate::{
    cli::{Format, banner, print},
    home::failed,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::PalaceState;
use indicatif::ProgressBar;
use kernel::{
    id::PalaceId,
    ledger::{ExportedProof, Header, export::EXPORT_FORMAT},
    palace::{Genesis, Sealing},
    refusal::{Code, Refusal},
};
use line::{
    ClaimLine, EvidenceLine, FactLine, KnowledgeLine, Line, LinkLine, PremiseLine, RevisionLine, SourceLine, adoption_line, confidence_line,
    deletion_line, drawer_line, event_line, key_line, outcome_line, postmortem_line, promotion_line, proposal_line, removed_line, resolution_line,
    sealed_line, setting_line,
};
use lived::{ExperienceLine, ReceiptLine};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::ExitCode,
};
use store::{ClaimFilter, KnowledgeRow, Left as LastEntry, ProposalFilter, SourceFilter, StoreError, View, revision_name};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "export", verbs: &[], command, run };

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
        let (_, left) = match look(&mut BufWriter::new(io::stdout().lock())) {
            Err(refusal) if refusal.code() == Code::Cancelled => return Ok(ExitCode::SUCCESS), // the reader has seen enough
            written => written?,
        };
        let _ = io::stderr().write_all(staying(&left).as_bytes());
        return Ok(ExitCode::SUCCESS);
    }
    let path = PathBuf::from(file);
    if path.exists() && !matches.get_flag("force") {
        return Err(Code::InputInvalid.refuse(file, format!("{file} is there already")).next("Name another file, or add --force to replace it"));
    }
    let (written, left) = into_file(&path, look)?;
    if context.format == Format::Json {
        print(&format!("{}\n", json!({ "file": path, "lines": written, "left": left })));
    } else {
        let total: u64 = written.values().sum();
        let parts: Vec<String> = written.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        print(&format!("Exported {total} lines to {}: {}\n{}", path.display(), parts.join(", "), staying(&left)));
    }
    Ok(ExitCode::SUCCESS)
}

/// What an export counts.
type Written = BTreeMap<&'static str, u64>;
/// What it leaves here, by name.
type Left = BTreeMap<&'static str, i64>;

/// What an export leaves here, in a line; nothing where it leaves nothing.
fn staying(left: &Left) -> String {
    if left.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = left.iter().map(|(name, count)| format!("{name} {count}")).collect();
    format!("Left here ({}): made again from what was exported, or good in this palace alone.\n", parts.join(", "))
}

/// Puts the file in place whole or not at all.
fn into_file(path: &Path, look: impl Fn(&mut dyn Write) -> Result<(Written, Left), Refusal>) -> Result<(Written, Left), Refusal> {
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
fn write(house: &PalaceState, view: &mut View<'_>, out: &mut dyn Write) -> Result<(Written, Left), engine::Error> {
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
    let bound = Bound { palace, last: view.last_changes(palace)?, size };
    for source in view.sources(&SourceFilter { limit: i64::MAX, ..Default::default() })? {
        let (id, revisions) = (source.id.clone(), view.revisions(source.n)?);
        let place = view.source_place(source.n)?;
        lines.put("source", &Line::Source(SourceLine::of(source, place)))?;
        for revision in revisions {
            // That a source was moved or went away is bound by no digest: nothing was brought.
            let name = revision_name(&id, revision.revision);
            let proof = if bound.last.contains_key(&name) { Some(bound.proof(view, &name)?) } else { None };
            lines.put("revision", &Line::Revision(RevisionLine::of(id.clone(), revision, proof)))?;
        }
    }
    view.each_spot(&mut |evidence, spot| lines.put("evidence", &Line::Evidence(Box::new(EvidenceLine::of(evidence, spot)))))?;
    for claim in view.claims(&ClaimFilter { limit: i64::MAX, ..Default::default() })? {
        let proof = bound.proof(view, claim.id.as_str())?;
        lines.put("claim", &Line::Claim(Box::new(ClaimLine::of(claim, proof))))?;
    }
    let mut links = Vec::new();
    view.each_link(&mut |link| {
        links.push(link);
        Ok(())
    })?;
    for link in links {
        let proof = bound.proof(view, &link.id)?;
        lines.put("link", &Line::Link(LinkLine::of(link, proof)))?;
    }
    let mut rows = Vec::new();
    view.each_knowledge(&mut |name, row| {
        rows.push((name, row));
        Ok(())
    })?;
    for (name, row) in rows {
        let proof = bound.proof(view, &name)?;
        match row {
            KnowledgeRow::Knowledge(knowledge) => lines.put("knowledge", &Line::Knowledge(Box::new(KnowledgeLine::of(*knowledge, proof))))?,
            KnowledgeRow::Ref(premise) => lines.put("premise", &Line::Premise(PremiseLine::of(name, premise, proof)))?,
            KnowledgeRow::Event(event) => lines.put("beside", &Line::Beside(json!({ "record": event_line(&name, &event), "proof": proof })))?,
        }
    }
    for (name, line) in beside(view)? {
        let proof = bound.proof(view, &name)?;
        lines.put("beside", &Line::Beside(json!({ "record": line, "proof": proof })))?;
    }
    let mut facts = Vec::new();
    view.each_fact(&mut |fact| {
        facts.push(fact);
        Ok(())
    })?;
    for fact in facts {
        let proof = bound.proof(view, fact.id.as_str())?;
        lines.put("fact", &Line::Fact(Box::new(FactLine::of(fact, proof))))?;
    }
    let mut lived = Vec::new();
    view.each_experience(&mut |x| {
        lived.push(x);
        Ok(())
    })?;
    for x in lived {
        let proof = bound.proof(view, x.id.as_str())?;
        lines.put("experience", &Line::Experience(Box::new(ExperienceLine::of(x, proof))))?;
    }
    let mut receipts = Vec::new();
    view.each_receipt(&mut |receipt| {
        receipts.push(receipt);
        Ok(())
    })?;
    for receipt in receipts {
        let proof = bound.proof(view, receipt.id.as_str())?;
        lines.put("receipt", &Line::Receipt(Box::new(ReceiptLine::of(receipt, proof))))?;
    }
    for proposal in view.proposals(&ProposalFilter { limit: i64::MAX, ..ProposalFilter::default() })? {
        lines.put("proposal", &Line::Proposal(proposal_line(&proposal)))?;
    }
    view.each_seal(&mut |seal| lines.put("seal", &Line::Seal(json!({ "digest": seal.statement.digest(), "seal": seal }))))?;
    for key in view.keys()? {
        lines.put("key", &Line::Key(key_line(&key)))?;
    }
    lines.out.flush().map_err(writing)?;
    lines.bar.finish_and_clear();
    Ok((lines.written, view.staying()?.into_iter().collect()))
}

/// What changed about claims since they were sealed, what was set, and what went wrong: the name by which the ledger knows each, and its line.
fn beside(view: &mut View<'_>) -> store::Result<Vec<(String, Json)>> {
    let mut lines = Vec::new();
    let mut keep = |line: (String, Json)| {
        lines.push(line);
        Ok(())
    };
    view.each_outcome(&mut |name, row| keep(outcome_line(&name, &row)))?;
    view.each_confidence(&mut |name, row| keep(confidence_line(&name, &row)))?;
    view.each_sealed_link(&mut |link| {
        keep(sealed_line(&link))?;
        removed_line(&link).map_or(Ok(()), &mut keep)
    })?;
    view.each_promotion(&mut |name, row| keep(promotion_line(&name, &row)))?;
    view.each_setting(&mut |name, row| keep(setting_line(&name, &row)))?;
    view.each_adoption(&mut |row| keep(adoption_line(&row)))?;
    view.each_drawer_row(&mut |name, row| keep(drawer_line(&name, &row)))?;
    view.each_deletion(&mut |name, row| keep(deletion_line(&name, &row)))?;
    for postmortem in view.postmortems(i64::MAX)? {
        keep(postmortem_line(&postmortem))?;
        resolution_line(&postmortem).map_or(Ok(()), &mut keep)?;
    }
    Ok(lines)
}

/// What entries left, and where in the tree they stand.
struct Bound<'h> {
    palace: &'h PalaceId,
    last: BTreeMap<String, LastEntry>,
    size: u64,
}

impl Bound<'_> {
    /// The proof of the last entry that bound a record.
    fn proof(&self, view: &mut View<'_>, record: &str) -> store::Result<ExportedProof> {
        let made = self.last.get(record).ok_or_else(|| StoreError::Damaged(format!("no entry made {record}")))?;
        let leaf = view.entry(self.palace, made.seq)?.ok_or_else(|| StoreError::Damaged(format!("entry {} is gone", made.seq)))?.hash;
        Ok(ExportedProof { index: made.seq, size: self.size, leaf, hashes: view.inclusion(made.seq, self.size)? })
    }
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
        io::ErrorKind::BrokenPipe => StoreError::Stopped,
        _ => StoreError::Other(format!("the export cannot be written: {error}")),
    }
}
