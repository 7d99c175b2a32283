//! `palace index`: reads the working tree, so that it can be explored. What did not change is not read again.
//!
//! Not here: what an index holds and how it is asked; those are operations.

use super::{Context, LocalCommand, progress::bar};
use crate::{
    cli::{Format, banner, print, unsealed},
    desk::Desk,
    terminal::many,
    worktree::{
        tree::{Ground, Indexed, Indexer, named},
        walk::Rules,
        watch::{Watch, plan},
    },
};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use kernel::refusal::{Code, Refusal};
use std::{
    collections::BTreeSet,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "index", verbs: &[], command, run };

fn command() -> Command {
    Command::new("index")
        .about("Read the working tree so that it can be explored; see also what finds things")
        .after_help("The tree is read as git would: .gitignore, .ignore and .palaceignore count. What did not change is not read again.")
        .arg(Arg::new("path").value_name("FOLDER").value_parser(value_parser!(PathBuf)).help("Folder to read (this one if left out)"))
        .arg(Arg::new("watch").long("watch").action(ArgAction::SetTrue).help("Go on and follow what changes, until stopped"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let dir = named(matches.get_one::<PathBuf>("path").map_or(Path::new("."), PathBuf::as_path))?;
    let desk = context.open()?;
    banner(unsealed(&desk));
    let ground = Ground::at(&desk.home, &desk.engine, &dir);
    let indexer = Indexer { desk: &desk, actor: desk.actor(), ground: &ground, rules: Rules::default() };
    let mut watch = if matches.get_flag("watch") { Some(Watch::new().map_err(deaf)?) } else { None };
    let indexed = one_round(&indexer, None, watch.as_mut())?;
    say(context.format, &indexed);
    let Some(mut watch) = watch else { return Ok(ExitCode::SUCCESS) };
    let _ = writeln!(std::io::stderr(), "{watch}");
    let never: Vec<PathBuf> = desk.home.dir().canonicalize().into_iter().collect();
    while let Some(events) = watch.round() {
        let plan = plan(std::slice::from_ref(&dir), &never, &events);
        if plan.is_empty() {
            continue;
        }
        let indexed = one_round(&indexer, (!plan.everything).then_some(&plan.touched), Some(&mut watch))?;
        if indexed.is_news() {
            say(context.format, &indexed);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn deaf(error: notify::Error) -> Refusal {
    Code::Internal
        .refuse("--watch", format!("the system does not tell what changes: {error}"))
        .next("Leave --watch out and run the command again now and then")
}

/// Reads a whole tree once, for whoever the desk speaks for, with a bar where somebody watches.
pub(super) fn read_tree(desk: &Desk, dir: &Path, rules: Rules) -> Result<Indexed, Refusal> {
    let ground = Ground::at(&desk.home, &desk.engine, dir);
    one_round(&Indexer { desk, actor: desk.actor(), ground: &ground, rules }, None, None)
}

fn one_round(indexer: &Indexer<'_>, only: Option<&BTreeSet<PathBuf>>, mut watch: Option<&mut Watch>) -> Result<Indexed, Refusal> {
    let bar = bar("files");
    let indexed = indexer.round(
        only,
        &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        },
        &mut |folder| {
            if let Some(watch) = &mut watch {
                let _ = watch.add(folder); // it went away again: then there is nothing to hear from it
            }
        },
    );
    bar.finish_and_clear();
    indexed
}

fn say(format: Format, indexed: &Indexed) {
    print(&match format {
        Format::Json => format!("{}\n", indexed.json()),
        Format::Text if indexed.is_news() => format!(
            "{}: {} new or changed, {} outlined ({}, {}), {} gone.\n",
            many(indexed.files, "file", "files"),
            indexed.changed,
            indexed.read,
            many(indexed.lines, "line", "lines"),
            many(indexed.symbols, "symbol", "symbols"),
            indexed.gone
        ),
        Format::Text => format!("{}: nothing changed.\n", many(indexed.files, "file", "files")),
    });
}
