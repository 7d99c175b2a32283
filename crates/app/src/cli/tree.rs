//! The whole command tree: operations from the registry by noun and verb, the contract's words at the top, and the house's own commands.

use super::{arguments, mind};
use crate::commands;
use clap::{Arg, ArgAction, Command};
use engine::{Dialect, OPERATIONS, Op};
use std::ffi::OsString;

/// What each noun is about, for its help line.
const NOUNS: &[(&str, &str)] = &[
    ("adoption", "What came of using a feature"),
    ("ancestor", "What an older palace held"),
    ("briefing", "What somebody needs to know"),
    ("card", "Knowledge of its own, and its life"),
    ("claim", "What is believed"),
    ("code", "The working tree: what its files define and mention"),
    ("context", "What was shown at the start of a task"),
    ("control", "Defaults that evidence may lead to"),
    ("conversation", "What was said, kept as evidence"),
    ("corridor", "What holds beyond one project"),
    ("cycle", "Reasoning that leaves receipts"),
    ("decay", "How sure we still are"),
    ("drawer", "What was seen, by wing and room"),
    ("evaluator", "Advice, which moves nothing"),
    ("evidence", "What was seen"),
    ("experience", "What was tried, and whether it worked"),
    ("fact", "What is said to hold between two things, and when"),
    ("file", "What is known of a file"),
    ("grant", "Bearer tokens that were issued"),
    ("hooks", "What a client asks before and after it acts"),
    ("index", "What finds things"),
    ("key", "Human keys: whose yes counts"),
    ("knowledge", "What the evidence amounts to"),
    ("ledger", "What happened, and proof of it"),
    ("maintenance", "Keeping a palace in good order"),
    ("memory", "Memory as a whole: how it is, what to know, how it asks to be used"),
    ("postmortem", "What went wrong, and what was learned"),
    ("preset", "Which calls the gates want, and how strictly"),
    ("project", "Projects, and how to pick one up again"),
    ("proposal", "What waits for a human"),
    ("reasoning", "Problems thought through in the older way"),
    ("receipt", "Signed words that a guarded cycle came about as it should"),
    ("research", "What was found elsewhere, brought in as evidence"),
    ("seal", "What waits for a signature"),
    ("session", "Stretches of work"),
    ("source", "What evidence was read from"),
    ("taxonomy", "Which words lead to which place"),
    ("tunnel", "Ways between places"),
    ("workflow", "Gates that calls pass, and what that is worth"),
];

/// Nouns that are also typed in the plural.
const PLURALS: &[(&str, &str)] = &[("receipt", "receipts")];

/// The heading of what every command takes.
pub(super) const EVERYWHERE: &str = "Options of every command";

/// The command tree, all of it.
pub fn command() -> Command {
    grown(&|_| true)
}

/// The same tree for one command line: a command whose word was not typed is there by name, without what it takes. Working out
/// what every command takes is most of what a short command costs.
pub(super) fn command_for(typed: &[OsString]) -> Command {
    grown(&|word| typed.iter().any(|arg| arg == word))
}

/// Whether a word was typed, so that what its command takes must be known.
pub(super) type Wanted<'w> = &'w dyn Fn(&str) -> bool;

fn grown(wanted: Wanted<'_>) -> Command {
    let leaf = |name: &str, op: &'static dyn Op, is_wanted: bool| {
        if is_wanted { arguments::command(name, op) } else { Command::new(name.to_owned()).about(op.spec().about) }
    };
    let mut root = Command::new("palace")
        .about("Governed memory and a control plane for AI agents")
        .version(crate::version::version())
        .subcommand_required(true)
        .arg_required_else_help(true)
        .infer_subcommands(false)
        .arg(global("home", "DIR", "Folder of the palace (else PALACE_HOME, a project's .palace/, the data folder)"))
        .arg(global("database", "URL", "PostgreSQL database instead of a file (else PALACE_DATABASE_URL)"))
        .arg(global("mode", "MODE", "Ceiling for this process: agent or human").value_parser(["agent", "human"]))
        .arg(global("user", "NAME", "Name to act under (your user name if left out)"))
        .arg(global("format", "FORMAT", "How answers are printed").value_parser(["text", "json"]).default_value("text"));
    for house in commands::ALL {
        root = root.subcommand((house.command)());
    }
    for op in OPERATIONS.iter().copied() {
        for word in op.spec().names_in(Dialect::Palace) {
            let spelled = arguments::kebab(&word);
            let mut command = leaf(&spelled, op, wanted(&spelled) || wanted(&word));
            // The contract's own spelling, which is what a route answers, may be typed as it stands.
            if spelled != word {
                command = command.alias(word);
            }
            root = root.subcommand(command);
        }
    }
    // What the few tools of most agents are called, where no command and no noun has that name.
    for op in OPERATIONS.iter().copied() {
        for word in op.spec().names_in(Dialect::Memory).filter(|word| NOUNS.iter().all(|(noun, _)| noun != word)) {
            if root.find_subcommand(&word).is_none() {
                root = root.subcommand(leaf(&word, op, wanted(&word)));
            }
        }
    }
    // The palace's own verbs stand at the top: nobody says `palace palace status`.
    for op in OPERATIONS.iter().copied() {
        if let Some(verb) = op.spec().name.strip_prefix("palace.")
            && root.find_subcommand(verb).is_none()
        {
            root = root.subcommand(leaf(verb, op, wanted(verb)));
        }
    }
    for (noun, about) in NOUNS {
        root = noun_command(root, noun, about, &|verb, op| leaf(verb, op, wanted(verb)));
    }
    root.subcommand(mind::command(wanted))
}

