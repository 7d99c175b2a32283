//! Starting the benchmarks: which there are, what each needs around it, and where its files lie.
//!
//! Not here: what they measure, which stands in each of them, and what was found, which stands in docs/benchmarks.md.

use crate::{
    postgres::{Cluster, Programs, VARIABLE},
    workshop::{Failure, Workshop},
};
use std::{env, path::Path};

pub(crate) const HELP: &str = "NAME is one of

  ledger           the store's share of a write, verifying, proving
  governed_write   an agent's `store` call through the engine
  ingest           how fast the program reads real trees, and how large the palace becomes: --tree FOLDER ... [--scratch FOLDER]
  recall           how well a labelled set is found: --data FOLDER [--out FILE] [--split tune|report|all] [--on sqlite|postgres],
                   or makes the table of weights from several: --fit FILE --data FOLDER ... --mix FOLDER ...
  repo             how well questions made from git repositories are found: --git REPOSITORY ... [--commits N] [--limit N] [--seed N]
                   [--kind change,doc,symbol] [--losses] [--history] [--out FILE] [--cache FOLDER] [--scratch FOLDER]
  code             how long indexing and exploring a working tree take: [--tree FOLDER] [--lines N] [--questions N]
  cycle            how long consolidating experiences and finding a duplicate take: [--items N] [--questions N]
  mind             what waking the mind costs beside one recall: [--items N] [--questions N]
  hooks            how long a client waits for each hook: [--rounds N]
  speed            how long keeping, asking and starting take: [--items N,N,...] [--questions N] [--dir FOLDER];
                   one database against the other: --on both [--tree FOLDER ...] [--data FOLDER ...] [--home FOLDER]

and the first two without one. Figures are printed, never asserted; what they mean: docs/benchmarks.md.";

/// A benchmark.
struct Bench {
    package: &'static str,
    name: &'static str,
    /// Whether it runs when none is named: the others need data, or half an hour.
    unasked: bool,
}

const BENCHES: &[Bench] = &[
    Bench { package: "store", name: "ledger", unasked: true },
    Bench { package: "engine", name: "governed_write", unasked: true },
    Bench { package: "app", name: "hooks", unasked: false },
    Bench { package: "engine", name: "code", unasked: false },
    Bench { package: "engine", name: "cycle", unasked: false },
    Bench { package: "engine", name: "ingest", unasked: false },
    Bench { package: "engine", name: "mind", unasked: false },
    Bench { package: "engine", name: "recall", unasked: false },
    Bench { package: "engine", name: "repo", unasked: false },
    Bench { package: "engine", name: "speed", unasked: false },
];

/// Arguments that name a file or a folder: benchmarks run elsewhere than where they were asked for.
const PATHS: &[&str] = &["--data", "--out", "--fit", "--mix", "--dir", "--tree", "--home", "--scratch", "--palace", "--git", "--cache"];

pub(crate) fn run(workshop: &Workshop, rest: &[String]) -> Result<(), Failure> {
    let (names, arguments) = rest.split_at(rest.iter().position(|word| word.starts_with('-')).unwrap_or(rest.len()));
    if let Some(unknown) = names.iter().find(|name| !BENCHES.iter().any(|bench| bench.name == **name)) {
        let known: Vec<&str> = BENCHES.iter().map(|bench| bench.name).collect();
        return Err(Failure(format!("there is no benchmark `{unknown}`; there are {}", known.join(", "))));
    }
    let here = env::current_dir().map_err(|e| Failure(format!("the working folder is gone: {e}")))?;
    let arguments = absolute(&here, arguments);
    for bench in BENCHES.iter().filter(|bench| if names.is_empty() { bench.unasked } else { names.iter().any(|name| name == bench.name) }) {
        start(workshop, bench, arguments.clone())?;
    }
    Ok(())
}

fn start(workshop: &Workshop, bench: &Bench, mut arguments: Vec<String>) -> Result<(), Failure> {
    let says = |arguments: &[String], word: &str| arguments.iter().any(|argument| argument == word);
    let starts_the_program = matches!(bench.name, "ingest" | "repo") || bench.name == "speed" && !says(&arguments, "--on");
    if starts_the_program && !says(&arguments, "--palace") {
        workshop.cargo().args(["build", "--quiet", "--release", "-p", "app", "--bin", "palace"]).done()?;
        let program = workshop.target().join("release/palace");
        arguments.extend(["--palace".into(), program.to_string_lossy().into_owned()]);
    }
    let mut command = workshop.cargo().args(["bench", "-p", bench.package, "--bench", bench.name]);
    let on_server = |pair: &[String]| pair[0] == "--on" && (pair[1] == "postgres" || pair[1] == "both");
    let wants_server = arguments.windows(2).any(on_server) && env::var_os(VARIABLE).is_none();
    let cluster = if wants_server {
        let programs = Programs::find(workshop).ok_or_else(|| Failure("PostgreSQL is not on this machine; `cargo xtask test` installs it".into()))?;
        Some(Cluster::start(workshop, &programs)?)
    } else {
        None
    };
    if let Some(cluster) = &cluster {
        command = command.env(VARIABLE, cluster.url());
    }
    if !arguments.is_empty() {
        command = command.arg("--").args(arguments);
    }
    command.done()
}

/// The arguments with their paths as seen from anywhere, and without the `--` that may stand before them.
fn absolute(here: &Path, arguments: &[String]) -> Vec<String> {
    let arguments = arguments.strip_prefix(&["--".to_owned()]).unwrap_or(arguments);
    let names_path = |place: usize| place.checked_sub(1).and_then(|before| arguments.get(before)).is_some_and(|word| PATHS.contains(&word.as_str()));
    let seen = |(place, word): (usize, &String)| if names_path(place) { here.join(word).to_string_lossy().into_owned() } else { word.clone() };
    arguments.iter().enumerate().map(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_anywhere_and_other_words_stay_as_they_are() {
        let cases: &[(&[&str], &[&str])] = &[
            (&[], &[]),
            (&["--", "--writes", "5"], &["--writes", "5"]),
            (&["--data", "sets/talk", "--split", "tune"], &["--data", "/here/sets/talk", "--split", "tune"]),
            (&["--out", "/there/x", "--data"], &["--out", "/there/x", "--data"]),
        ];
        for (given, expected) in cases {
            let given: Vec<String> = given.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(absolute(Path::new("/here"), &given), *expected);
        }
    }
}
