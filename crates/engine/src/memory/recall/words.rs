//! Looks up the words of a question and of its candidates, and remembers them while the program runs.

use crate::Error;
use search::{
    Keyword,
    embed::{Meaning, Model, Vector},
    judge::{Asked, AskedWord, KnownWord},
    text::{is_stop, stem, words},
    when::Window,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, LazyLock},
};
use store::{Known, View, WantedStem};

/// Most words of a question that are used; what follows says the same again.
pub(crate) const WORDS_MAX: usize = 64;
/// A word this long may be the beginning of a longer one.
const PREFIX_MIN: usize = 4;
/// Longer words that a beginning may stand for.
const PREFIXES: i64 = 4;
/// Postings that one question looks at, but for those of its rarest stem: a bound for questions that are all common words in palaces of
/// many millions of items.
const POSTINGS_MAX: i64 = 8_000_000;
/// Words remembered; beyond that the memory starts anew.
const REMEMBERED_MAX: usize = 200_000;

/// A question, ready to be looked up.
pub(crate) struct Asking {
    pub(crate) asked: Asked,
    /// Stems to look up, the rarest first.
    looked_up: Vec<LookedUp>,
    /// What is meant, for reading its meaning: words that were only begun are completed.
    pub(crate) meant: String,
}

/// A stem of the lexicon that is looked up.
struct LookedUp {
    stem: String,
    /// How many items hold it.
    items: i64,
    /// How much it tells.
    tells: f64,
    /// The numbers of its words.
    words: Vec<i64>,
}

impl Asking {
    /// The stems as the store looks for them.
    pub(crate) fn wanted(&self) -> Vec<WantedStem<'_>> {
        self.looked_up.iter().map(|LookedUp { stem, tells, words, .. }| WantedStem { stem, tells: *tells, words }).collect()
    }
}

/// The rarest of some stems: all of them, unless together they are held more often than one question may look at.
fn rarest(mut stems: Vec<LookedUp>) -> Vec<LookedUp> {
    stems.sort_by(|a, b| a.items.cmp(&b.items).then_with(|| a.stem.cmp(&b.stem)));
    let mut postings = 0;
    let looked_up = stems.iter().take_while(|stem| {
        let first = postings == 0;
        postings += stem.items;
        first || postings <= POSTINGS_MAX
    });
    stems.truncate(looked_up.count());
    stems
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
    let held = by_stem(view.stemmed(&stems)?);
    let (mut looked_up, mut longer_stems) = (BTreeMap::new(), BTreeSet::new());
    let mut completed = false;
    for word in &mut asked {
        let count = held.get(&word.stem).map_or(0, |known| held_by(known)).min(items);
        word.items = u64::try_from(count).unwrap_or(0);
        if let Some(known) = held.get(&word.stem).filter(|_| count > 0) {
            looked_up.insert(word.stem.clone(), known);
        } else if word.word.chars().count() >= PREFIX_MIN {
            // Nobody used this word: it may be the beginning of one that somebody did.
            let longer = view.words_beginning(&word.word, PREFIXES)?;
            longer_stems.extend(longer.iter().map(|known| known.stem.clone()));
            if let Some(known) = longer.into_iter().next() {
                completed = true;
                *word = AskedWord { word: known.word, stem: known.stem, items: u64::try_from(known.items).unwrap_or(0) };
            }
        }
    }
    let longer = if completed { by_stem(view.stemmed(&longer_stems.iter().map(String::as_str).collect::<Vec<_>>())?) } else { BTreeMap::new() };
    looked_up.extend(longer.iter().map(|(stem, known)| (stem.clone(), known)));
    let looked_up = looked_up.into_iter().map(|(stem, known)| {
        let count = held_by(known).min(items);
        // What says nothing by itself is not in the index.
        let words = known.iter().filter(|word| !is_stop(&word.word)).map(|word| word.id).collect();
        LookedUp { stem, items: count, tells: telling(items, count), words }
    });
    let looked_up = rarest(looked_up.collect());
    // Half a word has no meaning; the whole one does. A time has none that what was said then would share.
    let meant = if asked.is_empty() {
        String::new()
    } else if completed {
        asked.iter().map(|word| word.word.as_str()).collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    };
    Ok(Asking { asked: Asked { text: text.to_owned(), words: asked, vector: Vector::ZERO, window }, looked_up, meant })
}

/// Words of the lexicon by their stems.
fn by_stem(words: Vec<Known>) -> BTreeMap<String, Vec<Known>> {
    let mut stems: BTreeMap<String, Vec<Known>> = BTreeMap::new();
    for word in words {
        stems.entry(word.stem.clone()).or_default().push(word);
    }
    stems
}

/// How many items hold any of some words, where none holds two of them.
fn held_by(words: &[Known]) -> i64 {
    words.iter().map(|word| word.items).sum()
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
