//! `palace init`: create a palace; in a repository, also describe it and read its tree.

mod project;

use super::{
    Context, LocalCommand,
    index::read_tree,
    ingest::{ignoring, rules},
};
use crate::{
    cli::{Format, banner, print, sealed_call},
    desk::{Desk, now},
    dialects::GATES,
    home::Home,
    sealing::asking,
    terminal::{Terminal, many},
    worktree::{
        anchor::Surveyor,
        floorplan::FOLDER,
        git::Repository,
        tree::{self, Indexed},
    },
};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use kernel::{
    cycle::Preset,
    palace::Sealing,
    refusal::{Code, Refusal},
};
use project::{Described, Manner};
use serde_json::json;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "init", verbs: &[], command, run };

fn command() -> Command {
    let command = Command::new("init")
        .about("Create a palace; in a repository, describe its rooms in .palace/ and read its tree too")
        .arg(Arg::new("dir").value_name("DIR").value_parser(value_parser!(PathBuf)).help("Folder to stand in (this one if left out)"))
        .arg(Arg::new("project").long("project").action(ArgAction::SetTrue).help("Create it in .palace/ of that folder, for this project alone"))
        .arg(
            Arg::new("unsealed")
                .long("unsealed")
                .action(ArgAction::SetTrue)
                .help("For tests and demos: decisions need no signature; cannot be changed later"),
        )
        .arg(Arg::new("force").long("force").action(ArgAction::SetTrue).help("Write the repository's documents anew, over what is there"))
        .arg(Arg::new("skip-detect").long("skip-detect").action(ArgAction::SetTrue).help("Describe the overview alone; do not look for rooms"))
        .arg(Arg::new("no-describe").long("no-describe").action(ArgAction::SetTrue).help("Create the palace alone; leave the repository as it is"))
        .arg(
            Arg::new("preset")
                .long("preset")
                .value_name("NAME")
                .value_parser(PossibleValuesParser::new(Preset::ALL.map(|preset| preset.name)))
                .help("Which calls the gates want in this project, and how strictly; asked on a terminal"),
        )
        .arg(
            Arg::new("no-index")
                .long("no-index")
                .alias("no-scan")
                .action(ArgAction::SetTrue)
                .help("Do not read the repository's tree; `palace index` does it later"),
        )
        .arg(Arg::new("dry-run").long("dry-run").action(ArgAction::SetTrue).conflicts_with("preset").help("Only say what would be made"));
    // It holds for this once: what is to be left out for good stands in .palaceignore.
    ignoring(command)
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let named = matches.get_one::<PathBuf>("dir").map(|dir| tree::named(dir)).transpose()?;
    let home = match &named {
        Some(dir) if matches.get_flag("project") => Home::at(dir.join(FOLDER)),
        None if matches.get_flag("project") => Home::at(FOLDER),
        Some(_) | None => context.home.clone(),
    };
    let for_project = matches.get_flag("project");
    if for_project {
        admit(&home)?;
    }
    let sealing = if matches.get_flag("unsealed") { Sealing::Unsealed } else { Sealing::Sealed };
    let rules = rules(matches)?;
    let repository = if matches.get_flag("no-describe") { None } else { repository(named.as_deref()) };
    let manner = Manner { force: matches.get_flag("force"), detect: !matches.get_flag("skip-detect"), write: !matches.get_flag("dry-run") };
    let describe = |by: &str| repository.as_ref().map(|repository| project::describe(&repository.root, by, now(), manner, &rules)).transpose();
    if matches.get_flag("dry-run") {
        would(context.format, &home, sealing, describe(&context.name)?);
        return Ok(ExitCode::SUCCESS);
    }
    if for_project {
        home.make()?;
        home.close()?;
        project::keep_out(&home)?;
    }
    let (mut desk, created) = Desk::create(home, context.mode, &context.name, sealing)?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    let unsealed = house.genesis.sealing == Sealing::Unsealed;
    if !created && sealing == Sealing::Unsealed && !unsealed {
        return Err(Code::InputInvalid
            .refuse("--unsealed", "this palace is sealed, and a sealed palace can never be unsealed")
            .next("Create another one: --home DIR init --unsealed"));
    }
    if for_project {
        desk.home.list()?;
    }
    banner(unsealed);
    if let Some(dir) = &named {
        let anchor = Surveyor::new(&desk.home, &desk.engine).anchor(dir);
        desk.stand_at(anchor);
    }
    let described = describe(&desk.name)?;
    let asked = matches.get_one::<String>("preset").cloned();
    let asked = if asked.is_none() && created && context.format == Format::Text { ask_preset()? } else { asked };
    let preset = asked.map(|name| Ok::<_, Refusal>((choose(&desk, &name)?, name))).transpose()?;
    let start = Instant::now();
    let indexed = match &repository {
        Some(repository) if !matches.get_flag("no-index") => Some(read_tree(&desk, &repository.root, rules)?),
        Some(_) | None => None,
    };
    if context.format == Format::Json {
        let mut answer = json!({ "palace": house.palace, "sealing": house.genesis.sealing, "created": created, "home": desk.home.dir() });
        if let Some(Described { languages, rooms, written }) = described {
            answer["project"] =
                json!({ "languages": languages.into_iter().collect::<std::collections::BTreeMap<_, _>>(), "rooms": rooms, "written": written });
        }
        if let Some(indexed) = indexed {
            answer["index"] = indexed.json();
        }
        if let Some((state, name)) = preset {
            answer["preset"] = json!({ "name": name, "state": state.word() });
        }
        print(&format!("{answer}\n"));
        return Ok(ExitCode::SUCCESS);
    }
    let has_key = desk.home.key_file().exists();
    let what = if created { "Created" } else { "Already there:" };
    print(&format!("{what} {} palace {} in {}\n", house.genesis.sealing.name(), house.palace, desk.home.dir().display()));
    if let Some(described) = described {
        print(&told(&described));
    }
    if let Some(indexed) = indexed {
        print(&read(&indexed, start.elapsed().as_secs_f64()));
    }
    if let Some((state, name)) = &preset {
        print(&state.told(name, house.genesis.sealing, has_key));
    }
    let told = matches!(preset, Some((Chosen::Waits, _)));
    let key = if unsealed || has_key || told { "" } else { "`palace key create` makes the key that your approvals are signed with; " };
    if created || !key.is_empty() {
        print(&format!("Next: {key}`palace connect <client>` tells an agent about it.\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses a project's folder that brings a palace of somebody else's, or parts of one: a new palace would believe what it finds there.
fn admit(home: &Home) -> Result<(), Refusal> {
    let dir = home.dir().display();
    if home.is_listed()? {
        return Ok(());
    }
    if home.exists() {
        return Err(Code::TrustBroken
            .refuse(dir.to_string(), format!("{dir} holds a palace that you neither made nor trusted"))
            .next(format!("Look at it and trust it with `{}`, or move it away", home.trusting())));
    }
    match home.own().into_iter().min() {
        Some(path) => Err(Code::InputInvalid
            .refuse(dir.to_string(), format!("{} is there before the palace it would belong to", path.display()))
            .next(format!("Move it out of {dir} if you did not put it there; then create the palace, put it back and run `{}`", home.trusting()))),
        None => Ok(()),
    }
}

const PRESET: &str = "preset.apply";

/// What became of a preset.
enum Chosen {
    /// It holds.
    Holds,
    /// A human has still to seal it.
    Waits,
}

impl Chosen {
    fn word(&self) -> &'static str {
        match self {
            Self::Holds => "applied",
            Self::Waits => "waits",
        }
    }

    /// What to say of it, and what to do: an unsealed palace asks for a yes and never for a key.
    fn told(&self, name: &str, sealing: Sealing, has_key: bool) -> String {
        let how = format!(
            "`palace hooks install` brings it to your clients, and `palace connect <client> --profile {}` the tools that pass its gates.",
            GATES.name
        );
        match (self, sealing) {
            (Self::Holds, _) => format!("Preset {name} holds here. {how}\n"),
            (Self::Waits, Sealing::Unsealed) => format!("Preset {name} waits for a person's yes: run `palace review` on a terminal. Then {how}\n"),
            (Self::Waits, Sealing::Sealed) if has_key => {
                format!("Preset {name} waits for your seal: run `palace review` on a terminal. Then {how}\n")
            }
            (Self::Waits, Sealing::Sealed) => {
                format!(
                    "Preset {name} waits for your seal: make a key with `palace key create`, then run `palace review` on a terminal. Then {how}\n"
                )
            }
        }
    }
}

/// Chooses a preset for where the process stands. A palace that was just made has no key to seal it with: then it waits.
fn choose(desk: &Desk, name: &str) -> Result<Chosen, Refusal> {
    let input = json!({ "presetName": name });
    let has_key = desk.home.key_file().exists();
    let answer = if has_key { sealed_call(desk, PRESET, input.clone()) } else { desk.ask(PRESET, input.clone()) };
    let answer = match answer {
        // Nobody can decide here yet, so it is proposed as whatever a program wants is: the inbox keeps it until there is a key.
        Err(refusal) if refusal.code() == Code::KeyMissing => desk.propose(PRESET, input),
        other => other,
    };
    match answer {
        Ok(envelope) if envelope.get().approval_required => Ok(Chosen::Waits),
        Ok(_) => Ok(Chosen::Holds),
        Err(refusal) if refusal.code() == Code::SealRequired => Ok(Chosen::Waits),
        Err(refusal) => Err(refusal),
    }
}

/// Asks a person which preset they want. Where nobody sits at a terminal, or they want none, there is none.
fn ask_preset() -> Result<Option<String>, Refusal> {
    let Ok(mut terminal) = Terminal::open() else { return Ok(None) };
    let mut page = "Which preset should hold in this project? It says what an agent has to do before it writes.\n".to_owned();
    let mut keys = vec!['0'];
    for (number, preset) in ('1'..='9').zip(Preset::ALL) {
        page.push_str(&format!("  {number}  {:<11} {}\n", preset.name, preset.description));
        keys.push(number);
    }
    page.push_str("  0  none for now\n");
    terminal.show(&page).map_err(|e| asking(&e))?;
    let key = terminal.ask_key("Press a number: ", &keys).map_err(|e| asking(&e))?;
    let place = keys.iter().position(|known| *known == key).and_then(|place| place.checked_sub(1));
    Ok(place.and_then(|place| Preset::ALL.get(place)).map(|preset| preset.name.to_owned()))
}

/// The repository around a folder, or around where the process stands, if there is one.
fn repository(named: Option<&Path>) -> Option<Repository> {
    let here = named.map_or_else(|| std::env::current_dir().ok()?.canonicalize().ok(), |dir| Some(dir.to_owned()))?;
    Repository::around(&here)
}

/// Says what would be made, where nothing is made.
fn would(format: Format, home: &Home, sealing: Sealing, described: Option<Described>) {
    let is_new = !home.exists();
    if format == Format::Json {
        let mut answer = json!({ "dryRun": true, "wouldCreate": is_new, "home": home.dir() });
        if let Some(Described { languages, rooms, written }) = described {
            answer["project"] =
                json!({ "languages": languages.into_iter().collect::<std::collections::BTreeMap<_, _>>(), "rooms": rooms, "written": written });
        }
        return print(&format!("{answer}\n"));
    }
    let dir = home.dir().display();
    print(&if is_new { format!("Would create a {} palace in {dir}\n", sealing.name()) } else { format!("Already there: the palace in {dir}\n") });
    if let Some(Described { rooms, written, .. }) = described {
        print(&format!("Rooms: {}\nWould write {} to .palace/\n", rooms.join(", "), many(written.len(), "file", "files")));
    }
}

/// What was read, in one line. What was known is not read again, and says so.
fn read(indexed: &Indexed, seconds: f64) -> String {
    if indexed.is_news() {
        let Indexed { files, lines, symbols, .. } = indexed;
        let (files, lines, symbols) = (many(*files, "file", "files"), many(*lines, "line", "lines"), many(*symbols, "symbol", "symbols"));
        return format!("Read the tree: {files}, {lines}, {symbols} in {seconds:.1} s. `palace explore` finds what is in it.\n");
    }
    format!("Read the tree: {}, nothing changed, in {seconds:.1} s.\n", many(indexed.files, "file", "files"))
}

fn told(Described { languages, rooms, written }: &Described) -> String {
    let spoken: Vec<String> = languages.iter().map(|(name, files)| format!("{name} ({files})")).collect();
    let mut page = format!("Rooms: {}\n", rooms.join(", "));
    if !spoken.is_empty() {
        page = format!("Languages: {}\n{page}", spoken.join(", "));
    }
    if written.is_empty() {
        return page + "The repository is described already; nothing was written. Write it anew with --force.\n";
    }
    page + &format!("Wrote {} to .palace/: yours to change, and to keep in the repository.\n", many(written.len(), "file", "files"))
}
