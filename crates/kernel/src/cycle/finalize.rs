//! What a draft may not say without saying more. The words are never changed; what is wrong with them is listed, and one
//! line sums it up.

use super::{State, Trust};
use crate::text::Slice;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Phrases that claim research.
const RESEARCH: &[&str] = &["research shows", "studies indicate", "studies show", "according to", "experts say", "evidence suggests"];
/// Phrases that guess.
const GUESSES: &[&str] =
    &["i think", "i guess", "i believe", "i assume", "maybe", "perhaps", "probably", "possibly", "might be", "could be", "not sure", "it seems"];
/// From so many guesses on, an answer is a guess.
const GUESSES_MAX: usize = 3;
/// Phrases that promise too much.
const ABSOLUTE: &[&str] = &["always works", "guaranteed", "100%", "never fails", "impossible to"];
/// Words of a procedure.
const PROCEDURE: &[&str] = &["first", "then", "next", "finally", "step", "afterwards"];
/// From so many characters on, a procedure is numbered.
const PROCEDURE_CHARS: usize = 200;
/// What counts people.
const COUNTED: &[&str] = &["users", "people", "cases", "instances"];
/// Characters of a title that are looked for.
const TITLE_CHARS: usize = 30;
/// Words that turn a sentence into its contrary; they are not part of what it is about.
const TURNS: &[&str] = &["not", "never", "no", "cannot", "nor", "without", "always"];
/// Words of a memory that a sentence must share to speak of the same.
const ABOUT_WORDS_MIN: usize = 2;
/// Shorter words are about nothing.
const WORD_CHARS_MIN: usize = 3;
/// How an inference is marked.
const INFERENCE: &str = "[inference]";

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Severity {
    /// Good to know
    Info,
    /// To be checked
    Warning,
    /// Not to be said
    Error,
}

/// Whether a draft can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schemars(inline)]
pub enum Integrity {
    /// It can
    Ok,
    /// Someone should look at it
    NeedsVerification,
    /// It cannot
    Blocked,
}

impl Integrity {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::NeedsVerification => "NEEDS_VERIFICATION",
            Self::Blocked => "BLOCKED",
        }
    }

    /// The line below an answer.
    pub fn line(self) -> String {
        format!("[INTEGRITY: {}]", self.name())
    }
}

/// Something wrong with a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[schemars(inline)]
pub struct Violation {
    /// The rule
    pub rule: &'static str,
    /// How bad it is
    pub severity: Severity,
    /// What is wrong
    pub message: String,
    /// The cells it is about
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// A cell that the draft was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it says.
    pub body: String,
    /// What it has become.
    pub state: State,
    /// How far it is trusted.
    pub trust: Trust,
    /// How much speaks against it.
    pub contradictions: u32,
}

