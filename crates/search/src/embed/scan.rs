//! The scan kernel: one query against many stored vectors, as exact integers.
//!
//! Written so that the compiler vectorises it for plain x86-64 and for ARM alike; no intrinsics, no choice at run time.

use super::vector::{DIMS, Vector, similarity};

/// The scalar product of two int8 vectors.
pub fn dot_i8(a: &[i8; DIMS], b: &[i8; DIMS]) -> i32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

/// A query made ready for a scan: widened once, so that each comparison widens one side only.
#[derive(Debug, Clone)]
pub struct Probe([i16; DIMS]);

impl Probe {
    /// Makes a query ready.
    pub fn new(query: &Vector) -> Probe {
        Probe(query.0.map(i16::from))
    }

    /// The exact score against one stored vector; equal to [`Vector::dot`].
    pub fn dot(&self, stored: &[i8; DIMS]) -> i32 {
        self.0.iter().zip(stored).map(|(a, b)| i32::from(*a) * i32::from(i16::from(*b))).sum()
    }

    /// The exact score against the stored bytes of one vector.
    pub fn dot_bytes(&self, stored: &[u8; DIMS]) -> i32 {
        self.0.iter().zip(stored).map(|(a, b)| i32::from(*a) * i32::from(i16::from(b.cast_signed()))).sum()
    }

    /// The cosine against one stored vector.
    pub fn similarity(&self, stored: &Vector) -> f32 {
        similarity(self.dot(&stored.0))
    }
}
