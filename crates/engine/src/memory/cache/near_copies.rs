//! Caches the sketches of all current items, so that a copy is found without asking the database.
//!
//! They are kept in blocks, as codes are, and read again where they changed. A copy differs from its text in few bits, so
//! some quarter of its sketch differs in one bit at most: whoever looks at every sketch with such a quarter finds nine of
//! ten texts that have nine tenths in common.
//!
//! Not here: whether two texts say the same. A sketch only names candidates.

use crate::Error;
use crate::memory::{MemoryCache, index::keeper::BLOCK_ITEMS};
use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
};
use store::{LentBlock, View};

/// The blocks of sketches stand beside those of vectors, under a number that no set of vectors has.
pub(crate) const SKETCH_SET: i64 = 0;
/// Bytes of a sketch.
pub(crate) const SKETCH_BYTES: usize = 8;
/// Bits in which two sketches may differ and still be worth a closer look.
const APART_MAX: u32 = 10;
/// Candidates that are worth a closer look, the nearest ones. Tables and forms have thousands of lines that are all alike.
const CANDIDATES_MAX: usize = 24;
/// So many looks through the whole list cost as much as putting it in order.
const PLAIN_LOOKS: usize = 12;
/// The list is put in order again when one in so many of it came after that: looking through those costs more than through the rest.
const RESORTED_FROM: usize = 4;
/// So many that a transaction brings are looked through one by one.
const FEW: usize = 64;
const QUARTERS: u32 = 4;
const QUARTER_BITS: u32 = 16;
/// Looks for one sketch: each quarter as it is, and with each of its bits turned.
const LOOKS: usize = (QUARTERS * (QUARTER_BITS + 1)) as usize;
/// Different quarters there can be in one place.
const QUARTER_COUNT: usize = 1 << QUARTER_BITS;

/// The sketches of what was committed, by item number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketches {
    stamp: i64,
    list: Vec<u64>,
    present: Vec<u64>,
    /// In order, once that was worth it. Kept from one transaction to the next: making it anew for every batch of a large palace
    /// would cost as much as reading the batch.
    sorted: OnceLock<Arc<Sorted>>,
    /// What came after it was put in order.
    later: Fresh,
}

impl Sketches {
    /// Brings the sketches up to date with a snapshot.
    pub(crate) fn refresh(&mut self, view: &mut View<'_>) -> Result<(), Error> {
        let size = i64::try_from(view.head()?.0).unwrap_or(i64::MAX);
        // A palace that was put back to an earlier day is read from the beginning.
        if size < self.stamp {
            *self = Self::default();
        }
        let mut newest = self.stamp;
        view.each_block(SKETCH_SET, self.stamp, &mut |LentBlock { block, stamp, present, codes }| {
            if stamp > size {
                return Ok(()); // of the transaction that asks: it may yet be undone
            }
            newest = newest.max(stamp);
            let first = usize::try_from(block * BLOCK_ITEMS).unwrap_or(0);
            let end = first + usize::try_from(BLOCK_ITEMS).unwrap_or(0);
            if self.list.len() < end {
                self.list.resize(end, 0);
                self.present.resize(end / 64, 0);
            }
            for (place, bytes) in self.list[first..end].iter_mut().zip(codes.as_chunks::<SKETCH_BYTES>().0) {
                *place = u64::from_le_bytes(*bytes);
            }
            for (word, bytes) in (first / 64..end / 64).zip(present.as_chunks::<8>().0) {
                let before = std::mem::replace(&mut self.present[word], u64::from_le_bytes(*bytes));
                if self.sorted.get().is_some() {
                    let mut came = self.present[word] & !before;
                    while came != 0 {
                        let n = word * 64 + came.trailing_zeros() as usize;
                        self.later.add(u32::try_from(n).unwrap_or(u32::MAX), self.list[n]);
                        came &= came - 1;
                    }
                }
            }
            Ok(())
        })?;
        if self.sorted.get().is_some_and(|sorted| self.later.entries.len() > FEW + sorted.len() / RESORTED_FROM) {
            self.sorted = OnceLock::new();
            self.later = Fresh::default();
        }
        self.stamp = newest;
        Ok(())
    }

