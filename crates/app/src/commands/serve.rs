//! `palace serve`: MCP on stdio, and HTTP beside it when asked.

use super::{Context, LocalCommand};
use crate::{
    desk::Desk,
    dialects::{PROFILES, Palace, Profile},
    home::random,
    server::{
        mcp::{self, Door, Guards, HttpOptions, Principal, Token},
        rest,
    },
    terminal::visible_line,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{
    actor::Mode,
    anchor::Anchor,
    ledger::Digest,
    refusal::{Code, Refusal},
};
use std::{io::Write, net::SocketAddr, process::ExitCode, sync::Arc, time::Duration};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "serve", verbs: &[], command, run };
/// The same under `palace mind`: it lists what that contract lists.
pub(super) const MIND: LocalCommand = LocalCommand { name: "serve", verbs: &[], command: mind_command, run };

/// How long a call that ignores its cancellation may hold up the exit.
const FAREWELL: Duration = Duration::from_secs(5);

pub(super) fn profile_arg() -> Arg {
    let about: Vec<String> = PROFILES.iter().map(|p| format!("{}: {}", p.name, p.about)).collect();
    Arg::new("profile").long("profile").value_name("NAME").default_value(PROFILES[0].name).help(format!("Which tools to list ({})", about.join("; ")))
}

fn command() -> Command {
    let command = Command::new("serve")
        .about("Speak MCP on standard input and output, and over HTTP when asked")
        .arg(Arg::new("http").long("http").value_name("ADDR").help("Also serve streamable HTTP and the REST routes, for example on 127.0.0.1:8765"))
        .arg(profile_arg())
        .arg(
            Arg::new("no-create")
                .long("no-create")
                .action(ArgAction::SetTrue)
                .help("Refuse where there is no palace, instead of making a sealed one"),
        )
        .arg(
            Arg::new("allow-host")
                .long("allow-host")
                .value_name("HOST")
                .action(ArgAction::Append)
                .help("Host name to answer to, besides loopback names"),
        )
        .arg(
            Arg::new("allow-origin")
                .long("allow-origin")
                .value_name("ORIGIN")
                .action(ArgAction::Append)
                .help("Web origin to answer to, besides loopback ones"),
        )
        .arg(Arg::new("expose").long("expose").action(ArgAction::SetTrue).help("Allow an address that other machines can reach"));
    #[cfg(feature = "conformance")]
    let command = command.mut_arg("profile", |arg| arg.help("Which tools to list; `conformance` serves the fixtures of the MCP conformance suite"));
    command
}

