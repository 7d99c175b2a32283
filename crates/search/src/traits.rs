//! What kind of words a text has: questions, times, numbers, the first person; and what kind of speaker. Noted when it is kept,
//! weighed or asked for when it is found.

use kernel::text::Slice;

/// One bit for each trait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(pub i64);

impl Traits {
    /// It asks something.
    pub const ASKS: Self = Self(1);
    /// It ends by asking.
    pub const ENDS_ASKING: Self = Self(2);
    /// It names a time: yesterday, last week, a month.
    pub const TIME: Self = Self(4);
    /// It holds a number.
    pub const NUMBER: Self = Self(8);
    /// Somebody speaks of themselves.
    pub const FIRST_PERSON: Self = Self(16);
    /// A person said it, whatever their name.
    pub const BY_PERSON: Self = Self(32);
    /// A model said it.
    pub const BY_MODEL: Self = Self(64);
    /// A tool answered it.
    pub const BY_TOOL: Self = Self(128);

    /// Whether it has a trait.
    pub const fn has(self, one: Self) -> bool {
        self.0 & one.0 != 0
    }

    /// The traits of a text and its words.
    pub fn of(text: &str, words: &[String]) -> Self {
        words.iter().fold(Self::of_text(text), |traits, word| traits.and(Self::of_word(word)))
    }

    /// Those that a text has whatever its words.
    pub fn of_text(text: &str) -> Self {
        Self::where_so([(Self::ASKS, text.contains(QUESTION_MARKS)), (Self::ENDS_ASKING, ends_asking(text))])
    }

    /// Those that a text has because of one of its words.
    pub fn of_word(word: &str) -> Self {
        Self::where_so([
            (Self::TIME, is_time(word)),
            (Self::NUMBER, word.bytes().all(|b| b.is_ascii_digit())),
            (Self::FIRST_PERSON, matches!(word, "i" | "my" | "we" | "our" | "me")),
        ])
    }

    /// Those that say who speaks.
    #[must_use]
    pub const fn speaker(self) -> Self {
        Self(self.0 & (Self::BY_PERSON.0 | Self::BY_MODEL.0 | Self::BY_TOOL.0))
    }

    /// Its own and those of another.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn where_so<const N: usize>(table: [(Self, bool); N]) -> Self {
        table.into_iter().filter(|(_, has)| *has).fold(Self::default(), |all, (one, _)| all.and(one))
    }
}

/// How a question ends in the scripts that we know of.
const QUESTION_MARKS: [char; 3] = ['?', '？', '؟'];

/// Whether the last thing said is a question. A picture sent along comes after it, and so may quotes and brackets.
fn ends_asking(text: &str) -> bool {
    let said = text.find("[shared a photo:").map_or(text, |at| text.slice(..at));
    let closing = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | ']');
    said.trim_end_matches(closing).ends_with(QUESTION_MARKS)
}

/// Whether a lower-case word names a time.
fn is_time(word: &str) -> bool {
    TIMES.binary_search(&word).is_ok()
}

/// In order, for looking up.
const TIMES: &[&str] = &[
    "ago",
    "april",
    "august",
    "day",
    "days",
    "december",
    "earlier",
    "evening",
    "fall",
    "february",
    "friday",
    "january",
    "july",
    "june",
    "last",
    "march",
    "may",
    "monday",
    "month",
    "months",
    "morning",
    "next",
    "night",
    "november",
    "october",
    "recently",
    "saturday",
    "september",
    "since",
    "soon",
    "spring",
    "summer",
    "sunday",
    "thursday",
    "today",
    "tomorrow",
    "tonight",
    "tuesday",
    "wednesday",
    "week",
    "weekend",
    "weeks",
    "winter",
    "year",
    "years",
    "yesterday",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_are_read_off_the_words() {
        let of = |text: &str| Traits::of(text, &crate::text::words(text));
        let table = [
            ("I went there last Saturday", Traits::TIME.0 | Traits::FIRST_PERSON.0),
            ("How many? Three.", Traits::ASKS.0),
            ("You okay?", Traits::ASKS.0 | Traits::ENDS_ASKING.0),
            ("(\"You okay?\") ", Traits::ASKS.0 | Traits::ENDS_ASKING.0),
            ("Is this yours? [shared a photo: a red bicycle]", Traits::ASKS.0 | Traits::ENDS_ASKING.0),
            ("Look! [shared a photo: who is it?]", Traits::ASKS.0),
            ("room 12", Traits::NUMBER.0),
            ("room 12a, B4", 0),
            ("Our cat", Traits::FIRST_PERSON.0),
            ("元気？", Traits::ASKS.0 | Traits::ENDS_ASKING.0),
            ("", 0),
        ];
        for (text, expected) in table {
            assert_eq!(of(text).0, expected, "{text}");
        }
        assert!(TIMES.is_sorted());
    }
}
