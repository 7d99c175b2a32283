//! The JSON of a key file, and the strict reading of it.
//!
//! Not here: leniency. An unknown field, a second spelling or a cost out of bounds makes the file
//! unusable, because whoever changed it was not this program.

use super::lock::{CIPHER, KDF, Lock};
use super::{Fingerprint, KdfParams, KeyFile};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

/// The first word of every key file, and part of what its locks bind.
pub(super) const FORMAT: &str = "palace-key/v1";

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    format: String,
    palace: String,
    name: String,
    public: String,
    fingerprint: String,
    kdf: KdfDocument,
    cipher: String,
    nonce: String,
    #[serde(rename = "box")]
    sealed: String,
    recovery: RecoveryDocument,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecoveryDocument {
    kdf: KdfDocument,
    nonce: String,
    #[serde(rename = "box")]
    sealed: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KdfDocument {
    name: String,
    m_kib: u32,
    t: u32,
    p: u32,
    salt: String,
}

impl From<&KeyFile> for Document {
    fn from(key: &KeyFile) -> Self {
        let kdf = |lock: &Lock| KdfDocument {
            name: KDF.to_owned(),
            m_kib: lock.params.m_kib,
            t: lock.params.t,
            p: lock.params.p,
            salt: BASE64.encode(lock.salt),
        };
        Self {
            format: FORMAT.to_owned(),
            palace: key.palace.clone(),
            name: key.name.clone(),
            public: BASE64.encode(key.public),
            fingerprint: key.fingerprint().hex(),
            kdf: kdf(&key.by_passphrase),
            cipher: CIPHER.to_owned(),
            nonce: BASE64.encode(key.by_passphrase.nonce),
            sealed: BASE64.encode(&key.by_passphrase.sealed),
            recovery: RecoveryDocument {
                kdf: kdf(&key.by_recovery),
                nonce: BASE64.encode(key.by_recovery.nonce),
                sealed: BASE64.encode(&key.by_recovery.sealed),
            },
        }
    }
}

impl Document {
    pub(super) fn into_key_file(self) -> Result<KeyFile, String> {
        expect_word("format", &self.format, FORMAT)?;
        expect_word("cipher", &self.cipher, CIPHER)?;
        let public = bytes("public", &self.public)?;
        let fingerprint = Fingerprint::of(&public).hex();
        expect_word("fingerprint", &self.fingerprint, &fingerprint)?;
        Ok(KeyFile {
            palace: self.palace,
            name: self.name,
            public,
            by_passphrase: lock(&self.kdf, &self.nonce, &self.sealed)?,
            by_recovery: lock(&self.recovery.kdf, &self.recovery.nonce, &self.recovery.sealed)?,
        })
    }
}

fn lock(kdf: &KdfDocument, nonce: &str, sealed: &str) -> Result<Lock, String> {
    expect_word("kdf.name", &kdf.name, KDF)?;
    let params = KdfParams { m_kib: kdf.m_kib, t: kdf.t, p: kdf.p };
    params.check()?;
    Ok(Lock {
        params,
        salt: bytes("kdf.salt", &kdf.salt)?,
        nonce: bytes("nonce", nonce)?,
        sealed: bytes::<{ Lock::SEALED_BYTES }>("box", sealed)?.to_vec(),
    })
}

fn expect_word(field: &str, found: &str, expected: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("`{field}` is {found:?} where {expected:?} belongs"))
}

fn bytes<const N: usize>(field: &str, text: &str) -> Result<[u8; N], String> {
    BASE64.decode(text).ok().and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| format!("`{field}` is not {N} bytes of base64"))
}
