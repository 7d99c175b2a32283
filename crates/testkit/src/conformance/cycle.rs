//! The guarded cycle on both databases: of two who race one is told, a pack never outgrows its budget, and who waits
//! hears how far it is.

use super::together::{Answer, together};
use crate::{
    On,
    world::{Who, World},
};
use engine::{Request, snake};
use kernel::{canonical, palace::Sealing, refusal::Code};
use serde_json::{Value as Json, json};
use std::sync::Mutex;

/// Of those who call the same phase at the same time, so many are refused.
const RACERS: usize = 4;
/// Experiences to pack from.
const LIVED: usize = 24;

fn done(world: &mut World, who: &Who, op: &str, input: Json) -> Json {
    world.call(who, op, input).unwrap_or_else(|refusal| panic!("{op}: {}", refusal.what())).result
}

/// A session whose cycle has been routed.
fn routed(world: &mut World, who: &Who) -> String {
    let session = done(world, who, "cycle.snapshot", json!({}))["sessionId"].as_str().expect("a session").to_owned();
    done(world, who, "cycle.route", json!({ "sessionId": session, "userInput": "which way?" }));
    session
}

/// Two openings of one palace call each phase of one cycle at the same time: each phase is done once, whoever came second is
/// told, and the cycle still holds.
///
/// # Panics
/// When a phase is done twice or lost.
pub fn racing_on_one_cycle(on: On) {
    let (mut world, who) = (World::new(on, Sealing::Unsealed), Who::agent("codex"));
    let session = routed(&mut world, &who);
    let phases = [
        ("CONTEXT_PACK", json!({})),
        ("DRAFT", json!({ "draft": "This way." })),
        ("FINALIZE_RESPONSE", json!({ "draft": "This way." })),
        ("GOVERNANCE_VALIDATE", json!({})),
        ("MEMORY_UPDATE", json!({})),
    ];
    for (phase, input) in phases {
        let ask = || vec![(who.clone(), "cycle.step", json!({ "sessionId": session, "phase": phase, "input": input }))];
        let answers: Vec<Answer> = together(&mut world, (0..RACERS).map(|_| ask()).collect());
        let refused: Vec<Code> = answers.iter().filter_map(|answer| answer.as_ref().err().map(kernel::refusal::Refusal::code)).collect();
        assert_eq!(refused, vec![Code::PhaseOutOfOrder; RACERS - 1], "{phase}: {answers:?}");
    }
    let receipts = done(&mut world, &who, "receipt.list", json!({ "sessionId": session }));
    assert_eq!(receipts["receipts"].as_array().map(Vec::len), Some(1), "{receipts}");
    let verdict = done(&mut world, &who, "cycle.validate", json!({ "sessionId": session }));
    assert_eq!(verdict["valid"], true, "{verdict}");
    super::ledger_holds(&mut world);
}

/// A token for one operation that is shown by many at the same time lets one of them through, whichever contract spelled it.
///
/// # Panics
/// When two are let through, or nobody is.
pub fn racing_with_one_token(on: On) {
    let (mut world, who) = (World::new(on, Sealing::Unsealed), Who::agent("codex"));
    done(&mut world, &Who::human("ana"), "preset.apply", json!({ "presetName": "minimal" }));
    let session = routed(&mut world, &who);
    let gate = done(&mut world, &who, "workflow.verify", json!({ "currentPhase": "teach", "action": "edit", "sessionId": session }));
    for (phase, input) in
        [("CONTEXT_PACK", json!({})), ("DRAFT", json!({ "draft": "This way." })), ("FINALIZE_RESPONSE", json!({ "draft": "This way." }))]
    {
        done(&mut world, &who, "cycle.step", json!({ "sessionId": session, "phase": phase, "input": input }));
    }
    let whole = done(&mut world, &who, "cycle.validate", json!({ "sessionId": session }))["token"]["tokenId"].clone();
    let lent = done(&mut world, &who, "cycle.lend", json!({ "tokenId": whole, "action": "deploy", "sessionId": session }))["tokenId"].clone();
    let shown = [
        ("workflow.authorize", json!({ "operationToken": gate["operationToken"] }), Code::TokenInvalid),
        ("cycle.spend", json!({ "tokenId": lent, "action": "deploy" }), Code::TokenUsed),
    ];
    for (op, input, code) in shown {
        let answers = together(&mut world, (0..RACERS).map(|_| vec![(who.clone(), op, input.clone())]).collect());
        let refused: Vec<Code> = answers.iter().filter_map(|answer| answer.as_ref().err().map(kernel::refusal::Refusal::code)).collect();
        assert!(refused.len() == RACERS - 1 && refused.iter().all(|told| [code, Code::TokenUsed].contains(told)), "{op}: {answers:?}");
    }
    super::ledger_holds(&mut world);
}

