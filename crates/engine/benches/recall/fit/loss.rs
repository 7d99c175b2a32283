//! How far some weights are from putting what is right first, and which way to go.
//!
//! A right document loses by how much all wrong ones together stand above it. So does a talk that holds one. Either is worth about
//! as much as the best of its pieces. Large weights cost a little, because few questions are no reason for them.

use super::{Lesson, Weights};
use search::judge::{COLUMNS, MEASURES, measure_names};

/// The talks' part where there are talks; the documents have the rest.
const TALKS: f64 = 0.5;
/// How little of a group counts beside its best.
const BEST: f64 = 0.5;
/// What weights cost, squared, in deviations: as much as being wrong in so many lessons. The more of these there are, the less it counts.
const WEIGHT: f64 = 5.0;
/// Parts that are added up one after another, whatever the number of processors: so the sum is always the same.
const PARTS: usize = 16;

/// The columns of short and of long texts.
const TEXTS: [usize; 2] = [2, 3];
/// How measures begin that weigh the same in texts of every length. Of a file, its path and its kind: the short texts of the sets have no
/// file, and whatever an id in place of a path happens to hold says nothing. Of a phrase: few long texts are looked up by one.
const TIED: [&str; 5] = ["File", "Path", "TestFile", "ConfigFile", "Phrase"];

/// The loss over some lessons.
pub(super) struct Loss<'l> {
    lessons: Vec<&'l Lesson>,
    /// The deviation of each measure, for each column: weights are sought in these units, so that none is dear because of its unit.
    units: [[f32; MEASURES]; COLUMNS],
    /// Measures that weigh the same in texts of every length.
    tied: Vec<usize>,
}

