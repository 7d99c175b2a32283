//! Scores items by BM25, as SQLite's FTS5 does, over lengths that are kept as one byte each.
//!
//! Scores are whole numbers, so that a sum is the same in whatever order a database gives its rows. Pure.

use super::BLOCK_ITEMS;
use crate::word_numbers::take;

/// How soon another occurrence tells no more.
const SATURATION: f64 = 1.2;
/// How much a long item's words count for less.
const BY_LENGTH: f64 = 0.75;
/// A score of 1.
const ONE: f64 = 1_048_576.0;
/// Says of an item that it is the past.
pub(super) const PAST: u8 = 0x80;
/// Steps of a length for each time it doubles, in bits.
const STEP_BITS: u32 = 3;
/// Levels there are.
const LEVELS: usize = 128;
/// Counts that are worked out before; more are rare.
const COUNTS: u8 = 8;

/// A length as one byte, on a scale of logarithms: exact up to sixteen words, and to a sixteenth beyond. 0 is of no item.
pub(super) fn level(words: usize) -> u8 {
    let words = u32::try_from(words).unwrap_or(u32::MAX).clamp(1, (1 << 17) - 1);
    let doublings = words.ilog2().saturating_sub(STEP_BITS);
    u8::try_from((doublings << STEP_BITS) + (words >> doublings)).unwrap_or(PAST - 1)
}

/// The length that a level stands for.
fn length(level: usize) -> f64 {
    let steps = 1_usize << STEP_BITS;
    let doublings = (level / steps).saturating_sub(1);
    let words = level - doublings * steps;
    let (first, others) = (words << doublings, (1_usize << doublings) - 1);
    f64::from(u32::try_from(2 * first + others).unwrap_or(u32::MAX)) / 2.0
}

/// What a stem adds to the score of an item, by how often it holds the stem and how long it is.
pub(super) struct Weights {
    tells: f64,
    by_length: [f64; LEVELS],
    few: Vec<[u32; LEVELS]>,
}

impl Weights {
    pub(super) fn of(tells: f64, average: f64) -> Self {
        let by_length = std::array::from_fn(|level| SATURATION * (1.0 - BY_LENGTH + BY_LENGTH * length(level) / average.max(1.0)));
        let mut weights = Self { tells, by_length, few: Vec::new() };
        weights.few = (0..COUNTS).map(|count| std::array::from_fn(|level| weights.exactly(count, level))).collect();
        weights
    }

    /// At least the least there is: whatever holds a stem is found by it.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a stem tells at most some forty, and is never negative")]
    fn exactly(&self, count: u8, level: usize) -> u32 {
        let count = f64::from(count);
        ((self.tells * count * (SATURATION + 1.0) / (count + self.by_length[level]) * ONE) as u32).max(1)
    }

    pub(super) fn get(&self, count: u8, level: u8) -> u32 {
        let level = usize::from(level & !PAST);
        match self.few.get(usize::from(count)) {
            Some(weights) => weights[level],
            None => self.exactly(count, level),
        }
    }
}

/// Adds what a stem tells to the scores of the items of one block that hold it.
pub(super) fn add(scores: &mut [u32], levels: &[u8], list: &[u8], weights: &Weights) {
    let (mut bytes, mut place) = (list.iter(), 0_usize);
    while let Some(number) = take(&mut bytes) {
        place += (number >> 1) as usize;
        let count = if number & 1 == 0 { 1 } else { bytes.next().copied().unwrap_or(1) };
        if let (Some(score), Some(level)) = (scores.get_mut(place), levels.get(place)) {
            *score = score.saturating_add(weights.get(count, *level));
        }
        place += 1;
    }
}

/// The best of many items: the highest scores, and of equals the newest.
pub(super) struct Best {
    limit: usize,
    /// What scores less is not among them.
    least: u32,
    found: Vec<(u32, i64)>,
}

impl Best {
    pub(super) fn of(limit: usize) -> Self {
        Self { limit, least: 1, found: Vec::with_capacity(limit.min(BLOCK_ITEMS) * 4) }
    }

    pub(super) fn may_be(&self, score: u32) -> bool {
        score >= self.least
    }

    pub(super) fn take(&mut self, score: u32, n: i64) {
        if score < self.least || self.limit == 0 {
            return;
        }
        self.found.push((score, n));
        if self.found.len() >= self.limit.saturating_mul(4) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.found.len() > self.limit {
            self.found.select_nth_unstable_by(self.limit, |a, b| b.cmp(a));
            self.found.truncate(self.limit);
            self.least = self.found.iter().map(|(score, _)| *score).min().unwrap_or(1);
        }
    }

    pub(super) fn best_first(mut self) -> Vec<(i64, f64)> {
        self.cut();
        self.found.sort_unstable_by(|a, b| b.cmp(a));
        self.found.into_iter().map(|(score, n)| (n, f64::from(score) / ONE)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_follow_lengths_and_stand_for_about_as_many_words() {
        let mut before = 0;
        for words in 1..40_000_usize {
            let level = level(words);
            assert!(level >= before && level > 0 && level < PAST, "{words}: {level}");
            before = level;
            let ratio = length(usize::from(level)) / f64::from(u32::try_from(words).unwrap_or(0));
            assert!((0.93..=1.07).contains(&ratio), "{words} words are taken for {}", length(usize::from(level)));
        }
        assert_eq!((1..=16).map(level).collect::<Vec<_>>(), (1..=16).collect::<Vec<_>>(), "short ones are exact");
    }

    #[test]
    fn rarer_stems_more_occurrences_and_shorter_items_score_more() {
        let (common, rare) = (Weights::of(0.5, 100.0), Weights::of(5.0, 100.0));
        for (less, more) in [
            (common.get(1, level(100)), rare.get(1, level(100))),
            (rare.get(1, level(100)), rare.get(2, level(100))),
            (rare.get(COUNTS - 1, level(100)), rare.get(COUNTS, level(100))),
            (rare.get(1, level(400)), rare.get(1, level(100))),
        ] {
            assert!(less < more);
        }
        assert_eq!(Weights::of(0.0, 100.0).get(1, 9), 1, "what holds a stem that tells nothing is found all the same");
        assert_eq!(rare.get(1, level(50) | PAST), rare.get(1, level(50)));
    }

    #[test]
    fn the_best_come_first_and_of_equals_the_newest() {
        let mut best = Best::of(3);
        for n in 1..=40 {
            best.take(if n % 10 == 0 { 7 } else { 5 }, n);
        }
        assert_eq!(best.best_first().into_iter().map(|(n, _)| n).collect::<Vec<_>>(), [40, 30, 20]);
        let mut few = Best::of(9);
        few.take(1, 4);
        few.take(1, 5);
        few.take(0, 6);
        assert_eq!(few.best_first().into_iter().map(|(n, _)| n).collect::<Vec<_>>(), [5, 4]);
    }
}
