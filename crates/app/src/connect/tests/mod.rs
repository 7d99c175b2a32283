//! Stories about other people's files: every client, every state such a file can be in.

#![allow(clippy::unwrap_used)] // in a test, a panic is the message

mod files;
mod formats;
mod property;
mod table;

use super::*;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::temp::Temp;

/// A home directory of this test's own, gone when the test is.
pub(super) struct Home {
    /// As plans name it: with no link on the way.
    path: PathBuf,
    _temp: Temp,
}

impl Home {
    pub(super) fn new() -> Self {
        let temp = Temp::new();
        Self { path: temp.path().canonicalize().unwrap(), _temp: temp }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts a text where the client looks for it.
    pub(super) fn write(&self, client: &Client, text: &str) -> PathBuf {
        let path = client.user_path(self.path());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(super) fn plan(&self, client: &Client, server: &Server) -> Result<Plan, ConnectError> {
        plan(client, server, &Scope::User, self.path(), Foreign::Refuse)
    }

    /// Every file below the home, for showing that nothing else appeared.
    pub(super) fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut waiting = vec![self.path.clone()];
        while let Some(directory) = waiting.pop() {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    waiting.push(path);
                } else {
                    let relative = path.strip_prefix(&self.path).unwrap();
                    found.push(relative.display().to_string());
                }
            }
        }
        found.sort();
        found
    }
}

pub(super) fn stdio() -> Server {
    Server { name: "palace".into(), transport: Transport::Stdio { command: "/opt/palace".into(), args: vec!["mcp".into()], env: Vec::new() } }
}

pub(super) fn http(token: Token) -> Server {
    Server { name: "palace".into(), transport: Transport::Http { url: "http://127.0.0.1:7777/mcp".into(), token } }
}

pub(super) fn variable() -> Token {
    Token::Variable("PALACE_TOKEN".into())
}

/// What a text becomes when the server is connected; nothing is applied.
pub(super) fn planned(id: &str, server: &Server, text: &str) -> String {
    let (home, client) = (Home::new(), find(id).unwrap());
    home.write(client, text);
    home.plan(client, server).unwrap().after
}

/// What a text becomes when the server is disconnected; nothing is applied.
pub(super) fn planned_removal(id: &str, text: &str) -> String {
    let (home, client) = (Home::new(), find(id).unwrap());
    home.write(client, text);
    let (scope, refuse) = (Scope::User, Foreign::Refuse);
    let plan = plan_removal(client, &stdio(), &scope, home.path(), refuse);
    plan.unwrap().after
}

/// Connects a client for good, and gives back what its file says then.
pub(super) fn connected(id: &str, server: &Server, text: &str) -> String {
    let (home, client) = (Home::new(), find(id).unwrap());
    let path = home.write(client, text);
    apply(&home.plan(client, server).unwrap()).unwrap();
    fs::read_to_string(path).unwrap()
}

/// Disconnects a client for good.
pub(super) fn disconnected(id: &str, text: &str) -> String {
    let (home, client) = (Home::new(), find(id).unwrap());
    let path = home.write(client, text);
    let (scope, refuse) = (Scope::User, Foreign::Refuse);
    let plan = plan_removal(client, &stdio(), &scope, home.path(), refuse);
    apply(&plan.unwrap()).unwrap();
    fs::read_to_string(path).unwrap()
}