impl<'l> Loss<'l> {
    pub(super) fn of(lessons: &[&'l Lesson]) -> Self {
        let mut units = [[0.0; MEASURES]; COLUMNS];
        for (column, units) in units.iter_mut().enumerate() {
            let (mut weight, mut sums, mut squares) = (0.0_f64, [0.0_f64; MEASURES], [0.0_f64; MEASURES]);
            for row in lessons.iter().flat_map(|lesson| &lesson.rows) {
                let share = f64::from(row.measures.shares[column]);
                if share > 0.0 {
                    weight += share;
                    for ((sum, square), value) in sums.iter_mut().zip(&mut squares).zip(row.measures.values) {
                        *sum += share * f64::from(value);
                        *square += share * f64::from(value) * f64::from(value);
                    }
                }
            }
            for ((unit, sum), square) in units.iter_mut().zip(sums).zip(squares) {
                let mean = sum / weight.max(1.0);
                #[expect(clippy::cast_possible_truncation, reason = "a unit needs no more digits")]
                let deviation = (square / weight.max(1.0) - mean * mean).max(0.0).sqrt() as f32;
                // What never differs, such as what form something has, is its own unit.
                *unit = if deviation > 1e-4 { deviation } else { 1.0 };
            }
        }
        let tied: Vec<usize> =
            measure_names().enumerate().filter(|(_, name)| TIED.iter().any(|of| name.starts_with(of))).map(|(place, _)| place).collect();
        for measure in &tied {
            units[TEXTS[0]][*measure] = units[TEXTS[1]][*measure];
        }
        Self { lessons: lessons.to_vec(), units, tied }
    }

    /// Numbers in deviations as weights.
    pub(super) fn weights(&self, at: &[f64]) -> Weights {
        let mut weights = [[0.0; MEASURES]; COLUMNS];
        for ((weight, unit), number) in weights.as_flattened_mut().iter_mut().zip(self.units.as_flattened()).zip(at) {
            #[expect(clippy::cast_possible_truncation, reason = "weights are kept as f32")]
            let number = *number as f32;
            *weight = number / unit;
        }
        Weights(weights)
    }

    /// The loss, and how it grows with each number.
    #[expect(clippy::cast_precision_loss, reason = "thousands of lessons")]
    pub(super) fn at(&self, at: &[f64]) -> (f64, Vec<f64>) {
        let weights = self.weights(at);
        let parts: Vec<&[&Lesson]> = self.lessons.chunks(self.lessons.len().div_ceil(PARTS).max(1)).collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let work = |some: &[&[&Lesson]]| some.iter().map(|part| sum(part, &weights)).collect::<Vec<_>>();
        let summed: Vec<(f64, Vec<f64>)> = std::thread::scope(|scope| {
            let work = &work;
            let running: Vec<_> = parts.chunks(parts.len().div_ceil(threads).max(1)).map(|some| scope.spawn(move || work(some))).collect();
            running.into_iter().flat_map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        let count = self.lessons.len().max(1) as f64;
        let (mut loss, mut slopes) = (0.0, vec![0.0; at.len()]);
        for (part, slope) in summed {
            loss += part / count;
            for (sum, slope) in slopes.iter_mut().zip(slope) {
                *sum += slope / count;
            }
        }
        // Numbers that begin the same and always move the same way stay the same.
        for measure in &self.tied {
            let [short, long] = TEXTS.map(|column| column * MEASURES + measure);
            let both = slopes[short] + slopes[long];
            slopes[short] = both;
            slopes[long] = both;
        }
        for ((slope, unit), number) in slopes.iter_mut().zip(self.units.as_flattened()).zip(at) {
            *slope = *slope / f64::from(*unit) + 2.0 * WEIGHT / count * number;
            loss += WEIGHT / count * number * number;
        }
        (loss, slopes)
    }
}

/// The loss of some lessons, and how it grows with each weight.
fn sum(lessons: &[&Lesson], weights: &Weights) -> (f64, Vec<f64>) {
    let (mut loss, mut slopes) = (0.0, [[0.0_f32; MEASURES]; COLUMNS]);
    for lesson in lessons {
        let sums: Vec<f64> = lesson.rows.iter().map(|row| f64::from(weights.sum(&row.measures))).collect();
        let (lost, of_rows) = lost(lesson, &sums);
        loss += lesson.worth * lost;
        for (row, slope) in lesson.rows.iter().zip(of_rows) {
            for (slopes, share) in slopes.iter_mut().zip(row.measures.shares).filter(|(_, share)| *share > 0.0) {
                #[expect(clippy::cast_possible_truncation, reason = "measures are f32")]
                let slope = (lesson.worth * slope) as f32 * share;
                for (sum, value) in slopes.iter_mut().zip(&row.measures.values) {
                    *sum += slope * value;
                }
            }
        }
    }
    (loss, slopes.as_flattened().iter().map(|slope| f64::from(*slope)).collect())
}

/// What one lesson loses, and how that grows with the sum of each row.
fn lost(lesson: &Lesson, sums: &[f64]) -> (f64, Vec<f64>) {
    let documents = by_group(lesson.rows.iter().map(|row| Some(row.document)), &lesson.documents, sums);
    if !lesson.talks.contains(&true) {
        return documents;
    }
    let talks = by_group(lesson.rows.iter().map(|row| row.talk), &lesson.talks, sums);
    let slopes = documents.1.iter().zip(talks.1).map(|(own, talk)| (1.0 - TALKS) * own + TALKS * talk);
    ((1.0 - TALKS) * documents.0 + TALKS * talks.0, slopes.collect())
}

/// The same for rows in groups, of which some are right.
fn by_group(groups: impl Iterator<Item = Option<usize>> + Clone, right: &[bool], sums: &[f64]) -> (f64, Vec<f64>) {
    let best = sums.iter().copied().fold(f64::MIN, f64::max);
    let worth = |sum: f64| ((sum - best) / BEST).max(-600.0).exp();
    let mut together = vec![0.0; right.len()];
    for (group, sum) in groups.clone().zip(sums) {
        if let Some(group) = group {
            together[group] += worth(*sum);
        }
    }
    let values: Vec<f64> = together.iter().map(|worth| best + BEST * worth.ln()).collect();
    let (loss, slopes) = below(&values, right);
    (loss, groups.zip(sums).map(|(group, sum)| group.map_or(0.0, |group| slopes[group] * worth(*sum) / together[group])).collect())
}

/// How far right values stand below all wrong ones together, on average, and how that grows with each value.
#[expect(clippy::cast_precision_loss, reason = "hundreds of values")]
fn below(values: &[f64], right: &[bool]) -> (f64, Vec<f64>) {
    let mut slopes = vec![0.0; values.len()];
    let (count, best) = (right.iter().filter(|right| **right).count() as f64, values.iter().copied().fold(f64::MIN, f64::max));
    let wrong: f64 = values.iter().zip(right).filter(|(_, right)| !**right).map(|(value, _)| (value - best).exp()).sum();
    if count == 0.0 || wrong == 0.0 {
        return (0.0, slopes);
    }
    let together = best + wrong.ln();
    let (mut loss, mut pull) = (0.0, 0.0);
    for ((value, right), slope) in values.iter().zip(right).zip(&mut slopes) {
        if *right {
            let behind = together - value;
            loss += (behind.max(0.0) + (-behind.abs()).exp().ln_1p()) / count;
            *slope = -1.0 / (1.0 + (-behind).exp()) / count;
            pull -= *slope;
        }
    }
    for ((value, right), slope) in values.iter().zip(right).zip(&mut slopes) {
        if !*right {
            *slope = pull * (value - best).exp() / wrong;
        }
    }
    (loss, slopes)
}
