//! The codes of all current items, held in memory: read once, then only what changed since. A scan looks at each of them,
//! so whatever a condition lets through is never missed.

use crate::Error;
use search::{CODE_BYTES, Code, code_from, distance, embed::Vector};
use store::{LentBlock, View};

use super::{held::Held, keeper::BLOCK_ITEMS};

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
}

/// The codes of one set of vectors.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    set: i64,
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

impl Codes {
    /// Brings the codes up to date with a snapshot.
    pub(crate) fn refresh(&mut self, view: &mut View<'_>, set: i64) -> Result<(), Error> {
        let size = i64::try_from(view.head()?.0).unwrap_or(i64::MAX);
        // Another set, or a palace that was put back to an earlier day, is read from the beginning.
        if self.set != set || size < self.stamp {
            self.held.clear();
            *self = Self { set, held: std::mem::take(&mut self.held), ..Self::default() };
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

    /// An item's vector, if it is at hand and of this set.
    pub(crate) fn held_of(&self, set: i64, n: i64) -> Option<&Vector> {
        self.held.get(n).filter(|_| self.set == set)
    }

    /// Keeps vectors of a set at hand that were read when so many changes had been seen.
    pub(crate) fn hold(&mut self, set: i64, changes: u64, read: &[(i64, Vector)]) {
        if self.set == set {
            self.held.put(changes, read);
        }
    }

    /// How near to a code all items are on average, as a cosine, and how much that differs: estimated from their codes.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a mean over at most millions of small numbers")]
    pub(crate) fn spread(&self, asked: &Code) -> (f32, f32) {
        // A sample is enough for a mean, and always the same one.
        let step = (self.list.len() / SAMPLE).max(1);
        let sampled = (0..self.list.len()).step_by(step).filter(|n| self.present.contains(*n));
        let cosines: Vec<f64> = sampled.map(|n| (f64::from(distance(asked, &self.list[n])) / BITS as f64 * std::f64::consts::PI).cos()).collect();
        let count = cosines.len().max(1) as f64;
        let mean = cosines.iter().sum::<f64>() / count;
        let variance = cosines.iter().map(|c| (c - mean).powi(2)).sum::<f64>() / count;
        // A code is a coin tossed for every bit: that part of the difference is its own, not the items'.
        let own = (std::f64::consts::PI / BITS as f64).powi(2) * BITS as f64 / 4.0;
        (mean as f32, (variance - own).max(0.001).sqrt() as f32)
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
