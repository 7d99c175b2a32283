//! Signatures that stand alone: a receipt's or a token's payload under the log's key, so that whoever holds the public half can
//! check it without the palace. The keyed signature beside it is [`hmac`](super::hmac). Not here: keys.

use crate::ledger::{LogKey, from_hex, to_hex};
use ed25519_dalek::{Signature, Signer as _, SigningKey};

/// Stands before what is signed, so that no payload can ever be taken for a checkpoint or a seal.
const DOMAIN: &[u8] = b"palace/receipt/v1\n";

fn bytes(payload: &str) -> Vec<u8> {
    [DOMAIN, payload.as_bytes()].concat()
}

/// Signs a payload, in hexadecimal.
pub fn sign(key: &SigningKey, payload: &str) -> String {
    to_hex(&key.sign(&bytes(payload)).to_bytes())
}

/// Whether the log's key signed this payload.
pub fn is_signed(key: &LogKey, payload: &str, signature: &str) -> bool {
    from_hex::<64>(signature).is_some_and(|signature| key.key.verify_strict(&bytes(payload), &Signature::from_bytes(&signature)).is_ok())
}

/// Whether two texts are the same, in a time that does not tell how much of them is.
pub fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_one_payload_and_one_key() {
        let (ours, theirs) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from_bytes(&[2; 32]));
        let known = LogKey::new("log", ours.verifying_key()).expect("a plain name");
        let signature = sign(&ours, "{\"a\":1}");
        assert!(is_signed(&known, "{\"a\":1}", &signature));
        assert!(!is_signed(&known, "{\"a\":2}", &signature));
        assert!(!is_signed(&known, "{\"a\":1}", &sign(&theirs, "{\"a\":1}")));
        for broken in ["", "00", &signature[2..], &signature.replace('a', "g")] {
            assert!(!is_signed(&known, "{\"a\":1}", broken), "{broken}");
        }
    }

    #[test]
    fn texts_are_compared_whole() {
        for (a, b, equal) in [("", "", true), ("ab", "ab", true), ("ab", "ac", false), ("ab", "abc", false)] {
            assert_eq!(same(a, b), equal, "{a} {b}");
        }
    }
}