fn mind_command() -> Command {
    command()
        .mut_arg("profile", |arg| arg.default_value("mind"))
        .arg(Arg::new("mcp").long("mcp").action(ArgAction::SetTrue).help("Speak MCP on standard input and output, which is done in any case"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    #[cfg(feature = "conformance")]
    if matches.get_one::<String>("profile").is_some_and(|name| name == "conformance") {
        let address = matches.get_one::<String>("http").map(|text| address(text, matches.get_flag("expose"))).transpose()?;
        return conformance(address);
    }
    let (palace, options) = opened(context, matches)?;
    serve(&palace, &options, |bound| {
        // Port 0 asks the system for a free one, so whoever started this must be told which it is.
        if let Some(bound) = bound {
            let _ = writeln!(std::io::stderr(), "Listening on http://{bound} (MCP at {})", mcp::MCP_PATH);
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The palace to serve, and how. Where there is none a sealed one is made, unless that was not wanted.
fn opened(context: &Context, matches: &ArgMatches) -> Result<(Palace, Serving), Refusal> {
    let address = matches.get_one::<String>("http").map(|text| address(text, matches.get_flag("expose"))).transpose()?;
    let profile = matches.get_one::<String>("profile").map_or(PROFILES[0].name, String::as_str);
    let profile = Profile::named(profile)?;
    // On a wire nobody sits at the terminal, so the ceiling is the agent's unless it was asked for.
    let mode = if context.mode_given { context.mode } else { Mode::Agent };
    let mut desk = if matches.get_flag("no-create") {
        Desk::open(context.home.clone(), mode, &context.name)?
    } else {
        let (desk, created) = Desk::open_or_create(context.home.clone(), mode, &context.name)?;
        if created {
            say_created(&desk);
        }
        desk
    };
    if address.is_some() {
        desk.stand_at(Anchor::Global); // whoever comes over HTTP stands somewhere else than we do
    }
    let desk = Arc::new(desk);
    let list = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned().collect::<Vec<_>>();
    let options = Serving { address, hosts: list("allow-host"), origins: list("allow-origin"), stdio: true };
    Ok((Palace::new(desk, profile), options))
}

/// One line on standard error: standard output is the client's.
fn say_created(desk: &Desk) {
    let dir = visible_line(&desk.home.dir().display().to_string());
    let _ = writeln!(
        std::io::stderr(),
        "Created a sealed palace in {dir}. Next: `palace key create` on a terminal; until then proposals wait and nothing can be approved"
    );
}

/// How a palace is served.
pub(super) struct Serving {
    /// Where HTTP listens, if it does.
    pub address: Option<SocketAddr>,
    /// Host names besides loopback.
    pub hosts: Vec<String>,
    /// Web origins besides loopback.
    pub origins: Vec<String>,
    /// Whether standard input and output speak MCP.
    pub stdio: bool,
}

/// Serves until the client leaves (stdio alone) or the process is told to stop. `ready` hears the address that HTTP got.
pub(super) fn serve(palace: &Palace, options: &Serving, ready: impl FnOnce(Option<SocketAddr>)) -> Result<(), Refusal> {
    let _reading = crate::models::in_background(palace.desk());
    crate::worktree::follow::in_background(palace.desk());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| io("runtime", &e))?;
    let answer = runtime.block_on(async {
        let stop = CancellationToken::new();
        let door = Door::new(Arc::new(palace.clone()), random()?);
        // Before the port opens: whoever finds it open may read the token file at once.
        let http = match options.address {
            Some(address) => Some((guards(palace, options)?, TcpListener::bind(address).await.map_err(|e| bind(address, &e))?)),
            None => None,
        };
        let signals = tokio::spawn(interrupted(stop.clone()));
        let bound = http.as_ref().and_then(|(_, listener)| listener.local_addr().ok());
        let http = match http {
            Some((guards, listener)) => {
                let mcp = mcp::router(door.clone(), &HttpOptions { guards: guards.clone(), stop: stop.clone(), sessions: mcp::Bounds::default() });
                let router = mcp.merge(rest::router(palace.clone(), &guards));
                Some(tokio::spawn(mcp::serve_http(listener, router, stop.clone())))
            }
            None => None,
        };
        ready(bound);
        if options.stdio {
            mcp::serve_stdio(door, &format!("stdio-{}", std::process::id()), stop.clone()).await.map_err(|e| io("stdio", &e))?;
        }
        match http {
            // With HTTP beside it, the end of standard input ends only that conversation.
            Some(http) => http.await.map_err(|e| Code::Internal.refuse("http", e.to_string()))?.map_err(|e| io("http", &e))?,
            None => stop.cancel(),
        }
        signals.abort();
        Ok(())
    });
    runtime.shutdown_timeout(FAREWELL);
    answer
}

fn guards(palace: &Palace, options: &Serving) -> Result<Guards, Refusal> {
    let desk = palace.desk();
    let token = Token { principal: String::new(), secret: desk.home.token()?.to_string() };
    // Where others can come in, a stranger is not told how this machine's folders are called.
    let is_near = options.address.is_some_and(|address| address.ip().is_loopback()) && options.hosts.is_empty() && options.origins.is_empty();
    let remedy =
        if is_near { format!("the token is in {}", desk.home.token_file().display()) } else { "ask the palace's owner for the token".to_owned() };
    let asked = palace.clone();
    let lookup = move |secret: &str| {
        asked
            .desk()
            .engine
            .grant_of(Digest::of(secret.as_bytes()))
            .ok()
            .flatten()
            .map(|g| Principal(format!("{}{}", crate::dialects::GRANT_PREFIX, g.id)))
    };
    Ok(Guards::new(&options.hosts, &options.origins, &[token], &remedy).asking(Arc::new(lookup)))
}

/// Hears both signals from the moment it is called, not only once it is awaited: whoever is told that we are up may
/// stop us at once.
fn interrupted(stop: CancellationToken) -> impl Future<Output = ()> + Send {
    use tokio::signal::unix::{SignalKind, signal};
    let heard = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async move {
        let (Ok(mut terminate), Ok(mut interrupt)) = heard else { return };
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        stop.cancel();
    }
}

/// Reads an address; other machines are let in only when that was said.
pub(super) fn address(text: &str, exposed: bool) -> Result<SocketAddr, Refusal> {
    let address: SocketAddr = text.replace("localhost", "127.0.0.1").parse().map_err(|_| {
        Code::InputInvalid.refuse("--http", format!("`{text}` is not an address")).next("Use an address and a port, like 127.0.0.1:8765")
    })?;
    if !address.ip().is_loopback() && !exposed {
        return Err(Code::InputInvalid
            .refuse("--http", format!("other machines can reach {address}"))
            .next("Use 127.0.0.1, or add --expose if that is meant; put TLS in front of it"));
    }
    Ok(address)
}

fn bind(address: SocketAddr, error: &std::io::Error) -> Refusal {
    Code::StoreUnreachable
        .refuse(address.to_string(), format!("{address} cannot be listened on: {error}"))
        .next("Choose another port, or stop what uses this one")
}

fn io(what: &str, error: &std::io::Error) -> Refusal {
    Code::Internal.refuse(what, format!("{what}: {error}"))
}

#[cfg(feature = "conformance")]
fn conformance(address: Option<SocketAddr>) -> Result<ExitCode, Refusal> {
    let address = address
        .ok_or_else(|| Code::InputInvalid.refuse("--http", "the conformance profile is served over HTTP").next("Add --http 127.0.0.1:PORT"))?;
    let runtime = tokio::runtime::Runtime::new().map_err(|e| io("runtime", &e))?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|e| bind(address, &e))?;
        let stop = CancellationToken::new();
        tokio::spawn(interrupted(stop.clone()));
        mcp::conformance::serve(listener, stop).await.map_err(|e| io("http", &e))
    })?;
    Ok(ExitCode::SUCCESS)
}
