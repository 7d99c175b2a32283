//! `palace disconnect`: take this palace out of a client's configuration file. Nothing else in the file changes.

use super::{
    Context, LocalCommand,
    connect::{Done, ENTRY, Target, carry_out, client_arg, dry_run_arg, force_arg, process, project_arg, refusal},
    started::launch,
};
use crate::{
    cli::{Format, print},
    connect::{self, Launch, Scope},
    dialects::PROFILES,
};
use clap::{ArgMatches, Command};
use kernel::refusal::Refusal;
use std::process::ExitCode;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "disconnect", verbs: &[], command, run };

fn command() -> Command {
    Command::new("disconnect")
        .about("Take this palace out of a client's configuration file")
        .arg(client_arg().required(true))
        .arg(dry_run_arg())
        .arg(project_arg())
        .arg(force_arg())
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let target = Target::named(matches)?;
    // An entry is ours by its name, wherever this program lies.
    let launch = launch(&Scope::User).unwrap_or_else(|_| Launch { words: vec![ENTRY.into()], note: None });
    let server = process(&launch, Vec::new(), None, PROFILES[0]);
    let plan = connect::plan_removal(target.client, &server, &target.scope, &target.root, target.foreign).map_err(refusal)?;
    let applied = carry_out(&plan, matches.get_flag("dry-run"))?;
    // The entry that goes may hold the token; the change is shown without it.
    let hidden = if context.home.token_file().exists() { Some(context.home.token()?.to_string()) } else { None };
    let done = Done { client: target.client, plan: &plan, applied: applied.as_ref(), hidden, note: None };
    match context.format {
        Format::Json => print(&format!("{}\n", done.json("disconnected"))),
        Format::Text => print(&done.text("disconnected")),
    }
    Ok(ExitCode::SUCCESS)
}
