//! Models that are not in the binary: a sentence model from a file, an endpoint. What they give is folded into the same
//! vectors, so that keeping, scanning and judging need not know which model spoke.

use super::vector::{DIMS, Vector};

/// Why a model gave no vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedError(pub String);

impl std::fmt::Display for EmbedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EmbedError {}

/// A model that turns texts into vectors.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    /// The name to store beside its vectors; another name means that they do not compare.
    fn name(&self) -> &str;
    /// The vectors of some texts, in order.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vector>, EmbedError>;
    /// The vector of a question, which somebody waits for. Some models read questions otherwise than what answers them.
    fn question(&self, text: &str) -> Result<Vector, EmbedError> {
        self.embed(&[text])?.pop().ok_or_else(|| EmbedError("the model gave no vector".into()))
    }
}

/// Folds an embedding of any length into ours. Up to 256 numbers are kept as they are; more are mixed by a fixed rotation
/// (random signs and a Walsh-Hadamard transform) and the first 256 kept, which preserves angles nearly.
pub fn fold(embedding: &[f32]) -> Vector {
    let mut sum = [0.0; DIMS];
    if embedding.len() <= DIMS {
        sum[..embedding.len()].copy_from_slice(embedding);
        return Vector::normalised(&sum);
    }
    let mut mixed = vec![0.0_f32; embedding.len().next_power_of_two()];
    let mut pattern = 0x2545_f491_4f6c_dd1d_u64;
    for (place, value) in mixed.iter_mut().zip(embedding) {
        pattern ^= pattern << 13;
        pattern ^= pattern >> 7;
        pattern ^= pattern << 17;
        *place = if pattern & 1 == 0 { *value } else { -*value };
    }
    let mut width = 1;
    while width < mixed.len() {
        for block in mixed.chunks_exact_mut(width * 2) {
            let (left, right) = block.split_at_mut(width);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
    sum.copy_from_slice(&mixed[..DIMS]);
    Vector::normalised(&sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_near_things_near_and_far_things_far() {
        let wave = |step: f32| -> Vec<f32> { (0..384_u16).map(|i| (f32::from(i) * step).sin()).collect() };
        let (a, b, c) = (wave(0.37), wave(0.3701), wave(1.91));
        assert!(fold(&a).similarity(&fold(&b)) > 0.98, "{}", fold(&a).similarity(&fold(&b)));
        assert!(fold(&a).similarity(&fold(&c)).abs() < 0.2, "{}", fold(&a).similarity(&fold(&c)));
        assert_eq!(fold(&[]), Vector::ZERO);
        assert_eq!(fold(&[0.0; 1024]), Vector::ZERO);
    }
}
