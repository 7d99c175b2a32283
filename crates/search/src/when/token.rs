//! A question as tokens: runs of letters and digits, and what stands between them.

use kernel::text::Slice;

/// Tokens that are read; a date further on is not what a question is about.
const TOKENS_MAX: usize = 1_000;

/// Months by their full names.
const MONTHS: [&str; 12] = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// One token.
#[derive(Debug)]
pub(super) struct Token<'q> {
    /// As it was written.
    pub(super) raw: &'q str,
    /// In lower case.
    pub(super) lower: String,
    /// What stands between it and the token before.
    pub(super) gap: &'q str,
}

/// The tokens of a question.
pub(super) fn tokens(query: &str) -> Vec<Token<'_>> {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut rest) = (Vec::new(), query);
    while let Some(start) = rest.find(inside) {
        let gap = rest.slice(..start);
        let from = rest.slice(start..);
        let end = from.find(|c| !inside(c)).unwrap_or(from.len());
        found.push(Token { raw: from.slice(..end), lower: from.slice(..end).to_lowercase(), gap });
        rest = from.slice(end..);
        if found.len() == TOKENS_MAX {
            break;
        }
    }
    found
}

impl Token<'_> {
    /// The month of this name, from 1.
    pub(super) fn month(&self) -> Option<i64> {
        let place = MONTHS.iter().position(|month| *month == self.lower)?;
        i64::try_from(place + 1).ok()
    }

    /// The month of this name or of its first letters ("Sept").
    pub(super) fn month_or_short(&self) -> Option<i64> {
        let short = (3..=4).contains(&self.lower.len());
        let place = MONTHS.iter().position(|month| *month == self.lower || (short && month.starts_with(self.lower.as_str())))?;
        i64::try_from(place + 1).ok()
    }

    /// A year from 1900 to 2099.
    pub(super) fn year(&self) -> Option<i64> {
        let digits = self.lower.len() == 4 && self.lower.bytes().all(|b| b.is_ascii_digit());
        let century = self.lower.starts_with("19") || self.lower.starts_with("20");
        if digits && century { self.lower.parse().ok() } else { None }
    }

    /// A number of one or two digits, with or without what makes it a day: 8, 08, 8th.
    pub(super) fn day(&self) -> Option<i64> {
        let bare = ["st", "nd", "rd", "th"].iter().find_map(|ending| self.lower.strip_suffix(ending)).unwrap_or(&self.lower);
        let digits = (1..=2).contains(&bare.len()) && bare.bytes().all(|b| b.is_ascii_digit());
        if digits { bare.parse().ok() } else { None }
    }

    /// Whether it is one of these words.
    pub(super) fn is(&self, words: &[&str]) -> bool {
        words.contains(&self.lower.as_str())
    }
}
