//! The house's own commands: what needs a terminal, a file or a network, and so is no operation. One file each, one line here.

pub(crate) mod adoption;
mod backup;
mod call;
mod completions;
mod connect;
mod demo;
mod disconnect;
mod doctor;
mod embed;
mod export;
mod hook;
mod hooks;
mod import;
mod index;
mod ingest;
mod inherit;
mod init;
mod key;
mod left_out;
mod progress;
mod reference;
mod reindex;
mod restore;
mod review;
mod seal;
mod serve;
mod started;
mod token;
mod trust;
mod up;
mod wrap;

use crate::{cli::Format, desk::Desk, home::Home};
use clap::{ArgMatches, Command};
use kernel::{actor::Mode, refusal::Refusal};
use std::process::ExitCode;

pub(crate) use backup::renew;
pub(crate) use ingest::keep_transcript;
pub use reference::files as reference_files;

/// What every command is given.
#[derive(Clone, Debug)]
pub struct Context {
    /// The folder.
    pub home: Home,
    /// The ceiling.
    pub mode: Mode,
    /// Whether the ceiling was asked for.
    pub mode_given: bool,
    /// The name to act under.
    pub name: String,
    /// How answers are printed.
    pub format: Format,
}

impl Context {
    /// Opens the palace.
    pub fn open(&self) -> Result<Desk, Refusal> {
        Desk::open(self.home.clone(), self.mode, &self.name)
    }
}

/// One command of the house.
pub struct LocalCommand {
    /// Its word.
    pub name: &'static str,
    /// Verbs below it that it handles itself; other verbs are operations.
    pub verbs: &'static [&'static str],
    /// Its arguments and help.
    pub command: fn() -> Command,
    /// What it does.
    pub run: fn(&Context, &ArgMatches) -> Result<ExitCode, Refusal>,
}

/// Every command, in the order of the help page.
#[rustfmt::skip] // one line each, so that adding one is one line
pub const ALL: &[LocalCommand] = &[
    up::COMMAND,
    demo::COMMAND,
    init::COMMAND,
    serve::COMMAND,
    ingest::COMMAND,
    index::COMMAND,
    embed::COMMAND,
    review::COMMAND,
    seal::COMMAND,
    key::COMMAND,
    trust::COMMAND,
    token::COMMAND,
    connect::COMMAND,
    disconnect::COMMAND,
    hooks::COMMAND,
    hook::COMMAND,
    doctor::COMMAND,
    backup::COMMAND,
    restore::COMMAND,
    export::COMMAND,
    import::COMMAND,
    inherit::COMMAND,
    adoption::COMMAND,
    call::COMMAND,
    completions::COMMAND,
    reference::COMMAND,
];

/// The house's own commands that stand under `palace mind` too, by the mind contract's words. An operation that has the same words
/// comes first.
#[rustfmt::skip] // one line each, so that adding one is one line
pub const MIND: &[(&str, LocalCommand)] = &[
    ("bench longmemeval", left_out::LONGMEMEVAL),
    ("compress", left_out::COMPRESS),
    ("doctor", doctor::COMMAND),
    ("ingest", ingest::MIND),
    ("init", init::COMMAND),
    ("phase3 adoption wrap", adoption::WRAP),
    ("reindex", reindex::MIND),
    ("serve", serve::MIND),
];

/// The command behind a word, unless the words below it name an operation.
pub fn find<'m>(word: &str, matches: &'m ArgMatches) -> Option<(&'static LocalCommand, &'m ArgMatches)> {
    let house = ALL.iter().find(|c| c.name == word)?;
    match matches.subcommand_name() {
        Some(verb) if !house.verbs.contains(&verb) => None,
        Some(_) | None => Some((house, matches)),
    }
}

/// Whether a client speaks MCP with the process over its standard streams.
pub fn speaks_mcp(matches: &ArgMatches) -> bool {
    match matches.subcommand() {
        Some(("serve", _)) => true,
        Some(("up", inner)) => inner.get_flag("stdio"),
        Some(("mind", inner)) => inner.subcommand_name() == Some("serve"),
        Some(_) | None => false,
    }
}

/// Whether a command keeps nothing in a home, so that it runs where none is known.
pub fn needs_no_home(word: &str, matches: &ArgMatches) -> bool {
    matches!(word, "completions" | "demo" | "reference") || (word == "up" && matches.get_flag("demo"))
}
