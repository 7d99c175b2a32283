//! The words of a question and of what may answer it: looked up once, remembered while the program runs.

use crate::Error;
use search::{
    Keyword, LookUp,
    embed::{Meaning, Model, Vector},
    judge::{Asked, AskedWord, KnownWord},
    rarest,
    text::{is_stop, stem, words},
    when::Window,
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, LazyLock},
};
use store::{View, Wanted};

/// Most words of a question that are used; what follows says the same again.
pub(crate) const WORDS_MAX: usize = 64;
/// A word this long may be the beginning of a longer one.
const PREFIX_MIN: usize = 4;
/// Longer words that a beginning may stand for.
const PREFIXES: i64 = 4;
/// Words remembered; beyond that the memory starts anew.
const REMEMBERED_MAX: usize = 200_000;

/// A question, ready to be looked up.
pub(crate) struct Asking {
    pub(crate) asked: Asked,
    /// Stems to look up, and how.
    pub(crate) looked_up: LookUp,
    /// How many items there are.
    items: i64,
    /// What is meant, for reading its meaning: words that were only begun are completed.
    pub(crate) meant: String,
}

impl Asking {
    /// The stems as the store looks for them; items have numbers below `end`.
    pub(crate) fn wanted(&self, end: i64) -> Wanted<'_> {
        let LookUp { together, newest, .. } = self.looked_up;
        Wanted { together, from: newest_from(end, newest), ..self.wanted_of_all() }
    }

    /// The same for what holds the rarest stem alone.
    pub(crate) fn wanted_alone(&self, end: i64) -> Wanted<'_> {
        Wanted { beside: Vec::new(), from: newest_from(end, self.looked_up.newest_alone), ..self.wanted_of_all() }
    }

    /// The same among all items, where a condition lets only some through: what is asked for need not be new.
    pub(crate) fn wanted_of_all(&self) -> Wanted<'_> {
        let LookUp { any, beside, .. } = &self.looked_up;
        Wanted { any: self.told(any), beside: self.told(beside), together: false, from: 0 }
    }

    fn told<'s>(&self, stems: &'s [(String, i64)]) -> Vec<(&'s str, f64)> {
        stems.iter().map(|(stem, count)| (stem.as_str(), telling(self.items, *count))).collect()
    }
}

/// Reads a question.
pub(crate) fn ask(view: &mut View<'_>, text: &str, window: Option<Window>, items: i64) -> Result<Asking, Error> {
    let mut told: Vec<String> = words(text);
    told.truncate(WORDS_MAX);
    // What was said last week does not say "last week", nor that it happened.
    let timed = |word: &str, named: bool| window.as_ref().is_some_and(|window| window.says(word, named));
    let mut content: Vec<&String> = told.iter().filter(|word| search::judge::tells(word) && !timed(word, false)).collect();
    if content.iter().all(|word| timed(word, true)) {
        content.clear(); // only a time is asked for
    }
    if content.is_empty() && window.is_none() {
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
    let looked_up = rarest(looked_up.into_iter().collect(), items);
    // Half a word has no meaning; the whole one does. A time has none that what was said then would share.
    let meant = if asked.is_empty() {
        String::new()
    } else if completed {
        asked.iter().map(|word| word.word.as_str()).collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    };
    Ok(Asking { asked: Asked { text: text.to_owned(), words: asked, vector: Vector::ZERO, window }, looked_up, items, meant })
}

/// The words of a question that say something, each once, in order: as many as are used.
pub(crate) fn keywords(question: &str) -> Vec<String> {
    let mut words = search::keywords(question);
    words.truncate(WORDS_MAX);
    words
}

/// The few items that share a word with a question, best first. A pasted task may have a thousand words, and each is looked for in
/// every item.
pub(crate) fn rank<T>(question: &str, items: Vec<T>, text: impl Fn(&T) -> &str) -> Vec<T> {
    search::rank(&asked_for(question), items, text)
}

/// The words of a question that a few items are ranked by.
pub(crate) fn asked_for(question: &str) -> Vec<Keyword> {
    let mut words = Keyword::any(question);
    words.truncate(WORDS_MAX);
    words
}

/// The number from which on the newest items are, so many of a thousand.
fn newest_from(end: i64, newest: i64) -> i64 {
    if newest >= 1_000 { 0 } else { end - end.saturating_mul(newest) / 1_000 }
}

/// How much a word tells that so many of all items hold.
#[expect(clippy::cast_precision_loss, reason = "counts of items are far below 2^52")]
pub(super) fn telling(items: i64, holding: i64) -> f64 {
    (1.0 + (items as f64 - holding as f64 + 0.5).max(0.0) / (holding as f64 + 0.5)).ln()
}

/// Words that were looked up before, by their numbers. These are given out one after another, so lists do.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// For each number one more than the place of its word, or 0.
    places: Vec<u32>,
    list: Vec<KnownWord>,
    stems: HashMap<Arc<str>, u32>,
    /// One more than the highest number that a word had.
    end: i64,
}

