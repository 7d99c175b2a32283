//! The short name of a public key, for people to compare.
//!
//! Not here: trust. Which fingerprint may seal is recorded in the palace, under its first seal.

use sha2::{Digest, Sha256};
use std::fmt;

/// The SHA-256 of a public key. `Display` shows the first 16 hex digits in fours.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Computes the fingerprint of a public key.
    pub fn of(public: &[u8; 32]) -> Self {
        Self(Sha256::digest(public).into())
    }

    /// All 64 hex digits, for machines.
    pub fn hex(&self) -> String {
        use fmt::Write;
        self.0.iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, pair) in self.0[..8].chunks(2).enumerate() {
            let dash = if place == 0 { "" } else { "-" };
            write!(f, "{dash}{:02x}{:02x}", pair[0], pair[1])?;
        }
        Ok(())
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}