/// The answer in the contract's spelling: every key of it is ours.
fn spelled(value: &Json) -> Json {
    match value {
        Json::Object(fields) => fields.iter().map(|(key, value)| (snake(key), spelled(value))).collect(),
        Json::Array(items) => items.iter().map(spelled).collect(),
        other => other.clone(),
    }
}

/// Whatever the budget, the whole answer is no larger, says how large it is, and is the same again; a larger one holds no less.
///
/// # Panics
/// When an answer is too large, or differs.
pub fn a_pack_keeps_its_budget(on: On) {
    let (mut world, who) = (World::new(on, Sealing::Unsealed), Who::agent("codex"));
    for n in 0..LIVED {
        // Lengths and confidences that do not go together, with letters of several bytes.
        let long = "überall ".repeat(1 + (n * 7) % 23);
        let told = json!({
            "type": "effective", "domain": "Tools", "situation": format!("Case {n} {long}"), "approach": format!("It should be tried {n} times."),
            "outcome": "good", "reasoning": format!("The number {n} is \"quoted\""), "confidence": f64::from(u8::try_from(n * 37 % 100).expect("small")) / 100.0,
            "tags": [format!("k{}", n % 3)],
        });
        done(&mut world, &who, "experience.record", told);
    }
    done(&mut world, &who, "cycle.consolidate", json!({ "threshold": 1 }));
    let session = routed(&mut world, &who);
    let mut most = 0;
    for step in 0..60_usize {
        let budget = 180 + step * step * 3;
        let ask = json!({ "sessionId": session, "byteBudget": budget, "contextKeys": if step % 4 == 3 { json!(["k1"]) } else { json!(["tools", "k0", "k1", "k2"]) } });
        let packed = done(&mut world, &who, "cycle.pack", ask.clone());
        let bytes = canonical::canonical(&spelled(&packed)).expect("plain").len();
        assert!(bytes <= budget, "{bytes} bytes for a budget of {budget}: {packed}");
        assert_eq!(packed["byteCount"], bytes, "{packed}");
        assert_eq!(done(&mut world, &who, "cycle.pack", ask), packed, "the same is packed again");
        let items =
            packed["packedContext"]["cells"].as_array().map_or(0, Vec::len) + packed["packedContext"]["experiences"].as_array().map_or(0, Vec::len);
        most = most.max(items);
    }
    assert!(most > 8, "only {most} were ever packed");
}

/// A pack holds the cells of the scenes that are about its keys, in whatever case they are written, and no others.
///
/// # Panics
/// When other cells are packed.
pub fn a_pack_is_about_its_keys(on: On) {
    let (mut world, who) = (World::new(on, Sealing::Unsealed), Who::agent("codex"));
    for (domain, said) in [("Tools", "The lamp is lit."), ("Debugging", "The heron is hungry.")] {
        let told = json!({ "type": "effective", "domain": domain, "situation": said, "approach": "look", "outcome": "seen", "reasoning": "so" });
        done(&mut world, &who, "experience.record", told);
    }
    done(&mut world, &who, "cycle.consolidate", json!({ "threshold": 1 }));
    let session = routed(&mut world, &who);
    for (key, holds, lacks) in [("TOOLS", "lamp", "heron"), ("debugging", "heron", "lamp")] {
        let packed = done(&mut world, &who, "cycle.pack", json!({ "sessionId": session, "contextKeys": [key] }))["packedContext"].to_string();
        assert!(packed.contains(holds) && !packed.contains(lacks), "{key}: {packed}");
    }
}

