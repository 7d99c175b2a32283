//! Text that came from outside, parsed once at the door and trusted after. Nothing here renders text for people.

use serde::{Deserialize, Serialize};
use std::ops::{Bound, RangeBounds};

/// Parts of a text by byte offsets that were computed. None panics, as `&text[from..to]` does for an offset inside a character.
pub trait Slice {
    /// The text between two byte offsets. An offset inside a character stands for the start of that character, and one behind the end
    /// for the end. The text is empty if it would end before it starts.
    fn slice(&self, range: impl RangeBounds<usize>) -> &str;
}

impl Slice for str {
    fn slice(&self, range: impl RangeBounds<usize>) -> &str {
        let from = match range.start_bound() {
            Bound::Included(from) => *from,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let to = match range.end_bound() {
            Bound::Included(last) => last.saturating_add(1),
            Bound::Excluded(to) => *to,
            Bound::Unbounded => self.len(),
        };
        self.get(self.floor_char_boundary(from)..self.floor_char_boundary(to)).unwrap_or_default()
    }
}

/// Text that is not what its field needs. Says what was found and what would do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not {wanted}")]
pub struct Malformed {
    found: String,
    wanted: String,
}

impl Malformed {
    /// Names what was found (shortened, with invisible characters spelled out) and what was wanted.
    pub fn new(found: &str, wanted: impl Into<String>) -> Self {
        let mut shown: String =
            found.chars().take(60).flat_map(|c| if is_hidden(c) { c.escape_unicode().collect::<Vec<_>>() } else { vec![c] }).collect();
        if found.chars().nth(60).is_some() {
            shown.push('…');
        }
        Self { found: shown, wanted: wanted.into() }
    }
}

/// Characters that change what a reader sees without being seen: controls, bidirectional overrides, zero-width marks.
/// A human seals what is shown, so text with these never becomes something that can be sealed.
pub const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        && c != '\u{200d}' // the joiner inside emoji and several scripts
}

/// Where the first character is that hides, if any does. A non-joiner hides by its neighbours: between two letters of
/// Persian it is spelling, between two of Latin it makes two texts that look the same.
fn first_hidden(text: &str) -> Option<usize> {
    text.char_indices().find(|(at, c)| is_hidden(*c) && !is_spelling(text.slice(..*at), *c, text.slice(at + c.len_utf8()..))).map(|(at, _)| at)
}

/// Whether a hidden character belongs to the spelling of the words it stands between.
pub fn is_spelling(before: &str, c: char, after: &str) -> bool {
    c == '\u{200c}' && before.chars().next_back().is_some_and(is_joined) && after.chars().next().is_some_and(is_joined)
}

/// Letters and signs of the scripts whose spelling needs joiners: Arabic and its kin, Mongolian, those of India, Khmer.
fn is_joined(c: char) -> bool {
    matches!(c,
        '\u{600}'..='\u{7ff}' | '\u{840}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}')
        && (c.is_alphabetic() || is_vowel_killer(c))
}

/// The virama, at the same place in each block of the scripts of India.
const fn is_vowel_killer(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{d7f}' if c as u32 & 0x7f == 0x4d) || matches!(c, '\u{dca}' | '\u{1039}' | '\u{17d2}')
}

/// What becomes of line breaks and tabs.
#[derive(Clone, Copy)]
enum Lines {
    /// They are part of the text.
    Kept,
    /// It is one line, or it is refused.
    Refused,
    /// It becomes one line: what is asked is words, and people paste them as they are.
    Folded,
}

