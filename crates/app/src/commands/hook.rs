//! `palace hook`: what clients run at the moments of their work. People do not, except to see what a client would be told.
//!
//! Not here: what it does; that is [`crate::hook`], which usually runs before this command line is even read.

use super::{Context, LocalCommand};
use crate::{
    connect::hooks::{self, Event},
    hook::{self, Asked},
};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use kernel::refusal::Refusal;
use std::process::ExitCode;
use store::Place;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "hook", verbs: &[], command, run };

fn command() -> Command {
    Command::new("hook")
        .about("Answer a client's hook: its JSON on standard input, its own protocol back; `palace hooks install` sets it up")
        .arg(
            Arg::new("event")
                .value_name("EVENT")
                .required(true)
                .value_parser(PossibleValuesParser::new(Event::ALL.map(Event::name)))
                .help("What happened in the client"),
        )
        .arg(
            Arg::new("client")
                .long("client")
                .value_name("CLIENT")
                .value_parser(PossibleValuesParser::new(hooks::hooked().iter().map(|client| client.id)))
                .help("Which client asks (claude-code if left out)"),
        )
        .arg(Arg::new("fail-closed").long("fail-closed").action(ArgAction::SetTrue).help("Refuse what writes when the palace cannot be asked"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let event = matches.get_one::<String>("event").and_then(|word| Event::named(word));
    let client = hook::named(matches.get_one::<String>("client").map(String::as_str));
    let (Some(event), Some(client)) = (event, client) else { return Ok(ExitCode::from(2)) };
    let dir = context.home.dir();
    Ok(hook::answer(&Asked {
        event,
        client,
        home: (!dir.as_os_str().is_empty()).then(|| std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned()).display().to_string()),
        database: matches.get_one::<String>("database").cloned().map(Place::Database),
        user: matches.get_one::<String>("user").cloned(),
        fail_closed: matches.get_flag("fail-closed"),
        filing: false,
    }))
}
