//! Rankings of pieces or files, files in the order of their first piece, and fusing them.

use crate::question::Lines;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Softens how much the first ranks count in a fusion.
const FUSION_K: f64 = 20.0;

/// A piece of a file, or all of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) path: String,
    pub(crate) lines: Lines,
}

/// The files of some rows, in the order in which they first appear.
pub(crate) fn files(rows: &[Row]) -> Vec<String> {
    let mut known = BTreeSet::new();
    rows.iter().map(|row| &row.path).filter(|path| known.insert(*path)).cloned().collect()
}

/// Fuses rankings by reciprocal rank, by the file. A file stands for its first piece in the first ranking that has it.
pub(crate) fn fused(rankings: &[&[Row]]) -> Vec<Row> {
    let mut scores: BTreeMap<&str, f64> = BTreeMap::new();
    let mut first: BTreeMap<&str, &Row> = BTreeMap::new();
    for ranking in rankings {
        let mut place = 0.0;
        let mut known = BTreeSet::new();
        for row in ranking.iter().filter(|row| known.insert(row.path.as_str())) {
            place += 1.0;
            *scores.entry(&row.path).or_default() += 1.0 / (FUSION_K + place);
            first.entry(&row.path).or_insert(row);
        }
    }
    let mut order: Vec<(&str, f64)> = scores.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    order.into_iter().map(|(path, _)| first[path].clone()).collect()
}