/// Declares a text type: its limit in characters and what becomes of its lines.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: max $max:literal, lines $lines:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(with = "String")]
        pub struct $name(String);

        impl $name {
            /// Longest text accepted, in characters.
            pub const MAX: usize = $max;

            /// Reads the text, trimmed; refuses blank, over-long and invisible characters.
            pub fn parse(text: &str) -> Result<Self, Malformed> {
                parse(text, $max, Lines::$lines).map(Self)
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = Malformed;
            fn try_from(text: String) -> Result<Self, Malformed> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> String {
                text.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

texts! {
    /// What is remembered: a statement, an observation, a rationale.
    Content: max 65_536, lines Kept;
    /// A name of someone or something: one short line.
    Name: max 128, lines Refused;
    /// A remark beside a decision.
    Note: max 4_096, lines Kept;
    /// One end of a fact, or what holds between its ends.
    Term: max 512, lines Refused;
    /// One part of what was lived through.
    Account: max 4_000, lines Kept;
    /// Words to look for, or a task in its own words.
    Query: max 8_192, lines Folded;
}

/// What parts lines, and columns.
const BREAKS: [char; 3] = ['\n', '\r', '\t'];

fn parse(text: &str, max: usize, lines: Lines) -> Result<String, Malformed> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Malformed::new(text, "text: it is blank"));
    }
    if text.chars().nth(max).is_some() {
        return Err(Malformed::new(text, format!("at most {max} characters long: it has {}", text.chars().count())));
    }
    let text = match lines {
        Lines::Kept | Lines::Refused => text.to_owned(),
        Lines::Folded => text.split(BREAKS).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
    };
    let broken = || text.chars().find(|c| !matches!(lines, Lines::Kept) && BREAKS.contains(c));
    if let Some(c) = first_hidden(&text).and_then(|at| text.slice(at..).chars().next()).or_else(broken) {
        return Err(Malformed::new(&text, format!("plain text: it hides the character U+{:04X}", u32::from(c))));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_holds_whole_characters_and_never_panics() {
        let text = "~ │ (é👩";
        for (from, to, part) in [
            (0, 2, "~ "),
            (2, 5, "│"),
            (3, 5, "│"),
            (2, 4, ""),
            (0, 3, "~ "),
            (5, 7, " ("),
            (7, 99, "é👩"),
            (12, 99, "👩"),
            (99, 100, ""),
            (5, 2, ""),
        ] {
            assert_eq!(text.slice(from..to), part, "{from}..{to}");
        }
        assert_eq!((text.slice(..4), text.slice(7..), text.slice(0..=0), text.slice(..)), ("~ ", "é👩", "~", text));
        for from in 0..20 {
            for to in 0..20 {
                let part = text.slice(from..to);
                assert!(text.contains(part) && part.len() <= to.saturating_sub(from) + 3, "{from}..{to}");
            }
        }
    }

    #[test]
    fn text_is_what_a_reader_sees_or_it_is_refused() {
        for good in ["evidence precedes assertion", "línea\nsegunda", "日本語", "👩\u{200d}🚀", "a\tb"] {
            assert_eq!(Content::parse(good).expect(good).as_str(), good);
        }
        for bad in ["", "  \n ", "a\0b", "a\u{202e}b", "\u{feff}a\u{200b}", "esc \u{1b}[31m", "a\u{2028}b"] {
            assert!(Content::parse(bad).is_err(), "{bad:?} was accepted");
        }
        assert!(Name::parse("two\nlines").is_err());
    }

    #[test]
    fn a_question_is_one_line_however_it_was_pasted() {
        assert_eq!(Query::parse("Fix the build:\r\n\n\t- lint\n\t- test  twice\n").expect("a task").as_str(), "Fix the build: - lint - test  twice");
        for bad in ["a\0b", "a\u{b}b", "esc \u{1b}[31m", "a\u{2028}b", "\n\t"] {
            assert!(Query::parse(bad).is_err(), "{bad:?} was accepted");
        }
    }

    #[test]
    fn a_joiner_is_spelling_between_letters_that_need_it_and_hides_elsewhere() {
        for good in [
            "می\u{200c}خواهم",                   // Persian: I want
            "کتاب\u{200c}ها را می\u{200c}خوانم", // the books I read
            "क्\u{200d}ष",                        // Hindi, a half letter
            "क्\u{200c}ष",                        // and a whole one
            "র\u{200d}্যাব",                       // Bengali, before the sign
            "ශ්\u{200d}රී ලංකා",                    // Sinhala
            "അവന്\u{200d}",                       // Malayalam, the end of a word as it was written until 2008
            "👩🏽\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥",
            // It hides; but texts with it were taken, and what is kept is parsed again when it is read.
            "pass\u{200d}word",
        ] {
            assert_eq!(Query::parse(good).expect(good).as_str(), good);
        }
        for bad in [
            "pass\u{200c}word",
            "\u{200c}می",
            "می\u{200c}",
            "می\u{200c} خواهم",
            "می \u{200c}خواهم",
            "می\u{200c}\u{200c}خواهم",
            "می\u{200c}\u{200d}خواهم",
            "می\u{200d}\u{200c}خواهم",
            "می\u{200c}a",
            "a\u{200c}می",
            "۱\u{200c}۲",
            "،\u{200c}می",
            "क्\u{200c}",
            "👩\u{200c}🚀",
            "а\u{200c}б",
            "日\u{200c}本",
            "1\u{200c}2",
            "می\u{200b}خواهم",
        ] {
            let err = Query::parse(bad).expect_err(bad).to_string();
            assert!(err.contains("it hides the character U+200"), "{bad:?}: {err}");
        }
    }

    #[test]
    fn the_limit_counts_characters_not_bytes() {
        assert!(Name::parse(&"é".repeat(Name::MAX)).is_ok());
        let err = Name::parse(&"é".repeat(Name::MAX + 1)).expect_err("one too many");
        assert!(err.to_string().ends_with("at most 128 characters long: it has 129"), "{err}");
    }
}
