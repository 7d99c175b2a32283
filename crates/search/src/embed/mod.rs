//! Meaning without a language model: one small table of token vectors, shipped inside the binary.
//!
//! A text becomes the normalised sum of its tokens' vectors: no network, no download, no state, the same bytes on
//! every machine. How the table is made is in `tools/embed/`. Ranking is not here: this says how near two texts are
//! and leaves what to do about it to the lanes.

mod file;
mod meaning;
mod other;
mod scan;
#[cfg(test)]
mod tests;
mod token_cache;
mod vector;
mod words;

use std::sync::OnceLock;

use file::File;
pub use meaning::Meaning;
pub use other::{EmbedError, Embedded, Embedder, Maker, fold};
pub use scan::{Probe, dot_i8};
pub(crate) use scan::{Wide, product};
pub use token_cache::TokenCache;
pub use vector::{DIMS, Vector};
use words::Words;

/// The model as `tools/embed/make.py` writes it.
static BYTES: &[u8] = include_bytes!("../../model/static256.bin");

/// The checksum recorded when the model was made; a test compares it with the bytes.
const CHECKSUM: &str = include_str!("../../../../tools/embed/SHA256");

/// A token of the vocabulary, by its place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(u16);

impl TokenId {
    /// The place in the vocabulary, from 0 up to [`Model::vocabulary`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One token's vector: int8 values and the scale that makes them comparable with other rows.
///
/// The length of a row is its token's weight: rare words are long, `the` is short.
#[derive(Debug, Clone, Copy)]
pub struct Row<'m> {
    bytes: &'m [u8],
    /// What one step of a value is worth.
    pub scale: f32,
}

impl<'m> Row<'m> {
    /// The values, before the scale, as numbers of 16 bits.
    pub(crate) fn widened(self) -> [i16; DIMS] {
        let mut wide = [0; DIMS];
        for (wide, value) in wide.iter_mut().zip(self.values()) {
            *wide = i16::from(value);
        }
        wide
    }

    /// The values, before the scale.
    pub fn values(self) -> impl Iterator<Item = i8> + 'm {
        self.bytes.iter().map(|byte| byte.cast_signed())
    }

    /// The row as a vector of its own: normalised, so that two tokens compare as two texts do.
    pub fn vector(self) -> Vector {
        let mut sum = [0.0; DIMS];
        add(&mut sum, self, 1);
        Vector::normalised(&sum)
    }
}

/// A loaded embedding model.
#[derive(Debug)]
pub struct Model {
    name: String,
    file: File,
}

impl Model {
    /// The model inside this binary. Opened on first use; opening reads a header and builds nothing.
    pub fn embedded() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| {
            let file = File::open(BYTES).expect("BUG: the model inside the binary is not the file its script makes");
            let checksum = CHECKSUM.get(..8).expect("BUG: tools/embed/SHA256 holds no checksum");
            Model { name: format!("static256-{checksum}"), file }
        })
    }

    /// The name to store beside vectors. It carries the checksum: when it differs, vectors were made by another model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many numbers a vector has.
    pub fn dims(&self) -> usize {
        DIMS
    }

    /// How many tokens the vocabulary has.
    pub fn vocabulary(&self) -> usize {
        self.file.rows()
    }

    /// The vector of a text. A text without a known token, such as the empty one, is the zero vector and scores 0 with all.
    pub fn embed(&self, text: &str) -> Vector {
        self.sum(self.tokens(text).collect())
    }

    /// The same for one of many texts: words that were in an earlier one are not cut again.
    pub fn embed_next(&self, text: &str, cache: &mut TokenCache) -> Vector {
        self.sum(Words::new(&self.file, text, Some(cache)).collect())
    }

    /// The normalised sum of the vectors of tokens.
    fn sum(&self, mut tokens: Vec<TokenId>) -> Vector {
        tokens.sort_unstable();
        let mut sum = [0.0; DIMS];
        for same in tokens.chunk_by(|a, b| a == b) {
            add(&mut sum, self.row(same[0]), same.len());
        }
        Vector::normalised(&sum)
    }

    /// The tokens of a text, in order. What the vocabulary does not know is left out.
    pub fn tokens<'t>(&'t self, text: &'t str) -> impl Iterator<Item = TokenId> + 't {
        Words::new(&self.file, text, None)
    }

    /// The words of a text as BERT's uncased models see them, before a vocabulary cuts them: for those that bring their own.
    pub fn words<'t>(&'t self, text: &'t str) -> impl Iterator<Item = String> + 't {
        Words::new(&self.file, text, None).folded()
    }

    /// Every token of the vocabulary, in its order.
    pub(crate) fn every_token(&self) -> impl Iterator<Item = TokenId> + use<> {
        (0..=u16::MAX).take(self.vocabulary()).map(TokenId)
    }

    /// One token's vector.
    pub fn row(&self, token: TokenId) -> Row<'_> {
        Row { bytes: self.file.row(token.0), scale: self.file.scale(token.0) }
    }

    /// How a token is written; a continuation of a word starts with `##`.
    pub fn spelling(&self, token: TokenId) -> &str {
        self.file.word(token.0)
    }
}

/// Adds one row that is there `count` times to a running sum, in f32, so that every machine gets the same bits.
///
/// It counts as its square root: the tenth `self` of a function says little more than the third.
fn add(sum: &mut [f32; DIMS], row: Row<'_>, count: usize) {
    let factor = row.scale * often(count);
    for (sum, byte) in sum.iter_mut().zip(row.bytes) {
        *sum += f32::from(byte.cast_signed()) * factor;
    }
}

/// What a row counts as that is there so often.
#[expect(clippy::cast_precision_loss, reason = "exact up to sixteen million, and nobody repeats a word more often")]
fn often(count: usize) -> f32 {
    (count as f32).sqrt()
}
