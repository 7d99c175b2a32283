//! Looking before leaping: reads a client's file and says what it would become.
//!
//! Writing is not here; a plan can be printed and thrown away.

use super::clients::Client;
use super::entry::{self, Edit, Installed};
use super::{ConnectError, Scope, Server, Token, Transport, diff, edit, write};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// What to do about an entry of our name that is not ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// Leave it and say so.
    Refuse,
    /// Put ours in its place, or remove it; `--force`.
    Replace,
}

/// What a file is and what it would become.
pub struct Plan {
    /// The file itself, symbolic links followed.
    pub path: PathBuf,
    /// Its text now; none when there is no file.
    pub before: Option<String>,
    /// Its text afterwards.
    pub after: String,
    /// Whether the two differ. When not, everything is already as asked.
    pub changed: bool,
    /// Whether the file goes: it held nothing but ours.
    pub gone: bool,
    /// The directory the file must stay in.
    pub(super) root: PathBuf,
    /// The file as configured, links and all.
    pub(super) asked: PathBuf,
}

// The texts hold other servers' secrets, so they stay out of logs.
impl std::fmt::Debug for Plan {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Plan").field("path", &self.path).field("changed", &self.changed).finish_non_exhaustive()
    }
}

impl Plan {
    /// The change as a unified diff; empty when nothing changes.
    pub fn diff(&self) -> String {
        let label = self.path.display().to_string();
        if self.changed { diff::unified(&label, self.before.as_deref(), &self.after) } else { String::new() }
    }
}

/// Plans the entry for a server. Reads one file, writes nothing.
pub fn plan(client: &Client, server: &Server, scope: &Scope, home: &Path, foreign: Foreign) -> Result<Plan, ConnectError> {
    let file = File::open(client, server, scope, home)?;
    refuse_committed_secret(server, scope, &file.path)?;
    let fields = entry::fields(client, server)?;
    let name = || vec![server.name.clone()];
    let edits = match file.entry(client, server)? {
        None => vec![Edit::Set(name(), entry::whole(&fields))],
        Some(found) if found == entry::whole(&fields).to_json() => Vec::new(),
        Some(found) => {
            let ours = found.as_object().filter(|_| entry::is_ours(&found, server));
            if let Some(ours) = ours {
                entry::changes(client, server, ours, &fields)
            } else {
                file.allow(&found, server, foreign)?;
                vec![Edit::Set(name(), entry::whole(&fields))]
            }
        }
    };
    file.plan(client, server, &edits)
}

/// Plans the removal of a server's entry. A missing file or entry is a plan that changes nothing.
pub fn plan_removal(client: &Client, server: &Server, scope: &Scope, home: &Path, foreign: Foreign) -> Result<Plan, ConnectError> {
    let file = File::open(client, server, scope, home)?;
    let edits = match file.entry(client, server)? {
        None => Vec::new(),
        Some(found) => {
            if !entry::is_ours(&found, server) {
                file.allow(&found, server, foreign)?;
            }
            vec![Edit::Remove(vec![server.name.clone()])]
        }
    };
    file.plan(client, server, &edits)
}

/// What the entry of this name starts or points at, if there is one, and the file it is in. Reads one file.
pub fn installed(client: &Client, name: &str, scope: &Scope, home: &Path) -> Result<Option<(PathBuf, Installed)>, ConnectError> {
    let nobody = Transport::Stdio { command: String::new(), args: Vec::new(), env: Vec::new() };
    let server = Server { name: name.to_owned(), transport: nobody };
    let file = File::open(client, &server, scope, home)?;
    let found = file.entry(client, &server)?;
    Ok(found.map(|found| (file.path, entry::lead(&found))))
}

fn refuse_committed_secret(server: &Server, scope: &Scope, path: &Path) -> Result<(), ConnectError> {
    match (&server.transport, scope) {
        (Transport::Http { token: Token::Literal(_), .. }, Scope::Project(_)) => Err(ConnectError::Secret { path: path.to_path_buf() }),
        _ => Ok(()),
    }
}

/// A client's file as it is now.
struct File {
    root: PathBuf,
    asked: PathBuf,
    path: PathBuf,
    text: Option<String>,
}

impl File {
    fn open(client: &Client, server: &Server, scope: &Scope, home: &Path) -> Result<Self, ConnectError> {
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if server.name.is_empty() || !server.name.chars().all(letters) {
            return Err(ConnectError::Name { name: server.name.clone() });
        }
        let (root, asked) = match scope {
            Scope::User => (home, client.user_path(home)),
            Scope::Project(project) => {
                let path = client.project_path(project);
                let none = ConnectError::NoProject { client: client.name };
                (project.as_path(), path.ok_or(none)?)
            }
        };
        let root = root.canonicalize().map_err(ConnectError::read(root))?;
        let path = write::resolve(&root, &asked)?;
        let text = write::read(&path)?;
        Ok(Self { root, asked, path, text })
    }

    /// The entry of our name, after making sure that the servers are where they should be.
    fn entry(&self, client: &Client, server: &Server) -> Result<Option<Json>, ConnectError> {
        let not_object = |key: &str| ConnectError::NotObject { path: self.path.clone(), key: key.to_owned() };
        let text = self.text.as_deref().unwrap_or("");
        let all = edit::read(client.format, text).map_err(|t| t.within(&self.path))?;
        let Json::Object(all) = all else {
            return Err(not_object("the whole file"));
        };
        match all.get(client.key) {
            None => Ok(None),
            Some(Json::Object(servers)) => Ok(servers.get(&server.name).cloned()),
            Some(_) => Err(not_object(client.key)),
        }
    }

    fn allow(&self, found: &Json, server: &Server, foreign: Foreign) -> Result<(), ConnectError> {
        match foreign {
            Foreign::Replace => Ok(()),
            Foreign::Refuse => Err(ConnectError::Foreign { path: self.path.clone(), name: server.name.clone(), found: entry::describe(found) }),
        }
    }

    fn plan(self, client: &Client, server: &Server, edits: &[Edit]) -> Result<Plan, ConnectError> {
        let before = self.text.as_deref().unwrap_or("");
        let after = edit::rewrite(client.format, client.key, before, edits).map_err(|trouble| trouble.within(&self.path))?;
        let rest = |text: &str| rest(client, server, text);
        if !edits.is_empty() && (rest(&after).is_none() || rest(before) != rest(&after)) {
            return Err(ConnectError::Damage { path: self.path, name: server.name.clone() });
        }
        Ok(Plan { changed: after != before, gone: false, path: self.path, before: self.text, after, root: self.root, asked: self.asked })
    }
}

/// Everything but our entry. The file is somebody else's, so an edit is believed only when this is
/// the same before and after.
fn rest(client: &Client, server: &Server, text: &str) -> Option<Json> {
    let mut all = edit::read(client.format, text).ok()?;
    let servers = all.as_object_mut()?.get_mut(client.key);
    if let Some(Json::Object(servers)) = servers {
        servers.remove(&server.name);
        if servers.is_empty() {
            all.as_object_mut()?.remove(client.key);
        }
    }
    Some(all)
}
