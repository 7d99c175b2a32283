//! From a sum of weighed measures to how surely a candidate answers, between 0 and 1: comparable between questions and between
//! turns, texts and code.

use super::{
    Form,
    features::Measured,
    math,
    measures::{MEASURES, Measure as M},
    table::{LOGISTICS, TABLE},
};
use std::ops::Range;

/// How the odds come about: by how far a candidate leads the others, by how much of the question the best of them meets, and
/// by how near the nearest is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Logistic {
    pub(super) lead: f32,
    pub(super) met: f32,
    pub(super) near: f32,
    pub(super) offset: f32,
}

/// Columns of the table: short turns of talk, long ones, short texts by themselves, long ones, code.
pub const COLUMNS: usize = 5;

/// Words up to which an item is short, and how many times more make it long.
const SHORT_WORDS: f32 = 50.0;
const LONG_TO_SHORT: f32 = 3.0;

/// How candidates that are alike are judged: how much by each column of the table, which adds up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    pub(super) shares: [f32; COLUMNS],
}

impl Profile {
    /// By what they are, and how many words such items have on average.
    pub(super) fn new(form: Form, length_mean: f32) -> Profile {
        let long = (math::ln(length_mean.max(1.0) / SHORT_WORDS) / math::ln(LONG_TO_SHORT)).clamp(0.0, 1.0);
        let short = 1.0 - long;
        let shares = match form {
            Form::Turn => [short, long, 0.0, 0.0, 0.0],
            Form::Text => [0.0, 0.0, short, long, 0.0],
            Form::Code => [0.0, 0.0, 0.0, 0.0, 1.0],
        };
        Profile { shares }
    }

    fn of(self, columns: [f32; COLUMNS]) -> f32 {
        self.shares.iter().zip(columns).fold(0.0, |sum, (share, column)| sum + share * column)
    }

    /// What each measure weighs here.
    pub(super) fn weights(self) -> [f32; MEASURES] {
        TABLE.map(|columns| self.of(columns))
    }

    /// What turns a lead into odds here.
    fn logistic(self) -> Logistic {
        let number = |of: fn(Logistic) -> f32| self.of(LOGISTICS.map(of));
        Logistic {
            lead: number(|logistic| logistic.lead),
            met: number(|logistic| logistic.met),
            near: number(|logistic| logistic.near),
            offset: number(|logistic| logistic.offset),
        }
    }
}

/// Scores each candidate from 0 to 1 by how far it leads all of them. One logistic serves all candidates of a question, that of
/// the first: with one for each form the order of scores was not the order of the sums that the weights are fitted for.
pub(super) fn calibrate(alike: &[(Profile, Range<usize>)], measured: &Measured, sums: &[f32]) -> Vec<f32> {
    let most = |measure: M| (0..sums.len()).map(|at| measured.get(at, measure)).fold(f32::MIN, f32::max);
    let (met, near, all) = (most(M::Met), most(M::Near), math::ln_sum_exp(sums));
    let best_of = |rows: &Range<usize>| sums[rows.clone()].iter().copied().fold(f32::MIN, f32::max);
    let Some((first, _)) = alike.iter().max_by(|(_, one), (_, other)| best_of(one).total_cmp(&best_of(other))) else {
        return Vec::new();
    };
    let logistic = first.logistic();
    let rest = logistic.met * met + logistic.near * near + logistic.offset;
    sums.iter().map(|sum| math::logistic(logistic.lead * (sum - all) + rest)).collect()
}
