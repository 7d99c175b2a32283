//! Finds the id of a request that cannot be parsed, so that whoever sent it does not wait for an answer for ever.

use serde_json::{Number, Value};

/// The id of a message by its outermost object alone: a string or a whole number. Null where it is not there, not whole or there twice, and where the
/// message is an answer, whose ids are those of our own requests.
pub(super) fn id(bytes: &[u8]) -> Value {
    let mut found = None;
    let mut depth = 0_usize;
    let mut key: Option<Value> = None;
    let mut place = 0;
    while let Some(byte) = bytes.get(place) {
        let token = token(&bytes[place..]);
        place += token.len();
        match byte {
            b'[' if depth == 0 => return Value::Null,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => break,
            b'}' | b']' => depth -= 1,
            b',' if depth == 1 => key = None,
            b'"' | b'-' | b'0'..=b'9' if depth == 1 => {
                // A number may go on behind the end of what arrived.
                let whole = *byte == b'"' || place < bytes.len();
                let value = scalar(token).filter(|_| whole).unwrap_or(Value::Null);
                match key.as_ref().and_then(Value::as_str) {
                    None => {
                        if matches!(value.as_str(), Some("result" | "error")) {
                            return Value::Null;
                        }
                        key = Some(value);
                    }
                    Some("id") if found.is_some() => return Value::Null,
                    Some("id") => found = Some(value),
                    Some(_) => {}
                }
            }
            _ if depth == 0 && !byte.is_ascii_whitespace() => return Value::Null,
            _ => {}
        }
    }
    found.unwrap_or(Value::Null)
}

/// A text with its quotes, a number, or one byte of anything else.
fn token(bytes: &[u8]) -> &[u8] {
    let end = match bytes.first() {
        Some(b'"') => {
            let mut end = 1;
            while bytes.get(end).is_some_and(|byte| *byte != b'"') {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            end + 1
        }
        Some(b'-' | b'0'..=b'9') => bytes.iter().take_while(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')).count(),
        _ => 1,
    };
    &bytes[..end.min(bytes.len())]
}

fn scalar(token: &[u8]) -> Option<Value> {
    match serde_json::from_slice(token).ok()? {
        text @ Value::String(_) => Some(text),
        Value::Number(number) => number.as_i64().map(|whole| Value::Number(Number::from(whole))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_id_is_found_where_it_is_certain() {
        for (text, found) in [
            (r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"id":3,"a":[[[1}"#, json!(2)),
            (r#"{"method":"ping","params":{"id":"no"},"id" : "a\n7","#, json!("a\n7")),
            (r#" {"i\u0064":-4,"method":"pi"#, json!(-4)),
            (r#"{"method":"id","x":"id","id":5}"#, json!(5)),
            (r#"{"params":{"q":"\\\"}{"},"id":6,}"#, json!(6)),
            (r#"{"jsonrpc":"2.0","id":2"#, json!(null)), // of 23, perhaps
            (r#"{"jsonrpc":"2.0","id":"2"#, json!(null)),
            (r#"{"id":1,"id":2,"#, json!(null)),
            (r#"{"id":1.5,"#, json!(null)),
            (r#"{"id":[1],"#, json!(null)),
            (r#"{"id":{"id":1},"#, json!(null)),
            (r#"{"id":1,"result":{},"#, json!(null)),
            (r#"{"params":{"id":1},"#, json!(null)),
            (r#"[{"id":1}"#, json!(null)),
            (r#"{"a":1},{"id":1}"#, json!(null)),
            ("id", json!(null)),
            ("", json!(null)),
            ("\"\\", json!(null)),
        ] {
            assert_eq!(id(text.as_bytes()), found, "{text}");
        }
    }
}
