//! `palace token create`: draw a bearer token for an agent; the palace keeps only its digest.

use super::{Context, HouseCommand};
use crate::{
    doors::cli::{Format, finish, print, sealed_call},
    home::draw_token,
};
use clap::{Arg, ArgMatches, Command};
use kernel::{actor::Mode, ledger::Digest, refusal::Refusal};
use serde_json::json;
use std::process::ExitCode;

pub(super) const COMMAND: HouseCommand = HouseCommand { name: "token", verbs: &["create"], command, run };

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
        Format::Text => {
            finish(context.format, envelope.get());
            print(&format!("{token}\n"));
        }
        Format::Json => {
            let mut answer = json!(envelope.get());
            answer["token"] = json!(token);
            print(&format!("{answer}\n"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
