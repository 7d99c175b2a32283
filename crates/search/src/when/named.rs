//! The months, years and days that a question names, and how well a moment fits them.

use super::{
    calendar::Date,
    token::{Token, tokens},
};
use kernel::time::Moment;

/// Days in a month, on average.
const MONTH_DAYS: f64 = 30.4;

/// What a question names of the calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    months: Vec<i64>,
    years: Vec<i64>,
    /// Month and day.
    days: Vec<(i64, i64)>,
}

impl Named {
    /// Reads a question. "May" is a month only with its capital: "may" is mostly the other word.
    pub(crate) fn in_question(query: &str) -> Named {
        let tokens = tokens(query);
        let is_named = |token: &Token<'_>| token.month().filter(|month| *month != 5 || token.raw == "May");
        let months: Vec<i64> = tokens.iter().filter_map(is_named).collect();
        let years = tokens.iter().enumerate().filter(|(at, _)| !is_part(&tokens, *at)).filter_map(|(_, token)| token.year()).collect();
        let mut days = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let next = |steps: usize| tokens.get(at + steps).filter(|next| next.gap == " ");
            if let (Some(month), Some(day)) = (token.month(), next(1).and_then(Token::day)) {
                days.push((month, day));
            }
            let of = usize::from(next(1).is_some_and(|next| next.lower == "of"));
            if let (Some(day), Some(month)) = (token.day(), next(1 + of).and_then(Token::month)) {
                days.push((month, day));
            }
        }
        days.retain(|(month, _)| months.contains(month));
        Named { months, years, days }
    }

    /// How well a moment fits: 0 if nothing was named or something else was, 0.3 for the year, 1 for the month,
    /// 1.5 within a week of the day, 2 on the day or beside it.
    pub(crate) fn fit(&self, at: Moment) -> f32 {
        if self.months.is_empty() && self.years.is_empty() {
            return 0.0;
        }
        let date = Date::at(at);
        let other = |list: &[i64], value: i64| !list.is_empty() && !list.contains(&value);
        if other(&self.months, date.month) || other(&self.years, date.year) {
            return 0.0;
        }
        let base = if self.months.is_empty() { 0.3 } else { 1.0 };
        let apart = |(month, day): &(i64, i64)| (small(date.month - month) * MONTH_DAYS + small(date.day - day)).abs();
        let nearest = self.days.iter().map(apart).fold(f64::INFINITY, f64::min);
        base + if nearest <= 1.0 {
            1.0
        } else if nearest <= 7.0 {
            0.5
        } else {
            0.0
        }
    }
}

/// Whether a number is part of a name, as in `INV-2026-0001`, and no year.
fn is_part(tokens: &[Token<'_>], at: usize) -> bool {
    let joined = |token: &Token<'_>| matches!(token.gap, "-" | "_" | "." | "/" | "#");
    let after = at > 0 && joined(&tokens[at]) && tokens[at - 1].day().is_none();
    let before = tokens.get(at + 1).is_some_and(|next| joined(next) && next.raw.len() > 2 && !next.raw.contains('T'));
    after || before
}

/// A difference of months or days.
fn small(difference: i64) -> f64 {
    f64::from(i32::try_from(difference).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_names_is_read_and_moments_fit_it() {
        let at = |text: &str| Moment::parse(text).expect("a moment");
        let table = [
            ("What happened?", "2023-05-08T12:00:00Z", 0.0),
            ("What happened in May?", "2023-05-20T12:00:00Z", 1.0),
            ("What happened in May?", "2023-06-20T12:00:00Z", 0.0),
            ("What may happen?", "2023-05-20T12:00:00Z", 0.0),
            ("In 2023", "2023-05-20T12:00:00Z", 0.3),
            ("In 2023", "2022-05-20T12:00:00Z", 0.0),
            ("In July 2023", "2023-07-01T00:00:00Z", 1.0),
            ("In July 2023", "2022-07-01T00:00:00Z", 0.0),
            ("On May 8", "2023-05-09T12:00:00Z", 2.0),
            ("on the 8th of May", "2023-05-08T12:00:00Z", 2.0),
            ("on 8 May, 2023", "2023-05-14T12:00:00Z", 1.5),
            ("on July 31st or in August", "2023-08-01T12:00:00Z", 2.0),
            ("on May 8", "2023-05-28T12:00:00Z", 1.0),
            ("INV-2026-0001 and v.2023", "2026-07-03T12:00:00Z", 0.0),
            ("since 2023-05-08", "2023-07-03T12:00:00Z", 0.3),
            ("chapter 20233 of july_3", "2023-07-03T12:00:00Z", 0.0),
        ];
        for (query, moment, expected) in table {
            assert_eq!(Named::in_question(query).fit(at(moment)).to_bits(), f32::to_bits(expected), "{query} {moment}");
        }
    }
}
