//! How sure we still are of a learning that nobody has confirmed for long. Whole days and hundredths, so that every
//! machine comes to the same number.
//!
//! Not here: what confirms a learning. Reading it does not: see `docs/decisions/0014-what-changes-about-a-claim.md`.

use super::Confidence;
use crate::{
    settings::Decay,
    time::{DAY_MS, Moment},
};

/// A learning as its confidence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aging {
    /// How sure we were when it was last confirmed.
    pub base: Confidence,
    /// How sure we are now.
    pub present: Confidence,
    /// When it was last confirmed.
    pub confirmed_at: Moment,
}

impl Aging {
    /// Whole days since it was last confirmed.
    pub fn days(&self, now: Moment) -> u32 {
        u32::try_from((now.millis() - self.confirmed_at.millis()) / DAY_MS).unwrap_or(0)
    }

    /// How sure we should be by now, if that is less than we are. It is counted from the last confirmation every time, so
    /// it does not matter how often it is applied, and applying it twice changes nothing the second time.
    pub fn due(&self, decay: &Decay, now: Moment) -> Option<Confidence> {
        let (days, grace) = (self.days(now), u32::from(decay.days.get()));
        if days <= grace {
            return None;
        }
        let periods = ((days - grace) / u32::from(decay.interval.get())).max(1);
        let lost = periods.saturating_mul(u32::from(decay.rate.points()));
        let left = u32::from(self.base.points()).saturating_sub(lost);
        let next = Confidence::hundredths(u8::try_from(left).unwrap_or(0)).max(decay.min);
        (next < self.present).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Moment {
        Moment::from_millis(0)
    }

    fn aging(base: u8, present: u8) -> Aging {
        Aging { base: Confidence::hundredths(base), present: Confidence::hundredths(present), confirmed_at: start() }
    }

    #[test]
    fn confidence_fades_by_the_contracts_arithmetic() {
        // base, days since it was confirmed, what is left
        let table = [
            (80, 0, 80),
            (80, 30, 80),
            (80, 31, 75),
            (80, 43, 75),
            (80, 44, 70),
            (80, 51, 65),
            (80, 65, 55),
            (80, 400, 10),
            (12, 31, 10),
            (10, 400, 10),
            (5, 400, 5),
            (100, 58, 80),
        ];
        let decay = Decay::default();
        for (base, days, left) in table {
            let now = start().plus(i64::from(days) * DAY_MS);
            let due = aging(base, base).due(&decay, now).map_or(base, Confidence::points);
            assert_eq!(due, left, "{base} after {days} days");
        }
    }

    #[test]
    fn applying_it_often_or_once_comes_to_the_same() {
        let (decay, mut stepped) = (Decay::default(), 90);
        for day in 0..=300_u16 {
            let now = start().plus(i64::from(day) * DAY_MS + 3_600_000);
            if let Some(next) = aging(90, stepped).due(&decay, now) {
                stepped = next.points();
            }
            assert_eq!(aging(90, stepped).due(&decay, now), None, "a second time on day {day}");
            let once = aging(90, 90).due(&decay, now).map_or(90, Confidence::points);
            assert_eq!(stepped, once, "day {day}");
        }
        assert_eq!(stepped, decay.min.points());
    }

    #[test]
    fn a_clock_that_went_back_takes_nothing() {
        let late = Aging { confirmed_at: start().plus(90 * DAY_MS), ..aging(80, 80) };
        assert_eq!((late.days(start()), late.due(&Decay::default(), start())), (0, None));
    }
}
