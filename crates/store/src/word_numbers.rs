//! Packs the words of an item, numbers of the lexicon in order, into few bytes.
//!
//! Seven bits a byte, the lowest first; the highest bit says that another byte follows. Words that are met early are common and
//! have small numbers, so most take one byte or two. A stored format: see `docs/decisions`.

/// Bits of a number in one byte.
const BITS: u32 = 7;
/// Set in every byte of a number but the last.
const MORE: u8 = 1 << BITS;

/// Packs numbers.
pub fn pack(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let mut packed = Vec::new();
    for number in numbers {
        put(&mut packed, number);
    }
    packed
}

/// Appends a number.
pub(crate) fn put(packed: &mut Vec<u8>, mut number: u32) {
    while number >= u32::from(MORE) {
        packed.push(number.to_le_bytes()[0] | MORE);
        number >>= BITS;
    }
    packed.push(number.to_le_bytes()[0]);
}

/// Takes the next number; nothing where there is no more.
pub(crate) fn take(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u32> {
    let (mut number, mut shift) = (0_u32, 0);
    loop {
        let byte = *bytes.next()?;
        number |= u32::from(byte & !MORE).checked_shl(shift).unwrap_or(0);
        if byte & MORE == 0 {
            return Some(number);
        }
        shift += BITS;
    }
}

/// The numbers, in order. Bytes that nobody packed give numbers that no word has, and never more of them than there are bytes.
pub fn unpack(packed: &[u8]) -> impl Iterator<Item = u32> {
    let mut bytes = packed.iter();
    std::iter::from_fn(move || take(&mut bytes))
}

/// How many numbers there are.
pub fn count(packed: &[u8]) -> usize {
    packed.iter().filter(|byte| **byte & MORE == 0).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were_packed() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, 2_097_151, 2_097_152, u32::MAX - 1, u32::MAX];
        let packed = pack(numbers);
        assert_eq!(unpack(&packed).collect::<Vec<_>>(), numbers);
        assert_eq!((count(&packed), packed.len()), (numbers.len(), 1 + 1 + 1 + 2 + 2 + 2 + 3 + 3 + 4 + 5 + 5));
        assert_eq!(pack([]), Vec::<u8>::new());
    }

    #[test]
    fn damaged_bytes_end_instead_of_failing() {
        for damaged in [&[0x80][..], &[0xff; 64], &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]] {
            assert!(unpack(damaged).count() <= damaged.len());
        }
    }
}
