//! The inbox without a terminal: what keys do, and what people see.

mod keys;
mod screens;

use super::{
    item::{Item, Looked, Nearest},
    press::presses,
    state::{Inbox, Verdict, Wish},
};
use kernel::ledger::Digest;
use serde_json::{Value as Json, json};

/// A proposal as the palace lists it.
fn listed(id: &str, content: &str) -> Json {
    json!({
        "id": id, "op": "claim.adopt", "input": { "as": "decision", "content": content, "rationale": "measured twice", "evidence": ["e_1"] },
        "author": "codex", "authorKind": "agent", "client": "codex-cli", "session": "ses_1", "source": "agent",
        "classificationConfidence": 0.85, "signals": ["decided to"],
        "createdAt": "2026-01-01T00:00:00.000Z", "expiresAt": "2026-01-31T00:00:00.000Z",
    })
}

/// A proposal to adopt a claim, as the inbox holds it.
fn claim(id: &str, content: &str) -> Item {
    let evidence = json!([{ "id": "e_1", "origin": "agent", "principal": "codex", "source": "session ses_1", "content": content }]);
    let shown = json!({ "shows": { "claim": { "content": content }, "evidence": evidence } });
    let mut item = Item::read(&listed(id, content), Looked { shown, covers: vec![Digest::of(id.as_bytes())], gone: None });
    item.nearest = Nearest::Nothing;
    item
}

/// A proposal to do something else.
fn call(id: &str, op: &str, reason: &str, gone: Option<&str>) -> Item {
    let mut listed = listed(id, "");
    for guessed in ["classificationConfidence", "signals"] {
        listed[guessed] = Json::Null;
    }
    listed["op"] = json!(op);
    listed["input"] = json!({ "claim": "d_1", "reason": reason });
    let shown = json!({ "shows": { "standing": "promoted", "reason": reason } });
    Item::read(&listed, Looked { shown, covers: vec![Digest::of(id.as_bytes())], gone: gone.map(str::to_owned) })
}

/// A proposal whose call shows this of itself.
fn shown(id: &str, op: &str, shows: &Json) -> Item {
    let mut listed = listed(id, "");
    for guessed in ["classificationConfidence", "signals"] {
        listed[guessed] = Json::Null;
    }
    listed["op"] = json!(op);
    listed["input"] = json!({ "reason": shows["reason"] });
    Item::read(&listed, Looked { shown: json!({ "shows": shows }), covers: vec![Digest::of(id.as_bytes())], gone: None })
}

/// Three alike, three on their own.
fn inbox() -> Inbox {
    let items = vec![
        claim("p_1", "The build of service one takes four minutes"),
        claim("p_2", "Deploys happen on Thursdays"),
        claim("p_3", "The build of service two takes four minutes"),
        claim("p_4", "Logs are kept for ninety days"),
        claim("p_5", "The build of service three takes four minutes"),
        call("p_6", "claim.retire", "it never was so", None),
    ];
    Inbox::new(items, false)
}

/// Presses keys as a terminal would send them; answers the last wish.
fn type_in(inbox: &mut Inbox, keys: &str) -> Wish {
    let mut bytes = keys.as_bytes().to_vec();
    presses(&mut bytes).iter().fold(Wish::Nothing, |_, press| inbox.press(press))
}

/// What is decided, in the order of the list.
fn decided(inbox: &Inbox) -> String {
    let word = |verdict: &Verdict| match verdict {
        Verdict::Approve => "yes".to_owned(),
        Verdict::Edited(draft) => format!("“{}”", draft.content),
        Verdict::Reject(note) if note.is_empty() => "no".to_owned(),
        Verdict::Reject(note) => format!("no, {note}"),
        Verdict::Snooze => "later".to_owned(),
    };
    inbox.batch().iter().map(|(index, verdict)| format!("{} {}", inbox.items[*index].id, word(verdict))).collect::<Vec<_>>().join(", ")
}
