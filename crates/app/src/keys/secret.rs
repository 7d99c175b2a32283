//! Secrets on their way through memory: wiped when dropped, silent in `Debug`.
//!
//! Not here: `Clone`, `Display` and serde. A secret that can be copied or printed by accident
//! will be.

use super::KeyError;
use std::fmt;
use zeroize::Zeroizing;

/// What the human types to open their key. Kept exactly as typed: no trimming, no folding.
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// The fewest characters that a new passphrase may have.
    pub const CHARS_MIN: usize = 8;

    /// Takes over `text`. An old passphrase may be shorter than today's rule, so the rule is
    /// applied where a key is locked, not here.
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// Whether both say the same, for "type it again".
    pub fn same_as(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Refuses a passphrase that is too weak to lock a key with.
    pub fn check(&self) -> Result<(), KeyError> {
        if self.0.trim().is_empty() || self.0.chars().count() < Self::CHARS_MIN {
            return Err(KeyError::WeakPassphrase);
        }
        Ok(())
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(…)")
    }
}

/// All the random bytes that one operation on a key needs.
///
/// It is given away by value and cannot be cloned, so a nonce is never used twice.
pub struct Entropy {
    pub(super) seed: Zeroizing<[u8; 32]>,
    pub(super) recovery_code: Zeroizing<[u8; 26]>,
    pub(super) by_passphrase: LockEntropy,
    pub(super) by_recovery: LockEntropy,
}

/// The salt and nonce of one lock. Neither is secret.
#[derive(Clone, Copy)]
pub(super) struct LockEntropy {
    pub(super) salt: [u8; 16],
    pub(super) nonce: [u8; 24],
}

impl Entropy {
    /// How many bytes that is.
    pub(super) const BYTES: usize = 32 + 26 + 2 * (16 + 24);

    /// Draws fresh bytes from the operating system. The only place in the program where a key
    /// meets randomness.
    pub fn draw() -> Result<Self, KeyError> {
        let mut bytes = Zeroizing::new([0; Self::BYTES]);
        getrandom::fill(bytes.as_mut_slice()).map_err(|error| KeyError::NoEntropy { why: error.to_string() })?;
        Ok(Self::from_bytes(&bytes))
    }

    /// Uses the given bytes, so that a test can make the same key twice.
    pub(super) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let mut rest = bytes.as_slice();
        Self {
            seed: Zeroizing::new(take(&mut rest)),
            recovery_code: Zeroizing::new(take(&mut rest)),
            by_passphrase: LockEntropy { salt: take(&mut rest), nonce: take(&mut rest) },
            by_recovery: LockEntropy { salt: take(&mut rest), nonce: take(&mut rest) },
        }
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (head, tail) = rest.split_first_chunk().expect("BUG: Entropy::BYTES is the sum of its parts");
    *rest = tail;
    *head
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy(…)")
    }
}
