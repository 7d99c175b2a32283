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

/// Which model made some vectors: the name it goes by, and a print of what it is.
///
/// A name is not enough. Behind an address, or at a path, there may be other weights tomorrow, and their vectors do not
/// compare with those of today. It is written beside a set of vectors as `name#print`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maker {
    name: String,
    print: Option<u64>,
}

/// Bits that the prints of one model may differ in: a server does not give the same floats every day. Strangers differ in
/// half of the 64.
const PRINT_NOISE_MAX: u32 = 6;
/// Hexadecimal digits of a print.
const PRINT_DIGITS: usize = 16;

impl Maker {
    /// A model that is known by the bytes it consists of.
    pub fn of_bytes(name: &str, digest: u64) -> Self {
        Self { name: name.to_owned(), print: Some(digest) }
    }

    /// A model that is known by how it reads a text that it is always asked.
    pub fn of_answer(name: &str, probe: &Vector) -> Self {
        Self { name: name.to_owned(), print: Some(crate::code(probe)[0]) }
    }

    /// Reads what is written beside a set of vectors. The model in the binary has no print: its name changes with it.
    pub fn read(text: &str) -> Self {
        let parts = text.rsplit_once('#').filter(|(_, digits)| digits.len() == PRINT_DIGITS);
        match parts.and_then(|(name, digits)| Some((name, u64::from_str_radix(digits, 16).ok()?))) {
            Some((name, print)) => Self { name: name.to_owned(), print: Some(print) },
            None => Self { name: text.to_owned(), print: None },
        }
    }

    /// The name it goes by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether more than its name is known.
    pub fn has_print(&self) -> bool {
        self.print.is_some()
    }

    /// Whether vectors of the one compare with vectors of the other.
    pub fn is(&self, other: &Self) -> bool {
        self.name == other.name
            && match (self.print, other.print) {
                (Some(a), Some(b)) => (a ^ b).count_ones() <= PRINT_NOISE_MAX,
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
    }
}

impl std::fmt::Display for Maker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        self.print.map_or(Ok(()), |print| write!(f, "#{print:0PRINT_DIGITS$x}"))
    }
}

/// What a model made, and which model that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Who read.
    pub by: Maker,
    /// The vectors, in the order of the texts.
    pub vectors: Vec<Vector>,
}

/// A model that turns texts into vectors.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    /// The name it is configured under.
    fn name(&self) -> &str;
    /// Which model answered last. Nobody is asked for this.
    fn known(&self) -> Option<Maker>;
    /// The vectors of some texts. Without any, it only says which model reads.
    fn embed(&self, texts: &[&str]) -> Result<Embedded, EmbedError>;
    /// The vector of a question, which somebody waits for. Some models read questions otherwise than what answers them.
    fn question(&self, text: &str) -> Result<(Maker, Vector), EmbedError>;
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
    fn a_maker_is_itself_through_noise_and_nobody_else() {
        let vector = |seed: u8| fold(&(0..64_u8).map(|i| f32::from(i.wrapping_mul(seed).wrapping_mul(31) % 101) - 50.0).collect::<Vec<_>>());
        let near = fold(&(0..64_u8).map(|i| f32::from(i.wrapping_mul(7).wrapping_mul(31) % 101) - 50.0 + f32::from(i % 3) * 0.1).collect::<Vec<_>>());
        let maker = Maker::of_answer("m/64", &vector(7));
        assert!(maker.is(&Maker::of_answer("m/64", &near)) && maker.is(&Maker::read(&maker.to_string())));
        for other in [Maker::of_answer("m/64", &vector(13)), Maker::of_answer("n/64", &vector(7)), Maker::read("m/64"), Maker::read("m/64#12")] {
            assert!(!maker.is(&other), "{maker} is {other}");
        }
        assert!(Maker::read("static256-ab").is(&Maker::read("static256-ab")));
    }

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
