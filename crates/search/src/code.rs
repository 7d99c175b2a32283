//! Short codes for vectors: one bit a dimension after a fixed rotation, so that a million can be looked through in a few
//! milliseconds and only the best need their real score.
//!
//! Not here: where codes are kept.

use crate::embed::{DIMS, Vector};

/// Words of a code.
pub const CODE_WORDS: usize = DIMS / 64;
/// Bytes of a code.
pub const CODE_BYTES: usize = DIMS / 8;

/// A vector's code.
pub type Code = [u64; CODE_WORDS];

/// The code of a vector. Signs are flipped by a fixed pattern and the dimensions mixed (a Walsh–Hadamard transform), so that
/// every bit says about as much as every other.
pub fn code(vector: &Vector) -> Code {
    let mut mixed = [0_i32; DIMS];
    let mut pattern = 0x9e37_79b9_7f4a_7c15_u64;
    for (place, value) in mixed.iter_mut().zip(vector.values()) {
        pattern ^= pattern << 13;
        pattern ^= pattern >> 7;
        pattern ^= pattern << 17;
        *place = if pattern & 1 == 0 { i32::from(*value) } else { -i32::from(*value) };
    }
    let mut width = 1;
    while width < DIMS {
        for block in mixed.chunks_exact_mut(width * 2) {
            let (left, right) = block.split_at_mut(width);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
    let mut code = [0; CODE_WORDS];
    for (bit, value) in mixed.iter().enumerate() {
        code[bit / 64] |= u64::from(*value > 0) << (bit % 64);
    }
    code
}

/// How many bits two codes differ in: 0 for the same, about 128 for strangers.
pub fn distance(a: &Code, b: &Code) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

/// A code as it is kept.
pub fn code_bytes(code: &Code) -> [u8; CODE_BYTES] {
    let mut bytes = [0; CODE_BYTES];
    for (place, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(code) {
        *place = word.to_le_bytes();
    }
    bytes
}

/// Reads a kept code; short ones are read as if zeros followed.
pub fn code_from(bytes: &[u8]) -> Code {
    let mut code = [0; CODE_WORDS];
    for (word, eight) in code.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*eight);
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::Model;

    #[test]
    fn near_texts_have_near_codes() {
        let code = |text: &str| code(&Model::embedded().embed(text));
        let asked = code("when did she paint the sunrise");
        let near = distance(&asked, &code("she painted a sunrise last summer"));
        let far = distance(&asked, &code("the compiler refuses a missing semicolon"));
        assert!(near + 20 < far, "{near} is not much nearer than {far}");
        assert_eq!(distance(&asked, &asked), 0);
    }

    #[test]
    fn a_code_is_read_as_it_was_kept() {
        let code = code(&Model::embedded().embed("evidence precedes assertion"));
        assert_eq!(code_from(&code_bytes(&code)), code);
        assert_eq!(code_from(&[]), [0; CODE_WORDS]);
    }
}
