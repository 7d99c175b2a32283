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
    /// The moment so many milliseconds after the Unix epoch, held within the years 0000 to 9999.
    pub fn from_millis(ms: i64) -> Self {
        Self(ms.clamp(-62_167_219_200_000, 253_402_300_799_000))
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
        let stamp: jiff::Timestamp = text.parse().map_err(|_| NotAMoment(text.chars().take(40).collect()))?;
        Ok(Self::from_millis(stamp.as_millisecond()))
    }
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
}
