//! Caches the codes of all vectors, read once and then only where they changed. A scan looks at each of them, so whatever a condition lets through is
//! never missed. Each question scans a copy that shares its blocks with all others, so that many are scanned at once and none waits for a lock.

use crate::Error;
use search::{CODE_BYTES, Code, code_from, distance};
use store::{LentBlock, View};

use crate::memory::index::keeper::BLOCK_ITEMS;
use std::{collections::BTreeMap, ops::Range, sync::Arc};

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

    /// One bit for each number.
    pub(crate) fn bits(&self) -> &[u64] {
        &self.0
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets(BTreeMap<i64, Arc<Codes>>);

/// Items of a set whose codes changed.
pub(crate) struct Changed {
    pub(crate) set: i64,
    pub(crate) items: Range<usize>,
}

impl Sets {
    /// Whether these sets were read before, and no others.
    pub(crate) fn are(&self, sets: &[i64]) -> bool {
        self.0.len() == sets.len() && sets.iter().all(|set| self.0.contains_key(set))
    }

    /// Brings the codes of these sets up to date with a snapshot, and lets go of others. Copies stay as they are.
    pub(crate) fn refresh(&mut self, view: &mut View<'_>, sets: &[i64]) -> Result<Vec<Changed>, Error> {
        self.0.retain(|set, _| sets.contains(set));
        let mut changed = Vec::new();
        for set in sets {
            Codes::refresh(self.0.entry(*set).or_default(), view, *set, &mut changed)?;
        }
        Ok(changed)
    }

    pub(crate) fn get(&self, set: i64) -> Option<&Codes> {
        self.0.get(&set).map(|codes| &**codes)
    }

    /// What one set has and another has not, among those let through.
    pub(crate) fn only_in(&self, one: i64, other: i64, among: Option<&Numbers>) -> Numbers {
        let (Some(one), Some(other)) = (self.get(one), self.get(other)) else { return Numbers::default() };
        let missing = one.present().without(&other.present());
        match among {
            None => missing,
            Some(among) => missing.within(among),
        }
    }
}

/// The codes of one set of vectors, block by block; a block that was never written is not there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Codes {
    stamp: i64,
    blocks: Vec<Option<Arc<Block>>>,
}

/// Items in one block.
#[expect(clippy::cast_possible_truncation, reason = "about a thousand")]
const ITEMS: usize = BLOCK_ITEMS as usize;

/// The codes of neighbouring numbers.
#[derive(Debug)]
struct Block {
    codes: Vec<Code>,
    /// One bit for each that is there.
    present: Vec<u64>,
}

