//! `cargo xtask test`: everything that must hold before a change is kept, in one command, on a fresh machine.
//!
//! A step either shows something or fails; there is no third outcome. What a developer leaves out is said loudly at the
//! end, and CI may leave out nothing.

use crate::{
    counts::{Counts, Runner},
    licences,
    postgres::{self, Cluster, Programs},
    soak,
    workshop::{Failure, Workshop, needs, program},
};
use std::{env, fs, path::PathBuf, time::Instant};

/// What `cargo xtask test --help` says below its first lines.
pub(crate) const HELP: &str = "\
Steps, in order; the first failure ends the run:
  machine   PostgreSQL 15 or newer, Python, setsid; installed with apt-get where they are missing and we may
  fmt       cargo fmt --check
  clippy    no warnings in any target, with every feature, and in the fuzz targets
  licences  every dependency's licence against deny.toml, and what it bans
  tests     every test of the workspace, on SQLite and on a scratch PostgreSQL cluster
  doctests  the examples, and what must not compile
  clients   MCP clients written by others, and the official conformance suite
  soak      real trees of this machine, read, asked about, edited and read again; see `cargo xtask soak --help`

--only and --skip take a step's name and may be repeated. They are for developers: with CI=true they are refused.
Set PALACE_TEST_PG to a cluster's address to use that one; `cargo xtask pg start` keeps one.";

/// The fuzz targets are a workspace of their own.
const FUZZ: &str = "fuzz/Cargo.toml";

/// What the steps share.
struct Bench<'w> {
    workshop: &'w Workshop,
    cluster: Option<Cluster>,
}

struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&mut Bench<'_>) -> Result<Counts, Broken>,
}

const STEPS: &[Step] = &[
    Step { name: "machine", about: "what the other steps need", run: machine },
    Step { name: "fmt", about: "the code is laid out by rustfmt", run: fmt },
    Step { name: "clippy", about: "no warnings", run: clippy },
    Step { name: "licences", about: "what we link may be handed out", run: licences },
    Step { name: "tests", about: "every test, on SQLite and PostgreSQL", run: tests },
    Step { name: "doctests", about: "examples, and what must not compile", run: doctests },
    Step { name: "clients", about: "clients written by others", run: clients },
    Step { name: "soak", about: "real trees, read whole", run: soaked },
];

/// A step that failed, with the verdicts it had given by then.
struct Broken {
    counts: Counts,
    failure: Failure,
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Self {
        Self { counts: Counts::default(), failure }
    }
}

/// Runs the steps that were asked for and prints the tally, whatever happens.
pub(crate) fn run(workshop: &Workshop, words: &[String]) -> Result<(), Failure> {
    let wanted = choose(words, env::var("CI").is_ok_and(|ci| ci == "true"))?;
    let mut bench = Bench { workshop, cluster: None };
    let mut total = Counts::default();
    let mut times = Vec::new();
    let mut failure = None;
    for step in wanted.steps() {
        println!("\n== {}: {}", step.name, step.about);
        let started = Instant::now();
        let outcome = (step.run)(&mut bench);
        times.push(format!("{} {:.1} s", step.name, started.elapsed().as_secs_f64()));
        match outcome {
            Ok(counts) => total = total.and(counts),
            Err(Broken { counts, failure: why }) => {
                total = total.and(counts);
                // A step that could not give verdicts of its own has still failed.
                total.failed += u64::from(counts.failed == 0);
                failure = Some(Failure(format!("step `{}`: {why}", step.name)));
                break;
            }
        }
    }
    drop(bench);
    println!("\n== {}", if failure.is_none() { "done" } else { "stopped" });
    println!("{}", times.join(" · "));
    println!("{} tests ran on PostgreSQL", total.on_postgres);
    for step in wanted.left_out() {
        println!("LEFT OUT: {} ({})", step.name, step.about);
    }
    if let Some(failure) = &failure {
        println!("{failure}");
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    failure.map_or(Ok(()), |_| Err(Failure::told()))
}

/// Which steps run.
#[derive(Debug, PartialEq, Eq)]
struct Wanted(Vec<&'static str>);

impl Wanted {
    fn steps(&self) -> impl Iterator<Item = &'static Step> {
        STEPS.iter().filter(|step| self.0.contains(&step.name))
    }
    fn left_out(&self) -> impl Iterator<Item = &'static Step> {
        STEPS.iter().filter(|step| !self.0.contains(&step.name))
    }
}

