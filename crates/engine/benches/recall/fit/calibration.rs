//! How surely something answers, from how far it leads, how much of the question the best meets, and how near the
//! nearest is: the four numbers of a logistic for each column, under which the labels are likeliest.

use super::{Lesson, Weights, descend, lesson::Row};
use search::judge::{COLUMNS, measure_names};

/// Lead, met, near, offset.
const NUMBERS: usize = 4;
/// Keeps numbers small where nothing speaks for them.
const NUMBER: f64 = 1.0;

/// The four numbers of each column.
pub(crate) type Calibration = [[f64; NUMBERS]; COLUMNS];

/// What is known of a candidate, and whether it is right.
struct Case {
    shares: [f64; COLUMNS],
    known: [f64; NUMBERS],
    right: bool,
}

fn place(name: &str) -> usize {
    measure_names().position(|known| known == name).expect("BUG: the judge no longer measures what its scores are calibrated by")
}

/// The likeliest numbers for scores under some weights.
pub(crate) fn calibrated(lessons: &[&Lesson], weights: &Weights) -> Calibration {
    let (met, near) = (place("Met"), place("Near"));
    let cases: Vec<Case> = lessons.iter().flat_map(|lesson| cases(lesson, weights, met, near)).collect();
    let found = descend(vec![0.0; COLUMNS * NUMBERS], |at| {
        let (mut loss, mut slopes) = (0.0, vec![0.0; at.len()]);
        for case in &cases {
            let terms = |column: usize| at[column * NUMBERS..].iter().zip(case.known).map(|(number, known)| number * known).sum::<f64>();
            let odds: f64 = (0..COLUMNS).map(|column| case.shares[column] * terms(column)).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let right = f64::from(u8::from(case.right));
            loss += odds.max(0.0) + (-odds.abs()).exp().ln_1p() - right * odds;
            for (slopes, share) in slopes.chunks_mut(NUMBERS).zip(case.shares) {
                for (slope, known) in slopes.iter_mut().zip(case.known) {
                    *slope += (chance - right) * share * known;
                }
            }
        }
        for (slope, number) in slopes.iter_mut().zip(at) {
            *slope += 2.0 * NUMBER * number;
            loss += NUMBER * number * number;
        }
        (loss, slopes)
    });
    let mut calibration = [[0.0; NUMBERS]; COLUMNS];
    for (place, number) in calibration.as_flattened_mut().iter_mut().zip(found) {
        *place = number;
    }
    calibration
}

/// How surely the first of each lesson answers, by these numbers; and whether it does.
pub(crate) fn firsts(lessons: &[&Lesson], weights: &Weights, calibration: &Calibration) -> Vec<(f64, bool)> {
    let (met, near) = (place("Met"), place("Near"));
    let score = |case: &Case| {
        let terms = |column: usize| calibration[column].iter().zip(case.known).map(|(number, known)| number * known).sum::<f64>();
        let odds: f64 = (0..COLUMNS).map(|column| case.shares[column] * terms(column)).sum();
        1.0 / (1.0 + (-odds).exp())
    };
    let first = |lesson: &&Lesson| {
        let all = among(lesson, &sorted(lesson, weights), met, near);
        all.iter().map(|case| (score(case), case.right)).max_by(|a, b| a.0.total_cmp(&b.0))
    };
    lessons.iter().filter_map(first).collect()
}

/// How many candidates there are where little is kept: an answer and some others, or only others.
const FEW: [usize; 2] = [1, 4];
/// Every so many places one of these others, best first.
const APART: usize = 20;

/// All that a lesson says about scores: where much is kept, as it is; and where little is, with and without the answer.
fn cases(lesson: &Lesson, weights: &Weights, met: usize, near: usize) -> Vec<Case> {
    let rows = sorted(lesson, weights);
    let answers = |(_, row): &(f64, &Row)| lesson.documents[row.document];
    let mut all = among(lesson, &rows, met, near);
    let right: Vec<(f64, &Row)> = rows.iter().copied().filter(answers).take(1).collect();
    let others: Vec<(f64, &Row)> = rows.iter().copied().filter(|row| !answers(row)).skip(APART).step_by(APART).collect();
    for few in FEW {
        let others = &others[..few.min(others.len())];
        all.extend(among(lesson, others, met, near));
        if !right.is_empty() {
            all.extend(among(lesson, &[&right, others].concat(), met, near));
        }
    }
    all
}

/// The candidates with their sums, best first.
fn sorted<'l>(lesson: &'l Lesson, weights: &Weights) -> Vec<(f64, &'l Row)> {
    let mut rows: Vec<(f64, &Row)> = lesson.rows.iter().map(|row| (f64::from(weights.sum(&row.measures)), row)).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows
}

/// What some candidates say, if there are no others. Of a document that answers, the best piece is what answers; whether its other
/// pieces do nobody has said.
fn among(lesson: &Lesson, rows: &[(f64, &Row)], met: usize, near: usize) -> Vec<Case> {
    let best = rows.iter().map(|(sum, _)| *sum).fold(f64::MIN, f64::max);
    let all = best + rows.iter().map(|(sum, _)| (sum - best).exp()).sum::<f64>().ln();
    let most = |measure: usize| rows.iter().map(|(_, row)| f64::from(row.measures.values[measure])).fold(f64::MIN, f64::max);
    let (met, near) = (most(met), most(near));
    let mut tops = vec![f64::MIN; lesson.documents.len()];
    for (sum, row) in rows {
        tops[row.document] = tops[row.document].max(*sum);
    }
    let told = rows.iter().filter(|(sum, row)| !lesson.documents[row.document] || *sum >= tops[row.document]);
    let case = |(sum, row): &(f64, &Row)| Case {
        shares: row.measures.shares.map(f64::from),
        known: [sum - all, met, near, 1.0],
        right: lesson.documents[row.document],
    };
    told.map(case).collect()
}
