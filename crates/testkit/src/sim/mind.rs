//! Calls about knowledge: distilled, linked, weighed, believed, lowered, raised, published, made into cards, and robbed of evidence.
//!
//! Not here: what must stay true. These calls are held to the same properties as all others.

use super::Sim;
use serde_json::{Value as Json, json};

const SOURCES: [&str; 5] = ["a.log", "b.log", "c.log", "a page", "a lesson"];

impl Sim {
    fn piece(&mut self) -> String {
        self.dice.pick(&self.ids.evidence).cloned().unwrap_or_else(|| "e_none".into())
    }

    fn pieces(&mut self) -> Vec<String> {
        (0..self.dice.below(4)).map(|_| self.piece()).collect()
    }

    /// A call about knowledge that could come: often sensible, sometimes about nothing that exists.
    pub(super) fn mind(&mut self, content: &str) -> (&'static str, Json) {
        let drawer = self.dice.pick(&self.ids.drawers).cloned().unwrap_or_else(|| "k_none".into());
        let card = self.dice.pick(&self.ids.cards).cloned().unwrap_or_else(|| "card_none".into());
        let tier = self.dice.pick(&["qi", "qi", "shu", "dao_ren", "dao_tian"]).copied().unwrap_or_default();
        let believed = self.dice.pick(&["promoted", "promoted", "canonical", "candidate"]).copied().unwrap_or_default();
        let lowered = self.dice.pick(&["demoted", "demoted", "retired", "promoted"]).copied().unwrap_or_default();
        let role = self.dice.pick(&["supporting", "verification", "counterexample", "teaching"]).copied().unwrap_or_default();
        let (some, more) = (self.pieces(), self.pieces());
        match self.dice.below(30) {
            0..6 => {
                let source = self.dice.pick(&SOURCES).copied().unwrap_or_default();
                let origin = self.dice.pick(&["tool", "research", "agent", "human"]).copied().unwrap_or_default();
                ("evidence.record", json!({ "content": format!("{content}: {} passed", self.dice.below(1_000)), "source": source, "origin": origin }))
            }
            6..9 => {
                let against = if self.dice.one_in(6) { vec![self.piece()] } else { Vec::new() };
                let told = json!({ "statement": content, "content": content, "tier": tier, "supportingRefs": some, "counterexampleRefs": against, "domain": "global" });
                ("knowledge.distill", told)
            }
            9..13 => {
                let waiver = self.dice.one_in(8).then_some(true);
                let told =
                    json!({ "drawerId": drawer, "status": believed, "verificationRefs": some, "reason": content, "allowCounterexamples": waiver });
                ("knowledge.promote", told)
            }
            13 => (
                "knowledge.promote",
                json!({ "drawerId": drawer, "status": "promoted", "verificationRefs": some, "answered": more, "reason": content }),
            ),
            14 => (
                "knowledge.demote",
                json!({ "drawerId": drawer, "status": lowered, "evidenceRefs": some, "reason": content, "reasonType": "contradicted" }),
            ),
            15 | 16 => ("knowledge.raise", json!({ "drawerId": drawer, "supportingRefs": some, "verificationRefs": more, "reason": content })),
            17 => ("knowledge.publish", json!({ "drawerId": drawer, "to": if self.dice.one_in(2) { "repo" } else { "global" }, "reason": content })),
            18 => (
                "card.create",
                json!({ "statement": content, "content": content, "tier": tier, "domain": "global", "status": self.dice.one_in(4).then_some(believed) }),
            ),
            19 | 20 => ("card.link", json!({ "cardId": card, "evidenceDrawerId": self.piece(), "role": role, "note": content })),
            21 => ("card.event", json!({ "cardId": card, "type": if self.dice.one_in(3) { "promoted" } else { "updated" }, "reason": content })),
            22 | 23 => {
                let gate = self.dice.one_in(6).then_some(false);
                ("card.promote", json!({ "cardId": card, "status": believed, "verificationRefs": some, "reason": content, "enforceGate": gate }))
            }
            24 => ("card.demote", json!({ "cardId": card, "status": lowered, "evidenceRefs": some, "reason": content, "reasonType": "unsafe" })),
            25 => ("card.publish", json!({ "cardId": card, "to": "repo", "reason": content })),
            26 if self.dice.one_in(3) => ("card.backfill_plan", json!({ "execute": self.dice.one_in(2) })),
            26 => ("card.backfill", json!({})),
            27 => ("evidence.erase", json!({ "id": [self.piece()] })),
            28 => ("knowledge.gate", json!({ "drawerId": drawer })),
            _ => ("card.show", json!({ "cardId": card })),
        }
    }
}
