//! Has the program read a tree into a palace of its own, and opens that palace.

use crate::{
    common::{Palace, Result},
    process::{Usage, run},
};
use kernel::time::Moment;
use serde_json::Value as Json;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use store::Place;

/// Now, for palaces that are founded here.
const NOW_MS: i64 = 1_767_225_600_000;

/// What came of reading one tree.
pub(crate) struct Reading {
    pub(crate) usage: Usage,
    /// Chunks that were kept, and those that were known already.
    pub(crate) chunks: f64,
}

impl Reading {
    pub(crate) fn per_cpu_second(&self) -> f64 {
        self.chunks / self.usage.cpu
    }
    pub(crate) fn per_second(&self) -> f64 {
        self.chunks / self.usage.wall
    }
}

/// A palace in a folder of its own, that the program can open too.
pub(crate) fn found(scratch: &Path) -> Result<PathBuf> {
    let home = scratch.join("home");
    fs::create_dir_all(&home)?;
    let palace = Palace::found(Place::File(home.join("palace.db")), Moment::from_millis(NOW_MS))?;
    fs::write(home.join("trust.json"), palace.trust().to_string())?;
    Ok(home)
}

/// Has the program read a tree, or what else an argument names: its history.
pub(crate) fn read(program: &Path, home: &Path, arguments: &[&str], tree: &Path) -> Result<Reading> {
    let mut command = Command::new(program);
    command.arg("--home").arg(home).args(["--format", "json", "ingest"]).args(arguments).arg(tree).env("HOME", home);
    let done = run(command)?;
    let answer: Json = serde_json::from_slice(&done.output).map_err(|e| format!("{}: {e}", String::from_utf8_lossy(&done.output)))?;
    let count = |name: &str| answer["pieces"][name].as_f64().ok_or_else(|| format!("the answer does not say how many pieces were {name}: {answer}"));
    Ok(Reading { usage: done.usage, chunks: count("kept")? + count("again")? })
}

/// A palace that the program filled.
pub(crate) fn opened(home: &Path) -> Result<Palace> {
    let trust = serde_json::from_str(&fs::read_to_string(home.join("trust.json"))?)?;
    Palace::open(Place::File(home.join("palace.db")), &trust)
}
