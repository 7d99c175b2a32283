//! A SHA-256 digest and its one spelling: 64 lower-case hex digits.
//!
//! Not here: what is hashed. Each thing that has a digest says in its own file which bytes go in.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

/// Hashes what comes piece by piece.
#[derive(Clone, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Takes more bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
    /// The digest of all that came.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

/// Why a text is not a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 lower-case hex digits; copy it whole, without spaces")]
pub struct DigestError;

impl Digest {
    /// The digest that stands for "nothing before": the first entry's `prev`.
    pub const ZERO: Digest = Digest([0; 32]);

    /// Hashes bytes with SHA-256.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// Hashes several pieces as if they were one, without joining them first.
    pub(super) fn of_parts(parts: &[&[u8]]) -> Digest {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Digest(hasher.finalize().into())
    }

    /// Writes the hex digits to the end of a buffer; verification does this four times per entry.
    pub(super) fn write_hex(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.hex());
    }

    fn hex(self) -> [u8; 64] {
        let mut digits = [0; 64];
        for (eight, four) in digits.as_chunks_mut::<8>().0.iter_mut().zip(self.0.as_chunks::<4>().0) {
            let words = u64::from(u32::from_le_bytes(*four));
            let pairs = (words | words << 16) & 0x0000_ffff_0000_ffff;
            let bytes = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
            *eight = spelled((bytes >> 4 & 0x000f_000f_000f_000f) | (bytes & 0x000f_000f_000f_000f) << 8).to_le_bytes();
        }
        digits
    }
}

/// One in each of the eight lanes of an integer: digests are read and written eight digits at a time.
const LANES: u64 = 0x0101_0101_0101_0101;

/// The digits of eight values, each below 16, in their lanes.
const fn spelled(values: u64) -> u64 {
    let letters = (values + 6 * LANES) >> 4 & LANES;
    values + LANES * b'0' as u64 + letters * (b'a' - b'9' - 1) as u64
}

/// The two digits of every byte, so that writing hex is a copy.
const HEX: [[u8; 2]; 256] = {
    let digits = b"0123456789abcdef";
    let mut table = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    table
};

/// Writes bytes as lower-case hex.
pub fn to_hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| HEX[usize::from(*byte)]);
    digits.map(char::from).collect()
}

/// Reads exactly `N` bytes of lower-case hex, `N` being a multiple of four. Upper case is refused: a digest has one
/// spelling, so that equal digests are equal texts.
///
/// Eight digits at a time, in the lanes of one integer. A hash is noise, so a branch per digit would be mispredicted
/// half the time; that alone was a quarter of the time it takes to verify a ledger.
#[inline]
pub fn from_hex<const N: usize>(text: impl AsRef<[u8]>) -> Option<[u8; N]> {
    const { assert!(N.is_multiple_of(4), "digits are read eight at a time") };
    let text = text.as_ref();
    if text.len() != 2 * N {
        return None;
    }
    let (mut bytes, mut wrong) = ([0; N], 0);
    for (four, eight) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(text.as_chunks::<8>().0) {
        let digits = u64::from_le_bytes(*eight);
        // In ASCII, bit 6 is set in letters only, and `a` ends in 1 where it stands for 10.
        let values = (digits & (LANES * 0x0f)) + 9 * (digits >> 6 & LANES);
        // They were digits if they are below 16 and writing them gives the same text.
        wrong |= (values & (LANES * 0xf0)) | (digits ^ spelled(values));
        // Pairs become bytes, and bytes move together.
        let pairs = (values << 4 | values >> 8) & 0x00ff_00ff_00ff_00ff;
        let words = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
        let [a, b, c, d, ..] = (words | words >> 16).to_le_bytes();
        *four = [a, b, c, d];
    }
    (wrong == 0).then_some(bytes)
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&to_hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Digest, DigestError> {
        from_hex(text).map(Digest).ok_or(DigestError)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Digest {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Digest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
            "description": "SHA-256 digest, 64 lower-case hex digits",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_read_back_and_every_other_character_is_refused() {
        for byte in 0..=u8::MAX {
            let bytes = [byte, !byte, 0, byte.rotate_left(3)];
            assert_eq!(from_hex(to_hex(&bytes)), Some(bytes));
            let is_digit = byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            for place in 0..8 {
                let mut text = *b"0a9f1b8e";
                text[place] = byte;
                assert_eq!(from_hex::<4>(text).is_some(), is_digit, "{text:?}");
            }
        }
        let every: Vec<u8> = (0..=u8::MAX).collect();
        for bytes in every.as_chunks::<32>().0 {
            assert_eq!(Digest(*bytes).hex(), *to_hex(bytes).as_bytes());
        }
        assert_eq!((from_hex::<4>("0a9f1b8"), from_hex::<4>("0a9f1b8e0"), from_hex::<0>("")), (None, None, Some([])));
    }
}
