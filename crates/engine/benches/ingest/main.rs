//! How fast the program reads real trees, how large the palace becomes, and what the same work costs without a palace.
//!
//! Each tree is read by `palace ingest` into a palace of its own, and then all of them, one after another, into one palace: a cost
//! that grows with the palace shows only there. Figures are printed and never asserted, because a busy machine is not a broken one.

#[path = "../common/mod.rs"]
mod common;
mod process;
mod program;
mod yardsticks;

use common::{Result, Scratch, machine, row, targets::Targets};
use process::Usage;
use program::{found, opened, read};
use std::{
    fs,
    path::{Path, PathBuf},
};
use store::SourceFilter;
use yardsticks::Yardsticks;

/// Chunks a second that one processor reads at least, embedding included.
const PER_CPU_SECOND_MIN: f64 = 6_000.0;
/// Chunks a second that two processors read at least.
const PER_SECOND_MIN: f64 = 9_000.0;
/// The rate in the largest palace against that in the smallest, at least.
const RATE_KEPT_MIN: f64 = 0.7;
/// Bytes of the palace for each byte read, at most.
const STORED_MAX: f64 = 0.8;

/// What was asked for on the command line.
struct Options {
    trees: Vec<PathBuf>,
    scratch: PathBuf,
    palace: PathBuf,
}

fn options() -> Result<Options> {
    let (mut trees, mut scratch, mut palace) = (Vec::new(), PathBuf::from(env!("CARGO_TARGET_TMPDIR")), None);
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--tree" => trees.push(PathBuf::from(value)),
            "--scratch" => scratch = value.into(),
            "--palace" => palace = Some(PathBuf::from(value)),
            _ => return Err(format!("`{word}` is unknown; there are --tree FOLDER (may be repeated), --palace PROGRAM and --scratch FOLDER").into()),
        }
    }
    if trees.is_empty() {
        return Err("name at least one folder with --tree".into());
    }
    Ok(Options { trees, scratch, palace: palace.ok_or("name the program with --palace")? })
}

fn main() -> Result<()> {
    let options = options()?;
    println!("\nmachine: {}", machine());
    println!("palace ingest, SQLite, WAL, synchronous = full; CPU is that of the process and what it started");
    let mut targets = Targets::default();
    let mut bytes = 0.0;
    for tree in &options.trees {
        bytes += one_tree(&options, tree, &mut targets)?;
    }
    if options.trees.len() > 1 {
        all_trees(&options, bytes, &mut targets)?;
    }
    targets.print();
    Ok(())
}

/// Reads a tree into a palace of its own, beside the yardsticks; answers how many bytes its files have.
fn one_tree(options: &Options, tree: &Path, targets: &mut Targets) -> Result<f64> {
    let name = name(tree);
    let scratch = Scratch::below(&options.scratch, &format!("ingest-bench-{name}"))?;
    let home = found(scratch.path())?;
    let reading = read(&options.palace, &home, &[], tree)?;
    let bytes = bytes_of_files(&home, tree)?;
    println!("\n{name}: {:.0} chunks of {:.1} MB", reading.chunks, bytes / 1e6);
    heading();
    line("palace ingest", reading.chunks, &reading.usage);
    let stored = size(&home)?;
    let again = read(&options.palace, &home, &[], tree)?;
    line("palace ingest, nothing changed", 0.0, &again.usage);
    let yardsticks = Yardsticks::measure(&opened(&home)?, tree, scratch.path())?;
    yardsticks.print(&reading.usage);
    for (what, stored) in [("palace", stored), ("FTS5 alone, with the chunks", yardsticks.fts5_bytes)] {
        row(&format!("{what}, bytes for each byte read"), &[format!("{:.2}", stored / bytes), format!("{:.1} MB", stored / 1e6)]);
    }
    targets.at_least(format!("{name}: chunks per CPU second"), reading.per_cpu_second(), PER_CPU_SECOND_MIN, "");
    targets.at_least(format!("{name}: chunks per second"), reading.per_second(), PER_SECOND_MIN, "");
    targets.at_most(format!("{name}: bytes stored for each byte read"), stored / bytes, STORED_MAX, "");
    if let Some(status) = yardsticks.git_status {
        targets.at_most(format!("{name}: reading it again against `git status`"), again.usage.wall / status.wall, 2.0, " ×");
    }
    Ok(bytes)
}

/// Reads all trees into one palace, one after another.
fn all_trees(options: &Options, bytes: f64, targets: &mut Targets) -> Result<()> {
    let scratch = Scratch::below(&options.scratch, "ingest-bench-all")?;
    let home = found(scratch.path())?;
    println!("\nall of them into one palace");
    heading();
    let (mut chunks, mut first) = (0.0, None);
    for tree in &options.trees {
        let reading = read(&options.palace, &home, &[], tree)?;
        chunks += reading.chunks;
        line(&format!("{}, then {chunks:.0} chunks", name(tree)), reading.chunks, &reading.usage);
        let rate = reading.per_cpu_second();
        let first = *first.get_or_insert(rate);
        targets.at_least(format!("rate at {chunks:.0} chunks against the first"), rate / first, RATE_KEPT_MIN, " ×");
    }
    let stored = size(&home)?;
    row("palace, bytes for each byte read", &[format!("{:.2}", stored / bytes), format!("{:.1} MB", stored / 1e6)]);
    targets.at_most("all: bytes stored for each byte read", stored / bytes, STORED_MAX, "");
    Ok(())
}

fn heading() {
    row("", &["chunks/s", "per CPU s", "wall", "CPU", "memory"].map(String::from));
}

/// A row for something that handled so many chunks.
fn line(name: &str, chunks: f64, usage: &Usage) {
    let rate = |seconds: f64| if chunks > 0.0 { format!("{:.0}", chunks / seconds) } else { "–".into() };
    let memory = if usage.memory > 0.0 { format!("{:.0} MB", usage.memory / 1e6) } else { "–".into() };
    row(name, &[rate(usage.wall), rate(usage.cpu), format!("{:.2} s", usage.wall), format!("{:.2} s", usage.cpu), memory]);
}

fn name(tree: &Path) -> String {
    tree.file_name().map_or_else(|| "tree".into(), |name| name.to_string_lossy().into_owned())
}

/// Bytes of the files of a tree that a palace holds.
#[expect(clippy::cast_precision_loss, reason = "sizes of files")]
fn bytes_of_files(home: &Path, tree: &Path) -> Result<f64> {
    let palace = opened(home)?;
    let sources = palace.look(|_, view| Ok(view.sources(&SourceFilter { state: "live".into(), limit: i64::MAX, ..SourceFilter::default() })?))?;
    let bytes: u64 = sources.iter().filter_map(|source| fs::metadata(tree.join(&source.path)).ok()).map(|file| file.len()).sum();
    Ok(bytes as f64)
}

/// Bytes of a palace on disk.
#[expect(clippy::cast_precision_loss, reason = "sizes of files")]
fn size(home: &Path) -> Result<f64> {
    let mut bytes = 0;
    for entry in fs::read_dir(home)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("palace.db") {
            bytes += entry.metadata()?.len();
        }
    }
    Ok(bytes as f64)
}
