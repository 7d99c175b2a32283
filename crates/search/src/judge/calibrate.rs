//! From a sum of weighed measures to how surely a candidate answers, between 0 and 1: comparable between questions and between
//! turns and texts.

use super::{
    features::Measured,
    math,
    measures::{MEASURES, Measure as M},
    table::{LONG_TEXT, LONG_TURN, SHORT_TEXT, SHORT_TURN, TABLE},
};

/// How the odds come about: by how far a candidate leads the others, by how much of the question the best of them meets, and
/// by how near the nearest is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Logistic {
    pub(super) lead: f32,
    pub(super) met: f32,
    pub(super) near: f32,
    pub(super) offset: f32,
}

/// Words up to which an item is short, and how many times more make it long.
const SHORT_WORDS: f32 = 50.0;
const LONG_TO_SHORT: f32 = 3.0;

/// How a candidate is judged: as a turn of talk or as a text by itself, and how long such things are here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    pub(super) turn: bool,
    /// From 0, short, to 1, long.
    pub(super) long: f32,
}

impl Profile {
    /// By how many words such items have on average.
    pub(super) fn new(turn: bool, length_mean: f32) -> Profile {
        Profile { turn, long: (math::ln(length_mean.max(1.0) / SHORT_WORDS) / math::ln(LONG_TO_SHORT)).clamp(0.0, 1.0) }
    }

    fn between(self, short: f32, long: f32) -> f32 {
        (1.0 - self.long) * short + self.long * long
    }

    /// What each measure weighs here.
    pub(super) fn weights(self) -> [f32; MEASURES] {
        TABLE.map(
            |[short_turn, long_turn, short_text, long_text]| {
                if self.turn { self.between(short_turn, long_turn) } else { self.between(short_text, long_text) }
            },
        )
    }

    /// How surely each of these candidates answers, from 0 to 1. The order of the sums is kept.
    pub(super) fn calibrate(self, measured: &Measured, sums: &[f32], rows: std::ops::Range<usize>, scores: &mut [f32]) {
        let most = |measure: M| rows.clone().map(|at| measured.get(at, measure)).fold(f32::MIN, f32::max);
        let (met, near, all) = (most(M::Met), most(M::Near), math::ln_sum_exp(&sums[rows.clone()]));
        let (short, long) = if self.turn { (SHORT_TURN, LONG_TURN) } else { (SHORT_TEXT, LONG_TEXT) };
        let lead = self.between(short.lead, long.lead);
        let rest = self.between(short.met, long.met) * met + self.between(short.near, long.near) * near + self.between(short.offset, long.offset);
        for at in rows {
            scores[at] = math::logistic(lead * (sums[at] - all) + rest);
        }
    }
}
