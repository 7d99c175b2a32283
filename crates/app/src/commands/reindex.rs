//! `palace mind reindex`: the mind contract's word for letting the configured model read what it has not read.
//!
//! The model in the binary reads whatever is kept as it is kept, so for it there is never anything to do. Not here: cutting texts
//! anew. What older rules cut is told of, and `palace ingest` of its source cuts it anew.

use super::{Context, LocalCommand, embed::read_on};
use crate::{
    cli::{Format, banner, print, unsealed},
    desk::Desk,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};
use std::process::ExitCode;

pub(super) const MIND: LocalCommand = LocalCommand { name: "reindex", verbs: &[], command, run };

fn command() -> Command {
    let switch = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("reindex")
        .about("Let the configured embedding model read what it has not read yet")
        .arg(switch("stale", "Only what it has not read, which is done in any case"))
        .arg(switch("force", "Forget the configured model's vectors first, so that it reads everything again").conflicts_with("stale"))
        .arg(switch("dry-run", "Only say what would be read"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let desk = context.open()?;
    banner(unsealed(&desk));
    let (force, dry_run) = (matches.get_flag("force"), matches.get_flag("dry-run"));
    let index = asked(&desk, "index.status")?;
    let configured = index["configured"].as_str();
    // The one in the binary keeps its own: whatever is kept, it has read.
    let to_read = if force && configured.is_some() { &index["items"] } else { &index["unread"] }.as_u64().unwrap_or(0);
    let mut waits = None;
    if let Some(model) = configured.filter(|_| !dry_run && (force || to_read > 0)) {
        if force {
            forget(&desk, model)?;
        }
        match read_on(&desk) {
            // What the model in the binary has read serves meanwhile, so nothing is broken; it is only not done.
            Err(refusal) if refusal.code() == Code::ModelUnreachable => waits = Some(refusal),
            read => read?,
        }
    }
    let left = asked(&desk, "index.unread")?;
    let stale = &asked(&desk, "memory.status")?["staleDrawerCount"];
    let unread = left["unread"].as_u64().unwrap_or(0);
    let read = if dry_run { 0 } else { to_read.saturating_sub(unread) };
    if context.format == Format::Json {
        let mut answer = json!({
            "model": left["model"], "dry_run": dry_run, "to_read": to_read, "read": read, "unread": unread, "whole": unread == 0,
            "stale_drawer_count": stale,
        });
        if let Some(refusal) = waits {
            answer["waits"] = refusal.what().into();
        }
        print(&format!("{answer}\n"));
        return Ok(ExitCode::SUCCESS);
    }
    let model = left["model"].as_str().unwrap_or_default();
    print(&match (dry_run, to_read) {
        (_, 0) => format!("{model} has read everything; there is nothing to do.\n"),
        (true, _) => format!("{model} would read {to_read} items.\n"),
        (false, _) => format!("{model} has read {read} items; {unread} are left.\n"),
    });
    if force && configured.is_none() {
        print("No other model is configured, and the one in the binary reads whatever is kept: `palace embed --help` says how to name one.\n");
    }
    if let Some(refusal) = waits {
        print(&format!("{}; until it has read everything, the vectors that are whole serve. {}.\n", refusal.what(), refusal.remedy()));
    }
    if stale.as_u64().is_some_and(|stale| stale > 0) {
        print(&format!("{stale} drawers were cut by older rules; `palace ingest` of their source cuts them anew.\n"));
    }
    Ok(ExitCode::SUCCESS)
}

fn asked(desk: &Desk, op: &str) -> Result<Json, Refusal> {
    Ok(desk.ask(op, json!({}))?.into_inner().result)
}

/// Forgets what a model has made, if it has made anything.
fn forget(desk: &Desk, model: &str) -> Result<(), Refusal> {
    match desk.ask("index.drop", json!({ "model": model })) {
        Err(refusal) if refusal.code() != Code::NotFound => Err(refusal),
        Ok(_) | Err(_) => Ok(()),
    }
}
