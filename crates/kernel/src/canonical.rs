//! One byte form per JSON value (RFC 8785), so that equal values have equal digests. Parsing is not here.

use crate::ledger::Digest;
use serde::Serialize;
use serde_json::Value as Json;

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
    let json = serde_json::to_value(value).map_err(|e| NotCanonical::NotJson(e.to_string()))?;
    exact(&json)?;
    serde_json_canonicalizer::to_string(&json).map_err(|e| NotCanonical::NotJson(e.to_string()))
}

/// The digest of a value's canonical text.
pub fn digest(value: &impl Serialize) -> Result<Digest, NotCanonical> {
    canonical(value).map(|text| Digest::of(text.as_bytes()))
}

fn exact(json: &Json) -> Result<(), NotCanonical> {
    match json {
        Json::Number(n) => {
            let beyond = match n.as_u64().or_else(|| n.as_i64().map(i64::unsigned_abs)) {
                Some(magnitude) => magnitude > EXACT_MAX,
                // RFC 8785 writes such a float without a point, so it would be read back as an integer that was rounded.
                None => n.as_f64().is_some_and(|f| f.abs() > EXACT_MAX_FLOAT && f.abs() < WITH_EXPONENT_FROM),
            };
            if beyond { Err(NotCanonical::TooLarge(n.to_string())) } else { Ok(()) }
        }
        Json::Array(items) => items.iter().try_for_each(exact),
        Json::Object(fields) => fields.values().try_for_each(exact),
        Json::Null | Json::Bool(_) | Json::String(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
