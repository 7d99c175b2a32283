//! Likeness of two texts by the pairs of letters they share (Dice). What is nearly the same is told by its id.

use std::collections::BTreeMap;

/// From here on, two texts say the same.
pub const DUPLICATE: f64 = 0.9;
/// What is alike differs in this part of all pairs at most: a tenth.
const APART_MOST: u64 = 10;

/// Places of a print.
const PLACES: usize = 128;
/// Places of a print that was folded once more.
const FOLDED: usize = 64;

/// How often a text has which pairs, folded into 128 counts. Two texts that are alike differ in few of them, so that a
/// hundred thousand prints can be looked through before any text is read; none that is alike is ever passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    counts: [u8; PLACES],
    pairs: u32,
}

impl Print {
    /// How many pairs the text has.
    pub const fn pairs(&self) -> u32 {
        self.pairs
    }

    /// The numbers of pairs that a text alike to this one can have, least and most. What is alike shares 0.45 of all pairs
    /// of both, and no text shares more than it has.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a text has fewer pairs than a number holds")]
    pub fn band(&self) -> (u32, u32) {
        let share = DUPLICATE / (2.0 - DUPLICATE);
        ((f64::from(self.pairs) * share).floor() as u32, (f64::from(self.pairs) / share).ceil() as u32)
    }

    /// How alike the texts behind two prints are at most. Folding only brings texts closer: a difference of counts is a
    /// difference of pairs, and a full count hides one.
    pub fn most(&self, other: &Self) -> f64 {
        most((&self.counts, self.pairs), (&other.counts, other.pairs))
    }

    /// The same in fewer counts: what it tells apart is apart, and what it does not is told apart by the print.
    pub fn folded(&self) -> Folded {
        let mut counts = [0_u8; FOLDED];
        for (n, count) in self.counts.iter().enumerate() {
            counts[n % FOLDED] = counts[n % FOLDED].saturating_add(*count);
        }
        Folded { counts, pairs: self.pairs }
    }

    /// Its counts, as bytes.
    pub const fn bytes(&self) -> &[u8] {
        &self.counts
    }

    /// Reads the number of pairs and the counts.
    pub fn read(pairs: i64, bytes: &[u8]) -> Option<Self> {
        Some(Self { counts: bytes.try_into().ok()?, pairs: u32::try_from(pairs).ok()? })
    }
}

/// A print in half of its counts, which is looked at first: most texts are too far apart for more to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folded {
    counts: [u8; FOLDED],
    pairs: u32,
}

impl Folded {
    /// Whether the texts behind two prints can be alike at all. Whole numbers, since a hundred thousand are asked in a row.
    pub fn may_be_alike(&self, other: &Self) -> bool {
        let apart = apart(&self.counts, &other.counts).max(self.pairs.abs_diff(other.pairs));
        u64::from(apart) * APART_MOST <= u64::from(self.pairs) + u64::from(other.pairs)
    }
}

/// In how many pairs texts differ at least, by the counts that their pairs fold into.
fn apart<const N: usize>(counts: &[u8; N], others: &[u8; N]) -> u32 {
    counts.iter().zip(others).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
}

/// How alike texts of so many pairs are at most, by the counts that their pairs fold into.
fn most<const N: usize>((counts, pairs): (&[u8; N], u32), (others, other_pairs): (&[u8; N], u32)) -> f64 {
    let all = pairs + other_pairs;
    if all == 0 {
        return 1.0;
    }
    1.0 - f64::from(apart(counts, others).max(pairs.abs_diff(other_pairs))) / f64::from(all)
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
        let mut counts = [0_u8; PLACES];
        for ((a, b), n) in &self.pairs {
            // Fibonacci hashing spreads the pairs evenly; the top seven bits name one of 128.
            let mixed = ((u64::from(u32::from(*a)) << 32) | u64::from(u32::from(*b))).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let place = &mut counts[usize::try_from(mixed >> 57).unwrap_or(0)];
            *place = place.saturating_add(u8::try_from(*n).unwrap_or(u8::MAX));
        }
        Print { counts, pairs: self.count }
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
                let may = pairs.print().most(&other.print()) >= DUPLICATE - 1e-9;
                let (least, most) = pairs.print().band();
                assert!((may && (least..=most).contains(&other.len())) || pairs.dice(&other) < DUPLICATE, "{cut} {filler}");
                assert!(pairs.print().most(&other.print()) >= pairs.dice(&other) - 1e-9, "{cut} {filler}");
                assert!(!may || pairs.print().folded().may_be_alike(&other.print().folded()), "{cut} {filler}");
                passed += usize::from(!may);
            }
        }
        assert!(passed > 0, "some fillers are told apart without reading");
        let print = pairs.print();
        assert_eq!(Print::read(i64::from(print.pairs()), print.bytes()), Some(print));
        assert_eq!(Print::read(3, &[0; 3]), None);
    }
}
