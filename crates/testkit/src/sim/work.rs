//! Calls about work: sessions, talks, what went wrong, what is shared between projects, code, and what is told before a file is opened.
//!
//! Not here: what must stay true. These calls are held to the same properties as all others.

use super::Sim;
use serde_json::{Value as Json, json};

const FILES: [&str; 4] = ["src/a.rs", "src/b.rs", "docs/a.md", "../outside"];

impl Sim {
    /// A call about work that could come: often sensible, sometimes about nothing that exists.
    pub(super) fn work(&mut self, content: &str, claim: &str) -> (&'static str, Json) {
        let file = self.dice.pick(&FILES).copied().unwrap_or_default();
        let session = self.dice.pick(&self.ids.sessions).cloned().unwrap_or_else(|| "ses_none".into());
        let talk = self.dice.pick(&self.ids.sources).cloned().unwrap_or_else(|| "src_none".into());
        let failure = self.dice.pick(&self.ids.postmortems).cloned().unwrap_or_else(|| "pm_none".into());
        match self.dice.below(26) {
            0..3 => {
                let kind = self.dice.pick(&["file_edit", "file_read", "search", "dance"]).copied().unwrap_or_default();
                let outcome = self.dice.pick(&["success", "failure"]).copied().unwrap_or_default();
                ("session.log", json!({ "sessionId": session, "kind": kind, "target": file, "outcome": outcome, "details": content }))
            }
            3 => ("session.conflict", json!({ "path": file })),
            4..6 => {
                let said = format!("We decided that {content}. It turns out that {content} is slow.");
                let messages = json!([{ "role": "user", "content": content }, { "role": "assistant", "content": said }]);
                let belongs = self.dice.one_in(2).then_some(session);
                ("conversation.store", json!({ "messages": messages, "sessionId": belongs }))
            }
            6..8 => ("conversation.extract", json!({ "conversationId": talk })),
            8 => ("conversation.search", json!({ "query": content, "limit": 5 })),
            9 => {
                let refs = json!({ "session_id": session, "conversation_id": talk, "extractor": "llm" });
                ("store", json!({ "content": content, "as": "learning", "source": "auto_extract", "evidenceRefs": refs }))
            }
            10..12 => {
                let told = json!({
                    "title": content, "whatHappened": format!("{content} went wrong"), "rootCause": content, "lessonsLearned": [content],
                    "preventionSteps": ["look twice"], "affectedFiles": [file], "severity": "high",
                });
                ("postmortem.store", told)
            }
            12 => ("postmortem.learn", json!({ "id": failure })),
            13..15 => ("postmortem.resolve", json!({ "id": failure })),
            15 => ("postmortem.list", json!({ "limit": 50 })),
            16..18 => ("corridor.promote", json!({ "learningId": claim })),
            18..20 => ("corridor.reinforce", json!({ "learningId": claim })),
            20 => ("corridor.learnings", json!({ "query": content })),
            21 => ("corridor.stats", json!({})),
            22 => {
                let text = format!("/// {content}\npub fn f{}() {{}}\n", self.dice.below(5));
                let gone = if self.dice.one_in(3) { json!([file]) } else { json!([]) };
                ("code.keep", json!({ "files": [{ "path": file, "text": text }], "gone": gone }))
            }
            23 => ("context.inject", json!({ "file": file, "maxChars": self.dice.below(2_000) })),
            24 => ("file.brief", json!({ "file": file })),
            _ => ("briefing.compose", json!({ "context": "file", "contextPath": file })),
        }
    }
}
