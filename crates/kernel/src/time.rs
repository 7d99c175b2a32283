//! A moment, as a value. Nothing here reads a clock.

use serde::{Deserialize, Serialize};

/// A moment in UTC to the millisecond. Written as RFC 3339 with a fixed width, so that text order is time order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Moment(i64);

/// One day, in milliseconds.
pub const DAY_MS: i64 = 86_400_000;
/// One minute, in milliseconds.
pub const MINUTE_MS: i64 = 60_000;

/// Text that is not a moment.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a moment like 2026-11-15T10:15:00.000Z")]
pub struct NotAMoment(String);

impl Moment {
    /// The moment so many milliseconds after the Unix epoch, held within the years 0000 to 9999 (whose last day
    /// the calendar we use does not have).
    pub fn from_millis(ms: i64) -> Self {
        Self(ms.clamp(-62_167_219_200_000, 253_402_207_200_000))
    }

    /// Milliseconds since the Unix epoch.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// This moment moved by so many milliseconds.
    #[must_use]
    pub fn plus(self, ms: i64) -> Self {
        Self::from_millis(self.0.saturating_add(ms))
    }

    /// Reads RFC 3339.
    pub fn parse(text: &str) -> Result<Self, NotAMoment> {
        if let Some(ms) = as_written(text.as_bytes()) {
            return Ok(Self::from_millis(ms));
        }
        let stamp: jiff::Timestamp = text.parse().map_err(|_| NotAMoment(text.chars().take(40).collect()))?;
        Ok(Self::from_millis(stamp.as_millisecond()))
    }
}

/// A moment, or a day of UTC: people say both. A question takes the end of the day that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub enum MomentOrDay {
    /// A moment.
    Moment(Moment),
    /// The day that begins then.
    Day(Moment),
}

/// Text that is neither.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is neither a moment like 2026-01-31T08:00:00Z nor a day like 2026-01-31")]
pub struct NeitherMomentNorDay(String);

impl MomentOrDay {
    /// Where it begins.
    pub const fn begins(self) -> Moment {
        match self {
            Self::Moment(moment) | Self::Day(moment) => moment,
        }
    }

    /// Its last moment: what was so then was so by the end of the day.
    #[must_use]
    pub fn last(self) -> Moment {
        match self {
            Self::Moment(moment) => moment,
            Self::Day(begins) => begins.plus(DAY_MS - 1),
        }
    }

    /// What bounds it: before this moment is before that moment, or within that day or before it.
    #[must_use]
    pub fn bound(self) -> Moment {
        match self {
            Self::Moment(moment) => moment,
            Self::Day(begins) => begins.plus(DAY_MS),
        }
    }
}

impl TryFrom<String> for MomentOrDay {
    type Error = NeitherMomentNorDay;
    fn try_from(text: String) -> Result<Self, NeitherMomentNorDay> {
        let said = if text.len() == "2026-01-31".len() {
            Moment::parse(&format!("{text}T00:00:00Z")).map(Self::Day)
        } else {
            Moment::parse(&text).map(Self::Moment)
        };
        said.map_err(|_| NeitherMomentNorDay(text.chars().take(40).collect()))
    }
}

/// Reads the one width that we write ourselves, which is nearly all there is to read; the rest is for the general parser.
fn as_written(text: &[u8]) -> Option<i64> {
    let [.., b'Z'] = text else { return None };
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'.')];
    if text.len() != 24 || marks.iter().any(|(place, mark)| text[*place] != *mark) {
        return None;
    }
    let number = |from: usize, to: usize| {
        let mut digits = text[from..to].iter().map(|digit| i64::from(digit.wrapping_sub(b'0')));
        digits.try_fold(0, |sum, digit| (digit < 10).then_some(sum * 10 + digit))
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second, milli) = (number(11, 13)?, number(14, 16)?, number(17, 19)?, number(20, 23)?);
    // The last days of a month and leap seconds are left to the general parser, which knows the calendar.
    if !(1..=12).contains(&month) || !(1..=28).contains(&day) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    // Years are counted from March, so that the leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + milli)
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stamp = jiff::Timestamp::from_millisecond(self.0).expect("BUG: `from_millis` keeps moments in range");
        write!(f, "{stamp:.3}")
    }
}

impl TryFrom<String> for Moment {
    type Error = NotAMoment;
    fn try_from(text: String) -> Result<Self, NotAMoment> {
        Self::parse(&text)
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> String {
        moment.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_one_width_so_that_text_order_is_time_order() {
        for ms in [0, 1, 999, 1_000, 1_763_201_740_123, i64::MAX, i64::MIN] {
            let moment = Moment::from_millis(ms);
            assert_eq!(moment.to_string().len(), "2026-11-15T10:15:40.123Z".len(), "{moment}");
            assert_eq!(Moment::parse(&moment.to_string()).expect("round trip"), moment);
        }
        assert_eq!(Moment::from_millis(0).to_string(), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn a_day_has_two_ends_and_a_moment_has_one() {
        let read = |text: &str| MomentOrDay::try_from(text.to_owned());
        let ends = |text: &str| read(text).map(|said| [said.begins(), said.last(), said.bound()].map(|moment| moment.to_string())).expect(text);
        assert_eq!(ends("2024-02-28"), ["2024-02-28T00:00:00.000Z", "2024-02-28T23:59:59.999Z", "2024-02-29T00:00:00.000Z"]);
        assert_eq!(ends("2024-02-28T08:00:00+01:00"), ["2024-02-28T07:00:00.000Z"; 3]);
        for neither in ["", "2024-02-30", "yesterday", "2024-02", "tomorrow!!"] {
            let err = read(neither).expect_err(neither).to_string();
            assert_eq!(err, format!("`{neither}` is neither a moment like 2026-01-31T08:00:00Z nor a day like 2026-01-31"));
        }
    }

    #[test]
    fn the_short_way_and_the_general_parser_read_the_same() {
        let (mut day, mut short) = (Moment::from_millis(i64::MIN).millis(), 0);
        while day < Moment::from_millis(i64::MAX).millis() {
            let text = Moment::from_millis(day).to_string();
            if let Some(ms) = as_written(text.as_bytes()) {
                assert_eq!(ms, day, "{text}");
                short += 1;
            }
            day += 7 * DAY_MS + 3_661_001;
        }
        assert!(short > 400_000, "{short}");
        for text in [
            "2026-13-01T00:00:00.000Z",
            "2026-01-01T24:00:00.000Z",
            "2026-01-01 00:00:00.000Z",
            "2026-0a-01T00:00:00.000Z",
            "2026-01-01T00:00:00.000z",
            "",
            "Z",
        ] {
            assert_eq!(as_written(text.as_bytes()), None, "{text}");
        }
    }
}
