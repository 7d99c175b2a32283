//! One lock around the secret half of a key: Argon2id turns what the human knows into a cipher
//! key, XChaCha20-Poly1305 does the rest.
//!
//! Not here: the choice of another cipher or derivation. A file says which ones it uses so that a
//! later version can tell, and this version reads exactly one of each.

use super::KeyError;
use super::secret::LockEntropy;
use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use zeroize::Zeroizing;

/// The name of the only derivation that is read and written.
pub(super) const KDF: &str = "argon2id";
/// The name of the only cipher that is read and written.
pub(super) const CIPHER: &str = "xchacha20poly1305";

/// How much work one guess at the passphrase costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KdfParams {
    /// Memory in KiB.
    pub m_kib: u32,
    /// Passes over that memory.
    pub t: u32,
    /// Lanes; always 1.
    pub p: u32,
}

impl KdfParams {
    /// What new keys use: a blink on a laptop, dear for someone with a list of passphrases.
    pub const DEFAULT: Self = Self { m_kib: 64 * 1024, t: 3, p: 1 };
    /// The cheapest cost that is accepted at all; the tests use it.
    pub const FLOOR: Self = Self { m_kib: 8 * 1024, t: 1, p: 1 };
    /// The dearest cost that is accepted: a doctored file must not hang the program.
    pub const CEILING: Self = Self { m_kib: 1024 * 1024, t: 20, p: 1 };

    /// Names the bound that is crossed, if one is.
    pub(super) fn check(self) -> Result<(), String> {
        let Self { m_kib, t, p } = self;
        let bounds = [
            ("m_kib", m_kib, Self::FLOOR.m_kib, Self::CEILING.m_kib),
            ("t", t, Self::FLOOR.t, Self::CEILING.t),
            ("p", p, Self::FLOOR.p, Self::CEILING.p),
        ];
        for (name, value, floor, ceiling) in bounds {
            if !(floor..=ceiling).contains(&value) {
                return Err(format!("{name} is {value}, accepted is {floor} to {ceiling}"));
            }
        }
        Ok(())
    }
}

impl Default for KdfParams {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What opens a lock; part of what the lock binds, so that the two cannot trade places.
#[derive(Clone, Copy)]
pub(super) enum Opener {
    Passphrase,
    Recovery,
}

/// What a lock belongs to. Every word of it is authenticated with the secret.
pub(super) struct Bond<'a> {
    pub(super) format: &'a str,
    pub(super) palace: &'a str,
    pub(super) name: &'a str,
    pub(super) public: &'a [u8; 32],
    pub(super) opener: Opener,
}

/// The secret half of a key, locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lock {
    pub(super) params: KdfParams,
    pub(super) salt: [u8; 16],
    pub(super) nonce: [u8; 24],
    pub(super) sealed: Vec<u8>,
}

impl Lock {
    /// The seed and the cipher's tag.
    pub(super) const SEALED_BYTES: usize = 32 + 16;

    pub(super) fn close(seed: &[u8; 32], secret: &[u8], bond: &Bond<'_>, params: KdfParams, entropy: LockEntropy) -> Result<Self, KeyError> {
        let LockEntropy { salt, nonce } = entropy;
        let sealed = cipher(secret, params, &salt)?
            .encrypt(&nonce.into(), Payload { msg: seed, aad: &bound_bytes(bond, params, &salt) })
            .expect("BUG: 32 bytes are never too long for the cipher");
        Ok(Self { params, salt, nonce, sealed })
    }

    /// Gives the seed, or nothing when the secret is wrong or anything bound was changed: the
    /// cipher cannot tell these apart.
    pub(super) fn open(&self, secret: &[u8], bond: &Bond<'_>) -> Result<Option<Zeroizing<[u8; 32]>>, KeyError> {
        let opened = cipher(secret, self.params, &self.salt)?
            .decrypt(&self.nonce.into(), Payload { msg: &self.sealed, aad: &bound_bytes(bond, self.params, &self.salt) });
        let Ok(plain) = opened.map(Zeroizing::new) else {
            return Ok(None);
        };
        let mut seed = Zeroizing::new([0; 32]);
        if plain.len() != seed.len() {
            return Ok(None);
        }
        seed.copy_from_slice(&plain);
        Ok(Some(seed))
    }
}

fn cipher(secret: &[u8], params: KdfParams, salt: &[u8; 16]) -> Result<XChaCha20Poly1305, KeyError> {
    let unusable = |why: String| KeyError::BadParams { why };
    params.check().map_err(unusable)?;
    let mut key = Zeroizing::new([0; 32]);
    let argon = Params::new(params.m_kib, params.t, params.p, Some(key.len())).map_err(|error| unusable(error.to_string()))?;
    Argon2::new(Algorithm::Argon2id, Version::V0x13, argon)
        .hash_password_into(secret, salt, key.as_mut_slice())
        .map_err(|error| unusable(error.to_string()))?;
    Ok(XChaCha20Poly1305::new((&*key).into()))
}

/// Lengths come first: ("ab", "c") and ("a", "bc") must differ.
fn bound_bytes(bond: &Bond<'_>, params: KdfParams, salt: &[u8; 16]) -> Vec<u8> {
    let opener = match bond.opener {
        Opener::Passphrase => "passphrase",
        Opener::Recovery => "recovery",
    };
    let parts: [&[u8]; 11] = [
        bond.format.as_bytes(),
        bond.palace.as_bytes(),
        bond.name.as_bytes(),
        bond.public,
        opener.as_bytes(),
        KDF.as_bytes(),
        &params.m_kib.to_le_bytes(),
        &params.t.to_le_bytes(),
        &params.p.to_le_bytes(),
        salt,
        CIPHER.as_bytes(),
    ];
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}
