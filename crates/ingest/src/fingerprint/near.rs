//! Whether two texts say the same but for a few plain words.
//!
//! A number, a name, a negation or a word that turns a statement around must be the same in both, in the same order:
//! `port 8080` and `port 9090`, `do` and `do not`, `Ada pays Bob` and `Bob pays Ada` are different facts however long
//! the text around them. When in doubt texts are not near; that costs a copy, the other way costs a fact.
//!
//! Not here: finding candidates. The sketch of a fingerprint is for that.

use super::words::Words;
use std::{borrow::Cow, cell::OnceCell, collections::HashSet, sync::LazyLock};

/// Verifies that a text is so near to another that it need not be kept again.
pub fn is_near(a: &str, b: &str) -> bool {
    Compared::to(a).is_near(b)
}

/// A text that several are compared with. What that needs to know of it is found out once, and only as far as it is needed.
#[derive(Debug)]
pub struct Compared<'t> {
    text: &'t str,
    plain: OnceCell<String>,
    read: OnceCell<Read>,
}

/// Whether two texts have one sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sketches {
    /// They have, or nobody knows.
    MaybeSame,
    /// They have not, so their words are not the same throughout.
    Differ,
}

/// What came of comparing a text with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// They say the same.
    pub is_near: bool,
    /// Stands for the words of the other text that must be the same, where these were looked at: see [`Compared::requires`].
    pub kept: Option<u64>,
}

/// What a text must have in common with one that is near.
#[derive(Debug)]
struct Read {
    /// The words that must be the same, in order, hashed.
    kept: Vec<u64>,
    /// Its shingles, in order of their hashes.
    shingles: Vec<u64>,
}

impl<'t> Compared<'t> {
    /// The text to compare with.
    pub fn to(text: &'t str) -> Self {
        Self { text, plain: OnceCell::new(), read: OnceCell::new() }
    }

    /// Verifies that another text is near.
    pub fn is_near(&self, other: &str) -> bool {
        self.with(other, Sketches::MaybeSame).is_near
    }

    /// Verifies that another text is near, or would be if all plain words of both were in the singular. This is for showing a text
    /// once, not for keeping it once.
    pub fn is_near_in_one_number(&self, other: &str) -> bool {
        if self.is_near(other) {
            return true;
        }
        let (ours, theirs) = (Words::read(self.text, is_kept), Words::read(other, is_kept));
        ours.kept().eq(theirs.kept()) && are_near(&sorted(ours.shingles_in_one_number()), &sorted(theirs.shingles_in_one_number()))
    }

    /// Stands for the words that a near text with another sketch must have, too: what differs here is not near.
    pub fn requires(&self) -> u64 {
        summed(&self.read().kept)
    }

    /// Compares with another text.
    pub fn with(&self, other: &str, sketches: Sketches) -> Comparison {
        // Most copies are exact, and which words must be the same need not be found out for those.
        let is_same = || self.text == other || *self.plain.get_or_init(|| Words::of(self.text).into_text()) == Words::of(other).text();
        if sketches == Sketches::MaybeSame && is_same() {
            return Comparison { is_near: true, kept: None };
        }
        let ours = self.read();
        let words = Words::read(other, is_kept);
        let kept: Vec<u64> = words.kept().collect();
        let compared = |is_near| Comparison { is_near, kept: Some(summed(&kept)) };
        if kept != ours.kept {
            return compared(false);
        }
        let theirs = set(&words);
        compared(are_near(&ours.shingles, &theirs))
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(|| {
            let words = Words::read(self.text, is_kept);
            Read { kept: words.kept().collect(), shingles: set(&words) }
        })
    }
}

