//! Reads from the environment how this process was started, for the commands that clients are given. Not here: which command that is;
//! see [`crate::connect::Started`].

use crate::{
    commands::connect::{refusal, user_home},
    connect::{Launch, Scope, Started},
    home::Home,
};
use kernel::refusal::{Code, Refusal};
use std::path::PathBuf;

/// Where package managers put links: programs with windows have not always the PATH of a shell, and a shell not always this one.
const LINKS: [&str; 4] = ["/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin", "/run/current-system/sw/bin"];
/// The same below the home directory.
const OWN_LINKS: [&str; 4] = [".local/bin", ".cargo/bin", "bin", ".nix-profile/bin"];

/// How this process was started.
pub(super) fn started() -> Result<Started, Refusal> {
    let unknown = |what: String| Code::Internal.refuse("palace", what).next("Run the command again with the program that is installed now");
    let file = std::env::current_exe().map_err(|e| unknown(format!("this program cannot tell where it is: {e}")))?;
    if !file.exists() {
        return Err(unknown(format!("the file of this program is gone: {}", file.display())));
    }
    let called = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    // A word without a slash was looked for on PATH, and is looked for there again.
    let called = if called.components().count() > 1 { std::path::absolute(&called).unwrap_or(called) } else { called };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let home = user_home();
    let own = OWN_LINKS.iter().filter_map(|folder| Some(home.as_ref()?.join(folder)));
    let folders = std::env::split_paths(&path).chain(own).chain(LINKS.iter().map(PathBuf::from)).collect();
    Ok(Started { file, called, folders })
}

/// The command for somebody's configuration.
pub(super) fn launch(scope: &Scope) -> Result<Launch, Refusal> {
    started()?.launch(scope).map_err(refusal)
}

/// The options by which a client's process finds this home. None are needed where it is found without being named.
pub(super) fn home_options(home: &Home, scope: &Scope) -> Result<Vec<String>, Refusal> {
    // The default home is left out on purpose: where the client works in a project with a palace of its own, that one is meant.
    // Only a palace that this user made or trusted is found so.
    if home.dir().as_os_str().is_empty() || home.is_default() {
        return Ok(Vec::new());
    }
    let dir = std::path::absolute(home.dir()).map_err(|e| crate::home::failed(home.dir(), &e))?;
    match scope {
        Scope::User => Ok(vec!["--home".into(), dir.display().to_string()]),
        Scope::Project(_) if home.is_found()? => Ok(Vec::new()),
        Scope::Project(_) => Err(Code::InputInvalid
            .refuse("--project", format!("a project's file may be committed, and {} is a folder of this machine alone", dir.display()))
            .next("Leave --project out; or leave --home out and set PALACE_HOME where the client runs, if the project has no palace of its own")),
    }
}
