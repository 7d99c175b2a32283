//! Small questions to JSON that may be anything.
//!
//! Not here: any one format.

use kernel::time::Moment;
use serde_json::Value;

/// The text under a key, or nothing.
pub(crate) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The first of some keys that holds text.
pub(crate) fn first_text<'v>(value: &'v Value, keys: &[&str]) -> &'v str {
    keys.iter().map(|key| text(value, key)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The list under a key, or an empty one.
pub(crate) fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether a key holds `true`.
pub(super) fn is(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool).unwrap_or_default()
}

/// The moment under the first of some keys that holds one.
pub(crate) fn moment(value: &Value, keys: &[&str]) -> Option<Moment> {
    keys.iter().find_map(|key| when(value.get(key)?))
}

/// A moment, however it is written: RFC 3339, the same without a zone (then UTC), or a count since the epoch.
pub(crate) fn when(value: &Value) -> Option<Moment> {
    match value {
        Value::String(text) => when_text(text.trim()),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => when_count(whole),
            None => when_fraction(number.as_f64()?),
        },
        _ => None,
    }
}

/// A moment from text.
pub(super) fn when_text(text: &str) -> Option<Moment> {
    if let Ok(moment) = Moment::parse(text) {
        return Some(moment);
    }
    if let Ok(local) = text.parse::<jiff::civil::DateTime>() {
        let stamp = local.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
        return Some(Moment::from_millis(stamp.as_millisecond()));
    }
    match text.parse::<i64>() {
        Ok(whole) => when_count(whole),
        Err(_) => when_fraction(text.parse().ok()?),
    }
}

/// A count since the epoch. Nothing that we read was said before 1973 or after 5138, so the size tells the unit; and
/// zero is how programs write that they do not know.
fn when_count(count: i64) -> Option<Moment> {
    let ms = match count.unsigned_abs() {
        0 => return None,
        1..100_000_000_000 => count.saturating_mul(1_000),
        100_000_000_000..100_000_000_000_000 => count,
        100_000_000_000_000..100_000_000_000_000_000 => count / 1_000,
        _ => count / 1_000_000,
    };
    Some(Moment::from_millis(ms))
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and a moment is held within its range")]
fn when_fraction(seconds: f64) -> Option<Moment> {
    if !seconds.is_finite() || seconds.abs() < 1.0 {
        return None;
    }
    if seconds.abs() < 1e11 { Some(Moment::from_millis((seconds * 1_000.0).round() as i64)) } else { when_count(seconds as i64) }
}

/// The words on one line, shortened to so many characters.
pub(super) fn one_line(text: &str, chars_max: usize) -> String {
    let mut line = String::new();
    let mut left = chars_max;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut chars = word.chars();
        for c in chars.by_ref().take(left) {
            line.push(c);
            left -= 1;
        }
        let more = words.peek().is_some();
        if chars.next().is_some() || more && left <= 1 {
            return line + "…";
        }
        if more {
            line.push(' ');
            left -= 1;
        }
    }
    line
}

/// The last piece of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A short name for something that has none, the same wherever the same words are (FNV-1a).
pub(super) fn mark(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn moments_are_read_however_they_are_written() {
        let noon = "2025-11-10T12:00:00.000Z";
        for written in [
            json!("2025-11-10T12:00:00Z"),
            json!("2025-11-10T13:00:00+01:00"),
            json!("2025-11-10 12:00:00"),
            json!("2025-11-10T12:00:00.000000"),
            json!(1_762_776_000),
            json!(1_762_776_000.0),
            json!(1_762_776_000_000_i64),
            json!(1_762_776_000_000_000_i64),
            json!("1762776000"),
            json!("1762776000.000100"),
        ] {
            assert_eq!(when(&written).map(|moment| moment.to_string()).as_deref(), Some(noon), "{written}");
        }
        for nothing in [json!(null), json!(0), json!(""), json!("yesterday"), json!(true), json!("NaN"), json!("inf")] {
            assert_eq!(when(&nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_line_is_shortened_only_when_it_is_longer() {
        for (text, max, line) in [("a  b\nc", 5, "a b c"), ("abcdef", 5, "abcde…"), ("abcde", 5, "abcde"), ("abcd efg", 5, "abcd…"), ("", 5, "")]
        {
            assert_eq!(one_line(text, max), line, "{text:?}");
        }
    }
}
