//! `palace review`: go through what waits, one key each. The passphrase is asked once, and again if it was wrong.
//!
//! On a terminal it is the [inbox](crate::review); `--plain` asks line by line, and over a pipe it is for reading only.

use super::{Context, LocalCommand};
use crate::{
    cli::{Format, banner, finish, paints, print},
    desk::{Desk, now},
    render,
    review::{Sitting, listing, look, waiting as inbox},
    sealing::{Sealer, asking},
    terminal::Terminal,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{
    actor::Mode,
    palace::Sealing,
    refusal::{Code, Refusal},
    seal::Statement,
};
use serde_json::{Value as Json, json};
use std::{io::IsTerminal, process::ExitCode};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "review", verbs: &[], command, run };

fn command() -> Command {
    Command::new("review")
        .about("Go through the proposals that wait, one key each")
        .arg(Arg::new("plain").long("plain").action(ArgAction::SetTrue).help("Ask line by line instead of showing a screen"))
}

/// How often the passphrase may be wrong before a sitting goes on without a seal.
const TRIES: u32 = 3;

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let desk = Context { mode: Mode::Human, ..context.clone() }.open()?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    let unsealed = house.genesis.sealing == Sealing::Unsealed;
    banner(unsealed);
    let plain = matches.get_flag("plain");
    let terminal = Terminal::open().ok().filter(|_| plain || std::io::stdout().is_terminal());
    let Some(terminal) = terminal else {
        // Over a pipe it is for reading only.
        let listed = inbox(&desk)?;
        match (context.format, listed.get().result["proposals"].as_array()) {
            (Format::Text, Some(waiting)) if !waiting.is_empty() => print(&listing(waiting, now(), |id| look(&desk, id).ok())),
            _ => finish(context.format, listed.get()),
        }
        return Ok(ExitCode::SUCCESS);
    };
    if context.format == Format::Json {
        return Err(Code::InputInvalid.refuse("--format", "a review is for people").next("Use `palace proposals --format json` to read what waits"));
    }
    let mut sealer = Sealer::new(&desk, terminal)?.asking_up_to(TRIES);
    if plain { line_by_line(&desk, &mut sealer) } else { at_the_inbox(&desk, &mut sealer, unsealed) }
}

/// One list, one seal.
fn at_the_inbox<'d>(desk: &'d Desk, sealer: &mut Sealer<'d>, unsealed: bool) -> Result<ExitCode, Refusal> {
    match Sitting::new(desk, sealer, unsealed, paints(&std::io::stdout()))? {
        None => print(NOTHING),
        Some(sitting) => {
            let tally = sitting.run()?;
            print(&format!("{} approved, {} rejected, {} put off, {} left.\n", tally.approved, tally.rejected, tally.snoozed, tally.left));
        }
    }
    Ok(ExitCode::SUCCESS)
}

const NOTHING: &str = "Nothing waits for you.\n";

/// One question after the other, each decision under a seal of its own.
fn line_by_line(desk: &Desk, sealer: &mut Sealer<'_>) -> Result<ExitCode, Refusal> {
    let listed = inbox(desk)?;
    let waiting = listed.get().result["proposals"].as_array().cloned().unwrap_or_default();
    if waiting.is_empty() {
        print(NOTHING);
        return Ok(ExitCode::SUCCESS);
    }
    let (mut approved, mut rejected, mut left, mut locked) = (0, 0, 0, None);
    for (n, item) in waiting.iter().enumerate() {
        let id = item["id"].as_str().unwrap_or_default();
        let input = json!({ "proposalId": id });
        // What is signed is fixed before it is shown: a row changed while the person reads makes the decision stale.
        let (yes, no, shown) = match (sealer.preview("proposal.approve", &input), sealer.preview("proposal.reject", &input)) {
            (Ok((yes, shown)), Ok((no, _))) => (yes, no, shown),
            (Err(refusal), _) | (_, Err(refusal)) => {
                left += 1;
                sealer.terminal.show(&format!("\n[{}/{}] {id}\n\n{refusal}\n", n + 1, waiting.len())).map_err(|e| asking(&e))?;
                continue;
            }
        };
        let page = format!("\n[{}/{}] {id}\n\n{}\n", n + 1, waiting.len(), render::text("proposal.show", &shown));
        sealer.terminal.show(&page).map_err(|e| asking(&e))?;
        let seen = match sealer.terminal.ask_key("approve (a), reject (r), leave (s), stop (q)? ", &['a', 'r', 's', 'q']).map_err(|e| asking(&e))? {
            'a' => &yes,
            'r' => &no,
            's' => {
                left += 1;
                continue;
            }
            _ => {
                left += waiting.len() - n;
                break;
            }
        };
        match decide(desk, sealer, seen, &input) {
            Ok(()) if seen.op == yes.op => approved += 1,
            Ok(()) => rejected += 1,
            // A key that does not open will not open for the next one either.
            Err(refusal) if refusal.code() == Code::SealInvalid => {
                left += waiting.len() - n;
                locked = Some(refusal);
                break;
            }
            Err(refusal) => {
                left += 1;
                sealer.terminal.show(&format!("{refusal}\n")).map_err(|e| asking(&e))?;
            }
        }
    }
    print(&format!("{approved} approved, {rejected} rejected, {left} left.\n"));
    locked.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// What was just shown is what is sealed: if the request asks for anything else, nothing is signed.
fn decide(desk: &Desk, sealer: &mut Sealer<'_>, seen: &Statement, input: &Json) -> Result<(), Refusal> {
    match desk.ask(&seen.op, input.clone()) {
        Ok(_) => Ok(()),
        Err(refusal) if refusal.code() == Code::SealRequired => {
            let asked = sealer.find(refusal.subject())?;
            if !asked.statement.same_as(seen) {
                return Err(Code::SealStale.refuse(refusal.subject(), "the proposal changed while you looked at it"));
            }
            sealer.carry_out(&asked).map(drop)
        }
        Err(refusal) => Err(refusal),
    }
}
