//! `palace call`: any operation under any of its names, with its input as JSON. What scripts use that already speak MCP's names.

use super::{Context, LocalCommand};
use crate::{
    cli::{FILE_BYTES_MAX, banner, contents, finish, sealed_call, unsealed},
    server::mcp::strict_json,
};
use clap::{Arg, ArgMatches, Command};
use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};
use std::process::ExitCode;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "call", verbs: &[], command, run };

fn command() -> Command {
    Command::new("call")
        .about("Call a tool by its name, with its input as JSON")
        .arg(Arg::new("tool").value_name("TOOL").required(true).help("Name of the tool, in any vocabulary: store, claim.propose, claim_propose"))
        .arg(Arg::new("input").value_name("JSON").help("Its input: a JSON object, @FILE with one, or @- for standard input"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let desk = context.open()?;
    let tool = matches.get_one::<String>("tool").map_or("", String::as_str);
    let input = match matches.get_one::<String>("input") {
        None => json!({}),
        Some(text) => match text.strip_prefix('@') {
            Some(path) => read(&contents(path, FILE_BYTES_MAX)?)?,
            None => read(text)?,
        },
    };
    banner(unsealed(&desk));
    let envelope = sealed_call(&desk, tool, input)?;
    finish(context.format, envelope.get());
    Ok(ExitCode::SUCCESS)
}

fn read(text: &str) -> Result<Json, Refusal> {
    strict_json(text.as_bytes()).map_err(|why| {
        Code::InputInvalid.refuse("input", format!("the input is not JSON: {why}")).next("Give a JSON object, or @FILE with one in it")
    })
}
