//! Repairs JSON that its grammar allows and serde_json refuses: halves of a character, and numbers beyond every type.
//!
//! JavaScript writes `\ud83d` alone when a text is cut inside an emoji. A reader that refuses such a text never sees the rest of it, and whoever waits
//! for an answer waits for ever. Every reader of JSON that others wrote uses this: hooks, MCP, REST and the formats of `ingest`.
//! Not here: nesting, which serde_json refuses above 127 levels, and bytes that are no UTF-8.

use std::borrow::Cow;

/// Length of an escape `\uXXXX`, in bytes.
const ESCAPE_BYTES: usize = 6;
/// U+FFFD as an escape, as long as what it replaces.
const REPLACEMENT: &[u8; ESCAPE_BYTES] = b"\\ufffd";
/// The number that stands for those that are too large, without its sign.
const NUMBER_MAX: &[u8] = b"1.7976931348623157e308";

/// The text with a replacement character for each lone half of a surrogate pair, and the largest number there is for each that is larger. Borrowed
/// when there is nothing to repair.
pub fn repair_json(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut repaired: Vec<u8> = Vec::new();
    let mut copied = 0;
    let mut place = 0;
    let mut in_text = false;
    while let Some(byte) = bytes.get(place) {
        let (length, instead): (usize, Option<&[u8]>) = match (in_text, byte) {
            (_, b'"') => {
                in_text = !in_text;
                (1, None)
            }
            (true, b'\\') => escape(&bytes[place..]),
            (false, b'-' | b'0'..=b'9') => number(&bytes[place..]),
            (_, _) => (1, None),
        };
        if let Some(instead) = instead {
            repaired.extend_from_slice(&bytes[copied..place]);
            // The sign is part of the number.
            repaired.extend(bytes.get(place).filter(|byte| **byte == b'-'));
            repaired.extend_from_slice(instead);
            copied = place + length;
        }
        place += length;
    }
    if copied == 0 {
        return Cow::Borrowed(bytes);
    }
    repaired.extend_from_slice(bytes.get(copied..).unwrap_or_default());
    Cow::Owned(repaired)
}

/// The length of the escape that these bytes begin with, and the one that it should have been.
fn escape(bytes: &[u8]) -> (usize, Option<&'static [u8]>) {
    match half(bytes) {
        Some(0xD800..=0xDBFF) if matches!(bytes.get(ESCAPE_BYTES..).and_then(half), Some(0xDC00..=0xDFFF)) => (2 * ESCAPE_BYTES, None),
        Some(0xD800..=0xDFFF) => (ESCAPE_BYTES, Some(REPLACEMENT)),
        Some(_) => (ESCAPE_BYTES, None),
        None => (2, None),
    }
}

/// The number of the escape `\uXXXX` that these bytes begin with.
fn half(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// The length of the number that these bytes begin with, and the one that is read instead if there is no type for it.
fn number(bytes: &[u8]) -> (usize, Option<&'static [u8]>) {
    let length = bytes.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')).count().max(1);
    let value = std::str::from_utf8(&bytes[..length]).ok().and_then(|text| text.parse::<f64>().ok());
    (length, value.filter(|value| value.is_infinite()).map(|_| NUMBER_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_the_grammar_allows_is_read() {
        for (written, read) in [
            (r#"["a\ud83d","b"]"#, json!(["a\u{FFFD}", "b"])),
            (r#"["\udc00\ud83d\ude00"]"#, json!(["\u{FFFD}😀"])),
            (r#"["\uD83D\u0041\ud83d\ud83d\n\ud800"]"#, json!(["\u{FFFD}A\u{FFFD}\u{FFFD}\n\u{FFFD}"])),
            (r#"{"k\udfff":1}"#, json!({ "k\u{FFFD}": 1 })),
            (r#"["\\ud83d", 1]"#, json!(["\\ud83d", 1])),
            (r#"["1e999\"",1e999,-1e999,2]"#, json!(["1e999\"", f64::MAX, -f64::MAX, 2])),
        ] {
            let read_back: Value = serde_json::from_slice(&repair_json(written.as_bytes())).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(read_back, read, "{written}");
        }
        let long = format!("[{}]", "9".repeat(400));
        assert!(serde_json::from_slice::<Value>(&repair_json(long.as_bytes())).is_ok());
    }

    #[test]
    fn what_needs_no_repair_or_cannot_have_one_is_left_as_it_is() {
        for text in [r#"{"a":"\ud83d\ude00 \u0041","b":[-1.5e3,0]}"#, "", "\\", "\"\\", "\"\\u12", "\"\\ud8", "-", "[1,", "\"\\\"\\ud8"] {
            assert!(matches!(repair_json(text.as_bytes()), Cow::Borrowed(same) if same == text.as_bytes()), "{text}");
        }
    }
}
