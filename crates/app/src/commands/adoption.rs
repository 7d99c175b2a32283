//! `palace adoption wrap`: runs one command and records how it ended, if asked to. Nothing is wrapped unless somebody types it.
//!
//! The command is run as it was given, by no shell. What it prints goes where it would have gone; the report keeps the end of
//! it. Not here: what a record means and whether it is good enough. `adoption.capture` decides that, as for everyone.

use super::{Context, LocalCommand};
use crate::cli::{Format, banner, print, unsealed};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::refusal::{Code, Refusal};
use serde_json::{Map, Value as Json, json};
use std::{
    io::{Read, Write},
    os::unix::process::ExitStatusExt,
    process::{ExitCode, ExitStatus, Stdio},
    thread,
};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "adoption", verbs: &["wrap"], command, run };

/// The same under `palace mind`, where the contract spells it with two words more.
pub(super) const WRAP: LocalCommand = LocalCommand { name: "wrap", verbs: &[], command: || wrap_command("wrap"), run: wrap };

/// The end of what a command prints that the report keeps, of each of its two streams.
const KEPT_BYTES: usize = 16 * 1024;
/// The word for an outcome that follows from how the command ended.
const AUTO: &str = "auto";
/// Fields of a record that are passed on as they were typed: flag, field, help.
const FIELDS: &[(&str, &str, &str)] = &[
    ("query", "query", "What was asked"),
    ("context-hash", "contextHash", "What was shown, by its digest or any other name"),
    ("card-id", "cardId", "Card it was about"),
    ("evaluator-id", "evaluatorId", "Evaluator it was about"),
    ("research-report-id", "researchReportId", "Research it was about"),
    ("note", "note", "What happened"),
    ("id", "id", "Id to record it under (drawn if left out)"),
];

fn command() -> Command {
    Command::new("adoption")
        .about("What came of using a feature")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(wrap_command("wrap"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    match matches.subcommand() {
        Some(("wrap", inner)) => wrap(context, inner),
        _ => Ok(ExitCode::from(2)),
    }
}

/// The arguments of a wrap, under any word: the mind contract spells it with two more.
pub(crate) fn wrap_command(word: &'static str) -> Command {
    let text = |flag: &'static str, help: &'static str| Arg::new(flag).long(flag).value_name(flag.to_uppercase().replace('-', "_")).help(help);
    let mut command = Command::new(word)
        .about("Run one command, and record how it ended if told to")
        .after_help("Nothing is recorded without --execute. The command's own exit status becomes this one's.")
        .arg(
            text("surface", "Where it is noticed: card-context, card-embedding, research-adapter, evaluator, runtime-context, skill-selection")
                .required(true),
        )
        .arg(text("outcome", "How it went; auto: accepted if it ends well, else rejected").default_value(AUTO));
    for (flag, _, help) in FIELDS {
        command = command.arg(text(flag, help));
    }
    command
        .arg(text("metadata", "What more there is to say, as a JSON object").visible_alias("metadata-json"))
        .arg(Arg::new("execute").long("execute").action(ArgAction::SetTrue).help("Write the record down (only planned and checked if left out)"))
        .arg(Arg::new("allow-warnings").long("allow-warnings").action(ArgAction::SetTrue).help("Write it down although something is missing"))
        .arg(Arg::new("child").value_name("COMMAND").required(true).num_args(1..).last(true).help("Command to run, after --"))
}

/// Runs the command, then captures how it ended. The report comes last; the command's own end is ours.
pub(crate) fn wrap(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let desk = context.open()?;
    banner(unsealed(&desk));
    let mut input = asked(matches)?;
    // What could never be captured is refused before anything is run.
    input.insert("outcome".into(), json!(outcome(matches, 0)));
    let mut trial = input.clone();
    trial.remove("execute");
    desk.ask("adoption.capture", Json::Object(trial))?;
    let words: Vec<&String> = matches.get_many::<String>("child").into_iter().flatten().collect();
    let ended = conduct(&words, context.format)?;
    let code = exit_code(ended.status);
    let outcome = outcome(matches, code);
    input.insert("outcome".into(), json!(outcome));
    let captured = desk.ask("adoption.capture", Json::Object(input));
    let (capture, refused) = match captured {
        Ok(envelope) => (envelope.into_inner().result, None),
        Err(refusal) => (refusal.to_json(), Some(refusal)), // the command has run: how it ended is told whatever became of the record
    };
    let report = json!({
        "writes": capture["writes"] == json!(true),
        "execute": matches.get_flag("execute"),
        "surface": matches.get_one::<String>("surface"),
        "outcome": outcome,
        "childExitCode": code,
        "childStdout": ended.stdout.text(),
        "childStderr": ended.stderr.text(),
        "capture": capture,
    });
    match context.format {
        Format::Json => print(&format!("{report}\n")),
        Format::Text => {
            let quality = report["capture"]["recordQuality"]["quality"].as_str().unwrap_or("unknown");
            let did = if report["writes"] == json!(true) { "recorded" } else { "not recorded" };
            let _ = writeln!(std::io::stderr(), "The command ended with {code}: {outcome}, {did} (quality: {quality}).");
            if let Some(refusal) = refused {
                let _ = writeln!(std::io::stderr(), "{}: {}", refusal.code().name(), refusal.what());
            }
        }
    }
    Ok(ExitCode::from(code))
}

/// What is to be captured, but for how it went.
fn asked(matches: &ArgMatches) -> Result<Map<String, Json>, Refusal> {
    let mut input = Map::new();
    let text = |flag: &str| matches.get_one::<String>(flag);
    input.insert("surface".into(), json!(text("surface")));
    for (flag, field, _) in FIELDS {
        if let Some(said) = text(flag) {
            input.insert((*field).into(), json!(said));
        }
    }
    if let Some(metadata) = text("metadata") {
        let read = serde_json::from_str(metadata)
            .map_err(|why| Code::InputInvalid.refuse("metadata", format!("--metadata is not JSON: {why}")).next("Give a JSON object in quotes"))?;
        input.insert("metadata".into(), read);
    }
    for (flag, field) in [("execute", "execute"), ("allow-warnings", "allowWarnings")] {
        if matches.get_flag(flag) {
            input.insert(field.into(), json!(true));
        }
    }
    Ok(input)
}

fn outcome(matches: &ArgMatches, code: u8) -> &str {
    match matches.get_one::<String>("outcome").map(String::as_str) {
        Some(AUTO) | None if code == 0 => "accepted",
        Some(AUTO) | None => "rejected",
        Some(said) => said,
    }
}

/// As a shell would say it: a signal that ended it counts from 128.
fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code & 0xff).unwrap_or(1)
}

