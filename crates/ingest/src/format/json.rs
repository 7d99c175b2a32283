//! JSON, line by line or element by element, with what is broken counted.
//!
//! Not here: what the values mean.

use super::{Format, Reading, Unreadable};
use kernel::json_repair::repair_json;
use serde::de::{Deserialize, Deserializer as _, SeqAccess, Visitor};
use serde_json::{Deserializer, Value};
use std::borrow::Cow;

/// Gives each line that holds an object; the others are faults.
pub(super) fn lines(reading: &mut Reading, bytes: &[u8], mut take: impl FnMut(Value)) {
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        // A crash leaves zeros where a line should be, and what is written next goes on behind them.
        let line = match line.iter().rposition(|byte| *byte == 0) {
            Some(last) => {
                reading.fault(number, "NUL bytes, as a crash leaves them");
                &line[last + 1..]
            }
            None => line,
        };
        if line.is_empty() {
            continue;
        }
        match parse(line) {
            Ok(value) if value.is_object() => take(value),
            Ok(_) => reading.fault(number, "not a JSON object"),
            Err(error) => reading.fault(number, without_line(&error)),
        }
    }
}

/// The same for a file that may not be of lines at all: if none of them holds an object, it cannot be read.
pub(super) fn some_lines(format: Format, path: &str, bytes: &[u8], mut take: impl FnMut(Value)) -> Result<Reading, Unreadable> {
    let mut reading = Reading::default();
    let mut is_any = false;
    lines(&mut reading, bytes, |value| {
        is_any = true;
        take(value);
    });
    match reading.broken.first() {
        Some(first) if !is_any => Err(Unreadable::new(format, path, format!("no line of it is a JSON object; line {}: {}", first.line, first.why))),
        _ => Ok(reading),
    }
}

/// Gives each element of a list, one at a time, so that a large export is never held twice; a value that is no list is
/// given whole. `take` is told the place of the element. A list that breaks off gives what stands before the break.
pub(super) fn elements(format: Format, path: &str, bytes: &[u8], mut take: impl FnMut(&mut Reading, usize, Value)) -> Result<Reading, Unreadable> {
    let mut reading = Reading::default();
    let mut count = 0;
    let mut outcome = stream(bytes, &mut |value| {
        take(&mut reading, count, value);
        count += 1;
    });
    if let (Err(_), Cow::Owned(mended)) = (&outcome, mend(bytes)) {
        (reading, count) = (Reading::default(), 0);
        outcome = stream(&mended, &mut |value| {
            take(&mut reading, count, value);
            count += 1;
        });
    }
    match outcome {
        Ok(()) => Ok(reading),
        Err(error) if count == 0 => Err(Unreadable::new(format, path, error.to_string())),
        Err(error) => {
            reading.fault(error.line() as u64, format!("{}; what follows was not read", without_line(&error)));
            Ok(reading)
        }
    }
}

/// Reads one value whole.
pub(super) fn whole(format: Format, path: &str, bytes: &[u8]) -> Result<Value, Unreadable> {
    parse(bytes).map_err(|error| Unreadable::new(format, path, error.to_string()))
}

/// Reads one value, mended if it must be.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice(bytes).or_else(|error| match mend(bytes) {
        Cow::Owned(mended) => serde_json::from_slice(&mended),
        Cow::Borrowed(_) => Err(error),
    })
}

fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| format!("{what} at column {}", error.column()))
}

fn stream(bytes: &[u8], take: &mut dyn FnMut(Value)) -> Result<(), serde_json::Error> {
    struct Each<'f>(&'f mut dyn FnMut(Value));
    impl<'de> Visitor<'de> for Each<'_> {
        type Value = ();
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
            while let Some(value) = elements.next_element()? {
                (self.0)(value);
            }
            Ok(())
        }
    }
    let mut source = Deserializer::from_slice(bytes);
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return source.deserialize_seq(Each(take));
    }
    take(Value::deserialize(&mut source)?);
    Ok(())
}

/// Repairs what programs really write and no parser takes: halves of a character cut apart by JavaScript (`\ud83d` alone),
/// numbers beyond every type, and bytes that are not UTF-8. Borrowed when there is nothing to repair.
fn mend(bytes: &[u8]) -> Cow<'_, [u8]> {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(_) => repair_json(bytes),
        Cow::Owned(text) => match repair_json(text.as_bytes()) {
            Cow::Borrowed(_) => Cow::Owned(text.into_bytes()),
            Cow::Owned(repaired) => Cow::Owned(repaired),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn halves_of_characters_do_not_lose_the_rest_of_an_export() {
        for (written, read) in [
            (r#"["a\ud83d","b"]"#, json!(["a\u{FFFD}", "b"])),
            (r#"["\udc00\ud83d\ude00"]"#, json!(["\u{FFFD}😀"])),
            (r#"["\\ud83d"]"#, json!(["\\ud83d"])),
        ] {
            assert_eq!(parse(written.as_bytes()).expect(written), read);
        }
        assert_eq!(parse(b"\"caf\xE9\"").expect("mended"), json!("caf\u{FFFD}"));
    }

    #[test]
    fn a_list_that_breaks_off_gives_what_stands_before() {
        let reading = elements(Format::Mem0, "m.json", b"[{\"a\":1},\n{\"a\":", |reading, place, value| {
            reading.fault(place as u64, value.to_string());
        });
        let reading = reading.expect("one element");
        assert_eq!(reading.broken_total, 2);
        assert_eq!(reading.broken[0].why, r#"{"a":1}"#);
        assert_eq!((reading.broken[1].line, reading.broken[1].why.as_str()), (2, "EOF while parsing a value at column 5; what follows was not read"));
        assert!(elements(Format::Mem0, "m.json", b"[oops", |_, _, _| ()).is_err());
    }
}
