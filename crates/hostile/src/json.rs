//! Files of JSON like real ones, with something wrong in them.

use crate::{choices::Choices, text};
use serde_json::{Map, Value as Json};

/// Deeper than any parser follows.
const DEPTH: usize = 300;

/// Escapes that JavaScript writes and few parsers take, and some that none does.
const ESCAPES: &[&str] = &["\\ud83d", "\\udc00", "\\ud83d\\ud83d", "\\u0000", "\\u202e", "\\ufeff", "\\uD83D\\u0041", "\\u12", "\\x", "\\"];

/// A file of JSON, whole or line by line, with fields replaced, left out and doubled, values of other types in them, hostile texts,
/// broken escapes, lines that are torn, and whatever the bytes choose.
pub fn json(example: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut choices = Choices::of(bytes);
    let mut values: Vec<Json> = serde_json::from_slice(example).map(|whole| vec![whole]).unwrap_or_default();
    if values.is_empty() {
        values = example.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    }
    for _ in 0..choices.below(8) {
        let at = choices.below(values.len());
        match choices.byte() % 8 {
            0 if values.len() > 1 => drop(values.remove(at)),
            1 => values.extend(values.get(at).cloned()),
            2 if values.len() > 1 => values.rotate_left(at),
            _ => {
                if let Some(value) = values.get_mut(at) {
                    change(value, &mut choices);
                }
            }
        }
    }
    let end = ["\n", "\r\n", "\r", "\n\n", ""][choices.below(5)];
    let mut file = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(end);
    for _ in 0..choices.below(4) {
        escape(&mut file, &mut choices);
    }
    let rest = choices.rest();
    damaged(file.as_bytes(), rest)
}

/// A file with bytes taken out, put in, and its end torn off.
pub fn damaged(example: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut choices = Choices::of(bytes);
    let mut file = example.to_vec();
    while let Some(choice) = choices.more() {
        let at = (choices.below(usize::MAX) * 251).checked_rem(file.len() + 1).unwrap_or(0);
        match choice % 5 {
            0 => file.insert(at, choices.byte()),
            1 => drop(file.splice(at..(at + usize::from(choices.byte())).min(file.len()), [])),
            2 => drop(file.splice(at..at, text(&[choices.byte(), choices.byte()]).into_bytes())),
            3 => {
                let length = usize::from(choices.byte());
                let again = file[at..(at + length).min(file.len())].to_vec();
                file.splice(at..at, again);
            }
            _ if choices.byte() < 64 => file.truncate(at),
            _ => {}
        }
    }
    file
}

/// Goes down to some value and changes it.
fn change(value: &mut Json, choices: &mut Choices<'_>) {
    let down = choices.byte() % 8 != 7;
    match value {
        Json::Object(fields) if down && !fields.is_empty() => {
            let at = choices.below(fields.len());
            let key = fields.keys().nth(at).cloned().unwrap_or_default();
            match choices.byte() % 16 {
                0 => drop(fields.shift_remove(&key)),
                1 => {
                    let strange = text(&[choices.byte(), choices.byte()]);
                    fields.insert(strange, Json::Null);
                }
                _ => {
                    if let Some(inner) = fields.get_mut(&key) {
                        change(inner, choices);
                    }
                }
            }
        }
        Json::Array(items) if down && !items.is_empty() => {
            let at = choices.below(items.len());
            match choices.byte() % 16 {
                0 => drop(items.remove(at)),
                1 => items.extend(items.get(at).cloned()),
                2 => items.insert(at, strange(choices)),
                _ => {
                    if let Some(inner) = items.get_mut(at) {
                        change(inner, choices);
                    }
                }
            }
        }
        other => *other = strange(choices),
    }
}

/// A value that is of another type than anybody expects, or of the same and absurd.
fn strange(choices: &mut Choices<'_>) -> Json {
    match choices.byte() % 16 {
        0 => Json::Null,
        1 => Json::Bool(true),
        2 => Json::from(0),
        3 => Json::from(-1),
        4 => Json::from(i64::MIN),
        5 => Json::from(u64::MAX),
        6 => Json::from(1e308),
        7 => Json::from(-1.5e-300),
        8 => Json::from(""),
        9 => Json::Array(Vec::new()),
        10 => Json::Object(Map::new()),
        11 => (0..choices.below(DEPTH)).fold(Json::from("deep"), |inner, _| Json::Array(vec![inner])),
        12 => (0..choices.below(DEPTH)).fold(Json::from("deep"), |inner, _| Json::Object(Map::from_iter([("text".to_owned(), inner)]))),
        13 => Json::from("9999-99-99T99:99:99Z"),
        _ => {
            let length = 1 + choices.below(24);
            let chosen: Vec<u8> = (0..length).map(|_| choices.byte()).collect();
            Json::from(text(&chosen))
        }
    }
}

/// Puts an escape into some text of the file.
fn escape(file: &mut String, choices: &mut Choices<'_>) {
    let quotes: Vec<usize> = file.match_indices('"').map(|(at, _)| at + 1).collect();
    if let Some(at) = quotes.get(choices.below(quotes.len())) {
        file.insert_str(*at, choices.piece(ESCAPES));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &[u8] = b"{\"type\":\"user\",\"message\":{\"content\":\"Hello\"}}\n{\"type\":\"assistant\"}\n";

    #[test]
    fn without_choices_a_file_stays_as_it_is() {
        assert_eq!(String::from_utf8_lossy(&json(LINES, &[])), String::from_utf8_lossy(LINES).trim_end());
        assert_eq!(damaged(LINES, &[]), LINES);
    }

    #[test]
    fn most_choices_make_another_file_and_some_of_them_are_still_json() {
        let made: Vec<Vec<u8>> = (0..200_u8).map(|seed| json(LINES, &[0, 3, 0, seed, 5, seed, seed ^ 9, 0, 1, seed, seed / 2, 7, 1])).collect();
        let distinct: std::collections::HashSet<&[u8]> = made.iter().map(Vec::as_slice).collect();
        assert!(distinct.len() > 40, "{}", distinct.len());
        let sound = made.iter().filter(|file| file.split(|byte| *byte == b'\n').any(|line| serde_json::from_slice::<Json>(line).is_ok()));
        assert!(sound.count() > 40);
    }
}
