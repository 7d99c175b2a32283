//! Looking things up in a set: questions made from its own documents, so that the answer is known without anybody having said
//! it. Who asks for a rare word, a name, a phrase or what was said of something on a day wants what holds just that.
//!
//! Not here: questions that people ask in their own words; those are the set's.

use crate::set::{Document, Question, Set, is_code, moment};
use kernel::{
    ledger::Digest,
    time::{DAY_MS, Moment},
};
use search::text::{is_stop, stem, words};
use std::collections::{BTreeSet, HashMap};

/// Questions of each kind.
const EACH: usize = 60;
/// A shorter word is looked up seldom.
const LETTERS_MIN: usize = 4;
/// Documents that may hold a word of which several are asked for.
const HOLDING_MAX: usize = 10;
/// How many documents hold a word that is asked for with a day.
const WITH_A_DAY: std::ops::RangeInclusive<usize> = 3..=60;
/// Words of a phrase.
const PHRASE: usize = 5;

/// How something is asked for in text, and in code.
const TEXT: [&str; 4] = ["{}", "{}", "what do we know about {}", "where did somebody mention {}"];
const CODE: [&str; 4] = ["{}", "{}", "where is {} defined", "what does {} do"];
/// How a word is asked for with a day: the day, and how many days after it that is said.
const DAYS: [(&str, i64); 4] = [("what about {} yesterday", 1), ("{} last week", 7), ("what was said about {} on {day}", 90), ("{} {day}", 400)];

