//! `palace import`: what another palace exported comes in as evidence and as proposals.
//!
//! Another palace's seal does not hold here, so nothing that comes in is authoritative: a human decides again. The whole
//! file is verified before the first line is used. Not here: bringing in its ledger, proposals, seals or keys; they are
//! checked and left out.

use super::{
    Context, HouseCommand,
    export::{ClaimLine, EvidenceLine, Line},
    progress::bar,
};
use crate::{
    desk::Desk,
    doors::cli::{FILE_BYTES_MAX, Format, banner, contents, print},
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{
    evidence::Origin,
    ledger::{ExportError, ExportedEntry, Header, export::verify_export},
    palace::Sealing,
    proposal::Source,
    refusal::{Code, Refusal},
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    process::ExitCode,
};
use store::{ProposalFilter, claim_state, left_by};

pub(super) const COMMAND: HouseCommand = HouseCommand { name: "import", verbs: &[], command, run };

/// The largest export that is read.
const EXPORT_BYTES_MAX: u64 = 1 << 30;

fn command() -> Command {
    Command::new("import")
        .about("Bring in another palace's export: evidence as it is, claims as proposals")
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
    let desk = context.open()?;
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
    let summary = bring_in(&desk, &export)?;
    if context.format == Format::Json {
        print(&format!("{summary}\n"));
    } else {
        print(&format!(
            "Verified {} entries of palace {}.\nEvidence: {} recorded, {} here already. Claims: {} proposed, {} here already, {} no longer believed there.\n",
            export.entries,
            export.palace,
            summary["evidence"]["recorded"],
            summary["evidence"]["known"],
            summary["claims"]["proposed"],
            summary["claims"]["known"],
            summary["claims"]["past"],
        ));
        if summary["claims"]["proposed"] != json!(0) {
            print("Next: `palace review` on a terminal; nothing of it counts until you approve it.\n");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// An export that was verified whole.
struct Export {
    palace: String,
    entries: u64,
    evidence: Vec<EvidenceLine>,
    claims: Vec<ClaimLine>,
}

impl Export {
    /// Checks the signature, every entry, every proof, and that evidence and claims are what the entries left.
    fn verify(text: &str, notes: &[String], key: Option<&str>) -> Result<Self, Refusal> {
        let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        let verified = verify_export(lines.iter().copied(), &notes).map_err(|e| fault(&e))?;
        let header: Header = serde_json::from_str(lines[0]).map_err(|e| unreadable(1, &e.to_string()))?;
        if key.is_some_and(|key| key != header.log_key) {
            return Err(Code::InputInvalid
                .refuse("--key", "the export was signed with another log key")
                .next("Compare the key with the one `palace ledger checkpoint` prints there"));
        }
        let mut export = Self { palace: header.palace, entries: verified.size, evidence: Vec::new(), claims: Vec::new() };
        let mut left: BTreeMap<String, (u64, String)> = BTreeMap::new();
        for (line, number) in lines.iter().zip(1..).skip(1) {
            let kind: Kind = serde_json::from_str(line).map_err(|e| unreadable(number, &e.to_string()))?;
            if kind.r#type == "entry" {
                let entry: ExportedEntry = serde_json::from_str(line).map_err(|e| unreadable(number, &e.to_string()))?;
                let states = entry.body.as_deref().map(left_by).unwrap_or_default();
                left.extend(states.into_iter().map(|(id, state)| (id, (entry.seq, state))));
                continue;
            }
            match serde_json::from_str(line).map_err(|e| unreadable(number, &e.to_string()))? {
                Line::Evidence(evidence) => export.evidence.push(evidence),
                Line::Claim(claim) => export.claims.push(*claim),
                Line::Proposal(_) | Line::Seal(_) | Line::Key(_) => {}
            }
        }
        export.require_left(&left)?;
        Ok(export)
    }

    /// A proof speaks of an entry, so what a line says must be what that entry left.
    fn require_left(&self, left: &BTreeMap<String, (u64, String)>) -> Result<(), Refusal> {
        for evidence in &self.evidence {
            let found = evidence.found();
            let known = left.get(evidence.id.as_str()).is_some_and(|(_, state)| *state == found.to_string());
            if !known || found != evidence.digest {
                return Err(unvouched(evidence.id.as_str()));
            }
        }
        for claim in &self.claims {
            let state = claim_state(&claim.claim()).map_err(|e| engine::Error::from(e).into_refusal())?.to_string();
            if left.get(claim.id.as_str()) != Some(&(claim.proof.index, state)) {
                return Err(unvouched(claim.id.as_str()));
            }
        }
        Ok(())
    }
}

#[derive(serde::Deserialize)]
struct Kind {
    r#type: String,
}

/// Records and proposes what is not here yet. Running it again files nothing new.
fn bring_in(desk: &Desk, export: &Export) -> Result<Json, Refusal> {
    let (mut known_evidence, known_claims) = here(desk, &export.palace)?;
    let done = bar("records");
    done.set_length((export.evidence.len() + export.claims.len()) as u64);
    let (mut recorded, mut evidence_known) = (0, 0);
    for evidence in &export.evidence {
        done.inc(1);
        let name = evidence.id.as_str();
        if known_evidence.contains_key(name) {
            evidence_known += 1;
            continue;
        }
        let input = json!({ "content": evidence.content, "source": source_of(&export.palace, name), "origin": Origin::Import });
        let envelope = desk.ask("evidence.record", input)?;
        known_evidence.insert(name.to_owned(), envelope.get().result["id"].as_str().unwrap_or_default().to_owned());
        recorded += 1;
    }
    let (mut proposed, mut claims_known, mut past) = (0, 0, 0);
    for claim in &export.claims {
        done.inc(1);
        if !claim.standing.is_authoritative() {
            past += 1;
            continue;
        }
        if known_claims.contains(claim.id.as_str()) {
            claims_known += 1;
            continue;
        }
        match desk.ask("claim.propose", proposal_of(&export.palace, claim, &known_evidence)?) {
            Ok(_) => proposed += 1,
            Err(refusal) if refusal.code() == Code::DuplicateProposal => claims_known += 1, // somebody here thought of it too
            Err(refusal) => return Err(refusal),
        }
    }
    done.finish_and_clear();
    Ok(json!({
        "palace": export.palace, "entries": export.entries,
        "evidence": { "recorded": recorded, "known": evidence_known },
        "claims": { "proposed": proposed, "known": claims_known, "past": past },
    }))
}

/// What came in from that palace before: its evidence by the id it had there, and its claims.
fn here(desk: &Desk, palace: &str) -> Result<(BTreeMap<String, String>, BTreeSet<String>), Refusal> {
    let prefix = source_of(palace, "");
    let found = desk.engine.look(|_, view| {
        let mut evidence = BTreeMap::new();
        view.each_evidence(&mut |e| {
            if let Some(there) = e.source.strip_prefix(&prefix).filter(|_| e.origin == Origin::Import) {
                evidence.insert(there.to_owned(), e.id.to_string());
            }
            Ok(())
        })?;
        let proposals = view.proposals(&ProposalFilter { status: None, kind: None, limit: i64::MAX })?;
        let imported =
            proposals.iter().filter(|p| p.source == Source::Import.name()).filter_map(|p| serde_json::from_str::<Json>(&p.evidence_refs).ok());
        let claims = imported.filter(|refs| refs["palace"] == palace).filter_map(|refs| refs["claim"].as_str().map(str::to_owned)).collect();
        Ok((evidence, claims))
    });
    found.map_err(engine::Error::into_refusal)
}

fn source_of(palace: &str, evidence: &str) -> String {
    format!("import {palace}/{evidence}")
}

fn proposal_of(palace: &str, claim: &ClaimLine, evidence: &BTreeMap<String, String>) -> Result<Json, Refusal> {
    let mut input = serde_json::to_value(&claim.draft).map_err(|e| Code::Internal.refuse(claim.id.as_str(), e.to_string()))?;
    let rests_on: Vec<&String> = claim.draft.evidence.iter().filter_map(|id| evidence.get(id.as_str())).collect();
    input["evidence"] = json!(rests_on);
    input["source"] = json!(Source::Import);
    input["evidenceRefs"] = json!({ "palace": palace, "claim": claim.id, "entry": claim.proof.index });
    Ok(input)
}

fn fault(error: &ExportError) -> Refusal {
    let why = std::error::Error::source(error).map_or_else(String::new, |source| format!(": {source}"));
    Code::InputInvalid.refuse("export", format!("the export does not verify: {error}{why}")).next("Ask for a new export; nothing was brought in")
}

fn unreadable(line: usize, why: &str) -> Refusal {
    Code::InputInvalid
        .refuse(format!("line {line}"), format!("line {line} of the export cannot be used: {why}"))
        .next("Ask for a new export; nothing was brought in")
}

fn unvouched(id: &str) -> Refusal {
    Code::InputInvalid
        .refuse(id, format!("the export does not verify: `{id}` is not what its ledger left"))
        .next("Ask for a new export; nothing was brought in")
}
