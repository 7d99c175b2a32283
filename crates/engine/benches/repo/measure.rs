//! The figures of a ranking: any@1, any@5, R@10 and MRR by the file, the share of prose, and for sections the same by the passage.

use crate::{
    question::{Question, is_prose},
    ranking::{Row, files},
};

/// The figures, in percent.
pub(crate) const HEADS: [&str; 5] = ["any@1", "any@5", "R@10", "MRR", "prose@5"];
/// The figures by the passage.
pub(crate) const PASSAGE_HEADS: [&str; 4] = ["any@1", "any@5", "any@10", "MRR"];
/// Ranks that count.
const RANKS: usize = 10;

/// By the file.
#[expect(clippy::cast_precision_loss, reason = "a handful of files")]
pub(crate) fn by_file(question: &Question, rows: &[Row]) -> [f64; HEADS.len()] {
    let files = files(rows);
    let is_gold = |file: &String| question.gold.contains(file);
    let first = files.iter().take(RANKS).position(is_gold);
    let found = files.iter().take(RANKS).filter(|file| is_gold(file)).count();
    let shown = rows.len().min(5);
    let prose = rows.iter().take(5).filter(|row| is_prose(&row.path)).count();
    [
        flag(first == Some(0)),
        flag(first.is_some_and(|place| place < 5)),
        // Copies of a section are one answer.
        if question.sections.is_empty() { found as f64 / question.gold.len() as f64 } else { flag(found > 0) },
        first.map_or(0.0, |place| 1.0 / (place + 1) as f64),
        prose as f64 / shown.max(1) as f64,
    ]
}

/// By the passage: a row counts that overlaps the section.
#[expect(clippy::cast_precision_loss, reason = "ten ranks")]
pub(crate) fn by_passage(question: &Question, rows: &[Row]) -> Option<[f64; PASSAGE_HEADS.len()]> {
    if question.sections.is_empty() {
        return None;
    }
    let is_there =
        |row: &Row| question.sections.iter().any(|(path, (first, last))| row.path == *path && row.lines.0 <= *last && *first <= row.lines.1);
    let first = rows.iter().take(RANKS).position(is_there);
    Some([
        flag(first == Some(0)),
        flag(first.is_some_and(|place| place < 5)),
        flag(first.is_some()),
        first.map_or(0.0, |place| 1.0 / (place + 1) as f64),
    ])
}

/// The mean of each figure, in percent.
#[expect(clippy::cast_precision_loss, reason = "some hundred questions")]
pub(crate) fn mean<const N: usize>(figures: &[[f64; N]]) -> [f64; N] {
    std::array::from_fn(|n| figures.iter().map(|one| one[n]).sum::<f64>() / figures.len().max(1) as f64 * 100.0)
}

fn flag(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}
