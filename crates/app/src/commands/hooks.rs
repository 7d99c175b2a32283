//! `palace hooks`: put this palace's hooks into a client's own configuration, say what is there, and take them out again.
//!
//! Not here: what the files look like and how they are edited; that is [`crate::connect::hooks`]. What a hook does when it
//! runs is `palace hook`.

use super::{
    Context, LocalCommand,
    connect::{carry_out, dry_run_arg, refusal, tilde, user_home},
    started::{home_options, launch},
};
use crate::{
    cli::{Format, print},
    connect::{
        Applied, ConnectError, Launch, Plan, Scope,
        hooks::{self, Event, Found, Hooked, Program},
    },
    terminal::visible_line,
};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use kernel::refusal::{Code, Refusal};
use serde_json::{Value as Json, json};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use store::Place;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "hooks", verbs: &["install", "status", "uninstall"], command, run };

fn command() -> Command {
    Command::new("hooks")
        .about("Hooks in the clients people use: context at the start, a guard before writes, a record after")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            scoped(Command::new("install").about("Put this palace's hooks into a client's configuration; everything else in it stays"))
                .arg(dry_run_arg())
                .arg(
                    Arg::new("fail-closed")
                        .long("fail-closed")
                        .action(ArgAction::SetTrue)
                        .help("Refuse what writes when the palace cannot be asked; meant for the strict preset"),
                ),
        )
        .subcommand(scoped(
            Command::new("status").about("Say per client and event what is there: in your own files, and in this folder's where they hold any"),
        ))
        .subcommand(scoped(Command::new("uninstall").about("Take this palace's hooks out; the file is as it was before")).arg(dry_run_arg()))
}

