//! The codes of all current items, held in memory: read once, then only what changed since. A scan looks at each of them,
//! so whatever a condition lets through is never missed.

use crate::Error;
use search::{CODE_BYTES, Code, code_from, distance};
use store::{LentBlock, View};

use super::{held::Held, keeper::BLOCK_ITEMS};
use std::collections::BTreeMap;

/// A set of item numbers.
#[derive(Debug, Default)]
pub(crate) struct Numbers(Vec<u64>);

impl Numbers {
    pub(crate) fn insert(&mut self, n: i64) {
        let n = usize::try_from(n).unwrap_or(0);
        if self.0.len() <= n / 64 {
            self.0.resize(n / 64 + 1, 0);
        }
        self.0[n / 64] |= 1 << (n % 64);
    }

    pub(crate) fn contains(&self, n: usize) -> bool {
        self.0.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Those of them that are not among others.
    fn without(&self, others: &Self) -> Self {
        Self(self.0.iter().enumerate().map(|(at, word)| word & !others.0.get(at).copied().unwrap_or(0)).collect())
    }

    /// Those of them that are among others, too.
    fn within(&self, others: &Self) -> Self {
        Self(self.0.iter().zip(&others.0).map(|(word, other)| word & other).collect())
    }
}

/// The codes of every set of vectors that questions are compared with: that of the model in the binary, and of a configured one.
#[derive(Debug, Default)]
pub(crate) struct Sets(BTreeMap<i64, Codes>);

impl Sets {
    /// Brings the codes of these sets up to date with a snapshot, and lets go of others.
    pub(crate) fn refresh(&mut self, view: &mut View<'_>, sets: &[i64]) -> Result<(), Error> {
        self.0.retain(|set, _| sets.contains(set));
        sets.iter().try_for_each(|set| self.0.entry(*set).or_default().refresh(view, *set))
    }

    pub(crate) fn get(&self, set: i64) -> Option<&Codes> {
        self.0.get(&set)
    }

    pub(crate) fn get_mut(&mut self, set: i64) -> Option<&mut Codes> {
        self.0.get_mut(&set)
    }

    /// What one set has and another has not, among those let through.
    pub(crate) fn only_in(&self, one: i64, other: i64, among: Option<&Numbers>) -> Numbers {
        let (Some(one), Some(other)) = (self.get(one), self.get(other)) else { return Numbers::default() };
        let missing = one.present.without(&other.present);
        match among {
            None => missing,
            Some(among) => missing.within(among),
        }
    }

    /// Lets go of every vector.
    pub(crate) fn forget_vectors(&mut self) {
        self.0.values_mut().for_each(|codes| codes.held.clear());
    }
}

/// The codes of one set of vectors.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    stamp: i64,
    list: Vec<Code>,
    present: Numbers,
    /// Vectors behind them that were looked at.
    pub(crate) held: Held,
}

/// Codes looked at for a mean.
const SAMPLE: usize = 4_096;

/// Bits of a code: the farthest two can be apart.
const BITS: usize = CODE_BYTES * 8;

/// The cosine of two vectors whose codes differ in so many bits.
#[expect(clippy::cast_precision_loss, reason = "a few hundred bits")]
fn cosine(apart: usize) -> f64 {
    (apart as f64 / BITS as f64 * std::f64::consts::PI).cos()
}