impl Block {
    fn read(present: &[u8], codes: &[u8]) -> Self {
        let mut block = Self { codes: vec![Code::default(); ITEMS], present: vec![0; ITEMS / 64] };
        for (code, bytes) in block.codes.iter_mut().zip(codes.as_chunks::<CODE_BYTES>().0) {
            *code = code_from(bytes);
        }
        for (word, eight) in block.present.iter_mut().zip(present.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*eight);
        }
        block
    }

    /// The places in the block, which is this one of all, that are there and let through.
    fn let_through(&self, at: usize, among: Option<&Numbers>) -> impl Iterator<Item = usize> {
        let among = move |word: usize| among.map_or(u64::MAX, |among| among.0.get(at * (ITEMS / 64) + word).copied().unwrap_or(0));
        self.present.iter().enumerate().flat_map(move |(word, present)| {
            let mut left = present & among(word);
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    word * 64 + bit
                })
            })
        })
    }
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
    /// Brings the codes up to date with a snapshot, and says which items changed.
    fn refresh(kept: &mut Arc<Self>, view: &mut View<'_>, set: i64, changed: &mut Vec<Changed>) -> Result<(), Error> {
        let size = i64::try_from(view.head()?.0).unwrap_or(i64::MAX);
        // A palace that was put back to an earlier day is read from the beginning.
        if size < kept.stamp {
            *kept = Arc::default();
            changed.push(Changed { set, items: 0..usize::MAX });
        }
        view.each_block(set, kept.stamp, &mut |LentBlock { block, stamp, present, codes }| {
            let Ok(block) = usize::try_from(block) else { return Ok(()) };
            let kept = Arc::make_mut(kept);
            if kept.blocks.len() <= block {
                kept.blocks.resize(block + 1, None);
            }
            kept.blocks[block] = Some(Arc::new(Block::read(present, codes)));
            changed.push(Changed { set, items: block * ITEMS..(block + 1) * ITEMS });
            kept.stamp = kept.stamp.max(stamp);
            Ok(())
        })?;
        Ok(())
    }

    /// The numbers of all items that have a code.
    fn present(&self) -> Numbers {
        let words = self.blocks.iter().flat_map(|block| match block {
            Some(block) => block.present.clone(),
            None => vec![0; ITEMS / 64],
        });
        Numbers(words.collect())
    }

    /// The code of an item, if it has one.
    fn code(&self, n: usize) -> Option<&Code> {
        let block = self.blocks.get(n / ITEMS)?.as_ref()?;
        let place = n % ITEMS;
        (block.present[place / 64] >> (place % 64) & 1 == 1).then(|| &block.codes[place])
    }

    /// How near to a code all items are on average, as a cosine, and how much that differs: estimated from their codes.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a mean over at most millions of small numbers")]
    pub(crate) fn spread(&self, asked: &Code) -> (f32, f32) {
        // A sample is enough for a mean, and always the same one.
        let all = self.blocks.len() * ITEMS;
        let step = (all / SAMPLE).max(1);
        let mut sampled = [0_u32; BITS + 1];
        for code in (0..all).step_by(step).filter_map(|n| self.code(n)) {
            sampled[distance(asked, code) as usize] += 1;
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
        Some(cosine(distance(asked, self.code(usize::try_from(n).ok()?)?) as usize) as f32)
    }

    /// About so many items nearest to a code, among those let through; in no order.
    pub(crate) fn nearest(&self, asked: &Code, among: Option<&Numbers>, wanted: usize) -> Vec<i64> {
        let mut histogram = [0_usize; BITS + 1];
        let far = u16::try_from(BITS + 1).unwrap_or(u16::MAX);
        let blocks = || self.blocks.iter().enumerate().filter_map(|(at, block)| Some((at, block.as_ref()?)));
        let mut distances: Vec<u16> = Vec::with_capacity(self.blocks.len() * ITEMS);
        for (at, block) in blocks() {
            distances.extend(block.codes.iter().map(|code| u16::try_from(distance(asked, code)).unwrap_or(far)));
            let here = &distances[distances.len() - ITEMS..];
            block.let_through(at, among).for_each(|place| histogram[usize::from(here[place])] += 1);
        }
        let mut sum = 0;
        let limit = histogram.iter().position(|count| {
            sum += count;
            sum >= wanted
        });
        let limit = u16::try_from(limit.unwrap_or(BITS)).unwrap_or(far);
        let near = blocks().zip(distances.chunks(ITEMS)).flat_map(|((at, block), here)| {
            block.let_through(at, among).filter(move |place| here[*place] <= limit).map(move |place| at * ITEMS + place)
        });
        near.filter_map(|n| i64::try_from(n).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_let_through_are_found_however_few_they_are() {
        let mut list = vec![[u64::MAX; 4]; ITEMS];
        list[7] = [0; 4];
        list[8] = [1, 0, 0, 0];
        let present = (0..ITEMS / 64).map(|word| if word < 4 { u64::MAX } else { 0 }).collect();
        let mut codes = Codes { stamp: 1, blocks: vec![None, Some(Arc::new(Block { codes: list, present }))] };
        let first = i64::try_from(ITEMS).unwrap();
        assert_eq!(codes.nearest(&[0; 4], None, 2), [first + 7, first + 8]);
        let mut among = Numbers::default();
        for n in [7, first + 150, first + 300] {
            among.insert(n);
        }
        assert_eq!(codes.nearest(&[0; 4], Some(&among), 5), [first + 150], "a far one is found when nothing else that is there is let through");
        assert_eq!(codes.roughly(&[0; 4], first + 7), Some(1.0));
        assert_eq!([7, first + 300, 5 * first].map(|n| codes.roughly(&[0; 4], n)), [None; 3], "what is not there has no code");
        codes.blocks.clear();
        assert!(codes.nearest(&[0; 4], None, 5).is_empty(), "what is not there is not found");
    }

    #[test]
    fn who_scans_keeps_the_codes_as_they_were_and_shares_the_blocks() {
        let block = |code: Code| Some(Arc::new(Block { codes: vec![code; ITEMS], present: vec![u64::MAX; ITEMS / 64] }));
        let mut sets = Sets::default();
        sets.0.insert(1, Arc::new(Codes { stamp: 1, blocks: vec![block([0; 4]), block([1; 4])] }));
        let scanned = sets.clone();
        let changed = Arc::make_mut(sets.0.get_mut(&1).unwrap());
        changed.blocks[1] = block([0; 4]);
        let near = |sets: &Sets| sets.get(1).unwrap().nearest(&[0; 4], None, 1).len();
        assert_eq!((near(&scanned), near(&sets)), (ITEMS, 2 * ITEMS));
        let first = |sets: &Sets| sets.get(1).unwrap().blocks[0].clone().unwrap();
        assert!(Arc::ptr_eq(&first(&scanned), &first(&sets)), "what did not change is not copied");
    }
}
