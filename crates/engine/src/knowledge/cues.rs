//! Finds cue words: that something is left to do, that something is in doubt, whom a text names. Whole words only, so that `blocked` is never found
//! in `unblocked`. Not here: what any of it means.

use std::collections::BTreeSet;

/// Words that something is left to do.
const UNRESOLVED: [&[&str]; 12] = [
    &["todo"],
    &["todos"],
    &["action", "item"],
    &["action", "items"],
    &["follow", "up"],
    &["unresolved"],
    &["remain"],
    &["remains"],
    &["remaining"],
    &["blocked"],
    &["next", "step"],
    &["next", "steps"],
];
/// Words that something is in doubt.
const CONFLICT: [&[&str]; 8] = [
    &["contradiction"],
    &["contradictions"],
    &["rollback"],
    &["rollbacks"],
    &["stale"],
    &["counterexample"],
    &["counterexamples"],
    &["contradicted"],
];
/// Capitalised because a sentence begins with them.
const BEGINNINGS: [&str; 7] = ["The", "This", "That", "These", "When", "What", "And"];
/// Names told at most.
const NAMES_MAX: usize = 50;

/// Whether a text says that something is left to do.
pub(crate) fn is_unresolved(text: &str) -> bool {
    says(text, &UNRESOLVED)
}

/// Whether a text says that something is in doubt.
pub(crate) fn is_in_conflict(text: &str) -> bool {
    says(text, &CONFLICT)
}

fn says(text: &str, cues: &[&[&str]]) -> bool {
    let words = search::text::words(text);
    cues.iter().any(|cue| words.windows(cue.len()).any(|said| said == *cue))
}

/// What texts name: words that begin with a capital, each once, as they appear.
pub(crate) fn names<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut names = Vec::new();
    let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-'));
    for word in words.map(|word| word.trim_matches(['-', '_'])) {
        let is_name = word.chars().next().is_some_and(char::is_uppercase)
            && word.chars().nth(1).is_some()
            && !BEGINNINGS.contains(&word)
            && !search::text::is_stop(&word.to_lowercase());
        if is_name && known.insert(word) {
            names.push(word.to_owned());
            if names.len() == NAMES_MAX {
                break;
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_whole_words() {
        let table = [
            ("TODO: rotate the key", true, false),
            ("a follow-up is due", true, false),
            ("The next step: deploy", true, false),
            ("two action items", true, false),
            ("it was unblocked, and nothing remainders", false, false),
            ("step next to it", false, false),
            ("after the rollback", false, true),
            ("the counterexample stands", false, true),
            ("it stales quickly; stalemate", false, false),
        ];
        for (text, unresolved, conflict) in table {
            assert_eq!((is_unresolved(text), is_in_conflict(text)), (unresolved, conflict), "{text}");
        }
    }

    #[test]
    fn names_begin_with_a_capital_and_come_once() {
        let told = names(["The WAL of SQLite, said Ana.", "What did Ana do? I do not know: A-1."].into_iter());
        assert_eq!(told, ["WAL", "SQLite", "Ana", "A-1"]);
    }
}
