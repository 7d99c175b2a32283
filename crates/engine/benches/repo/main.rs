//! How well recall finds in repositories: questions made from any git repository, no labels by hand, beside full-text search.
//!
//! The tree as it was before the last commits is read by `palace ingest`, and asked by `claim.recall` from within it. Two trees are
//! read: as it was, for what commits say; and without the headings and sentences that are asked, for documentation and symbols.
//! Figures are printed, never asserted. Not here: labelled sets; see `recall`.

mod change;
#[path = "../common/mod.rs"]
mod common;
mod doc;
mod git;
#[allow(dead_code, reason = "they are read by another benchmark")]
#[path = "../common/lessons.rs"]
mod lessons;
mod losses;
mod measure;
mod palace;
#[allow(dead_code, reason = "how much memory it takes is measured elsewhere")]
#[path = "../ingest/process.rs"]
mod process;
#[allow(dead_code, reason = "how fast a tree is read is measured elsewhere")]
#[path = "../ingest/program.rs"]
mod program;
mod question;
mod ranking;
mod report;
mod symbol;
mod yardsticks;

use common::{Result, Scratch, machine};
use git::Repository;
use kernel::ledger::Digest;
use palace::Tree;
use question::{Kind, Question};
use ranking::{Row, fused};
use report::Lane;
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use yardsticks::Yardsticks;

/// Changes when trees are read or yardsticks measured otherwise, so that nothing is taken from a cache of before.
const MADE: &str = "repo/3";
/// A larger file is read by nobody here.
const FILE_BYTES_MAX: u64 = 2 << 20;

/// What was asked for on the command line.
struct Options {
    repositories: Vec<PathBuf>,
    commits: usize,
    limit: usize,
    seed: u64,
    kinds: Vec<Kind>,
    losses: bool,
    /// The history is read, too.
    history: bool,
    out: Option<PathBuf>,
    /// Where everything that was measured of each question goes, for fitting weights.
    lessons: Option<PathBuf>,
    cache: Option<PathBuf>,
    scratch: PathBuf,
    palace: PathBuf,
}

fn options() -> Result<Options> {
    let (mut options, mut palace) = (
        Options {
            repositories: Vec::new(),
            commits: 400,
            limit: 300,
            seed: 1,
            kinds: Kind::ALL.to_vec(),
            losses: false,
            history: false,
            out: None,
            lessons: None,
            cache: None,
            scratch: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
            palace: PathBuf::new(),
        },
        None,
    );
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        if word == "--losses" {
            options.losses = true;
            continue;
        }
        if word == "--history" {
            options.history = true;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--git" => options.repositories.push(value.into()),
            "--commits" => options.commits = value.parse()?,
            "--limit" => options.limit = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--kind" => options.kinds = Kind::ALL.into_iter().filter(|kind| value.split(',').any(|name| name == kind.name())).collect(),
            "--out" => options.out = Some(value.into()),
            "--lessons" => options.lessons = Some(value.into()),
            "--cache" => options.cache = Some(value.into()),
            "--scratch" => options.scratch = value.into(),
            "--palace" => palace = Some(value.into()),
            _ => {
                return Err(format!(
                    "`{word}` is unknown; there are --git REPOSITORY (may be repeated), --commits N, --limit QUESTIONS, --seed N, --kind change,doc,symbol, \
                     --losses, --history, --out FILE, --lessons FOLDER, --cache FOLDER, --palace PROGRAM and --scratch FOLDER"
                )
                .into());
            }
        }
    }
    if options.repositories.is_empty() {
        return Err("name at least one repository with --git".into());
    }
    options.palace = palace.ok_or("name the program with --palace")?;
    Ok(options)
}

fn main() -> Result<()> {
    let options = options()?;
    println!("\nmachine: {}", machine());
    let scratch = Scratch::below(&options.scratch, "repo-bench")?;
    let folder = options.cache.as_deref().unwrap_or_else(|| scratch.path());
    let mut told = serde_json::Map::new();
    for path in &options.repositories {
        let repository = Repository::before_the_last(path, options.commits)?;
        told.insert(repository.name(), one(&options, &repository, folder)?);
        if let Some(file) = &options.out {
            fs::write(file, serde_json::to_vec_pretty(&told)?)?;
        }
    }
    Ok(())
}

