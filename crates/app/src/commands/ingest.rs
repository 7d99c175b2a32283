//! `palace ingest`: files, folders, transcripts, exports, histories and other programs' memories become evidence.
//!
//! What is known as it is, is not written again; what changed replaces what it said; what is gone is marked as gone. A
//! run that was stopped goes on where it was, because every batch is kept whole or not at all.
//!
//! Not here: reading formats (the `ingest` crate), and what is kept of them (the engine).

mod diary;
mod errand;
mod interrupt;
mod keeper;
mod lasting;
mod meter;
mod notes;
mod summary;
mod tally;

use super::{Context, LocalCommand};
use crate::{
    cli::{Format as Printed, banner, mind_format, print, unsealed},
    desk::Desk,
    worktree::{
        anchor::Surveyor,
        read::DOCUMENT_BYTES_MAX,
        walk::Rules,
        watch::{Watch, plan},
    },
};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use errand::{Delivery, Errand, Job, Target};
use ingest::format::{Format, Wording};
use interrupt::AtWork;
use keeper::Keeper;
use kernel::refusal::{Code, Refusal};
use meter::Meter;
use notes::Notes;
use std::{
    collections::BTreeSet,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, sync_channel},
    },
    time::Duration,
};
use summary::Summary;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "ingest", verbs: &[], command, run };
/// The same under `palace mind`, where `--format` has one more word.
pub(super) const MIND: LocalCommand = LocalCommand { name: "ingest", verbs: &[], command: mind_command, run };

/// The largest file that is read when it is found, and when it is named or another program's talk or memory.
const FOUND_BYTES_MAX: u64 = 2 << 20;
const NAMED_BYTES_MAX: u64 = 256 << 20;

/// Exit status when a fault in the program left something out.
const FAULT: u8 = 3;
/// Exit status when a file or folder was left out because this user may not read it.
const DENIED: u8 = 4;
/// Exit status when Ctrl-C ended it, as shells have it.
const INTERRUPTED: u8 = 130;

/// How long an interrupt may go unnoticed while nothing is delivered.
const INTERRUPT_POLL: Duration = Duration::from_millis(100);

/// What was asked for.
#[derive(Clone, Debug)]
struct Options {
    format: Option<Format>,
    title: Option<String>,
    bytes_max: Option<u64>,
    allow_secrets: bool,
    dry_run: bool,
    show_skipped: bool,
    wing: Option<String>,
    room: Option<String>,
    rules: Rules,
    wording: Wording,
    /// It goes to today's page of the diary, not to a source of its own.
    diary: bool,
}

impl Options {
    fn found_bytes_max(&self) -> u64 {
        self.bytes_max.unwrap_or(FOUND_BYTES_MAX)
    }
    fn named_bytes_max(&self) -> u64 {
        self.bytes_max.unwrap_or(NAMED_BYTES_MAX)
    }
}

fn mind_command() -> Command {
    // Conversations are known by what they say, so the word is taken and changes nothing: as in the contract's own program.
    command().arg(mind_format(&["convos".to_owned()]).help("How answers are printed; convos is taken too, and conversations are found without it"))
}

/// What says what is left out of folders, and what does not.
pub(super) fn ignoring(command: Command) -> Command {
    command
        .arg(
            Arg::new("ignore-file")
                .long("ignore-file")
                .value_name("FILE")
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .help("File with more of what to leave out, written as .gitignore is; may be said again"),
        )
        .arg(Arg::new("no-gitignore").long("no-gitignore").action(ArgAction::SetTrue).help("Read what git would leave out"))
        .arg(
            Arg::new("no-palaceignore")
                .long("no-palaceignore")
                .alias("no-mempalignore")
                .action(ArgAction::SetTrue)
                .help("Read what .palaceignore would leave out"),
        )
}