    fn is_present(&self, n: usize) -> bool {
        self.present.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    /// The sketches that are there, with the items' numbers.
    fn each(&self) -> impl Iterator<Item = (u32, u64)> {
        self.list.iter().enumerate().filter(|(n, _)| self.is_present(*n)).map(|(n, sketch)| (u32::try_from(n).unwrap_or(u32::MAX), *sketch))
    }
}

/// What a transaction can find: what was committed and what it brought itself, without what it took away.
#[derive(Debug, Default)]
pub(crate) struct Alike {
    /// Read when it is first asked for.
    kept: Option<Arc<Sketches>>,
    looks: usize,
    fresh: Fresh,
    gone: HashSet<u32>,
}

impl Alike {
    /// The transaction lets an item be found.
    pub(crate) fn add(&mut self, item: i64, sketch: u64) {
        if let Ok(item) = u32::try_from(item) {
            self.gone.remove(&item);
            self.fresh.add(item, sketch);
        }
    }

    /// It takes one away.
    pub(crate) fn remove(&mut self, item: i64) {
        if let Ok(item) = u32::try_from(item) {
            self.gone.insert(item);
        }
    }

    /// The items whose sketches are near to one, and in how many bits each differs: the nearest first, then the oldest.
    pub(crate) fn near(&mut self, view: &mut View<'_>, cache: &MemoryCache, sketch: u64) -> Result<Vec<(u32, i64)>, Error> {
        let kept = match &self.kept {
            Some(kept) => kept.clone(),
            None => self.kept.insert(cache.sketches(view)?).clone(),
        };
        Ok(self.near_among(&kept, sketch))
    }

