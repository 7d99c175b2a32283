//! Any answer as plain text: fields aligned, lists as blocks, long things last. The same words in every terminal and chat.

use crate::terminal::visible;
use serde_json::{Map, Value as Json};

/// Renders an answer for people.
pub fn text(op: &str, result: &Json) -> String {
    let mut out = String::new();
    match result {
        Json::Object(fields) if fields.is_empty() => out.push_str("Done.\n"),
        Json::Object(fields) => object(&mut out, fields, 0),
        other => out.push_str(&inline(other)),
    }
    if out.trim().is_empty() {
        out = format!("`{op}` found nothing.\n");
    }
    out
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
                list(out, items, depth + 1);
            }
            Json::Object(inner) => {
                out.push_str(&format!("{pad}{}\n", label(key)));
                object(out, inner, depth + 1);
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
}

fn list(out: &mut String, items: &[Json], depth: usize) {
    let pad = "  ".repeat(depth);
    for item in items {
        match item {
            Json::Object(fields) => {
                let mut block = String::new();
                object(&mut block, fields, depth + 1);
                // The first line of a block carries the mark that parts it from the one before.
                let start = pad.len();
                out.push_str(&format!("{pad}- {}", &block[(start + 2).min(block.len())..]));
            }
            other => out.push_str(&format!("{pad}- {}\n", inline(other))),
        }
    }
}

/// What fits on a line: scalars, and short lists of scalars.
fn is_inline(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => true,
        Json::Array(items) => items.len() <= 5 && items.iter().all(|i| !i.is_object() && !i.is_array()),
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
    for c in key.chars() {
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
    use serde_json::json;

    #[test]
    fn an_answer_reads_like_a_page() {
        let answer = json!({"total": 1, "items": [{"id": "d_1", "content": "use WAL", "promotedFromProposalId": "p_1", "evidence": ["e_1"]}]});
        let page = "\
total  1
items (1)
  - content                    use WAL
    evidence                   e_1
    id                         d_1
    promoted from proposal id  p_1
";
        assert_eq!(text("claim.recall", &answer), page);
        assert_eq!(text("x", &json!({"items": [], "note": "a\u{202e}b"})), "items  none\nnote   a⟨U+202E⟩b\n");
    }
}
