//! One byte form per JSON value (RFC 8785), so that equal values have equal digests. Parsing is not here.

use crate::ledger::Digest;
use serde::Serialize;
use serde_json::{Number, Value as Json};
use std::cmp::Ordering;

/// The largest integer that every JSON reader keeps exact.
const EXACT_MAX: u64 = 1 << 53;

const EXACT_MAX_FLOAT: f64 = 9_007_199_254_740_992.0;
/// From here on, canonical floats have an exponent and stay floats.
const WITH_EXPONENT_FROM: f64 = 1e21;

/// A value without a canonical form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCanonical {
    /// Integers beyond 2^53 are rounded by half the world's JSON readers, so a digest over one would lie.
    #[error("the number {0} is beyond 2^53 and would be rounded; send it as a string")]
    TooLarge(String),
    /// The value could not be written as JSON at all.
    #[error("the value has no JSON form: {0}")]
    NotJson(String),
}

/// The canonical text of a value.
pub fn canonical(value: &impl Serialize) -> Result<String, NotCanonical> {
    canonical_json(&serde_json::to_value(value).map_err(not_json)?)
}

/// The same for what is JSON already, and need not be copied.
pub fn canonical_json(json: &Json) -> Result<String, NotCanonical> {
    let mut text = Vec::with_capacity(256);
    write(json, &mut text)?;
    utf8(text)
}

/// The canonical text of an object with these fields, no two of one name.
pub fn canonical_fields<'f>(fields: impl IntoIterator<Item = (&'f str, &'f Json)>) -> Result<String, NotCanonical> {
    let mut text = Vec::with_capacity(256);
    object(fields.into_iter().collect(), &mut text)?;
    utf8(text)
}

/// The digest of a value's canonical text.
pub fn digest(value: &impl Serialize) -> Result<Digest, NotCanonical> {
    canonical(value).map(|text| Digest::of(text.as_bytes()))
}

/// The same for what is JSON already.
pub fn digest_json(json: &Json) -> Result<Digest, NotCanonical> {
    canonical_json(json).map(|text| Digest::of(text.as_bytes()))
}

fn utf8(text: Vec<u8>) -> Result<String, NotCanonical> {
    String::from_utf8(text).map_err(|e| NotCanonical::NotJson(e.to_string()))
}

fn not_json(e: serde_json::Error) -> NotCanonical {
    NotCanonical::NotJson(e.to_string())
}

/// Writes a value. Every entry of the ledger comes through here, several times.
fn write(json: &Json, text: &mut Vec<u8>) -> Result<(), NotCanonical> {
    match json {
        Json::Null => text.extend_from_slice(b"null"),
        Json::Bool(true) => text.extend_from_slice(b"true"),
        Json::Bool(false) => text.extend_from_slice(b"false"),
        Json::Number(n) => number(n, text)?,
        Json::String(string) => serde_json::to_writer(text, string).map_err(not_json)?,
        Json::Array(items) => list(*b"[]", items.iter(), text, write)?,
        Json::Object(fields) => object(fields.iter().map(|(key, value)| (key.as_str(), value)).collect(), text)?,
    }
    Ok(())
}

fn object(mut fields: Vec<(&str, &Json)>, text: &mut Vec<u8>) -> Result<(), NotCanonical> {
    fields.sort_unstable_by(|(a, _), (b, _)| in_order(a, b));
    list(*b"{}", fields.into_iter(), text, |(key, value), text| {
        serde_json::to_writer(&mut *text, key).map_err(not_json)?;
        text.push(b':');
        write(value, text)
    })
}

/// Writes some things with commas between them, and what is around them.
fn list<T>(
    around: [u8; 2],
    each: impl Iterator<Item = T>,
    text: &mut Vec<u8>,
    write: impl Fn(T, &mut Vec<u8>) -> Result<(), NotCanonical>,
) -> Result<(), NotCanonical> {
    text.push(around[0]);
    for (n, one) in each.enumerate() {
        if n > 0 {
            text.push(b',');
        }
        write(one, text)?;
    }
    text.push(around[1]);
    Ok(())
}

