//! Packs a vector into four bits a number, half of what its int8 numbers take.
//!
//! The numbers are rotated first, so that they are spread alike and one table of levels suits them all: without it
//! the few large numbers of a vector are cut off. The levels are those that lose least of a normal distribution (Lloyd and Max).
//! A stored format: see `docs/decisions/0052-smaller-rows.md`.

use std::sync::LazyLock;

/// Numbers in a vector.
pub(crate) const DIMS: usize = 256;
/// The length that a vector has when it is unpacked.
const LENGTH: f32 = 127.0;

/// Bytes of a packed vector. One of zeros alone, which says nothing, is packed into no bytes.
const PACKED_BYTES: usize = DIMS / 2;
/// The rotation is two steps over a square of so many numbers.
const SIDE: usize = 16;
/// Rotated numbers from which on the next level is nearer, without their sign.
const BOUNDS: [i32; 7] = [33, 66, 102, 140, 183, 234, 305];
/// The levels, a quarter of the rotated numbers that they stand for.
const LEVELS: [i32; 8] = [4, 12, 21, 30, 40, 51, 66, 87];
/// Set where the number is above zero.
const ABOVE: u8 = 8;

/// 1 or -1 for each number, the same everywhere. Part of the stored format.
static SIGNS: LazyLock<[i32; DIMS]> = LazyLock::new(|| {
    let mut pattern = 0x9e37_79b9_7f4a_7c15_u64;
    std::array::from_fn(|_| {
        pattern ^= pattern << 13;
        pattern ^= pattern >> 7;
        pattern ^= pattern << 17;
        if pattern & 1 == 0 { 1 } else { -1 }
    })
});

/// The Walsh–Hadamard transform, which is its own inverse but for a factor of 256. Over columns, then over the columns of the
/// transposed square, which the compiler does with whole registers.
fn transform(numbers: &[i32; DIMS]) -> [i32; DIMS] {
    transposed(&columns(transposed(&columns(*numbers))))
}

fn columns(mut square: [i32; DIMS]) -> [i32; DIMS] {
    let mut width = SIDE;
    while width < DIMS {
        for block in square.chunks_exact_mut(width * 2) {
            let (left, right) = block.split_at_mut(width);
            for (left, right) in left.as_chunks_mut::<SIDE>().0.iter_mut().zip(right.as_chunks_mut::<SIDE>().0) {
                for (a, b) in left.iter_mut().zip(right) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
        }
        width *= 2;
    }
    square
}

fn transposed(square: &[i32; DIMS]) -> [i32; DIMS] {
    let mut turned = [0; DIMS];
    for (row, numbers) in square.as_chunks::<SIDE>().0.iter().enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            turned[column * SIDE + row] = *number;
        }
    }
    turned
}

/// Packs a vector.
pub(crate) fn pack(vector: &[i8; DIMS]) -> Vec<u8> {
    if *vector == [0; DIMS] {
        return Vec::new();
    }
    let mut signed = [0; DIMS];
    for ((place, value), sign) in signed.iter_mut().zip(vector).zip(&*SIGNS) {
        *place = i32::from(*value) * sign;
    }
    let four_bits = |number: i32| {
        let size = number.abs();
        let level = BOUNDS.iter().fold(0, |level, bound| level + u8::from(size >= *bound));
        if number > 0 { ABOVE + level } else { level }
    };
    transform(&signed).as_chunks::<2>().0.iter().map(|[low, high]| four_bits(*low) | four_bits(*high) << 4).collect()
}

/// Reads a packed vector: numbers of 8 bits, of one length. `None` where the bytes are no packed vector.
pub(crate) fn unpack(packed: &[u8]) -> Option<[u8; DIMS]> {
    if packed.is_empty() {
        return Some([0; DIMS]);
    }
    let packed = <&[u8; PACKED_BYTES]>::try_from(packed).ok()?;
    let level = |four_bits: u8| {
        let size = LEVELS[usize::from(four_bits & 7)];
        if four_bits & ABOVE == 0 { -size } else { size }
    };
    let mut levels = [0; DIMS];
    for (two, byte) in levels.as_chunks_mut::<2>().0.iter_mut().zip(packed) {
        *two = [level(byte & 15), level(byte >> 4)];
    }
    let square: i32 = levels.iter().map(|level| level * level).sum();
    // The transform makes it sixteen times as long.
    #[expect(clippy::cast_precision_loss, reason = "256 levels squared are below 2^21")]
    let factor = LENGTH / (square as f32).sqrt() / 16.0;
    let mut values = [0; DIMS];
    for ((value, number), sign) in values.iter_mut().zip(transform(&levels)).zip(&*SIGNS) {
        #[expect(clippy::cast_precision_loss, reason = "sums of 256 levels are below 2^15")]
        let scaled = (number * sign) as f32 * factor;
        // Half away from zero, by hand: `round` is a library call on plain x86-64 and would not vectorise.
        #[expect(clippy::cast_possible_truncation, reason = "a normalised number times 127 fits")]
        let rounded = (scaled + 0.5_f32.copysign(scaled)) as i8;
        *value = rounded.cast_unsigned();
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector of length 127 with some large numbers, as vectors of texts have them.
    fn vector(seed: i16) -> [i8; DIMS] {
        let raw: Vec<f32> = (0..256_i16).map(|place| f32::sin(f32::from(place) * 0.37 * f32::from(seed + 1)).powi(5)).collect();
        let length = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
        #[expect(clippy::cast_possible_truncation, reason = "a normalised number times 127 fits")]
        let rounded = std::array::from_fn(|place| (raw[place] / length * LENGTH).round() as i8);
        rounded
    }

    fn cosine(a: &[i8; DIMS], b: &[i8; DIMS]) -> f32 {
        let dot = |a: &[i8; DIMS], b: &[i8; DIMS]| a.iter().zip(b).map(|(a, b)| f32::from(*a) * f32::from(*b)).sum::<f32>();
        dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
    }

    #[test]
    fn a_packed_vector_is_nearly_the_vector() {
        for seed in 0..20 {
            let before = vector(seed);
            let packed = pack(&before);
            assert_eq!(packed.len(), PACKED_BYTES);
            let after = unpack(&packed).expect("it was packed").map(u8::cast_signed);
            assert!(cosine(&before, &after) > 0.98, "{seed}: {}", cosine(&before, &after));
            let other = vector(seed + 1);
            assert!((cosine(&before, &other) - cosine(&after, &other)).abs() < 0.05, "{seed}");
        }
    }

    #[test]
    fn a_vector_that_says_nothing_takes_no_bytes() {
        assert!(pack(&[0; DIMS]).is_empty());
        assert_eq!(unpack(&[]), Some([0; DIMS]));
        assert_eq!(unpack(&[1; PACKED_BYTES - 1]), None);
    }

    #[test]
    fn the_rotation_is_its_own_inverse() {
        let numbers: [i32; DIMS] = std::array::from_fn(|place| i32::try_from(place * place % 251).expect("small") - 125);
        assert_eq!(transform(&transform(&numbers)), numbers.map(|number| number * 256));
    }

    #[test]
    fn the_stored_form_stays_as_it_is() {
        let packed = pack(&std::array::from_fn(|place| i8::try_from(place % 17).expect("small") - 8));
        let sum = packed.iter().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)));
        assert_eq!((packed[..4].to_vec(), sum), (vec![145, 8, 12, 130], 3_448_930_573));
    }
}
