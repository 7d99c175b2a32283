//! Bounded text: the first so many characters and "...", as the contract has it.

use kernel::text::Slice;

/// Cuts text after `chars_max` Unicode scalars; says whether it cut.
pub fn bound(text: &str, chars_max: usize) -> (String, bool) {
    match text.char_indices().nth(chars_max) {
        Some((at, _)) => (format!("{}...", text.slice(..at)), true),
        None => (text.to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::bound;

    #[test]
    fn text_is_cut_between_characters_and_only_when_too_long() {
        let table =
            [("", 3, "", false), ("abc", 3, "abc", false), ("abcd", 3, "abc...", true), ("日本語文", 3, "日本語...", true), ("a", 0, "...", true)];
        for (text, max, kept, cut) in table {
            assert_eq!(bound(text, max), (kept.to_owned(), cut), "{text} to {max}");
        }
    }
}
