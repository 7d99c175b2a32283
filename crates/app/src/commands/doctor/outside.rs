//! What surrounds a palace: the clients that should know it, and the port it would listen on.

use super::Finding;
use crate::{
    commands::{
        connect::{ENTRY, tilde, user_home},
        started::started,
    },
    connect::{self, ConnectError, Installed, Lead, Scope, Started, hooks},
};
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    time::Duration,
};

/// How long a port on this machine may take to answer.
const PATIENCE: Duration = Duration::from_millis(1_000);

/// Every entry and hook of ours in the files that clients read here: a person's own, and those of the project in the working folder.
pub(super) fn clients() -> Vec<Finding> {
    let Some(user) = user_home().filter(|home| home.is_dir()) else {
        return vec![Finding::note("clients", "not looked for: HOME names no directory", "Set HOME to your home directory")];
    };
    let started = match started() {
        Ok(started) => started,
        Err(refusal) => return vec![Finding::refused("clients", &refusal)],
    };
    let mut report = Report { started, connected: Vec::new(), findings: Vec::new() };
    report.look(&Scope::User, &user);
    if let Some(project) = std::env::current_dir().ok().filter(|here| *here != user) {
        report.look(&Scope::Project(project.clone()), &project);
    }
    let Report { connected, mut findings, .. } = report;
    if !connected.is_empty() {
        findings.insert(0, Finding::ok("clients", format!("connected: {}", connected.join(", "))));
    } else if findings.is_empty() {
        findings.push(Finding::note("clients", "none knows this palace", "Run `palace connect --list`, then `palace connect <client>`"));
    }
    findings
}

/// What was found of ours in the files of clients.
struct Report {
    started: Started,
    connected: Vec<String>,
    findings: Vec<Finding>,
}

impl Report {
    fn look(&mut self, scope: &Scope, root: &Path) {
        let (place, option) = match scope {
            Scope::User => ("", ""),
            Scope::Project(_) => (" in this project", " --project"),
        };
        for client in connect::clients() {
            let (name, again) = (format!("{}{place}", client.name), format!("palace connect {}{option}", client.id));
            match connect::installed(client, ENTRY, scope, root) {
                Ok(None) | Err(ConnectError::NoProject { .. }) => {}
                Ok(Some((_, Installed::Address(_)))) => self.connected.push(name),
                Ok(Some((file, Installed::Nowhere))) => self.findings.push(Finding::fault(
                    "clients",
                    format!("the entry of {name} names no program and no address ({})", tilde(&file)),
                    format!("Run `{again} --force`"),
                )),
                Ok(Some((file, Installed::Program(program)))) => {
                    let again = if connect::is_palace(&program) { again } else { format!("{again} --force") };
                    if self.judge(&name, &format!("{name} starts"), &[program], scope, &file, &again) {
                        self.connected.push(name);
                    }
                }
                Ok(Some((file, Installed::Package(runner, _)))) => {
                    if self.judge(&name, &format!("{name} starts"), &[runner], scope, &file, &again) {
                        self.connected.push(name);
                    }
                }
                Err(error) => self.unreadable(&name, error),
            }
        }
        for client in hooks::hooked() {
            let (name, again) = (format!("{}{place}", client.name()), format!("palace hooks install --client {}{option}", client.id));
            match hooks::launches(client, scope, root) {
                Ok((file, launches)) => {
                    for words in launches {
                        self.judge(&name, &format!("a hook of {name} starts"), &words, scope, &file, &again);
                    }
                }
                // The file that cannot be read was told of above where it holds both.
                Err(error) if self.findings.iter().any(|found| found.found.contains(&error.to_string())) => {}
                Err(error) => self.unreadable(&name, error),
            }
        }
    }

    /// Says where a command leads, unless it is here. Answers whether it leads to a palace that can be started.
    fn judge(&mut self, name: &str, starts: &str, words: &[String], scope: &Scope, file: &Path, again: &str) -> bool {
        let (program, file) = (words.first().map(String::as_str).unwrap_or_default(), tilde(file));
        // A project's file holds the bare name, so no command of ours mends what it leads to on this machine.
        let is_bare = matches!(scope, Scope::Project(_)) && !program.contains('/');
        match self.started.judge(words, scope) {
            Lead::Here | Lead::Runner => true,
            Lead::Nowhere(why) => {
                let next =
                    if is_bare { format!("Put a link to {} into a folder of PATH", self.started.file.display()) } else { format!("Run `{again}`") };
                self.findings.push(Finding::fault("clients", format!("{starts} {program}, but {why} ({file})"), next));
                false
            }
            Lead::Elsewhere(other) => {
                let next = if is_bare {
                    format!("Update that one, or put a link to {} before it on PATH", self.started.file.display())
                } else {
                    format!("If {name} should start this one, run `{again}`")
                };
                let found = format!("{starts} {program}, which is another program or another version: {} ({file})", other.display());
                self.findings.push(Finding::note("clients", found, next));
                false
            }
        }
    }

    fn unreadable(&mut self, name: &str, error: ConnectError) {
        let refusal = crate::commands::connect::refusal(error);
        self.findings.push(Finding::note("clients", format!("{name}: {}", refusal.what()), refusal.remedy()));
    }
}

pub(super) fn port(address: SocketAddr) -> Finding {
    if answers(address) {
        Finding::ok("port", format!("a palace answers on {address}"))
    } else if TcpStream::connect_timeout(&address, PATIENCE).is_ok() {
        Finding::note("port", format!("something else listens on {address}"), "Serve elsewhere: `palace up --http 127.0.0.1:0`")
    } else {
        Finding::ok("port", format!("{address} is free"))
    }
}

/// Whether a palace answers there. It is asked for its health alone: the token is not shown to whoever holds the port.
pub(in crate::commands) fn answers(address: SocketAddr) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.take(4_096).read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200") && answer.ends_with(r#"{"status":"ok"}"#))
}
