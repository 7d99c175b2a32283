//! How much something matters, from 0 to 1000, and how it comes to be trusted or forgotten.

use crate::{
    text::Malformed,
    time::{DAY_MS, Moment},
};
use serde::{Deserialize, Serialize};

/// The most anything matters.
const MOST: i64 = 1_000;
const PER_EVIDENCE: i64 = 60;
const PER_BUCKET: i64 = 20;
const PER_TRUST: i64 = 40;
const PER_CONTRADICTION: i64 = 120;
/// Contradictions from which on a cell decays.
const DECAYS_FROM: u32 = 2;
/// What decays and matters this little is archived.
const FORGOTTEN_UP_TO: u16 = 20;

/// How far something is trusted, from 0 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "i64", into = "i64")]
#[schemars(with = "i64", inline, extend("minimum" = 0, "maximum" = 3))]
pub struct Trust(u8);

impl Trust {
    /// So far, at most three.
    pub const fn of(level: u8) -> Self {
        Self(if level > 3 { 3 } else { level })
    }

    /// As a number.
    pub const fn level(self) -> u8 {
        self.0
    }

    /// What an author's own confidence, in hundredths, is worth.
    pub const fn of_confidence(points: u8) -> Self {
        Self(match points {
            76.. => 3,
            51..=75 => 2,
            26..=50 => 1,
            0..=25 => 0,
        })
    }
}

impl TryFrom<i64> for Trust {
    type Error = Malformed;
    fn try_from(level: i64) -> Result<Self, Malformed> {
        u8::try_from(level).ok().filter(|level| *level <= 3).map(Self).ok_or_else(|| Malformed::new(&level.to_string(), "a trust from 0 to 3"))
    }
}

impl From<Trust> for i64 {
    fn from(trust: Trust) -> i64 {
        i64::from(trust.0)
    }
}

/// What a cell has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum State {
    /// Nobody saw it
    Unverified,
    /// Seen
    Observed,
    /// Seen again
    Reinforced,
    /// Seen often
    Stable,
    /// Contradicted
    Decaying,
    /// Put away
    Archived,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 6] = [Self::Unverified, Self::Observed, Self::Reinforced, Self::Stable, Self::Decaying, Self::Archived];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unverified => "unverified",
            Self::Observed => "observed",
            Self::Reinforced => "reinforced",
            Self::Stable => "stable",
            Self::Decaying => "decaying",
            Self::Archived => "archived",
        }
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == word)
    }

    const fn weight(self) -> i64 {
        match self {
            Self::Unverified | Self::Archived => 0,
            Self::Observed => 50,
            Self::Reinforced => 100,
            Self::Stable => 150,
            Self::Decaying => 25,
        }
    }

    /// What a lived experience counts as, by how far it is trusted.
    pub const fn of_trust(trust: Trust) -> Self {
        match trust.0 {
            0 => Self::Unverified,
            1 => Self::Observed,
            2.. => Self::Reinforced,
        }
    }

    /// One step on, by what speaks for and against it.
    #[must_use]
    pub const fn step(self, evidence: u32, contradictions: u32) -> Self {
        match self {
            Self::Unverified | Self::Observed | Self::Reinforced | Self::Stable if contradictions >= DECAYS_FROM => Self::Decaying,
            Self::Unverified if evidence >= 1 => Self::Observed,
            Self::Observed if evidence >= 2 && contradictions == 0 => Self::Reinforced,
            Self::Reinforced if evidence >= 3 => Self::Stable,
            Self::Unverified | Self::Observed | Self::Reinforced | Self::Stable | Self::Decaying | Self::Archived => self,
        }
    }
}

/// What is known of something that matters more or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What it has become.
    pub state: State,
    /// How far it is trusted.
    pub trust: Trust,
    /// How much speaks for it.
    pub evidence: u32,
    /// How much speaks against it.
    pub contradictions: u32,
    /// When it last changed.
    pub updated_at: Moment,
}

impl Facts {
    /// How much it matters now.
    pub fn salience(self, now: Moment) -> u16 {
        if self.state == State::Archived {
            return 0;
        }
        let sum = self.state.weight()
            + i64::from(self.evidence) * PER_EVIDENCE
            + recency(self.updated_at, now) * PER_BUCKET
            + i64::from(self.trust.0) * PER_TRUST
            - i64::from(self.contradictions) * PER_CONTRADICTION;
        u16::try_from(sum.clamp(0, MOST)).unwrap_or(0)
    }

