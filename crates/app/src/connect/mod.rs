//! How Palace tells other programs about itself: one row per MCP client, and a careful hand for
//! their configuration files.
//!
//! [`plan`] reads and decides, [`apply`] writes; between the two a person can look at
//! [`Plan::diff`]. Comments, key order, indentation and line endings stay as they were. Nothing here
//! starts a client, opens a socket or reads the environment: the home directory arrives as a value,
//! and a client moved elsewhere by a variable of its own (`CODEX_HOME`) is not looked for.

mod clients;
mod diff;
mod edit;
mod entry;
mod error;
pub mod hooks;
mod json;
mod launch;
mod plan;
#[cfg(test)]
mod tests;
mod toml;
mod write;

pub(crate) use clients::shell;
pub use clients::{Client, Format, Platform};
pub use entry::{Installed, is_palace};
pub use error::ConnectError;
pub use launch::{Launch, Lead, Started};
pub use plan::{Foreign, Plan, installed, plan, plan_removal};
pub use write::{Applied, apply};

use clients::CLIENTS;
use std::path::PathBuf;

/// A server as a client should know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The name of the entry, usually `palace`; letters, digits, `-` and `_`.
    pub name: String,
    /// How the client reaches it.
    pub transport: Transport,
}

/// How a client reaches the server.
#[derive(Clone, PartialEq, Eq)]
pub enum Transport {
    /// The client starts a process and speaks over its standard streams.
    Stdio {
        /// The program; an absolute path works whatever the client's `PATH` is. See [`Started::launch`].
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables set for the process, in the order they are written.
        env: Vec<(String, String)>,
    },
    /// The client opens a streamable HTTP connection.
    Http {
        /// The address, path included.
        url: String,
        /// The bearer token, if the server wants one.
        token: Token,
    },
}

// Written by hand for the same reason as below: a variable may hold the address of a database with its password.
impl std::fmt::Debug for Transport {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stdio { command, args, env } => {
                let env: Vec<String> = env.iter().map(|(name, _)| format!("{name}=…")).collect();
                out.debug_struct("Stdio").field("command", command).field("args", args).field("env", &env).finish()
            }
            Self::Http { url, token } => out.debug_struct("Http").field("url", url).field("token", token).finish(),
        }
    }
}

/// Where a client finds the bearer token.
#[derive(Clone, PartialEq, Eq)]
pub enum Token {
    /// The server asks for none.
    None,
    /// In the environment variable of this name, so that no file holds the secret.
    Variable(String),
    /// In the file itself; refused for project files, which tend to be committed.
    Literal(String),
}

// Written by hand so that a log line or a failing test never shows the secret.
impl std::fmt::Debug for Token {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => out.write_str("None"),
            Self::Variable(name) => write!(out, "Variable({name:?})"),
            Self::Literal(_) => out.write_str("Literal(…)"),
        }
    }
}

/// Whose configuration is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// The person's own, below the home directory.
    User,
    /// That of the project in this directory.
    Project(PathBuf),
}

/// Every client Palace can connect, in the order they are shown.
pub fn clients() -> &'static [Client] {
    CLIENTS
}

/// Finds a client by its id.
pub fn find(id: &str) -> Result<&'static Client, ConnectError> {
    CLIENTS.iter().find(|client| client.id == id).ok_or_else(|| ConnectError::unknown(id, CLIENTS.iter().map(|client| client.id)))
}

/// The exact text a person would paste: the client's own `mcp add` command where it has one that
/// can say this, otherwise the whole of a configuration file that holds nothing else.
pub fn lines(client: &Client, server: &Server) -> String {
    let command = client.add.and_then(|add| add(server));
    command.unwrap_or_else(|| {
        let fields = entry::fields_to_paste(client, server);
        edit::fresh(client, &server.name, &fields)
    })
}
