//! `palace hook EVENT`: what a client runs at six moments of its work, and is answered in its own protocol.
//!
//! A client waits for this program, so the way here is short: no tree of commands, one palace opened, a few questions asked.
//! Whatever goes wrong lets the client's work go on and says so in one line, unless the hook was told to refuse. It acts as
//! the agent it serves, under the name that it has in `palace serve`, and never as a human. Not here: which hooks a client has and
//! how they get into its files (`connect::hooks`), and what is allowed (`workflow.guard` in the engine).

mod filing;
mod payload;
mod reply;
mod session;
#[cfg(test)]
mod tests;
mod tool;
mod work;

use crate::{
    connect::hooks::{self, Event, Hooked},
    desk::Desk,
    home::{Home, failed},
};
use engine::contained;
pub(crate) use filing::{all as waiting, stuck};
use kernel::{actor::Mode, refusal::Refusal};
use payload::Payload;
use reply::Said;
use std::{
    ffi::OsString,
    io::{IsTerminal, Write},
    process::ExitCode,
};
use store::Place;

/// The client whose protocol is spoken when none is named: most others speak it too.
const DEFAULT_CLIENT: &str = "claude-code";

/// What a hook was started with.
#[derive(Debug)]
pub struct Asked {
    /// What happened.
    pub event: Event,
    /// In which client.
    pub client: &'static Hooked,
    /// The folder of the palace, if it was named.
    pub home: Option<String>,
    /// Its database, if it was named.
    pub database: Option<Place>,
    /// The name to act under, if it was named; else it is the client's.
    pub user: Option<String>,
    /// Whether what writes is refused when the palace cannot be asked.
    pub fail_closed: bool,
    /// Nobody asks anything: conversations that wait are kept.
    pub filing: bool,
}

impl Asked {
    /// The name to act under in a client's work: the one it has over MCP, so that what the agent does there counts here.
    fn name<'a>(&'a self, client: &'a str) -> &'a str {
        self.user.as_deref().filter(|name| !name.is_empty()).unwrap_or_else(|| hooks::acting(client))
    }
}

/// Reads the words of a hook as `palace hooks install` writes them. Anything else is the command line's to read.
pub fn asked(args: &[OsString]) -> Option<Asked> {
    let mut words = args.iter().skip(1).map(|word| word.to_str());
    if words.next()?? != "hook" {
        return None;
    }
    let event = Event::named(words.next()??)?;
    let mut asked = Asked { event, client: named(None)?, home: None, database: None, user: None, fail_closed: false, filing: false };
    while let Some(word) = words.next() {
        match word? {
            "--client" => asked.client = named(Some(words.next()??))?,
            "--home" => asked.home = Some(words.next()??.to_owned()),
            "--database" => asked.database = Some(Place::Database(words.next()??.to_owned())),
            "--user" => asked.user = Some(words.next()??.to_owned()),
            "--fail-closed" => asked.fail_closed = true,
            "--filing" => asked.filing = true,
            _ => return None,
        }
    }
    Some(asked)
}

/// The exit status for the words of a hook that cannot be read, as when another version of this program wrote them into a client.
/// Two would stop the client's tool, so it is only said by a hook that was told to refuse; none where it is no hook, or asks for help.
pub fn misread(args: &[OsString]) -> Option<ExitCode> {
    let is = |word: &str| args.iter().any(|arg| arg == word);
    let is_hook = args.get(1).is_some_and(|word| word == "hook") && !is("--help") && !is("-h");
    is_hook.then(|| ExitCode::from(if is("--fail-closed") { reply::STOP } else { reply::WRONG }))
}

/// The client of an id, or the one that is spoken to by default.
pub fn named(id: Option<&str>) -> Option<&'static Hooked> {
    hooks::find(id.unwrap_or(DEFAULT_CLIENT)).ok()
}

