//! `palace completions`: shell completions, from the same tree as the commands.

use super::{Context, LocalCommand};
use clap::{Arg, ArgMatches, Command};
use clap_complete::Shell;
use kernel::refusal::Refusal;
use std::process::ExitCode;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "completions", verbs: &[], command, run };

fn command() -> Command {
    Command::new("completions")
        .about("Print shell completions")
        .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(clap::value_parser!(Shell)).help("Shell to complete for"))
}

fn run(_: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    if let Some(shell) = matches.get_one::<Shell>("shell") {
        let mut text = Vec::new();
        clap_complete::generate(*shell, &mut crate::cli::command(), "palace", &mut text);
        crate::cli::print(&String::from_utf8_lossy(&text));
    }
    Ok(ExitCode::SUCCESS)
}
