//! What waits, for reading over a pipe: what each proposal says stands first, whose it is and where it would hold below.
//!
//! Not here: deciding. A pipe has no terminal to ask on.

use super::{
    item::{Item, Looked},
    page::expiry,
};
use crate::terminal::{visible, visible_line};
use kernel::{text::Content, time::Moment};
use serde_json::Value as Json;

/// Characters shown of a piece of evidence.
const SEEN_CHARS: usize = 120;

/// Every proposal of a list, as text. `look` gives what each would do; what cannot be looked at is told by its own words.
pub(crate) fn listing(proposals: &[Json], now: Moment, look: impl Fn(&str) -> Option<Looked>) -> String {
    let count = match proposals.len() {
        1 => "1 proposal waits.\n".to_owned(),
        many => format!("{many} proposals wait.\n"),
    };
    proposals.iter().fold(count, |text, listed| text + "\n" + &one(listed, now, &look))
}

fn one(listed: &Json, now: Moment, look: &impl Fn(&str) -> Option<Looked>) -> String {
    let looked = listed["id"].as_str().and_then(look).unwrap_or(Looked { shown: Json::Null, covers: Vec::new(), gone: None });
    let item = Item::read(listed, looked);
    let said = item.claim.as_ref().map_or_else(|| item.line.clone(), |draft| set_in(draft.content.as_str()));
    let mut lines = vec![format!("- {said}")];
    for (label, text) in item.claim.iter().flat_map(|draft| [("rationale", &draft.rationale), ("context", &draft.context)]) {
        lines.extend(text.as_ref().map(|text| format!("  {label}: {}", set_in(Content::as_str(text)))));
    }
    if let Some(change) = &item.lesson {
        lines.push(format!("  {} · {}", change.step, change.about));
    }
    let reason =
        item.lesson.as_ref().map_or_else(|| visible_line(listed["input"]["reason"].as_str().unwrap_or_default()), |change| change.reason.clone());
    if item.claim.is_none() && !reason.is_empty() && !item.line.ends_with(&format!(": {reason}")) {
        lines.push(format!("  reason: {reason}"));
    }
    if item.lesson.is_some() {
        lines.extend(item.evidence.iter().map(|seen| format!("  rests on {}: {}", seen.head, beginning(&seen.text))));
    }
    if let Some(why) = &item.gone {
        lines.push(format!("  It can no longer be approved: {}", visible_line(why)));
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

/// How a text begins, in one line made safe to show.
fn beginning(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    visible_line(&search::bound(&line, SEEN_CHARS).0)
}

/// A text made safe to show, its further lines under the first.
fn set_in(text: &str) -> String {
    visible(text).replace('\n', "\n  ")
}

#[cfg(test)]
mod tests {
    use super::{Looked, listing};
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
        assert_eq!(listing(&[claim, call], Moment::parse(filed).expect("a moment"), |_| None), page);
    }

    #[test]
    fn what_is_asked_of_which_knowledge_stands_before_why() {
        let filed = "2026-01-01T00:00:00.000Z";
        let ask = |id: &str, op: &str, input| {
            json!({"id": id, "op": op, "input": input, "author": "codex-a", "authorKind": "agent", "source": "agent",
            "evidence": [], "createdAt": filed, "expiresAt": "2026-01-31T00:00:00.000Z"})
        };
        let promote = ask("p_1", "knowledge.promote", json!({"drawerId": "k_1", "status": "promoted", "reason": "It held twice"}));
        let demote = ask("p_2", "card.demote", json!({"cardId": "card_1", "status": "demoted", "reason": "It broke"}));
        let retire = ask("p_3", "claim.retire", json!({"id": "d_1", "reason": "It is old"}));
        let look = |id: &str| match id {
            "p_1" => Some(json!({"id": "k_1", "from": "candidate", "to": "promoted", "reason": "It held twice", "evidence": [{"id": "e_1",
                "role": "supporting", "origin": "tool", "principal": "bot", "source": "crash.log", "content": "It survived.\nTwice."}], "knowledge":
                {"statement": "Use WAL", "content": "It is replayed.", "tier": "dao_ren", "domain": "project", "field": "general", "anchor": "repo://a"}})),
            "p_3" => Some(json!({"claim": {"content": "We use one file"}})),
            _ => None,
        };
        let looked = |id: &str| {
            let gone = look(id).is_none().then(|| "`card_1` is demoted already".to_owned());
            Some(Looked { shown: json!({ "shows": look(id) }), covers: Vec::new(), gone })
        };
        let page = "\
3 proposals wait.

- knowledge.promote: Use WAL
  candidate → promoted · k_1 · dao_ren · project · general · repo://a
  reason: It held twice
  rests on supporting · e_1 · tool bot · crash.log: It survived. Twice.
  knowledge.promote · p_1
  codex-a (agent) · filed 2026-01-01T00:00:00.000Z
  Expires in 30 days, on 2026-01-31.

- card.demote: card_1 → demoted
  reason: It broke
  It can no longer be approved: `card_1` is demoted already
  card.demote · p_2
  codex-a (agent) · filed 2026-01-01T00:00:00.000Z
  Expires in 30 days, on 2026-01-31.

- claim.retire: We use one file
  reason: It is old
  claim.retire · p_3
  codex-a (agent) · filed 2026-01-01T00:00:00.000Z
  Expires in 30 days, on 2026-01-31.
";
        assert_eq!(listing(&[promote, demote, retire], Moment::parse(filed).expect("a moment"), looked), page);
    }
}
