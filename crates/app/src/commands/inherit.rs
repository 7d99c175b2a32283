//! `palace inherit`: records that predate governance come in once, under one seal, and stay marked as such.
//!
//! Running it again brings in only what is not here yet. A `palace.db` of the mind's ancestor comes in whole, and what it
//! called promoted is reviewed. Not here: another palace's export; that is `palace import`.

mod palace;
mod summary;

use super::{Context, LocalCommand};
use crate::{
    cli::{Format, banner, print, sealed_call},
    worktree::{legacy::Legacy, tables::Opened},
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{
    anchor::Anchor,
    claim::{Draft, Standing},
    palace::Sealing,
    proposal::Source,
    refusal::{Code, Refusal},
};
use serde_json::json;
use std::{collections::BTreeSet, path::Path, process::ExitCode};
use store::ClaimFilter;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "inherit", verbs: &[], command, run };

/// Claims that are looked at for what is here already.
const CLAIMS_MAX: i64 = 100_000;

fn command() -> Command {
    Command::new("inherit")
        .about("Bring in what predates this palace, under one seal: records as legacy_approved, a palace.db whole")
        .arg(Arg::new("file").value_name("FILE").required(true).help("An ancestor's memory.db or palace.db, or JSON records, one a line"))
        .arg(Arg::new("anchor").long("anchor").value_name("PLACE").help("Project for what a palace.db kept under no project: an anchor or a folder"))
        .arg(Arg::new("dry-run").long("dry-run").action(ArgAction::SetTrue).help("Show what would come in, and bring in nothing"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let desk = context.open()?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    banner(house.genesis.sealing == Sealing::Unsealed);
    let file = matches.get_one::<String>("file").map_or("", String::as_str);
    if let Some(tables) = ancestors_palace(file) {
        let options = palace::Options { dry_run: matches.get_flag("dry-run"), anchor: matches.get_one::<String>("anchor").cloned() };
        return palace::run(context, desk, file, tables, &options);
    }
    let legacy = Legacy::read(Path::new(file)).map_err(|why| {
        Code::InputInvalid
            .refuse(file, format!("{file} cannot be read as records: {why}"))
            .next("Give an ancestor's memory.db, or JSON lines with `as` and `content`")
    })?;
    let here = known(&desk.engine)?;
    let fresh = |records: &[(String, Draft)]| -> Vec<(String, Draft)> {
        let mut seen = here.clone();
        let project = Some(desk.anchor().project()).filter(|project| *project != Anchor::Global);
        // What came in before claims had projects, or outside of any, holds here too.
        let is_new = |draft: &Draft, seen: &mut BTreeSet<String>| {
            !here.contains(&draft.sameness().to_string()) && seen.insert(draft.sameness_in(project.as_ref()).to_string())
        };
        records.iter().filter(|(_, draft)| is_new(draft, &mut seen)).cloned().collect()
    };
    let (records, proposed) = (fresh(&legacy.records), fresh(&legacy.proposed));
    let known = legacy.records.len() + legacy.proposed.len() - records.len() - proposed.len();
    let (mut inherited, mut waiting) = (0, 0);
    if !matches.get_flag("dry-run") {
        if !records.is_empty() {
            let drafts: Vec<&Draft> = records.iter().map(|(_, draft)| draft).collect();
            let answer = sealed_call(&desk, "claim.inherit", json!({ "records": drafts }))?;
            inherited = answer.get().result["ids"].as_array().map_or(0, Vec::len);
        }
        for (id, draft) in &proposed {
            let mut input = serde_json::to_value(draft).map_err(|e| Code::Internal.refuse(id.as_str(), e.to_string()))?;
            input["source"] = json!(Source::Import.name());
            input["evidenceRefs"] = json!({ "palace": "predates governance", "claim": id });
            match desk.ask("claim.propose", input) {
                Ok(_) => waiting += 1,
                Err(refusal) if refusal.code() == Code::DuplicateProposal => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }
    let summary = json!({
        "found": { "records": records.len(), "proposed": proposed.len(), "known": known },
        "inherited": inherited, "proposed": waiting, "leftOut": legacy.left_out,
    });
    if context.format == Format::Json {
        print(&format!("{summary}\n"));
        return Ok(ExitCode::SUCCESS);
    }
    if matches.get_flag("dry-run") {
        print(&format!("Would bring in {} records and {} proposals; {known} are here already.\n", records.len(), proposed.len()));
    } else {
        print(&format!("{inherited} records came in as legacy_approved, {waiting} wait as proposals, {known} were here already.\n"));
    }
    for (why, count) in &legacy.left_out {
        print(&format!("Left out: {count} {why}\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The tables of a file, if they are those of the mind's ancestor.
fn ancestors_palace(file: &str) -> Option<Opened> {
    let path = Path::new(file);
    let mut head = [0; 16];
    std::fs::File::open(path).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut head)).ok()?;
    if head != *b"SQLite format 3\0" {
        return None; // whatever else it is, it is opened as no database
    }
    let mut tables = Opened::open(path).ok()?;
    (ingest::format::tables::recognise(&mut tables) == Some(ingest::format::Format::Mempal)).then_some(tables)
}

/// What is here already, by what makes two records the same thing said twice.
fn known(engine: &engine::Engine) -> Result<BTreeSet<String>, Refusal> {
    let filter = ClaimFilter { standings: Standing::ALL.to_vec(), limit: CLAIMS_MAX, ..ClaimFilter::default() };
    let sameness = engine.look(|_, view| Ok(view.claims(&filter)?.iter().map(|claim| claim.draft.sameness().to_string()).collect()));
    sameness.map_err(engine::Error::into_refusal)
}
