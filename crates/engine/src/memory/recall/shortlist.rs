//! Selects the candidates that are worth judging: reading and judging cost more than finding.
//!
//! Not here: how surely something answers, which only the judge says; this is a choice among what the lanes found.

use crate::memory::recall::semantic::Meaning;
use std::collections::{BTreeSet, HashMap};

/// In a large palace the first of each lane are judged, and theirs are the neighbours that join in where they are turns of talk:
/// reading everybody's would cost more than all the rest.
const HEARD: usize = 40;
/// Of what the lanes found in a large palace, so many are judged, or as many as are wanted.
const JUDGED: usize = 200;
/// Up to so many items a palace is small.
const SMALL_MAX: i64 = 4_096;

/// Of what the lanes found, what is judged, and of that, whose neighbours join in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shortlist {
    pub(crate) judged: BTreeSet<i64>,
    pub(crate) heard: BTreeSet<i64>,
}

impl Shortlist {
    /// In a small palace all of it; in a large one the most promising.
    pub(crate) fn of(by_words: &[(i64, f64)], meaning: &Meaning, items: i64, wanted: usize) -> Self {
        if items <= SMALL_MAX {
            let all = first(by_words, &meaning.nearest, usize::MAX);
            return Self { judged: all.clone(), heard: all };
        }
        let near = meaning.roughly(by_words.iter().map(|(n, _)| *n));
        Self::promising(by_words, &meaning.nearest, &near, JUDGED.max(wanted))
    }

    /// The first of each lane, and then what promises most by what is known before anything is read: how well its words match, and
    /// how near it is, each beside the best.
    fn promising(by_words: &[(i64, f64)], by_meaning: &[(i64, f32)], near: &HashMap<i64, f32>, most: usize) -> Self {
        let heard = first(by_words, by_meaning, HEARD);
        let words: HashMap<i64, f64> = by_words.iter().copied().collect();
        let best = words.values().copied().fold(f64::EPSILON, f64::max);
        let nearest = near.values().copied().fold(f32::EPSILON, f32::max);
        let promise = |n: &i64| words.get(n).map_or(0.0, |score| score / best) + near.get(n).map_or(0.0, |near| f64::from(near / nearest));
        let others = first(by_words, by_meaning, usize::MAX);
        let mut others: Vec<(f64, i64)> = others.difference(&heard).map(|n| (promise(n), *n)).collect();
        others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let more = others.iter().map(|(_, n)| *n).take(most.saturating_sub(heard.len()));
        Self { judged: heard.iter().copied().chain(more).collect(), heard }
    }
}

/// So many of each lane.
fn first(by_words: &[(i64, f64)], by_meaning: &[(i64, f32)], most: usize) -> BTreeSet<i64> {
    by_words.iter().map(|(n, _)| *n).take(most).chain(by_meaning.iter().map(|(n, _)| *n).take(most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Lane<S> = Vec<(i64, S)>;

    /// Two lanes of a hundred, best first: words find 1 to 100, meaning 101 to 200 and, far down, 90.
    fn lanes() -> (Lane<f64>, Lane<f32>) {
        let words = (1..=100_i32).map(|n| (i64::from(n), f64::from(200 - n))).collect();
        let meaning = (101..=200_i16).map(|n| (if n == 190 { 90 } else { i64::from(n) }, f32::from(300 - n) / 200.0)).collect();
        (words, meaning)
    }

    #[test]
    fn the_first_of_each_lane_are_judged_and_then_what_both_found() {
        let (words, meaning) = lanes();
        let near = meaning.iter().copied().collect();
        let shortlist = Shortlist::promising(&words, &meaning, &near, 81);
        assert_eq!(shortlist.heard, (1..=40).chain(101..=140).collect());
        assert_eq!(shortlist.judged.difference(&shortlist.heard).collect::<Vec<_>>(), [&90], "it is far down in both, and in both");
    }

    #[test]
    fn as_many_are_judged_as_are_wanted_and_the_first_of_each_lane_always() {
        let (words, meaning) = lanes();
        let near = meaning.iter().copied().collect();
        for (most, judged) in [(0, 80), (80, 80), (150, 150), (1_000, 199)] {
            assert_eq!(Shortlist::promising(&words, &meaning, &near, most).judged.len(), judged, "of {most}");
        }
        assert!(Shortlist::promising(&[], &[], &HashMap::new(), 100).judged.is_empty());
    }
}