fn command() -> Command {
    let formats = Format::ALL.iter().map(|format| format!("  {:<17} {}", format.name(), format.about())).collect::<Vec<_>>().join("\n");
    let command = Command::new("ingest")
        .about("Read files, folders, transcripts, exports and histories, and keep them as evidence")
        .after_help(format!(
            "Folders are read as git would: .gitignore, .ignore and .palaceignore count, and so does the .mempalignore of an earlier program. What did not change is not written again.\n\nExit status: 0 when it is done, with what was left out named; 1 when the answer is no; {FAULT} when a fault in this program left something out, which is listed as failed; {DENIED} when files or folders that this user may not read were left out (no-permission), and everything else was read; {INTERRUPTED} when Ctrl-C ended it.\n\nFormats, found by themselves unless --as names one:\n{formats}"
        ))
        .arg(Arg::new("path").value_name("PATH").num_args(1..).required(true).value_parser(value_parser!(PathBuf)).help("File or folder, or - for standard input"))
        .arg(Arg::new("as").long("as").value_name("FORMAT").value_parser(PossibleValuesParser::new(Format::ALL.map(Format::name))).hide_possible_values(true).help("Read everything in this format"))
        .arg(Arg::new("git").long("git").action(ArgAction::SetTrue).help("Read the history of a repository instead of its files"))
        .arg(Arg::new("watch").long("watch").action(ArgAction::SetTrue).help("Go on and read what changes, until stopped"))
        .arg(Arg::new("dry-run").long("dry-run").action(ArgAction::SetTrue).help("Only say what would be kept"))
        .arg(Arg::new("show-skipped").long("show-skipped").action(ArgAction::SetTrue).help("Name everything that is left out, not only the first few"))
        .arg(Arg::new("title").long("title").value_name("TEXT").help("What people would call it, for a single file or standard input"))
        .arg(Arg::new("wing").long("wing").value_name("NAME").help("Wing that all of it stands in (the project's name if left out)"))
        .arg(Arg::new("room").long("room").value_name("NAME").help("Room of that wing"))
        .arg(Arg::new("as-path").long("as-path").value_name("NAME").help("Name of what standard input brings; the same name later replaces it"))
        .arg(Arg::new("max-size").long("max-size").value_name("BYTES").value_parser(value_parser!(u64).range(1..)).help(format!(
            "Largest file to read (2 MiB when found in a folder, 256 MiB when named or a transcript, export or memory); of one document, at most {} MiB of text are kept",
            DOCUMENT_BYTES_MAX >> 20
        )));
    ignoring(command)
        .arg(
            Arg::new("no-strip-noise")
                .long("no-strip-noise")
                .action(ArgAction::SetTrue)
                .help("Keep what programs put into transcripts: reminders, preambles, banners"),
        )
        .arg(
            Arg::new("diary-rollup")
                .long("diary-rollup")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["git", "watch", "allow-secrets"])
                .help("Put each document on today's page of the diary, instead of a source of its own"),
        )
        .arg(
            Arg::new("allow-secrets")
                .long("allow-secrets")
                .action(ArgAction::SetTrue)
                .help("Keep secrets that would be taken out; a human seals that"),
        )
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let options = Options {
        format: matches.get_one::<String>("as").and_then(|word| Format::named(word)),
        title: matches.get_one::<String>("title").cloned(),
        bytes_max: matches.get_one::<u64>("max-size").copied(),
        allow_secrets: matches.get_flag("allow-secrets"),
        dry_run: matches.get_flag("dry-run"),
        show_skipped: matches.get_flag("show-skipped"),
        wing: matches.get_one::<String>("wing").cloned(),
        room: matches.get_one::<String>("room").cloned(),
        rules: rules(matches)?,
        wording: if matches.get_flag("no-strip-noise") { Wording::AsWritten } else { Wording::WithoutNoise },
        diary: matches.get_flag("diary-rollup"),
    };
    let paths: Vec<&PathBuf> = matches.get_many::<PathBuf>("path").into_iter().flatten().collect();
    let as_path = matches.get_one::<String>("as-path");
    let git = matches.get_flag("git");
    let mut desk = context.open()?;
    banner(unsealed(&desk));
    interrupt::listen();
    let targets = paths.into_iter().map(|path| target(path, git, as_path)).collect::<Result<Vec<_>, _>>()?;
    if !matches.get_flag("watch") {
        let (summary, outcome) = one_round(&mut desk, &options, &targets, None, None);
        say(context.format, &summary);
        outcome.map_err(|refusal| summary.after_a_part(refusal))?;
        return match summary.nothing() {
            Some(refusal) => Err(refusal),
            None => Ok(summary.status()),
        };
    }
    watch(context, &mut desk, &options, &targets)
}

/// What is left out of folders. A file that says so must be one that can be read: nobody wants the rest instead.
pub(super) fn rules(matches: &ArgMatches) -> Result<Rules, Refusal> {
    let more = matches.get_many::<PathBuf>("ignore-file").into_iter().flatten().cloned().collect();
    let rules = Rules { git: !matches.get_flag("no-gitignore"), own: !matches.get_flag("no-palaceignore"), more };
    let refuse = |why| {
        Code::InputInvalid
            .refuse("--ignore-file", format!("what to leave out cannot be read: {why}"))
            .next("Name files that are written as .gitignore is")
    };
    rules.over(Path::new("")).map(|_| rules.clone()).map_err(refuse)
}