/// One number for many, in their order.
fn summed(kept: &[u64]) -> u64 {
    kept.iter().fold(0, |all, word| (all ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
}

/// Nine tenths of the longer one are in the shorter one; a Jaccard similarity of 0.9 implies it.
fn are_near(a: &[u64], b: &[u64]) -> bool {
    common(a, b) * 10 >= a.len().max(b.len()) * 9
}

fn set(words: &Words) -> Vec<u64> {
    sorted(words.shingles())
}

fn sorted(shingles: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut shingles: Vec<u64> = shingles.collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

/// How many two sorted lists have in common.
fn common(a: &[u64], b: &[u64]) -> usize {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut count = 0;
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => drop(a.next()),
            std::cmp::Ordering::Greater => drop(b.next()),
            std::cmp::Ordering::Equal => {
                count += 1;
                a.next();
                b.next();
            }
        }
    }
    count
}

/// Words that turn a statement around or give a number, a time or a degree.
#[rustfmt::skip] // a table of words, not a column of them
const TURNING: &[&str] = &[
    // Negations, in the languages people here wrote in
    "not", "never", "no", "none", "nobody", "nothing", "nowhere", "neither", "nor", "cannot", "without", "unless", "except", "hardly", "barely",
    "rarely", "seldom", "dont", "cant", "wont", "isnt", "doesnt", "didnt", "shouldnt", "non", "nicht", "kein", "keine", "nie", "niemals", "ohne",
    "pas", "jamais", "sans", "bez", "nigdy", "sin", "nunca", "не", "нет", "никогда", "без", "不", "没", "沒", "無", "无", "非", "未", "别", "勿",
    // Opposites
    "true", "false", "on", "off", "enabled", "disabled", "enable", "disable", "enables", "disables", "allow", "allowed", "allows", "deny", "denied",
    "denies", "yes", "before", "after", "accept", "accepted", "reject", "rejected", "approve", "approved", "add", "added", "remove", "removed",
    "create", "created", "delete", "deleted", "start", "started", "stop", "stopped", "increase", "increased", "decrease", "decreased", "up", "down",
    "above", "below", "over", "under", "left", "right", "open", "opened", "close", "closed", "success", "failure", "succeeded", "failed", "pass",
    "passes", "fails", "fail", "safe", "unsafe", "valid", "invalid", "public", "private", "internal", "external", "old", "new", "with", "from", "to",
    "synchronous", "asynchronous", "sync", "async", "read", "write", "love", "hate", "like", "dislike", "likes", "dislikes", "buy", "sell", "won", "lost",
    // Degrees and times
    "must", "should", "may", "might", "can", "could", "always", "sometimes", "often", "usually", "all", "some", "any", "only", "every", "both", "more",
    "less", "fewer", "most", "least", "min", "max", "minimum", "maximum", "previous", "next", "last", "today", "yesterday", "tomorrow", "deprecated",
    // Numbers and dates in words
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty", "thirty", "forty", "fifty",
    "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion", "first", "second", "third", "fourth", "half", "once", "twice",
    "double", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday",
    "wednesday", "thursday", "friday", "saturday", "sunday", "day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours",
    "minute", "minutes", "seconds", "staging", "production", "development",
];

/// Words that start sentences and so have a capital without being a name.
#[rustfmt::skip] // a table of words, not a column of them
const STARTING: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "it", "its", "we", "you", "i", "i'm", "i'd", "i've", "i'll", "in", "at", "if", "when", "for",
    "and", "but", "so", "there", "here", "they", "he", "she", "what", "how", "why", "where", "who", "please", "also", "then", "as", "by", "my", "our",
    "your", "is", "are", "was", "be", "of", "or", "let", "use", "run", "because", "since", "while", "now", "see",
];

/// The same, for looking up: every word of every text that is compared is looked for.
static TURNS: LazyLock<HashSet<&str>> = LazyLock::new(|| TURNING.iter().copied().collect());

/// Whether a word, as it was written, must be the same in both texts.
fn is_kept(word: &str) -> bool {
    let mut chars = word.chars();
    let capital = chars.next().is_some_and(char::is_uppercase);
    // Digits, marks, and capitals inside: numbers, operators, identifiers, paths.
    if word.contains(|c: char| !c.is_alphabetic() && !matches!(c, '\'' | '’' | '-')) || chars.any(char::is_uppercase) || word == "-" {
        return true;
    }
    // Most words are in small letters already.
    let lower = if word.is_ascii() && !capital { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase().replace('’', "'")) };
    if capital && !STARTING.contains(&&*lower) {
        return true;
    }
    lower.ends_with("n't") || lower.split('-').any(|part| TURNS.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_in_another_number_are_near_for_showing_and_facts_are_not() {
        let text = "A helper method that returns an expiration date for the session or none if the session is linked to the browser";
        let table = [
            (text.replace("the session", "the  sessions"), true),
            (text.replace("session is", "session is not"), false),
            (text.replace("A helper", "Ada, a helper"), false),
            (text.replace("browser", "8080"), false),
            ("An oven is fired with birch".into(), false),
        ];
        for (other, expected) in table {
            assert_eq!(Compared::to(text).is_near_in_one_number(&other), expected, "{other}");
        }
        assert!(!is_near(text, &text.replace("the session", "the  sessions")), "what is kept differs in more than a tenth");
    }
}
