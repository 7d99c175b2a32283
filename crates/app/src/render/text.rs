//! Any answer as plain text: fields aligned, lists as tables where they fit and as blocks where they do not.
//! The same words in every terminal and chat.

use super::{Sheet, lists, recall};
use crate::terminal::visible;
use kernel::text::Slice;
use serde_json::{Map, Value as Json};

/// Widest table that is still easy to read; wider lists become blocks.
const TABLE_CHARS_MAX: usize = 140;
/// Digests are long and alike: in a table their beginning tells them apart, and one alone is shown whole.
const DIGEST_CHARS: usize = 64;
const DIGEST_SHOWN: usize = 12;

/// Renders an answer for people, wherever they read it.
pub fn text(op: &str, result: &Json) -> String {
    text_in(op, result, Sheet::default(), str::to_owned)
}

/// The same for one terminal, where what to do next is said in the words of another vocabulary.
pub fn text_in(op: &str, result: &Json, sheet: Sheet, words: fn(&str) -> String) -> String {
    let hint = engine::find(op).map(|op| op.spec().empty).filter(|hint| !hint.is_empty());
    let mut out = String::new();
    let block = |value: &Json| by_shape(op, value);
    match op {
        "claim.recall" => out.push_str(&recall::recall(sheet, result)),
        "evidence.get" => out.push_str(&recall::get(sheet, result)),
        "proposal.list" => out.push_str(&lists::proposals(sheet, result, block)),
        "ledger.show" => out.push_str(&lists::ledger(sheet, result, block)),
        "code.search" => out.push_str(&lists::explored(sheet, result)),
        "context.assemble" if result["text"].is_null() => out.push_str(&lists::pack(sheet, result)),
        _ => out.push_str(&by_shape(op, result)),
    }
    if let Some(hint) = hint.filter(|_| is_empty(result)) {
        out.push_str(&sheet.wrapped(&words(hint), ""));
    }
    if out.trim().is_empty() {
        out = format!("`{op}` found nothing.\n");
    }
    out
}

/// An answer by its shape alone.
fn by_shape(op: &str, result: &Json) -> String {
    let mut out = String::new();
    let hint = engine::find(op).map(|op| op.spec().empty).filter(|hint| !hint.is_empty());
    match result {
        Json::Object(fields) if fields.is_empty() && hint.is_some() => {}
        Json::Object(fields) if fields.is_empty() => out.push_str("Done.\n"),
        Json::Object(fields) => object(&mut out, fields, 0),
        other => out.push_str(&inline(other)),
    }
    out
}

/// Whether an answer is a list, and the list holds nothing; or it holds nothing at all.
fn is_empty(result: &Json) -> bool {
    let lists = || result.as_object().into_iter().flat_map(Map::values).filter_map(Json::as_array);
    result.as_object().is_some_and(Map::is_empty) || lists().next().is_some() && lists().all(Vec::is_empty)
}

