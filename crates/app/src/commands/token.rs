//! `palace token create`: draw a bearer token for an agent; the palace keeps only its digest.

use super::{Context, LocalCommand};
use crate::{
    cli::{Format, finish, print, sealed_call},
    home::draw_token,
};
use clap::{Arg, ArgMatches, Command};
use kernel::{actor::Mode, ledger::Digest, refusal::Refusal};
use serde_json::json;
use std::{io::Write, process::ExitCode};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "token", verbs: &["create"], command, run };

/// What the token is called in the answer: the operation's document, though it never had it.
const TOKEN: &str = "token";

fn command() -> Command {
    Command::new("token").about("Bearer tokens for agents that come over HTTP").subcommand_required(true).arg_required_else_help(true).subcommand(
        Command::new("create")
            .about("Draw a token for an agent; it is shown once")
            .arg(Arg::new("name").value_name("NAME").required(true).help("Agent the token is for"))
            .arg(
                Arg::new("days")
                    .long("days")
                    .value_name("N")
                    .value_parser(clap::value_parser!(u16))
                    .help("Days until it stops working (90 if left out)"),
            ),
    )
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let Some((_, matches)) = matches.subcommand() else { return Ok(ExitCode::from(2)) };
    let desk = Context { mode: if context.mode_given { context.mode } else { Mode::Human }, ..context.clone() }.open()?;
    let token = draw_token()?;
    let mut input = json!({ "name": matches.get_one::<String>("name"), "tokenDigest": Digest::of(token.as_bytes()) });
    if let Some(days) = matches.get_one::<u16>("days") {
        input["days"] = json!(days);
    }
    let envelope = sealed_call(&desk, "grant.issue", input)?;
    match context.format {
        // The token is the document: alone on standard output, so that it can be kept in a file of its own.
        Format::Text => {
            let mut answer = envelope.get().clone();
            answer.result[TOKEN] = json!(format!("{token}\n"));
            finish(context.format, &answer);
            let _ = writeln!(std::io::stderr(), "This token is shown once: the palace keeps only its digest.");
        }
        Format::Json => {
            let mut answer = json!(envelope.get());
            answer[TOKEN] = json!(token);
            print(&format!("{answer}\n"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
