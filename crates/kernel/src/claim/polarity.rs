//! Whether two statements contradict each other, by rules that can be read: no language model, the same answer everywhere.
//!
//! Two statements oppose each other when they speak of the same subject and take opposite sides: one is negated, one says
//! the antonym, they name another number for the same thing, or they choose differently. Not here: which statements to
//! compare, and what to do about it. A finding is an explanation for a human, never a fact.

use super::Confidence;
use crate::text::Slice;
use std::collections::BTreeSet;

/// Why two statements cannot both be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opposition {
    /// How sure the finding is.
    pub confidence: Confidence,
    /// The rule that found it.
    pub rule: Rule,
    /// What a person is told.
    pub explanation: String,
}

/// The ways to oppose each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Rule {
    /// One says always, the other never
    Always,
    /// One is negated, the other is not
    Negation,
    /// One says the contrary word
    Antonym,
    /// Another number or version for the same thing
    Number,
    /// Use this, use that
    Choice,
}

/// A rule's weights, in hundredths: the least share of subject words that the smaller statement must have in common with
/// the other, what the rule is worth then, and what full agreement on the subject adds.
const fn weights(rule: Rule) -> (u32, u32, u32) {
    match rule {
        Rule::Always => (50, 70, 28),
        Rule::Negation => (60, 58, 37),
        Rule::Antonym => (50, 55, 38),
        Rule::Number => (60, 52, 38),
        Rule::Choice => (34, 55, 35),
    }
}

const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "none",
    "neither",
    "nor",
    "without",
    "avoid",
    "stop",
    "cannot",
    "can't",
    "don't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "won't",
    "wouldn't",
    "shouldn't",
    "mustn't",
    "couldn't",
    "hasn't",
    "haven't",
    "forbidden",
    "prohibited",
];
const ALWAYS: &[&str] = &["always", "every", "must"];
const NEVER: &[&str] = &["never", "mustn't"];
const CHOICES: &[&str] =
    &["use", "using", "adopt", "choose", "chose", "chosen", "prefer", "pick", "go", "going", "switch", "settle", "settled", "keep", "store", "write"];
/// Pairs that cannot both be said of one thing.
const ANTONYMS: &[(&str, &str)] = &[
    ("enable", "disable"),
    ("enabled", "disabled"),
    ("allow", "deny"),
    ("allow", "forbid"),
    ("allowed", "forbidden"),
    ("accept", "reject"),
    ("on", "off"),
    ("true", "false"),
    ("sync", "async"),
    ("synchronous", "asynchronous"),
    ("public", "private"),
    ("mutable", "immutable"),
    ("safe", "unsafe"),
    ("required", "optional"),
    ("include", "exclude"),
    ("add", "remove"),
    ("fast", "slow"),
    ("faster", "slower"),
    ("increase", "decrease"),
    ("before", "after"),
    ("first", "last"),
    ("local", "remote"),
    ("stateless", "stateful"),
    ("static", "dynamic"),
    ("cold", "hot"),
    ("open", "closed"),
    ("succeeds", "fails"),
    ("works", "fails"),
    ("works", "breaks"),
    ("tabs", "spaces"),
    ("strict", "lenient"),
    ("serial", "parallel"),
    ("sequential", "parallel"),
    ("encrypted", "plaintext"),
];
const NUMBERS: &[(&str, &str)] = &[
    ("zero", "0"),
    ("one", "1"),
    ("single", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("twelve", "12"),
];
/// Words that say nothing of the subject.
const EMPTY: &[&str] = &[
    "a", "an", "on", "off", "the", "is", "are", "was", "were", "be", "been", "it", "its", "this", "that", "these", "those", "we", "our", "i", "you",
    "they", "of", "to", "in", "for", "by", "with", "from", "at", "as", "and", "or", "but", "if", "when", "then", "so", "do", "does", "did", "has",
    "have", "had", "will", "would", "should", "shall", "can", "could", "may", "might", "let's", "let", "us", "there", "here", "than", "only", "also",
    "just", "very", "all", "each", "any", "more", "most", "into", "over", "must", "always", "every", "decided", "turns", "out", "til", "learned",
    "note", "version",
];

/// A statement, taken apart.
#[derive(Debug)]
struct Statement {
    words: Vec<String>,
    /// What it speaks of.
    subject: BTreeSet<String>,
    numbers: BTreeSet<String>,
    negations: Vec<String>,
}

impl Statement {
    fn read(text: &str) -> Self {
        let mut read = Self { words: words(text), subject: BTreeSet::new(), numbers: BTreeSet::new(), negations: Vec::new() };
        for word in &read.words {
            if NEGATIONS.contains(&word.as_str()) {
                read.negations.push(word.clone());
            } else if let Some((_, digits)) = NUMBERS.iter().find(|(name, _)| name == word) {
                read.numbers.insert((*digits).to_owned());
            } else if word.strip_prefix('v').unwrap_or(word).starts_with(|c: char| c.is_ascii_digit()) {
                read.numbers.insert(word.strip_prefix('v').unwrap_or(word).to_owned());
            } else if !EMPTY.contains(&word.as_str()) && !CHOICES.contains(&word.as_str()) {
                read.subject.insert(singular(word));
            }
        }
        read
    }

    fn says(&self, any: &[&str]) -> Option<&str> {
        self.words.iter().map(String::as_str).find(|word| any.contains(word))
    }

    fn negated(&self) -> bool {
        self.negations.len() % 2 == 1
    }
}

/// Lower-case words; apostrophes and the points of a version stay inside.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'");
    let parts = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '.' | '_')));
    parts.map(|word| word.trim_matches(|c| matches!(c, '\'' | '.')).to_owned()).filter(|word| !word.is_empty()).collect()
}

