//! A person at a shell beside the palace: ordinary commands, in a folder of the story's own, with `palace` among them.
//!
//! Not here: what is typed. The stories say that.

use super::{Home, story::started};
use serde_json::Value as Json;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use store::Place;
use testkit::{story::Shell, world::Who};

/// What every command may use: the program as the one who acts, and a git that knows nothing of this machine.
const WORDS: &str = r#"set -eu
palace() { "$PALACE_PROGRAM" --format json --mode "$PALACE_MODE" --user "$PALACE_NAME" "$@"; }
"#;

const GIT: &[(&str, &str)] = &[
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_AUTHOR_NAME", "Robin Example"),
    ("GIT_AUTHOR_EMAIL", "robin@example.com"),
    ("GIT_COMMITTER_NAME", "Robin Example"),
    ("GIT_COMMITTER_EMAIL", "robin@example.com"),
];

impl Shell for Home {
    fn run(&mut self, who: &Who, command: &str) -> Result<Option<Result<Json, Json>>, String> {
        let (mode, name) = started(who);
        let program = self.command(&[]);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{WORDS}{command}")]).current_dir(self.beside()).stdin(Stdio::null()).envs(GIT.iter().copied());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell.env("PALACE_PROGRAM", program.get_program()).env("PALACE_MODE", mode).env("PALACE_NAME", name);
        let Output { status, stdout, stderr } = shell.output().map_err(|error| format!("there is no shell: {error}"))?;
        // Where the folder lies is nobody's business, and another one tomorrow.
        let here = format!("{}/", self.beside().canonicalize().map_err(|error| error.to_string())?.display());
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&here, "");
        let last = |text: &str| text.lines().rfind(|line| line.starts_with('{')).and_then(|line| serde_json::from_str::<Json>(line).ok());
        if status.success() {
            return Ok(last(&said(&stdout)).map(Ok));
        }
        let complaint = said(&stderr);
        match last(&complaint) {
            Some(mut refusal) => Ok(Some(Err(refusal["error"].take()))),
            None => Err(format!("the command ended with {status}: {}", complaint.trim())),
        }
    }

    fn lay(&mut self, fixture: &str) -> Result<(), String> {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ingest/fixtures").join(fixture);
        let to = self.beside().join(from.file_name().ok_or("name a fixture")?);
        let told = |error: std::io::Error| format!("{fixture}: {error}");
        if from.extension().is_some_and(|ending| ending == "sql") {
            let statements = fs::read_to_string(&from).map_err(told)?;
            let theirs = store::testing::connect(&Place::File(to.with_extension("db")));
            return theirs.and_then(|mut theirs| theirs.batch(&statements)).map_err(|error| format!("{fixture}: {error}"));
        }
        if from.is_dir() { copy(&from, &to).map_err(told) } else { fs::copy(&from, &to).map(drop).map_err(told) }
    }
}

/// Copies a folder, without the answers that belong to other tests.
fn copy(from: &Path, to: &PathBuf) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let there = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &there)?;
        } else if path.extension().is_none_or(|ending| ending != "golden") {
            fs::copy(&path, &there)?;
        }
    }
    Ok(())
}