struct Ended {
    status: ExitStatus,
    stdout: Tail,
    stderr: Tail,
}

/// Runs a command; what it prints is passed on as it comes. Where a program reads our answer, that stays the only thing on
/// standard output.
fn conduct(words: &[&String], format: Format) -> Result<Ended, Refusal> {
    let [program, arguments @ ..] = words else {
        return Err(Code::InputInvalid.refuse("child", "no command was given").next("Put it after `--`"));
    };
    let unable = |why: std::io::Error| {
        Code::InputInvalid
            .refuse(program.as_str(), format!("`{program}` cannot be run: {why}"))
            .next("Check the command after `--`; nothing was recorded")
    };
    let mut child = std::process::Command::new(program).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(unable)?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = thread::scope(|scope| {
        let errors = scope.spawn(move || pass(err, &mut std::io::stderr()));
        let stdout = match format {
            Format::Json => pass(out, &mut std::io::stderr()),
            Format::Text => pass(out, &mut std::io::stdout()),
        };
        (stdout, errors.join().unwrap_or_default())
    });
    let status = child.wait().map_err(unable)?;
    Ok(Ended { status, stdout, stderr })
}

/// The end of a stream.
#[derive(Default)]
struct Tail {
    kept: Vec<u8>,
    cut: bool,
}

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
        // Cut now and then, not at every read.
        if self.kept.len() > 2 * KEPT_BYTES {
            self.trim();
        }
    }

    fn trim(&mut self) {
        if let Some(over) = self.kept.len().checked_sub(KEPT_BYTES).filter(|over| *over > 0) {
            self.kept.drain(..over);
            self.cut = true;
        }
    }

    fn text(mut self) -> String {
        self.trim();
        let text = String::from_utf8_lossy(&self.kept);
        if self.cut { format!("…{text}") } else { text.into_owned() }
    }
}

/// Passes a stream on and keeps its end. A reader who left early is no reason to stop the command.
fn pass(from: Option<impl Read>, to: &mut impl Write) -> Tail {
    let mut tail = Tail::default();
    let Some(mut from) = from else { return tail };
    let mut bytes = [0; 8 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        let _ = to.write_all(&bytes[..read]).and_then(|()| to.flush());
        tail.add(&bytes[..read]);
    }
    tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_long_stream_is_kept() {
        let mut tail = Tail::default();
        (0..100).for_each(|n| tail.add(format!("{n:04}").repeat(256).as_bytes()));
        assert!(tail.kept.len() <= 2 * KEPT_BYTES);
        let text = tail.text();
        assert!(text.starts_with('…') && text.ends_with("0099") && text.len() == KEPT_BYTES + '…'.len_utf8());
        let mut short = Tail::default();
        short.add(b"whole \xff");
        assert_eq!(short.text(), "whole \u{fffd}");
    }

    #[test]
    fn what_is_wrapped_is_not_parsed() {
        let matches = wrap_command("wrap")
            .try_get_matches_from(["wrap", "--surface", "evaluator", "--", "cargo", "test", "--execute", "--", "-q"])
            .expect("it parses");
        let words: Vec<&String> = matches.get_many::<String>("child").expect("a command").collect();
        assert_eq!(words, ["cargo", "test", "--execute", "--", "-q"]);
        assert!(!matches.get_flag("execute"), "a flag of the command is not ours");
        assert!(wrap_command("wrap").try_get_matches_from(["wrap", "--surface", "evaluator"]).is_err(), "there is nothing to run");
    }
}