/// Asks all questions of one repository.
fn one(options: &Options, repository: &Repository, folder: &Path) -> Result<Json> {
    println!("\n{}: the tree of {:.12}, {} files, before {:.12}", repository.name(), repository.base, repository.files.len(), repository.head);
    let mut told = serde_json::Map::from_iter([("base".to_owned(), json!(repository.base)), ("head".to_owned(), json!(repository.head))]);
    let history = if options.history { "with its history" } else { "" };
    let named = |made: &str| {
        let key = Digest::of(format!("{MADE} {} {} {made} {history} {}", repository.base, store::newest(), syntax::OUTLINE).as_bytes());
        folder.join(format!("{}-{}-{:.16}", repository.name(), made.split(' ').next().unwrap_or_default(), key.to_string()))
    };
    if options.kinds.contains(&Kind::Change) {
        let questions = change::questions(repository, &repository.later(options.commits)?, options.limit, options.seed);
        let place = named("whole");
        let tree = Tree::read(&place, &options.palace, options.history, |tree| repository.check_out(tree))?;
        ask(options, repository, &tree, &place, &questions, &mut told)?;
    }
    if options.kinds.iter().any(|kind| *kind != Kind::Change) {
        let bare = folder.join(format!("{}-files-{:.16}", repository.name(), repository.base));
        if !bare.join(".git").exists() {
            repository.check_out(&bare)?;
        }
        let mut files = texts(&bare, repository)?;
        let (mut docs, symbols) = (doc::questions(&files, options.limit, options.seed), symbol::questions(&files, options.limit, options.seed));
        for (path, text) in &mut files {
            let mut here: Vec<&mut doc::Asked> = docs.iter_mut().filter(|asked| asked.question.gold.contains(path)).collect();
            if !here.is_empty() {
                *text = doc::cut(path, text, &mut here);
            }
            let here: Vec<&symbol::Asked> = symbols.iter().filter(|asked| asked.question.gold[0] == *path).collect();
            if !here.is_empty() {
                *text = symbol::cut(text, &here);
            }
        }
        let questions: Vec<Question> = docs.into_iter().map(|one| one.question).chain(symbols.into_iter().map(|one| one.question)).collect();
        let place = named(&format!("cut {}", digest(&questions)));
        let tree = Tree::read(&place, &options.palace, options.history, |tree| {
            repository.check_out(tree)?;
            let changed: BTreeSet<&String> = questions.iter().flat_map(|question| &question.gold).collect();
            for (path, text) in files.iter().filter(|(path, _)| changed.contains(path)) {
                fs::write(tree.join(path), text)?;
            }
            Ok(())
        })?;
        ask(options, repository, &tree, &place, &questions, &mut told)?;
    }
    Ok(Json::Object(told))
}

/// Asks the questions of one tree in every way, and prints how that went.
fn ask(
    options: &Options,
    repository: &Repository,
    tree: &Tree,
    place: &Path,
    questions: &[Question],
    told: &mut serde_json::Map<String, Json>,
) -> Result<()> {
    let measured = place.join(format!("yardsticks-{:.16}.json", digest(questions)));
    let yardsticks: Yardsticks = if measured.exists() {
        serde_json::from_slice(&fs::read(&measured)?)?
    } else {
        let yardsticks = Yardsticks::measure(&texts(&place.join("tree"), repository)?, &tree.pieces()?, questions)?;
        fs::write(&measured, serde_json::to_vec(&yardsticks)?)?;
        yardsticks
    };
    let (mut recall, mut took) = (Vec::new(), Vec::new());
    for question in questions {
        let (rows, milliseconds) = tree.ask(&question.query)?;
        recall.push(rows);
        took.push(milliseconds);
    }
    let fused_with = |others: &[&Vec<Vec<Row>>]| -> Vec<Vec<Row>> {
        let of = |n: usize| others.iter().map(|ranked| ranked[n].as_slice()).collect::<Vec<_>>();
        (0..questions.len()).map(|n| fused(&of(n))).collect()
    };
    let two = fused_with(&[&recall, &yardsticks.chunks]);
    let three = fused_with(&[&recall, &yardsticks.chunks, &yardsticks.files]);
    let lane = |name, key, ranked, passages| Lane { name, key, ranked, passages };
    let lanes = [
        lane("recall (palace)", "recall", recall, true),
        lane("FTS5, chunks of 40 lines", "chunks", yardsticks.chunks, true),
        lane("the same, asked for every word", "plain", yardsticks.plain, true),
        lane("FTS5, whole files, path × 4", "files", yardsticks.files, false),
        lane("recall's pieces by words alone (FTS5)", "words", yardsticks.words, true),
        lane("recall's pieces by meaning alone", "meaning", yardsticks.meaning, true),
        lane("fusion: recall + chunks", "two", two, false),
        lane("fusion: recall + chunks + files", "three", three, false),
    ];
    for kind in options.kinds.iter().filter(|kind| (**kind == Kind::Change) == questions.first().is_none_or(|first| first.kind == Kind::Change)) {
        let mut figures = report::print(&repository.name(), *kind, questions, &lanes, &took);
        if options.losses {
            let asked: Vec<(&Question, &Vec<Row>)> = questions.iter().zip(&lanes[0].ranked).filter(|(question, _)| question.kind == *kind).collect();
            figures["losses"] = losses::print(*kind, tree, &asked)?;
        }
        if let Some(folder) = &options.lessons {
            fs::create_dir_all(folder)?;
            let own = questions.iter().filter(|question| question.kind == *kind);
            let lesson = |asked: &Question| {
                let measured = tree.measure(&asked.query)?;
                Ok(lessons::Measured::new(&asked.id, &asked.query, kind.name(), &asked.gold, measured))
            };
            let measured = own.map(lesson).collect::<Result<Vec<lessons::Measured>>>()?;
            lessons::write(&folder.join(format!("{}-{}.lessons", repository.name(), kind.name())), &measured)?;
        }
        told.insert(kind.name().into(), figures);
    }
    Ok(())
}

/// The text files of a tree.
fn texts(tree: &Path, repository: &Repository) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for path in &repository.files {
        let file = tree.join(path);
        if fs::metadata(&file)?.len() > FILE_BYTES_MAX {
            continue;
        }
        let bytes = fs::read(file)?;
        if !bytes.contains(&0) {
            texts.push((path.clone(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    Ok(texts)
}

/// Stands for a list of questions.
fn digest(questions: &[Question]) -> String {
    let told: Vec<String> = questions.iter().map(|question| format!("{}\n{}", question.id, question.query)).collect();
    Digest::of(told.join("\n\n").as_bytes()).to_string()
}
