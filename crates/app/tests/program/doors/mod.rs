//! The real program, as its users meet it: run with arguments, spoken to over pipes, called over a socket.
//!
//! Every test has a home of its own, every wait has an end, and a child process goes away with the value that holds it.
//! Not here: what the answers ought to be.

pub mod http;
pub mod mask;
pub mod shell;
pub mod stdio;
pub mod story;

use serde_json::Value as Json;
use std::{
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};
use store::{Backend, Place};
use testkit::{On, pg::Schema, temp::Temp};

/// The longest that anything may take before a test gives up. Long, because a machine may be busy; an answer ends it.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A folder of one test's own, with a database of its own when one is asked for.
#[derive(Debug)]
pub struct Home {
    folder: Temp,
    schema: Option<Schema>,
}

/// What a run of the program gave.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The answer or the refusal's `error` object, of a run with `--format json`.
    pub fn answer(&self) -> Result<Json, Json> {
        let read = |text: &str| -> Json {
            let line = text.lines().rfind(|line| line.starts_with('{')).unwrap_or_else(|| panic!("no JSON in this run: {self:?}"));
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {self:?}"))
        };
        if self.status == 0 { Ok(read(&self.out)) } else { Err(read(&self.err)["error"].take()) }
    }
}

impl Home {
    /// A folder with no palace in it.
    pub fn empty(on: On) -> Self {
        Self { folder: Temp::new(), schema: (on == On::Postgres).then(Schema::new) }
    }

    /// A folder with an unsealed palace in it.
    pub fn unsealed(on: On) -> Self {
        let home = Self::empty(on);
        let made = home.run(&["init", "--unsealed"]);
        assert_eq!(made.status, 0, "{made:?}");
        home
    }

    /// The folder of the palace.
    pub fn dir(&self) -> std::path::PathBuf {
        self.folder.path().join("palace")
    }

    /// The folder beside the palace: where commands are run, and where a story keeps its files.
    pub fn beside(&self) -> &Path {
        self.folder.path()
    }

    /// The program, started in this home and with nothing of the outer environment that could matter.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_palace"));
        command.args(args).current_dir(self.folder.path());
        for name in ["PALACE_DATABASE_URL", "NO_COLOR", "PALACE_LOG", "XDG_DATA_HOME", "LOGNAME"] {
            command.env_remove(name);
        }
        command.env("HOME", self.folder.path()).env("USER", "ana").env("PALACE_HOME", self.dir());
        if let Some(schema) = &self.schema {
            command.env("PALACE_DATABASE_URL", schema.url());
        }
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, |command| command)
    }

    /// Runs the program to its end, changed a little first.
    pub fn run_with(&self, args: &[&str], change: impl FnOnce(&mut Command) -> &mut Command) -> Ran {
        let mut command = self.command(args);
        let Output { status, stdout, stderr } = change(command.stdin(Stdio::null())).output().expect("run the program");
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        Ran { status: status.code().expect("the program ends by itself"), out: text(stdout), err: text(stderr) }
    }

    /// Where the palace is kept.
    pub fn place(&self) -> Place {
        match &self.schema {
            Some(schema) => Place::Database(schema.url()),
            None => Place::File(self.dir().join("palace.db")),
        }
    }

    /// A connection behind the palace's back.
    pub fn raw(&self) -> Box<dyn Backend> {
        store::testing::connect(&self.place()).expect("connect behind the palace's back")
    }

    /// The bearer token of HTTP.
    pub fn token(&self) -> String {
        std::fs::read_to_string(self.dir().join("token")).expect("the token file").trim().to_owned()
    }

    /// Whether the ledger verifies, asked of a fresh process.
    pub fn verify(&self) -> Json {
        let ran = self.run(&["--format", "json", "--mode", "human", "ledger", "verify"]);
        ran.answer().unwrap_or_else(|refusal| panic!("the ledger does not verify: {refusal}"))["result"].take()
    }
}

/// Compares a text with a file of this tree. `UPDATE=1` rewrites the file.
pub fn golden(path: &Path, text: &str) -> Result<(), String> {
    if std::env::var_os("UPDATE").is_some_and(|v| v == "1") {
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text)).map_err(|e| format!("{}: {e}", path.display()))?;
        return Ok(());
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    if kept == text {
        return Ok(());
    }
    Err(format!("{} is not what is generated now; UPDATE=1 rewrites it\n{}", path.display(), difference(&kept, text)))
}

/// The lines that only one of two texts has, with their numbers, at most a screen of them.
fn difference(old: &str, new: &str) -> String {
    const LINES_MAX: usize = 40;
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let side = |mark: char, lines: &[&str]| -> Vec<String> {
        let changed = &lines[same..lines.len() - tail];
        changed.iter().enumerate().take(LINES_MAX).map(|(i, line)| format!("{mark} {:>5}  {line}", same + i + 1)).collect()
    };
    [side('-', &old), side('+', &new)].concat().join("\n")
}
