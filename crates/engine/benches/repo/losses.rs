//! Counts where files that answer are lost: not read, in no lane, in a lane and not judged, or judged and not among the first ten.

use crate::{
    common::{Result, row},
    palace::Tree,
    question::{Kind, Question, ending},
    ranking::{Row, files},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The places, in the order in which they are asked for.
const PLACES: [&str; 5] = ["found", "ranked low", "not judged", "no lane", "not read"];
/// Endings that are listed by themselves.
const ENDINGS: usize = 8;

/// Counts them for a kind of questions.
pub(crate) fn print(kind: Kind, tree: &Tree, asked: &[(&Question, &Vec<Row>)]) -> Result<Json> {
    let mut counts: BTreeMap<String, [usize; PLACES.len()]> = BTreeMap::new();
    for (question, ranked) in asked {
        let lanes = tree.lanes(&question.query)?;
        let first: Vec<String> = files(ranked).into_iter().take(10).collect();
        let place = |gold: &String| {
            if first.contains(gold) {
                0
            } else if lanes.judged.contains(gold) {
                1
            } else if lanes.found.contains(gold) {
                2
            } else {
                3 + usize::from(!tree.holds(gold))
            }
        };
        let places: Vec<(&String, usize)> = question.gold.iter().map(|gold| (gold, place(gold))).collect();
        // Copies of a section are one answer, lost where the best of them was.
        let of_copies = places.iter().min_by_key(|(_, place)| *place).filter(|_| !question.sections.is_empty());
        for (gold, place) in of_copies.map_or(places.as_slice(), std::slice::from_ref) {
            for name in ["all".to_owned(), ending(gold)] {
                counts.entry(name).or_default()[*place] += 1;
            }
        }
    }
    println!("\n  {}: where the files that answer are lost", kind.name());
    row("", &PLACES.map(String::from));
    let mut order: Vec<(&String, &[usize; PLACES.len()])> = counts.iter().collect();
    order.sort_by_key(|(name, counts)| (std::cmp::Reverse(counts.iter().sum::<usize>()), *name != "all"));
    for (name, counts) in order.iter().take(ENDINGS) {
        row(&format!("  {name}"), &counts.map(|count| count.to_string()));
    }
    Ok(json!(counts.iter().map(|(name, counts)| (name, PLACES.iter().zip(counts).collect::<BTreeMap<_, _>>())).collect::<BTreeMap<_, _>>()))
}