    fn near_among(&mut self, kept: &Sketches, sketch: u64) -> Vec<(u32, i64)> {
        let mut found = Vec::new();
        let mut take = |item: u32, other: u64| {
            if is_near(sketch, other) && !self.gone.contains(&item) {
                found.push(((sketch ^ other).count_ones(), item));
            }
        };
        self.looks += 1;
        if self.looks <= PLAIN_LOOKS {
            kept.each().for_each(|(item, other)| take(item, other));
        } else {
            let sorted = kept.sorted.get_or_init(|| Arc::new(Sorted::of(kept)));
            // What left since then has no sketch any more, or that of who came back.
            let mut take_present = |item: u32| {
                if kept.is_present(item as usize) {
                    take(item, kept.list[item as usize]);
                }
            };
            sorted.look(sketch, &mut take_present);
            kept.later.look(sketch, &mut |item, _| take_present(item));
        }
        self.fresh.look(sketch, &mut take);
        found.sort_unstable();
        found.dedup(); // two quarters may lead to the same item
        found.truncate(CANDIDATES_MAX);
        found.into_iter().map(|(apart, item)| (apart, i64::from(item))).collect()
    }
}

/// Whether two sketches are near, and one quarter so near that it is looked at.
fn is_near(a: u64, b: u64) -> bool {
    let apart = a ^ b;
    apart.count_ones() <= APART_MAX && (0..QUARTERS).any(|place| quarter(apart, place).count_ones() <= 1)
}

/// A quarter of a sketch.
#[expect(clippy::cast_possible_truncation, reason = "sixteen bits are taken")]
const fn quarter(sketch: u64, place: u32) -> u16 {
    (sketch >> (place * QUARTER_BITS)) as u16
}

/// Where to look for a sketch, with the quarter that each look is for: each quarter as it is, and with each of its bits turned.
fn looks(sketch: u64) -> impl Iterator<Item = (u32, usize)> {
    (0..QUARTERS).flat_map(move |place| {
        let (exact, first) = (quarter(sketch, place), place as usize * QUARTER_COUNT);
        std::iter::once(exact).chain((0..QUARTER_BITS).map(move |bit| exact ^ 1 << bit)).map(move |quarter| (place, first + usize::from(quarter)))
    })
}

/// All that was committed, four times over, in the order of each quarter.
#[derive(Debug)]
struct Sorted {
    /// Where each quarter begins, for each of the four.
    starts: Vec<u32>,
    /// Two other quarters above, the item below: most are told apart without a second look at memory.
    entries: Vec<u64>,
}

impl Sorted {
    fn of(kept: &Sketches) -> Self {
        let mut starts = vec![0_u32; QUARTERS as usize * QUARTER_COUNT + 1];
        let slot = |place: u32, sketch: u64| place as usize * QUARTER_COUNT + usize::from(quarter(sketch, place));
        for (_, sketch) in kept.each() {
            for place in 0..QUARTERS {
                starts[slot(place, sketch) + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut entries = vec![0; starts.last().map_or(0, |count| *count as usize)];
        for place in 0..QUARTERS {
            for (item, sketch) in kept.each() {
                let at = &mut next[slot(place, sketch)];
                entries[*at as usize] = others(sketch, place) << 32 | u64::from(item);
                *at += 1;
            }
        }
        Self { starts, entries }
    }

    /// How many sketches are in order.
    fn len(&self) -> usize {
        self.entries.len() / QUARTERS as usize
    }

    fn look(&self, sketch: u64, take: &mut impl FnMut(u32)) {
        let mut ranges = [const { 0..0 }; LOOKS];
        for (range, (_, slot)) in ranges.iter_mut().zip(looks(sketch)) {
            *range = self.starts[slot] as usize..self.starts[slot + 1] as usize;
        }
        // In a large palace each range lies outside of the processor's caches. Touched one after another, with nothing to decide in
        // between, they are fetched at once: a look among a million takes a quarter of the time that it takes to wait for each.
        let touched = ranges.iter().fold(0, |touched, range| {
            [range.start, usize::midpoint(range.start, range.end), range.end.wrapping_sub(1)]
                .into_iter()
                .fold(touched, |touched, at| touched ^ self.entries.get(at).copied().unwrap_or_default())
        });
        std::hint::black_box(touched);
        for (range, (place, _)) in ranges.into_iter().zip(looks(sketch)) {
            let others = others(sketch, place);
            for entry in &self.entries[range] {
                if (entry >> 32 ^ others).count_ones() <= APART_MAX {
                    take(u32::try_from(entry & u64::from(u32::MAX)).unwrap_or(u32::MAX));
                }
            }
        }
    }
}

/// The two quarters that follow one.
const fn others(sketch: u64, place: u32) -> u64 {
    sketch.rotate_right((place + 1) * QUARTER_BITS) & u32::MAX as u64
}

/// What one transaction brings: for each quarter, a chain of those that have it. While they are few there are no chains, which
/// take a megabyte, and each is looked at.
#[derive(Clone, Debug, Default)]
struct Fresh {
    /// The last entry of each chain, counted from 1; 0 for none. Empty while there are few.
    last: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    sketch: u64,
    item: u32,
    /// The entry before it in each of its chains.
    before: [u32; QUARTERS as usize],
}

impl Fresh {
    fn add(&mut self, item: u32, sketch: u64) {
        self.entries.push(Entry { sketch, item, before: [0; QUARTERS as usize] });
        if self.entries.len() <= FEW {
            return;
        }
        let unchained = if self.last.is_empty() { 0 } else { self.entries.len() - 1 };
        self.last.resize(QUARTERS as usize * QUARTER_COUNT, 0);
        for (number, entry) in (1..).zip(&mut self.entries).skip(unchained) {
            for (place, before) in (0..QUARTERS).zip(&mut entry.before) {
                let slot = place as usize * QUARTER_COUNT + usize::from(quarter(entry.sketch, place));
                *before = std::mem::replace(&mut self.last[slot], number);
            }
        }
    }

    fn look(&self, sketch: u64, take: &mut impl FnMut(u32, u64)) {
        if self.last.is_empty() {
            self.entries.iter().for_each(|entry| take(entry.item, entry.sketch));
            return;
        }
        let mut ends = [0; LOOKS];
        for (end, (_, slot)) in ends.iter_mut().zip(looks(sketch)) {
            *end = self.last[slot]; // as above, all at once
        }
        for (mut at, (place, _)) in ends.into_iter().zip(looks(sketch)) {
            while let Some(entry) = at.checked_sub(1).and_then(|at| self.entries.get(at as usize)) {
                take(entry.item, entry.sketch);
                at = entry.before[place as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingest::Fingerprint;

    /// Numbers that have nothing to do with each other, the same each time.
    fn numbers(seed: u64) -> impl Iterator<Item = u64> {
        (1..).map(move |n: u64| {
            let mixed = (seed << 32 ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        })
    }

    /// The items alone.
    fn items(found: Vec<(u32, i64)>) -> Vec<i64> {
        found.into_iter().map(|(_, item)| item).collect()
    }

    fn kept(list: Vec<u64>) -> Sketches {
        let present = vec![u64::MAX; list.len().div_ceil(64)];
        Sketches { list, present, ..Sketches::default() }
    }

    #[test]
    fn what_was_committed_and_what_is_fresh_are_found_alike_however_they_are_looked_through() {
        let kept = kept(numbers(1).take(640).collect());
        let nothing = Sketches::default();
        let bring = |few: usize| {
            let mut fresh = Alike::default();
            kept.each().take(few).for_each(|(item, sketch)| fresh.add(i64::from(item), sketch));
            fresh
        };
        let (mut few, mut fresh) = (bring(FEW), bring(640));
        let table = [
            (0, true),
            (1, true),
            (0x8000_0000_0000_0000, true),
            (0x0007_0007_0007_0001, true),
            (0x000f_0007_0007_0001, false), // eleven bits
            (0x0003_0003_0003_0003, false), // eight, but two in each quarter
            (0x03ff_0000_0000_0000, true),
        ];
        for (item, sketch) in kept.each().step_by(40) {
            for (apart, expected) in table {
                let expected = if expected { vec![i64::from(item)] } else { vec![] };
                let mut plain = Alike::default();
                let mut sorted = Alike { looks: PLAIN_LOOKS, ..Alike::default() };
                assert_eq!(items(plain.near_among(&kept, sketch ^ apart)), expected, "{apart:x}, plain");
                assert_eq!(items(sorted.near_among(&kept, sketch ^ apart)), expected, "{apart:x}, sorted");
                assert_eq!(items(fresh.near_among(&nothing, sketch ^ apart)), expected, "{apart:x}, fresh");
                if (item as usize) < FEW {
                    assert_eq!(items(few.near_among(&nothing, sketch ^ apart)), expected, "{apart:x}, few");
                }
            }
        }
    }

    #[test]
    fn what_a_transaction_takes_away_is_not_found_until_it_comes_back() {
        let kept = kept(numbers(2).take(64).collect());
        for looks in [0, PLAIN_LOOKS] {
            let mut alike = Alike { looks, ..Alike::default() };
            alike.remove(7);
            assert!(alike.near_among(&kept, kept.list[7]).is_empty());
            alike.add(7, kept.list[7]);
            assert_eq!(items(alike.near_among(&kept, kept.list[7])), [7]);
            alike.add(64, kept.list[7] ^ 1);
            alike.remove(7);
            assert_eq!(items(alike.near_among(&kept, kept.list[7])), [64]);
        }
    }

    #[test]
    fn the_nearest_come_first_and_there_is_an_end_of_them() {
        let mut list = vec![0b111; 128];
        list[100] = 0;
        list[101] = 0b1;
        let found = items(Alike::default().near_among(&kept(list), 0));
        assert_eq!((&found[..3], found.len()), (&[100, 101, 0][..], CANDIDATES_MAX));
    }

    #[test]
    fn nine_of_ten_texts_with_nine_tenths_in_common_are_candidates() {
        let text = |seed: u64, changed: &[usize]| -> String {
            let words = numbers(seed).take(200).enumerate();
            words.map(|(place, word)| if changed.contains(&place) { format!("x{place} ") } else { format!("w{} ", word % 5_000) }).collect()
        };
        let found = (0..500_u64).filter(|seed| {
            // Each changed word changes three shingles: 200 words with 3 or 4 changed have 0.91 or 0.88 in common.
            let changed: Vec<usize> = [20, 75, 130, 185].into_iter().take(if seed % 2 == 0 { 3 } else { 4 }).collect();
            let [a, b] = [text(*seed, &[]), text(*seed, &changed)].map(|text| Fingerprint::of(&text).sketch);
            is_near(a, b)
        });
        let found = found.count();
        assert!(found >= 450, "{found} of 500");
    }
}
