//! What kind of belief a sentence is, when its author did not say. Deterministic: whole words only, ties settled by kind.

use super::{Confidence, Kind, Tag};
use crate::text::Slice;
use std::collections::BTreeSet;

/// A guess, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Classified {
    /// The kind.
    pub kind: Kind,
    /// How sure the guess is.
    pub confidence: Confidence,
    /// The phrases that decided it.
    pub signals: Vec<String>,
}

/// Phrases that give a kind away. One list per kind; the earlier kind wins a tie.
const PHRASES: [(Kind, &[&str]); 3] = [
    (
        Kind::Decision,
        &[
            "let's",
            "we should",
            "we will",
            "we'll",
            "decided to",
            "decided on",
            "decision:",
            "going with",
            "go with",
            "we chose",
            "chosen",
            "must use",
            "always use",
            "never use",
            "settled on",
            "agreed to",
            "agreed on",
            "adopt",
            "standardize on",
            "use",
            "switch to",
            "we use",
        ],
    ),
    (
        Kind::Learning,
        &[
            "til",
            "turns out",
            "realized",
            "realised",
            "learned that",
            "learnt that",
            "note:",
            "discovered",
            "found out",
            "it seems",
            "remember that",
            "gotcha",
            "caveat",
            "beware",
            "because",
            "the reason",
            "root cause",
            "fails when",
            "breaks when",
            "only works",
        ],
    ),
    (
        Kind::Idea,
        &[
            "what if",
            "could we",
            "could try",
            "maybe",
            "perhaps",
            "consider",
            "idea:",
            "explore",
            "might be worth",
            "would be nice",
            "it would be",
            "how about",
            "someday",
            "later we",
            "experiment with",
            "wonder if",
            "possibly",
        ],
    ),
];

/// Guesses the kind of a sentence.
pub fn classify(content: &str) -> Classified {
    let text = content.trim().to_lowercase();
    let mut best: Option<(u8, Kind, Vec<String>)> = None;
    let said = said(&text);
    for (kind, phrases) in PHRASES {
        let found: Vec<&str> = phrases.iter().copied().filter(|p| said.contains(p)).collect();
        let score = found.iter().map(|p| weight(&text, p)).max().unwrap_or(0);
        let score = if found.len() > 1 { (score + 10).min(100) } else { score };
        if score > best.as_ref().map_or(0, |(s, ..)| *s) {
            best = Some((score, kind, found.into_iter().map(str::to_owned).collect()));
        }
    }
    if text.ends_with('?') && best.as_ref().is_none_or(|(score, ..)| *score < 85) {
        best = Some((85, Kind::Idea, vec!["?".into()]));
    }
    match best {
        Some((score, kind, signals)) => Classified { kind, confidence: Confidence::hundredths(score), signals },
        None => Classified { kind: Kind::Idea, confidence: Confidence::hundredths(30), signals: vec![] },
    }
}

/// The labels that a text carries inside it, as `#labels`, in order. A number or a heading is none.
pub fn hashtags(content: &str) -> Vec<Tag> {
    let marked = content.split(|c: char| !(c.is_alphanumeric() || matches!(c, '#' | '_' | '-'))).filter_map(|word| word.strip_prefix('#'));
    marked.filter(|word| word.starts_with(char::is_alphabetic)).filter_map(|word| Tag::try_from(word.to_owned()).ok()).collect()
}

/// The longer the phrase and the earlier it stands, the surer the sign.
fn weight(text: &str, phrase: &str) -> u8 {
    match phrase.len() {
        _ if text.starts_with(phrase) => 85,
        10.. => 80,
        6.. => 75,
        _ => 70,
    }
}

/// The phrases that stand in a text. Where two overlap the longer one is meant: "we use" is one sign, not two.
fn said(text: &str) -> BTreeSet<&'static str> {
    let phrases = PHRASES.into_iter().flat_map(|(_, phrases)| phrases);
    let mut stands: Vec<(usize, &'static str)> = phrases.flat_map(|phrase| places(text, phrase).map(move |at| (at, *phrase))).collect();
    stands.sort_by_key(|(at, phrase)| (std::cmp::Reverse(phrase.len()), *at));
    let mut taken = vec![false; text.len()];
    let mut kept = BTreeSet::new();
    for (at, phrase) in stands {
        let place = &mut taken[at..at + phrase.len()];
        if !place.contains(&true) {
            place.fill(true);
            kept.insert(phrase);
        }
    }
    kept
}

/// Where `phrase` stands in `text` as whole words: "til" is not in "until".
fn places(text: &str, phrase: &str) -> impl Iterator<Item = usize> {
    text.match_indices(phrase).map(|(at, _)| at).filter(move |at| {
        let before = text.slice(..*at).chars().next_back();
        let after = text.slice(at + phrase.len()..).chars().next();
        // A hyphen or an underscore makes one word of two: "re-use" is no decision to use.
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        !joins(before) && (!joins(after) || !phrase.ends_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_inside_a_text_are_kept() {
        let told = |text| hashtags(text).into_iter().map(String::from).collect::<Vec<_>>();
        assert_eq!(told("Use WAL #Store #sqlite-3, (#store)"), ["store", "sqlite-3", "store"]);
        assert!(told("# Heading, issue #12, C# and a#b").is_empty());
    }

    #[test]
    fn sentences_give_their_kind_away() {
        let table = [
            ("Let's use SQLite in WAL mode", Kind::Decision),
            ("We decided to keep one file", Kind::Decision),
            ("TIL that FTS5 has no porter by default", Kind::Learning),
            ("The build fails when HOME is empty", Kind::Learning),
            ("What if we cached the seal checks?", Kind::Idea),
            ("Is there a faster hash?", Kind::Idea),
            ("Wait until the utility exits", Kind::Idea),
            ("grey", Kind::Idea),
        ];
        for (text, kind) in table {
            assert_eq!(classify(text).kind, kind, "{text}: {:?}", classify(text));
        }
        assert_eq!(classify("until the utility"), Classified { kind: Kind::Idea, confidence: Confidence::hundredths(30), signals: vec![] });
    }

    #[test]
    fn phrases_that_overlap_are_one_sign() {
        let table: [(&str, Kind, u8, &[&str]); 6] = [
            ("perhaps we use it", Kind::Idea, 85, &["perhaps"]),
            ("here we use it", Kind::Decision, 75, &["we use"]),
            ("here we always use it", Kind::Decision, 80, &["always use"]),
            ("it would be nice", Kind::Idea, 80, &["would be nice"]),
            ("we use a, and use b", Kind::Decision, 95, &["use", "we use"]),
            ("maybe use it, because it works", Kind::Idea, 85, &["maybe"]),
        ];
        for (text, kind, sure, signals) in table {
            let told = Classified { kind, confidence: Confidence::hundredths(sure), signals: signals.iter().map(|s| (*s).to_owned()).collect() };
            assert_eq!(classify(text), told, "{text}");
        }
    }
}
