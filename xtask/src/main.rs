//! The workshop: every chore of this repository is a subcommand of `cargo xtask`, and CI runs nothing else.
//!
//! Not here: the chores' own logic where the product has it. `codegen` asks the `palace` binary for its reference
//! pages, `story` runs the tests that read the stories; this crate only knows how to start them.

mod bench;
mod counts;
mod licences;
mod postgres;
mod soak;
mod test;
mod tidy;
mod workshop;

use std::{ffi::OsString, process::ExitCode};
use workshop::{Failure, Workshop, needs};

struct Chore {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    help: &'static str,
    run: fn(&Workshop, &[String]) -> Result<(), Failure>,
}

/// Every chore, the one a newcomer needs first.
const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        usage: "test [--only STEP]... [--skip STEP]...",
        about: "Set up what is missing and run every check, PostgreSQL and real clients included",
        help: test::HELP,
        run: test::run,
    },
    Chore {
        name: "tidy",
        usage: "tidy",
        about: "Check the rules of the house that the compiler cannot",
        help: "The same checks run as tests of this crate, so `cargo xtask test` includes them.",
        run: |workshop, rest| {
            nothing_more(rest)?;
            tidy::run(workshop)
        },
    },
    Chore {
        name: "codegen",
        usage: "codegen",
        about: "Write docs/reference from the registry",
        help: "Builds `palace` and lets it write its own reference pages. A test fails when they are stale.",
        run: codegen,
    },
    Chore {
        name: "story",
        usage: "story [--update] [NAME]",
        about: "Run the stories below contracts/, all or those whose path contains NAME",
        help: "--update rewrites the answers in the story files to what the house says today; read the diff before you\ncommit it. The tests see PALACE_STORY=NAME and UPDATE=1.",
        run: story,
    },
    Chore {
        name: "pg",
        usage: "pg start|stop|url",
        about: "Keep a scratch PostgreSQL cluster between test runs",
        help: "`pg start` prints the line that makes `cargo test` use it; without one, `cargo xtask test` starts its own\ncluster and removes it when it ends.",
        run: postgres::chore,
    },
    Chore {
        name: "bench",
        usage: "bench [NAME] [ARGUMENTS]",
        about: "Run the benchmarks and print their figures",
        help: bench::HELP,
        run: bench::run,
    },
    Chore {
        name: "soak",
        usage: "soak [--tree PATH...] [OPTIONS]",
        about: "Read whole trees with the real program and say what does not add up",
        help: soak::HELP,
        run: soak::run,
    },
    Chore {
        name: "fuzz",
        usage: "fuzz [SECONDS] [TARGET]",
        about: "Run the fuzz targets, each for so many seconds (60)",
        help: "Needs cargo-fuzz (`cargo install cargo-fuzz --locked`) and a C++ compiler. On a stable toolchain the\nsanitizer flags are unlocked with RUSTC_BOOTSTRAP=1, for this command alone.",
        run: fuzz,
    },
];

fn main() -> ExitCode {
    let words: Result<Vec<String>, OsString> = std::env::args_os().skip(1).map(OsString::into_string).collect();
    let outcome = words.map_err(|word| Failure(format!("{} is not text", word.display()))).and_then(|words| dispatch(&words));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.is_untold() {
                eprintln!("xtask: {failure}");
            }
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[String]) -> Result<(), Failure> {
    let asks_for_help = |word: &String| matches!(word.as_str(), "help" | "-h" | "--help");
    match words.split_first() {
        None => {
            print!("{}", overview());
            Err(Failure("name a chore".into()))
        }
        Some((first, _)) if asks_for_help(first) => {
            print!("{}", overview());
            Ok(())
        }
        Some((first, rest)) => {
            let Some(chore) = CHORES.iter().find(|chore| chore.name == first) else {
                return Err(Failure(format!("there is no chore `{first}`; `cargo xtask help` lists them")));
            };
            if rest.first().is_some_and(asks_for_help) {
                println!("{}\n\nUsage: cargo xtask {}\n\n{}", chore.about, chore.usage, chore.help);
                return Ok(());
            }
            (chore.run)(&Workshop::find()?, rest)
        }
    }
}

fn overview() -> String {
    let chores: Vec<String> = CHORES.iter().map(|Chore { name, about, .. }| format!("  {name:8} {about}\n")).collect();
    format!("The workshop of Palace\n\nUsage: cargo xtask CHORE [--help]\n\n{}", chores.concat())
}

/// Refuses words that a chore would otherwise silently ignore.
fn nothing_more(rest: &[String]) -> Result<(), Failure> {
    rest.first().map_or(Ok(()), |word| Err(Failure(format!("`{word}` means nothing here; see --help"))))
}

fn codegen(workshop: &Workshop, rest: &[String]) -> Result<(), Failure> {
    nothing_more(rest)?;
    workshop.cargo().args(["build", "--quiet", "-p", "app", "--bin", "palace"]).done()?;
    workshop.command(workshop.built("palace")).args(["reference", "--out", "docs/reference"]).done()
}

fn story(workshop: &Workshop, rest: &[String]) -> Result<(), Failure> {
    let (flags, names): (Vec<_>, Vec<_>) = rest.iter().partition(|word| word.starts_with('-'));
    if let Some(flag) = flags.iter().find(|flag| **flag != "--update") {
        return Err(Failure(format!("`{flag}` means nothing here; see --help")));
    }
    let mut tests = workshop.cargo().args(["test", "--workspace", "stor"]); // both `story` and `stories`
    if !flags.is_empty() {
        tests = tests.env("UPDATE", "1");
    }
    if let Some(name) = names.first() {
        tests = tests.env("PALACE_STORY", name);
    }
    tests.done()
}

fn fuzz(workshop: &Workshop, rest: &[String]) -> Result<(), Failure> {
    let mut seconds = 60_u32;
    let mut targets: Vec<&str> = Vec::new();
    for word in rest {
        match word.parse() {
            Ok(number) => seconds = number,
            Err(_) => targets.push(word),
        }
    }
    if targets.is_empty() {
        targets = vec!["canonical", "json_rpc", "cut", "formats", "secrets", "query"];
    }
    needs("cargo-fuzz", "install it with `cargo install cargo-fuzz --locked`")?;
    for target in targets {
        println!("== {target}, {seconds} s");
        let limit = format!("-max_total_time={seconds}");
        // The seeds are read after our own findings, which are not kept in the repository.
        let seeds = format!("fuzz/seeds/{target}");
        let found = workshop.target().join("fuzz-corpus").join(target);
        std::fs::create_dir_all(&found).map_err(|e| Failure(format!("{}: {e}", found.display())))?;
        workshop
            .cargo()
            .args(["fuzz", "run", "--fuzz-dir", "fuzz", target])
            .arg(&found)
            .args([&seeds, "--", &limit, "-rss_limit_mb=4096"])
            .env("RUSTC_BOOTSTRAP", "1")
            .done()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chore_is_listed_once_and_explains_itself() {
        let text = overview();
        for chore in CHORES {
            assert_eq!(CHORES.iter().filter(|other| other.name == chore.name).count(), 1, "{}", chore.name);
            assert!(text.contains(chore.about) && chore.usage.starts_with(chore.name) && !chore.help.is_empty(), "{}", chore.name);
        }
    }

    #[test]
    fn words_that_mean_nothing_are_refused() {
        for words in [&["nonsense"][..], &["tidy", "harder"], &["codegen", "x"], &["story", "--force"], &["bench", "x"]] {
            let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
            assert!(dispatch(&words).is_err(), "{words:?}");
        }
    }
}
