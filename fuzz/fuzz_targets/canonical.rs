//! Canonical JSON is a fixed point: what it writes is read back as the same value, written the same way, with the same
//! digest. Whatever cannot be written so is refused, never changed.
#![no_main]

use kernel::canonical::{NotCanonical, canonical, digest};
use libfuzzer_sys::fuzz_target;
use serde_json::Value as Json;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice::<Json>(bytes) else { return };
    let text = match canonical(&value) {
        Ok(text) => text,
        Err(NotCanonical::TooLarge(_) | NotCanonical::NotJson(_)) => return,
    };
    let read: Json = serde_json::from_str(&text).expect("canonical text is JSON");
    let again = canonical(&read).expect("canonical text has a canonical form");
    assert_eq!(text, again, "canonical text is not a fixed point");
    assert_eq!(digest(&value), digest(&read), "the digest moved");
});
