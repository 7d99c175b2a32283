//! What surrounds a palace: the clients that should know it, and the port it would listen on.

use super::Finding;
use crate::{
    commands::connect::{ENTRY, tilde, user_home},
    connect::{self, Installed, Scope},
};
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    time::Duration,
};

/// How long a port on this machine may take to answer.
const PATIENCE: Duration = Duration::from_millis(1_000);

pub(super) fn clients() -> Vec<Finding> {
    let Some(user) = user_home().filter(|home| home.is_dir()) else {
        return vec![Finding::note("clients", "not looked for: HOME names no directory", "Set HOME to your home directory")];
    };
    let mut findings = Vec::new();
    let mut connected = Vec::new();
    for client in connect::clients() {
        let file = tilde(&client.user_path(&user));
        let again = format!("Run `palace connect {}`", client.id);
        match connect::installed(client, ENTRY, &Scope::User, &user) {
            Ok(None) => {}
            Ok(Some(Installed::Program(program))) if Path::new(&program).is_absolute() && !Path::new(&program).exists() => {
                findings.push(Finding::fault("clients", format!("{} starts {program}, which is not there ({file})", client.name), again));
            }
            Ok(Some(Installed::Nowhere)) => findings.push(Finding::fault(
                "clients",
                format!("the entry of {} names no program and no address ({file})", client.name),
                format!("{again} --force"),
            )),
            Ok(Some(Installed::Program(_) | Installed::Address(_))) => connected.push(client.name),
            Err(error) => {
                let refusal = crate::commands::connect::refusal(error);
                findings.push(Finding::note("clients", format!("{}: {}", client.name, refusal.what()), refusal.remedy()));
            }
        }
    }
    if !connected.is_empty() {
        findings.insert(0, Finding::ok("clients", format!("connected: {}", connected.join(", "))));
    } else if findings.is_empty() {
        findings.push(Finding::note("clients", "none knows this palace", "Run `palace connect --list`, then `palace connect <client>`"));
    }
    findings
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
