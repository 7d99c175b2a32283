//! What clap says to a person, in the one shape that programs read: what is wrong, with which word, and what to type instead.
//!
//! Not here: words of our own for people. Clap's page for them is good, and stays.

use super::arguments::kebab;
use clap::{
    Command,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use kernel::refusal::{Code, Refusal};
use std::ffi::OsString;

/// Names that are suggested for one that nothing has.
const NEAR_MAX: usize = 3;

/// What clap says, with the nearest names once each and first, and with how the command is used by anyone: clap counts what was
/// typed among what must be.
pub(super) fn clearer(mut error: Error, mut command: Command, args: &[OsString]) -> Error {
    let mut near: Vec<String> = Vec::new();
    // Clap puts the nearest last, and a command's other spelling beside it.
    for word in words(&error, ContextKind::SuggestedSubcommand).iter().rev().map(|word| kebab(word)) {
        if !near.contains(&word) {
            near.push(word);
        }
    }
    near.truncate(NEAR_MAX);
    if !near.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(near));
    }
    if error.get(ContextKind::Usage).is_some() {
        command.build();
        for word in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
            if let Some(inner) = command.find_subcommand(word).cloned() {
                command = inner;
            }
        }
        error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    }
    error
}

/// The refusal for arguments that do not parse.
pub(super) fn misused(error: &Error) -> Refusal {
    let named = named(error, ContextKind::InvalidArg);
    let (code, subject, what) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = words(error, ContextKind::InvalidSubcommand).concat();
            (Code::ToolUnknown, word.clone(), format!("Unknown tool: {word}"))
        }
        ErrorKind::MissingRequiredArgument => {
            (Code::InputInvalid, named.clone(), format!("{named} {} missing", if is_one(error) { "is" } else { "are" }))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            (Code::InputInvalid, "<COMMAND>".to_owned(), "<COMMAND> is missing".to_owned())
        }
        _ => (Code::InputInvalid, if named.is_empty() { "arguments".to_owned() } else { named }, first_line(error)),
    };
    code.refuse(subject, what).next(next(error))
}

/// The nearest word if there is one, else the words there are, else how the command is used.
fn next(error: &Error) -> String {
    let near = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue].map(|kind| words(error, kind)).concat();
    let known = words(error, ContextKind::ValidValue);
    if !near.is_empty() {
        return format!("Did you mean {}? `--help` lists what there is", quoted(&near, " or "));
    }
    if !known.is_empty() {
        return format!("Use one of {}", known.join(", "));
    }
    match usage(error) {
        Some(usage) => format!("Use it like this: {usage}; `--help` says more"),
        None => "See `--help` of the same command".to_owned(),
    }
}

/// The line that says how the command is used, without its heading.
fn usage(error: &Error) -> Option<String> {
    let page = error.render().to_string();
    page.lines().find_map(|line| line.strip_prefix("Usage: ").map(|usage| usage.trim().to_owned()))
}

fn first_line(error: &Error) -> String {
    let page = error.render().to_string();
    page.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

fn is_one(error: &Error) -> bool {
    words(error, ContextKind::InvalidArg).len() == 1
}

fn named(error: &Error, kind: ContextKind) -> String {
    words(error, kind).join(" and ")
}

fn quoted(words: &[String], between: &str) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(between)
}

/// What clap keeps under one heading, whether it is one word or several.
fn words(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => vec![],
    }
}
