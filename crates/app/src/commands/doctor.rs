//! `palace doctor`: look at everything a palace stands on, say what is wrong and what to do. Changes nothing.
//!
//! Not here: mending. Every finding names the command or the step that does it, so that a person decides.

mod database;
mod files;
mod model;
mod outside;

use super::{Context, LocalCommand, connect::ADDRESS, wrap::wrapped};
use crate::{
    cli::{Format, paints, print},
    terminal::{many, visible_line},
};
use clap::{Arg, ArgMatches, Command};
use kernel::refusal::Refusal;
use kernel::text::Slice;
use serde::Serialize;
use serde_json::json;
use std::{fmt::Write, process::ExitCode};

pub(super) use outside::answers;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "doctor", verbs: &[], command, run };

fn command() -> Command {
    Command::new("doctor")
        .about("Check the program, the files, the keys, the ledger and the clients; changes nothing")
        .arg(Arg::new("http").long("http").value_name("ADDR").default_value(ADDRESS).help("Address where `palace up` would listen"))
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    /// As it should be.
    Ok,
    /// Worth knowing; nothing is broken.
    Note,
    /// Broken.
    Fault,
}

/// One line of the report.
#[derive(Debug, Serialize)]
struct Finding {
    check: &'static str,
    status: Status,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

impl Finding {
    fn ok(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, status: Status::Ok, found: found.into(), next: None }
    }
    fn note(check: &'static str, found: impl Into<String>, next: impl Into<String>) -> Self {
        Self { check, status: Status::Note, found: found.into(), next: Some(next.into()) }
    }
    fn fault(check: &'static str, found: impl Into<String>, next: impl Into<String>) -> Self {
        Self { check, status: Status::Fault, found: found.into(), next: Some(next.into()) }
    }
    fn refused(check: &'static str, refusal: &Refusal) -> Self {
        Self::fault(check, refusal.what(), refusal.remedy())
    }
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let address = matches.get_one::<String>("http").map_or(ADDRESS, String::as_str);
    let address = super::serve::address(address, true)?;
    let home = &context.home;
    let mut findings = vec![files::binary()];
    findings.extend(files::home(home));
    if home.dir().is_dir() {
        findings.extend(database::check(home, &context.name));
    }
    findings.extend(files::schema_copies(home));
    findings.extend(files::conversations(home));
    findings.extend(outside::clients());
    findings.push(outside::port(address));
    findings.extend(files::disk(home));

    let count = |status| findings.iter().filter(|f| f.status == status).count();
    let (faults, notes) = (count(Status::Fault), count(Status::Note));
    match context.format {
        Format::Json => print(&format!("{}\n", json!({ "checks": findings, "faults": faults, "notes": notes }))),
        Format::Text => print(&page(&findings, faults, notes, paints(&std::io::stdout()))),
    }
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn page(findings: &[Finding], faults: usize, notes: usize, colour: bool) -> String {
    let plain = if colour { "\x1b[0m" } else { "" };
    let width = findings.iter().map(|f| f.check.len()).max().unwrap_or(0);
    let mut text = String::new();
    for finding in findings {
        let (word, paint) = match finding.status {
            Status::Ok => ("ok", "\x1b[32m"),
            Status::Note => ("note", "\x1b[33m"),
            Status::Fault => ("fault", "\x1b[31m"),
        };
        let paint = if colour { paint } else { "" };
        let rest = " ".repeat(width + 9);
        let line = wrapped(&visible_line(&finding.found), &format!("{word:<5}  {:width$}  ", finding.check), &rest);
        // Painted after it was broken: colours have no width.
        let _ = write!(text, "{paint}{word}{plain}{}", line.slice(word.len()..));
        if let Some(next) = &finding.next {
            text.push_str(&wrapped(&visible_line(next), &format!("{rest}→ "), &format!("{rest}  ")));
        }
    }
    let _ = match (faults, notes) {
        (0, 0) => writeln!(text, "\nAll is well."),
        (0, notes) => writeln!(text, "\nNo fault, {}.", many(notes, "note", "notes")),
        (faults, 0) => writeln!(text, "\n{}.", many(faults, "fault", "faults")),
        (faults, notes) => writeln!(text, "\n{}, {}.", many(faults, "fault", "faults"), many(notes, "note", "notes")),
    };
    text
}