impl Codes {
    /// Brings the codes up to date with a snapshot.
    fn refresh(&mut self, view: &mut View<'_>, set: i64) -> Result<(), Error> {
        let size = i64::try_from(view.head()?.0).unwrap_or(i64::MAX);
        // A palace that was put back to an earlier day is read from the beginning.
        if size < self.stamp {
            self.held.clear();
            *self = Self { held: std::mem::take(&mut self.held), ..Self::default() };
        }
        let after = self.stamp;
        let mut newest = after;
        view.each_block(set, after, &mut |LentBlock { block, stamp, present, codes }| {
            newest = newest.max(stamp);
            let first = usize::try_from(block * BLOCK_ITEMS).unwrap_or(0);
            let items = usize::try_from(BLOCK_ITEMS).unwrap_or(0);
            self.held.drop_range(first..first + items);
            if self.list.len() < first + items {
                self.list.resize(first + items, Code::default());
                self.present.0.resize((first + items) / 64, 0);
            }
            for (slot, bytes) in codes.as_chunks::<CODE_BYTES>().0.iter().enumerate() {
                self.list[first + slot] = code_from(bytes);
            }
            for (word, eight) in self.present.0[first / 64..].iter_mut().zip(present.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*eight);
            }
            Ok(())
        })?;
        self.stamp = newest;
        Ok(())
    }

    /// How near to a code all items are on average, as a cosine, and how much that differs: estimated from their codes.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a mean over at most millions of small numbers")]
    pub(crate) fn spread(&self, asked: &Code) -> (f32, f32) {
        // A sample is enough for a mean, and always the same one.
        let step = (self.list.len() / SAMPLE).max(1);
        let mut sampled = [0_u32; BITS + 1];
        for n in (0..self.list.len()).step_by(step).filter(|n| self.present.contains(*n)) {
            sampled[distance(asked, &self.list[n]) as usize] += 1;
        }
        let seen = || sampled.iter().enumerate().filter(|(_, count)| **count > 0).map(|(apart, count)| (cosine(apart), f64::from(*count)));
        let count = seen().map(|(_, count)| count).sum::<f64>().max(1.0);
        let mean = seen().map(|(cosine, count)| cosine * count).sum::<f64>() / count;
        let variance = seen().map(|(cosine, count)| (cosine - mean).powi(2) * count).sum::<f64>() / count;
        // A code is a coin tossed for every bit: that part of the difference is its own, not the items'.
        let own = (std::f64::consts::PI / BITS as f64).powi(2) * BITS as f64 / 4.0;
        (mean as f32, (variance - own).max(0.001).sqrt() as f32)
    }

    /// How near an item is to a code, as a cosine, by its own code; `None` if it has none.
    #[expect(clippy::cast_possible_truncation, reason = "a code is a rough likeness")]
    pub(crate) fn roughly(&self, asked: &Code, n: i64) -> Option<f32> {
        let n = usize::try_from(n).ok().filter(|n| self.present.contains(*n))?;
        Some(cosine(distance(asked, self.list.get(n)?) as usize) as f32)
    }

    /// About so many items nearest to a code, among those let through; in no order.
    pub(crate) fn nearest(&self, asked: &Code, among: Option<&Numbers>, wanted: usize) -> Vec<i64> {
        let mut histogram = [0_usize; BITS + 1];
        let far = u16::try_from(BITS + 1).unwrap_or(u16::MAX);
        let distances: Vec<u16> = self.list.iter().map(|code| u16::try_from(distance(asked, code)).unwrap_or(far)).collect();
        let let_through = |n: usize| self.present.contains(n) && among.is_none_or(|among| among.contains(n));
        for (n, apart) in distances.iter().enumerate() {
            if let_through(n) {
                histogram[usize::from(*apart)] += 1;
            }
        }
        let mut sum = 0;
        let limit = histogram.iter().position(|count| {
            sum += count;
            sum >= wanted
        });
        let limit = u16::try_from(limit.unwrap_or(BITS)).unwrap_or(far);
        distances.iter().enumerate().filter(|(n, apart)| **apart <= limit && let_through(*n)).filter_map(|(n, _)| i64::try_from(n).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_let_through_are_found_however_few_they_are() {
        let mut codes = Codes { list: vec![[u64::MAX; 4]; 200], ..Codes::default() };
        for n in 0..200 {
            codes.present.insert(n);
        }
        codes.list[7] = [0; 4];
        codes.list[8] = [1, 0, 0, 0];
        assert_eq!(codes.nearest(&[0; 4], None, 2), [7, 8]);
        let mut among = Numbers::default();
        among.insert(150);
        assert_eq!(codes.nearest(&[0; 4], Some(&among), 5), [150], "a far one is found when nothing else is let through");
        codes.present = Numbers::default();
        assert!(codes.nearest(&[0; 4], None, 5).is_empty(), "what is not there is not found");
    }
}