/// Keeps a conversation that somebody hands over, as evidence of where it was held.
pub(crate) fn keep_transcript(desk: &mut Desk, path: PathBuf, bytes: Vec<u8>, format: Option<Format>) -> Result<(), Refusal> {
    let options = Options {
        format,
        title: None,
        bytes_max: None,
        allow_secrets: false,
        dry_run: false,
        show_skipped: false,
        wing: None,
        room: None,
        rules: Rules::default(),
        wording: Wording::WithoutNoise,
        diary: false,
    };
    let (summary, outcome) = one_round(desk, &options, &[Target::Transcript(path, bytes)], None, None);
    outcome?;
    summary.nothing().map_or(Ok(()), Err)
}

/// What a path on the command line is.
fn target(path: &Path, git: bool, as_path: Option<&String>) -> Result<Target, Refusal> {
    if path.as_os_str() == "-" {
        return Ok(Target::Stdin(as_path.cloned()));
    }
    let refuse = |why: String| Code::InputInvalid.refuse(path.display().to_string(), format!("{} {why}", path.display()));
    let found = path
        .canonicalize()
        .map_err(|e| refuse(format!("cannot be read: {e}")).next("Name a file or folder that is there, or - for standard input"))?;
    match (git, found.is_dir()) {
        (true, true) => Ok(Target::History(found)),
        (true, false) => Err(refuse("is no folder, and so no repository".into()).next("Name the folder of a repository")),
        (false, true) => Ok(Target::Folder(found)),
        (false, false) => Ok(Target::File(found)),
    }
}

/// Reads once. What was done until an error is told too.
fn one_round(
    desk: &mut Desk,
    options: &Options,
    targets: &[Target],
    only: Option<&BTreeSet<PathBuf>>,
    watch: Option<&mut Watch>,
) -> (Summary, Result<(), Refusal>) {
    let named = targets.iter().filter_map(|target| if let Target::File(path) = target { Some(path.display().to_string()) } else { None });
    let mut summary = Summary { dry_run: options.dry_run, show_skipped: options.show_skipped, named: named.collect(), ..Summary::default() };
    let never = desk.home.dir().canonicalize().into_iter().collect::<Vec<_>>();
    let mut errand = Errand { is_narrowed: only.is_some(), ..Errand::default() };
    let mut surveyor = Surveyor::new(&desk.home, &desk.engine).trial(options.dry_run);
    for target in targets {
        if let Err(refusal) = errand.add(&mut surveyor, target, options, only, &never) {
            return (summary, Err(refusal));
        }
    }
    if let Some(watch) = watch {
        for folder in &errand.folders {
            let _ = watch.add(folder); // it went away again: then there is nothing to hear from it
        }
    }
    let outcome = carry_out(desk, options, errand, &mut summary);
    (summary, outcome)
}

fn carry_out(desk: &mut Desk, options: &Options, mut errand: Errand, summary: &mut Summary) -> Result<(), Refusal> {
    summary.found = errand.jobs.len() as u64 + errand.skipped.iter().filter(|skipped| skipped.is_file).count() as u64;
    summary.skipped.append(&mut errand.skipped);
    if options.diary {
        return diary::keep(desk, options, errand, summary);
    }
    errand.recall_known(&desk.engine)?;
    let jobs = std::mem::take(&mut errand.jobs);
    let errand = Arc::new(errand);
    let mut notes = Notes::of(&desk.home, options, &errand);
    let mut keeper = Keeper::new(desk, options, &errand, summary);
    let jobs = notes.without_unchanged(jobs, &mut keeper)?;
    let meter = Meter::new(jobs.len() as u64, jobs.iter().map(Job::bytes).sum());
    keeper.show(meter.clone());
    let read = read_all(jobs, &errand, options, &meter, &mut |delivery| {
        notes.learn(&delivery);
        keeper.take(delivery)?;
        Ok(Progress { kept: keeper.kept(), waiting: keeper.waiting(), waiting_bytes: keeper.waiting_bytes() })
    });
    // What was learnt of files is so, whatever became of what was read from them.
    notes.save(&errand);
    // The last batch may be the largest.
    let outcome = match read {
        Ok(Read::Everything) => {
            let _at_work = AtWork::begin();
            keeper.finish().map(|()| Read::Everything)
        }
        unfinished => unfinished,
    };
    meter.finish();
    let outcome = match outcome {
        Ok(Read::Everything) => Ok(()),
        Ok(Read::UntilInterrupted) => {
            keeper.interrupt();
            Ok(())
        }
        Err(refusal) if refusal.code() == Code::Cancelled && interrupt::is_asked() => {
            keeper.interrupt();
            Ok(())
        }
        Err(refusal) => Err(refusal),
    };
    keeper.settle();
    outcome
}