fn object(out: &mut String, fields: &Map<String, Json>, depth: usize) {
    let pad = "  ".repeat(depth);
    let width = fields.iter().filter(|(_, v)| is_inline(v)).map(|(k, _)| label(k).chars().count()).max().unwrap_or(0);
    // Short fields first, so that a reader sees what it is before what it holds.
    for (key, value) in fields.iter().filter(|(_, v)| is_inline(v)) {
        let shown = inline(value).replace('\n', &format!("\n{pad}{}", " ".repeat(width + 2)));
        out.push_str(&format!("{pad}{:width$}  {shown}\n", label(key)));
    }
    for (key, value) in fields.iter().filter(|(_, v)| !is_inline(v)) {
        match value {
            Json::Array(items) => {
                out.push_str(&format!("{pad}{} ({})\n", label(key), items.len()));
                let pad = format!("{pad}  ");
                match table(items, &pad, true).or_else(|| table(items, &pad, false)) {
                    Some(table) => out.push_str(&table),
                    None => blocks(out, items, depth + 1),
                }
            }
            Json::Object(inner) => {
                out.push_str(&format!("{pad}{}\n", label(key)));
                object(out, inner, depth + 1);
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
}

/// A list of small, alike things as a table, if it fits; digests are the first to go when it does not.
fn table(items: &[Json], pad: &str, with_digests: bool) -> Option<String> {
    if items.iter().any(|item| item["line"].is_string()) {
        return None; // a line deserves one of its own
    }
    let mut columns: Vec<&str> = Vec::new();
    for item in items {
        let fields = item.as_object()?;
        if !fields.values().all(|v| is_inline(v) && !inline(v).contains('\n')) {
            return None;
        }
        for (key, value) in fields {
            if !columns.contains(&key.as_str()) && (with_digests || !is_digest(value)) {
                columns.push(key);
            }
        }
    }
    let cell = |item: &Json, key: &str| match item.get(key) {
        None => String::new(),
        Some(value) if is_digest(value) => inline(value).slice(..DIGEST_SHOWN).to_owned(),
        Some(value) => inline(value),
    };
    let chars = |text: &str| text.chars().count();
    let widths: Vec<usize> =
        columns.iter().map(|key| items.iter().map(|i| chars(&cell(i, key))).max().unwrap_or(0).max(chars(&label(key)))).collect();
    if columns.len() < 2 || items.len() < 2 || pad.len() + widths.iter().sum::<usize>() + 2 * widths.len() > TABLE_CHARS_MAX {
        return None;
    }
    let row = |cells: Vec<String>| {
        let line: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("{pad}{}\n", line.join("  ").trim_end())
    };
    let mut out = row(columns.iter().map(|key| label(key)).collect());
    for item in items {
        out.push_str(&row(columns.iter().map(|key| cell(item, key)).collect()));
    }
    Some(out)
}

fn is_digest(value: &Json) -> bool {
    value.as_str().is_some_and(|s| s.len() == DIGEST_CHARS && s.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn blocks(out: &mut String, items: &[Json], depth: usize) {
    let pad = "  ".repeat(depth);
    for item in items {
        match item {
            Json::Object(fields) if fields.get("line").is_some_and(Json::is_string) => cited(out, fields, depth),
            Json::Object(fields) => {
                let mut block = String::new();
                object(&mut block, fields, depth + 1);
                // The first line of a block carries the mark that parts it from the one before.
                let start = pad.len();
                out.push_str(&format!("{pad}- {}", block.slice((start + 2).min(block.len())..)));
            }
            other => out.push_str(&format!("{pad}- {}\n", inline(other))),
        }
    }
}

/// Something with a line of its own: the line, then what it is cited by in one row, then whatever else is told of it.
fn cited(out: &mut String, fields: &Map<String, Json>, depth: usize) {
    let pad = "  ".repeat(depth);
    let shown = |key: &str, value: &Json| key != "line" && is_inline(value) && !is_digest(value) && *value != Json::Bool(false);
    let row: Vec<String> =
        fields.iter().filter(|(key, v)| shown(key, v)).map(|(key, v)| if v.is_boolean() { label(key) } else { inline(v) }).collect();
    // `src/a.rs:3-9` says `src/a.rs` too.
    let said = |word: &String| row.iter().any(|other| other.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with(':')));
    let row: Vec<&str> = row.iter().filter(|word| !said(word)).map(String::as_str).collect();
    out.push_str(&format!("{pad}- {}\n{pad}  {}\n", inline(&fields["line"]), row.join(" · ")));
    let rest: Map<String, Json> = fields.iter().filter(|(_, v)| !is_inline(v)).map(|(key, v)| (key.clone(), v.clone())).collect();
    object(out, &rest, depth + 1);
}

/// What fits on a line: scalars, and short lists of scalars.
fn is_inline(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => true,
        // What has a comma of its own cannot stand between commas.
        Json::Array(items) => {
            items.len() <= 5
                && items.iter().all(|i| !i.is_object() && !i.is_array() && (items.len() == 1 || !i.as_str().is_some_and(|s| s.contains(", "))))
        }
        Json::Object(_) => false,
    }
}

fn inline(value: &Json) -> String {
    match value {
        Json::Null => "none".into(),
        Json::Bool(true) => "yes".into(),
        Json::Bool(false) => "no".into(),
        Json::Number(n) => n.to_string(),
        Json::String(s) if s.is_empty() => "none".into(),
        Json::String(s) => visible(s),
        Json::Array(items) if items.is_empty() => "none".into(),
        Json::Array(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Json::Object(_) => value.to_string(),
    }
}

/// `promotedFromProposalId` reads as "promoted from proposal id".
fn label(key: &str) -> String {
    let mut words = String::with_capacity(key.len() + 4);
    for c in visible(key).chars() {
        if c.is_uppercase() {
            words.push(' ');
        }
        words.extend(if c == '_' { ' ' } else { c }.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::text;
    use proptest::{collection::vec, prelude::*};
    use serde_json::{Value as Json, json};

    /// An answer such as operations give, to be changed.
    const ANSWER: &[u8] = br#"{"total":2,"items":[{"id":"d_1","line":"Use one file","score":0.7,"digest":"abababababababababababababababababababababababababababababababab",
        "why":{"words":0.5},"evidence":["e_1","e_2"]},{"id":"d_2","stale":true}],"entries":[{"seq":1,"op":"claim.propose"},{"seq":0,"subject":"pal_1"}]}"#;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn whatever_is_answered_is_drawn(bytes in vec(any::<u8>(), 0..64)) {
            if let Ok(answer) = serde_json::from_slice::<Json>(&hostile::json(ANSWER, &bytes)) {
                let page = text("claim.recall", &answer);
                prop_assert!(!page.is_empty() && !page.contains(['\u{1b}', '\u{202e}', '\u{0}']), "{page}");
            }
        }
    }

    #[test]
    fn an_answer_reads_like_a_page() {
        let answer = json!({"items": [{"id": "d_1", "content": "use WAL", "promotedFromProposalId": "p_1", "evidence": ["e_1"]}], "total": 1});
        let page = "\
total  1
items (1)
  - id                         d_1
    content                    use WAL
    promoted from proposal id  p_1
    evidence                   e_1
";
        assert_eq!(text("x", &answer), page);
        let nothing = "sources  none\nNothing was read yet. Read a directory, a transcript or an export with `palace ingest PATH`.\n";
        assert_eq!(text("source.list", &json!({"sources": []})), nothing);
        assert_eq!(text("taxonomy.route", &json!({})), "Its words lead nowhere in particular: everything is searched alike.\n");
        assert_eq!(text("x", &json!({})), "Done.\n");
        assert_eq!(text("x", &json!({"items": [], "note": "a\u{202e}b"})), "items  none\nnote   a⟨U+202E⟩b\n");
    }

    #[test]
    fn what_has_a_line_is_shown_by_it() {
        let sight =
            json!({"id": "e_1", "line": "It listens on 8080.", "score": 0.79, "source": "a.md", "digest": "ab".repeat(32), "why": {"words": 0.5}});
        let page = "seen (1)\n  - It listens on 8080.\n    e_1 · 0.79 · a.md\n    why\n      words  0.5\n";
        assert_eq!(text("x", &json!({"seen": [sight]})), page);
    }

    #[test]
    fn a_place_is_said_once_and_a_switch_by_its_name() {
        let found = json!({"at": "src/a.rs:3-9", "path": "src/a.rs", "line": "pub fn open()", "stale": true, "exported": false});
        assert_eq!(text("x", &json!({"results": [found]})), "results (1)\n  - pub fn open()\n    src/a.rs:3-9 · stale\n");
    }

    #[test]
    fn small_alike_things_are_a_table() {
        let answer =
            json!({"entries": [{"seq": 1, "op": "claim.propose", "hash": "ab".repeat(32)}, {"seq": 0, "op": "palace.create", "subject": "pal_1"}]});
        let page = "\
entries (2)
  seq  op             hash          subject
  1    claim.propose  abababababab
  0    palace.create                pal_1
";
        assert_eq!(text("x", &answer), page);
    }
}
