//! `palace mind …`: the commands of the mind contract, in its own words, over the same operations.
//!
//! A command is found by [`engine::Spec::mind`] or is one of the house's own; its flags come from the same schema as every other
//! surface. Answers are what the contract's program prints: the thing itself, in its spelling, and where it stands beside it.
//!
//! Not here: any command's meaning. A word that is not in the registry or in the house's list does not exist.

mod flags;

use super::{Format, banner, output::finish_in, print, sealed_call, tree::Wanted, unsealed};
use crate::{
    commands::{self, Context, LocalCommand},
    dialects::answer,
    worktree::anchor::Surveyor,
};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use engine::{
    Dialect, Envelope, OPERATIONS, Op, Operation, Roots, Said,
    ops::memory::doctor::{Doctor, without_palace},
};
use kernel::refusal::{Code, Refusal};
use serde_json::Value as Json;
use std::{borrow::Cow, path::PathBuf, process::ExitCode};

/// The word that the commands stand under.
pub(super) const WORD: &str = "mind";

/// How answers can be printed. Whoever knows the contract's program says `plain`.
const PRINTED: [&str; 3] = ["plain", "text", "json"];

/// What each group of commands is about, by its words.
const GROUPS: &[(&str, &str)] = &[
    ("", "The mind contract's commands: evidence, knowledge, facts, and what came of using them"),
    ("bench", "Measuring recall: left out, and why"),
    ("kg", "Facts as subject, predicate and object, with the time they hold"),
    ("knowledge", "Knowledge drawers: distil, judge, promote, demote, publish"),
    ("knowledge-card", "Knowledge cards: find, link, judge, promote, demote, fill from drawers"),
    ("maintenance", "Go through what needs looking after"),
    ("phase3", "What came of using memory, and what may follow from it"),
    ("phase3 adoption", "Record and review how memory was used"),
    ("phase3 evaluator", "Advice of an evaluator, which decides nothing"),
    ("taxonomy", "Wings, their rooms, and the words that lead there"),
    ("tunnels", "Passages between wings"),
];

/// A word and what stands under it.
#[derive(Default)]
struct Node {
    op: Option<&'static dyn Op>,
    house: Option<&'static LocalCommand>,
    below: Vec<(&'static str, Node)>,
}

impl Node {
    /// The place of some words, made if there is none.
    fn at(&mut self, words: &'static str) -> &mut Self {
        words.split_whitespace().fold(self, |node, word| {
            let place = node.below.iter().position(|(known, _)| *known == word).unwrap_or_else(|| {
                node.below.push((word, Self::default()));
                node.below.len() - 1
            });
            &mut node.below[place].1
        })
    }

    fn command(&self, name: &'static str, words: &str, wanted: Wanted<'_>) -> Command {
        if let Some(house) = self.house {
            return (house.command)().name(name);
        }
        let mut command = match self.op {
            Some(op) if wanted(name) => everywhere(flags::command(name, op), op),
            Some(op) => Command::new(name).about(op.spec().about),
            None => Command::new(name).about(group(words)).subcommand_required(true).arg_required_else_help(true),
        };
        for (word, node) in &self.below {
            let words = if words.is_empty() { (*word).to_owned() } else { format!("{words} {word}") };
            command = command.subcommand(node.command(word, &words, wanted));
        }
        command
    }
}

fn group(words: &str) -> &'static str {
    GROUPS.iter().find(|(known, _)| *known == words).map_or("", |(_, about)| about)
}

/// Everything that can be said after `palace mind`.
fn tree() -> Node {
    let mut root = Node::default();
    for (words, house) in commands::MIND {
        root.at(words).house = Some(house);
    }
    for op in OPERATIONS.iter().copied() {
        for words in op.spec().mind.split('|').map(str::trim).filter(|words| !words.is_empty()) {
            // What is recorded comes before what the house does by itself.
            let node = root.at(words);
            (node.op, node.house) = (Some(op), None);
        }
    }
    root.below.sort_by_key(|(word, _)| *word);
    root
}

/// The command `mind`, with what is wanted of it.
pub(super) fn command(wanted: Wanted<'_>) -> Command {
    tree().command(WORD, "", wanted).arg(format(&[]))
}

/// The same global flag with the contract's words, and with what else it says on one command.
pub(crate) fn format(more: &[String]) -> Arg {
    let words = PRINTED.into_iter().map(str::to_owned).chain(more.iter().filter(|word| !PRINTED.contains(&word.as_str())).cloned());
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .help(if more.is_empty() { "How answers are printed" } else { "How answers are printed, or what is told" })
        .value_parser(PossibleValuesParser::new(words))
        .default_value("plain")
        .global(true)
        .action(ArgAction::Set)
        .help_heading(super::tree::EVERYWHERE)
}

