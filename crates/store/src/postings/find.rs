//! Looks stems up: adds up the scores of all items that hold them, and gives the best.

use super::{
    BLOCK_ITEMS, PLACE_BITS, StemHash, head, place_of,
    row::lists,
    row_of,
    score::{Best, PAST, Weights, add, level},
};
use crate::{Corpus, Result, View, item::list, value::args, word_list};
use std::collections::HashMap;

const ROWS: &str = "select p.n, p.data from json_each(?1) j cross join posting p where p.n = cast(j.value as bigint)";
const TAIL: &str = "select n, words, until from item where n >= ?1";

/// A stem to look for.
#[derive(Clone, Copy, Debug)]
pub struct WantedStem<'w> {
    /// The stem.
    pub stem: &'w str,
    /// How much it tells that an item holds it.
    pub tells: f64,
    /// The numbers of its words.
    pub words: &'w [i64],
}

/// Which items may be found.
#[derive(Clone, Copy, Debug)]
pub enum Within<'w> {
    /// Whatever is current.
    Current,
    /// A bit for each item that may be, by its number.
    Numbers(&'w [u64]),
}

impl Within<'_> {
    fn lets(self, n: i64, current: bool) -> bool {
        match self {
            Self::Current => current,
            Self::Numbers(bits) => {
                let n = usize::try_from(n).unwrap_or(usize::MAX);
                bits.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 == 1)
            }
        }
    }

    /// Whether any item of a block may be found.
    fn reaches(self, block: i64) -> bool {
        let Self::Numbers(bits) = self else { return true };
        let words = BLOCK_ITEMS / 64;
        let first = usize::try_from(block).map_or(usize::MAX, |block| block.saturating_mul(words));
        bits.iter().skip(first).take(words).any(|word| *word != 0)
    }
}

