//! How well recall finds: every question of a labelled set through the engine, against the words alone and the meaning alone.
//!
//! Figures are printed, never asserted. Every conversation of a set is a palace of its own, kept by `source.keep` and asked
//! by `claim.recall`, so what is measured is what a user gets. Not here: how long it takes; see `speed`.

#[path = "../common/mod.rs"]
mod common;
mod measure;
mod place;
mod set;
mod store_of;
mod yardstick;

use common::{Result, Scratch, machine, row, targets::Targets};
use measure::{Asked, Figures, HEADS};
use set::{Half, Set};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    time::Instant,
};
use yardstick::Yardstick;

/// What was fitted on what, said beside every figure. Change it with the weights.
const FITTED: &str = "fitted: the weights of recall, on labelled conversations, chats and code (see search::judge); where this is one of \
                      those sets, both halves were seen.\n        the mixture of words and meaning, here, on the tune half alone.";

/// The set that has targets, and what they are, in percent.
const TARGET_SET: &str = "locomo";
const TARGETS: [(&str, f64); 2] = [("R@10", 82.0), ("session R@5", 93.0)];

/// How deep a ranking is asked for.
const DEPTH: usize = 100;

/// What was asked for on the command line.
struct Options {
    data: PathBuf,
    out: Option<PathBuf>,
    on: place::On,
    halves: Vec<Half>,
    folder: PathBuf,
}

fn options() -> Result<Options> {
    let (mut data, mut out, mut on, mut halves, mut folder) =
        (None, None, place::On::Sqlite, vec![Half::Report, Half::Tune], PathBuf::from(env!("CARGO_TARGET_TMPDIR")));
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match (word.as_str(), value.as_str()) {
            ("--data", _) => data = Some(PathBuf::from(value)),
            ("--out", _) => out = Some(PathBuf::from(value)),
            ("--dir", _) => folder = value.into(),
            ("--on", "sqlite") => on = place::On::Sqlite,
            ("--on", "postgres") => on = place::On::Postgres,
            ("--split", "tune") => halves = vec![Half::Tune],
            ("--split", "report") => halves = vec![Half::Report],
            ("--split", "all") => halves = vec![Half::All],
            _ => {
                return Err(format!(
                    "`{word} {value}` means nothing; there are --data FOLDER, --out FILE, --split tune|report|all, --on sqlite|postgres and --dir FOLDER"
                )
                .into());
            }
        }
    }
    let data = data.ok_or("say which set: --data FOLDER, with corpus.jsonl and queries.jsonl in it")?;
    Ok(Options { data, out, on, halves, folder })
}

fn main() -> Result<()> {
    let options = options()?;
    let set = Set::read(&options.data)?;
    println!("\n{}: {} documents in {} stores, {} questions", set.name, set.documents.len(), set.groups().len(), set.questions.len());
    println!("machine: {}", machine());
    println!("split: {}", set.split_in_words());
    println!("{FITTED}");
    let scratch = Scratch::below(&options.folder, "recall-bench")?;
    let found = ask_all(&set, &options, scratch.path())?;
    if let Some(path) = &options.out {
        write_out(&set, &found, path)?;
    }
    let yardstick = Yardstick::of(&set, DEPTH)?;
    let weight = yardstick.fitted_weight(&set);
    let lanes: [(String, Vec<Vec<usize>>); 4] = [
        ("recall (palace)".into(), found),
        ("words alone (FTS5 BM25, porter, OR, no stop words)".into(), yardstick.words()),
        (format!("meaning alone ({}, exact cosine)", search::embed::Model::embedded().name()), yardstick.meaning()),
        (format!("{:.2} words + {:.2} meaning, min-max (fitted: tune)", 1.0 - weight, weight), yardstick.both(weight)),
    ];
    let mut targets = Targets::default();
    for half in &options.halves {
        report(&set, *half, &lanes, &mut targets);
    }
    targets.print();
    Ok(())
}

/// Keeps every store and asks every question: document numbers, best first, for each question.
fn ask_all(set: &Set, options: &Options, folder: &Path) -> Result<Vec<Vec<usize>>> {
    let (mut found, mut kept, mut asked) = (vec![Vec::new(); set.questions.len()], 0.0, 0.0);
    let (mut pieces, mut again) = (0, 0);
    for (number, group) in set.groups().into_iter().enumerate() {
        let place = place::Scratched::new(options.on, folder, number)?;
        let started = Instant::now();
        let store = store_of::Kept::keep(set, &group, place.place())?;
        kept += started.elapsed().as_secs_f64();
        (pieces, again) = (pieces + store.pieces, again + store.again);
        let started = Instant::now();
        for (n, question) in set.questions.iter().enumerate().filter(|(_, question)| question.group == group) {
            found[n] = store.ask(question, DEPTH)?;
        }
        asked += started.elapsed().as_secs_f64();
    }
    #[expect(clippy::cast_precision_loss, reason = "thousands of questions")]
    let each = asked * 1e3 / set.questions.len().max(1) as f64;
    println!(
        "kept through `source.keep` on {}: {pieces} pieces ({again} linked as copies) in {kept:.1} s; asked through `claim.recall`: {each:.2} ms a question",
        options.on.name()
    );
    Ok(found)
}

fn report(set: &Set, half: Half, lanes: &[(String, Vec<Vec<usize>>)], targets: &mut Targets) {
    let asked: Vec<(usize, Asked<'_>)> =
        set.questions.iter().enumerate().filter(|(_, q)| set.is_in(q, half)).map(|(n, q)| (n, Asked::of(set, q))).collect();
    if asked.is_empty() {
        return;
    }
    println!("\n{}, {} half, n = {}, in percent", set.name, half.name(), asked.len());
    row("", &HEADS.map(String::from));
    if set.name.starts_with(TARGET_SET)
        && let Some((_, ranked)) = lanes.first()
    {
        let figures = Figures::of(asked.iter().map(|(n, asked)| asked.measure(&ranked[*n])));
        for (head, budget) in TARGETS {
            targets.at_least(format!("{}, {} half, recall, {head}", set.name, half.name()), figures.percent(head), budget, " %");
        }
    }
    for (name, ranked) in lanes {
        row(name, &Figures::of(asked.iter().map(|(n, asked)| asked.measure(&ranked[*n]))).cells());
    }
    let mut kinds: BTreeMap<&str, Vec<&(usize, Asked<'_>)>> = BTreeMap::new();
    for one in &asked {
        kinds.entry(set.questions[one.0].kind.as_str()).or_default().push(one);
    }
    for (name, ranked) in lanes.iter().take(3) {
        println!("\n  by type, {} half: {name}", half.name());
        for (kind, asked) in &kinds {
            row(&format!("  {kind}, n = {}", asked.len()), &Figures::of(asked.iter().map(|(n, asked)| asked.measure(&ranked[*n]))).cells());
        }
    }
}

fn write_out(set: &Set, found: &[Vec<usize>], path: &Path) -> Result<()> {
    let mut file = BufWriter::new(File::create(path).map_err(|e| format!("{}: {e}", path.display()))?);
    for (question, ranked) in set.questions.iter().zip(found) {
        let ids: Vec<&str> = ranked.iter().map(|n| set.documents[*n].id.as_str()).collect();
        writeln!(file, "{}", serde_json::json!({ "id": question.id, "ranked": ids }))?;
    }
    file.flush()?;
    println!("{} rankings in {}", found.len(), path.display());
    Ok(())
}
