//! Writes the index: what a transaction changes in blocks, and the items that are in no block yet once they are too many.

use super::{
    BLOCK_ITEMS, BLOCK_ROWS, BUCKET_BITS, PLACE_BITS, REST_BITS, StemHash, TAIL_MAX, head, place_of,
    row::{Change, changed},
    row_of,
    score::{PAST, level},
};
use crate::{Backend, Corpus, Item, Result, Txn, item::list, value::args, word_list};
use kernel::stop_words::is_stop;
use std::collections::{BTreeMap, BTreeSet};

const ROWS: &str = "select p.n, p.data from json_each(?1) j cross join posting p where p.n = cast(j.value as bigint)";
const BETWEEN: &str = "select n, data from posting where n > ?1 and n < ?2 order by n";
const ROW_DROP: &str = "delete from posting where n = ?1";
const BLOCK_DROP: &str = "delete from posting where n >= ?1 and n < ?2";
const ITEMS: &str = "select n, words, until from item where n >= ?1 and n < ?2 order by n";

/// Where more rows of a block than this change, all of them are written anew, one after another: pages are full then.
const ROWS_CHANGED_MAX: usize = 1 << (BUCKET_BITS - 2);
/// Bits of a key within a block: bucket, rest of the hash, place.
const KEY_BITS: u32 = BUCKET_BITS + REST_BITS + PLACE_BITS;
/// Bits of a count.
const COUNT_BITS: u32 = 8;

/// The stems that words of the lexicon are found by, by the words' numbers.
#[derive(Debug, Default)]
pub struct StemsByWord(Vec<u64>);

/// Of a word that nobody looked up yet.
const UNKNOWN: u64 = 0;
/// Of a word that says nothing by itself, or that the lexicon has lost.
const SILENT: u64 = 1;
/// Added to a hash.
const KNOWN: u64 = 2;

impl StemsByWord {
    /// Learns the stem of a word. Words that say nothing by themselves are not found.
    pub fn learn(&mut self, id: i64, word: &str, stem: &str) {
        self.put(id, if is_stop(word) { SILENT } else { StemHash::of(stem).0 + KNOWN });
    }

    fn put(&mut self, id: i64, known: u64) {
        if let Ok(at) = u32::try_from(id).map(|id| id as usize) {
            if self.0.len() <= at {
                self.0.resize((at + 1).next_power_of_two(), UNKNOWN);
            }
            self.0[at] = known;
        }
    }

    fn is_unknown(&self, word: u32) -> bool {
        self.0.get(word as usize).copied().unwrap_or(UNKNOWN) == UNKNOWN
    }

    /// The hashes of the stems that packed words have, one for each word that tells something.
    fn hashes(&self, words: &[u8]) -> impl Iterator<Item = u64> {
        word_list::unpack(words).filter_map(|word| self.0.get(word as usize)?.checked_sub(KNOWN))
    }
}

/// What a transaction changes in the index but for bringing new items, in the order in which it does.
#[derive(Debug, Default)]
pub struct PostingChanges(Vec<(i64, ItemChange)>);

#[derive(Debug)]
enum ItemChange {
    /// It holds these words, and is the past or not.
    Put(Vec<u8>, bool),
    /// It no longer holds these.
    Drop(Vec<u8>),
    /// It is the past from now on, or current again.
    End(bool),
}

impl PostingChanges {
    /// An item is found by its words.
    pub fn put(&mut self, item: &Item) {
        self.0.push((item.n, ItemChange::Put(item.words.clone(), item.until.is_some())));
    }

    /// It is not any more.
    pub fn drop(&mut self, item: &Item) {
        self.0.push((item.n, ItemChange::Drop(item.words.clone())));
    }

    /// It is the past from now on, or current again.
    pub fn end(&mut self, item: &Item, past: bool) {
        self.0.push((item.n, ItemChange::End(past)));
    }
}

/// An item that comes in.
struct Incoming {
    n: i64,
    words: Vec<u8>,
    past: bool,
}

