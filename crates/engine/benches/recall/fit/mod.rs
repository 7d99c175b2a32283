//! Finding weights for what the judge measures, from labelled questions: so that a figure can be given for conversations that no
//! weight has seen, and so that anybody can make the shipped table again.
//!
//! Not here: what is measured, and the shipped weights; see `search::judge`.

mod calibration;
mod descent;
mod lesson;
mod loss;

pub(crate) use calibration::{Calibration, calibrated, firsts};
pub(crate) use lesson::Lesson;

use descent::descend;
use loss::Loss;
use search::judge::{COLUMNS, MEASURES, Measures};
use std::collections::BTreeSet;

/// What each measure weighs, a column after another.
#[derive(Clone, Debug)]
pub(crate) struct Weights(pub(crate) [[f32; MEASURES]; COLUMNS]);

impl Weights {
    /// The weights under which right answers stand highest in some lessons.
    pub(crate) fn fitted(lessons: &[&Lesson]) -> Self {
        let loss = Loss::of(lessons);
        loss.weights(&descend(vec![0.0; COLUMNS * MEASURES], |at| loss.at(at)))
    }

    /// The documents of each lesson, best first.
    pub(crate) fn ranked(&self, lessons: &[&Lesson], depth: usize) -> Vec<Vec<usize>> {
        lessons.iter().map(|lesson| lesson.ranked(self, depth)).collect()
    }

    /// What the measures of a candidate add up to.
    pub(crate) fn sum(&self, measures: &Measures) -> f32 {
        let columns = self.0.iter().zip(measures.shares).filter(|(_, share)| *share > 0.0);
        columns.map(|(weights, share)| share * dot(weights, &measures.values)).sum()
    }
}

/// The documents of each lesson by weights that were fitted on the lessons of all other parts.
pub(crate) fn held_out(lessons: &[&Lesson], parts: &[String], depth: usize) -> Vec<Vec<usize>> {
    let mut ranked = vec![Vec::new(); lessons.len()];
    for part in parts.iter().collect::<BTreeSet<_>>() {
        let others: Vec<&Lesson> = parts.iter().zip(lessons).filter(|(other, _)| *other != part).map(|(_, lesson)| *lesson).collect();
        let weights = Weights::fitted(&others);
        for ((own, lesson), ranked) in parts.iter().zip(lessons).zip(&mut ranked) {
            if own == part {
                *ranked = lesson.ranked(&weights, depth);
            }
        }
    }
    ranked
}

/// Eight sums at once, in an order that is the same everywhere.
fn dot(a: &[f32; MEASURES], b: &[f32; MEASURES]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}