/// A word that the lexicon has lost: it matches nothing.
static LOST: LazyLock<KnownWord> = LazyLock::new(|| KnownWord::new("".into(), u32::MAX, false, Meaning::none()));

/// The numbers of the distinct words of a question.
pub(crate) struct Met(Vec<u32>);

impl Met {
    /// Replaces the numbers of words by places among the distinct ones. `end` is one more than the highest number there is.
    pub(crate) fn among(words: &mut [u32], end: i64) -> Self {
        // A number from beyond the end is damage, and must not cost its size in memory. No word has the number 0.
        let mut places = vec![0_u32; usize::try_from(end).unwrap_or(0).max(1)];
        for word in words.iter_mut() {
            if *word as usize >= places.len() {
                *word = 0;
            }
            places[*word as usize] = 1;
        }
        // In the order of their numbers, which is about that in which they lie in memory.
        let mut distinct: Vec<u32> = Vec::with_capacity(4_096);
        for (place, number) in places.iter_mut().zip(0..).filter(|(place, _)| **place == 1) {
            *place = u32::try_from(distinct.len()).unwrap_or(u32::MAX);
            distinct.push(number);
        }
        for word in words {
            *word = places[*word as usize];
        }
        Self(distinct)
    }
}

impl Remembered {
    /// The numbers among these that are not known yet.
    pub(crate) fn unknown(&self, met: &Met, end: i64) -> Vec<i64> {
        // A palace that was put back to an earlier day may have given the same numbers to other words since.
        let all = end < self.end || self.list.len() > REMEMBERED_MAX;
        met.0.iter().filter(|number| all || self.place(**number).is_none()).map(|number| i64::from(*number)).collect()
    }

    /// Reads words.
    pub(crate) fn learn(&mut self, view: &mut View<'_>, mut unknown: Vec<i64>, end: i64) -> Result<(), Error> {
        if end < self.end || self.list.len() > REMEMBERED_MAX {
            *self = Self::default();
        }
        self.end = end;
        self.places.resize(usize::try_from(end).unwrap_or(0).max(self.places.len()), 0);
        unknown.sort_unstable(); // in the order of the table
        self.list.reserve(unknown.len());
        let model = Model::embedded();
        view.each_spelled(unknown, &mut |id, word, stem| {
            let Some(place) = usize::try_from(id).ok().and_then(|id| self.places.get_mut(id)).filter(|place| **place == 0) else { return Ok(()) };
            let (stem, kin) = match self.stems.get_key_value(stem) {
                Some((known, kin)) => (known.clone(), *kin),
                None => {
                    let (stem, kin): (Arc<str>, _) = (stem.into(), u32::try_from(self.stems.len()).unwrap_or(u32::MAX));
                    self.stems.insert(stem.clone(), kin);
                    (stem, kin)
                }
            };
            let stop = is_stop(word);
            self.list.push(KnownWord::new(stem, kin, stop, if stop { Meaning::none() } else { model.meaning(word) }));
            *place = u32::try_from(self.list.len()).unwrap_or(0);
            Ok(())
        })?;
        Ok(())
    }

    /// What is known of some words, in their order.
    pub(crate) fn known(&self, met: &Met) -> Vec<&KnownWord> {
        met.0.iter().map(|number| self.place(*number).unwrap_or(&LOST)).collect()
    }

    fn place(&self, number: u32) -> Option<&KnownWord> {
        let place = usize::try_from(*self.places.get(usize::try_from(number).ok()?)?).ok()?;
        self.list.get(place.checked_sub(1)?)
    }
}
