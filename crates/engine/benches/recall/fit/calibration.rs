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

/// The likeliest numbers for scores under some weights.
pub(crate) fn calibrated(lessons: &[&Lesson], weights: &Weights) -> Calibration {
    let place =
        |name: &str| measure_names().position(|known| known == name).expect("BUG: the judge no longer measures what its scores are calibrated by");
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

/// Of a document that answers, the best piece is what answers; whether its other pieces do nobody has said.
fn cases(lesson: &Lesson, weights: &Weights, met: usize, near: usize) -> Vec<Case> {
    let sums: Vec<f64> = lesson.rows.iter().map(|row| f64::from(weights.sum(&row.measures))).collect();
    let best = sums.iter().copied().fold(f64::MIN, f64::max);
    let all = best + sums.iter().map(|sum| (sum - best).exp()).sum::<f64>().ln();
    let most = |measure: usize| lesson.rows.iter().map(|row| f64::from(row.measures.values[measure])).fold(f64::MIN, f64::max);
    let (met, near) = (most(met), most(near));
    let mut tops = vec![f64::MIN; lesson.documents.len()];
    for (row, sum) in lesson.rows.iter().zip(&sums) {
        tops[row.document] = tops[row.document].max(*sum);
    }
    let told = lesson.rows.iter().zip(&sums).filter(|(row, sum)| !lesson.documents[row.document] || **sum >= tops[row.document]);
    let case = |(row, sum): (&Row, &f64)| Case {
        shares: row.measures.shares.map(f64::from),
        known: [sum - all, met, near, 1.0],
        right: lesson.documents[row.document],
    };
    told.map(case).collect()
}