/// The order of names: by the units of UTF-16, which for plain letters is that of their bytes.
fn in_order(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

fn number(n: &Number, text: &mut Vec<u8>) -> Result<(), NotCanonical> {
    let beyond = match n.as_u64().or_else(|| n.as_i64().map(i64::unsigned_abs)) {
        Some(magnitude) if magnitude <= EXACT_MAX => return serde_json::to_writer(text, n).map_err(not_json),
        Some(_) => true,
        // RFC 8785 writes such a float without a point, so it would be read back as an integer that was rounded.
        None => n.as_f64().is_some_and(|f| f.abs() > EXACT_MAX_FLOAT && f.abs() < WITH_EXPONENT_FROM),
    };
    if beyond { Err(NotCanonical::TooLarge(n.to_string())) } else { serde_json_canonicalizer::to_writer(n, text).map_err(not_json) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn any_json() -> impl Strategy<Value = Json> {
        let text = || prop_oneof!["[a-z]{0,3}", ".{0,4}", "[\u{1}-\u{20}\u{7f}\u{e000}\u{ffff}\u{10000}\"\\\\]{0,4}"];
        let number = prop_oneof![(-(1_i64 << 53)..=1 << 53).prop_map(Json::from), any::<f32>().prop_map(|f| json!(f64::from(f) / 3.0))];
        let leaf = prop_oneof![Just(Json::Null), any::<bool>().prop_map(Json::Bool), number, text().prop_map(Json::String)];
        leaf.prop_recursive(3, 24, 6, move |inner| {
            let object = proptest::collection::vec((text(), inner.clone()), 0..6).prop_map(|fields| fields.into_iter().collect());
            prop_oneof![proptest::collection::vec(inner, 0..6).prop_map(Json::Array), object]
        })
    }

    proptest! {
        #[test]
        fn the_text_is_the_one_that_others_write(json in any_json()) {
            if let Ok(text) = canonical(&json) {
                prop_assert_eq!(text, serde_json_canonicalizer::to_string(&json).expect("json"));
            }
        }
    }

    #[test]
    fn equal_values_have_equal_bytes() {
        let a = json!({"b": 1.0, "a": ["x", {"z": null, "y": true}], "é": "\u{1f}"});
        let b: Json = serde_json::from_str(r#"{"é":"\u001f","a":["x",{"y":true,"z":null}],"b":1}"#).expect("json");
        assert_eq!(canonical(&a), canonical(&b));
        assert_eq!(canonical(&a).expect("plain"), r#"{"a":["x",{"y":true,"z":null}],"b":1,"é":"\u001f"}"#);
    }

    #[test]
    fn integers_that_would_be_rounded_are_refused() {
        assert!(canonical(&json!(9_007_199_254_740_992_u64)).is_ok());
        for n in [json!(9_007_199_254_740_993_u64), json!(u64::MAX), json!(i64::MIN)] {
            assert!(matches!(canonical(&json!([n])), Err(NotCanonical::TooLarge(_))), "{n}");
        }
    }

    #[test]
    fn canonical_text_is_a_fixed_point() {
        for text in ["9007199254740992.0", "-9007199254740992", "1e21", "1e300", "1e-7", "0.1", "-0.0", "123456789.25"] {
            let once = canonical(&serde_json::from_str::<Json>(text).expect("json")).expect(text);
            let twice = canonical(&serde_json::from_str::<Json>(&once).expect("json")).expect(&once);
            assert_eq!(once, twice, "{text}");
        }
        for text in ["18764073709551610.1", "1e17", "-999999999999999900000.0"] {
            assert!(canonical(&serde_json::from_str::<Json>(text).expect("json")).is_err(), "{text}");
        }
    }
}
