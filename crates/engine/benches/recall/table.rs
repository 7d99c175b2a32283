//! Making the table of weights that ships, from several sets at once: `--fit FILE --data SET --data SET ...`.
//!
//! A set of talk is taken twice, as talk and as texts by themselves, so that texts of every length have weights too. Figures are
//! printed for every set and repository as fitted, and by weights that were fitted on all others.

use crate::{
    DEPTH, Options, ask_all,
    common::{Result, Scratch, targets::Targets},
    fit::{Calibration, Lesson, Weights, calibrated, firsts},
    lessons::{self, Head, Measured},
    lookup::{lookups, near_misses},
    report::{self, Lane},
    set::{Document, Half, Question, Set},
};
use std::{
    collections::{BTreeSet, HashMap},
    fmt::Write as _,
    fs,
    path::Path,
};

/// What a look-up counts beside a question that somebody asked: it is easy, and there are many.
const LOOKED_UP: f64 = 0.25;

/// A set with its lessons, and the names of the sets that it is made of: it is left out with each of them.
struct Learned {
    set: Set,
    lessons: Vec<Lesson>,
    of: Vec<String>,
}

/// Fits, prints and writes. Sets to mix are put into one store: all as texts, the first as talk beside the others, and all as they are.
pub(crate) fn make(sets: Vec<Set>, mix: &[Set], options: &Options, file: &Path) -> Result<()> {
    let mut asked: Vec<(Set, Vec<String>)> = Vec::new();
    // Neighbours in the list may be the same talks, cut otherwise.
    let others = sets.iter().cycle().skip(sets.len() / 2).take(if sets.len() > 1 { sets.len() } else { 0 });
    let strange: Vec<Set> = sets
        .iter()
        .zip(others)
        .flat_map(|(set, other)| [set.asked_strangely(other), set.as_texts().asked_strangely(other), near_misses(set)])
        .collect();
    for set in sets {
        let of = vec![origin(&set)];
        if set.documents.iter().any(|document| document.session.is_some()) {
            asked.push((set.as_texts(), of.clone()));
        }
        asked.push((set, of));
    }
    for talks in [0, 1, mix.len()] {
        let mixed: Vec<Set> = mix.iter().enumerate().map(|(n, set)| if n < talks { set.clone() } else { set.as_texts() }).collect();
        if !mixed.is_empty() {
            asked.push((Set::mixed(&mixed), mix.iter().map(origin).collect()));
        }
    }
    let looked_up: Vec<(Set, Vec<String>)> = asked.iter().map(|(set, of)| (lookups(set), of.clone())).collect();
    let learn = |set: &Set| {
        println!("\n{}: {} documents, {} questions", set.name, set.documents.len(), set.questions.len());
        let scratch = Scratch::below(&options.folder, "recall-fit")?;
        Ok(ask_all(set, options, scratch.path())?.1)
    };
    let mut learned: Vec<Learned> = Vec::new();
    for (worth, sets) in [(1.0, asked), (LOOKED_UP, looked_up)] {
        for (set, of) in sets {
            let lessons = learn(&set)?.into_iter().map(|lesson| Lesson { worth, ..lesson }).collect();
            learned.push(Learned { set, lessons, of });
        }
    }
    for path in &options.lessons {
        learned.push(repository(path)?);
    }
    let unanswered = strange.iter().map(learn).collect::<Result<Vec<Vec<Lesson>>>>()?;
    let lessons: Vec<&Lesson> = learned.iter().flat_map(|learned| &learned.lessons).collect();
    let weights = Weights::fitted(&lessons);
    // No weight can be right where nothing is; that nothing is there is what a score has to say.
    let calibration = calibrated(&lessons.iter().copied().chain(unanswered.iter().flatten()).collect::<Vec<_>>(), &weights);
    print_scores("what is asked", &firsts(&lessons, &weights, &calibration));
    print_scores("what is not there", &firsts(&unanswered.iter().flatten().collect::<Vec<_>>(), &weights, &calibration));
    let sets: Vec<&Set> = learned.iter().map(|learned| &learned.set).collect();
    fs::write(file, written(&sets, &weights, &calibration)?).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("\nthe table is in {}", file.display());
    print_left_out(&learned, &weights);
    Ok(())
}

/// Prints for every set how weights do that were fitted on all sets, and how those do that were fitted on all others.
fn print_left_out(learned: &[Learned], weights: &Weights) {
    let names: BTreeSet<&String> = learned.iter().flat_map(|learned| &learned.of).collect();
    let without: HashMap<&String, Weights> = names
        .into_iter()
        .map(|name| {
            let others: Vec<&Lesson> = learned.iter().filter(|one| !one.of.contains(name)).flat_map(|one| &one.lessons).collect();
            (name, Weights::fitted(&others))
        })
        .collect();
    for Learned { set, lessons, of } in learned {
        let lessons: Vec<&Lesson> = lessons.iter().collect();
        let left_out: Vec<Vec<usize>> = set
            .questions
            .iter()
            .zip(&lessons)
            .map(|(question, lesson)| {
                // A question of a mixed store came from one of the sets in it.
                let own = of.iter().find(|name| question.kind.starts_with(name.as_str())).or(of.first());
                lesson.ranked(own.and_then(|name| without.get(name)).unwrap_or(weights), DEPTH)
            })
            .collect();
        let lanes = [
            Lane::new("weights fitted on all sets", weights.ranked(&lessons, DEPTH)).by_type(),
            Lane::new("weights fitted on all other sets", left_out).by_type(),
        ];
        report::print(set, Half::All, &lanes, &mut Targets::default());
    }
}

