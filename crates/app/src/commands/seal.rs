//! `palace seal`: give the seal that something else asked for, on this terminal.

use super::{Context, LocalCommand};
use crate::{
    cli::{Format, finish, print},
    sealing::{Sealer, no_terminal},
    terminal::Terminal,
};
use clap::{Arg, ArgMatches, Command};
use kernel::refusal::Refusal;
use std::process::ExitCode;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "seal", verbs: &[], command, run };

fn command() -> Command {
    Command::new("seal")
        .about("Give a seal that was asked for over a wire, on this terminal")
        .args_conflicts_with_subcommands(true)
        .arg(Arg::new("request").value_name("REQUEST").help("Request or digest to seal; the oldest open one if left out"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let terminal = Terminal::open().map_err(|e| no_terminal(&e))?;
    let desk = Context { mode: kernel::actor::Mode::Human, ..context.clone() }.open()?;
    let sealer = Sealer::new(&desk, terminal)?;
    let name = match matches.get_one::<String>("request") {
        Some(name) => name.clone(),
        None => match sealer.open()?.into_iter().next() {
            Some(asked) => asked.id,
            None => {
                print(match context.format {
                    Format::Text => "Nothing waits for a seal.\n",
                    Format::Json => "{\"requests\":[]}\n",
                });
                return Ok(ExitCode::SUCCESS);
            }
        },
    };
    finish(context.format, sealer.seal(&name)?.get());
    Ok(ExitCode::SUCCESS)
}
