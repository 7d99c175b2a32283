//! The question as the judge sees it: what each word tells, who is named, and what kind of answer is wanted.

use super::{Asked, AskedWord, Candidate, Corpus, Form, math};
use crate::{
    text::{is_stop, stem, words},
    when::{Named, Window},
};
use kernel::time::Moment;

/// With more people than this a name in the question is a word like others: no talk has so many.
const AUTHORS_MAX: usize = 50;
/// Keeps quotients away from zero.
pub(super) const TINY: f32 = 1e-6;
/// Two words are equally rare if what they tell differs by less.
const RARITY_STEP: f32 = 1e-4;

/// A word that is looked for.
#[derive(Debug)]
pub(super) struct Term<'a> {
    pub(super) word: &'a str,
    pub(super) stem: &'a str,
    /// How much it tells: rare words more than common ones.
    pub(super) idf: f32,
    /// Its part of what all words tell.
    pub(super) share: f32,
    /// Nothing asked is rarer.
    pub(super) rarest: bool,
}

/// A question ready to be held against candidates.
#[derive(Debug)]
pub(super) struct Question<'a> {
    pub(super) terms: Vec<Term<'a>>,
    /// What all words tell together.
    pub(super) told: f32,
    /// How rare the rarest word is: 1 if a single item holds it, 0.3 if ten do.
    pub(super) rarity: f32,
    /// Stems of the names of those who speak, if they are few.
    pub(super) speakers: Vec<String>,
    /// Those of them that are in the question.
    pub(super) named: Vec<String>,
    dates: Named,
    window: Option<&'a Window>,
    /// It asks for a time.
    pub(super) wants_time: bool,
    /// It asks for a number.
    pub(super) wants_number: bool,
    /// Whoever asks speaks of themselves.
    pub(super) first_person: bool,
    /// It asks for more than one thing.
    pub(super) wants_several: bool,
    /// It is no sentence: nothing but words to look for.
    pub(super) terse: bool,
    /// The stems of all that is asked, in order, if it is more than one word and no more than a phrase.
    pub(super) phrase: Vec<String>,
    /// How many terms there are, from -1 for none to 1 for eight or more.
    pub(super) many: f32,
    /// It is asked as a question.
    pub(super) is_asked: bool,
    /// It holds a name as it is written in code.
    pub(super) has_names: bool,
    /// It speaks of tests.
    pub(super) of_tests: bool,
}

impl<'a> Question<'a> {
    pub(super) fn read(asked: &'a Asked, corpus: Corpus, candidates: &[Candidate]) -> Self {
        let names = names(candidates);
        let is_name = |word: &&AskedWord| names.contains(&word.stem);
        let content = || asked.words.iter().filter(|word| word.tells());
        let mut chosen: Vec<&AskedWord> = Vec::new();
        for word in content().filter(|word| !is_name(word)) {
            if chosen.iter().all(|known| known.stem != word.stem) {
                chosen.push(word);
            }
        }
        // Only names and stop words: then these are all there is to look for.
        if chosen.is_empty() {
            for word in &asked.words {
                if chosen.iter().all(|known| known.stem != word.stem) {
                    chosen.push(word);
                }
            }
        }
        let mut named: Vec<String> = content().filter(is_name).map(|word| word.stem.clone()).collect();
        named.dedup();
        let idf = |word: &AskedWord| {
            let holding = word.items.min(corpus.items);
            math::ln(1.0 + (math::count(corpus.items - holding) + 0.5) / (math::count(holding) + 0.5))
        };
        let fewest = chosen.iter().map(|word| word.items).min().unwrap_or(0);
        let told = chosen.iter().fold(0.0, |sum, word| sum + idf(word)) + TINY;
        let most = chosen.iter().map(|word| idf(word)).fold(0.0, f32::max);
        let term = |word: &&'a AskedWord| {
            let idf = idf(word);
            Term { word: &word.word, stem: &word.stem, idf, share: idf / told, rarest: idf >= most - RARITY_STEP }
        };
        let lower = asked.text.to_lowercase();
        let several = |word: &str| matches!(word, "has" | "have" | "both" | "all" | "type" | "types" | "kind" | "kinds" | "various" | "different");
        let has = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
        let begins = |phrases: &[&str]| phrases.iter().any(|phrase| lower.starts_with(phrase));
        Question {
            terms: chosen.iter().map(term).collect(),
            told,
            rarity: 1.0 / (1.0 + math::ln(math::count(fewest.max(1)))),
            named,
            speakers: names,
            dates: Named::in_question(&asked.text),
            window: asked.window.as_ref(),
            wants_time: begins(&["when"]) || has(&["what date", "which month", "what year", "how long"]),
            wants_number: begins(&["how many", "how much"]),
            wants_several: has(&["how many"]) || lower.split(|c: char| !c.is_alphanumeric() && c != '_').any(several),
            terse: !words(&lower).iter().any(|word| is_stop(word)),
            phrase: phrase(&asked.text),
            many: math::count(chosen.len().min(8) as u64) / 4.0 - 1.0,
            first_person: words(&lower).iter().any(|word| matches!(word.as_str(), "i" | "my" | "me")),
            is_asked: lower.trim_end().ends_with('?')
                || begins(&[
                    "how ", "why ", "what ", "when ", "where ", "which ", "who ", "can ", "could ", "does ", "do ", "is ", "are ", "should ",
                ]),
            has_names: !crate::names(&asked.text).is_empty(),
            of_tests: has(&["test", "fixture", "snapshot", "benchmark"]),
        }
    }

    /// How well a moment fits the time that is asked for, on the calendar or counted from now.
    pub(super) fn dated(&self, at: Moment) -> f32 {
        match self.window {
            Some(window) if window.is_open() => window.fit(at),
            // Beside the day counts, too.
            Some(window) => window.fit(at).max(self.dates.fit(at)),
            None => self.dates.fit(at),
        }
    }

    /// Whether somebody with this name is named.
    pub(super) fn names(&self, author: &str) -> bool {
        words(author).iter().any(|word| self.named.contains(&stem(word)))
    }
}

/// The words of a phrase at most: as many as a number has bits.
const PHRASE_MAX: usize = 32;

fn phrase(text: &str) -> Vec<String> {
    let stems: Vec<String> = words(text).iter().take(PHRASE_MAX + 1).map(|word| stem(word)).collect();
    if (2..=PHRASE_MAX).contains(&stems.len()) { stems } else { Vec::new() }
}

/// The stems of the names of all who speak, if they are few.
fn names(candidates: &[Candidate]) -> Vec<String> {
    let mut authors: Vec<&str> = Vec::new();
    for candidate in candidates.iter().filter(|candidate| candidate.form == Form::Turn && !candidate.author.is_empty()) {
        if authors.contains(&candidate.author.as_str()) {
            continue;
        }
        if authors.len() == AUTHORS_MAX {
            return Vec::new();
        }
        authors.push(&candidate.author);
    }
    authors.into_iter().flat_map(words).map(|word| stem(&word)).collect()
}
