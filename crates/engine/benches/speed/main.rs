//! How long it takes: keeping, asking, starting, at 10,000, 100,000 and 1,000,000 items, against the bare work inside, or one database
//! against the other.
//!
//! Everything is a figure or a ratio measured in one run; nothing is asserted, because a busy machine is not a broken one.
//! Not here: whether what is found is right; see `recall`.

mod asking;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod folder;
mod keeping;
mod outside;
mod reach;
#[allow(dead_code, reason = "how well a set is found is measured elsewhere")]
#[path = "../recall/set.rs"]
mod set;
#[allow(dead_code, reason = "how well a set is found is measured elsewhere")]
#[path = "../recall/store_of.rs"]
mod store_of;
mod timing;

use asking::Answered;
use common::{Palace, Result, Scratch, machine, row, targets::Targets};
use keeping::Keeping;
use kernel::time::Moment;
use reach::On;
use std::{
    fs,
    path::{Path, PathBuf},
};
use store::Place;
use timing::{Times, ms};

/// Now, for a corpus that was written in the years before.
const NOW_MS: i64 = 1_767_225_600_000;
/// Between these sizes recall may grow ten times slower.
const LEAST_AND_MOST: (usize, usize) = (10_000, 1_000_000);
/// Chunks that a second on one core should keep.
const KEPT_A_SECOND: f64 = 5_000.0;
/// Beside a palace: what it is asked.
const QUESTIONS: &str = "questions.json";
/// At this size the program itself is measured.
const OUTSIDE_ITEMS: usize = 100_000;

/// What was asked for on the command line.
struct Options {
    items: Vec<usize>,
    questions: usize,
    folder: PathBuf,
    scratch: PathBuf,
    palace: Option<PathBuf>,
    /// Where palaces stay for the next run, one folder for each size.
    home: Option<PathBuf>,
    /// Databases to compare; without any, SQLite is measured against the bare work inside.
    on: Vec<On>,
    /// Folders of real files that palaces are filled with.
    trees: Vec<PathBuf>,
    /// Labelled sets to find among everything else.
    data: Vec<PathBuf>,
}

fn options() -> Result<Options> {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut options = Options {
        items: vec![10_000, 100_000, 1_000_000],
        questions: 200,
        folder: registry(),
        palace: None,
        home: None,
        scratch,
        on: Vec::new(),
        trees: Vec::new(),
        data: Vec::new(),
    };
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--items" => {
                options.items = value.split(',').map(|items| items.trim().replace('_', "").parse()).collect::<std::result::Result<_, _>>()?;
            }
            "--questions" => options.questions = value.parse()?,
            "--dir" => options.folder = value.into(),
            "--scratch" => options.scratch = value.into(),
            "--palace" => options.palace = Some(value.into()),
            "--home" => options.home = Some(value.into()),
            "--tree" => options.trees.push(value.into()),
            "--data" => options.data.push(value.into()),
            "--on" => {
                options.on = match value.as_str() {
                    "sqlite" => vec![On::Sqlite],
                    "postgres" => vec![On::Postgres],
                    "both" => vec![On::Sqlite, On::Postgres],
                    _ => return Err("--on takes sqlite, postgres or both".into()),
                }
            }
            _ => {
                return Err(format!(
                    "`{word}` means nothing; there are --items N,N,…, --questions N, --dir FOLDER (to ingest), --palace PROGRAM (to start), --on sqlite|postgres|both (to compare databases; with it --tree FOLDER, whose files are kept, and --data FOLDER, a labelled set to find among them, each as often as wanted), --home FOLDER (palaces stay there and are asked again) and --scratch FOLDER"
                )
                .into());
            }
        }
    }
    options.items.sort_unstable();
    Ok(options)
}

/// Where cargo keeps the sources of other people's crates: a real folder that every developer has.
fn registry() -> PathBuf {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    home.unwrap_or_default().join("registry/src")
}

fn main() -> Result<()> {
    let options = options()?;
    println!("\nmachine: {}", machine());
    println!(
        "SQLite, WAL, synchronous = full; PostgreSQL where it is compared; one thread asks and keeps; files in {}",
        if options.scratch.starts_with("/dev/shm") { "memory" } else { "a folder on disk" }
    );
    let mut targets = Targets::default();
    if !options.on.is_empty() {
        reach::measure(&options, &options.on, &mut targets)?;
        targets.print();
        return Ok(());
    }
    let mut answered: Vec<(usize, Answered)> = Vec::new();
    let outside = options.items.iter().copied().min_by_key(|items| items.abs_diff(OUTSIDE_ITEMS));
    for items in &options.items {
        let outside = outside == Some(*items);
        let found = if let Some(home) = &options.home {
            let home = home.join(items.to_string());
            fs::create_dir_all(&home)?;
            one_size(*items, &options, &home, outside, &mut targets)?
        } else {
            let scratch = Scratch::below(&options.scratch, &format!("speed-bench-{items}"))?;
            one_size(*items, &options, scratch.path(), outside, &mut targets)?
        };
        answered.push((*items, found));
    }
    if let [(small, first), .., (large, last)] = &answered[..] {
        println!("\nFrom {small} to {large} items");
        row("recall p95 against p95", &[format!("{:.2} ×", last.recall.p95() / first.recall.p95()), "budget 10 ×".into()]);
        row("recall p50 against p50", &[format!("{:.2} ×", last.recall.p50() / first.recall.p50())]);
        if (*small, *large) == LEAST_AND_MOST {
            targets.at_most("recall p95 at 1,000,000 items against 10,000", last.recall.p95() / first.recall.p95(), 10.0, " ×");
        }
    }
    real_folder(&options, &mut targets)?;
    targets.print();
    Ok(())
}

