//! Which of a few items answer a query best. Any word that says something may match; more and rarer words rank higher.

use crate::{
    said::{Keyword, Said},
    text,
};

/// From so many items on, a word that more than a third of them says tells nothing, unless nothing else is asked.
const MANY: usize = 12;

/// How much of what these words tell each item says, in thousandths, in the order they came.
pub fn shares<T>(keywords: &[Keyword], items: &[T], text: impl Fn(&T) -> &str) -> Vec<u64> {
    let said: Vec<Said> = items.iter().map(|item| Said::of(text(item))).collect();
    let spread: Vec<usize> = keywords.iter().map(|keyword| said.iter().filter(|said| said.says(keyword)).count()).collect();
    let is_common = |holding: usize| items.len() >= MANY && holding * 3 > items.len();
    let all_common = spread.iter().all(|holding| is_common(*holding));
    // A word that few items share says more; integers, so that every machine ranks alike.
    let tells = |holding: usize| if is_common(holding) && !all_common { 0 } else { 1_000 + 10_000 / holding.max(1) as u64 };
    let all: u64 = spread.iter().map(|holding| tells(*holding)).sum();
    let share = |said: &Said| {
        let hits: u64 = keywords.iter().zip(&spread).filter(|(keyword, _)| said.says(keyword)).map(|(_, holding)| tells(*holding)).sum();
        if hits == 0 { 0 } else { (hits * 1_000 / all.max(1)).max(1) }
    };
    said.iter().map(share).collect()
}

/// The items that say one of these words, best first. Items of equal score keep the order they came in.
pub fn rank<T>(keywords: &[Keyword], items: Vec<T>, text: impl Fn(&T) -> &str) -> Vec<T> {
    let shares = shares(keywords, &items, text);
    let mut scored: Vec<(u64, T)> = shares.into_iter().zip(items).filter(|(share, _)| *share > 0).collect();
    scored.sort_by_key(|(share, _)| std::cmp::Reverse(*share)); // stable: ties keep their order
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

#[cfg(test)]
mod tests {
    use super::{keywords, mentioned, rank};
    use crate::Keyword;

    fn ranked(query: &str) -> Vec<&'static str> {
        rank(&Keyword::any(query), vec!["use WAL mode", "use one file", "approved by a human", "the file is in WAL mode"], |t| t)
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
    fn what_everybody_says_tells_nothing_unless_nothing_else_is_asked() {
        let items: Vec<String> = (0..20).map(|n| format!("we use tool{n}")).collect();
        let found = |query: &str| rank(&Keyword::any(query), items.clone(), |item| item.as_str());
        assert_eq!(found("do we use tool7"), ["we use tool7"]);
        assert!(found("what do we use for coffee").is_empty());
        assert_eq!(found("use").len(), 20);
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