fn choose(words: &[String], ci: bool) -> Result<Wanted, Failure> {
    let (mut only, mut skip) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (flag, name) = match word.split_once('=') {
            Some((flag, name)) => (flag, Some(name)),
            None => (word.as_str(), words.next().map(String::as_str)),
        };
        let list = match flag {
            "--only" => &mut only,
            "--skip" => &mut skip,
            _ => return Err(Failure(format!("`{word}` means nothing here; see --help"))),
        };
        let name = name.ok_or_else(|| Failure(format!("{flag} takes the name of a step")))?;
        let step = STEPS.iter().find(|step| step.name == name);
        list.push(step.ok_or_else(|| Failure(format!("there is no step `{name}`; see --help")))?.name);
    }
    if ci && !(only.is_empty() && skip.is_empty()) {
        return Err(Failure("CI runs every step; --only and --skip are for developers".into()));
    }
    let names = STEPS.iter().map(|step| step.name);
    Ok(Wanted(names.filter(|name| (only.is_empty() || only.contains(name)) && !skip.contains(name)).collect()))
}

fn machine(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    let workshop = bench.workshop;
    for (name, package) in [("setsid", "util-linux"), ("setpriv", "util-linux"), ("python3", "python3")] {
        if program(name).is_none() {
            install(workshop, name, package)?;
        }
        println!("{name}: {}", needs(name, &format!("install the package {package}"))?.display());
    }
    if env::var_os(postgres::VARIABLE).is_some() {
        println!("postgres: the cluster that {} names", postgres::VARIABLE);
    } else {
        if Programs::find(workshop).is_none() {
            install(workshop, "postgres", "postgresql")?;
        }
        println!("postgres: {}", postgres_programs(workshop)?.folder().display());
    }
    for component in ["fmt", "clippy"] {
        workshop.cargo().args([component, "--version"]).text().map_err(|_| {
            Failure(format!("`cargo {component}` is missing; add it with `rustup component add rustfmt clippy` (or your system's packages)"))
        })?;
    }
    let nextest = program("cargo-nextest").is_some();
    println!("test runner: {}", if nextest { "cargo nextest" } else { "cargo test (cargo-nextest is faster, where it is installed)" });
    Ok(Counts::default())
}

fn postgres_programs(workshop: &Workshop) -> Result<Programs, Failure> {
    Programs::find(workshop)
        .ok_or_else(|| Failure("no PostgreSQL 15 or newer; install the package postgresql, or set PALACE_TEST_PG to a cluster's address".into()))
}

fn install(workshop: &Workshop, wanted: &str, package: &str) -> Result<(), Failure> {
    let missing = |why: &str| Failure(format!("{wanted} is missing and cannot be installed: {why}; install the package {package} and run again"));
    if program("apt-get").is_none() {
        return Err(missing("there is no apt-get"));
    }
    let apt = || {
        let apt = if postgres::is_root() { workshop.command("apt-get") } else { workshop.command("sudo").args(["-n", "apt-get"]) };
        apt.env("DEBIAN_FRONTEND", "noninteractive")
    };
    if !postgres::is_root() && workshop.command("sudo").args(["-n", "true"]).text().is_err() {
        return Err(missing("we are neither root nor allowed to use sudo without a password"));
    }
    println!("{wanted} is missing; installing the package {package}");
    // The lists may be old or absent; if they cannot be renewed, the package may still be at hand.
    let _ = apt().args(["update", "-q"]).text();
    apt()
        .args(["install", "-y", "-q", "--no-install-recommends", "-o", "Acquire::Retries=3", package])
        .text()
        .map(drop)
        .map_err(|failure| missing(&failure.to_string()))
}

fn fmt(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    bench.workshop.cargo().args(["fmt", "--all", "--check"]).done()?;
    bench.workshop.cargo().args(["fmt", "--manifest-path", FUZZ, "--check"]).done()?;
    Ok(Counts::default())
}

fn clippy(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    // No code here waits for a feature to be absent, so all of them at once show everything.
    bench.workshop.cargo().args(["clippy", "--workspace", "--all-targets", "--all-features", "--locked", "--", "-D", "warnings"]).done()?;
    let target = bench.workshop.target().join("fuzz-lint");
    let fuzz = bench.workshop.cargo().args(["clippy", "--manifest-path", FUZZ, "--all-targets", "--locked", "--target-dir"]).arg(&target);
    // Nothing is linked, so the fuzzer's own library need not be built: that would take a C++ compiler.
    fuzz.args(["--", "-D", "warnings"]).env("CUSTOM_LIBFUZZER_PATH", target.join("libfuzzer.a")).done()?;
    Ok(Counts::default())
}

fn licences(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    println!("{} packages, all of them allowed", licences::check(bench.workshop)?);
    Ok(Counts::default())
}

