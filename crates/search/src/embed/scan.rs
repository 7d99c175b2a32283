//! The scan kernel: one query against many stored vectors, as exact integers.
//!
//! Written so that the compiler vectorises it for plain x86-64 and for ARM alike; no intrinsics, no choice at run time.

use super::vector::{DIMS, Vector, similarity};

/// Numbers multiplied at a time: with as many as this the compiler uses whole registers, twice as fast as all at once.
const AT_A_TIME: usize = 32;

/// A vector made ready: numbers of 16 bits are multiplied and added in pairs by one instruction everywhere.
pub(crate) type Wide = [i16; DIMS];

/// The scalar product of a vector made ready and another, whose numbers are made ready on the way.
pub(crate) fn product<T: Copy>(a: &Wide, b: &[T; DIMS], widen: impl Fn(T) -> i16) -> i32 {
    let some = a.as_chunks::<AT_A_TIME>().0.iter().zip(b.as_chunks::<AT_A_TIME>().0);
    some.map(|(a, b)| a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(widen(*b))).sum::<i32>()).sum()
}

/// The scalar product of two int8 vectors.
pub fn dot_i8(a: &[i8; DIMS], b: &[i8; DIMS]) -> i32 {
    product(&a.map(i16::from), b, i16::from)
}

/// A query made ready for a scan: widened once, so that each comparison widens one side only.
#[derive(Debug, Clone)]
pub struct Probe(Wide);

impl Probe {
    /// Makes a query ready.
    pub fn new(query: &Vector) -> Probe {
        Probe(query.0.map(i16::from))
    }

    /// The exact score against one stored vector; equal to [`Vector::dot`].
    pub fn dot(&self, stored: &[i8; DIMS]) -> i32 {
        product(&self.0, stored, i16::from)
    }

    /// The exact score against the stored bytes of one vector.
    pub fn dot_bytes(&self, stored: &[u8; DIMS]) -> i32 {
        product(&self.0, stored, |byte| i16::from(byte.cast_signed()))
    }

    /// The cosine against one stored vector.
    pub fn similarity(&self, stored: &Vector) -> f32 {
        similarity(self.dot(&stored.0))
    }
}
