//! A text's vector: 256 int8 numbers of fixed scale, so that scores are exact integers.
//!
//! Where vectors are kept is not here; [`Vector::to_bytes`] is their form at rest.

use super::scan::dot_i8;

/// Numbers in a vector.
pub const DIMS: usize = 256;

/// What 1.0 is in int8.
pub(super) const ONE: f32 = 127.0;

/// A direction in the space of meanings. Its length is 127, or 0 for a text that says nothing the model knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vector(pub(super) [i8; DIMS]);

impl Vector {
    /// The vector of a text that says nothing.
    pub const ZERO: Vector = Vector([0; DIMS]);

    /// Scales a sum to length 127 and rounds it.
    pub(super) fn normalised(sum: &[f32; DIMS]) -> Vector {
        let square = sum.iter().fold(0.0_f32, |square, x| square + x * x);
        if square == 0.0 {
            return Vector::ZERO;
        }
        let factor = ONE / square.sqrt();
        let mut values = [0; DIMS];
        for (value, x) in values.iter_mut().zip(sum) {
            let scaled = x * factor;
            // Half away from zero, by hand: `round` is a library call on plain x86-64 and would not vectorise.
            #[expect(clippy::cast_possible_truncation, reason = "a normalised number times 127 fits")]
            let rounded = (scaled + 0.5_f32.copysign(scaled)) as i8;
            *value = rounded;
        }
        Vector(values)
    }

    /// The exact score of two vectors, about 127² for the same direction.
    pub fn dot(&self, other: &Vector) -> i32 {
        dot_i8(&self.0, &other.0)
    }

    /// The cosine of two vectors, from -1 to 1 but for rounding.
    pub fn similarity(&self, other: &Vector) -> f32 {
        similarity(self.dot(other))
    }

    /// The values.
    pub fn values(&self) -> &[i8; DIMS] {
        &self.0
    }

    /// The bytes to store.
    pub fn to_bytes(&self) -> [u8; DIMS] {
        self.0.map(i8::cast_unsigned)
    }

    /// Reads stored bytes; `None` when there are not 256 of them.
    pub fn from_bytes(bytes: &[u8]) -> Option<Vector> {
        let bytes: &[u8; DIMS] = bytes.try_into().ok()?;
        Some(Vector(bytes.map(u8::cast_signed)))
    }
}

/// A score as a cosine.
#[expect(clippy::cast_precision_loss, reason = "a score of 256 int8 products is below 2^23")]
pub(super) fn similarity(dot: i32) -> f32 {
    dot as f32 / (ONE * ONE)
}
