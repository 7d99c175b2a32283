//! What waits, for reading over a pipe: what each proposal says stands first, whose it is and where it would hold below.
//!
//! Not here: deciding. A pipe has no terminal to ask on.

use super::{
    item::{Item, Looked},
    page::expiry,
};
use crate::terminal::visible;
use kernel::{text::Content, time::Moment};
use serde_json::Value as Json;

/// Every proposal of a list, as text.
pub(crate) fn listing(proposals: &[Json], now: Moment) -> String {
    let count = match proposals.len() {
        1 => "1 proposal waits.\n".to_owned(),
        many => format!("{many} proposals wait.\n"),
    };
    proposals.iter().fold(count, |text, listed| text + "\n" + &one(listed, now))
}

fn one(listed: &Json, now: Moment) -> String {
    let item = Item::read(listed, Looked { shown: Json::Null, covers: Vec::new(), gone: None });
    let said = item.claim.as_ref().map_or_else(|| item.line.clone(), |draft| set_in(draft.content.as_str()));
    let mut lines = vec![format!("- {said}")];
    for (label, text) in item.claim.iter().flat_map(|draft| [("rationale", &draft.rationale), ("context", &draft.context)]) {
        lines.extend(text.as_ref().map(|text| format!("  {label}: {}", set_in(Content::as_str(text)))));
    }
    let place = if item.place.is_empty() { String::new() } else { format!(" · {}", item.place) };
    lines.push(format!("  {}{place} · {}", item.kind, item.id));
    lines.push(format!("  {}", item.asks.join(" · ")));
    if !item.guess.is_empty() {
        lines.push(format!("  {}: {}", item.kind, item.guess));
    }
    let cited: Vec<&str> = listed["evidence"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if !cited.is_empty() {
        lines.push(format!("  rests on {}", visible(&cited.join(", "))));
    }
    lines.push(format!("  {}", expiry(item.expires, now)));
    lines.join("\n") + "\n"
}

/// A text made safe to show, its further lines under the first.
fn set_in(text: &str) -> String {
    visible(text).replace('\n', "\n  ")
}

#[cfg(test)]
mod tests {
    use super::listing;
    use kernel::time::Moment;
    use serde_json::json;

    #[test]
    fn what_is_said_stands_before_what_is_told_of_it() {
        let draft = json!({"as": "decision", "content": "We use one file.\nNot two.", "scope": "palace", "rationale": "One is enough", "project": "repo://a"});
        let filed = "2026-01-01T00:00:00.000Z";
        let claim = json!({"id": "p_1", "op": "claim.adopt", "input": draft, "author": "codex-a", "authorKind": "agent", "source": "agent",
            "evidence": ["e_1"], "classificationConfidence": 1.0, "signals": ["explicit"], "createdAt": filed, "expiresAt": "2026-01-31T00:00:00.000Z"});
        let call = json!({"id": "p_2", "op": "claim.retire", "input": {"id": "d_1", "reason": "old\u{202e}"}, "author": "codex-a", "authorKind": "agent",
            "source": "agent", "evidence": [], "createdAt": filed, "expiresAt": "2026-01-31T00:00:00.000Z"});
        let page = "\
2 proposals wait.

- We use one file.
  Not two.
  rationale: One is enough
  decision · palace of repo://a · p_1
  codex-a (agent) · filed 2026-01-01T00:00:00.000Z
  decision: the author said so
  rests on e_1
  Expires in 30 days, on 2026-01-31.

- claim.retire: old⟨U+202E⟩
  claim.retire · p_2
  codex-a (agent) · filed 2026-01-01T00:00:00.000Z
  Expires in 30 days, on 2026-01-31.
";
        assert_eq!(listing(&[claim, call], Moment::parse(filed).expect("a moment")), page);
    }
}
