//! The words that one transaction meets: each is looked up once, and how often it was met is written once.

use crate::Error;
use search::text::{is_stop, stem};
use std::collections::{BTreeSet, HashMap};
use store::{Corpus, Counted, Txn};

/// A word, by its place in the vocabulary.
pub(crate) type Place = u32;

struct Entry {
    id: i64,
    word: String,
    stem: String,
    stop: bool,
    items: i64,
    past: i64,
    /// The last count it was part of: a word counts once for an item, however often it is said.
    counted: u64,
}

/// The words of a transaction.
#[derive(Default)]
pub(crate) struct Vocabulary {
    places: HashMap<String, Place>,
    by_id: HashMap<i64, Place>,
    entries: Vec<Entry>,
    counts: u64,
}

impl Vocabulary {
    /// The places of some words, in order; words that nobody used before are given a number.
    pub(crate) fn meet(&mut self, txn: &mut Txn<'_>, corpus: &mut Corpus, told: &[String]) -> Result<Vec<Place>, Error> {
        let unknown: BTreeSet<&str> = told.iter().map(String::as_str).filter(|word| !self.places.contains_key(*word)).collect();
        if !unknown.is_empty() {
            let mut known = txn.numbered(&unknown.iter().copied().collect::<Vec<_>>())?;
            for word in unknown {
                let id = known.remove(word).unwrap_or_else(|| {
                    corpus.next_word += 1;
                    corpus.next_word - 1
                });
                self.add(id, word.to_owned(), stem(word));
            }
        }
        Ok(told.iter().filter_map(|word| self.places.get(word).copied()).collect())
    }

    /// The places of an item's words, by their numbers as they are kept.
    pub(crate) fn recall(&mut self, txn: &mut Txn<'_>, words: &[u8]) -> Result<Vec<Place>, Error> {
        let ids: Vec<i64> = words.as_chunks::<4>().0.iter().map(|four| i64::from(u32::from_le_bytes(*four))).collect();
        let unknown: BTreeSet<i64> = ids.iter().copied().filter(|id| !self.by_id.contains_key(id)).collect();
        if !unknown.is_empty() {
            for (id, word, stem) in txn.spelled(unknown)? {
                self.add(id, word, stem);
            }
        }
        Ok(ids.iter().filter_map(|id| self.by_id.get(id).copied()).collect())
    }

    fn add(&mut self, id: i64, word: String, stem: String) {
        let place = Place::try_from(self.entries.len()).unwrap_or(Place::MAX);
        self.places.insert(word.clone(), place);
        self.by_id.insert(id, place);
        self.entries.push(Entry { id, stop: is_stop(&word), word, stem, items: 0, past: 0, counted: 0 });
    }

    /// So many more, or fewer, current items and items of the past hold these words.
    pub(crate) fn count(&mut self, places: &[Place], current: i64, past: i64) {
        self.counts += 1;
        for place in places {
            let entry = &mut self.entries[*place as usize];
            if entry.counted != self.counts {
                entry.counted = self.counts;
                entry.items += current;
                entry.past += past;
            }
        }
    }

    /// How many of these words say something.
    pub(crate) fn telling(&self, places: &[Place]) -> usize {
        places.iter().filter(|place| !self.entries[**place as usize].stop).count()
    }

    /// What an item is found by: the stems of its words, but for those that say nothing.
    pub(crate) fn stems(&self, places: &[Place]) -> String {
        let mut stems = String::with_capacity(places.len() * 6);
        for place in places {
            let entry = &self.entries[*place as usize];
            if !entry.stop {
                stems.push_str(&entry.stem);
                stems.push(' ');
            }
        }
        stems
    }

    /// An item's words as they are kept: their numbers, four bytes each.
    pub(crate) fn numbers(&self, places: &[Place]) -> Vec<u8> {
        places.iter().flat_map(|place| u32::try_from(self.entries[*place as usize].id).unwrap_or(u32::MAX).to_le_bytes()).collect()
    }

    /// Writes the counts.
    pub(crate) fn close(self, txn: &mut Txn<'_>) -> Result<(), Error> {
        let changed = self.entries.into_iter().filter(|entry| entry.items != 0 || entry.past != 0);
        let mut counted: Vec<Counted> =
            changed.map(|entry| Counted { id: entry.id, word: entry.word, stem: entry.stem, items: entry.items, past: entry.past }).collect();
        counted.sort_by_key(|word| word.id); // in the order of the table, which writes faster
        txn.count_words(&counted)?;
        Ok(())
    }
}