impl Txn<'_> {
    /// Writes the changes of a transaction into the index, and if too many items are in no block yet, all of them. `stems` knows the
    /// stems of the words that this transaction met; others are looked up.
    pub fn write_postings(&mut self, changes: PostingChanges, corpus: &mut Corpus, stems: impl FnOnce() -> StemsByWord) -> Result<()> {
        let next = self.next_number.unwrap_or(corpus.next_item);
        // What is in no block yet is read when it comes into one, as it is then.
        let changes: Vec<(i64, ItemChange)> = changes.0.into_iter().filter(|(n, _)| *n < corpus.posted).collect();
        let post = next - corpus.posted > TAIL_MAX;
        if changes.is_empty() && !post {
            return Ok(());
        }
        let mut stems = stems();
        self.learn(&mut stems, changes.iter().filter_map(|(_, change)| change.words()))?;
        let mut blocks: BTreeMap<i64, BlockChange> = BTreeMap::new();
        for (n, change) in &changes {
            blocks.entry(place_of(*n).0).or_default().take(place_of(*n).1, change, &stems);
        }
        if post {
            for block in place_of(corpus.posted).0..=place_of(next - 1).0 {
                let items = incoming(&mut *self.db, block, corpus.posted, next)?;
                self.learn(&mut stems, items.iter().map(|item| item.words.as_slice()))?;
                blocks.entry(block).or_default().bring(&items, &stems);
            }
            corpus.posted = next;
        }
        blocks.into_iter().try_for_each(|(block, change)| change.write(&mut *self.db, block))
    }

    /// Looks up the stems of words that are not known.
    fn learn<'w>(&mut self, stems: &mut StemsByWord, words: impl Iterator<Item = &'w [u8]>) -> Result<()> {
        let unknown: BTreeSet<u32> = words.flat_map(word_list::unpack).filter(|word| stems.is_unknown(*word)).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        self.each_spelled(unknown.iter().map(|word| i64::from(*word)), &mut |id, word, stem| {
            stems.learn(id, word, stem);
            Ok(())
        })
    }
}

/// Writes the items of a whole palace, whose lexicon is known: a migration.
pub(crate) fn post_all(db: &mut dyn Backend, stems: &StemsByWord, next: i64) -> Result<()> {
    for block in 0..=place_of(next - 1).0 {
        let items = incoming(db, block, 1, next)?;
        let mut change = BlockChange::default();
        change.bring(&items, stems);
        change.write(db, block)?;
    }
    Ok(())
}

/// The items of a block with numbers from one up to another.
fn incoming(db: &mut dyn Backend, block: i64, from: i64, to: i64) -> Result<Vec<Incoming>> {
    let (first, end) = ((block << PLACE_BITS).max(from), ((block + 1) << PLACE_BITS).min(to));
    let mut items = Vec::new();
    db.scan(ITEMS, args![first, end], &mut |row| {
        items.push(Incoming { n: row.int(0)?, words: row.blob(1)?.to_vec(), past: !row.bytes(2)?.is_empty() });
        Ok(())
    })?;
    Ok(items)
}

impl ItemChange {
    fn words(&self) -> Option<&[u8]> {
        match self {
            Self::Put(words, _) | Self::Drop(words) => Some(words),
            Self::End(_) => None,
        }
    }
}

/// What changes in the first row of a block.
enum HeadChange {
    Set(u8),
    End(bool),
}

/// What changes in one block.
#[derive(Default)]
struct BlockChange {
    heads: Vec<(usize, HeadChange)>,
    /// Keys and counts, each as one number; of one key the last counts.
    postings: Vec<u64>,
}

impl BlockChange {
    fn take(&mut self, place: usize, change: &ItemChange, stems: &StemsByWord) {
        match change {
            ItemChange::Put(words, past) => self.put(place, words, *past, stems),
            ItemChange::Drop(words) => {
                self.heads.push((place, HeadChange::Set(0)));
                self.postings.extend(stems.hashes(words).map(|hash| key(hash, place) << COUNT_BITS));
            }
            ItemChange::End(past) => self.heads.push((place, HeadChange::End(*past))),
        }
    }

    fn put(&mut self, place: usize, words: &[u8], past: bool, stems: &StemsByWord) {
        self.set_head(place, words, past);
        let mut keys: Vec<u64> = stems.hashes(words).map(|hash| key(hash, place)).collect();
        keys.sort_unstable();
        self.postings.extend(counted(&keys));
    }

    fn set_head(&mut self, place: usize, words: &[u8], past: bool) {
        self.heads.push((place, HeadChange::Set(level(word_list::count(words)) | if past { PAST } else { 0 })));
    }

    /// Brings many items at once; none of them was in the block before.
    fn bring(&mut self, items: &[Incoming], stems: &StemsByWord) {
        let mut keys = Vec::with_capacity(items.iter().map(|item| item.words.len()).sum());
        for item in items {
            let place = place_of(item.n).1;
            self.set_head(place, &item.words, item.past);
            keys.extend(stems.hashes(&item.words).map(|hash| key(hash, place)));
        }
        keys.sort_unstable();
        self.postings.extend(counted(&keys));
    }

