//! Commands of the mind contract that were left out by decision: whoever says one learns why, and what to say instead.
//!
//! Not here: commands that are still to come. Those do not exist, and clap says so.

use super::{Context, LocalCommand};
use clap::{Arg, ArgMatches, Command};
use kernel::refusal::{Code, Refusal};
use std::process::ExitCode;

pub(super) const COMPRESS: LocalCommand = LocalCommand { name: "compress", verbs: &[], command: compress, run: no_shorthand };
pub(super) const LONGMEMEVAL: LocalCommand = LocalCommand { name: "longmemeval", verbs: &[], command: longmemeval, run: no_bench };

/// Whatever stands behind the word: what is left out takes anything, because it does nothing.
fn anything(name: &'static str, about: &'static str) -> Command {
    let words = Arg::new("words").value_name("WORDS").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true).help("Not looked at");
    Command::new(name).about(about).arg(words)
}

fn compress() -> Command {
    anything("compress", "Left out by decision 19: a shorthand loses more than it saves")
}

fn longmemeval() -> Command {
    anything("longmemeval", "Left out by decision 19: recall is measured in the workshop, not by the program")
}

fn no_shorthand(_: &Context, _: &ArgMatches) -> Result<ExitCode, Refusal> {
    Err(Code::ToolUnknown
        .refuse("compress", "`compress` was left out by decision 19: measured, the shorthand loses more than it saves")
        .next("Keep texts as they are, and ask for fewer of them: `search --top-k`, `context --max-items`; `cargo xtask bench recall` measures what is found"))
}

fn no_bench(_: &Context, _: &ArgMatches) -> Result<ExitCode, Refusal> {
    Err(Code::ToolUnknown
        .refuse("bench longmemeval", "`bench longmemeval` was left out by decision 19: the program measures nothing itself")
        .next("Run `cargo xtask bench recall --data FOLDER` in the program's repository: it says how well a labelled set is found"))
}
