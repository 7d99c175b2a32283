//! Draws numbers that look random and are the same for the same seed, so that a finding can be had again.

use std::collections::BTreeSet;

/// A generator (SplitMix64).
#[derive(Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    /// One of several.
    pub(super) fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }

    /// At most so many of them, each once, in their order.
    pub(super) fn some<T>(&mut self, of: Vec<T>, most: usize) -> Vec<T> {
        if of.len() <= most {
            return of;
        }
        let mut places = BTreeSet::new();
        while places.len() < most {
            places.insert(self.below(of.len()));
        }
        of.into_iter().enumerate().filter(|(place, _)| places.contains(place)).map(|(_, item)| item).collect()
    }

    /// A word that nobody wrote.
    pub(super) fn word(&mut self) -> String {
        const SYLLABLES: [&str; 16] =
            ["bro", "dil", "fen", "gur", "hap", "jol", "kiv", "lum", "mor", "nel", "pra", "quo", "rin", "sat", "tob", "vux"];
        (0..6).filter_map(|_| self.one(&SYLLABLES)).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_same_seed_draws_the_same() {
        let drawn = |seed| {
            let mut dice = Dice::new(seed);
            (dice.below(1_000), dice.word(), dice.some((0..100).collect(), 3))
        };
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        assert_eq!(drawn(7).2.len(), 3);
    }
}