fn tests(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    let workshop = bench.workshop;
    let url = match env::var(postgres::VARIABLE) {
        Ok(url) => url,
        Err(_) => bench.cluster.insert(Cluster::start(workshop, &postgres_programs(workshop)?)?).url().to_owned(),
    };
    println!("PostgreSQL listens at {url}");
    let counts = if program("cargo-nextest").is_some() {
        judged(bench, Runner::Nextest, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--status-level", "pass"], Some(&url))?
    } else {
        judged(bench, Runner::Libtest, &["test", "--workspace", "--locked", "--no-fail-fast", "--lib", "--bins", "--tests"], Some(&url))?
    };
    let wrong = |text: &str| Err(Broken { counts, failure: Failure(text.into()) });
    match counts {
        Counts { on_postgres: 0, .. } => wrong("no test ran on PostgreSQL, which shows nothing about it"),
        Counts { skipped: 1.., .. } => wrong("tests were skipped; a test that does not run shows nothing"),
        Counts { .. } => Ok(counts),
    }
}

fn doctests(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    judged(bench, Runner::Libtest, &["test", "--doc", "--workspace", "--locked", "--no-fail-fast"], None)
}

fn clients(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    let workshop = bench.workshop;
    let folder = workshop.target().join("clients");
    fs::create_dir_all(&folder).map_err(|e| Failure(format!("{}: {e}", folder.display())))?;
    let build = |features: &[&str], name: &str| -> Result<PathBuf, Failure> {
        workshop.cargo().args(["build", "--locked", "-p", "app", "--bin", "palace"]).args(features).done()?;
        let copy = folder.join(name);
        // Removed first: the last one may still be running somewhere.
        let _ = fs::remove_file(&copy);
        fs::copy(workshop.built("palace"), &copy).map_err(|e| Failure(format!("{}: {e}", copy.display())))?;
        Ok(copy)
    };
    // One target folder for both: only our last crate differs, so only that is built twice. The plain one comes last
    // and is what stays behind.
    let conformance = build(&["--features", "conformance"], "palace-conformance")?;
    let palace = build(&[], "palace")?;
    let mut counts = Counts::default();
    let rig = workshop.command("python3").args(["tests/clients/run.py", "--palace"]).arg(palace).arg("--conformance-binary").arg(conformance);
    let passed = rig
        .arg("--cache")
        .arg(workshop.target().join("client-cache"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .watched(|line| counts.read(Runner::Rig, line))?;
    verdict("the clients' rig", passed, counts)
}

fn soaked(bench: &mut Bench<'_>) -> Result<Counts, Broken> {
    let workshop = bench.workshop;
    workshop.cargo().args(["build", "--locked", "-p", "app", "--bin", "palace"]).done()?;
    let (passed, failed) = soak::small(workshop, &workshop.built("palace"))?;
    verdict("cargo xtask soak", failed == 0, Counts { passed, failed, ..Counts::default() })
}

/// Runs a cargo command whose verdicts are counted while they pass by.
fn judged(bench: &Bench<'_>, runner: Runner, words: &[&str], url: Option<&str>) -> Result<Counts, Broken> {
    let mut counts = Counts::default();
    let mut run = bench.workshop.cargo().args(words).env("CARGO_TERM_PROGRESS_WHEN", "never");
    if let Some(url) = url {
        run = run.env(postgres::VARIABLE, url);
    }
    let passed = run.watched(|line| counts.read(runner, line))?;
    verdict(&format!("cargo {}", words.join(" ")), passed, counts)
}

fn verdict(what: &str, passed: bool, counts: Counts) -> Result<Counts, Broken> {
    match counts {
        Counts { passed: 1.., failed: 0, .. } if passed => Ok(counts),
        Counts { passed: 0, failed: 0, .. } if passed => {
            Err(Broken { counts, failure: Failure(format!("`{what}` ran no test, which shows nothing")) })
        }
        Counts { .. } => Err(Broken { counts, failure: Failure(format!("`{what}` failed")) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(words: &str, ci: bool) -> Result<Vec<&'static str>, Failure> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        choose(&words, ci).map(|wanted| wanted.steps().map(|step| step.name).collect())
    }

    #[test]
    fn a_developer_chooses_steps_and_ci_runs_them_all() {
        let all: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(chosen("", true), Ok(all.clone()));
        assert_eq!(chosen("--only fmt --only tests", false), Ok(vec!["fmt", "tests"]));
        assert_eq!(chosen("--skip=soak", false), Ok(all[..all.len() - 1].to_vec()));
        for (words, ci) in [("--only fmt", true), ("--skip clients", true), ("--only", false), ("--only nothing", false), ("fmt", false)] {
            assert!(chosen(words, ci).is_err(), "{words}");
        }
    }

    #[test]
    fn the_help_names_every_step_in_order() {
        let places: Vec<_> = STEPS.iter().map(|step| HELP.find(&format!("\n  {} ", step.name))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    }

    #[test]
    fn a_run_that_shows_nothing_has_failed() {
        let counts = |passed, failed| Counts { passed, failed, ..Counts::default() };
        for (passed, counted, good) in
            [(true, counts(3, 0), true), (true, counts(0, 0), false), (false, counts(3, 0), false), (true, counts(3, 1), false)]
        {
            assert_eq!(verdict("x", passed, counted).is_ok(), good, "{passed} {counted:?}");
        }
    }
}
