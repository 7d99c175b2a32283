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
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&HEX[usize::from(byte)]);
        }
        digits
    }
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
pub(super) fn to_hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| HEX[usize::from(*byte)]);
    digits.map(char::from).collect()
}

/// Reads exactly `N` bytes of lower-case hex. Upper case is refused: a digest has one spelling, so that equal
/// digests are equal texts.
///
/// Without a branch per digit: a hash is noise, so every such branch would be mispredicted half the time, and that
/// was a quarter of the time it takes to verify a ledger.
pub fn from_hex<const N: usize>(text: impl AsRef<[u8]>) -> Option<[u8; N]> {
    let text = text.as_ref();
    let is_digit = |digit: u8| digit.wrapping_sub(b'0') < 10 || digit.wrapping_sub(b'a') < 6;
    if text.len() != 2 * N || !text.iter().fold(true, |all, digit| all & is_digit(*digit)) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        // Both digits at once. In ASCII, bit 6 is set in letters only, and `a` ends in 1 where it should be 10.
        let pair = u16::from_le_bytes([pair[0], pair[1]]);
        let values = (pair & 0x0f0f) + 9 * (pair >> 6 & 0x0101);
        *byte = (values << 4 | values >> 8).to_le_bytes()[0];
    }
    Some(bytes)
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
            assert_eq!(from_hex(to_hex(&[byte])), Some([byte]));
            let is_digit = byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            for text in [[byte, b'0'], [b'0', byte]] {
                assert_eq!(from_hex::<1>(text).is_some(), is_digit, "{text:?}");
            }
        }
        assert_eq!((from_hex::<2>("abc"), from_hex::<1>("abc"), from_hex::<0>("")), (None, None, Some([])));
    }
}