    /// Whether it decays and matters so little that it is put away.
    pub fn is_forgotten(self, now: Moment) -> bool {
        self.state == State::Decaying && self.salience(now) <= FORGOTTEN_UP_TO
    }
}

fn recency(then: Moment, now: Moment) -> i64 {
    match (now.millis() - then.millis()).max(0) {
        age if age <= DAY_MS => 5,
        age if age <= 7 * DAY_MS => 4,
        age if age <= 30 * DAY_MS => 3,
        age if age <= 90 * DAY_MS => 2,
        _ => 1,
    }
}

/// How much a memory may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Cells of one scene that are not archived.
    pub max_cells_per_scene: u32,
    /// Cells of a scope that are not archived.
    pub max_cells_total: u32,
}

impl Caps {
    /// Cells of one scene, as a count of them.
    pub(super) fn per_scene(self) -> usize {
        usize::try_from(self.max_cells_per_scene).unwrap_or(usize::MAX)
    }

    /// Cells of a scope, as a count of them.
    pub(super) fn in_all(self) -> usize {
        usize::try_from(self.max_cells_total).unwrap_or(usize::MAX)
    }
}

impl Default for Caps {
    fn default() -> Self {
        Self { max_cells_per_scene: 50, max_cells_total: 1_000 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn salience_is_the_contracts() {
        use State::{Archived, Observed, Reinforced, Stable, Unverified};
        let now = Moment::from_millis(1_000 * DAY_MS);
        let table = [
            (Observed, 2, 2, 0, 0, 350),
            (Unverified, 0, 0, 10, 0, 0),
            (Stable, 20, 3, 0, 0, 1_000),
            (Observed, 0, 1, 0, 0, 190),
            (Reinforced, 0, 3, 0, 0, 320),
            (Reinforced, 0, 2, 0, 0, 280),
            (Unverified, 0, 0, 0, 0, 100),
            (Observed, 0, 1, 0, 7, 170),
            (Observed, 0, 1, 0, 30, 150),
            (Observed, 0, 1, 0, 90, 130),
            (Observed, 0, 1, 0, 91, 110),
            (Archived, 9, 3, 0, 0, 0),
        ];
        for (state, evidence, trust, contradictions, days, salience) in table {
            let facts = Facts { state, trust: Trust::of(trust), evidence, contradictions, updated_at: now.plus(-days * DAY_MS) };
            assert_eq!(facts.salience(now), salience, "{facts:?}");
        }
        for (trust, salience) in [(3, 320), (2, 280), (1, 190), (0, 100)] {
            let trust = Trust::of(trust);
            let lived = Facts { state: State::of_trust(trust), trust, evidence: 0, contradictions: 0, updated_at: now };
            assert_eq!(lived.salience(now), salience);
        }
    }

    #[test]
    fn states_step_once_and_never_back() {
        use State::{Archived, Decaying, Observed, Reinforced, Stable, Unverified};
        let table = [
            (Unverified, 0, 0, Unverified),
            (Unverified, 3, 0, Observed),
            (Observed, 2, 0, Reinforced),
            (Observed, 2, 1, Observed),
            (Reinforced, 3, 0, Stable),
            (Reinforced, 2, 0, Reinforced),
            (Stable, 9, 2, Decaying),
            (Unverified, 0, 2, Decaying),
            (Decaying, 9, 0, Decaying),
            (Archived, 9, 9, Archived),
        ];
        for (from, evidence, contradictions, to) in table {
            assert_eq!(from.step(evidence, contradictions), to, "{from:?} {evidence} {contradictions}");
        }
        for state in State::ALL {
            assert_eq!(State::named(state.name()), Some(state));
        }
    }

    #[test]
    fn confidence_becomes_trust() {
        for (points, level) in [(100, 3), (76, 3), (75, 2), (51, 2), (50, 1), (26, 1), (25, 0), (0, 0)] {
            assert_eq!(Trust::of_confidence(points).level(), level, "{points}");
        }
        assert!(Trust::try_from(4).is_err() && Trust::try_from(-1).is_err());
    }
}
