//! `palace import`: what another palace exported comes in as evidence, as candidates and as proposals.
//!
//! Another palace's seal does not hold here, so nothing that comes in is authoritative: a human decides again. Sources,
//! what was read from them and single remarks come in as evidence of origin `import`, under a path that names the other
//! palace. The whole file is verified before the first line is used. Not here: bringing in its ledger, proposals, seals,
//! keys or receipts; they are checked, left out and told.

mod lived;
mod mind;
mod verify;

use super::{
    Context, LocalCommand,
    export::line::{ClaimLine, EvidenceLine, FactLine},
    progress::bar,
};
use crate::{
    cli::{FILE_BYTES_MAX, Format, banner, contents, print},
    desk::Desk,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::ops::{
    experience::KIND,
    fact::import::{FACTS_MAX, id_here as fact_here},
    source::import::{Imported, Piece, Stood, id_here, path_here},
};
use kernel::{
    anchor::Anchor,
    claim::Draft,
    drawer::Domain,
    id::{EvidenceId, SourceId},
    palace::Sealing,
    proposal::Source,
    refusal::{Code, Refusal},
    text::Name,
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    process::ExitCode,
};
use store::{ProposalFilter, View};
use verify::Export;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "import", verbs: &[], command, run };

/// The largest export that is read.
const EXPORT_BYTES_MAX: u64 = 1 << 30;
/// Bytes of text in one call, unless a single source has more.
const BATCH_BYTES: usize = 4 << 20;
/// Where single remarks of another palace lie here. No file has such a name.
const REMARKS: &str = "#remarks";
/// Where the words of its experiences lie here, so that they are found as such.
const LIVED: &str = "#experiences";
/// What single remarks are called among the kinds of things that can be found.
const NOTE: &str = "note";

