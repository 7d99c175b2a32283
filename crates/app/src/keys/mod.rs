//! The human's signing key: made once, kept encrypted, opened for as long as one answer takes.
//!
//! A seal is a signature by this key, so whoever can open it can speak for the human. It rests
//! in a file of mode 0600, locked twice: under a passphrase, and under a recovery code that is
//! shown once. Each lock binds the palace, the name, the public key and its own derivation cost,
//! so none of them can be swapped in the file.
//!
//! Not here: asking for the passphrase (that is [`crate::terminal`]), and any way to take it from
//! an environment variable, an argument or a pipe.

mod document;
mod error;
mod file;
mod fingerprint;
mod lock;
mod recovery;
mod secret;
mod signing;
#[cfg(test)]
mod tests;

use ed25519_dalek::{Signer, SigningKey};
use std::fmt;

pub use error::KeyError;
pub use file::KeyFile;
pub use fingerprint::Fingerprint;
pub use lock::KdfParams;
pub use recovery::RecoveryCode;
pub use secret::{Entropy, Passphrase};
pub use signing::signing_secret;

/// Makes a new key for `name` in `palace`, and the recovery code that must be shown now or never.
///
/// Nothing is written: [`KeyFile::write_new`] does that once the human has seen the code.
pub fn create(palace: &str, name: &str, passphrase: &Passphrase, params: KdfParams, entropy: Entropy) -> Result<(KeyFile, RecoveryCode), KeyError> {
    passphrase.check()?;
    let key = UnlockedKey::from_seed(&entropy.seed);
    let code = RecoveryCode::from_entropy(&entropy.recovery_code);
    let file = KeyFile::lock(palace, name, &key, passphrase, &code, params, &entropy)?;
    Ok((file, code))
}

/// A key that can sign. Its secret half is wiped from memory when it is dropped.
pub struct UnlockedKey {
    signing: SigningKey,
}

impl UnlockedKey {
    fn from_seed(seed: &[u8; 32]) -> Self {
        Self { signing: SigningKey::from_bytes(seed) }
    }

    fn seed(&self) -> &[u8; 32] {
        self.signing.as_bytes()
    }

    /// Signs `message` with Ed25519.
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.signing.sign(message).to_bytes()
    }

    /// The public half, which anyone may know.
    pub fn public(&self) -> [u8; 32] {
        self.signing.verifying_key().to_bytes()
    }

    /// The short name of the public half.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.public())
    }
}

impl fmt::Debug for UnlockedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnlockedKey({})", self.fingerprint())
    }
}
