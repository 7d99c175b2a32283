//! Days as numbers since 1970-01-01, and back.

use kernel::time::{DAY_MS, Moment};

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Date {
    pub(super) year: i64,
    pub(super) month: i64,
    pub(super) day: i64,
}

impl Date {
    /// The day that a number stands for. Years are counted from March, so that the leap day is the last of its year.
    pub(super) fn of(number: i64) -> Date {
        let shifted = number + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        Date { year: year + era * 400 + i64::from(month <= 2), month, day }
    }

    /// The day that a moment is in.
    pub(super) fn at(moment: Moment) -> Date {
        Date::of(moment.millis().div_euclid(DAY_MS))
    }
}

/// The number of a day. Months and days beyond the calendar carry over: month 13 is next January.
pub(super) fn number(year: i64, month: i64, day: i64) -> i64 {
    let year = year + (month - 1).div_euclid(12);
    let month = (month - 1).rem_euclid(12) + 1;
    let (year, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * from_march + 2) / 5 + day - 1 - 719_468
}

/// When a day begins.
pub(super) fn start(number: i64) -> Moment {
    Moment::from_millis(number.saturating_mul(DAY_MS))
}

/// The Monday of the week that a day is in.
pub(super) fn monday(number: i64) -> i64 {
    number - (number + 3).rem_euclid(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_and_read_back() {
        let table = [(0, 1970, 1, 1), (-1, 1969, 12, 31), (59, 1970, 3, 1), (19_485, 2023, 5, 8), (19_782, 2024, 2, 29), (-719_528, 0, 1, 1)];
        for (at, year, month, day) in table {
            assert_eq!(Date::of(at), Date { year, month, day });
            assert_eq!(number(year, month, day), at);
        }
        for at in (-800_000..3_000_000).step_by(37) {
            let date = Date::of(at);
            assert_eq!(number(date.year, date.month, date.day), at, "{date:?}");
        }
    }

    #[test]
    fn months_beyond_the_year_carry_over_and_weeks_begin_on_monday() {
        assert_eq!(number(2023, 13, 1), number(2024, 1, 1));
        assert_eq!(number(2023, 0, 1), number(2022, 12, 1));
        assert_eq!(Date::of(monday(number(2026, 11, 15))), Date { year: 2026, month: 11, day: 9 }, "a Sunday belongs to the week before it");
        assert_eq!(monday(number(2026, 11, 9)), number(2026, 11, 9));
    }
}
