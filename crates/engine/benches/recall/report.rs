//! Printing how rankings did: all questions of a half, then by type.

use crate::{
    common::{row, targets::Targets},
    measure::{Asked, Figures, HEADS},
    set::{Half, Set},
};
use std::collections::BTreeMap;

/// The set that has targets, and what they are, in percent.
const TARGET_SET: &str = "locomo";
const TARGETS: [(&str, f64); 2] = [("R@10", 82.0), ("session R@5", 93.0)];

/// One way to rank: documents, best first, for each question.
pub(crate) struct Lane {
    name: String,
    ranked: Vec<Vec<usize>>,
    by_type: bool,
    only: Option<Half>,
}

impl Lane {
    pub(crate) fn new(name: impl Into<String>, ranked: Vec<Vec<usize>>) -> Self {
        Self { name: name.into(), ranked, by_type: false, only: None }
    }

    /// Also printed by type of question.
    pub(crate) fn by_type(self) -> Self {
        Self { by_type: true, ..self }
    }

    /// Printed for one half: on the other it was fitted, and says nothing.
    pub(crate) fn only(self, half: Half) -> Self {
        Self { only: Some(half), ..self }
    }

    fn figures<'s>(&self, asked: impl Iterator<Item = &'s (usize, Asked<'s>)>) -> Figures {
        Figures::of(asked.map(|(n, asked)| asked.measure(&self.ranked[*n])))
    }
}

/// The questions of a half, by their numbers.
fn asked(set: &Set, half: Half) -> Vec<(usize, Asked<'_>)> {
    set.questions.iter().enumerate().filter(|(_, q)| set.is_in(q, half)).map(|(n, q)| (n, Asked::of(set, q))).collect()
}

/// Prints how all lanes did on a half. Targets are for the lanes whose weights have not seen it.
pub(crate) fn print(set: &Set, half: Half, lanes: &[Lane], targets: &mut Targets) {
    let asked = asked(set, half);
    if asked.is_empty() {
        return;
    }
    let lanes: Vec<&Lane> = lanes.iter().filter(|lane| lane.only.is_none_or(|only| only == half)).collect();
    println!("\n{}, {} half, n = {}, in percent", set.name, half.name(), asked.len());
    row("", &HEADS.map(String::from));
    for lane in &lanes {
        row(&lane.name, &lane.figures(asked.iter()).cells());
    }
    let mut kinds: BTreeMap<&str, Vec<&(usize, Asked<'_>)>> = BTreeMap::new();
    for one in &asked {
        kinds.entry(set.questions[one.0].kind.as_str()).or_default().push(one);
    }
    for lane in lanes.iter().filter(|lane| lane.by_type) {
        println!("\n  by type, {} half: {}", half.name(), lane.name);
        for (kind, asked) in &kinds {
            row(&format!("  {kind}, n = {}", asked.len()), &lane.figures(asked.iter().copied()).cells());
        }
    }
    if set.name == TARGET_SET
        && let Some(unseen) = lanes.get(1)
    {
        let figures = unseen.figures(asked.iter());
        for (head, budget) in TARGETS {
            targets.at_least(format!("{}, {} half, unseen, {head}", set.name, half.name()), figures.percent(head), budget, " %");
        }
    }
}