fn command() -> Command {
    Command::new("import")
        .about("Bring in another palace's export: evidence and facts as they are, claims as proposals")
        .arg(Arg::new("file").value_name("FILE").required(true).help("Export to read, or - for standard input"))
        .arg(
            Arg::new("checkpoint")
                .long("checkpoint")
                .value_name("FILE")
                .action(ArgAction::Append)
                .help("Checkpoint of that palace kept elsewhere (can be repeated)"),
        )
        .arg(Arg::new("key").long("key").value_name("LOG_KEY").help("Log key that must have signed it"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let mut desk = context.open()?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    banner(house.genesis.sealing == Sealing::Unsealed);
    let text = contents(matches.get_one::<String>("file").map_or("-", String::as_str), EXPORT_BYTES_MAX)?;
    let notes =
        matches.get_many::<String>("checkpoint").into_iter().flatten().map(|path| contents(path, FILE_BYTES_MAX)).collect::<Result<Vec<_>, _>>()?;
    let export = Export::verify(&text, &notes, matches.get_one::<String>("key").map(String::as_str))?;
    if export.palace == house.palace.as_str() {
        return Err(Code::InputInvalid
            .refuse(export.palace.as_str(), "this is an export of this very palace")
            .next("Use `palace restore` with a backup to go back to an earlier state"));
    }
    let summary = bring_in(&mut desk, &export, house.palace.as_str())?;
    if context.format == Format::Json {
        print(&format!("{summary}\n"));
    } else {
        print(&format!(
            "Verified {} entries of palace {}.\nSources: {} kept, {} known as they are. Evidence: {} recorded, {} here already. Claims: {} proposed, {} here already, {} not believed there. Facts: {} kept, {} here already.\n",
            export.entries,
            export.palace,
            summary["sources"]["kept"],
            summary["sources"]["known"],
            summary["evidence"]["recorded"],
            summary["evidence"]["known"],
            summary["claims"]["proposed"],
            summary["claims"]["known"],
            summary["claims"]["past"],
            summary["facts"]["kept"],
            summary["facts"]["known"],
        ));
        if !export.lived.is_empty() {
            let told = &summary["experiences"];
            print(&format!("Experiences: {} kept, {} here already.\n", told["kept"], told["known"]));
        }
        if !export.knowledge.is_empty() {
            let told = &summary["knowledge"];
            print(&format!(
                "Knowledge: {} brought in as candidates, {} of them proposed, {} here already, {} not believed there.\n",
                told["candidates"], told["proposed"], told["known"], told["past"],
            ));
        }
        if !export.left_out.is_empty() {
            let parts: Vec<String> = export.left_out.iter().map(|(name, count)| format!("{name} {count}")).collect();
            print(&format!("Checked and left out ({}): they hold in that palace alone.\n", parts.join(", ")));
        }
        if summary["claims"]["proposed"] != json!(0) || summary["knowledge"]["proposed"] != json!(0) {
            print("Next: `palace review` on a terminal; nothing of it counts until you approve it.\n");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Keeps and proposes what is not here yet. Running it again writes nothing.
fn bring_in(desk: &mut Desk, export: &Export, own: &str) -> Result<Json, Refusal> {
    let bundles = bundles(export, own)?;
    let known_claims = claims_here(desk, &export.palace)?;
    let done = bar("records");
    done.set_length((bundles.len() + export.claims.len()) as u64);
    let mut fresh = unknown(desk, &export.palace, &bundles)?;
    let (sources_known, sources_kept) = (bundles.len() - fresh.len(), fresh.len());
    done.inc(sources_known as u64);
    let (mut recorded, stands_at) = (0, desk.anchor().clone());
    while let Some(batch) = next_batch(&mut fresh) {
        done.inc(batch.len() as u64);
        desk.stand_at(batch[0].anchor.clone());
        let sources: Vec<&Imported> = batch.iter().map(|bundle| &bundle.imported).collect();
        let envelope = desk.ask("source.import", json!({ "palace": export.palace, "sources": sources }))?;
        recorded += envelope.get().result["kept"].as_u64().unwrap_or(0);
    }
    desk.stand_at(stands_at.clone());
    let wanted: Vec<&ClaimLine> = export.claims.iter().filter(|c| c.standing.is_authoritative() && !known_claims.contains(c.id.as_str())).collect();
    let past = export.claims.iter().filter(|claim| !claim.standing.is_authoritative()).count();
    let mut claims_known = export.claims.len() - past - wanted.len();
    let rests = if wanted.is_empty() { BTreeMap::new() } else { evidence_here(desk, export, &bundles, own)? };
    let knowledge = mind::bring_in(desk, export, &bundles, own)?;
    let mut proposed = 0;
    for claim in wanted {
        done.inc(1);
        // A claim stays in the project it was made in, or in none.
        desk.stand_at(claim.draft.project.clone().unwrap_or_default());
        match desk.ask("claim.propose", proposal_of(export, claim, &rests)?) {
            Ok(_) => proposed += 1,
            Err(refusal) if refusal.code() == Code::DuplicateProposal => claims_known += 1, // somebody here thought of it too
            Err(refusal) => return Err(refusal),
        }
    }
    desk.stand_at(stands_at);
    let facts = facts(desk, export, &bundles, own)?;
    let lived = lived::bring_in(desk, export, &bundles, own)?;
    done.finish_and_clear();
    Ok(json!({
        "palace": export.palace, "entries": export.entries,
        "sources": { "kept": sources_kept, "known": sources_known },
        "evidence": { "recorded": recorded, "known": export.evidence.len() as u64 - recorded },
        "claims": { "proposed": proposed, "known": claims_known, "past": past },
        "facts": { "kept": facts.0, "known": facts.1 },
        "experiences": { "kept": lived.0, "known": lived.1 },
        "knowledge": knowledge,
        "leftOut": export.left_out,
    }))
}

/// Keeps its facts as its word, project by project. Gives how many came in, and how many were here.
fn facts(desk: &mut Desk, export: &Export, bundles: &[Bundle], own: &str) -> Result<(u64, u64), Refusal> {
    let fresh = facts_unknown(desk, export, own)?;
    if fresh.is_empty() {
        return Ok((0, export.facts.len() as u64));
    }
    let here = evidence_here(desk, export, bundles, own)?;
    let (mut kept, mut known, stands_at) = (0, (export.facts.len() - fresh.len()) as u64, desk.anchor().clone());
    let mut projects: BTreeMap<&Anchor, Vec<&FactLine>> = BTreeMap::new();
    for line in fresh {
        projects.entry(&line.anchor).or_default().push(line);
    }
    for (anchor, lines) in projects {
        desk.stand_at(anchor.clone());
        for batch in lines.chunks(FACTS_MAX) {
            let facts: Vec<Json> = batch.iter().map(|line| fact_of(line, &here)).collect();
            let envelope = desk.ask("fact.import", json!({ "palace": export.palace, "facts": facts }))?;
            let count = |field: &str| envelope.get().result[field].as_u64().unwrap_or(0);
            kept += count("kept");
            known += count("closed") + count("known");
        }
    }
    desk.stand_at(stands_at);
    Ok((kept, known))
}

/// The facts that have something new to say: not here yet, or ended since. What came from here is no news.
fn facts_unknown<'e>(desk: &Desk, export: &'e Export, own: &str) -> Result<Vec<&'e FactLine>, Refusal> {
    let look = |view: &mut View<'_>| {
        let mut ours = BTreeSet::new();
        view.each_fact(&mut |fact| {
            ours.insert(fact_here(own, fact.id.as_str()));
            Ok(())
        })?;
        let mut fresh = Vec::new();
        for line in export.facts.iter().filter(|line| !ours.contains(&line.id)) {
            let known = view.fact(&fact_here(&export.palace, line.id.as_str()))?;
            if known.is_none_or(|fact| fact.closed.is_none() && line.closed.is_some()) {
                fresh.push(line);
            }
        }
        Ok(fresh)
    };
    desk.engine.look(|_, view| look(view)).map_err(engine::Error::into_refusal)
}

fn fact_of(line: &FactLine, here: &BTreeMap<EvidenceId, String>) -> Json {
    json!({
        "id": line.id, "subject": line.subject, "predicate": line.predicate, "object": line.object, "confidence": line.confidence,
        "sourceDrawer": line.source.as_ref().and_then(|source| here.get(source)), "validFrom": line.valid_from, "validTo": line.valid_to,
        "ended": line.closed.as_ref().map(|closed| closed.ended),
    })
}

/// A source as it will lie here, and where it belongs.
struct Bundle {
    anchor: Anchor,
    imported: Imported,
}

impl Bundle {
    fn bytes(&self) -> usize {
        self.imported.pieces.iter().map(|piece| piece.content.as_str().len()).sum()
    }
}

/// What the export holds, source by source, by where they belong. What came from this very palace does not come back.
fn bundles(export: &Export, own: &str) -> Result<Vec<Bundle>, Refusal> {
    let ours = path_here(own, "");
    let mut read: BTreeMap<&SourceId, Vec<Piece>> = BTreeMap::new();
    let mut remarks: BTreeMap<(&Anchor, bool), Vec<Piece>> = BTreeMap::new();
    let lived: BTreeSet<&EvidenceId> = export.lived.iter().map(|line| &line.evidence).collect();
    for line in &export.evidence {
        match line.place.as_ref().map(|place| (&place.anchor, place.source.as_ref())) {
            Some((_, Some(source))) => read.entry(source).or_default().push(piece(export, line)),
            _ if line.source.contains(&ours) => {}
            Some((anchor, None)) => remarks.entry((anchor, lived.contains(&line.id))).or_default().push(piece(export, line)),
            None => remarks.entry((&Anchor::Global, false)).or_default().push(piece(export, line)),
        }
    }
    let sources = export.sources.iter().filter(|source| !source.path.contains(&ours)).map(|source| {
        let pieces = read.remove(&source.id).unwrap_or_default();
        let imported = Imported {
            path: source.path.clone(),
            title: source.title.clone(),
            kind: source.kind.clone(),
            gone: source.gone,
            wing: Name::parse(&source.wing).ok(),
            room: Name::parse(&source.room).ok(),
            pieces,
        };
        Bundle { anchor: source.anchor.clone(), imported }
    });
    let mut bundles: Vec<Bundle> = sources.collect();
    for ((anchor, lived), mut pieces) in remarks {
        (0..).zip(&mut pieces).for_each(|(seq, piece)| piece.seq = seq);
        let (path, kind) = if lived { (LIVED, KIND) } else { (REMARKS, NOTE) };
        let imported = Imported { path: path.into(), title: String::new(), kind: kind.into(), gone: false, wing: None, room: None, pieces };
        bundles.push(Bundle { anchor: anchor.clone(), imported });
    }
    bundles.sort_by(|a, b| (&a.anchor, &a.imported.path).cmp(&(&b.anchor, &b.imported.path)));
    Ok(bundles)
}

/// Where a single remark stands there, if it says so for itself.
fn stood(export: &Export, line: &EvidenceLine) -> Option<Stood> {
    let row = export.drawers.get(&line.id)?;
    let everywhere = line.place.as_ref().is_none_or(|place| place.anchor == Anchor::Global);
    Some(Stood {
        wing: Name::parse(&row.wing).ok(),
        room: Name::parse(&row.room).ok(),
        domain: if everywhere { Domain::Global } else { row.domain },
        field: Name::parse(&row.field).ok()?,
        provenance: row.provenance,
        importance: row.importance,
    })
}

fn piece(export: &Export, line: &EvidenceLine) -> Piece {
    let from = if line.revision().is_some() { String::new() } else { line.source.clone() };
    let (id, content) = (line.id.clone(), line.content.clone());
    match &line.place {
        Some(place) => Piece {
            id,
            content,
            from,
            seq: place.seq,
            thread: place.thread.clone(),
            author: place.author.clone(),
            heading: place.heading.clone(),
            at: place.at,
            until: place.until,
            unlisted: false,
            drawer: stood(export, line),
        },
        None => Piece {
            id,
            content,
            from,
            seq: 0,
            thread: String::new(),
            author: line.principal.clone(),
            heading: String::new(),
            at: line.recorded_at,
            until: None,
            unlisted: true,
            drawer: None,
        },
    }
}

/// The next sources of one place that fit in one call. They are taken from the end.
fn next_batch<'b>(fresh: &mut Vec<&'b Bundle>) -> Option<Vec<&'b Bundle>> {
    let first = fresh.pop()?;
    let (mut bytes, mut batch) = (first.bytes(), vec![first]);
    while let Some(next) = fresh.pop_if(|next| next.anchor == first.anchor && bytes + next.bytes() <= BATCH_BYTES) {
        bytes += next.bytes();
        batch.push(next);
    }
    Some(batch)
}

