//! One edited file among ten thousand: how many are read for it, and how long that takes.

use super::common::{Palace, Result, row};
use kernel::time::Moment;
use serde_json::{Value as Json, json};
use std::{fs, path::Path, time::Instant};
use store::Place;

const FILES: usize = 10_000;
const BATCH: usize = 500;

/// Makes a tree of small files, reads it, edits one of them, and brings the index up to date as the program does: by size
/// and time of every file, reading only those that differ.
pub(super) fn one_of_many(folder: &Path, now: Moment) -> Result<()> {
    let tree = folder.join("tree");
    let names: Vec<String> = (0..FILES).map(|n| format!("part{:02}/file{n:05}.rs", n % 100)).collect();
    for (n, name) in names.iter().enumerate() {
        let path = tree.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&tree))?;
        fs::write(path, format!("/// Number {n}.\npub fn number_{n}() -> usize {{\n    helper({n})\n}}\n"))?;
    }
    let palace = Palace::found(Place::File(folder.join("palace.db")), now)?;
    let start = Instant::now();
    let first = bring(&palace, &tree, &names, now)?;
    let whole = start.elapsed().as_secs_f64();
    fs::write(tree.join(&names[FILES / 2]), "pub fn edited() {}\n")?;
    let start = Instant::now();
    let again = bring(&palace, &tree, &names, now)?;
    println!();
    row(&format!("a tree of {FILES} small files"), &["took", "files read", "outlined"].map(String::from));
    row("everything is new", &[format!("{whole:.2} s"), first.0.to_string(), first.1.to_string()]);
    let took = format!("{:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    row("one file was edited", &[took, again.0.to_string(), again.1.to_string()]);
    Ok(())
}

/// Brings the index up to date. Gives how many files were read, and how many texts were outlined.
fn bring(palace: &Palace, tree: &Path, names: &[String], now: Moment) -> Result<(usize, u64)> {
    let mut seen = Vec::with_capacity(names.len());
    for name in names {
        let found = fs::metadata(tree.join(name))?;
        let since = found.modified()?.duration_since(std::time::UNIX_EPOCH)?;
        seen.push(json!({ "path": name, "size": found.len(), "mtime": i64::try_from(since.as_micros())? }));
    }
    let checked = palace.ask("code.check", json!({ "seen": seen, "whole": true }), now)?;
    let changed: std::collections::HashSet<&str> = checked["changed"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    let touched: Vec<Json> = seen.into_iter().filter(|file| file["path"].as_str().is_some_and(|path| changed.contains(path))).collect();
    let mut outlined = 0;
    for batch in touched.chunks(BATCH) {
        let mut files = batch.to_vec();
        for file in &mut files {
            file["text"] = fs::read_to_string(tree.join(file["path"].as_str().unwrap_or_default()))?.into();
        }
        outlined += palace.ask("code.keep", json!({ "files": files }), now)?["read"].as_u64().unwrap_or(0);
    }
    Ok((touched.len(), outlined))
}
