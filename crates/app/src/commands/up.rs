//! `palace up`: make the palace if there is none, serve it on loopback, and say how to connect a client.
//!
//! Not here: the demonstration behind `--demo`; that is [`super::demo`], on a palace of its own.

use super::{
    Context, LocalCommand,
    connect::{ADDRESS, ENTRY, asked_mode, process, tilde, user_home},
    demo,
    serve::{Serving, address, serve},
    started::{home_options, launch},
};
use crate::{
    cli::{Format, banner, paints, print},
    connect::{self, Launch, Scope},
    desk::Desk,
    dialects::{PROFILES, Palace},
    keys::KeyFile,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::PalaceState;
use kernel::{actor::Mode, anchor::Anchor, palace::Sealing, refusal::Refusal, seal::Trust};
use serde_json::{Value as Json, json};
use std::{fmt::Write, io::Write as _, net::SocketAddr, process::ExitCode, sync::Arc};
use store::Place;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "up", verbs: &[], command, run };

fn command() -> Command {
    Command::new("up")
        .about("Make the palace if there is none, serve it on this machine, and say how to connect a client")
        .arg(
            Arg::new("http")
                .long("http")
                .value_name("ADDR")
                .default_value(ADDRESS)
                .help("Address on this machine to serve HTTP on; port 0 takes a free one"),
        )
        .arg(Arg::new("stdio").long("stdio").action(ArgAction::SetTrue).help("Also speak MCP on standard input and output"))
        .arg(
            Arg::new("demo")
                .long("demo")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["http", "stdio"])
                .help("Show how it works, on a scratch palace that is removed again"),
        )
        .arg(Arg::new("keep").long("keep").action(ArgAction::SetTrue).requires("demo").help("Keep the scratch palace of --demo"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    if matches.get_flag("demo") {
        return demo::run(context, matches.get_flag("keep"));
    }
    let text = matches.get_one::<String>("http").map_or(ADDRESS, String::as_str);
    let address =
        address(text, false).map_err(|r| r.next("Use an address of this machine, like 127.0.0.1:8765; `palace serve --expose` is for others"))?;
    let stdio = matches.get_flag("stdio");
    // On a wire nobody sits at the terminal, so the ceiling is the agent's unless it was asked for.
    let mode = if context.mode_given { context.mode } else { Mode::Agent };
    let (mut desk, created) = Desk::create(context.home.clone(), mode, &context.name, Sealing::Sealed)?;
    desk.stand_at(Anchor::Global); // whoever comes over HTTP stands somewhere else than we do
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    desk.home.token()?; // drawn before anybody is told where it is
    let palace = Palace::new(Arc::new(desk), PROFILES[0]);
    let options = Serving { address: Some(address), hosts: vec![], origins: vec![], stdio };
    let mut said = Ok(());
    serve(&palace, &options, |bound| {
        said = Greeting::new(context, &house, mode, created, bound.unwrap_or(address)).map(|greeting| greeting.say(context.format, stdio));
    })
    .map_err(|refusal| taken(refusal, address))?;
    said?;
    Ok(ExitCode::SUCCESS)
}

/// A port that is taken is most often taken by a palace that runs already.
fn taken(refusal: Refusal, address: SocketAddr) -> Refusal {
    if refusal.subject() != address.to_string() {
        return refusal;
    }
    let next = if super::doctor::answers(address) {
        "A palace answers there already: use that one, or serve this one elsewhere with `palace up --http 127.0.0.1:0`"
    } else {
        "Choose a free port with `palace up --http 127.0.0.1:0`, or stop what uses this one"
    };
    refusal.next(next)
}

/// What a person is told first.
struct Greeting {
    palace: String,
    sealing: Sealing,
    created: bool,
    home: String,
    key: Result<String, String>,
    mode: Mode,
    url: String,
    token: String,
    clients: Vec<Lines>,
    database: bool,
}

/// What to paste, and where.
pub(super) struct Lines {
    /// The client's word on the command line.
    pub id: &'static str,
    name: &'static str,
    file: Option<String>,
    /// The text itself.
    pub text: String,
}

impl Lines {
    /// A command is typed into a shell; a text in braces goes into a file.
    pub(super) fn is_command(&self) -> bool {
        !self.text.starts_with('{')
    }
}

/// What to paste into each client, for this program on this home.
pub(super) fn client_lines(home: &crate::home::Home, mode: Option<Mode>) -> Result<Vec<Lines>, Refusal> {
    // Lines to look at: where no command stays as it is, the name is what a person would type.
    let launch = launch(&Scope::User).unwrap_or_else(|_| Launch { words: vec![ENTRY.into()], note: None });
    let server = process(&launch, home_options(home, &Scope::User)?, mode, PROFILES[0]);
    let user = user_home();
    let lines = connect::clients().iter().map(|client| {
        let text = connect::lines(client, &server);
        let lines = Lines { id: client.id, name: client.name, file: None, text };
        let file = user.as_deref().filter(|_| !lines.is_command()).map(|home| tilde(&client.user_path(home)));
        Lines { file, ..lines }
    });
    Ok(lines.collect())
}

impl Greeting {
    fn new(context: &Context, house: &PalaceState, mode: Mode, created: bool, bound: SocketAddr) -> Result<Self, Refusal> {
        let home = &context.home;
        Ok(Self {
            palace: house.palace.to_string(),
            sealing: house.genesis.sealing,
            created,
            home: home.dir().display().to_string(),
            key: key(home, house),
            mode,
            url: format!("http://{bound}{}", crate::server::mcp::MCP_PATH),
            token: home.token_file().display().to_string(),
            clients: client_lines(home, asked_mode(context))?,
            database: matches!(home.place(), Place::Database(_)),
        })
    }

    fn say(&self, format: Format, stdio: bool) {
        let text = match format {
            Format::Json => format!("{}\n", self.json()),
            Format::Text => self.text(paints(&std::io::stdout()) && !stdio),
        };
        banner(self.sealing == Sealing::Unsealed);
        // With MCP on standard output, people are spoken to on standard error.
        if stdio {
            let _ = std::io::stderr().lock().write_all(text.as_bytes());
        } else {
            print(&text);
        }
    }

    fn json(&self) -> Json {
        let clients: Vec<Json> = self.clients.iter().map(|c| json!({ "id": c.id, "name": c.name, "file": c.file, "lines": c.text })).collect();
        json!({
            "palace": self.palace,
            "sealing": self.sealing,
            "created": self.created,
            "home": self.home,
            "key": self.key.as_ref().ok(),
            "next": self.key.as_ref().err(),
            "mode": self.mode.name(),
            "mcp": self.url,
            "tokenFile": self.token,
            "clients": clients,
        })
    }

    fn text(&self, colour: bool) -> String {
        let (bold, dim, yellow, plain) = if colour { ("\x1b[1m", "\x1b[2m", "\x1b[33m", "\x1b[0m") } else { ("", "", "", "") };
        let mut text = String::new();
        let made = if self.created { ", made just now" } else { "" };
        let _ = writeln!(text, "{bold}Palace {}{plain}, {}{made}\n", self.palace, self.sealing.name());
        let _ = writeln!(text, "  home   {}", self.home);
        let _ = match &self.key {
            Ok(key) => writeln!(text, "  key    {key}"),
            Err(next) => writeln!(text, "  key    {yellow}{next}{plain}"),
        };
        let _ = writeln!(text, "  mode   {}", self.mode.name());
        let _ = writeln!(text, "  mcp    {}", self.url);
        let _ = writeln!(text, "  token  {}\n", self.token);
        let _ = writeln!(text, "{bold}Connect a client{plain} with `palace connect <client>`, or by hand:\n");
        text.push_str(&pasted(&self.clients, bold, dim, plain));
        if self.database {
            let _ = writeln!(text, "Set PALACE_DATABASE_URL for the client too: the palace is in a database.\n");
        }
        let _ = writeln!(text, "Serving {}. Ctrl-C stops.", self.url);
        text
    }
}

/// The lines of every client; clients that want the same text share it.
fn pasted(clients: &[Lines], bold: &str, dim: &str, plain: &str) -> String {
    let mut text = String::new();
    let mut said = std::collections::BTreeSet::new();
    for client in clients {
        if !said.insert(client.text.as_str()) {
            continue;
        }
        for same in clients.iter().filter(|other| other.text == client.text) {
            let file = same.file.as_ref().map(|file| format!("  {dim}{file}{plain}")).unwrap_or_default();
            let _ = writeln!(text, "{bold}{}{plain}{file}", same.name);
        }
        for line in client.text.lines() {
            let _ = writeln!(text, "  {line}");
        }
        text.push('\n');
    }
    text
}

/// Whose yes counts here, or what to do so that somebody's does.
fn key(home: &crate::home::Home, house: &PalaceState) -> Result<String, String> {
    match &house.trust {
        Trust::Unsealed => Ok("none needed: this palace is unsealed".into()),
        Trust::Broken(why) => Err(format!("not trusted: {why}; run `palace doctor`")),
        Trust::Keys(keys) if keys.is_empty() => Err("none yet: run `palace key create`; until then nothing can be approved".into()),
        Trust::Keys(keys) => match KeyFile::read(&home.key_file()) {
            Ok(file) => Ok(format!("{} ({})", file.fingerprint(), file.name())),
            Err(_) => Ok(format!("{} trusted, none of them in this home", keys.len())),
        },
    }
}