/// The lessons of one kind of questions about a repository.
fn repository(path: &Path) -> Result<Learned> {
    let measured = lessons::read(path)?;
    let name = path.file_stem().map_or_else(|| "repository".into(), |name| name.to_string_lossy().into_owned());
    let set = asked_of_files(name.clone(), &measured);
    let lessons = set.questions.iter().zip(measured).map(|(question, measured)| Lesson::of_files(&set, question, measured)).collect();
    // All kinds of questions about one repository are left out together.
    let of = name.rsplit_once('-').map_or(name.as_str(), |(repository, _)| repository).to_owned();
    Ok(Learned { of: vec![of], lessons, set })
}

/// A set whose documents are the files that were among the candidates of any question.
fn asked_of_files(name: String, lessons: &[Measured]) -> Set {
    let group = String::from("repository");
    let files: BTreeSet<&String> = lessons.iter().flat_map(|lesson| lesson.head.files.iter().chain(&lesson.head.gold)).collect();
    let document = |id: &String| Document { id: id.clone(), group: group.clone(), text: String::new(), session: None, ts: None, role: None };
    let question = |head: &Head| Question {
        id: head.id.clone(),
        group: group.clone(),
        query: head.query.clone(),
        gold: head.gold.clone(),
        gold_session: Vec::new(),
        kind: head.kind.clone(),
        ts: None,
    };
    Set::of(name, files.into_iter().map(document).collect(), lessons.iter().map(|lesson| question(&lesson.head)).collect())
}

/// What a set and all that is made of it have in common: the same talks cut in two ways are one set.
fn origin(set: &Set) -> String {
    set.name.trim_end_matches("_turn").to_owned()
}

/// Prints how high the first of each answer scores, by whether it is right: a score means something if those of a kind are right as
/// often as it says.
#[expect(clippy::cast_precision_loss, reason = "thousands of lessons")]
fn print_scores(what: &str, firsts: &[(f64, bool)]) {
    println!("\nscores of the first for {what}, n = {}", firsts.len());
    for tenths in (0..10).step_by(2) {
        let (from, to) = (f64::from(tenths) / 10.0, f64::from(tenths + 2) / 10.0);
        let own: Vec<bool> = firsts.iter().filter(|(score, _)| (from..to).contains(score)).map(|(_, right)| *right).collect();
        let right = own.iter().filter(|right| **right).count();
        println!("  {from:.1} to {to:.1}: {:>5}, right {:>5.1} %", own.len(), 100.0 * right as f64 / own.len().max(1) as f64);
    }
}

/// The table as a module of `search::judge`.
fn written(sets: &[&Set], weights: &Weights, calibration: &Calibration) -> Result<String> {
    let mut text = String::from("//! Made by `cargo xtask bench recall --fit`; see docs/benchmarks.md. Change what it is made by, not this.\n//!\n");
    for set in sets {
        writeln!(text, "//! Fitted on {}: {} questions.", set.name, set.questions.len())?;
    }
    writeln!(text, "\nuse super::{{\n    calibrate::{{COLUMNS, Logistic}},\n    measures::MEASURES,\n}};")?;
    writeln!(text, "\n/// How surely something answers, by column: short turns of talk, long ones, short texts by themselves, long ones, code.")?;
    writeln!(text, "#[rustfmt::skip]\npub(super) const LOGISTICS: [Logistic; COLUMNS] = [")?;
    for [lead, met, near, offset] in calibration {
        writeln!(text, "    Logistic {{ lead: {lead:.4}, met: {met:.4}, near: {near:.4}, offset: {offset:.4} }},")?;
    }
    writeln!(text, "];\n\n/// What each measure weighs, in the same columns.")?;
    writeln!(
        text,
        "#[rustfmt::skip]\n#[allow(clippy::approx_constant, reason = \"a weight may come near any number\")]\npub(super) const TABLE: [[f32; COLUMNS]; MEASURES] = ["
    )?;
    for (at, name) in search::judge::measure_names().enumerate() {
        let columns: Vec<String> =
            weights.0.iter().map(|column| format!("{:>8}", format!("{:.4}", column[at]).replace("-0.0000", "0.0000"))).collect();
        writeln!(text, "    [{}], // {name}", columns.join(", "))?;
    }
    text.push_str("];\n");
    Ok(text)
}