/// Looks at a draft, with the cells it was made from, and the rules that were broken so often that breaking them again
/// blocks.
pub fn finalize(draft: &str, cells: &[Cited], escalated: &BTreeSet<String>) -> Vec<Violation> {
    let lower = draft.to_lowercase();
    let cites = cites(&lower);
    let mut found: Vec<(&'static str, Severity, &str, Vec<String>)> = Vec::new();
    if !cites && says_any(&lower, RESEARCH) {
        found.push(("no_implied_research", Severity::Warning, "Draft claims research/evidence without citations", Vec::new()));
    }
    if !cites && falsely_precise(&lower) {
        found.push(("no_false_precision", Severity::Warning, "Draft contains specific numbers without cited source", Vec::new()));
    }
    let inferred = cells.iter().filter(|cell| cell.trust < Trust::of(2) && mentions(&lower, &cell.title));
    let inferred: Vec<String> = inferred.map(|cell| cell.id.clone()).collect();
    if !inferred.is_empty() && !lower.contains(INFERENCE) {
        found.push(("inference_labeling", Severity::Info, "Draft rests on memory that is little trusted; mark it with [Inference]", inferred));
    }
    if GUESSES.iter().map(|phrase| times(&lower, phrase)).sum::<usize>() >= GUESSES_MAX {
        found.push(("no_guessing", Severity::Warning, "Draft guesses; ask instead", Vec::new()));
    }
    let contested: Vec<String> = cells.iter().filter(|cell| cell.contradictions >= 1).map(|cell| cell.id.clone()).collect();
    if !contested.is_empty() {
        found.push(("contradiction_notice", Severity::Info, "Draft rests on memory that something speaks against", contested));
    }
    let denied: Vec<String> =
        cells.iter().filter(|cell| cell.state == State::Stable && contradicts(&lower, &cell.body)).map(|cell| cell.id.clone()).collect();
    if !denied.is_empty() {
        found.push(("contradicts_memory", Severity::Error, "Draft says the contrary of memory that is stable", denied));
    }
    if says_any(&lower, ABSOLUTE) {
        found.push(("unsafe_assumption", Severity::Warning, "Draft contains absolute claims that may be unsafe assumptions", Vec::new()));
    }
    let procedure = draft.chars().count() > PROCEDURE_CHARS && PROCEDURE.iter().filter(|word| times(&lower, word) > 0).count() >= 2;
    if procedure && !draft.lines().any(is_numbered) {
        found.push(("procedural_numbering", Severity::Info, "Draft describes steps without numbering them", Vec::new()));
    }
    found
        .into_iter()
        .map(|(rule, severity, message, cells)| {
            let again = severity == Severity::Warning && escalated.contains(rule);
            let message = if again { format!("{message} (a policy by now: it was broken before)") } else { message.to_owned() };
            Violation { rule, severity: if again { Severity::Error } else { severity }, message, cells }
        })
        .collect()
}

/// What the violations come to.
pub fn integrity(violations: &[Violation]) -> Integrity {
    match violations.iter().map(|v| v.severity).max() {
        Some(Severity::Error) => Integrity::Blocked,
        Some(Severity::Warning) => Integrity::NeedsVerification,
        Some(Severity::Info) | None => Integrity::Ok,
    }
}

/// A citation: a number in brackets, an address, a document's name.
fn cites(lower: &str) -> bool {
    let bracketed =
        lower.split('[').skip(1).any(|rest| rest.split(']').next().is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())));
    bracketed || ["http://", "https://", "doi:", "arxiv:"].iter().any(|mark| lower.contains(mark))
}

fn says_any(lower: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| times(lower, phrase) > 0)
}

/// How often a phrase occurs as whole words.
fn times(lower: &str, phrase: &str) -> usize {
    let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    lower
        .match_indices(phrase)
        .filter(|(at, _)| outside(lower.slice(..*at).chars().next_back()) && outside(lower.slice(at + phrase.len()..).chars().next()))
        .count()
}

/// Whether a sentence of a draft speaks of what a memory says, and one of the two denies it.
fn contradicts(lower: &str, body: &str) -> bool {
    let body = body.to_lowercase();
    let about = about(&body);
    let mut sentences = lower.split(['.', '!', '?', '\n', ';']);
    about.len() >= ABOUT_WORDS_MIN && sentences.any(|sentence| about.is_subset(&self::about(sentence)) && denies(sentence) != denies(&body))
}

/// What a sentence is about.
fn about(lower: &str) -> BTreeSet<&str> {
    words(lower).filter(|word| word.chars().count() >= WORD_CHARS_MIN && !TURNS.contains(word) && !word.ends_with("n't")).collect()
}

fn denies(lower: &str) -> bool {
    words(lower).any(|word| (TURNS.contains(&word) && word != "always") || word.ends_with("n't"))
}

fn words(lower: &str) -> impl Iterator<Item = &str> {
    lower.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '_').filter(|word| !word.is_empty())
}

fn falsely_precise(lower: &str) -> bool {
    let words: Vec<&str> = lower.split_whitespace().collect();
    let percent = words.iter().any(|word| {
        word.find('%').is_some_and(|end| {
            let number: String =
                word.slice(..end).chars().rev().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<Vec<_>>().into_iter().rev().collect();
            number.split_once('.').is_some_and(|(whole, part)| !whole.is_empty() && !part.is_empty())
        })
    });
    let counted = words.windows(2).any(|pair| {
        let digits = pair[0].chars().filter(char::is_ascii_digit).count();
        let plain = pair[0].chars().all(|c| c.is_ascii_digit() || c == ',');
        digits >= 4 && plain && COUNTED.contains(&pair[1].trim_matches(|c: char| !c.is_alphanumeric()))
    });
    percent || counted
}

