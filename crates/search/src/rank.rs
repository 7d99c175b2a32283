//! Which of a few items answer a query best. Any word that says something may match; more and rarer words rank higher.

use crate::{
    said::{Keyword, Said},
    text,
};

/// The items that say one of these words, best first, and the others. Items of equal score keep the order they came in.
pub fn rank<T>(keywords: &[Keyword], items: Vec<T>, text: impl Fn(&T) -> &str) -> (Vec<T>, Vec<T>) {
    let said: Vec<Said> = items.iter().map(|item| Said::of(text(item))).collect();
    let spread: Vec<u64> = keywords.iter().map(|keyword| said.iter().filter(|said| said.says(keyword)).count() as u64).collect();
    let score = |said: &Said| -> u64 {
        let hits = keywords.iter().zip(&spread).filter(|(keyword, _)| said.says(keyword));
        // A word that few items share says more; integers, so that every machine ranks alike.
        hits.map(|(_, holding)| 1_000 + 10_000 / (*holding).max(1)).sum()
    };
    let (mut scored, rest): (Vec<_>, Vec<_>) = said.iter().map(score).zip(items).partition(|(score, _)| *score > 0);
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score)); // stable: ties keep their order
    let only = |list: Vec<(u64, T)>| list.into_iter().map(|(_, item)| item).collect();
    (only(scored), only(rest))
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

#[cfg(test)]
mod tests {
    use super::{keywords, mentioned, rank};
    use crate::Keyword;

    fn ranked(query: &str) -> Vec<&'static str> {
        rank(&Keyword::any(query), vec!["use WAL mode", "use one file", "approved by a human", "the file is in WAL mode"], |t| t).0
    }

    #[test]
    fn more_and_rarer_words_come_first_and_ties_keep_their_order() {
        assert_eq!(ranked("wal file"), ["the file is in WAL mode", "use WAL mode", "use one file"]);
        assert_eq!(ranked("approve"), ["approved by a human"]);
        assert_eq!(ranked("use"), ["use WAL mode", "use one file"]);
        assert!(ranked("nothing of that").is_empty() && ranked("…").is_empty());
        assert_eq!(ranked("how is the approval given by a human"), ["approved by a human"], "what says nothing matches nothing");
        assert_eq!(ranked("in the"), ["the file is in WAL mode"], "unless nothing else is asked");
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
