//! Counts the words that one transaction meets: each is looked up once, and its count is written once.

use crate::Error;
use crate::memory::index::terms::Terms;
use search::{
    Traits,
    text::{is_stop, stem},
};
use std::collections::{BTreeSet, HashMap};
use store::{Corpus, Counted, StemsByWord, Txn, word_list};

/// A word, by its place in the vocabulary.
pub(crate) type Place = u32;

struct Entry {
    id: i64,
    word: String,
    stem: String,
    stop: bool,
    traits: Traits,
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
    /// The places of a text's words, in order; words that nobody used before are given a number.
    pub(crate) fn meet(&mut self, txn: &mut Txn<'_>, corpus: &mut Corpus, terms: &Terms) -> Result<Vec<Place>, Error> {
        let mut unknown = Vec::new();
        let distinct: Vec<Place> = terms
            .distinct()
            .map(|word| {
                self.places.get(word).copied().unwrap_or_else(|| {
                    let place = self.add(word.to_owned(), stem(word));
                    unknown.push(place);
                    place
                })
            })
            .collect();
        let told = terms.order.iter().map(|at| distinct[*at as usize]).collect();
        if unknown.is_empty() {
            return Ok(told);
        }
        // In the order of the words, so that the same text gives the same numbers everywhere.
        unknown.sort_unstable_by(|a, b| self.entries[*a as usize].word.cmp(&self.entries[*b as usize].word));
        let mut known = txn.numbered(&unknown.iter().map(|place| self.entries[*place as usize].word.as_str()).collect::<Vec<_>>())?;
        for place in unknown {
            let entry = &mut self.entries[place as usize];
            entry.id = known.remove(&entry.word).unwrap_or_else(|| {
                corpus.next_word += 1;
                corpus.next_word - 1
            });
            self.by_id.insert(entry.id, place);
        }
        Ok(told)
    }

    /// The places of an item's words, by their numbers as they are kept.
    pub(crate) fn recall(&mut self, txn: &mut Txn<'_>, words: &[u8]) -> Result<Vec<Place>, Error> {
        let ids: Vec<i64> = word_list::unpack(words).map(i64::from).collect();
        let unknown: BTreeSet<i64> = ids.iter().copied().filter(|id| !self.by_id.contains_key(id)).collect();
        if !unknown.is_empty() {
            txn.each_spelled(unknown, &mut |id, word, stem| {
                let place = self.add(word.to_owned(), stem.to_owned());
                self.entries[place as usize].id = id;
                self.by_id.insert(id, place);
                Ok(())
            })?;
        }
        Ok(ids.iter().filter_map(|id| self.by_id.get(id).copied()).collect())
    }

    /// A word that this transaction had not met; its number is still to be found.
    fn add(&mut self, word: String, stem: String) -> Place {
        let place = Place::try_from(self.entries.len()).unwrap_or(Place::MAX);
        self.places.insert(word.clone(), place);
        self.entries.push(Entry { id: 0, stop: is_stop(&word), traits: Traits::of_word(&word), word, stem, items: 0, past: 0, counted: 0 });
        place
    }

    /// What kind of words these are.
    pub(crate) fn traits(&self, places: &[Place]) -> Traits {
        places.iter().fold(Traits::default(), |all, place| all.and(self.entries[*place as usize].traits))
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

    /// The stems that items with these words are found by.
    pub(crate) fn stems_by_word(&self) -> StemsByWord {
        let mut stems = StemsByWord::default();
        for entry in &self.entries {
            stems.learn(entry.id, &entry.word, &entry.stem);
        }
        stems
    }

    /// An item's words as they are kept: their numbers, packed.
    pub(crate) fn numbers(&self, places: &[Place]) -> Vec<u8> {
        word_list::pack(places.iter().map(|place| u32::try_from(self.entries[*place as usize].id).unwrap_or(u32::MAX)))
    }

    /// Writes the counts.
    pub(crate) fn close(self, txn: &mut Txn<'_>) -> Result<(), Error> {
        let changed = self.entries.into_iter().filter(|entry| entry.items != 0 || entry.past != 0);
        let mut counted: Vec<Counted> = changed
            .map(|Entry { id, word, stem, items, past, .. }| Counted { id, stem: if stem == word { String::new() } else { stem }, word, items, past })
            .collect();
        counted.sort_by_key(|word| word.id); // in the order of the table, which writes faster
        txn.count_words(&counted)?;
        Ok(())
    }
}