impl View<'_> {
    /// Items that hold any of some stems, the best first, and of equals the newest.
    pub fn find_items(&mut self, wanted: &[WantedStem<'_>], corpus: &Corpus, within: Within<'_>, limit: usize) -> Result<Vec<(i64, f64)>> {
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        let average = corpus.words as f64 / corpus.items.max(1) as f64;
        let weights: Vec<Weights> = wanted.iter().map(|one| Weights::of(one.tells, average)).collect();
        let mut best = Best::of(limit);
        self.find_in_blocks(wanted, &weights, corpus.posted, within, &mut best)?;
        self.find_in_tail(wanted, &weights, corpus.posted, within, &mut best)?;
        Ok(best.best_first())
    }

    fn find_in_blocks(&mut self, wanted: &[WantedStem<'_>], weights: &[Weights], posted: i64, within: Within<'_>, best: &mut Best) -> Result<()> {
        let blocks: Vec<i64> = (0..=place_of(posted - 1).0).filter(|block| posted > 1 && within.reaches(*block)).collect();
        if blocks.is_empty() {
            return Ok(());
        }
        // Where the items of a block are among all that are looked at.
        let places: HashMap<i64, usize> = blocks.iter().zip((0..).step_by(BLOCK_ITEMS)).map(|(block, first)| (*block, first)).collect();
        let mut levels = vec![0_u8; blocks.len() * BLOCK_ITEMS];
        let mut has_levels = vec![false; blocks.len()];
        let mut hashes: Vec<(u64, u64, &Weights)> = wanted
            .iter()
            .zip(weights)
            .map(|(one, weights)| {
                let hash = StemHash::of(one.stem);
                (hash.bucket(), hash.rest(), weights)
            })
            .collect();
        hashes.sort_by_key(|(bucket, rest, _)| (*bucket, *rest));
        let mut buckets: Vec<u64> = hashes.iter().map(|(bucket, ..)| *bucket).collect();
        buckets.dedup();
        let mut scores = vec![0_u32; levels.len()];
        let mut add_row = |levels: &[u8], first: usize, bucket: u64, data: &[u8]| {
            let (scores, levels) = (&mut scores[first..first + BLOCK_ITEMS], &levels[first..first + BLOCK_ITEMS]);
            let from = hashes.partition_point(|(of, ..)| *of < bucket);
            for (rest, list) in lists(data) {
                let here = hashes[from..].iter().take_while(|(of, ..)| *of == bucket);
                here.filter(|(_, of, _)| *of == u64::from(rest)).for_each(|(.., weights)| add(scores, levels, list, weights));
            }
        };
        // One statement for all rows, first rows first. A database need not keep that order, so a row that comes before the first one of its
        // block waits.
        let mut early: Vec<(usize, u64, Vec<u8>)> = Vec::new();
        let heads = blocks.iter().map(|block| head(*block));
        let rows = blocks.iter().flat_map(|block| buckets.iter().map(|bucket| row_of(*block, *bucket)));
        self.db.scan(ROWS, args![list(heads.chain(rows))], &mut |row| {
            let n = row.int(0)?;
            let (block, bucket) = place_of_row(n);
            let Some(first) = places.get(&block).copied() else { return Ok(()) };
            if n == head(block) {
                levels[first..first + BLOCK_ITEMS].iter_mut().zip(row.blob(1)?).for_each(|(level, kept)| *level = *kept);
                has_levels[first / BLOCK_ITEMS] = true;
            } else if has_levels[first / BLOCK_ITEMS] {
                add_row(&levels, first, bucket, row.blob(1)?);
            } else {
                early.push((first, bucket, row.blob(1)?.to_vec()));
            }
            Ok(())
        })?;
        for (first, bucket, data) in early {
            add_row(&levels, first, bucket, &data);
        }
        for (block, (scores, levels)) in blocks.iter().zip(scores.chunks(BLOCK_ITEMS).zip(levels.chunks(BLOCK_ITEMS))) {
            for (n, (score, level)) in (block << PLACE_BITS..).zip(scores.iter().zip(levels)) {
                if best.may_be(*score) && within.lets(n, level & PAST == 0) {
                    best.take(*score, n);
                }
            }
        }
        Ok(())
    }

    /// Items that are in no block yet are few: their words are read.
    fn find_in_tail(&mut self, wanted: &[WantedStem<'_>], weights: &[Weights], posted: i64, within: Within<'_>, best: &mut Best) -> Result<()> {
        let asked: HashMap<u32, usize> =
            wanted.iter().enumerate().flat_map(|(at, one)| one.words.iter().filter_map(move |word| Some((u32::try_from(*word).ok()?, at)))).collect();
        // Hardly any word is asked for, and one look tells so of most.
        let any = asked.keys().fold(0_u64, |any, word| any | 1 << (word % 64));
        let mut counts = vec![0_u8; wanted.len()];
        self.db.scan(TAIL, args![posted], &mut |row| {
            let n = row.int(0)?;
            if !within.lets(n, row.bytes(2)?.is_empty()) {
                return Ok(());
            }
            let (mut length, mut met) = (0, false);
            for word in word_list::unpack(row.blob(1)?) {
                length += 1;
                if any >> (word % 64) & 1 == 1
                    && let Some(at) = asked.get(&word)
                {
                    counts[*at] = counts[*at].saturating_add(1);
                    met = true;
                }
            }
            if met {
                let level = level(length);
                let told = counts.iter_mut().zip(weights).filter(|(count, _)| **count > 0);
                let score = told.fold(0_u32, |score, (count, weights)| score.saturating_add(weights.get(std::mem::take(count), level)));
                best.take(score, n);
            }
            Ok(())
        })
    }
}

/// The block and the bucket of a row that is no head; of a head, a bucket that there is not.
fn place_of_row(n: i64) -> (i64, u64) {
    let block = n.div_euclid(super::BLOCK_ROWS);
    (block, u64::try_from(n - head(block) - 1).unwrap_or(u64::MAX))
}
