//! The distinct names and words of a text, as they are written. Splitting and folding them is `search`'s.

use std::collections::HashSet;

/// Longest run that is taken for a word, in bytes: beyond that it is data.
const WORD_BYTES_MAX: usize = 64;
/// Most distinct words of one file: beyond that it is a list, which nobody finds by its words.
const WORDS_MAX: usize = 20_000;

const fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Each run of letters, digits and underscores once, in the order of the text. Numbers and single letters tell nothing.
pub fn words(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut seen: HashSet<&str> = HashSet::with_capacity(bytes.len() / 48);
    let mut found = Vec::with_capacity(bytes.len() / 48);
    let mut at = 0;
    while at < bytes.len() && found.len() < WORDS_MAX {
        if !is_part(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && is_part(bytes[at]) {
            at += 1;
        }
        #[expect(clippy::string_slice, reason = "a run begins and ends beside a byte of ASCII or at an end of the text")]
        let word = &text[start..at];
        let tells = at - start > 1 && at - start <= WORD_BYTES_MAX && !bytes[start].is_ascii_digit();
        if tells && seen.insert(word) {
            found.push(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn each_word_is_told_once_as_it_is_written() {
        assert_eq!(words("fn parse_it(x: u8) -> Größe { parse_it(12, 0xff) } // 東京"), ["fn", "parse_it", "u8", "Größe", "東京"]);
        assert!(words("").is_empty());
        assert!(words(&"x".repeat(1_000)).is_empty());
    }
}