/// Those that are not here as they are now.
fn unknown<'b>(desk: &Desk, palace: &str, bundles: &'b [Bundle]) -> Result<Vec<&'b Bundle>, Refusal> {
    let look = |view: &mut View<'_>| {
        let mut fresh = Vec::new();
        for bundle in bundles {
            let known = view.source_at(&bundle.anchor, &path_here(palace, &bundle.imported.path))?;
            let digest = bundle.imported.digest()?;
            if known.is_none_or(|source| source.digest != digest) {
                fresh.push(bundle);
            }
        }
        Ok(fresh)
    };
    desk.engine.look(|_, view| look(view)).map_err(engine::Error::into_refusal)
}

/// Claims of that palace that were proposed here before.
fn claims_here(desk: &Desk, palace: &str) -> Result<BTreeSet<String>, Refusal> {
    let found = desk.engine.look(|_, view| {
        let proposals = view.proposals(&ProposalFilter { limit: i64::MAX, ..ProposalFilter::default() })?;
        let imported =
            proposals.iter().filter(|p| p.source == Source::Import.name()).filter_map(|p| serde_json::from_str::<Json>(&p.evidence_refs).ok());
        Ok(imported.filter(|refs| refs["palace"] == palace).filter_map(|refs| refs["claim"].as_str().map(str::to_owned)).collect())
    });
    found.map_err(engine::Error::into_refusal)
}

