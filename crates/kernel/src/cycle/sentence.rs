//! What a sentence says: a rule, a preference, a policy, a fact, or nothing worth keeping. Words alone decide.

use super::Lived;
use serde::{Deserialize, Serialize};

/// Shorter sentences say nothing.
const SENTENCE_MIN: usize = 5;
/// Longer ones are not a fact.
const FACT_MAX: usize = 200;
/// The key that marks a broken rule; the rule is the key after it.
const VIOLATION: &str = "behavioral_violation";

/// What kind of thing a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum CellKind {
    /// What is to be done
    Rule,
    /// What a person likes
    Preference,
    /// What is not to be done again
    Policy,
    /// What is so
    Fact,
}

impl CellKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Rule, Self::Preference, Self::Policy, Self::Fact];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Preference => "preference",
            Self::Policy => "policy",
            Self::Fact => "fact",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == word)
    }
}

impl Lived {
    /// The rule that was broken, if that is what was lived through.
    pub fn breaks(&self) -> Option<&str> {
        let at = self.keys.iter().position(|key| key == VIOLATION)?;
        self.keys.get(at + 1).map(String::as_str)
    }
}

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.trim().is_empty() {
            return None;
        }
        let mut end = rest.len();
        let mut after_mark = false;
        for (at, c) in rest.char_indices() {
            if after_mark && c.is_whitespace() {
                end = at;
                break;
            }
            after_mark = matches!(c, '.' | '!' | '?');
        }
        let (sentence, left) = rest.split_at(end);
        rest = left;
        Some(sentence.trim())
    })
    .filter(|sentence| sentence.chars().count() >= SENTENCE_MIN)
}

/// What kind of thing a sentence says, if it says one.
pub(super) fn kind_of(sentence: &str, one: &Lived) -> Option<CellKind> {
    let says = |any: &[&str]| words(sentence).any(|word| any.iter().any(|said| word.eq_ignore_ascii_case(said)));
    if says(&["always", "never", "must", "should"]) {
        return Some(CellKind::Rule);
    }
    if one.by_user && (says(&["prefer"]) || wants(sentence)) {
        return Some(CellKind::Preference);
    }
    if one.keys.iter().any(|key| [VIOLATION, "governance", "policy"].iter().any(|mark| key.contains(mark))) {
        return Some(CellKind::Policy);
    }
    // Something is something: a word before it and one after.
    let mut rest = words(sentence).skip(1).skip_while(|word| !word.eq_ignore_ascii_case("is"));
    let is = rest.next().is_some() && rest.next().is_some();
    (is && sentence.chars().count() < FACT_MAX).then_some(CellKind::Fact)
}

fn wants(sentence: &str) -> bool {
    let next = words(sentence).skip(1);
    words(sentence)
        .zip(next)
        .any(|(who, does)| who.eq_ignore_ascii_case("i") && ["want", "need", "like"].iter().any(|w| does.eq_ignore_ascii_case(w)))
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether a sentence says that something is not so.
pub(super) fn denies(body: &str) -> bool {
    words(body).any(|word| word.eq_ignore_ascii_case("not"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Moment;

    fn lived(keys: &[&str], said: &str, by_user: bool) -> Lived {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        Lived { id: "x".into(), keys, said: vec![said.to_owned()], by_user, at: Moment::from_millis(0) }
    }

    #[test]
    fn sentences_become_what_they_say() {
        let table = [
            (lived(&["a"], "You must close the file.", false), Some(CellKind::Rule)),
            (lived(&["a"], "I prefer tabs here.", true), Some(CellKind::Preference)),
            (lived(&["a"], "I need more time.", true), Some(CellKind::Preference)),
            (lived(&["a"], "They prefer tabs here.", false), None),
            (lived(&["behavioral_violation", "r"], "Draft guessed.", false), Some(CellKind::Policy)),
            (lived(&["governance"], "It passed.", false), Some(CellKind::Policy)),
            (lived(&["a"], "The cache is cold.", false), Some(CellKind::Fact)),
            (lived(&["a"], &format!("The cache is {}.", "c".repeat(200)), false), None),
            (lived(&["a"], "This mustard was fine.", false), None),
            (lived(&["a"], "is", false), None),
        ];
        for (one, kind) in table {
            let found = sentences(&one.said[0]).next().and_then(|sentence| kind_of(sentence, &one));
            assert_eq!(found, kind, "{}", one.said[0]);
        }
        let split: Vec<&str> = sentences("One is here. Two! No.5 stays? Yes it does").collect();
        assert_eq!(split, ["One is here.", "No.5 stays?", "Yes it does"]);
    }

    #[test]
    fn a_broken_rule_is_the_key_after_the_mark() {
        assert_eq!(lived(&["Process", "behavioral_violation", "no_guessing"], "x", false).breaks(), Some("no_guessing"));
        assert_eq!(lived(&["behavioral_violation"], "x", false).breaks(), None);
        assert_eq!(lived(&["no_guessing"], "x", false).breaks(), None);
    }
}