    fn write(mut self, db: &mut dyn Backend, block: i64) -> Result<()> {
        self.write_head(db, block)?;
        self.postings.sort_by_key(|posting| posting >> COUNT_BITS);
        let changes = last_of_each(&self.postings);
        let of_bucket: Vec<(u64, &[(u64, Change)])> = changes.chunk_by(|a, b| a.0 == b.0).filter_map(|some| Some((some.first()?.0, some))).collect();
        if of_bucket.len() > ROWS_CHANGED_MAX {
            return rewrite(db, block, &of_bucket);
        }
        let mut kept: BTreeMap<i64, Vec<u8>> = BTreeMap::new();
        db.scan(ROWS, args![list(of_bucket.iter().map(|(bucket, _)| row_of(block, *bucket)))], &mut |row| {
            kept.insert(row.int(0)?, row.blob(1)?.to_vec());
            Ok(())
        })?;
        let mut rows = Vec::with_capacity(of_bucket.len());
        for (bucket, changes) in of_bucket {
            let n = row_of(block, bucket);
            let before = kept.remove(&n);
            let after = changed(before.as_deref().unwrap_or_default(), &changes.iter().map(|(_, change)| *change).collect::<Vec<_>>());
            if !after.is_empty() {
                rows.push((n, after));
            } else if before.is_some() {
                db.execute(ROW_DROP, args![n])?;
            }
        }
        db.put_postings(rows)
    }

    fn write_head(&self, db: &mut dyn Backend, block: i64) -> Result<()> {
        if self.heads.is_empty() {
            return Ok(());
        }
        let mut levels = Vec::new();
        db.scan(ROWS, args![list([head(block)])], &mut |row| {
            levels = row.blob(1)?.to_vec();
            Ok(())
        })?;
        for (place, change) in &self.heads {
            if levels.len() <= *place {
                levels.resize(place + 1, 0);
            }
            let level = &mut levels[*place];
            match change {
                HeadChange::Set(to) => *level = *to,
                HeadChange::End(true) => *level |= PAST,
                HeadChange::End(false) => *level &= !PAST,
            }
        }
        db.put_postings(vec![(head(block), levels)])
    }
}

/// Writes all buckets of a block, one after another.
fn rewrite(db: &mut dyn Backend, block: i64, of_bucket: &[(u64, &[(u64, Change)])]) -> Result<()> {
    let (first, end) = (head(block), head(block + 1));
    let mut rows: BTreeMap<i64, Vec<u8>> = BTreeMap::new();
    db.scan(BETWEEN, args![first, end], &mut |row| {
        rows.insert(row.int(0)?, row.blob(1)?.to_vec());
        Ok(())
    })?;
    for (bucket, changes) in of_bucket {
        let row = rows.entry(row_of(block, *bucket)).or_default();
        *row = changed(row, &changes.iter().map(|(_, change)| *change).collect::<Vec<_>>());
    }
    db.execute(BLOCK_DROP, args![first + 1, end])?;
    db.put_postings(rows.into_iter().filter(|(_, row)| !row.is_empty()).collect())
}

fn key(hash: u64, place: usize) -> u64 {
    hash << PLACE_BITS | place as u64
}

/// Keys in order, each once, with how often it is there.
fn counted(keys: &[u64]) -> impl Iterator<Item = u64> {
    keys.chunk_by(|a, b| a == b).filter_map(|same| Some(same.first()? << COUNT_BITS | u64::from(u8::try_from(same.len()).unwrap_or(u8::MAX))))
}

/// The last of the postings of each key, with its bucket.
fn last_of_each(postings: &[u64]) -> Vec<(u64, Change)> {
    let part = |key: u64, from: u32, bits: u32| u32::try_from(key >> from & ((1 << bits) - 1)).unwrap_or(0);
    let of_key = postings.chunk_by(|a, b| a >> COUNT_BITS == b >> COUNT_BITS).filter_map(|same| same.last());
    of_key
        .map(|posting| {
            let key = posting >> COUNT_BITS;
            let change = Change { rest: part(key, PLACE_BITS, REST_BITS), place: part(key, 0, PLACE_BITS), count: posting.to_le_bytes()[0] };
            (key >> (PLACE_BITS + REST_BITS), change)
        })
        .collect()
}

const _: () = assert!(KEY_BITS + COUNT_BITS <= 64 && BLOCK_ROWS > 1 << BUCKET_BITS && BLOCK_ITEMS == 1 << PLACE_BITS);
