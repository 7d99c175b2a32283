//! Making the table of weights that ships, from several sets at once: `--fit FILE --data SET --data SET ...`.
//!
//! A set of talk is taken twice, as talk and as texts by themselves, so that texts of every length have weights too. Figures are
//! printed for every set as fitted, and for every fifth by weights that never saw it, in whatever store.

use crate::{
    DEPTH, Options, ask_all,
    common::{Result, Scratch, targets::Targets},
    fit::{Calibration, Lesson, Weights, calibrated, held_out},
    report::{self, Lane},
    set::{Half, PARTS, Set},
};
use std::{fmt::Write as _, fs, path::Path};

/// Fits, prints and writes. Sets to mix are put into one store: all as texts beside code, and the first as talk beside the others.
pub(crate) fn make(sets: Vec<Set>, mix: &[Set], options: &Options, file: &Path) -> Result<()> {
    let mut all: Vec<(Set, Vec<String>)> = Vec::new();
    for set in sets {
        let (texts, parts) = (set.as_texts(), parts(&set));
        if set.documents.iter().any(|document| document.session.is_some()) {
            all.push((texts, parts.clone()));
        }
        all.push((set, parts));
    }
    for talks in [0, 1] {
        let mixed: Vec<Set> = mix.iter().enumerate().map(|(n, set)| if n < talks { set.clone() } else { set.as_texts() }).collect();
        if !mixed.is_empty() {
            all.push((Set::mixed(&mixed), mix.iter().flat_map(parts).collect()));
        }
    }
    let mut learned: Vec<Vec<Lesson>> = Vec::new();
    for (set, _) in &all {
        println!("\n{}: {} documents, {} questions", set.name, set.documents.len(), set.questions.len());
        let scratch = Scratch::below(&options.folder, "recall-fit")?;
        learned.push(ask_all(set, options, scratch.path())?.1);
    }
    let lessons: Vec<&Lesson> = learned.iter().flatten().collect();
    let parts: Vec<String> = all.iter().flat_map(|(_, parts)| parts).cloned().collect();
    let weights = Weights::fitted(&lessons);
    let calibration = calibrated(&lessons, &weights);
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