/// What claims of that palace rest on, under the ids it has here: brought in, said here already, or ours from the beginning.
fn evidence_here(desk: &Desk, export: &Export, bundles: &[Bundle], own: &str) -> Result<BTreeMap<EvidenceId, String>, Refusal> {
    let look = |view: &mut View<'_>| {
        let mut here = BTreeMap::new();
        for bundle in bundles {
            let source = view.source_at(&bundle.anchor, &path_here(&export.palace, &bundle.imported.path))?;
            for piece in &bundle.imported.pieces {
                let id = id_here(&export.palace, &piece.id);
                let found = if view.evidence(&id)?.is_some() {
                    Some(id.to_string())
                } else {
                    source.as_ref().map(|source| view.sighted(source.n, piece.seq)).transpose()?.flatten()
                };
                here.extend(found.map(|found| (piece.id.clone(), found)));
            }
        }
        view.each_evidence(&mut |ours| {
            here.insert(id_here(own, &ours.id), ours.id.to_string());
            Ok(())
        })?;
        Ok(here)
    };
    desk.engine.look(|_, view| look(view)).map_err(engine::Error::into_refusal)
}

fn proposal_of(export: &Export, claim: &ClaimLine, here: &BTreeMap<EvidenceId, String>) -> Result<Json, Refusal> {
    let draft = Draft { project: None, ..claim.draft.clone() };
    let mut input = serde_json::to_value(&draft).map_err(|e| Code::Internal.refuse(claim.id.as_str(), e.to_string()))?;
    // A claim that a human wrote directly cites nothing in its draft: the link names their word.
    let linked = export.links.iter().filter(|link| link.source == claim.id.as_str()).filter_map(|link| EvidenceId::parse(&link.target).ok());
    let rests_on: BTreeSet<&String> = claim.draft.evidence.iter().cloned().chain(linked).filter_map(|id| here.get(&id)).collect();
    input["evidence"] = json!(rests_on);
    input["source"] = json!(Source::Import);
    input["evidenceRefs"] = json!({ "palace": export.palace, "claim": claim.id, "entry": claim.proof.index });
    Ok(input)
}
