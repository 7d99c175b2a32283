//! The chain of calls as the cycle's contract computes it, and its keyed signature. Our own ledger binds more; this is the
//! view of it that the contract's test vectors hold for.

use crate::{
    canonical::{self, NotCanonical},
    ledger::Digest,
};
use serde::Serialize;
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

/// Bytes of a block of SHA-256.
const BLOCK: usize = 64;

/// A value as the contract hashes it: line ends in texts are all one kind.
pub fn normalised(mut value: Json) -> Json {
    fn normalise(value: &mut Json) {
        match value {
            Json::String(text) if text.contains('\r') => *text = text.replace("\r\n", "\n").replace('\r', "\n"),
            Json::Array(items) => items.iter_mut().for_each(normalise),
            Json::Object(fields) => fields.values_mut().for_each(normalise),
            Json::String(_) | Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
    normalise(&mut value);
    value
}

/// One call in the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link<'l> {
    /// Digest of what went in.
    pub input_hash: Digest,
    /// Digest of what came out.
    pub output_hash: Digest,
    /// The call before, if there was one.
    pub prev_hash: Option<Digest>,
    /// Which tool.
    pub tool_name: &'l str,
    /// When, as text.
    pub ts: &'l str,
}

impl Link<'_> {
    /// Its digest.
    pub fn hash(&self) -> Result<Digest, NotCanonical> {
        canonical::digest(self)
    }
}

/// HMAC-SHA256 (RFC 2104), in hexadecimal.
pub fn hmac(key: &[u8], message: &[u8]) -> String {
    let mut block = [0_u8; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    let outer = Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize();
    Digest(outer.into()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_contracts_vectors_hold() {
        let hash = |value: Json| canonical::digest(&normalised(value)).expect("plain");
        let (input, output) = (hash(json!({"action": "test"})), hash(json!({"result": "ok"})));
        assert_eq!(input.to_string(), "af062acbe3e64aa039672b0bc0197abeb443bf0cc9685e7d96ea67d18afdb7d7");
        assert_eq!(output.to_string(), "1aad36b0fb02621b951649811957ba7ad67d4838c2932d02088f7d6e8db74313");
        let link = Link { input_hash: input, output_hash: output, prev_hash: None, tool_name: "demo_tool", ts: "2026-01-15T12:00:00.000Z" };
        assert_eq!(link.hash().expect("plain").to_string(), "f42a5f0b1d64de3291386d5119da0331827842792d49b965743d45008ce6f214");
        assert_eq!(hash(json!({"a": "x\r\ny\rz"})), hash(json!({"a": "x\ny\nz"})));
    }

    #[test]
    fn hmac_is_the_standards() {
        // RFC 4231, cases 1, 2 and 6.
        assert_eq!(hmac(&[0x0b; 20], b"Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assert_eq!(hmac(b"Jefe", b"what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert_eq!(
            hmac(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        );
    }
}
