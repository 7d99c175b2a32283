//! How well recall finds: every question of a labelled set through the engine, against the words alone and the meaning alone.
//!
//! Figures are printed, never asserted. Every conversation of a set is a palace of its own, kept by `source.keep` and asked
//! by `claim.recall`, so what is measured is what a user gets. Not here: how long it takes; see `speed`.

#[path = "../common/mod.rs"]
mod common;
mod fit;
#[allow(dead_code, reason = "they are written by another benchmark")]
#[path = "../common/lessons.rs"]
mod lessons;
mod lookup;
mod measure;
mod place;
mod report;
mod set;
mod store_of;
mod table;
mod yardstick;

use common::{Result, Scratch, machine, targets::Targets};
use fit::{Lesson, Weights};
use report::Lane;
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
const FITTED: &str = "fitted: the shipped weights, by `--fit` on labelled conversations, chats and code; where this is one of those sets, \
                      both halves were seen.\n        so here, for what was never seen, from nothing: on the tune half alone for the other \
                      half, and on all conversations but one\n        for that one (where there is only one: on four fifths of the questions \
                      for the last fifth). The mixture: on the tune half.";

/// How deep a ranking is asked for.
const DEPTH: usize = 100;

/// What was asked for on the command line.
struct Options {
    data: Vec<PathBuf>,
    /// Sets that are also put into one store when weights are fitted.
    mix: Vec<PathBuf>,
    /// Files of lessons about repositories, which are fitted beside the sets.
    lessons: Vec<PathBuf>,
    /// Where the weights go that all these sets give together.
    fit: Option<PathBuf>,
    out: Option<PathBuf>,
    on: place::On,
    halves: Vec<Half>,
    folder: PathBuf,
}

fn options() -> Result<Options> {
    let (mut data, mut mix, mut lessons, mut fit, mut out, mut on, mut halves, mut folder) = (
        Vec::new(),
        Vec::new(),
        Vec::new(),
        None,
        None,
        place::On::Sqlite,
        vec![Half::Report, Half::Tune],
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
    );
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match (word.as_str(), value.as_str()) {
            ("--data", _) => data.push(PathBuf::from(value)),
            ("--mix", _) => mix.push(PathBuf::from(value)),
            ("--lessons", _) => lessons.push(PathBuf::from(value)),
            ("--fit", _) => fit = Some(PathBuf::from(value)),
            ("--out", _) => out = Some(PathBuf::from(value)),
            ("--dir", _) => folder = value.into(),
            ("--on", "sqlite") => on = place::On::Sqlite,
            ("--on", "postgres") => on = place::On::Postgres,
            ("--split", "tune") => halves = vec![Half::Tune],
            ("--split", "report") => halves = vec![Half::Report],
            ("--split", "all") => halves = vec![Half::All],
            _ => {
                return Err(format!(
                    "`{word} {value}` means nothing; there are --data FOLDER, --out FILE, --fit FILE (with one --data for each set, --mix for each that goes into one store as well, and --lessons FILE for each repository that `bench repo` measured), --split tune|report|all, --on sqlite|postgres and --dir FOLDER"
                )
                .into());
            }
        }
    }
    if data.is_empty() || data.len() > 1 && fit.is_none() {
        return Err("say which set: one --data FOLDER, with corpus.jsonl and queries.jsonl in it; several only with --fit".into());
    }
    Ok(Options { data, mix, lessons, fit, out, on, halves, folder })
}

fn main() -> Result<()> {
    let options = options()?;
    let read = |folders: &[PathBuf]| folders.iter().map(|folder| Set::read(folder)).collect::<Result<Vec<Set>>>();
    let sets = read(&options.data)?;
    if let Some(file) = &options.fit {
        return table::make(sets, &read(&options.mix)?, &options, file);
    }
    sets.iter().try_for_each(|set| {
        measure_one(set, &options)?;
        measure_lookups(&lookup::lookups(set), &options)
    })
}