/// How far the keeping is.
struct Progress {
    /// Pieces that are kept.
    kept: u64,
    /// Documents that wait to be kept.
    waiting: u64,
    /// Their bytes.
    waiting_bytes: u64,
}

/// How far the reading came.
enum Read {
    Everything,
    UntilInterrupted,
}

/// Reads everything in a thread of its own, while `take` keeps what was read and says how far it is.
fn read_all(
    jobs: Vec<Job>,
    errand: &Arc<Errand>,
    options: &Options,
    meter: &Meter,
    take: &mut dyn FnMut(Delivery) -> Result<Progress, Refusal>,
) -> Result<Read, Refusal> {
    let _at_work = AtWork::begin();
    let (deliver, delivered) = sync_channel(64);
    let (errand, options, shown) = (errand.clone(), options.clone(), meter.clone());
    // It is not waited for: whoever interrupts the run need not wait for a large file.
    std::thread::spawn(move || {
        for job in jobs {
            if let Some((path, bytes)) = job.large() {
                shown.reading(path, bytes);
            }
            let bytes = job.bytes();
            // Nobody takes it any more: the keeper met an error and says so, or the run was interrupted.
            if deliver.send((job.read(&errand, &options), bytes)).is_err() {
                break;
            }
        }
    });
    let (mut taken, mut taken_bytes) = (0_u64, 0_u64);
    loop {
        match delivered.recv_timeout(INTERRUPT_POLL) {
            _ if interrupt::is_asked() => return Ok(Read::UntilInterrupted),
            Ok((delivery, bytes)) => {
                let progress = take(delivery)?;
                taken += 1;
                taken_bytes += bytes;
                meter.done(taken.saturating_sub(progress.waiting), taken_bytes.saturating_sub(progress.waiting_bytes), progress.kept);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Read::Everything),
        }
    }
}

/// Reads, and goes on reading what changes.
fn watch(context: &Context, desk: &mut Desk, options: &Options, targets: &[Target]) -> Result<ExitCode, Refusal> {
    let roots: Vec<PathBuf> = targets.iter().filter_map(Target::watched).collect();
    if roots.is_empty() {
        return Err(Code::InputInvalid
            .refuse("--watch", "there is nothing to watch")
            .next("Name files or folders; standard input and histories end by themselves"));
    }
    let failed = |error: notify::Error| {
        Code::Internal
            .refuse("--watch", format!("the system does not tell what changes: {error}"))
            .next("Leave --watch out and run the command again now and then")
    };
    let mut watch = Watch::new().map_err(failed)?;
    for root in &roots {
        // Editors put a new file in the place of the old one, which only its folder hears of.
        let folder = if root.is_dir() { root } else { root.parent().unwrap_or(root) };
        watch.add(folder).map_err(failed)?;
    }
    let (summary, outcome) = one_round(desk, options, targets, None, Some(&mut watch));
    say(context.format, &summary);
    outcome?;
    let _ = writeln!(std::io::stderr(), "{watch}");
    let never = desk.home.dir().canonicalize().into_iter().collect::<Vec<_>>();
    let lasting: Vec<Target> = targets.iter().filter(|target| target.watched().is_some()).cloned().collect();
    while let Some(events) = watch.round() {
        let plan = plan(&roots, &never, &events);
        if plan.is_empty() {
            continue;
        }
        let mut touched = plan.touched;
        loop {
            let before = watch.folders();
            let only = if plan.everything { None } else { Some(&touched) };
            let (summary, outcome) = one_round(desk, options, &lasting, only, Some(&mut watch));
            if summary.is_news() {
                say(context.format, &summary);
            }
            outcome?;
            // A folder that was just made may have got files between the walk and the watch: it is looked at once more.
            if watch.folders() <= before {
                break;
            }
            touched.retain(|path| path.is_dir());
            if touched.is_empty() {
                break;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn say(format: Printed, summary: &Summary) {
    print(&match format {
        Printed::Json => format!("{}\n", summary.json()),
        Printed::Text => summary.text(),
    });
}
