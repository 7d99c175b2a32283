//! Names in a question: what somebody wrote down exactly and asks for by that, like `FF_DARK_MODE_V3`, `parseHeader`, `std::fmt` or
//! `3.14.1`.
//!
//! Not here: whether anything holds them, and ordinary words, which are found by their stems and their meaning.

use kernel::text::Slice;

/// Names looked at in one question; a pasted page has hundreds, and nobody asks for one of them.
const NAMES_MAX: usize = 3;
/// Shorter is no name.
const CHARS_MIN: usize = 2;

/// The names that a question asks for, each once, in order.
pub fn names(question: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for word in
        question.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | '\'' | '`' | '=' | '/'))
    {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
        if is_name(word) && !found.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            found.push(word);
        }
        if found.len() == NAMES_MAX {
            break;
        }
    }
    found
}

/// Whether a text holds a name as it is written, in any case, and not inside of a longer word.
pub fn holds(text: &str, name: &str) -> bool {
    let (text, name) = (text.to_lowercase(), name.to_lowercase());
    let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    // A name may go on: who asks for `V1.2` is shown `V1.2.1`, and `parse` is how `parseHeader` begins.
    text.match_indices(&name).any(|(at, _)| !is_inside(text.slice(..at).chars().next_back()))
}

fn is_name(word: &str) -> bool {
    if word.chars().count() < CHARS_MIN || !word.is_ascii() {
        return false;
    }
    let bytes = word.as_bytes();
    let pair = |is: fn(u8, u8) -> bool| bytes.windows(2).any(|pair| is(pair[0], pair[1]));
    let spelled = word.contains('_') || word.contains("::") || pair(|a, b| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    let numbered = bytes[0].is_ascii_alphabetic() && bytes.iter().any(u8::is_ascii_digit);
    spelled || numbered || is_version(word)
}

/// Numbers with at least two dots between them. One dot makes a number or a price.
fn is_version(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    parts.len() > 2 && parts.iter().all(|part| !part.is_empty()) && parts[..2].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{holds, names};

    #[test]
    fn names_are_told_from_words() {
        let table: &[(&str, &[&str])] = &[
            ("FF_DARK_MODE_V3", &["FF_DARK_MODE_V3"]),
            ("why does `parseHeader()` call std::fmt?", &["parseHeader", "std::fmt"]),
            ("is 3.14.1 out, and v2.0?", &["3.14.1", "v2.0"]),
            ("see CVE-2024-1234.", &["CVE-2024-1234"]),
            ("FF_A ff_a FF_B FF_C FF_D", &["FF_A", "FF_B", "FF_C"]),
            ("what did the well-known user say on the 3rd, at 10am, for 3.50?", &[]),
            ("USA NATO README.md docs/guide.md", &[]),
            ("", &[]),
        ];
        for (question, expected) in table {
            assert_eq!(names(question), *expected, "{question}");
        }
    }

    #[test]
    fn a_name_is_held_as_it_is_written() {
        let table = [
            ("behind FF_DARK_MODE_V2 until", "ff_dark_mode_v2", true),
            ("behind FF_DARK_MODE_V2 until", "FF_DARK_MODE_V3", false),
            ("FF_DARK_MODE_V2", "FF_DARK_MO", true),
            ("XFF_DARK", "FF_DARK", false),
            ("version 13.14.1", "3.14.1", false),
            ("version 3.14.1, at last", "3.14.1", true),
        ];
        for (text, name, held) in table {
            assert_eq!(holds(text, name), held, "{name} in {text}");
        }
    }
}
