//! Making the table of weights that ships, from several sets at once: `--fit FILE --data SET --data SET ...`.
//!
//! A set of talk is taken twice, as talk and as texts by themselves, so that texts of every length have weights too. Figures are
//! printed for every set as fitted, and for every fifth by weights that never saw it, in whatever store.

use crate::{
    DEPTH, Options, ask_all,
    common::{Result, Scratch, targets::Targets},
    fit::{Calibration, Lesson, Weights, calibrated, firsts, held_out},
    lookup::{lookups, near_misses},
    report::{self, Lane},
    set::{Half, PARTS, Set},
};
use std::{fmt::Write as _, fs, path::Path};

/// What a look-up counts beside a question that somebody asked: it is easy, and there are many.
const LOOKED_UP: f64 = 0.25;

/// Fits, prints and writes. Sets to mix are put into one store: all as texts, the first as talk beside the others, and all as they are.
pub(crate) fn make(sets: Vec<Set>, mix: &[Set], options: &Options, file: &Path) -> Result<()> {
    let mut all: Vec<(Set, Vec<String>)> = Vec::new();
    // Neighbours in the list may be the same talks, cut otherwise.
    let others = sets.iter().cycle().skip(sets.len() / 2).take(if sets.len() > 1 { sets.len() } else { 0 });
    let strange: Vec<Set> = sets
        .iter()
        .zip(others)
        .flat_map(|(set, other)| [set.asked_strangely(other), set.as_texts().asked_strangely(other), near_misses(set)])
        .collect();
    for set in sets {
        let (texts, parts) = (set.as_texts(), parts(&set));
        if set.documents.iter().any(|document| document.session.is_some()) {
            all.push((texts, parts.clone()));
        }
        all.push((set, parts));
    }
    for talks in [0, 1, mix.len()] {
        let mixed: Vec<Set> = mix.iter().enumerate().map(|(n, set)| if n < talks { set.clone() } else { set.as_texts() }).collect();
        if !mixed.is_empty() {
            all.push((Set::mixed(&mixed), mix.iter().flat_map(parts).collect()));
        }
    }
    let asked = all.len();
    let looked_up: Vec<Set> = all.iter().map(|(set, _)| lookups(set)).collect();
    all.extend(looked_up.into_iter().map(|set| {
        let parts = parts(&set);
        (set, parts)
    }));
    let learn = |set: &Set| {
        println!("\n{}: {} documents, {} questions", set.name, set.documents.len(), set.questions.len());
        let scratch = Scratch::below(&options.folder, "recall-fit")?;
        Ok(ask_all(set, options, scratch.path())?.1)
    };
    let mut learned = all.iter().map(|(set, _)| learn(set)).collect::<Result<Vec<Vec<Lesson>>>>()?;
    learned[asked..].iter_mut().flatten().for_each(|lesson| lesson.worth = LOOKED_UP);
    let unanswered = strange.iter().map(learn).collect::<Result<Vec<Vec<Lesson>>>>()?;
    let lessons: Vec<&Lesson> = learned.iter().flatten().collect();
    let parts: Vec<String> = all.iter().flat_map(|(_, parts)| parts).cloned().collect();
    let weights = Weights::fitted(&lessons);
    // No weight can be right where nothing is; that nothing is there is what a score has to say.
    let calibration = calibrated(&lessons.iter().copied().chain(unanswered.iter().flatten()).collect::<Vec<_>>(), &weights);
    print_scores("what is asked", &firsts(&lessons, &weights, &calibration));
    print_scores("what is not there", &firsts(&unanswered.iter().flatten().collect::<Vec<_>>(), &weights, &calibration));
    let (fitted, unseen) = (weights.ranked(&lessons, DEPTH), held_out(&lessons, &parts, DEPTH));
    let mut first = 0;
    for (set, _) in &all {
        let own = first..first + set.questions.len();
        first = own.end;
        for (name, ranked) in [("weights fitted on all sets", &fitted), ("each fifth by weights fitted on the rest of all sets", &unseen)] {
            report::print(set, Half::All, &[Lane::new(name, ranked[own.clone()].to_vec()).by_type()], &mut Targets::default());
        }
    }
    let sets: Vec<&Set> = all.iter().map(|(set, _)| set).collect();
    fs::write(file, written(&sets, &weights, &calibration)?).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("\nthe table is in {}", file.display());
    Ok(())
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

/// Which fifth each question belongs to. A conversation is never divided.
fn parts(set: &Set) -> Vec<String> {
    let groups = set.groups();
    let fifth = |group: &String| (groups.iter().position(|known| known == group).unwrap_or(0) % PARTS).to_string();
    set.questions.iter().map(|question| if groups.len() > 1 { fifth(&question.group) } else { set.part(question) }).collect()
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
