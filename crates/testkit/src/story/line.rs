//! One line of a story, read. Not here: what it does.

use crate::world::{Hand, Who};
use kernel::{
    actor::ActorKind,
    floorplan::{Room, RoomDocument, RoomKind, Version},
};
use serde_json::{Map, Value as Json, json};

/// A call as it is written.
#[derive(Debug, PartialEq)]
pub(super) struct Written {
    pub(super) op: String,
    pub(super) input: Map<String, Json>,
}

/// The operations a story calls, by their own names.
pub fn operations(story: &str) -> Vec<&'static str> {
    let calls = story.lines().filter_map(|line| line.strip_prefix("> ")).filter_map(meant);
    let enrols = story.lines().filter(|line| line.starts_with("enrol ")).filter_map(|_| engine::find("key.enrol"));
    calls.chain(enrols).map(|op| op.spec().name).collect()
}

/// The operation that a call means: by its name, and by its `action` where the name is that of several.
fn meant(call: &str) -> Option<&'static dyn engine::Op> {
    let mut words = call.split_whitespace();
    let name = words.next()?;
    let action = words.find_map(|word| word.strip_prefix("action=")).map(|word| word.trim_matches('"'));
    engine::find_for(name, &json!({ "action": action }))
}

/// Reads `as agent NAME`, `as human NAME`, `as human NAME without her seal` and their kin, less the `as`.
pub(super) fn who(text: &str) -> Result<Who, String> {
    let (kind, rest) = text.split_once(' ').ok_or("say `as agent NAME` or `as human NAME`")?;
    let (name, manner) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let kind = match kind {
        "agent" => ActorKind::Agent,
        "human" => ActorKind::Human,
        "machine" => ActorKind::Machine,
        other => return Err(format!("`{other}` is neither agent, human nor machine")),
    };
    let hand = match manner.trim() {
        "" if kind == ActorKind::Human => Hand::Seals,
        "" => Hand::Rests,
        "sealing for another palace" => Hand::SealsElsewhere,
        manner if manner.starts_with("without ") && manner.ends_with(" seal") => Hand::Rests,
        other => return Err(format!("`{other}` is no manner of acting")),
    };
    Ok(Who { kind, name: name.to_owned(), hand })
}

/// Reads `room NAME "what happens there" PLACE…`, less the `room`.
pub(super) fn room(text: &str) -> Result<Room, String> {
    let (name, rest) = text.split_once(' ').ok_or("say `room NAME \"what happens there\" PLACE`")?;
    let (summary, places) = value(rest, &|word| word.to_owned())?;
    Room::new(RoomDocument {
        schema: None,
        schema_version: Version::default(),
        kind: RoomKind::default(),
        name: name.to_owned(),
        summary: summary.as_str().unwrap_or_default().to_owned(),
        entry_points: places.split_whitespace().map(str::to_owned).collect(),
        capabilities: vec![],
        artifacts: vec![],
        steps: vec![],
        provenance: None,
    })
    .map_err(|refusal| refusal.to_string())
}

/// Reads `31d`, `12h`, `16m` or `5s` as milliseconds.
pub(super) fn span(text: &str) -> Result<i64, String> {
    let bad = || format!("`{text}` is no span like 31d, 12h, 16m or 5s");
    let (count, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(bad)?;
    let unit = match unit {
        "d" => 86_400_000,
        "h" => 3_600_000,
        "m" => 60_000,
        "s" => 1_000,
        _ => return Err(bad()),
    };
    count.parse::<i64>().map(|n| n * unit).map_err(|_| bad())
}

/// Reads a call: its name, words by position, and fields. `resolve` turns short names into ids.
pub(super) fn call(text: &str, resolve: &dyn Fn(&str) -> String) -> Result<Written, String> {
    let (op, mut rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let positional = meant(text).map_or(&[][..], |op| op.spec().positional);
    let (mut input, mut place) = (Map::new(), 0);
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(Written { op: op.to_owned(), input });
        }
        let key =
            rest.split_once('=').map(|(key, _)| key).filter(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
        let key = if let Some(key) = key {
            rest = &rest[key.len() + 1..];
            key.to_owned()
        } else {
            let key = positional.get(place).ok_or_else(|| format!("`{op}` takes no more words by position: {rest}"))?;
            place += 1;
            (*key).to_owned()
        };
        let (value, left) = value(rest, resolve)?;
        input.insert(key, value);
        rest = left;
    }
}

/// Reads one value: JSON, `"text"*600` for long ones, or a bare word.
fn value<'t>(text: &'t str, resolve: &dyn Fn(&str) -> String) -> Result<(Json, &'t str), String> {
    if text.starts_with(['"', '[', '{']) {
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Json>();
        let value = stream.next().ok_or("a value is missing")?.map_err(|e| format!("`{text}` is not JSON: {e}"))?;
        let rest = &text[stream.byte_offset()..];
        if let (Json::String(unit), Some(times)) = (&value, rest.strip_prefix('*')) {
            let digits = times.len() - times.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = times[..digits].parse::<usize>().map_err(|_| "say how often after `*`")?;
            return Ok((Json::String(unit.repeat(count)), &times[digits..]));
        }
        return Ok((named(value, resolve), rest));
    }
    let (word, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let value = match serde_json::from_str::<Json>(word) {
        Ok(value @ (Json::Number(_) | Json::Bool(_) | Json::Null)) => value,
        _ => Json::String(resolve(word)),
    };
    Ok((value, rest))
}

/// Short names are known wherever a whole text is one.
fn named(value: Json, resolve: &dyn Fn(&str) -> String) -> Json {
    match value {
        Json::String(text) if !text.contains(' ') => Json::String(resolve(&text)),
        Json::Array(items) => items.into_iter().map(|item| named(item, resolve)).collect(),
        Json::Object(fields) => Json::Object(fields.into_iter().map(|(key, item)| (key, named(item, resolve))).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_words_by_position_and_then_fields() {
        let resolve = |word: &str| if word == "e1" { "e_long".to_owned() } else { word.to_owned() };
        let read = |text| call(text, &resolve).map(|w| (w.op, Json::Object(w.input)));
        let table = [
            (r#"store "one = file" as=decision"#, json!({"content": "one = file", "as": "decision"})),
            ("store word limit=3 deep=true evidence=[\"e1\"]", json!({"content": "word", "limit": 3, "deep": true, "evidence": ["e_long"]})),
            (r#"store content="ab"*3 tag=e1"#, json!({"content": "ababab", "tag": "e_long"})),
            (r#"store evidenceRefs={"session_id": "x"}"#, json!({"evidenceRefs": {"session_id": "x"}})),
        ];
        for (text, input) in table {
            assert_eq!(read(text), Ok(("store".to_owned(), input)), "{text}");
        }
        assert!(read("store one two").is_err());
    }

    #[test]
    fn actors_and_spans_read_as_they_sound() {
        assert_eq!(who("agent codex-a"), Ok(Who::agent("codex-a")));
        assert_eq!(who("human ana without her seal"), Ok(Who::human("ana").hand(Hand::Rests)));
        assert!(who("cat tom").is_err());
        assert_eq!(span("31d"), Ok(31 * 86_400_000));
        assert!(span("soon").is_err());
    }
}