/// What every command of an operation takes besides its own.
fn everywhere(command: Command, op: &'static dyn Op) -> Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("The same as --format json").help_heading(super::tree::EVERYWHERE);
    let cwd = Arg::new("cwd")
        .long("cwd")
        .value_name("DIR")
        .help("Folder to stand in, if not this one: what belongs to a project belongs to the one there")
        .help_heading(super::tree::EVERYWHERE);
    let taken = |name: &str| !op.input_schema()["properties"][name].is_null();
    let shapes = flags::shapes(op);
    let command = if shapes.is_empty() { command } else { command.arg(format(&shapes)) };
    [("json", json), ("cwd", cwd)].into_iter().filter(|(name, _)| !taken(name)).fold(command, |command, (_, arg)| command.arg(arg))
}

/// Whether programs read the answer, said the contract's other way.
pub(super) fn wants_json(matches: &ArgMatches) -> bool {
    let mut matches = matches;
    while let Some((_, inner)) = matches.subcommand() {
        matches = inner;
    }
    matches.try_get_one::<bool>("json").ok().flatten() == Some(&true)
}

/// Runs what was said after `palace mind`.
pub(super) fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let tree = tree();
    let (mut node, mut matches) = (&tree, matches);
    while node.house.is_none()
        && let Some((word, inner)) = matches.subcommand()
    {
        let Some((_, below)) = node.below.iter().find(|(known, _)| *known == word) else { break };
        (node, matches) = (below, inner);
    }
    match (node.house, node.op) {
        (Some(house), _) => (house.run)(context, matches),
        (None, Some(op)) => call(context, op, matches),
        (None, None) => Err(Code::ToolUnknown.refuse(WORD, "there is no such command").next("See `palace mind --help`")),
    }
}

fn call(context: &Context, op: &'static dyn Op, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let input = flags::input(op, matches)?;
    let said = Said::in_words(op, Dialect::Mind, Cow::Owned(input))?;
    // Whoever asks the doctor may be asking why there is nothing: the contract's needs no palace either.
    if op.spec().name == Doctor::SPEC.name && !context.home.exists() {
        return Ok(tell(context.format, &said, without_palace(context.home.installed()).map_err(engine::Error::into_refusal)?));
    }
    let mut desk = context.open()?;
    if let Ok(Some(dir)) = matches.try_get_one::<String>("cwd") {
        let dir = PathBuf::from(dir)
            .canonicalize()
            .map_err(|e| Code::InputInvalid.refuse("--cwd", format!("{dir} cannot be stood in: {e}")).next("Name a folder that is there"))?;
        let anchor = Surveyor::new(&desk.home, &desk.engine).anchor(&dir);
        desk.stand_at(anchor);
    }
    banner(unsealed(&desk));
    let envelope = sealed_call(&desk, op.spec().name, said.input().clone())
        .map_err(|refusal| {
            let next = in_words(refusal.remedy());
            said.refuse(refusal.next(next))
        })?
        .into_inner();
    // Whoever asked for one text gets it as it is.
    if context.format == Format::Text
        && flags::shape(op, matches).is_some()
        && let Some(text) = lone(&envelope.result)
    {
        print(&format!("{text}\n"));
        return Ok(ExitCode::SUCCESS);
    }
    Ok(tell(context.format, &said, envelope))
}

/// What to do next, with each command between backticks as it is said here. What has no words here keeps its own.
fn in_words(text: &str) -> String {
    let said = |piece: &str| {
        let op = engine::find(&piece.replacen(' ', ".", 1))?;
        op.spec().mind.split('|').map(str::trim).find(|words| !words.is_empty())
    };
    let pieces = text.split('`').enumerate().map(|(n, piece)| if n % 2 == 1 { said(piece).unwrap_or(piece) } else { piece });
    pieces.collect::<Vec<_>>().join("`")
}

/// The text that an answer is, if it is nothing else.
fn lone(result: &Json) -> Option<&str> {
    let fields = result.as_object().filter(|fields| fields.len() == 1)?;
    fields.values().next()?.as_str()
}

fn tell(format: Format, said: &Said<'_>, envelope: Envelope) -> ExitCode {
    match format {
        Format::Text => finish_in(Format::Text, &envelope, None, in_words),
        Format::Json => print(&format!("{}\n", answer(said.answer(envelope), true))),
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests;
