//! Words that say nothing by themselves: the index of words leaves them out, so which they are is part of a stored format.

/// In order, for looking up; what an apostrophe leaves behind ("don", "t") is among them.
const STOP: [&str; 120] = [
    "a", "about", "ain", "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be", "because", "been", "being", "but", "by", "can", "could",
    "couldn", "d", "did", "didn", "do", "does", "doesn", "doing", "don", "done", "for", "from", "had", "hadn", "has", "hasn", "have", "haven",
    "having", "he", "her", "hers", "him", "his", "how", "i", "if", "in", "into", "is", "isn", "it", "its", "just", "ll", "m", "may", "me", "might",
    "more", "most", "much", "my", "no", "not", "now", "of", "on", "only", "or", "other", "our", "ours", "re", "s", "she", "should", "shouldn", "so",
    "some", "such", "t", "than", "that", "the", "their", "theirs", "them", "then", "there", "these", "they", "this", "those", "to", "too", "us",
    "ve", "was", "wasn", "we", "were", "weren", "what", "when", "where", "which", "while", "who", "whom", "whose", "why", "will", "with", "won",
    "would", "wouldn", "you", "your", "yours",
];

/// Letters of the longest.
const LETTERS_MAX: usize = 7;

/// Whether a lower-case word says nothing by itself.
pub fn is_stop(word: &str) -> bool {
    word.len() <= LETTERS_MAX && STOP.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_whole_words() {
        for word in ["the", "a", "ain", "we", "theirs", "yours", "shouldn"] {
            assert!(is_stop(word), "{word}");
        }
        for word in ["", "th", "an and", "cat", "heir", " the ", "The"] {
            assert!(!is_stop(word), "{word:?}");
        }
        assert!(STOP.is_sorted());
        assert_eq!(STOP.iter().map(|word| word.len()).max(), Some(LETTERS_MAX));
    }
}
