//! `palace connect`: tell a client about this palace, in the client's own configuration file.
//!
//! Not here: what the files look like and how they are edited; that is [`crate::connect`]. Nothing starts a client.

use super::{
    Context, LocalCommand,
    started::{home_options, launch},
};
use crate::{
    cli::{Format, print},
    connect::{self, Applied, Client, ConnectError, Foreign, Launch, Plan, Scope, Server, Token, Transport},
    dialects::{PROFILES, Profile},
    home::Home,
    server::mcp::MCP_PATH,
    step::parted,
    terminal::visible_line,
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{
    actor::Mode,
    refusal::{Code, Refusal},
};
use serde_json::{Value as Json, json};
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    process::ExitCode,
};
use store::Place;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "connect", verbs: &[], command, run };

/// What the entry is called in every client.
pub(super) const ENTRY: &str = "palace";
/// Where `palace up` listens unless told otherwise.
pub(super) const ADDRESS: &str = "127.0.0.1:8765";
/// Where a project's file says the token is: such files are committed, tokens are not.
const TOKEN_VARIABLE: &str = "PALACE_TOKEN";
/// What a dry run shows instead of the token.
const HIDDEN: &str = "pt_<the token>";

fn command() -> Command {
    Command::new("connect")
        .about("Tell a client about this palace, in its own configuration file")
        .arg(client_arg().required_unless_present("list"))
        .arg(Arg::new("list").long("list").action(ArgAction::SetTrue).help("List the clients, their files, and which are connected"))
        .arg(dry_run_arg())
        .arg(project_arg())
        .arg(
            Arg::new("http")
                .long("http")
                .value_name("ADDR")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value(ADDRESS)
                .help(format!("Over HTTP to a running `palace up` (at {ADDRESS} if no address is given), instead of starting `palace serve`")),
        )
        .arg(super::serve::profile_arg().conflicts_with("http"))
        .arg(force_arg())
}

pub(super) fn client_arg() -> Arg {
    let known: Vec<&str> = connect::clients().iter().map(|client| client.id).collect();
    Arg::new("client").value_name("CLIENT").help(format!("One of {}", known.join(", ")))
}

pub(super) fn dry_run_arg() -> Arg {
    Arg::new("dry-run").long("dry-run").action(ArgAction::SetTrue).help("Show the change and make none")
}

pub(super) fn project_arg() -> Arg {
    Arg::new("project").long("project").action(ArgAction::SetTrue).help("In the working folder's file, for this project alone")
}

