//! A seeded simulator: random actors, operations, clock jumps, failing statements and reopenings, and what must stay true.
//!
//! Not here: what a single call does. The simulator only knows what no sequence of calls may bring about.

mod cycle;
mod mind;
mod work;

use cycle::Seen;

use crate::{
    On,
    faults::{After, Faults},
    world::{Hand, Who, World},
};
use kernel::{palace::Sealing, refusal::Code};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use store::Backend;

/// What stays true whatever happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No call by an agent changes which claims are authoritative, nor any link, outcome, confidence, promotion, setting or resolution.
    AgentsMakeNothingAuthoritative,
    /// All knowledge that is believed has a seal, rests on sealed evidence that is there, in one role each, and enough of it.
    KnowledgeRestsOnItsPremises,
    /// Every claim that a human made authoritative rests on evidence that is there. Legacy claims predate evidence.
    AuthorityCitesEvidence,
    /// Every claim that calls itself authoritative has a seal that holds.
    AuthorityIsSealed,
    /// The ledger verifies, with all the rows it speaks of, after any failure.
    TheChainVerifies,
    /// A refused or failed call changes nothing but the ledger.
    RefusalsChangeNothing,
    /// A seal that was spent is never good again.
    SealsAreSpentOnce,
    /// A guarded cycle goes one phase further, or begins anew; it never leaves one out or goes back.
    PhasesNeverSkip,
    /// A token for one operation is good once.
    TokensAreSpentOnce,
    /// No call ends in a defect of ours unless a failure was injected into it.
    NothingIsInternal,
}

/// What a run did, to be compared across databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The whole store at the end.
    pub dump: String,
    /// Calls answered.
    pub answered: u64,
    /// Calls refused, failures included.
    pub refused: u64,
    /// Failures that were injected and hit.
    pub faults: u64,
    /// Steps in the life of knowledge that a human sealed.
    pub sealed: usize,
    /// Phases of guarded cycles that were done.
    pub phases: usize,
    /// Tokens for one operation that were spent.
    pub spent: usize,
}

/// Chance, from a seed. The same seed gives the same numbers (SplitMix64).
#[derive(Debug)]
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.roll() % n as u64).unwrap_or(0)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }
}

/// Steps between two looks at everything.
const LOOK_EVERY: u64 = 50;

/// Plays `steps` steps from a seed.
///
/// # Panics
/// When a property does not hold; the message names it, the seed and the step.
pub fn run(on: On, seed: u64, steps: u64) -> Outcome {
    let sealing = if seed.is_multiple_of(2) { Sealing::Sealed } else { Sealing::Unsealed };
    let mut world = World::seeded(on, sealing, seed);
    if sealing == Sealing::Sealed {
        world.enrol("ana", "ana").expect("the first key enrols itself");
    }
    let raw = world.raw();
    let mut sim = Sim {
        world,
        raw,
        dice: Dice(seed),
        faults: Faults::none(),
        ids: Ids::default(),
        seen: Seen::default(),
        stretch: None,
        seed,
        step: 0,
        answered: 0,
        refused: 0,
        hits: 0,
    };
    for step in 1..=steps {
        sim.step = step;
        sim.go();
        if step % LOOK_EVERY == 0 || step == steps {
            sim.look();
        }
    }
    let sealed = sim.column("select knowledge || ' ' || n from knowledge_event where seal <> ''").len();
    let (phases, spent) = (sim.seen.phases, sim.seen.spent());
    Outcome { dump: sim.world.dump(), answered: sim.answered, refused: sim.refused, faults: sim.hits, sealed, phases, spent }
}

/// Ids the run has heard of, so that later calls can name them.
#[derive(Debug, Default)]
struct Ids {
    proposals: Vec<String>,
    claims: Vec<String>,
    evidence: Vec<String>,
    sessions: Vec<String>,
    grants: Vec<String>,
    requests: Vec<String>,
    links: Vec<String>,
    sources: Vec<String>,
    postmortems: Vec<String>,
    drawers: Vec<String>,
    cards: Vec<String>,
    tokens: Vec<String>,
}

