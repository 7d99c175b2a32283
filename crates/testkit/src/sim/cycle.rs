//! Calls about the guarded cycle, and what no sequence of them may bring about: a phase that is left out, a token that is spent twice.
//!
//! Not here: two at the same instant. Chance from a seed has one thread; see `conformance::cycle`.

use super::{Property, Sim, Who};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// The phases, in order.
const PHASES: [&str; 7] = ["SNAPSHOT", "ROUTER", "CONTEXT_PACK", "DRAFT", "FINALIZE_RESPONSE", "GOVERNANCE_VALIDATE", "MEMORY_UPDATE"];
/// Calls that somebody makes about a cycle without anyone between.
const STRETCH: usize = 20;
/// Every cycle as it stands.
const CYCLES: &str = "select session || ' ' || n || ' ' || trail from cycle";

/// What was seen of cycles and tokens so far.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Each session's cycle: its number, and how many phases are done.
    cycles: BTreeMap<String, (i64, usize)>,
    /// Tokens for one operation that were spent.
    spent: BTreeSet<String>,
    /// Phases that were done, all in all.
    pub(super) phases: usize,
}

impl Seen {
    /// How many tokens were spent.
    pub(super) fn spent(&self) -> usize {
        self.spent.len()
    }
}

impl Sim {
    /// Whether this call is about a cycle. Whoever begins with one often stays with it: a day's pause in between ends its session.
    pub(super) fn in_a_stretch(&mut self, who: &Who) -> bool {
        self.stretch = match self.stretch.take() {
            Some((who, left)) => Some((who, left - 1)).filter(|(_, left)| *left > 0),
            None if !self.dice.one_in(40) => return self.dice.one_in(20),
            None => Some((who.clone(), STRETCH)),
        };
        true
    }

    /// A call about the cycle that could come: mostly the next phase of one's own, sometimes any of anyone's.
    pub(super) fn cycle(&mut self, who: &Who, content: &str) -> (&'static str, Json) {
        let own = format!("select started_at || ' ' || id from session where principal = '{}' and state = 'active'", who.name);
        let newest = self.column(&own).pop_last().and_then(|line| line.split_once(' ').map(|(_, id)| id.to_owned()));
        let any = self.dice.pick(&self.ids.sessions).cloned();
        let newest = newest.filter(|_| !self.dice.one_in(12));
        let session = newest.or(any).unwrap_or_else(|| "ses_none".into());
        // What was given last is what is mostly shown.
        let token = if self.dice.one_in(3) { self.dice.pick(&self.ids.tokens).cloned() } else { self.ids.tokens.last().cloned() };
        let token = token.unwrap_or_else(|| "tok_none".into());
        let next = self.seen.cycles.get(&session).map_or(0, |(_, done)| done % PHASES.len());
        match self.dice.below(22) {
            0..11 => {
                let phase = if self.dice.one_in(6) { self.dice.below(PHASES.len()) } else { next };
                let draft = if self.dice.one_in(8) { "This always works, guaranteed." } else { "One file is enough." };
                let input = json!({ "userInput": content, "draft": draft, "contextKeys": ["tools"] });
                ("cycle.step", json!({ "sessionId": session, "phase": PHASES[phase], "input": input }))
            }
            11 => ("cycle.snapshot", json!({ "sessionId": session, "restart": self.dice.one_in(2) })),
            12 => ("cycle.snapshot", json!({})),
            13 => ("cycle.validate", json!({ "sessionId": session })),
            14 => ("cycle.lend", json!({ "tokenId": token, "action": "deploy", "sessionId": session })),
            15 | 16 if token.starts_with("tok_") => {
                ("cycle.spend", json!({ "tokenId": token, "action": if self.dice.one_in(4) { "write" } else { "deploy" } }))
            }
            15 | 16 => ("workflow.authorize", json!({ "operationToken": token, "createSessionToken": self.dice.one_in(2) })),
            17 => ("workflow.verify", json!({ "currentPhase": "reason", "action": "edit", "sessionId": session })),
            18 => (
                "preset.apply",
                json!({ "presetName": self.dice.pick(&["minimal", "minimal", "three-gate", "strict"]).copied().unwrap_or_default() }),
            ),
            19 => {
                let told = json!({
                    "type": "effective", "domain": "Tools", "situation": format!("{content} should be tried"), "approach": content,
                    "outcome": "It is done.", "reasoning": content, "confidence": 0.6,
                });
                ("experience.record", told)
            }
            20 => ("cycle.consolidate", json!({ "threshold": 1 })),
            _ if self.dice.one_in(3) => ("workflow.reset", json!({ "cleanupOnly": self.dice.one_in(2) })),
            _ => ("workflow.guard", json!({ "tool": "Write", "sessionId": session })),
        }
    }

    /// Notes what a call that was answered did to a token.
    pub(super) fn spending(&mut self, op: &str, input: &Json, answer: &Json) {
        let once = match op {
            "workflow.authorize" => input["operationToken"].as_str(),
            // A session's token can be shown again; only what was used up has a time.
            "cycle.spend" if answer["usedAt"].is_string() => input["tokenId"].as_str(),
            _ => None,
        };
        if let Some(token) = once.filter(|token| !self.seen.spent.insert((*token).to_owned())) {
            self.broken(Property::TokensAreSpentOnce, &format!("{op} took {token} again"));
        }
    }

    /// Compares every cycle with what it was: one phase further at most, in order, or begun anew.
    pub(super) fn phases(&mut self, op: &str) {
        for line in self.column(CYCLES) {
            let mut parts = line.splitn(3, ' ');
            let (session, n, trail) =
                (parts.next().unwrap_or_default().to_owned(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let n: i64 = n.parse().unwrap_or(0);
            let trail: Vec<String> = serde_json::from_str(trail).unwrap_or_default();
            let was = self.seen.cycles.insert(session.clone(), (n, trail.len()));
            let in_order = trail.len() <= PHASES.len() && trail.iter().zip(PHASES).all(|(done, phase)| done == phase);
            let stepped = match was {
                Some((before, done)) if before == n => (done..=done + 1).contains(&trail.len()),
                Some((before, _)) => n == before + 1 && trail.len() <= 1,
                None => trail.len() <= 1,
            };
            self.seen.phases += usize::from(was != Some((n, trail.len())));
            if !in_order || !stepped {
                self.broken(Property::PhasesNeverSkip, &format!("{op} brought cycle {n} of {session} from {was:?} to {trail:?}"));
            }
        }
    }
}
