//! The words of a question and of what may answer it: looked up once, remembered while the program runs.

use crate::Error;
use search::{
    embed::{Model, Vector},
    judge::{Asked, AskedWord, KnownWord},
    text::{is_stop, stem, words},
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};
use store::{Item, View};

/// Most words of a question that are used; what follows says the same again.
const WORDS_MAX: usize = 64;
/// A word this long may be the beginning of a longer one.
const PREFIX_MIN: usize = 4;
/// Longer words that a beginning may stand for.
const PREFIXES: i64 = 4;
/// Places in the index that one question may visit: beyond that, its commonest words are only weighed, not looked up.
const VISITS_MAX: i64 = 8_000;
/// Words remembered; beyond that the memory starts anew.
const REMEMBERED_MAX: usize = 200_000;

/// A question, ready to be looked up.
pub(crate) struct Asking {
    pub(crate) asked: Asked,
    /// Stems to look up, with how much each tells.
    pub(crate) looked_up: Vec<(String, f64)>,
    /// What is meant, for reading its meaning: words that were only begun are completed.
    pub(crate) meant: String,
}

/// Reads a question.
pub(crate) fn ask(view: &mut View<'_>, text: &str, items: i64) -> Result<Asking, Error> {
    let mut told: Vec<String> = words(text);
    told.truncate(WORDS_MAX);
    let says = |word: &&String| !is_stop(word) && (word.chars().nth(1).is_some() || !word.is_ascii());
    let mut content: Vec<&String> = told.iter().filter(says).collect();
    if content.is_empty() {
        content = told.iter().collect();
    }
    let mut asked: Vec<AskedWord> = Vec::new();
    for word in content {
        let stem = stem(word);
        if asked.iter().all(|known| known.stem != stem) {
            asked.push(AskedWord { word: word.clone(), stem, items: 0 });
        }
    }
    let stems: Vec<&str> = asked.iter().map(|word| word.stem.as_str()).collect();
    let mut held: BTreeMap<String, i64> = BTreeMap::new();
    for known in view.stemmed(&stems)? {
        *held.entry(known.stem).or_default() += known.items;
    }
    let mut looked_up: BTreeMap<String, i64> = BTreeMap::new();
    let mut completed = false;
    for word in &mut asked {
        let count = held.get(&word.stem).copied().unwrap_or(0).min(items);
        word.items = u64::try_from(count).unwrap_or(0);
        if count > 0 {
            looked_up.insert(word.stem.clone(), count);
        } else if word.word.chars().count() >= PREFIX_MIN {
            // Nobody used this word: it may be the beginning of one that somebody did.
            let longer = view.words_beginning(&word.word, PREFIXES)?;
            looked_up.extend(longer.iter().map(|known| (known.stem.clone(), known.items)));
            if let Some(known) = longer.into_iter().next() {
                completed = true;
                *word = AskedWord { word: known.word, stem: known.stem, items: u64::try_from(known.items).unwrap_or(0) };
            }
        }
    }
    let mut rarest: Vec<(String, i64)> = looked_up.into_iter().collect();
    rarest.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    let mut visits = 0;
    rarest.retain(|(_, count)| {
        let first = visits == 0;
        visits += count;
        first || visits <= VISITS_MAX
    });
    let looked_up = rarest.into_iter().map(|(stem, count)| (stem, telling(items, count))).collect();
    // Half a word has no meaning; the whole one does.
    let meant = if completed { asked.iter().map(|word| word.word.as_str()).collect::<Vec<_>>().join(" ") } else { text.to_owned() };
    Ok(Asking { asked: Asked { text: text.to_owned(), words: asked, vector: Vector::ZERO }, looked_up, meant })
}

/// How much a word tells that so many of all items hold.
#[expect(clippy::cast_precision_loss, reason = "counts of items are far below 2^52")]
fn telling(items: i64, holding: i64) -> f64 {
    (1.0 + (items as f64 - holding as f64 + 0.5).max(0.0) / (holding as f64 + 0.5)).ln()
}

/// Words that were looked up before, by their numbers.
#[derive(Debug)]
pub(crate) struct Remembered(HashMap<u32, Arc<KnownWord>, ByNumber>, Arc<KnownWord>);

impl Default for Remembered {
    fn default() -> Self {
        let nothing = KnownWord { word: String::new(), stem: String::new(), vector: Vector::ZERO };
        Self(HashMap::with_hasher(ByNumber), Arc::new(nothing))
    }
}

/// The distinct words of some items, and for each item its words as places in that list.
pub(crate) struct Spelled {
    pub(crate) known: Vec<Arc<KnownWord>>,
    pub(crate) told: Vec<Vec<u32>>,
}

/// Hashes a number by itself: they are given out one after another, and nobody from outside chooses them.
#[derive(Clone, Copy, Debug, Default)]
struct ByNumber;

impl std::hash::BuildHasher for ByNumber {
    type Hasher = Spread;
    fn build_hasher(&self) -> Spread {
        Spread(0)
    }
}

struct Spread(u64);

impl std::hash::Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }
    fn write_u32(&mut self, n: u32) {
        self.0 = (self.0 ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Remembered {
    /// The distinct words of some items, and for each item its words as places in that list.
    pub(crate) fn recall(&mut self, view: &mut View<'_>, items: &[Item]) -> Result<Spelled, Error> {
        if self.0.len() > REMEMBERED_MAX {
            self.0.clear();
        }
        // Each word is given a place where it is first met; numbers hash themselves well enough.
        let mut places: HashMap<u32, u32, ByNumber> = HashMap::with_capacity_and_hasher(4_096, ByNumber);
        let mut distinct: Vec<u32> = Vec::with_capacity(4_096);
        let mut told: Vec<Vec<u32>> = Vec::with_capacity(items.len());
        for item in items {
            let numbers = item.words.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four));
            let met = numbers.map(|id| {
                *places.entry(id).or_insert_with(|| {
                    distinct.push(id);
                    u32::try_from(distinct.len() - 1).unwrap_or(u32::MAX)
                })
            });
            told.push(met.collect());
        }
        let unknown: Vec<i64> = distinct.iter().filter(|id| !self.0.contains_key(id)).map(|id| i64::from(*id)).collect();
        let model = Model::embedded();
        for (id, word, stem) in view.spelled(unknown)? {
            let vector = if is_stop(&word) { Vector::ZERO } else { model.embed(&word) };
            self.0.insert(u32::try_from(id).unwrap_or(u32::MAX), Arc::new(KnownWord { word, stem, vector }));
        }
        // A word that the lexicon has lost is a word that matches nothing.
        let known = distinct.iter().map(|id| self.0.get(id).cloned().unwrap_or_else(|| self.1.clone())).collect();
        Ok(Spelled { known, told })
    }
}