fn mentions(lower: &str, title: &str) -> bool {
    let start: String = title.to_lowercase().chars().take(TITLE_CHARS).collect();
    !start.trim().is_empty() && lower.contains(start.trim())
}

fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.trim_start().len() && (rest.starts_with('.') || rest.starts_with(')'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(draft: &str) -> Vec<&'static str> {
        finalize(draft, &[], &BTreeSet::new()).into_iter().map(|v| v.rule).collect()
    }

    #[test]
    fn each_rule_hears_its_own_words_and_no_others() {
        let long = "First open the file, then change the line, and finally save it. ".repeat(5);
        let table: [(&str, &[&str]); 14] = [
            ("Research shows 73.2% of users prefer it. It always works.", &["no_implied_research", "no_false_precision", "unsafe_assumption"]),
            ("Research shows it [1].", &[]),
            ("According to https://example.org it is so.", &[]),
            ("5000 users agree", &["no_false_precision"]),
            ("50 users agree", &[]),
            ("73% agree", &[]),
            ("maybe it is", &[]),
            ("Maybe. Perhaps. I think it could be so.", &["no_guessing"]),
            ("maybe maybe maybe", &["no_guessing"]),
            ("It never fails", &["unsafe_assumption"]),
            ("it is guaranteedly so", &[]),
            (&long, &["procedural_numbering"]),
            ("1. open\n2. close", &[]),
            ("", &[]),
        ];
        for (draft, expected) in table {
            assert_eq!(rules(draft), expected, "{draft}");
        }
    }

    #[test]
    fn cells_that_are_little_trusted_or_contested_are_named() {
        let cell = |id: &str, trust, contradictions| Cited {
            id: id.into(),
            title: "The cache is cold".into(),
            body: "The cache is cold.".into(),
            state: State::Observed,
            trust: Trust::of(trust),
            contradictions,
        };
        let found = finalize("I know that the cache is cold.", &[cell("a", 1, 0), cell("b", 3, 2)], &BTreeSet::new());
        let told: Vec<(&str, Vec<String>)> = found.into_iter().map(|v| (v.rule, v.cells)).collect();
        assert_eq!(told, [("inference_labeling", vec!["a".to_owned()]), ("contradiction_notice", vec!["b".to_owned()])]);
        assert!(finalize("[Inference] the cache is cold", &[cell("a", 1, 0)], &BTreeSet::new()).is_empty());
    }

    #[test]
    fn the_contrary_of_stable_memory_blocks() {
        let cell = |state| Cited {
            id: "a".into(),
            title: "Always run the tests".into(),
            body: "Always run the tests before a release.".into(),
            state,
            trust: Trust::of(2),
            contradictions: 0,
        };
        let blocks = |draft: &str, state| integrity(&finalize(draft, &[cell(state)], &BTreeSet::new())) == Integrity::Blocked;
        for (draft, expected) in [
            ("Never run the tests before a release.", true),
            ("It is late. Don't run the tests before the release of a friend; before release", true),
            ("Run the tests before a release.", false),
            ("Never run the tests.", false),
            ("", false),
        ] {
            assert_eq!(blocks(draft, State::Stable), expected, "{draft}");
        }
        assert!(!blocks("Never run the tests before a release.", State::Reinforced));
    }

    #[test]
    fn what_became_a_policy_blocks() {
        let escalated = BTreeSet::from(["unsafe_assumption".to_owned()]);
        let table = [("It always works", Integrity::Blocked), ("5000 users agree", Integrity::NeedsVerification), ("It may work", Integrity::Ok)];
        for (draft, expected) in table {
            assert_eq!(integrity(&finalize(draft, &[], &escalated)), expected, "{draft}");
        }
        assert_eq!(Integrity::Blocked.line(), "[INTEGRITY: BLOCKED]");
    }
}
