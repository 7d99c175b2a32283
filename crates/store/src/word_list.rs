//! Packs the words of an item, in order, into few bytes: a word that the item holds already is one byte, any other one to three.
//!
//! The first byte of a word says how it goes on:
//!
//! | byte | meaning | bytes |
//! |---|---|---|
//! | 0 to 79 | the word that came so many new words before the newest one | 1 |
//! | 80 to 111 | a new word, whose number is this less 80 | 1 |
//! | 112 to 235 | a new word, whose number has this less 112 above the next byte | 2 |
//! | 236 to 254 | a new word, whose number has this less 236 above the next two bytes | 3 |
//! | 255 | a new word, whose number is in the next four bytes | 5 |
//!
//! A repeated word that lies further back comes as a new one. On source code this takes 217 bytes where [`crate::word_numbers`]
//! takes 305, and Zstandard on top of those 213. A stored format: see `docs/decisions/0052-smaller-rows.md`.

/// The first bytes of each form of a new word; below the first one a byte repeats a word.
const ONE: u8 = 80;
const TWO: u8 = 112;
const THREE: u8 = 236;
const FIVE: u8 = 255;

/// Packs numbers of words.
pub fn pack(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let (mut packed, mut newest) = (Vec::new(), Newest::default());
    for number in numbers {
        if let Some(back) = newest.find(number) {
            packed.push(back);
            continue;
        }
        newest.add(number);
        let [low, middle, high, top] = number.to_le_bytes();
        let below = |first: u8, byte: u8, end: u8| first.checked_add(byte).filter(|byte| *byte < end);
        match (top, high, middle) {
            (0, 0, 0) if below(ONE, low, TWO).is_some() => packed.push(ONE + low),
            (0, 0, _) if below(TWO, middle, THREE).is_some() => packed.extend([TWO + middle, low]),
            (0, ..) if below(THREE, high, FIVE).is_some() => packed.extend([THREE + high, low, middle]),
            _ => packed.extend([FIVE, low, middle, high, top]),
        }
    }
    packed
}

/// The numbers, in order. Bytes that nobody packed give numbers that no word has, and never more of them than there are bytes.
pub fn unpack(packed: &[u8]) -> impl Iterator<Item = u32> {
    let (mut bytes, mut newest) = (packed.iter().copied(), Newest::default());
    std::iter::from_fn(move || {
        let first = bytes.next()?;
        if first < ONE {
            return Some(newest.get(first));
        }
        let number = match first {
            FIVE => u32::from_le_bytes([bytes.next()?, bytes.next()?, bytes.next()?, bytes.next()?]),
            THREE.. => u32::from_le_bytes([bytes.next()?, bytes.next()?, first - THREE, 0]),
            TWO.. => u32::from_le_bytes([bytes.next()?, first - TWO, 0, 0]),
            _ => u32::from(first - ONE),
        };
        newest.add(number);
        Some(number)
    })
}

/// How many numbers there are.
pub fn count(packed: &[u8]) -> usize {
    let (mut rest, mut count) = (packed, 0);
    while let Some(first) = rest.first() {
        let length = match *first {
            FIVE => 5,
            THREE.. => 3,
            TWO.. => 2,
            _ => 1,
        };
        let Some((_, after)) = rest.split_at_checked(length) else { break };
        (rest, count) = (after, count + 1);
    }
    count
}

/// The new words that one byte can repeat.
struct Newest {
    /// One after another, from the beginning again when there is no more room.
    ring: [u32; RING],
    added: usize,
}

/// A power of two, so that finding a place is quick.
const RING: usize = 128;

impl Default for Newest {
    fn default() -> Self {
        Self { ring: [0; RING], added: 0 }
    }
}

impl Newest {
    fn add(&mut self, number: u32) {
        self.ring[self.added % RING] = number;
        self.added += 1;
    }

    /// How many new words lie between this one and the newest, if few enough.
    fn find(&self, number: u32) -> Option<u8> {
        (0..ONE).take(self.added).find(|back| self.get(*back) == number)
    }

    /// The word so many before the newest; 0, which no word has, where there is none.
    fn get(&self, back: u8) -> u32 {
        self.added.checked_sub(usize::from(back) + 1).map_or(0, |place| self.ring[place % RING])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were_packed() {
        let edges = [0, 1, 31, 32, 255, 256, 31_743, 31_744, 65_535, 65_536, 1_245_183, 1_245_184, u32::MAX - 1, u32::MAX];
        let packed = pack(edges);
        assert_eq!(unpack(&packed).collect::<Vec<_>>(), edges);
        assert_eq!((count(&packed), packed.len()), (edges.len(), 3 + 4 * 2 + 4 * 3 + 3 * 5));
        assert_eq!(pack([]), Vec::<u8>::new());
        let long: Vec<u32> = (0..2_000_u32).map(|place| place * place % 311 * 1_000).collect();
        let packed = pack(long.iter().copied());
        assert_eq!((unpack(&packed).collect::<Vec<_>>(), count(&packed)), (long.clone(), long.len()));
    }

    #[test]
    fn a_word_that_was_there_takes_one_byte() {
        assert_eq!(pack([70_000, 40, 70_000, 40, 40]), [THREE + 1, 112, 17, TWO, 40, 1, 0, 0]);
        let far: Vec<u32> = (1_000..1_000 + u32::from(ONE)).chain([1_000, 1_000]).collect();
        assert_eq!(pack(far.iter().copied())[usize::from(ONE) * 2..], [79, 79]);
        let further: Vec<u32> = (1_000..=1_000 + u32::from(ONE)).chain([1_000, 1_000]).collect();
        let packed = pack(further.iter().copied());
        assert_eq!(packed[usize::from(ONE + 1) * 2..], [TWO + 3, 232, 0]);
        assert_eq!(unpack(&packed).collect::<Vec<_>>(), further);
    }

    #[test]
    fn damaged_bytes_end_instead_of_failing() {
        for damaged in [&[0x00][..], &[79; 9], &[0xff; 64], &[0xff; 3], &[0xec, 1], &[0x70], &[0xfe, 1, 2, 0xfe]] {
            let numbers = unpack(damaged).count();
            assert!(numbers <= damaged.len() && numbers == count(damaged), "{damaged:?}");
        }
    }
}
