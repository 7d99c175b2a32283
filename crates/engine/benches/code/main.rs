//! How long the index of a working tree takes, and how long a question about it: lines per second of processor time for a
//! real tree of about a million lines, one edited file, explore and the route, beside `ctags` and `rg` over the same files.
//!
//! Everything is a figure measured in one run; a target is said to be met or missed, and nothing is asserted.
//! Not here: whether what is found is right. Stories and fixtures say that.

#[path = "../common/mod.rs"]
mod common;
mod edit;
mod route;

use common::{Palace, Result, Scratch, machine, row};
use kernel::time::Moment;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value as Json, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};
use store::Place;
use syntax::Language;

const NOW_MS: i64 = 1_767_225_600_000;
/// As much as the program keeps in one transaction.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_FILES: usize = 500;
const LINES_PER_CPU_SECOND: f64 = 100_000.0;
const EXPLORE_MS: f64 = 10.0;
/// Questions that ripgrep is asked too: it reads the whole tree for each.
const RG_QUESTIONS: usize = 20;

struct Options {
    tree: PathBuf,
    lines: usize,
    questions: usize,
    scratch: PathBuf,
}

fn options() -> Result<Options> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let mut options = Options {
        tree: home.unwrap_or_default().join("registry/src"),
        lines: 1_000_000,
        questions: 200,
        scratch: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
    };
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--tree" => options.tree = value.into(),
            "--lines" => options.lines = value.replace('_', "").parse()?,
            "--questions" => options.questions = value.parse()?,
            "--scratch" => options.scratch = value.into(),
            _ => return Err(format!("`{word}` means nothing; there are --tree FOLDER, --lines N, --questions N and --scratch FOLDER").into()),
        }
    }
    Ok(options)
}

/// A file of the tree.
struct Source {
    name: String,
    text: String,
}

/// Source files below a folder, in order, until there are so many lines; each is copied, so that other programs read the same.
fn gather(from: &Path, to: &Path, lines_max: usize) -> Result<Vec<Source>> {
    let (mut sources, mut lines) = (Vec::new(), 0);
    let mut folders = vec![from.to_owned()];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<PathBuf> = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort_by(|a, b| b.cmp(a));
        for path in entries.into_iter().rev() {
            if path.is_dir() {
                // Tables that programs wrote would be most of the lines, and no tree that people work in is like that.
                let generated = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("windows") || name == "fixtures");
                if !generated {
                    folders.push(path);
                }
                continue;
            }
            let name = path.strip_prefix(from)?.to_string_lossy().into_owned();
            let is_small = fs::metadata(&path).is_ok_and(|found| found.len() < 1 << 20);
            if !is_small || !Language::of_path(&name).is_some_and(Language::is_code) {
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let copy = to.join(&name);
            fs::create_dir_all(copy.parent().unwrap_or(to))?;
            fs::write(&copy, &text)?;
            lines += text.lines().count();
            sources.push(Source { name, text });
            if lines >= lines_max {
                return Ok(sources);
            }
        }
    }
    Ok(sources)
}

/// Seconds that this process, with all its threads, has spent on processors.
#[expect(clippy::cast_precision_loss, reason = "seconds and nanoseconds of one run")]
fn on_cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn brought(source: &Source, mtime: i64) -> Json {
    json!({ "path": source.name, "text": source.text, "size": source.text.len(), "mtime": mtime })
}

fn verdict(is_met: bool) -> String {
    if is_met { "met".into() } else { "missed".into() }
}

#[expect(clippy::cast_precision_loss, reason = "lines of one tree")]
fn main() -> Result<()> {
    let options = options()?;
    let scratch = Scratch::below(&options.scratch, "code-bench")?;
    let (tree, now) = (scratch.path().join("tree"), Moment::from_millis(NOW_MS));
    fs::create_dir_all(&tree)?;
    let sources = gather(&options.tree, &tree, options.lines)?;
    let lines: usize = sources.iter().map(|source| source.text.lines().count()).sum();
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    println!("\nmachine: {}", machine());
    println!("SQLite, WAL, synchronous = full; {} files, {lines} lines, {} MB of real sources\n", sources.len(), bytes >> 20);
    let mut palace = Palace::found(Place::File(scratch.path().join("palace.db")), now)?;

    row("full index", &["seconds", "CPU s", "lines/CPU s", "target"].map(String::from));
    let (wall, cpu) = (Instant::now(), on_cpu());
    let (mut batch, mut held) = (Vec::new(), 0);
    for source in &sources {
        held += source.text.len();
        batch.push(brought(source, 1));
        if held >= BATCH_BYTES || batch.len() >= BATCH_FILES {
            palace.ask("code.keep", json!({ "files": std::mem::take(&mut batch) }), now)?;
            held = 0;
        }
    }
    palace.ask("code.keep", json!({ "files": batch }), now)?;
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), on_cpu() - cpu);
    let rate = lines as f64 / cpu;
    row("code.keep, all files", &[format!("{wall:.2}"), format!("{cpu:.2}"), format!("{rate:.0}"), verdict(rate >= LINES_PER_CPU_SECOND)]);
    let file = fs::metadata(scratch.path().join("palace.db")).map_or(0, |found| found.len());
    row("database", &[format!("{} MB", file >> 20)]);
    yardstick("ctags -R", Command::new("ctags").args(["-R", "-f", "/dev/null"]).arg(&tree), wall);

    let seen: Vec<Json> = sources.iter().map(|source| json!({ "path": source.name, "size": source.text.len(), "mtime": 1 })).collect();
    if let Some(middle) = sources.get(sources.len() / 2) {
        let edited = Source { name: middle.name.clone(), text: format!("{}\n// edited\n", middle.text) };
        let start = Instant::now();
        palace.ask("code.check", json!({ "seen": seen, "whole": true }), now)?;
        let checked = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let kept = palace.ask("code.keep", json!({ "files": [brought(&edited, 2)] }), now)?;
        let took = format!("{:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        println!();
        row("nothing changed: code.check of every file", &[format!("{:.1} ms", checked * 1e3)]);
        row("one file edited: code.keep", &[took, format!("{} read", kept["read"])]);
    }
    edit::one_of_many(&scratch.path().join("many"), now)?;
    let questions = questions(&palace, &options, now)?;
    let searched = Ripgrep::over(&tree, &questions);
    explore(&palace, &questions, &searched, now)?;
    route::show(&mut palace, &sources, &questions, &searched, now)
}