/// How well one set is found.
fn measure_one(set: &Set, options: &Options) -> Result<()> {
    println!("\n{}: {} documents in {} stores, {} questions", set.name, set.documents.len(), set.groups().len(), set.questions.len());
    println!("machine: {}", machine());
    println!("split: {}", set.split_in_words());
    println!("{FITTED}");
    let scratch = Scratch::below(&options.folder, "recall-bench")?;
    let (found, lessons) = ask_all(set, options, scratch.path())?;
    if let Some(path) = &options.out {
        write_out(set, &found, path)?;
    }
    let yardstick = Yardstick::of(set, DEPTH)?;
    let weight = yardstick.fitted_weight(set);
    let lessons: Vec<&Lesson> = lessons.iter().collect();
    let parts: Vec<String> = set.questions.iter().map(|question| set.part(question)).collect();
    let tuned: Vec<&Lesson> = set.questions.iter().zip(&lessons).filter(|(q, _)| set.is_in(q, Half::Tune)).map(|(_, lesson)| *lesson).collect();
    let lanes = [
        Lane::new("recall (palace), as shipped", found).by_type(),
        Lane::new("the same, weights fitted on the tune half alone", Weights::fitted(&tuned).ranked(&lessons, DEPTH)).by_type().only(Half::Report),
        Lane::new(format!("the same, each {} by weights fitted on the rest", set.part_in_words()), fit::held_out(&lessons, &parts, DEPTH)).by_type(),
        Lane::new("words alone (FTS5 BM25, porter, OR, no stop words)", yardstick.words()).by_type(),
        Lane::new(format!("meaning alone ({}, exact cosine)", search::embed::Model::embedded().name()), yardstick.meaning()).by_type(),
        Lane::new(format!("{:.2} words + {:.2} meaning, min-max (fitted: tune)", 1.0 - weight, weight), yardstick.both(weight)),
    ];
    let mut targets = Targets::default();
    for half in &options.halves {
        report::print(set, *half, &lanes, &mut targets);
    }
    targets.print();
    Ok(())
}

/// How well what a set holds is found by a word, a name or a phrase of it.
fn measure_lookups(set: &Set, options: &Options) -> Result<()> {
    println!("\n{}: {} questions made from its own documents", set.name, set.questions.len());
    let scratch = Scratch::below(&options.folder, "recall-lookups")?;
    let (found, _) = ask_all(set, options, scratch.path())?;
    let yardstick = Yardstick::of(set, DEPTH)?;
    let lanes = [
        Lane::new("recall (palace), as shipped", found).by_type(),
        Lane::new("words alone", yardstick.words()).by_type(),
        Lane::new("meaning alone", yardstick.meaning()).by_type(),
    ];
    report::print(set, Half::All, &lanes, &mut Targets::default());
    Ok(())
}

/// Keeps every store and asks every question: document numbers, best first, for each question, and all that was measured.
fn ask_all(set: &Set, options: &Options, folder: &Path) -> Result<(Vec<Vec<usize>>, Vec<Lesson>)> {
    let (mut found, mut kept, mut asked) = (vec![Vec::new(); set.questions.len()], 0.0, 0.0);
    let mut lessons: BTreeMap<usize, Lesson> = BTreeMap::new();
    let (mut pieces, mut again) = (0, 0);
    for (number, group) in set.groups().into_iter().enumerate() {
        let place = place::Scratched::new(options.on, folder, number)?;
        let started = Instant::now();
        let store = store_of::Kept::keep(set, &group, place.place())?;
        kept += started.elapsed().as_secs_f64();
        (pieces, again) = (pieces + store.pieces, again + store.again);
        let started = Instant::now();
        let own = || set.questions.iter().enumerate().filter(|(_, question)| question.group == group);
        for (n, question) in own() {
            found[n] = store.ask(question, DEPTH)?;
        }
        asked += started.elapsed().as_secs_f64();
        for (n, question) in own() {
            lessons.insert(n, Lesson::new(set, question, store.measure(question)?));
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "thousands of questions")]
    let each = asked * 1e3 / set.questions.len().max(1) as f64;
    println!(
        "kept through `source.keep` on {}: {pieces} pieces ({again} linked as copies) in {kept:.1} s; asked through `claim.recall`: {each:.2} ms a question",
        options.on.name()
    );
    Ok((found, lessons.into_values().collect()))
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