/// One form for a noun, whatever its number: enough to see that two statements speak of the same thing.
fn singular(word: &str) -> String {
    match word {
        short if short.len() <= 3 || short.ends_with("ss") || short.ends_with("us") || short.ends_with("is") => short.to_owned(),
        word if word.ends_with("ies") => format!("{}y", word.slice(..word.len() - 3)),
        word if word.ends_with("ches") || word.ends_with("shes") || word.ends_with("xes") => word.slice(..word.len() - 2).to_owned(),
        word => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

/// Whether two statements oppose each other, and why. It does not matter which comes first.
pub fn opposition(one: &str, other: &str) -> Option<Opposition> {
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    let (a, b) = (Statement::read(one), Statement::read(other));
    let contrary = antonym(&a, &b);
    // Two turns lead back: never to enable and to disable are the same.
    let turned = a.negated() != b.negated();
    let mut found: Vec<(Rule, String, Vec<&str>)> = Vec::new();
    match (&contrary, turned) {
        (Some((left, right)), false) => found.push((Rule::Antonym, format!("one says \"{left}\", the other \"{right}\""), vec![left, right])),
        (None, true) => {
            let extremes = a.says(ALWAYS).zip(b.says(NEVER)).or_else(|| b.says(ALWAYS).zip(a.says(NEVER)));
            if let Some((always, never)) = extremes {
                found.push((Rule::Always, format!("one says \"{always}\", the other \"{never}\""), vec![]));
            }
            let word = a.negations.first().or_else(|| b.negations.first()).map_or("not", String::as_str);
            found.push((Rule::Negation, format!("one says \"{word}\", the other does not"), vec![]));
        }
        (None, false) => {
            if !a.numbers.is_empty() && !b.numbers.is_empty() && a.numbers.is_disjoint(&b.numbers) {
                let list = |numbers: &BTreeSet<String>| numbers.iter().cloned().collect::<Vec<_>>().join(", ");
                found.push((Rule::Number, format!("one says {}, the other {}", list(&a.numbers), list(&b.numbers)), vec![]));
            }
            let differ: Vec<_> = [(&a, &b), (&b, &a)].iter().filter_map(|(this, that)| this.subject.difference(&that.subject).next()).collect();
            if let ([left, right], Some(_), Some(_), false) = (differ.as_slice(), a.says(CHOICES), b.says(CHOICES), a.negated()) {
                found.push((Rule::Choice, format!("one chooses \"{left}\", the other \"{right}\""), vec![]));
            }
        }
        (Some(_), true) => {}
    }
    let weighed = found.into_iter().filter_map(|(rule, how, sides)| weigh(rule, &how, &sides, &a, &b));
    weighed.max_by_key(|o| (o.confidence, std::cmp::Reverse(o.rule)))
}

/// The contrary words of the two, if there are any.
fn antonym(a: &Statement, b: &Statement) -> Option<(&'static str, &'static str)> {
    let has = |statement: &Statement, word: &str| statement.words.iter().any(|w| w == word);
    let only = |this: &Statement, that: &Statement, word: &str| has(this, word) && !has(that, word);
    ANTONYMS.iter().copied().find_map(|(left, right)| {
        let (forth, back) = (only(a, b, left) && only(b, a, right), only(a, b, right) && only(b, a, left));
        if forth { Some((left, right)) } else { back.then_some((right, left)) }
    })
}

/// How sure a finding is: the more of the subject they share, the surer.
fn weigh(rule: Rule, how: &str, sides: &[&str], a: &Statement, b: &Statement) -> Option<Opposition> {
    let about = |statement: &Statement| -> BTreeSet<String> {
        let sides: Vec<String> = sides.iter().map(|side| singular(side)).collect();
        statement.subject.iter().filter(|word| !sides.contains(word)).cloned().collect()
    };
    let (left, right) = (about(a), about(b));
    let shared: Vec<&str> = left.intersection(&right).map(String::as_str).collect();
    let smaller = left.len().min(right.len());
    if shared.is_empty() || smaller == 0 {
        return None;
    }
    let share = u32::try_from(shared.len() * 100 / smaller).unwrap_or(0);
    let (least, base, more) = weights(rule);
    if share < least {
        return None;
    }
    let confidence = Confidence::hundredths(u8::try_from(base + more * share / 100).unwrap_or(100));
    Some(Opposition { confidence, rule, explanation: format!("{how}, about {}", shared.join(", ")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_take_opposite_sides_are_found_by_their_rule() {
        let table = [
            ("Always seal a decision", "Never seal a decision", Rule::Always, 98),
            ("The cache is not cleared on restart", "The cache is cleared on restart", Rule::Negation, 95),
            ("We don't retry failed uploads", "We retry failed uploads", Rule::Negation, 95),
            ("Enable WAL for the store", "Disable WAL for the store", Rule::Antonym, 93),
            ("The build works when HOME is empty", "The build fails when HOME is empty", Rule::Antonym, 93),
            ("We use one file", "We use two files", Rule::Number, 90),
            ("The server listens on port 8080", "The server listens on port 9090", Rule::Number, 90),
            ("Pin tokio to 1.38.0", "Pin tokio to v1.40.2", Rule::Number, 90),
            ("Use SQLite for the ledger", "Use PostgreSQL for the ledger", Rule::Choice, 72),
            ("We decided to use rust for parsers", "Let's go with python for parsers", Rule::Choice, 72),
        ];
        for (one, other, rule, points) in table {
            for (left, right) in [(one, other), (other, one)] {
                let found = opposition(left, right).unwrap_or_else(|| panic!("`{left}` and `{right}` do not oppose each other"));
                assert_eq!((found.rule, found.confidence.points()), (rule, points), "{left} / {right}: {}", found.explanation);
            }
        }
    }

    #[test]
    fn statements_that_agree_or_speak_of_other_things_are_left_alone() {
        let table = [
            ("We use one file", "We use one file"),
            ("Never enable the cache", "Disable the cache"),
            ("Don't use tabs for indentation", "Use spaces for indentation"),
            ("Always seal a decision", "Never push on a Friday"),
            ("Use SQLite for the ledger", "Use dark colours for the console"),
            ("The server listens on port 8080", "The worker has 4 threads"),
            ("No unwrap in this file", "Nobody reads the log at night"),
            ("", "Never"),
            ("Use WAL", "Use two files"),
        ];
        for (one, other) in table {
            assert_eq!(opposition(one, other), None, "{one} / {other}");
        }
    }

    #[test]
    fn a_finding_says_what_it_saw() {
        let found = opposition("Always seal a decision", "Never seal a decision").expect("opposed");
        assert_eq!(found.explanation, "one says \"always\", the other \"never\", about decision, seal");
        let found = opposition("Use SQLite for the ledger", "Use PostgreSQL for the ledger").expect("opposed");
        assert_eq!(found.explanation, "one chooses \"postgresql\", the other \"sqlite\", about ledger");
    }
}
