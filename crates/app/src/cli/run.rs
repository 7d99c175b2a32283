//! One run of the command line: parse, open the palace, call or hand over, print.

use super::{
    Format, arguments, banner,
    bar::Bar,
    fail, mind,
    misused::{clearer, misused},
    output::{finish_in, lost},
    spelled::spelled,
    tree,
};
use crate::{
    commands::{self, Context},
    desk::Desk,
    dialects::protocol_error,
    home::Home,
    sealing::Sealer,
    server::mcp,
    terminal::Terminal,
};
use clap::ArgMatches;
use engine::{Envelope, Op, Operation, Request, ops::claim::recall::Recall};
use kernel::{
    actor::Mode,
    disclose::Disclosed,
    palace::Sealing,
    refusal::{Code, Refusal},
};
use serde_json::Value as Json;
use std::{ffi::OsString, process::ExitCode};
use store::Place;

/// Runs the program and gives its exit status.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    // A client waits for its hooks, so they are answered before the tree of commands is built.
    if let Some(asked) = crate::hook::asked(&args) {
        return crate::hook::answer(&asked);
    }
    let matches = match tree::command_for(&args).try_get_matches_from(&args).map_err(|error| clearer(error, tree::command_for(&args), &args)) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() && wants_json(&args) => {
            fail(Format::Json, &misused(&error));
            return crate::hook::misread(&args).unwrap_or_else(|| ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)));
        }
        Err(error) => {
            let _ = error.print();
            return crate::hook::misread(&args).unwrap_or_else(|| ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)));
        }
    };
    let is_json = matches.get_one::<String>("format").map(String::as_str) == Some("json")
        || matches.subcommand_matches(mind::WORD).is_some_and(mind::wants_json);
    let format = if is_json { Format::Json } else { Format::Text };
    match dispatch(&matches, format) {
        Ok(code) => lost().map_or(code, |refusal| fail(format, &refusal)),
        Err(refusal) => {
            let answer = protocol_error(&refusal);
            let code = refused(format, refusal);
            if commands::speaks_mcp(&matches) {
                // A client that is gone already needs no answer.
                let _ = mcp::refuse_stdio(&answer);
            }
            code
        }
    }
}

/// Prints why a command was refused, and gives the exit status. Programs read the same words through every door; people can type
/// what they are told.
fn refused(format: Format, refusal: Refusal) -> ExitCode {
    match format {
        Format::Json => fail(format, &refusal),
        Format::Text => {
            let step = spelled(refusal.remedy());
            fail(format, &refusal.next(step))
        }
    }
}

/// Whether programs read the answer, asked before the arguments are known to be sound.
fn wants_json(args: &[OsString]) -> bool {
    args.iter().any(|arg| arg == "--format=json") || args.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}

fn dispatch(matches: &ArgMatches, format: Format) -> Result<ExitCode, Refusal> {
    let Some((word, inner)) = matches.subcommand() else { return Ok(ExitCode::from(2)) };
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let home = match Home::find(text("home"), text("database").map(|url| Place::Database(url.to_owned()))) {
        Err(_) if commands::needs_no_home(word, inner) => Home::at(""),
        found => found?,
    };
    let context = Context { home, mode: mode(text("mode")), mode_given: text("mode").is_some(), name: name(text("user")), format };

    if word == mind::WORD {
        return mind::run(&context, inner);
    }
    if let Some((house, inner)) = commands::find(word, inner) {
        return (house.run)(&context, inner);
    }
    let (op, called, inner) = operation(word, inner)?;
    let desk = context.open()?;
    let mut input = arguments::input(op, inner)?;
    // People read the lines that answer; programs ask for them.
    if format == Format::Text && op.spec().name == Recall::SPEC.name {
        input["passages"] = Json::Bool(true);
    }
    banner(unsealed(&desk));
    let envelope = sealed_call(&desk, &called, input)?;
    finish_in(format, envelope.get(), Some(&desk), spelled);
    Ok(ExitCode::SUCCESS)
}

/// The operation behind the words that were typed.
fn operation<'m>(word: &str, matches: &'m ArgMatches) -> Result<(&'static dyn Op, String, &'m ArgMatches), Refusal> {
    let (name, matches) = match matches.subcommand() {
        Some((verb, inner)) => (format!("{word}.{}", verb.replace('-', "_")), inner),
        None => (word.replace('-', "_"), matches),
    };
    let own = format!("palace.{name}");
    let name = if engine::find(&name).is_none() { own } else { name };
    let op =
        engine::find(&name).ok_or_else(|| Code::ToolUnknown.refuse(word, format!("there is no command `{word}`")).next("See `palace --help`"))?;
    Ok((op, name, matches))
}

/// Calls an operation; if it needs a seal and a person sits at the terminal, asks for it there.
pub(crate) fn sealed_call(desk: &Desk, op: &str, input: Json) -> Result<Disclosed<Envelope>, Refusal> {
    let call = desk.call(desk.actor(), "")?;
    let answer = desk.engine.call(&call, Request { op, input, client: "cli", watcher: Some(&Bar::default()), ..Default::default() });
    match answer {
        Err(refusal) if refusal.code() == Code::SealRequired => match Terminal::open() {
            Ok(terminal) => Sealer::new(desk, terminal)?.seal(refusal.subject()),
            Err(_) => Err(refusal),
        },
        other => other,
    }
}

pub(crate) fn unsealed(desk: &Desk) -> bool {
    desk.engine.house().is_ok_and(|house| house.genesis.sealing == Sealing::Unsealed)
}

/// On a terminal a person speaks; elsewhere a program does. Either way nothing is decided without a seal.
fn mode(asked: Option<&str>) -> Mode {
    match asked {
        Some("human") => Mode::Human,
        Some(_) => Mode::Agent,
        None if Terminal::open().is_ok() => Mode::Human,
        None => Mode::Agent,
    }
}

/// The name to act under.
fn name(asked: Option<&str>) -> String {
    let user = || ["USER", "LOGNAME"].iter().find_map(|v| std::env::var(v).ok().filter(|n| !n.is_empty()));
    asked.filter(|name| !name.is_empty()).map(str::to_owned).or_else(user).unwrap_or_else(|| "owner".into())
}
