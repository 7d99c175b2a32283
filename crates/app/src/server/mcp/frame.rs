//! Reads the bytes of one JSON-RPC message strictly, and says what is wrong with them.
//!
//! Both transports check here before rmcp sees a message, because rmcp drops what it cannot read
//! over stdio and answers plain text over HTTP. What the methods mean is not decided here.

use std::{borrow::Cow, cell::RefCell, fmt};

use kernel::json_repair::repair_json;
use serde::{
    Serialize,
    de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

use super::unparsed;

/// The bytes are not JSON.
pub(super) const PARSE_ERROR: i32 = -32700;
/// The JSON is not a message of this protocol.
pub(super) const INVALID_REQUEST: i32 = -32600;
/// The message is one, but its parameters are not.
pub(super) const INVALID_PARAMS: i32 = -32602;

/// Why a message was not accepted, ready to be sent back.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    /// The id of the message where it has a usable one, else null.
    pub(super) id: Value,
    pub(super) code: i32,
    pub(super) message: String,
    /// False for a notification: JSON-RPC does not answer those, however wrong they are.
    pub(super) answered: bool,
}

impl Fault {
    pub(super) fn new(id: Value, code: i32, message: impl Into<String>) -> Self {
        Self { id, code, message: message.into(), answered: true }
    }

    /// The JSON-RPC error response for this fault.
    pub(super) fn response(&self) -> Refusal<'_> {
        Refusal::new(&self.id, self.code, &self.message, None)
    }
}

/// A JSON-RPC error response. A struct, because its keys go out in the order people expect.
#[derive(Serialize)]
pub(super) struct Refusal<'a> {
    jsonrpc: &'static str,
    id: &'a Value,
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    code: i32,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl<'a> Refusal<'a> {
    pub(super) fn new(id: &'a Value, code: i32, message: &'a str, data: Option<Value>) -> Self {
        Self { jsonrpc: "2.0", id, error: Reason { code, message, data } }
    }
}

/// Reads JSON in which no object holds a key twice, for every door that takes JSON. Says in words what is wrong.
pub fn strict_json(bytes: &[u8]) -> Result<Value, String> {
    match parse(bytes) {
        Ok((_, Some(key))) => Err(format!("the key `{key}` occurs twice in one object")),
        Ok((value, None)) => Ok(value),
        Err(error) => Err(error.to_string()),
    }
}

/// The value, and the first key that an object holds twice. Read again with repairs where the text needs them.
fn parse(bytes: &[u8]) -> Result<(Value, Option<String>), serde_json::Error> {
    parse_unrepaired(bytes).or_else(|error| match repair_json(bytes) {
        Cow::Owned(repaired) => parse_unrepaired(&repaired),
        Cow::Borrowed(_) => Err(error),
    })
}

fn parse_unrepaired(bytes: &[u8]) -> Result<(Value, Option<String>), serde_json::Error> {
    let twin = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Strict { twin: &twin }.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value))?;
    Ok((value, twin.into_inner()))
}

/// Reads one message and checks its envelope.
pub(super) fn read(bytes: &[u8]) -> Result<Value, Fault> {
    // RFC 8259 lets a reader ignore a byte order mark; some Windows pipes put one there.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let (value, twin) =
        parse(bytes).map_err(|error| Fault::new(unparsed::id(bytes), PARSE_ERROR, format!("The message is not JSON that can be read: {error}")))?;
    let message = match &value {
        Value::Object(message) => message,
        Value::Array(_) => {
            return Err(Fault::new(Value::Null, INVALID_REQUEST, "Batches are not part of MCP; send one message at a time"));
        }
        _ => {
            return Err(Fault::new(Value::Null, INVALID_REQUEST, "A message is a JSON object with `jsonrpc`, `method` and `id`"));
        }
    };
    // Two readers may pick different twins, and one of them may be the gate.
    if let Some(key) = twin {
        let id = if key == "id" { Value::Null } else { id(message) };
        return Err(Fault::new(id, INVALID_REQUEST, format!("The key `{key}` occurs twice in one object; send it once")));
    }
    envelope(message)?;
    Ok(value)
}

fn envelope(message: &Map<String, Value>) -> Result<(), Fault> {
    let invalid = |text: &str| Fault::new(id(message), INVALID_REQUEST, text);
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid("`jsonrpc` must be \"2.0\""));
    }
    let has_id = message.contains_key("id");
    if has_id && id(message).is_null() && !message.contains_key("error") {
        return Err(invalid("`id` must be a string or a whole number"));
    }
    match message.get("method") {
        Some(Value::String(_)) => {
            if message.contains_key("result") || message.contains_key("error") {
                return Err(invalid("A message has a `method` or a result, not both"));
            }
            match message.get("params") {
                None | Some(Value::Object(_)) => Ok(()),
                Some(_) => Err(Fault { answered: has_id, ..Fault::new(id(message), INVALID_PARAMS, "`params` must be an object") }),
            }
        }
        Some(_) => Err(invalid("`method` must be a string")),
        None if message.contains_key("result") || message.contains_key("error") => Ok(()),
        None => Err(invalid("The message has no `method`")),
    }
}

/// The id as it may be echoed: a string or a whole number, else null.
fn id(message: &Map<String, Value>) -> Value {
    match message.get("id") {
        Some(id @ Value::String(_)) => id.clone(),
        Some(id @ Value::Number(number)) if number.is_i64() => id.clone(),
        _ => Value::Null,
    }
}

/// Builds a [`Value`] and remembers the first key that an object holds twice.
#[derive(Clone, Copy)]
struct Strict<'a> {
    twin: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(self)?;
            if map.contains_key(&key) {
                let mut twin = self.twin.try_borrow_mut().map_err(|_| A::Error::custom("BUG: the twin is borrowed twice"))?;
                twin.get_or_insert_with(|| key.clone());
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