/// Runs a hook and answers the client.
pub fn answer(asked: &Asked) -> ExitCode {
    if asked.filing {
        return file_all(asked);
    }
    let stdin = std::io::stdin();
    let payload = if stdin.is_terminal() { Err("nothing was given on standard input".to_owned()) } else { Payload::read(stdin.lock()) };
    let said = match payload {
        Ok(payload) => said(asked, &payload.tool_name, || work(asked, &payload)),
        Err(why) => unread(asked, &why),
    };
    give(&reply::render(asked.client, asked.event, &said))
}

/// What came of the work. A fault is an error like any other: the client's work goes on, or is refused where it was told to.
fn said(asked: &Asked, tool: &str, work: impl FnOnce() -> Result<Said, Refusal>) -> Said {
    match contained(work) {
        Ok(Ok(said)) => said,
        Ok(Err(refusal)) => unanswered(asked, tool, format!("{}: {}", refusal.code().name(), refusal.what())),
        Err(fault) => unanswered(asked, tool, fault.to_string()),
    }
}

/// Keeps every conversation that waits, and says of the first that cannot be kept why.
fn file_all(asked: &Asked) -> ExitCode {
    let filed = Home::find(asked.home.as_deref(), asked.database.clone()).and_then(|home| Ok((filing::file_all(asked, &home)?, stuck(&home))));
    let why = match filed {
        Ok((0, _)) => return ExitCode::SUCCESS,
        Ok((_, why)) => why.unwrap_or_default(),
        Err(refusal) => format!("{}: {}", refusal.code().name(), refusal.what()),
    };
    give(&reply::render(asked.client, asked.event, &Said::Aside(why)));
    ExitCode::FAILURE
}

/// What is said when the palace cannot be asked. Reading harms nobody, so it is never refused.
fn unanswered(asked: &Asked, tool: &str, why: String) -> Said {
    if asked.event != Event::PreToolUse || !asked.fail_closed || tool::only_reads(tool) {
        return Said::Aside(why);
    }
    Said::Refuse(format!(
        "Palace cannot be asked, and this hook refuses when it cannot: {why}. See `palace doctor`, or run `palace hooks install` without --fail-closed"
    ))
}

/// What is said to a payload that cannot be read. Nobody knows which tool it speaks of, so where writes are guarded it is taken for one that writes:
/// else whoever chooses what is written would choose whether the guard is asked. The folder is the process's own.
fn unread(asked: &Asked, why: &str) -> Said {
    if asked.event != Event::PreToolUse {
        return unanswered(asked, "", why.to_owned());
    }
    said(asked, "", || {
        let home = Home::find(asked.home.as_deref(), asked.database.clone())?;
        let desk = Desk::open(home, Mode::Agent, asked.name(asked.client.id))?;
        Ok(if work::is_guarded(&desk)? { Said::Refuse(undecided(why)) } else { unanswered(asked, "", why.to_owned()) })
    })
}

/// Why a tool whose call cannot be read may not be used, and what to do.
fn undecided(why: &str) -> String {
    format!(
        "Palace: the preset of this project guards what writes, and this call cannot be checked, so it is refused: {why}. Make the call again in \
         another way: in smaller parts, nested less deeply, without bytes that are no text. If it goes on, ask your human for `palace doctor`"
    )
}

fn work(asked: &Asked, payload: &Payload) -> Result<Said, Refusal> {
    // Clients start their hooks from places of their own; what is said belongs to where the work is done.
    if let Some(folder) = payload.folder() {
        std::env::set_current_dir(&folder).map_err(|e| failed(&folder, &e))?;
    }
    let home = Home::find(asked.home.as_deref(), asked.database.clone())?;
    let desk = Desk::open(home, Mode::Agent, asked.name(asked.client.id))?;
    work::run(&desk, asked, payload)
}

fn give(reply: &reply::Reply) -> ExitCode {
    let write = |mut stream: Box<dyn Write>, text: &str| {
        let line = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        // A client that has gone needs no answer.
        let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.write_all(line.as_bytes())).and_then(|()| stream.flush());
    };
    write(Box::new(std::io::stdout()), &reply.out);
    write(Box::new(std::io::stderr()), &reply.err);
    ExitCode::from(reply.code)
}