fn one_size(items: usize, options: &Options, home: &Path, outside: bool, targets: &mut Targets) -> Result<Answered> {
    let now = Moment::from_millis(NOW_MS);
    let warm_up = options.questions; // what is held in memory between questions is then as full as after a day's work
    let (palace, questions) = match again(home)? {
        Some(kept) => {
            println!("\n{items} items, kept by an earlier run");
            kept
        }
        None => fill(items, options.questions + warm_up, home, now, targets)?,
    };
    if questions.len() < options.questions + warm_up {
        let most = questions.len() / 2;
        return Err(format!("{} was filled for fewer questions; ask --questions {most} at most, or name another --home", home.display()).into());
    }
    let answered = asking::measure(&palace, home, &questions, warm_up, now)?;
    answered.print(warm_up);
    if items == OUTSIDE_ITEMS {
        targets.at_most("claim.recall at 100,000 items, warm, p50", answered.recall.p50() * 1e3, 10.0, " ms");
        targets.at_most("claim.recall at 100,000 items, warm, p95", answered.recall.p95() * 1e3, 25.0, " ms");
    }
    for (name, ratio) in ["p50", "mean", "CPU mean"].into_iter().zip(answered.ratios()) {
        targets.at_most(format!("recall against what it contains, {items} items, {name}"), ratio, 2.0, " ×");
    }
    if outside {
        drop(palace);
        match &options.palace {
            Some(program) => outside::measure(program, home, &questions, warm_up, &answered, targets)?,
            None => println!("  the program itself was not measured: name it with --palace"),
        }
    }
    Ok(answered)
}

/// A palace of an earlier run, and its questions.
fn again(home: &Path) -> Result<Option<(Palace, Vec<String>)>> {
    let Ok(questions) = fs::read_to_string(home.join(QUESTIONS)) else { return Ok(None) };
    let trust = serde_json::from_str(&fs::read_to_string(home.join("trust.json"))?)?;
    Ok(Some((Palace::open(Place::File(home.join("palace.db")), &trust)?, serde_json::from_str(&questions)?)))
}

/// A palace of so many items, and questions about them.
fn fill(items: usize, wanted: usize, home: &Path, now: Moment, targets: &mut Targets) -> Result<(Palace, Vec<String>)> {
    let palace = found(home, now)?;
    let vocabulary = corpus::Vocabulary::of_repository()?;
    let mut writer = corpus::Writer::new(&vocabulary);
    let mut keeping = Keeping::new(&palace, now);
    let mut questions = corpus::Questions::new();
    while keeping.expected() < items {
        let document = writer.next(now);
        questions.look(&document);
        keeping.bring(document)?;
    }
    keeping.finish()?;
    println!("\n{} items, synthetic (turns of talk, markdown, code), {:.0} characters each", keeping.kept, keeping.characters_each());
    row("keeping", &["chunks/s", "per CPU s", "µs CPU each"].map(String::from));
    row("source.keep, embedding included (budget 5,000)", &keeping.cells());
    targets.at_least(format!("keeping, {items} synthetic items, per CPU second"), keeping.per_cpu_second(), KEPT_A_SECOND, "");
    let questions = questions.some(wanted);
    fs::write(home.join(QUESTIONS), serde_json::to_string(&questions)?)?;
    Ok((palace, questions))
}

/// A palace in a folder that the program can open too.
fn found(home: &Path, now: Moment) -> Result<Palace> {
    let palace = Palace::found(Place::File(home.join("palace.db")), now)?;
    fs::write(home.join("trust.json"), palace.trust().to_string())?;
    Ok(palace)
}

/// A folder as people have them: how fast it is kept.
fn real_folder(options: &Options, targets: &mut Targets) -> Result<()> {
    let scratch = Scratch::below(&options.scratch, "speed-bench-folder")?;
    let now = Moment::from_millis(NOW_MS);
    let palace = found(scratch.path(), now)?;
    let mut keeping = Keeping::new(&palace, now);
    let (files, bytes) = folder::each(&options.folder, &mut |document| keeping.bring(document))?;
    keeping.finish()?;
    if keeping.kept + keeping.again == 0 {
        println!("\nA real folder: nothing to read in {}; name another with --dir", options.folder.display());
        return Ok(());
    }
    println!(
        "\nA real folder ({}): {files} files, {} MB, {} chunks kept, {} seen again",
        options.folder.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned()),
        bytes >> 20,
        keeping.kept,
        keeping.again
    );
    row("keeping", &["chunks/s", "per CPU s", "µs CPU each"].map(String::from));
    row("source.keep, embedding included (budget 5,000)", &keeping.cells());
    targets.at_least("keeping a real folder, per CPU second", keeping.per_cpu_second(), KEPT_A_SECOND, "");
    Ok(())
}

/// A row of times.
fn times(name: &str, times: &Times) {
    row(name, &[ms(times.p50()), ms(times.p95()), ms(times.mean()), ms(times.cpu_mean())]);
}
