//! The rules of the house that the compiler cannot check, each a sentence and a function.
//!
//! They run as tests of this crate and as `cargo xtask tidy`. Not here: taste. A rule that needs an exception list
//! longer than itself belongs in a review.

mod arrows;
mod documents;
mod modules;
mod operations;
mod source;
mod standings;

use crate::workshop::{Failure, Workshop};
use std::path::{Path, PathBuf};

/// The repository's text, read once.
pub(crate) struct House<'w> {
    workshop: &'w Workshop,
    files: Vec<File>,
}

/// One text file.
pub(crate) struct File {
    path: PathBuf,
    text: String,
}

impl File {
    fn is(&self, ending: &str) -> bool {
        self.path.extension().is_some_and(|found| found == ending)
    }

    fn is_in(&self, folder: impl AsRef<Path>) -> bool {
        self.path.starts_with(folder)
    }

    /// Where a fault is, as editors understand it. Lines count from 1.
    fn at(&self, line: usize) -> String {
        format!("{}:{line}", self.path.display())
    }
}

impl<'w> House<'w> {
    fn read(workshop: &'w Workshop) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for path in workshop.files()? {
            let bytes = std::fs::read(workshop.root().join(&path)).map_err(|e| Failure(format!("{}: {e}", path.display())))?;
            // Pictures and databases are not text; no rule speaks of them.
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File { path, text });
            }
        }
        Ok(Self { workshop, files })
    }

    fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.is("rs"))
    }

    fn file(&self, path: &str) -> Result<&File, Failure> {
        self.files.iter().find(|file| file.path == Path::new(path)).ok_or_else(|| Failure(format!("{path} is missing")))
    }
}

/// What a rule finds: nothing, or one line per fault.
type Faults = Vec<String>;

/// A rule that cannot be checked is broken.
fn or_fault(found: Result<Faults, Failure>) -> Faults {
    found.unwrap_or_else(|failure| vec![failure.0])
}

/// A rule and the sentence that explains it.
struct Rule {
    sentence: &'static str,
    check: fn(&House<'_>) -> Faults,
}

const RULES: &[Rule] = &[
    Rule { sentence: "crates depend on each other one way only", check: arrows::workspace },
    Rule { sentence: "in the engine, operations use domains, never the other way", check: modules::engine },
    Rule { sentence: "the engine writes no SQL", check: modules::sql },
    Rule { sentence: "no crate reaches what its room must not know", check: arrows::forbidden },
    Rule { sentence: "clocks, randomness and database clients stay behind their doors", check: source::doors },
    Rule { sentence: "every module begins by saying what it is for", check: source::module_docs },
    Rule { sentence: "nothing is left to be written, skipped or waited for", check: source::unfinished },
    Rule { sentence: "a file is short enough to be read", check: source::length },
    Rule { sentence: "no file names the machine it was written on", check: source::machines },
    Rule { sentence: "SQL names no standing", check: standings::unquoted },
    Rule { sentence: "an operation is one file and one line", check: operations::registered },
    Rule { sentence: "every story tells something", check: documents::stories },
    Rule { sentence: "a decision says what it cost", check: documents::decisions },
    Rule { sentence: "the documents a newcomer looks for are there", check: documents::present },
    Rule { sentence: "what a document points at is there", check: documents::paths },
];

/// `cargo xtask tidy`
pub(crate) fn run(workshop: &Workshop) -> Result<(), Failure> {
    let house = House::read(workshop)?;
    let mut broken = 0;
    for Rule { sentence, check } in RULES {
        let faults = check(&house);
        println!("{} {sentence}", if faults.is_empty() { "ok    " } else { "not ok" });
        for fault in &faults {
            println!("       {fault}");
        }
        broken += usize::from(!faults.is_empty());
    }
    if broken == 0 { Ok(()) } else { Err(Failure(format!("{broken} of {} rules are broken", RULES.len()))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test per rule, so that a report names the rule and not just "tidy".
    macro_rules! rules {
        ($($name:ident: $check:path;)*) => {
            $(#[test]
            fn $name() {
                let workshop = Workshop::find().expect("the workspace");
                let faults = $check(&House::read(&workshop).expect("the repository's files"));
                assert!(faults.is_empty(), "\n{}", faults.join("\n"));
            })*

            #[test]
            fn every_rule_has_a_test() {
                assert_eq!(RULES.len(), [$(stringify!($name)),*].len());
            }
        };
    }

    rules! {
        crates_depend_one_way: arrows::workspace;
        the_engine_uses_what_lies_below: modules::engine;
        the_engine_writes_no_sql: modules::sql;
        no_room_reaches_what_it_must_not_know: arrows::forbidden;
        effects_stay_behind_their_doors: source::doors;
        every_module_says_what_it_is_for: source::module_docs;
        nothing_is_unfinished: source::unfinished;
        files_are_short: source::length;
        no_file_names_a_machine: source::machines;
        sql_names_no_standing: standings::unquoted;
        an_operation_is_one_file_and_one_line: operations::registered;
        every_story_tells_something: documents::stories;
        decisions_say_what_they_cost: documents::decisions;
        newcomers_find_their_documents: documents::present;
        documents_point_at_what_is_there: documents::paths;
    }
}