/// Questions are the names of functions, as people half remember them: their words.
fn questions(palace: &Palace, options: &Options, now: Moment) -> Result<Vec<String>> {
    let listed = palace.ask("code.symbols", json!({ "kind": "method", "limit": 1000 }), now)?;
    let more = palace.ask("code.symbols", json!({ "kind": "function", "limit": 1000 }), now)?;
    let names: Vec<String> = [listed, more]
        .iter()
        .flat_map(|answer| answer["symbols"].as_array().cloned().unwrap_or_default())
        .filter_map(|symbol| symbol["name"].as_str().map(|name| name.replace('_', " ")))
        .filter(|name| name.contains(' '))
        .collect();
    let every = (names.len() / options.questions.max(1)).max(1);
    Ok(names.into_iter().step_by(every).take(options.questions).collect())
}

/// How long the same questions take, in milliseconds, each asked twice: the first round only warms what a program that runs
/// has warm. Also the mean of processor time, and how many were answered.
#[expect(clippy::cast_precision_loss, reason = "hundreds of questions")]
fn asked(questions: &[String], mut ask: impl FnMut(&str) -> Result<bool>) -> Result<(Vec<f64>, f64, usize)> {
    let (mut times, mut found, mut cpu) = (Vec::new(), 0, 0.0);
    for (round, question) in questions.iter().chain(questions).enumerate() {
        let (start, before) = (Instant::now(), on_cpu());
        let answered = ask(question)?;
        if round >= questions.len() {
            times.push(start.elapsed().as_secs_f64() * 1e3);
            cpu += (on_cpu() - before) * 1e3;
            found += usize::from(answered);
        }
    }
    times.sort_by(f64::total_cmp);
    let mean = cpu / times.len().max(1) as f64;
    Ok((times, mean, found))
}

/// The time at a percentile.
fn at(times: &[f64], percent: usize) -> f64 {
    times.get(times.len() * percent / 100).copied().unwrap_or(f64::NAN)
}

fn explore(palace: &Palace, questions: &[String], searched: &Ripgrep, now: Moment) -> Result<()> {
    let (times, cpu, found) = asked(questions, |question| {
        let answer = palace.ask("code.search", json!({ "query": question }), now)?;
        Ok(answer["results"].as_array().is_some_and(|results| !results.is_empty()))
    })?;
    println!();
    row(&format!("explore, {} questions, {found} answered", questions.len()), &["p50", "p95", "CPU mean", "target"].map(String::from));
    let (half, most) = (at(&times, 50), at(&times, 95));
    row("code.search", &[format!("{half:.2} ms"), format!("{most:.2} ms"), format!("{cpu:.2} ms"), verdict(half < EXPLORE_MS)]);
    searched.beside(half);
    for (op, input) in [("code.callers", json!({ "symbol": "new" })), ("code.impact", json!({ "target": "new" }))] {
        let start = Instant::now();
        palace.ask(op, input, now)?;
        row(&format!("{op} of `new`, the commonest name there is"), &[format!("{:.2} ms", start.elapsed().as_secs_f64() * 1e3)]);
    }
    Ok(())
}

/// What ripgrep takes for the words of the same questions, in milliseconds; nothing, if it is not installed.
struct Ripgrep(Option<Vec<f64>>);

impl Ripgrep {
    fn over(tree: &Path, questions: &[String]) -> Self {
        let once = |question: &String| {
            let mut command = Command::new("rg");
            command.args(["--count", "--ignore-case"]);
            question.split(' ').for_each(|word| {
                command.args(["-e", word]);
            });
            let start = Instant::now();
            command.arg(tree).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
            Some(start.elapsed().as_secs_f64() * 1e3)
        };
        // Once before, so that it too finds the files in memory.
        let Some(first) = questions.first().and_then(once) else { return Self(None) };
        let mut times: Vec<f64> = questions.iter().take(RG_QUESTIONS).filter_map(once).collect();
        times.push(first);
        times.sort_by(f64::total_cmp);
        Self(Some(times))
    }

    /// Says how our time relates to its.
    fn beside(&self, ours_ms: f64) {
        match &self.0 {
            Some(times) => row("rg for the same words, p50", &[format!("{:.1} ms", at(times, 50)), format!("ours {:.4} ×", ours_ms / at(times, 50))]),
            None => row("rg for the same words", &["not installed".into()]),
        }
    }
}

/// Another program over the same files, and how our time relates to its.
fn yardstick(what: &str, command: &mut Command, ours: f64) {
    let start = Instant::now();
    match command.stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(_) => {
            let took = start.elapsed().as_secs_f64();
            row(what, &[format!("{:.1} ms", took * 1e3), format!("ours {:.3} ×", ours / took)]);
        }
        Err(_) => row(what, &["not installed".into()]),
    }
}