/// What one opening of a palace read of its cells is packed no longer once another opening has consolidated or erased.
///
/// # Panics
/// When something is packed that is no longer so.
pub fn what_another_changed_is_packed_anew(on: On) {
    let (mut world, who) = (World::new(on, Sealing::Unsealed), Who::agent("codex"));
    let other = world.another_engine();
    let elsewhere = |world: &mut World, who: &Who, op: &str, input: Json| {
        let call = world.next_call(who);
        other.call(&call, Request { op, input, ..Request::default() }).unwrap_or_else(|refusal| panic!("{op}: {}", refusal.what()))
    };
    let told = |n: usize, said: &str| json!({ "type": "effective", "domain": "Tools", "situation": said, "approach": format!("way {n}"), "outcome": format!("end {n}"), "reasoning": "so" });
    let session = routed(&mut world, &who);
    let packed = |world: &mut World| -> Vec<String> {
        let cells = done(world, &who, "cycle.pack", json!({ "sessionId": session }))["packedContext"]["cells"].clone();
        cells.as_array().into_iter().flatten().map(|cell| cell["body"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(packed(&mut world), [""; 0]);
    for (n, said) in ["The lamp is lit.", "The heron is hungry."].iter().enumerate() {
        done(&mut world, &who, "experience.record", told(n, said));
        elsewhere(&mut world, &who, "cycle.consolidate", json!({ "threshold": 1 }));
        assert!(packed(&mut world).iter().any(|body| body.contains(said.trim_end_matches('.'))), "{said}");
    }
    elsewhere(&mut world, &Who::human("ana"), "evidence.erase", json!({ "matching": "heron", "reason": "it was private" }));
    let left = packed(&mut world).join(" ");
    assert!(left.contains("lamp") && !left.contains("heron"), "{left}");
}

/// Hears how far a call is, and gives up after so many reports.
#[derive(Debug)]
struct Waiting {
    heard: Mutex<Vec<(u64, u64)>>,
    patience: usize,
}

impl Waiting {
    fn with(patience: usize) -> Self {
        Self { heard: Mutex::default(), patience }
    }

    fn heard(&self) -> Vec<(u64, u64)> {
        self.heard.lock().expect("nobody panicked").clone()
    }
}

impl engine::Watcher for Waiting {
    fn progress(&self, done: u64, total: u64, _: &str) {
        self.heard.lock().expect("nobody panicked").push((done, total));
    }

    fn cancelled(&self) -> bool {
        self.heard().len() >= self.patience
    }
}

/// Whoever waits for an import or a consolidation hears how far it is; once they give up, nothing is changed.
///
/// # Panics
/// When nothing is told, or something was changed.
pub fn who_waits_is_told(on: On) {
    let (mut world, who) = (World::new(on, Sealing::Unsealed), Who::agent("codex"));
    let one = |n: usize| {
        let situation = format!("Case {n}, {}", canonical::digest(&n).expect("a number"));
        json!({ "type": "effective", "domain": "Tools", "situation": situation, "approach": "It should be tried.", "outcome": "good", "reasoning": "so" })
    };
    let all: Vec<Json> = (0..250).map(one).collect();
    let ask = |world: &mut World, op: &str, input: Json, waiting: &Waiting| {
        let call = world.next_call(&who);
        world.engine().call(&call, Request { op, input, client: "test", watcher: Some(waiting), ..Request::default() })
    };
    let import = json!({ "content": Json::Array(all).to_string() });
    let refused = ask(&mut world, "experience.import", import.clone(), &Waiting::with(1)).expect_err("nobody waits");
    assert_eq!(refused.code(), Code::Cancelled);
    assert_eq!(done(&mut world, &who, "experience.search", json!({ "query": "tried" }))["results"].as_array().map(Vec::len), Some(0));
    let patient = Waiting::with(usize::MAX);
    ask(&mut world, "experience.import", import, &patient).expect("imported");
    assert_eq!(patient.heard(), [(100, 250), (200, 250)]);
    let patient = Waiting::with(usize::MAX);
    ask(&mut world, "cycle.consolidate", json!({}), &patient).expect("consolidated");
    assert!(patient.heard().is_sorted() && patient.heard().last() == Some(&(250, 250)), "{:?}", patient.heard());
    super::ledger_holds(&mut world);
}