fn scoped(command: Command) -> Command {
    let known: Vec<&str> = hooks::hooked().iter().map(|client| client.id).collect();
    command
        .arg(
            Arg::new("client")
                .long("client")
                .value_name("CLIENT")
                .action(ArgAction::Append)
                .value_parser(PossibleValuesParser::new(known))
                .help("Which client (every one that is there if left out)"),
        )
        // The word of the option that every command has, which says under which name; without a name it says whose file.
        .arg(
            Arg::new("user")
                .long("user")
                .value_name("NAME")
                .num_args(0..=1)
                .default_missing_value("")
                .conflicts_with("project")
                .help("In your own file, for everything you do; this is the default"),
        )
        .arg(Arg::new("project").long("project").action(ArgAction::SetTrue).help("In the working folder's file, for this project alone"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let Some((verb, matches)) = matches.subcommand() else { return Ok(ExitCode::from(2)) };
    let ground = Ground::asked(matches)?;
    match verb {
        "status" => status(context, &ground, matches),
        "install" => install(context, &ground, matches),
        _ => uninstall(context, &ground, matches),
    }
}

/// Whose configuration is meant, and where it lies.
struct Ground {
    scope: Scope,
    root: PathBuf,
}

impl Ground {
    fn asked(matches: &ArgMatches) -> Result<Self, Refusal> {
        if matches.get_flag("project") {
            return Self::of_project();
        }
        match user_home() {
            Some(root) => Ok(Self { scope: Scope::User, root }),
            None => Err(Code::InputInvalid.refuse("HOME", "no home directory is known: HOME is not set").next("Set HOME, or use --project")),
        }
    }

    fn of_project() -> Result<Self, Refusal> {
        let here = std::env::current_dir().map_err(|e| crate::home::failed(Path::new("."), &e))?;
        Ok(Self { root: here.clone(), scope: Scope::Project(here) })
    }

    /// The clients that were named, or every one that has a folder here.
    fn clients(&self, matches: &ArgMatches) -> Result<Vec<&'static Hooked>, Refusal> {
        let named: Vec<&'static Hooked> =
            matches.get_many::<String>("client").into_iter().flatten().map(|id| hooks::find(id).map_err(refusal)).collect::<Result<_, _>>()?;
        if !named.is_empty() {
            return Ok(named);
        }
        let there: Vec<&'static Hooked> = hooks::hooked().iter().filter(|client| client.is_here(&self.scope, &self.root)).collect();
        if there.is_empty() {
            return Err(Code::NotFound
                .refuse(self.root.display().to_string(), format!("no client that has hooks keeps its configuration in {}", self.root.display()))
                .next("Name one with --client"));
        }
        Ok(there)
    }
}

/// This very program, on this home, and what a person should know about how it is called.
fn program(context: &Context, scope: &Scope, fail_closed: bool) -> Result<(Program, Option<String>), Refusal> {
    let Launch { words, note } = launch(scope)?;
    let mut options = home_options(&context.home, scope)?;
    if fail_closed {
        options.push("--fail-closed".into());
    }
    Ok((Program { launch: words, options }, note))
}

fn install(context: &Context, ground: &Ground, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let (program, note) = program(context, &ground.scope, matches.get_flag("fail-closed"))?;
    let clients = ground.clients(matches)?;
    // All of them are planned before the first is written: a broken file stops the rest as well.
    let plans =
        clients.iter().map(|client| hooks::plan(client, &program, &ground.scope, &ground.root).map_err(refusal)).collect::<Result<Vec<_>, _>>()?;
    let done = carried_out(&clients, plans, matches.get_flag("dry-run"))?;
    tell(context, &done, "installed");
    if context.format == Format::Text {
        for one in done.iter().filter(|one| one.written()) {
            print(&format!("Check  {}: {}\n", one.client.name(), one.client.check));
        }
        for one in done.iter().filter(|one| one.written()) {
            print(&format!("Gates  where a preset refuses writes, {} needs the tools that pass them: `{}`\n", one.client.name(), one.client.gates()));
        }
        if let Some(note) = note {
            print(&format!("Note   {}\n", visible_line(&note)));
        }
        if matches!(context.home.place(), Place::Database(_)) {
            print("Next   this palace is in a database: set PALACE_DATABASE_URL where the client runs; no file of a client's holds it\n");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn uninstall(context: &Context, ground: &Ground, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let clients: Vec<&'static Hooked> = match matches.get_many::<String>("client") {
        Some(_) => ground.clients(matches)?,
        None => hooks::hooked().iter().collect(),
    };
    let plans =
        clients.iter().map(|client| hooks::plan_removal(client, &ground.scope, &ground.root).map_err(refusal)).collect::<Result<Vec<_>, _>>()?;
    let done = carried_out(&clients, plans, matches.get_flag("dry-run"))?;
    tell(context, &done, "uninstalled");
    Ok(ExitCode::SUCCESS)
}

/// What became of one client's file.
struct Done {
    client: &'static Hooked,
    plan: Plan,
    /// None for a dry run.
    applied: Option<Applied>,
}

impl Done {
    fn written(&self) -> bool {
        self.applied.is_some() && self.plan.changed
    }

    fn text(&self, verb: &str) -> String {
        let (name, path) = (self.client.name(), tilde(&self.plan.path));
        match &self.applied {
            _ if !self.plan.changed => format!("{name}: hooks are {verb}, nothing to change in {path}\n"),
            None => format!("{}\n", self.plan.diff()),
            Some(_) if self.plan.gone => format!("{name}: hooks are {verb}.\nRemoved {path}: it held nothing else\n"),
            Some(applied) => {
                let backup = applied.backup.as_ref().map(|b| format!("Backup {}\n", tilde(b))).unwrap_or_default();
                format!("{name}: hooks are {verb}.\nWrote  {path}\n{backup}")
            }
        }
    }

    fn json(&self, verb: &str) -> Json {
        json!({
            "client": self.client.id,
            "state": if self.applied.is_some() || !self.plan.changed { verb } else { "planned" },
            "file": self.plan.path,
            "changed": self.written(),
            "removed": self.written() && self.plan.gone,
            "backup": self.applied.as_ref().and_then(|a| a.backup.clone()),
            "diff": self.plan.diff(),
            "gates": self.client.gates(),
        })
    }
}

fn carried_out(clients: &[&'static Hooked], plans: Vec<Plan>, dry: bool) -> Result<Vec<Done>, Refusal> {
    clients.iter().zip(plans).map(|(client, plan)| Ok(Done { client, applied: carry_out(&plan, dry)?, plan })).collect()
}

fn tell(context: &Context, done: &[Done], verb: &str) {
    match context.format {
        Format::Json => print(&format!("{}\n", json!({ "clients": done.iter().map(|one| one.json(verb)).collect::<Vec<_>>() }))),
        Format::Text => {
            print(&done.iter().map(|one| one.text(verb)).collect::<String>());
            if done.iter().any(|one| one.applied.is_none() && one.plan.changed) {
                print("Nothing was changed. Run it again without --dry-run to write it.\n");
            }
        }
    }
}

/// What one client's file holds of ours.
struct Standing {
    client: &'static Hooked,
    read: Result<(PathBuf, Vec<(Event, Found)>), ConnectError>,
    fails_closed: bool,
}

impl Standing {
    fn of(client: &'static Hooked, program: &Program, ground: &Ground) -> Self {
        let strict = Program { options: program.options.iter().cloned().chain(["--fail-closed".into()]).collect(), ..program.clone() };
        let closed = hooks::status(client, &strict, &ground.scope, &ground.root);
        let fails_closed = matches!(&closed, Ok((_, found)) if found.iter().any(|(_, found)| *found == Found::Ours));
        let read = if fails_closed { closed } else { hooks::status(client, program, &ground.scope, &ground.root) };
        Self { client, read, fails_closed }
    }

    /// Whether there is anything of ours in it, or nobody can tell.
    fn is_worth_telling(&self) -> bool {
        self.read.as_ref().map_or(true, |(_, found)| found.iter().any(|(_, found)| matches!(found, Found::Ours | Found::Other(_))))
    }

    fn json(&self) -> Json {
        match &self.read {
            Ok((path, found)) => {
                let events: serde_json::Map<String, Json> = found.iter().map(|(event, found)| (event.name().into(), state(found).into())).collect();
                json!({ "client": self.client.id, "file": path, "exists": path.exists(), "events": events, "failClosed": self.fails_closed })
            }
            Err(error) => json!({ "client": self.client.id, "unreadable": error.to_string() }),
        }
    }

    fn text(&self) -> String {
        let id = self.client.id;
        match &self.read {
            Err(error) => format!("{id:<12} unreadable: {}\n", visible_line(&error.to_string())),
            Ok((path, found)) => {
                let closed = if self.fails_closed { ", refuses writes when it cannot ask" } else { "" };
                let line =
                    |(event, found): &(Event, Found)| format!("  {:<20} {:<34} {}\n", event.name(), own_name(self.client, *event), state(found));
                format!("{id:<12} {}{closed}\n{}", tilde(path), found.iter().map(line).collect::<String>())
            }
        }
    }
}

fn status(context: &Context, ground: &Ground, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let named: Vec<&String> = matches.get_many::<String>("client").into_iter().flatten().collect();
    let wanted = |client: &&Hooked| named.is_empty() || named.iter().any(|id| **id == client.id);
    let standing = |ground: &Ground| -> Vec<Standing> {
        // What could not be written now may be there all the same, and is looked at.
        let bare = |_| (Program { launch: vec!["palace".into()], options: Vec::new() }, None);
        let (program, _) = program(context, &ground.scope, false).unwrap_or_else(bare);
        hooks::hooked().iter().filter(wanted).map(|client| Standing::of(client, &program, ground)).collect()
    };
    let mut found = standing(ground);
    // Whoever did not say whose file is meant asks what runs here: the project's files count too, where they hold anything.
    let said = matches.get_flag("project") || matches.get_one::<String>("user").is_some_and(String::is_empty);
    if !said {
        let project = Ground::of_project()?;
        if project.root != ground.root {
            found.extend(standing(&project).into_iter().filter(Standing::is_worth_telling));
        }
    }
    match context.format {
        Format::Json => print(&format!("{}\n", json!({ "clients": found.iter().map(Standing::json).collect::<Vec<_>>() }))),
        Format::Text => print(&found.iter().map(Standing::text).collect::<String>()),
    }
    Ok(ExitCode::SUCCESS)
}

fn own_name(client: &Hooked, event: Event) -> &'static str {
    match client.slot(event) {
        hooks::Slot::Named(name) => name,
        hooks::Slot::Missing(_) => "-",
    }
}

fn state(found: &Found) -> String {
    match found {
        Found::Ours => "installed".into(),
        Found::Other(what) => format!("installed, but it says {}", visible_line(what)),
        Found::Nothing => "not installed".into(),
        Found::NoEvent(why) => format!("no such hook: {why}"),
    }
}
