//! The outline of a JSON value: which keys stand where, without keeping the value.
//!
//! It is taken while reading, so a value that breaks off has the outline of what stands before the break. Not here: what
//! an outline means.

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;

/// How deep keys are told.
const DEPTH_MAX: usize = 3;
/// How many entries of a list are looked at.
const ENTRIES_MAX: usize = 8;
/// How many keys are told in all.
const KEYS_MAX: usize = 2_000;

/// Keys by their way from the top: `title`, `[].mapping`, `results[].memory`.
pub(super) fn of(bytes: &[u8]) -> HashSet<String> {
    let mut keys = HashSet::new();
    let mut source = serde_json::Deserializer::from_slice(bytes);
    // How it ends does not matter: what was seen was seen, and a long list is left early by an error of our own.
    let _ = Look { way: String::new(), depth: 0, keys: &mut keys }.deserialize(&mut source);
    keys
}

struct Look<'k> {
    way: String,
    depth: usize,
    keys: &'k mut HashSet<String>,
}

impl<'de> DeserializeSeed<'de> for Look<'_> {
    type Value = ();
    fn deserialize<D: serde::Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        if self.depth > DEPTH_MAX || self.keys.len() > KEYS_MAX {
            return serde::Deserialize::deserialize(source).map(|_: IgnoredAny| ());
        }
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Look<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let way = if self.way.is_empty() { key } else { format!("{}.{key}", self.way) };
            self.keys.insert(way.clone());
            map.next_value_seed(Look { way, depth: self.depth + 1, keys: &mut *self.keys })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        for _ in 0..ENTRIES_MAX {
            let entry = Look { way: format!("{}[]", self.way), depth: self.depth + 1, keys: &mut *self.keys };
            if entries.next_element_seed(entry)?.is_none() {
                return Ok(());
            }
        }
        if self.depth == 0 {
            return Err(A::Error::custom("seen enough"));
        }
        while entries.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_by_their_way_and_a_break_keeps_what_was_seen() {
        let keys = of(br#"{"a":{"b":1},"c":[{"d":2}],"e":[1,{"f":tru"#);
        for way in ["a", "a.b", "c", "c[].d", "e", "e[].f"] {
            assert!(keys.contains(way), "{way} of {keys:?}");
        }
        assert!(of(b"[{\"mapping\":{}}]").contains("[].mapping"));
        assert!(of(b"\xFF\xFE").is_empty());
    }
}