/// Asks for a document by something that only it holds, if there is such a thing.
type Maker = fn(&Shelves<'_>, usize) -> Option<Question>;

/// The same documents, to be looked up.
pub(crate) fn lookups(set: &Set) -> Set {
    let shelves = Shelves::of(set);
    let mut documents: Vec<usize> = (0..set.documents.len()).collect();
    // In an order that says nothing about them and is the same everywhere.
    documents.sort_by_key(|n| Digest::of(format!("{}/{}", set.documents[*n].group, set.documents[*n].id).as_bytes()).0);
    let makers: [(&str, Maker); 5] =
        [("a word", word), ("a name", name), ("some words", some_words), ("a phrase", phrase), ("a word on a day", on_a_day)];
    let mut questions = Vec::new();
    for (kind, make) in makers {
        let made = documents.iter().filter_map(|n| make(&shelves, *n)).take(EACH);
        questions.extend(made.map(|question| Question { id: format!("{kind} of {}", question.id), kind: kind.to_owned(), ..question }));
    }
    set.asked(&format!("{}, looked up", set.name), questions)
}

/// Look-ups that nothing answers: each for several words, of which the last is none.
pub(crate) fn near_misses(set: &Set) -> Set {
    let looked_up = lookups(set);
    let missed = looked_up.questions.iter().filter_map(|question| {
        let (kept, last) = question.query.rsplit_once(' ')?;
        let query = format!("{kept} {}", last.chars().rev().collect::<String>());
        (!matches!(question.kind.as_str(), "a word on a day" | "a phrase")).then(|| Question {
            query,
            gold: Vec::new(),
            gold_session: Vec::new(),
            ..question.clone()
        })
    });
    set.asked(&format!("{}, nearly looked up", set.name), missed.collect())
}

/// What the documents hold, by the store they are in.
struct Shelves<'s> {
    set: &'s Set,
    /// The words of each document in order.
    words: Vec<Vec<String>>,
    /// Which documents of a store hold a stem.
    holding: HashMap<(&'s str, String), Vec<usize>>,
    /// Which documents of a store define a name.
    defining: HashMap<(&'s str, &'s str), Vec<usize>>,
}

impl<'s> Shelves<'s> {
    fn of(set: &'s Set) -> Self {
        let words: Vec<Vec<String>> = set.documents.iter().map(|document| words(&document.text)).collect();
        let (mut holding, mut defining): (HashMap<_, Vec<usize>>, HashMap<_, Vec<usize>>) = (HashMap::new(), HashMap::new());
        for (n, document) in set.documents.iter().enumerate() {
            for stem in words[n].iter().map(|word| stem(word)).collect::<BTreeSet<_>>() {
                holding.entry((document.group.as_str(), stem)).or_default().push(n);
            }
            if let Some(name) = defined(document) {
                defining.entry((document.group.as_str(), name)).or_default().push(n);
            }
        }
        Self { set, words, holding, defining }
    }

    fn holding(&self, n: usize, word: &str) -> &[usize] {
        self.holding.get(&(self.set.documents[n].group.as_str(), stem(word))).map_or(&[], Vec::as_slice)
    }

    /// The documents that hold all of some words.
    fn holding_all(&self, n: usize, words: &[&str]) -> Vec<usize> {
        let Some((first, rest)) = words.split_first() else { return Vec::new() };
        let holds = |document: &&usize| rest.iter().all(|word| self.holding(n, word).binary_search(document).is_ok());
        self.holding(n, first).iter().filter(holds).copied().collect()
    }

    /// The words of a document that somebody may look up, rarest first; of those equally rare, in an order that says nothing.
    fn telling(&self, n: usize) -> Vec<&str> {
        let says = |word: &&str| word.chars().count() >= LETTERS_MIN && word.starts_with(char::is_alphabetic) && !is_stop(word);
        let distinct: BTreeSet<&str> = self.words[n].iter().map(String::as_str).filter(says).collect();
        let mut telling: Vec<&str> = distinct.into_iter().collect();
        telling.sort_by_key(|word| (self.holding(n, word).len(), Digest::of(word.as_bytes()).0));
        telling
    }

    /// A question that a document answers.
    fn question(&self, n: usize, query: String) -> Question {
        let document = &self.set.documents[n];
        Question {
            id: format!("{}/{}", document.group, document.id),
            group: document.group.clone(),
            query,
            gold: vec![document.id.clone()],
            gold_session: document.session.iter().cloned().collect(),
            kind: String::new(),
            ts: None,
        }
    }

    /// Asks in one of several ways.
    fn framed(&self, n: usize, what: &str) -> Question {
        let frames = if is_code(&self.set.documents[n]) { CODE } else { TEXT };
        let frame = frames[usize::from(Digest::of(what.as_bytes()).0[0]) % frames.len()];
        self.question(n, frame.replace("{}", what))
    }
}

/// A word that nothing else holds.
fn word(shelves: &Shelves<'_>, n: usize) -> Option<Question> {
    let word = *shelves.telling(n).first()?;
    (shelves.holding(n, word).len() == 1).then(|| shelves.framed(n, word))
}

/// The name of a function, of several words, that nothing else defines.
fn name(shelves: &Shelves<'_>, n: usize) -> Option<Question> {
    let document = &shelves.set.documents[n];
    let name = defined(document).filter(|name| words(name).len() > 1)?;
    (shelves.defining.get(&(document.group.as_str(), name))?.len() == 1).then(|| shelves.framed(n, name))
}

/// Two or three rare words that nothing else holds together.
fn some_words(shelves: &Shelves<'_>, n: usize) -> Option<Question> {
    let rare: Vec<&str> = shelves.telling(n).into_iter().filter(|word| (2..=HOLDING_MAX).contains(&shelves.holding(n, word).len())).collect();
    let chosen = (2..=3).filter_map(|count| rare.get(..count)).find(|some| shelves.holding_all(n, some) == [n])?;
    Some(shelves.question(n, chosen.join(" ")))
}

/// A few words that stand one after another only here.
fn phrase(shelves: &Shelves<'_>, n: usize) -> Option<Question> {
    let said = &shelves.words[n];
    let last = said.len().checked_sub(PHRASE)?;
    let start = usize::from(Digest::of(shelves.set.documents[n].id.as_bytes()).0[1]) % (last + 1);
    let phrase = &said[start..start + PHRASE];
    let all: Vec<&str> = phrase.iter().map(String::as_str).collect();
    let telling = all.iter().filter(|word| !is_stop(word)).count();
    let elsewhere = |other: &usize| *other != n && shelves.words[*other].windows(PHRASE).any(|words| words == phrase);
    (telling > 1 && !shelves.holding_all(n, &all).iter().any(elsewhere)).then(|| shelves.question(n, all.join(" ")))
}

/// A word that several hold, but only one of them from that day and the week around it.
fn on_a_day(shelves: &Shelves<'_>, n: usize) -> Option<Question> {
    let at = |n: usize| moment(shelves.set.documents[n].ts.as_deref()?);
    let day = |moment: Moment| moment.millis().div_euclid(DAY_MS);
    let own = at(n)?;
    let alone = |word: &&str| {
        let holding = shelves.holding(n, word);
        WITH_A_DAY.contains(&holding.len())
            && holding.iter().filter(|other| at(**other).is_some_and(|at| (day(at) - day(own)).abs() < 14)).count() == 1
    };
    let telling = shelves.telling(n);
    let word = telling.iter().find(|word| alone(word))?;
    let (frame, after) = DAYS[usize::from(Digest::of(word.as_bytes()).0[2]) % DAYS.len()];
    let date = own.to_string();
    let query = frame.replace("{}", word).replace("{day}", date.get(..10)?);
    Some(Question { ts: Some(own.plus(after * DAY_MS).to_string()), ..shelves.question(n, query) })
}

/// The name that a document of code defines first.
fn defined(document: &Document) -> Option<&str> {
    let rest = document.text.split_once("def ").or_else(|| document.text.split_once("class "))?.1;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| name.len() >= LETTERS_MIN && !name.starts_with('_'));
    name.filter(|_| is_code(document))
}