pub(super) fn force_arg() -> Arg {
    Arg::new("force").long("force").action(ArgAction::SetTrue).help("Also when an entry of that name leads elsewhere")
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    if matches.get_flag("list") {
        return list(context);
    }
    let target = Target::named(matches)?;
    let dry = matches.get_flag("dry-run");
    let (server, note) = match matches.get_one::<String>("http") {
        Some(address) => (over_http(&context.home, address, &target.scope, dry)?, None),
        None => {
            let launch = launch(&target.scope)?;
            (over_stdio(&launch, &context.home, asked_mode(context), profile(matches)?, &target.scope)?, launch.note)
        }
    };
    let plan = connect::plan(target.client, &server, &target.scope, &target.root, target.foreign).map_err(refusal)?;
    let applied = carry_out(&plan, dry)?;
    let done = Done { client: target.client, plan: &plan, applied: applied.as_ref(), hidden: secret(&server), note };
    match context.format {
        Format::Json => print(&format!("{}\n", done.json("connected"))),
        Format::Text => {
            print(&done.text("connected"));
            if applied.is_some() {
                print(&after(context, target.client, &server));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a person does next, once the file is written.
fn after(context: &Context, client: &Client, server: &Server) -> String {
    let mut text = format!("Check  {}\n", client.check);
    match &server.transport {
        Transport::Http { token: Token::Variable(name), .. } => {
            text.push_str(&format!("Token  the client reads it from {name}: export {name}=\"$(cat '{}')\"\n", context.home.token_file().display()));
        }
        Transport::Stdio { .. } if !context.home.exists() => {
            let dir = context.home.dir().display();
            text.push_str(&format!("Next   there is no palace in {dir} yet: the client's first start makes a sealed one, or `palace init` now\n"));
        }
        Transport::Stdio { .. } | Transport::Http { .. } => {}
    }
    text
}

/// Where an entry is written.
pub(super) struct Target {
    pub client: &'static Client,
    pub scope: Scope,
    /// The person's home directory.
    pub root: PathBuf,
    pub foreign: Foreign,
}

impl Target {
    pub(super) fn named(matches: &ArgMatches) -> Result<Self, Refusal> {
        let id = matches.get_one::<String>("client").map(String::as_str).unwrap_or_default();
        let client = connect::find(id).map_err(refusal)?;
        let scope = if matches.get_flag("project") {
            let project = std::env::current_dir().map_err(|e| crate::home::failed(Path::new("."), &e))?;
            client.project_path(&project).ok_or_else(|| refusal(ConnectError::NoProject { client: client.name }))?;
            Scope::Project(project)
        } else {
            Scope::User
        };
        // A project's file is found without a home directory; the person's own is not.
        let root = match (user_home(), &scope) {
            (Some(home), _) => home,
            (None, Scope::Project(project)) => project.clone(),
            (None, Scope::User) => {
                return Err(Code::InputInvalid.refuse("HOME", "no home directory is known: HOME is not set").next("Set HOME, or use --project"));
            }
        };
        let foreign = if matches.get_flag("force") { Foreign::Replace } else { Foreign::Refuse };
        Ok(Self { client, scope, root, foreign })
    }
}

/// The directory below which clients keep a person's configuration.
pub(super) fn user_home() -> Option<PathBuf> {
    std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from).filter(|home| home.is_absolute())
}

/// The mode to write down: none unless it was asked for, so that a client gets the agent's ceiling.
pub(super) fn asked_mode(context: &Context) -> Option<Mode> {
    context.mode_given.then_some(context.mode)
}

/// The profile that was asked for.
fn profile(matches: &ArgMatches) -> Result<Profile, Refusal> {
    matches.get_one::<String>("profile").map_or(Ok(PROFILES[0]), |name| Profile::named(name))
}

/// This very program as a process that a client starts, on this home.
fn over_stdio(launch: &Launch, home: &Home, mode: Option<Mode>, profile: Profile, scope: &Scope) -> Result<Server, Refusal> {
    let mut server = process(launch, home_options(home, scope)?, mode, profile);
    if let (Place::Database(url), Transport::Stdio { env, .. }) = (home.place(), &mut server.transport) {
        if matches!(scope, Scope::Project(_)) {
            return Err(Code::InputInvalid
                .refuse("--project", "the database's address may hold a password, and a project's file may be committed")
                .next("Leave --project out, or set PALACE_DATABASE_URL where the client runs and --home alone here"));
        }
        env.push(("PALACE_DATABASE_URL".into(), url));
    }
    Ok(server)
}

/// The same without the database's address, for a screen.
pub(super) fn process(launch: &Launch, home: Vec<String>, mode: Option<Mode>, profile: Profile) -> Server {
    let (command, before) = launch.words.split_first().expect("BUG: a command has a program");
    let mut args = before.to_vec();
    args.push("serve".into());
    args.extend(home);
    if let Some(mode) = mode {
        args.extend(["--mode".into(), mode.name().into()]);
    }
    if profile != PROFILES[0] {
        args.extend(["--profile".into(), profile.name.into()]);
    }
    Server { name: ENTRY.into(), transport: Transport::Stdio { command: command.clone(), args, env: vec![] } }
}

/// A server that already runs on this machine. The token goes into a person's own file, never into a project's.
fn over_http(home: &Home, address: &str, scope: &Scope, dry: bool) -> Result<Server, Refusal> {
    let address = super::serve::address(address, false)?;
    let token = match scope {
        Scope::User if !home.exists() => {
            return Err(Code::NotFound
                .refuse(home.dir().display().to_string(), "there is no palace yet, so there is no token")
                .next("Run `palace up` first"));
        }
        // Asking for the token draws one, and a dry run draws nothing.
        Scope::User if dry && !home.token_file().exists() => Token::Literal(HIDDEN.into()),
        Scope::User => Token::Literal(home.token()?.to_string()),
        Scope::Project(_) => Token::Variable(TOKEN_VARIABLE.into()),
    };
    Ok(Server { name: ENTRY.into(), transport: Transport::Http { url: format!("http://{address}{MCP_PATH}"), token } })
}

/// Text that must not reach a screen.
fn secret(server: &Server) -> Option<String> {
    match &server.transport {
        Transport::Http { token: Token::Literal(token), .. } => Some(token.clone()),
        Transport::Http { .. } | Transport::Stdio { .. } => None,
    }
}

/// Writes the plan, unless it is only to be shown.
pub(super) fn carry_out(plan: &Plan, dry: bool) -> Result<Option<Applied>, Refusal> {
    if dry { Ok(None) } else { connect::apply(plan).map(Some).map_err(refusal) }
}

/// What became of a plan.
pub(super) struct Done<'a> {
    pub client: &'a Client,
    pub plan: &'a Plan,
    /// None for a dry run.
    pub applied: Option<&'a Applied>,
    pub hidden: Option<String>,
    /// What a person should know about the command that was written.
    pub note: Option<String>,
}

impl Done<'_> {
    /// The change with nothing secret in it.
    fn diff(&self) -> String {
        let diff = self.plan.diff();
        match &self.hidden {
            Some(secret) => diff.replace(secret.as_str(), HIDDEN),
            None => diff,
        }
    }

    /// `verb` is what the client is afterwards: connected or disconnected.
    pub(super) fn text(&self, verb: &str) -> String {
        let note = self.note.as_ref().map(|note| format!("Note   {}\n", visible_line(note))).unwrap_or_default();
        self.outcome(verb) + &note
    }

    fn outcome(&self, verb: &str) -> String {
        let path = self.plan.path.display();
        let name = self.client.name;
        match self.applied {
            _ if !self.plan.changed => format!("{name} is already {verb}: nothing to change in {path}\n"),
            None => format!("{}\nNothing was changed. Run it again without --dry-run to write it.\n", self.diff()),
            Some(applied) => {
                let backup = applied.backup.as_ref().map(|b| format!("Backup {}\n", b.display())).unwrap_or_default();
                format!("{name} is {verb}.\nWrote  {path}\n{backup}")
            }
        }
    }

    pub(super) fn json(&self, verb: &str) -> Json {
        json!({
            "client": self.client.id,
            "state": if self.applied.is_some() || !self.plan.changed { verb } else { "planned" },
            "file": self.plan.path,
            "changed": self.applied.is_some() && self.plan.changed,
            "backup": self.applied.and_then(|a| a.backup.clone()),
            "diff": self.diff(),
            "note": self.note,
        })
    }
}

fn list(context: &Context) -> Result<ExitCode, Refusal> {
    let home = user_home();
    let mode = asked_mode(context);
    // A program that has no command for others yet can still say who is connected.
    let launch = launch(&Scope::User).unwrap_or_else(|_| Launch { words: vec![ENTRY.into()], note: None });
    let options = home_options(&context.home, &Scope::User)?;
    let servers: Vec<_> = PROFILES.iter().map(|profile| (*profile, process(&launch, options.clone(), mode, *profile))).collect();
    let mut rows = Vec::new();
    for client in connect::clients() {
        let file = home.as_deref().map(|home| client.user_path(home));
        let state = home.as_deref().map_or("unknown: HOME is not set".to_owned(), |home| state(client, &servers, home));
        rows.push((client, file, state));
    }
    if context.format == Format::Json {
        let rows: Vec<Json> =
            rows.iter().map(|(client, file, state)| json!({ "id": client.id, "name": client.name, "file": file, "state": state })).collect();
        print(&format!("{}\n", json!({ "clients": rows })));
        return Ok(ExitCode::SUCCESS);
    }
    for (client, file, state) in rows {
        let file = file.map(|file| tilde(&file)).unwrap_or_default();
        print(&format!("{:<12} {state}\n{:<12} {file}\n", client.id, ""));
    }
    Ok(ExitCode::SUCCESS)
}

/// How a client stands to this palace, whatever profile it was connected with.
fn state(client: &Client, servers: &[(Profile, Server)], home: &Path) -> String {
    let found = match connect::installed(client, ENTRY, &Scope::User, home) {
        Ok(None) => return "not connected".into(),
        Ok(Some((_, found))) => found,
        Err(error) => return format!("unreadable: {}", visible_line(&error.to_string())),
    };
    let mut other = format!("connected, but {}", visible_line(&found.to_string()));
    for (profile, server) in servers {
        match connect::plan(client, server, &Scope::User, home, Foreign::Refuse) {
            Ok(plan) if plan.changed => {}
            Ok(_) if *profile == PROFILES[0] => return "connected".into(),
            Ok(_) => return format!("connected, profile {}", profile.name),
            Err(error) => other = format!("not connected: {}", visible_line(&error.to_string())),
        }
    }
    other
}

/// A path as people write it.
pub(super) fn tilde(path: &Path) -> String {
    match user_home().and_then(|home| path.strip_prefix(home).ok().map(Path::to_path_buf)) {
        Some(rest) => format!("~/{}", rest.display()),
        None => path.display().to_string(),
    }
}

/// What stopped a connection, as a refusal in its own words: what happened, then what to do.
pub(super) fn refusal(error: ConnectError) -> Refusal {
    let code = match &error {
        ConnectError::Outside { .. } => Code::PathOutside,
        ConnectError::Write { source, .. } if matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => Code::StoreFull,
        ConnectError::Damage { .. } => Code::Internal,
        _ => Code::InputInvalid,
    };
    let subject = match &error {
        ConnectError::Unknown { id, .. } => id.clone(),
        ConnectError::NoProject { client } | ConnectError::VariableUnread { client, .. } => (*client).to_owned(),
        ConnectError::Name { name } => name.clone(),
        ConnectError::NoHooks { client, .. } => client.clone(),
        ConnectError::Secret { path }
        | ConnectError::Read { path, .. }
        | ConnectError::Write { path, .. }
        | ConnectError::NotFile { path }
        | ConnectError::NotText { path }
        | ConnectError::Broken { path, .. }
        | ConnectError::NotObject { path, .. }
        | ConnectError::NotList { path, .. }
        | ConnectError::Twice { path, .. }
        | ConnectError::Foreign { path, .. }
        | ConnectError::Outside { path, .. }
        | ConnectError::Moved { path }
        | ConnectError::Cache { file: path }
        | ConnectError::Damage { path, .. } => path.display().to_string(),
    };
    let text = error.to_string();
    let (what, next) = match &error {
        ConnectError::Unknown { known, .. } => (text.split("; known clients").next().unwrap_or(&text), format!("Use one of {}", known.join(", "))),
        ConnectError::NotText { .. } => (text.as_str(), "Save it as UTF-8 and try again".into()),
        ConnectError::NotObject { .. } | ConnectError::NotList { .. } => (text.as_str(), "Mend it by hand and try again".into()),
        ConnectError::Write { .. } => (text.as_str(), "Make the file and its folder writable and try again".into()),
        _ => {
            let (what, step) = parted(&text);
            (what, step.unwrap_or_else(|| Code::InputInvalid.remedy().into()))
        }
    };
    code.refuse(subject, what).next(next)
}