fn global(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help).global(true).action(ArgAction::Set).help_heading(EVERYWHERE)
}

fn noun_command(root: Command, noun: &str, about: &'static str, leaf: &dyn Fn(&str, &'static dyn Op) -> Command) -> Command {
    let verbs: Vec<(&str, &'static dyn Op)> =
        OPERATIONS.iter().copied().filter_map(|op| op.spec().name.split_once('.').filter(|(n, _)| *n == noun).map(|(_, verb)| (verb, op))).collect();
    let own: Vec<String> = root.find_subcommand(noun).map(|c| c.get_subcommands().map(|c| c.get_name().to_owned()).collect()).unwrap_or_default();
    let add = |mut parent: Command| {
        // What the house does itself is said by its own command; the operation of the same name is for those who cannot.
        for (verb, op) in verbs.iter().filter(|(verb, _)| !own.contains(&arguments::kebab(verb))) {
            parent = parent.subcommand(leaf(&arguments::kebab(verb), *op));
        }
        parent
    };
    if root.find_subcommand(noun).is_some() {
        root.mut_subcommand(noun, add)
    } else {
        let plurals = PLURALS.iter().filter(|(one, _)| *one == noun).map(|(_, many)| *many);
        root.subcommand(add(Command::new(noun.to_owned()).aliases(plurals).about(about).subcommand_required(true).arg_required_else_help(true)))
    }
}

#[cfg(test)]
mod tests {
    use super::{NOUNS, command, command_for};
    use clap::Command;
    use engine::OPERATIONS;

    /// What a command takes and what stands below it, by name.
    fn told(command: &Command) -> (Vec<String>, Vec<String>) {
        let takes = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
        (takes, command.get_subcommands().map(|below| below.get_name().to_owned()).collect())
    }

    fn each(command: &Command, words: &[&str], look: &mut impl FnMut(&Command, &[&str])) {
        look(command, words);
        for below in command.get_subcommands() {
            for name in std::iter::once(below.get_name()).chain(below.get_all_aliases()) {
                each(below, &[words, &[name]].concat(), look);
            }
        }
    }

    #[test]
    fn whatever_is_typed_is_known_whole() {
        each(&command(), &[], &mut |whole, words| {
            let typed: Vec<_> = words.iter().map(Into::into).collect();
            let grown = command_for(&typed);
            let found = words.iter().try_fold(&grown, |at, word| at.find_subcommand(word)).expect("it is there");
            assert_eq!(told(found), told(whole), "{words:?}");
        });
    }

    #[test]
    fn every_operation_has_a_command_and_every_noun_an_operation() {
        let tree = command();
        for op in OPERATIONS {
            let (noun, verb) = op.spec().name.split_once('.').expect("noun.verb");
            let parent = if noun == "palace" { Some(&tree) } else { tree.find_subcommand(noun) };
            assert!(parent.is_some_and(|parent| parent.find_subcommand(super::arguments::kebab(verb)).is_some()), "{noun}.{verb} has no command");
        }
        for (noun, _) in NOUNS {
            assert!(OPERATIONS.iter().any(|op| op.spec().name.starts_with(&format!("{noun}."))), "no operation speaks of {noun}");
        }
    }
}
