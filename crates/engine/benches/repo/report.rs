//! Prints how every lane did on a kind of questions, and gathers the same for a file.

use crate::{
    common::row,
    measure::{HEADS, PASSAGE_HEADS, by_file, by_passage, mean},
    question::{Kind, Question, ending},
    ranking::{Row, files},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Endings that are listed by themselves.
const ENDINGS: usize = 8;

/// One way to rank: rows, best first, for each question.
pub(crate) struct Lane {
    pub(crate) name: &'static str,
    /// A word for it, in the file.
    pub(crate) key: &'static str,
    pub(crate) ranked: Vec<Vec<Row>>,
    /// Its rows are passages, and not whole files.
    pub(crate) passages: bool,
}

/// Prints a kind of questions, and answers its figures.
pub(crate) fn print(repository: &str, kind: Kind, questions: &[Question], lanes: &[Lane], took: &[f64]) -> Json {
    let own: Vec<usize> = (0..questions.len()).filter(|n| questions[*n].kind == kind).collect();
    println!("\n{repository}, {}, n = {}, by the file, in percent", kind.name(), own.len());
    if own.is_empty() {
        return Json::Null;
    }
    row("", &HEADS.map(String::from));
    let mut told = serde_json::Map::new();
    for lane in lanes {
        let figures = mean(&own.iter().map(|n| by_file(&questions[*n], &lane.ranked[*n])).collect::<Vec<_>>());
        row(lane.name, &cells(&figures));
        told.insert(lane.key.into(), json!(HEADS.iter().zip(figures).collect::<BTreeMap<_, _>>()));
    }
    let mut passages = serde_json::Map::new();
    if own.iter().any(|n| !questions[*n].sections.is_empty()) {
        println!("  by the passage: rows that overlap the section");
        row("", &PASSAGE_HEADS.map(String::from));
        for lane in lanes.iter().filter(|lane| lane.passages) {
            let figures = mean(&own.iter().filter_map(|n| by_passage(&questions[*n], &lane.ranked[*n])).collect::<Vec<_>>());
            row(lane.name, &cells(&figures));
            passages.insert(lane.key.into(), json!(PASSAGE_HEADS.iter().zip(figures).collect::<BTreeMap<_, _>>()));
        }
    }
    let endings = by_ending(&own, questions, lanes);
    let mut times: Vec<f64> = own.iter().map(|n| took[*n]).collect();
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    println!("  claim.recall, a question: p50 {:.1} ms, p95 {:.1} ms", at(50), at(95));
    let asked = |n: &usize| {
        let ranked: BTreeMap<&str, Vec<String>> =
            lanes.iter().map(|lane| (lane.key, files(&lane.ranked[*n]).into_iter().take(10).collect())).collect();
        let question = &questions[*n];
        json!({ "id": question.id, "query": question.query, "gold": question.gold, "sections": question.sections, "files": ranked })
    };
    json!({
        "n": own.len(), "byFile": told, "byPassage": passages, "byEnding": endings,
        "p50": at(50), "p95": at(95), "questions": own.iter().map(asked).collect::<Vec<_>>(),
    })
}

/// How many of the files to be found stand among the first ten, by their ending.
fn by_ending(own: &[usize], questions: &[Question], lanes: &[Lane]) -> Json {
    let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
    let mut found: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for n in own {
        for gold in &questions[*n].gold {
            *wanted.entry(ending(gold)).or_default() += 1;
            for (place, lane) in lanes.iter().enumerate() {
                let there = files(&lane.ranked[*n]).iter().take(10).any(|file| file == gold);
                *found.entry((ending(gold), place)).or_default() += usize::from(there);
            }
        }
    }
    let mut order: Vec<(String, usize)> = wanted.into_iter().collect();
    order.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    if order.len() > 1 {
        println!("  files found among the first ten, by their ending");
        row("", &lanes.iter().map(|lane| lane.key.to_owned()).collect::<Vec<_>>());
    }
    let mut told = serde_json::Map::new();
    for (place, (ending, count)) in order.iter().enumerate() {
        let each: Vec<usize> = (0..lanes.len()).map(|lane| found[&(ending.clone(), lane)]).collect();
        if place < ENDINGS && order.len() > 1 {
            row(&format!("  {ending}, {count} to be found"), &each.iter().map(ToString::to_string).collect::<Vec<_>>());
        }
        let by_lane: BTreeMap<&str, usize> = lanes.iter().map(|lane| lane.key).zip(each).collect();
        told.insert(ending.clone(), json!({ "wanted": count, "found": by_lane }));
    }
    Json::Object(told)
}

fn cells(figures: &[f64]) -> Vec<String> {
    figures.iter().map(|figure| format!("{figure:.1}")).collect()
}