impl Ids {
    fn hear(&mut self, json: &Json) {
        match json {
            Json::String(text) => {
                let list = match text.split_once(['_', '-']).map(|(prefix, _)| prefix) {
                    Some("p") => &mut self.proposals,
                    Some("d" | "l" | "i") => &mut self.claims,
                    Some("e") => &mut self.evidence,
                    Some("ses") => &mut self.sessions,
                    Some("g") => &mut self.grants,
                    Some("sr") => &mut self.requests,
                    Some("lk") => &mut self.links,
                    Some("src") => &mut self.sources,
                    Some("pm") => &mut self.postmortems,
                    Some("k") => &mut self.drawers,
                    Some("card") => &mut self.cards,
                    Some("tok" | "op") => &mut self.tokens,
                    _ => return,
                };
                if !list.contains(text) {
                    list.push(text.clone());
                }
            }
            Json::Array(items) => items.iter().for_each(|item| self.hear(item)),
            Json::Object(fields) => fields.values().for_each(|item| self.hear(item)),
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
}

struct Sim {
    world: World,
    raw: Box<dyn Backend>,
    dice: Dice,
    faults: Faults,
    ids: Ids,
    seen: Seen,
    /// Who goes through a cycle without anyone between, and for how many calls yet.
    stretch: Option<(Who, usize)>,
    seed: u64,
    step: u64,
    answered: u64,
    refused: u64,
    hits: u64,
}

const AUTHORITATIVE: &str = "select c.id from claim c join standing s on s.name = c.standing where s.authoritative = 1
    union all select k.id || k.standing || k.anchor || k.seal from knowledge k join standing s on s.name = k.standing where s.authoritative = 1";
/// What stands beside claims, and what is set: all of it, row by row.
const BESIDE: &str = "select 'outcome ' || claim || n || outcome || note || seal from outcome
    union all select 'confidence ' || claim || n || hundredths || why || seal from confidence
    union all select 'link ' || k.id || k.source_id || k.target_id || k.relation || s.seal from link k join link_seal s on s.link = k.id
    union all select 'unlink ' || link || reason || seal from unlink
    union all select 'promotion ' || claim || origin || promoted_by || seal from corridor
    union all select 'resolved ' || id || resolved_at || resolved_by || seal from postmortem where resolved_at || resolved_by || seal <> ''
    union all select 'setting ' || name || n || value || seal from setting
    union all select 'premise ' || knowledge || evidence || role || seal from knowledge_ref where seal <> ''
    union all select 'life ' || knowledge || n || type || seal from knowledge_event where seal <> ''";
const UNGROUNDED: &str = "select c.id from claim c join standing s on s.name = c.standing where s.authority = 'approved'
    and not exists (select 1 from link k join evidence e on e.id = k.target_id where k.source_id = c.id and k.relation = 'rests_on') order by c.id";
/// Believed knowledge without a seal, without a sealed premise that is there for it and one that checked it, or with one that is gone.
const GROUNDLESS: &str = "select k.id from knowledge k join standing s on s.name = k.standing where s.authoritative = 1 and (k.seal = ''
    or not exists (select 1 from knowledge_ref r join evidence e on e.id = r.evidence where r.knowledge = k.id and r.seal = k.seal and r.role = 'supporting')
    or not exists (select 1 from knowledge_ref r join evidence e on e.id = r.evidence where r.knowledge = k.id and r.seal = k.seal and r.role = 'verification')
    or exists (select 1 from knowledge_ref r where r.knowledge = k.id and r.seal = k.seal and not exists (select 1 from evidence e where e.id = r.evidence))
    or exists (select 1 from knowledge_ref r where r.knowledge = k.id and r.seal = k.seal and r.role = 'counterexample')) order by k.id";
/// What a refusal may not touch: everything but the ledger, its tiles, its counters and those it met.
const STATE: &str = "select (select count(*) from claim), (select count(*) from proposal), (select count(*) from evidence), (select count(*) from seal), (select count(*) from session),
    (select count(*) from link), (select count(*) from unlink), (select count(*) from outcome), (select count(*) from confidence), (select count(*) from setting), (select count(*) from corridor),
    (select count(*) from postmortem), (select count(*) from postmortem where seal <> ''), (select count(*) from activity), (select count(*) from source), (select count(*) from item), (select count(*) from code_tree),
    (select count(*) from knowledge), (select count(*) from knowledge_ref), (select count(*) from knowledge_event), (select count(*) from knowledge where seal <> ''),
    (select count(*) from \"grant\"), (select count(*) from proposal where status = 'pending'), (select count(*) from session where state = 'active'),
    (select count(*) from cycle_token), (select count(*) from cycle_token where used_at = ''), (select count(*) from receipt), (select count(*) from experience),
    (select cast(coalesce(sum(version), 0) as bigint) from cycle)";

impl Sim {
    fn go(&mut self) {
        if self.stretch.is_some() {
            return self.call();
        }
        match self.dice.below(100) {
            0..4 => self.world.advance(i64::try_from(self.dice.below(40)).unwrap_or(0) * 86_400_000),
            4..7 => self.world.reopen(),
            7..9 if self.world.has_sealed() => {
                if self.world.replay().is_ok() {
                    self.broken(Property::SealsAreSpentOnce, "the last sealed call was made again with the same seal");
                }
            }
            _ => self.call(),
        }
    }

    fn call(&mut self) {
        let who = self.actor();
        let (op, input) = self.ask(&who);
        let armed = self.dice.one_in(8);
        let dies = self.dice.one_in(2);
        if armed {
            self.world.reopen_over(&self.faults);
            self.faults.arm(1 + self.dice.roll() % 40, if dies { After::Dies } else { After::Recovers });
        }
        let (before, beside, state) = (self.column(AUTHORITATIVE), self.column(BESIDE), self.state());
        let answer = self.world.call_or_fail(&who, op, &input);
        let hit = armed && self.faults.disarm();
        self.hits += u64::from(hit);
        if armed {
            self.world.reopen();
        }
        if who.kind != kernel::actor::ActorKind::Human && (self.column(AUTHORITATIVE) != before || self.column(BESIDE) != beside) {
            self.broken(Property::AgentsMakeNothingAuthoritative, &format!("{} called {op} {input}", who.name));
        }
        self.phases(op);
        match answer {
            Ok(result) => {
                self.answered += 1;
                self.ids.hear(&result);
                self.spending(op, &input, &result);
            }
            Err(refusal) => {
                self.refused += 1;
                if self.state() != state {
                    self.broken(Property::RefusalsChangeNothing, &format!("{op} {input}: {refusal}"));
                }
                if refusal.code() == Code::Internal && !hit {
                    self.broken(Property::NothingIsInternal, &format!("{op} {input}: {refusal}"));
                }
                if hit {
                    self.verified();
                }
            }
        }
    }

    fn actor(&mut self) -> Who {
        if let Some((who, _)) = &self.stretch {
            return who.clone();
        }
        match self.dice.below(10) {
            0..3 => Who::agent("codex-a"),
            3..5 => Who::agent("claude-b"),
            5 => Who { kind: kernel::actor::ActorKind::Machine, name: "cron".into(), hand: Hand::Rests },
            6..9 => Who::human("ana"),
            _ => Who::human("ana").hand(Hand::Rests),
        }
    }

    /// A call that could come: often sensible, sometimes about nothing that exists.
    fn ask(&mut self, who: &Who) -> (&'static str, Json) {
        let words =
            ["we use one file", "evidence precedes assertion", "WAL needs a local disk", "what if we cached?", "TIL about tiles", "never use force"];
        let content = format!("{} {}", self.dice.pick(&words).copied().unwrap_or_default(), self.dice.below(12));
        let kind = self.dice.pick(&["decision", "learning", "idea"]).copied().unwrap_or_default();
        let scope = match self.dice.below(4) {
            0 => json!({ "scope": "file", "scopePath": "src/a.rs" }),
            1 => json!({ "scope": "room", "scopePath": "src" }),
            2 => json!({ "scope": "file", "scopePath": "../outside" }),
            _ => json!({}),
        };
        let with = |mut base: Json| {
            if let (Some(base), Some(more)) = (base.as_object_mut(), scope.as_object()) {
                base.extend(more.clone());
            }
            base
        };
        let proposal = self.dice.pick(&self.ids.proposals).cloned().unwrap_or_else(|| "p_none".into());
        let second = self.dice.pick(&self.ids.proposals).cloned().unwrap_or_else(|| "p_none".into());
        let claim = self.dice.pick(&self.ids.claims).cloned().unwrap_or_else(|| "d_none".into());
        let evidence = self.dice.pick(&self.ids.evidence).cloned().unwrap_or_else(|| "e_none".into());
        let other = self.dice.pick(&self.ids.claims).cloned().unwrap_or_else(|| "l_none".into());
        let link = self.dice.pick(&self.ids.links).cloned().unwrap_or_else(|| "lk_none".into());
        if self.in_a_stretch(who) {
            return self.cycle(who, &content);
        }
        if self.dice.one_in(3) {
            return self.work(&content, &claim);
        }
        if self.dice.one_in(3) {
            return self.mind(&content);
        }
        match self.dice.below(44) {
            0..5 => ("store", with(json!({ "content": content }))),
            5 => ("store", with(json!({ "content": content, "as": kind, "evidence": [evidence], "direct": true }))),
            6 => ("store", json!({ "content": content, "source": "auto_extract", "evidenceRefs": { "session_id": "s", "conversation_id": "c" } })),
            7..11 => ("approve", json!({ "proposalId": proposal })),
            11 => ("reject", json!({ "proposalId": proposal, "note": "no" })),
            12 | 13 => ("store_direct", with(json!({ "content": content, "as": kind }))),
            14 => ("claim.inherit", json!({ "records": [{ "as": kind, "content": content }] })),
            15 | 16 => ("claim.retire", json!({ "claim": claim, "reason": "no longer" })),
            17 => (
                "evidence.record",
                json!({ "content": content, "source": "cargo test", "origin": if self.dice.one_in(3) { "human" } else { "tool" } }),
            ),
            18 => ("session.start", json!({ "agentType": "codex", "goal": content })),
            19 => ("session.end", json!({ "sessionId": self.dice.pick(&self.ids.sessions).cloned().unwrap_or_default() })),
            20 => ("proposal.expire", json!({})),
            21 => ("recall", with(json!({ "query": content, "limit": self.dice.below(20) }))),
            22 => ("proposals", json!({ "status": "all", "limit": 1000 })),
            23 => ("ledger.checkpoint", json!({})),
            24 => ("grant.issue", json!({ "name": "codex-a", "tokenDigest": kernel::ledger::Digest::of(content.as_bytes()) })),
            25 => ("seal.list", json!({})),
            27 | 28 => {
                let relation =
                    self.dice.pick(&["supports", "contradicts", "implements", "supersedes", "related", "knows"]).copied().unwrap_or_default();
                ("recall_link", json!({ "sourceId": claim, "targetId": other, "relation": relation }))
            }
            29 => ("recall_unlink", json!({ "linkId": link, "reason": "no longer" })),
            30 => {
                let outcome = self.dice.pick(&["success", "failed", "mixed", "unclear"]).copied().unwrap_or_default();
                ("recall_outcome", json!({ "decisionId": claim, "outcome": outcome, "note": content }))
            }
            31 => ("recall_learning_link", json!({ "decisionId": claim, "learningId": other })),
            32 => ("decay_boost", json!({ "learningId": claim, "amount": 0.2 })),
            33 => ("decay_reinforce", json!({ "learningId": claim })),
            34 => ("decay_apply", json!({})),
            35 => ("recall_archive", json!({ "unusedDays": 20, "maxConfidence": 0.6 })),
            36 => ("recall_obsolete", json!({ "learningId": claim, "reason": "no longer" })),
            37 => ("palace.configure", json!({ "proposalDays": 1 + self.dice.below(60), "decay": { "enabled": !self.dice.one_in(3) } })),
            38 => ("recall_contradictions", json!({ "recordId": claim, "minConfidence": 0.5, "autoLink": true })),
            39 => ("recall_ideas", json!({ "limit": 100 })),
            40 => ("recall_links", json!({ "recordId": claim })),
            26 => ("seal.decline", json!({ "id": self.dice.pick(&self.ids.requests).cloned().unwrap_or_default() })),
            41 => ("proposal.snooze", json!({ "proposalId": proposal, "days": self.dice.below(40) })),
            42 => (
                "proposal.decide",
                json!({ "decisions": [{ "proposalId": proposal, "verdict": "approve" }, { "proposalId": second, "verdict": if self.dice.one_in(2) { "reject" } else { "approve" } }] }),
            ),
            _ => ("grant.revoke", json!({ "id": self.dice.pick(&self.ids.grants).cloned().unwrap_or_default() })),
        }
    }

    fn column(&mut self, sql: &str) -> BTreeSet<String> {
        self.raw.query(sql, &[]).expect("ask behind the palace's back").into_iter().map(|mut row| row.text().expect("an id")).collect()
    }

    fn state(&mut self) -> Vec<i64> {
        let mut row = self.raw.query(STATE, &[]).expect("ask behind the palace's back").pop().expect("a row");
        std::iter::from_fn(|| row.int().ok()).collect()
    }

    fn look(&mut self) {
        let ungrounded = self.column(UNGROUNDED);
        if !ungrounded.is_empty() {
            self.broken(Property::AuthorityCitesEvidence, &format!("{ungrounded:?}"));
        }
        let groundless = self.column(GROUNDLESS);
        if !groundless.is_empty() {
            self.broken(Property::KnowledgeRestsOnItsPremises, &format!("{groundless:?}"));
        }
        self.verified();
    }

    fn verified(&mut self) {
        match self.world.send(&Who::human("auditor"), "ledger.verify", json!({}), None) {
            Ok(envelope) if envelope.result["valid"] == json!(true) => {}
            Ok(envelope) => self.broken(Property::AuthorityIsSealed, &envelope.result.to_string()),
            Err(refusal) => self.broken(Property::TheChainVerifies, &refusal.to_string()),
        }
    }

    fn broken(&self, property: Property, how: &str) -> ! {
        panic!("{property:?} does not hold at step {} of seed {}: {how}", self.step, self.seed);
    }
}
