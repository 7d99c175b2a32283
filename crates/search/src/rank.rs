//! Which of a few items answer a query best. Any word may match; more and rarer words rank higher.

use crate::text;
use std::collections::BTreeMap;

/// Keeps the items that share a word with the query, best first. Items of equal score keep the order they came in.
pub fn rank<T>(query: &str, items: Vec<T>, text: impl Fn(&T) -> &str) -> Vec<T> {
    let wanted = words(query);
    let bags: Vec<Vec<String>> = items.iter().map(|item| words(text(item))).collect();
    let mut spread: BTreeMap<&str, usize> = BTreeMap::new();
    for word in &wanted {
        spread.insert(word, bags.iter().filter(|bag| bag.iter().any(|w| matches(w, word))).count());
    }
    let score = |bag: &Vec<String>| -> u64 {
        let hits = wanted.iter().filter(|word| bag.iter().any(|w| matches(w, word)));
        // A word that few items share says more; integers, so that every machine ranks alike.
        hits.map(|word| 1_000 + 10_000 / spread.get(word.as_str()).copied().unwrap_or(1).max(1) as u64).sum()
    };
    let mut scored: Vec<(u64, T)> = bags.iter().map(score).zip(items).filter(|(score, _)| *score > 0).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score)); // stable: ties keep their order
    scored.into_iter().map(|(_, item)| item).collect()
}

/// The words of a question that say something, each once, in order.
pub fn keywords(question: &str) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for word in text::words(question) {
        if !text::is_stop(&word) && !kept.contains(&word) {
            kept.push(word);
        }
    }
    kept
}

/// Which of these keywords a text mentions: as a word, as another form of it, or as the beginning of a longer one. Never inside
/// a word: `til` is not in `until`.
pub fn mentioned<'k>(keywords: &'k [String], text: &str) -> Vec<&'k str> {
    let words: Vec<(String, String)> = text::words(text).into_iter().map(|word| (text::stem(&word), word)).collect();
    let says = |keyword: &str| {
        let stem = text::stem(keyword);
        words.iter().any(|(of, word)| *of == stem || matches(word, keyword))
    };
    keywords.iter().map(String::as_str).filter(|keyword| says(keyword)).collect()
}

/// A longer word matches its beginning from four letters on: "approve" finds "approved".
fn matches(found: &str, wanted: &str) -> bool {
    found == wanted || (wanted.chars().count() >= 4 && found.starts_with(wanted))
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    words.sort();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::{keywords, mentioned, rank};

    fn ranked(query: &str) -> Vec<&'static str> {
        rank(query, vec!["use WAL mode", "use one file", "approved by a human", "the file is in WAL mode"], |t| t)
    }

    #[test]
    fn more_and_rarer_words_come_first_and_ties_keep_their_order() {
        assert_eq!(ranked("wal file"), ["the file is in WAL mode", "use WAL mode", "use one file"]);
        assert_eq!(ranked("approve"), ["approved by a human"]);
        assert_eq!(ranked("use"), ["use WAL mode", "use one file"]);
        assert!(ranked("nothing of that").is_empty() && ranked("…").is_empty());
    }

    #[test]
    fn keywords_are_said_whole_or_begun_and_never_found_inside_a_word() {
        let of = |question: &str, text: &str| mentioned(&keywords(question), text).join(" ");
        assert_eq!(of("understand the auth flow", "authentication"), "auth");
        assert_eq!(of("how is a token checked", "Tokens are checked by the gate"), "token checked");
        assert_eq!(of("til", "until the utility ends"), "");
        assert_eq!(of("the a how", "the whole"), "", "what says nothing matches nothing");
        assert_eq!(keywords("Auth auth AUTH"), ["auth"]);
    }
}
