//! Likeness of two texts by the pairs of letters they share (Dice). What is nearly the same is told by its id.

use std::collections::BTreeMap;

/// From here on, two texts say the same.
pub const DUPLICATE: f64 = 0.9;

/// Words of a print.
const PRINT: usize = 8;

/// Which pairs a text has, folded into 512 bits. Two texts that are alike differ in few of them, so that a hundred thousand
/// prints can be looked through before any text is read; none that is alike is ever passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    bits: [u64; PRINT],
    count: u32,
}

impl Print {
    /// Whether the texts behind two prints can be alike at all. A bit that one has alone is at least one pair that the other
    /// lacks, and what is alike lacks few.
    pub fn may_be_alike(&self, other: &Self) -> bool {
        let apart: u32 = self.bits.iter().zip(&other.bits).map(|(a, b)| (a ^ b).count_ones()).sum();
        f64::from(apart) <= (1.0 - DUPLICATE) * f64::from(self.count + other.count) + 1e-9
    }

    /// As bytes: the number of pairs, then the bits.
    pub fn to_bytes(self) -> Vec<u8> {
        self.count.to_le_bytes().into_iter().chain(self.bits.into_iter().flat_map(u64::to_le_bytes)).collect()
    }

    /// Reads the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (count, bits) = bytes.split_at_checked(4)?;
        if bits.len() != PRINT * 8 {
            return None;
        }
        let mut print = Self { bits: [0; PRINT], count: u32::from_le_bytes(count.try_into().ok()?) };
        for (word, eight) in print.bits.iter_mut().zip(bits.chunks_exact(8)) {
            *word = u64::from_le_bytes(eight.try_into().ok()?);
        }
        Some(print)
    }
}

/// The pairs of letters of a text, each with how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bigrams {
    pairs: BTreeMap<(char, char), u32>,
    count: u32,
}

impl Bigrams {
    /// Of a text in lower case with single spaces.
    pub fn of(text: &str) -> Self {
        let plain: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().chars().collect();
        let mut pairs = BTreeMap::new();
        let mut count = 0;
        for pair in plain.windows(2) {
            *pairs.entry((pair[0], pair[1])).or_insert(0) += 1;
            count += 1;
        }
        Self { pairs, count }
    }

    /// How many pairs there are.
    pub const fn len(&self) -> u32 {
        self.count
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How alike two texts are, from 0 to 1.
    pub fn dice(&self, other: &Self) -> f64 {
        if self.count + other.count == 0 {
            return 1.0;
        }
        let (few, many) = if self.pairs.len() <= other.pairs.len() { (self, other) } else { (other, self) };
        let shared: u32 = few.pairs.iter().map(|(pair, n)| (*n).min(many.pairs.get(pair).copied().unwrap_or(0))).sum();
        2.0 * f64::from(shared) / f64::from(self.count + other.count)
    }

    /// Its print.
    pub fn print(&self) -> Print {
        let mut bits = [0; PRINT];
        for (a, b) in self.pairs.keys() {
            // Fibonacci hashing spreads the pairs evenly; the top nine bits name one of 512.
            let mixed = ((u64::from(u32::from(*a)) << 32) | u64::from(u32::from(*b))).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let place = usize::try_from(mixed >> 55).unwrap_or(0);
            bits[place / 64] |= 1 << (place % 64);
        }
        Print { bits, count: self.count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_the_contracts() {
        let dice = |a: &str, b: &str| Bigrams::of(a).dice(&Bigrams::of(b));
        assert!((dice("Used  Grep", "used grep") - 1.0).abs() < 1e-9);
        assert!((dice("night", "nacht") - 0.25).abs() < 1e-9);
        assert!(dice("abc", "xyz").abs() < 1e-9);
        assert!((dice("", "") - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_print_never_passes_over_what_is_alike() {
        let text = "need to search code for patterns used grep tool search completed faster";
        let pairs = Bigrams::of(text);
        let mut passed = 0;
        for cut in 0..text.len() {
            for filler in ["", "x", "zq wj", "another tool was used and took longer"] {
                let other = Bigrams::of(&format!("{}{filler}{}", &text[..cut], &text[cut..]));
                let may = pairs.print().may_be_alike(&other.print());
                assert!(may || pairs.dice(&other) < DUPLICATE, "{cut} {filler}");
                passed += usize::from(!may);
            }
        }
        assert!(passed > 0, "some fillers are told apart without reading");
        let print = pairs.print();
        assert_eq!(Print::from_bytes(&print.to_bytes()), Some(print));
        assert_eq!(Print::from_bytes(&[0; 3]), None);
    }
}
