//! Tests names and spellings with a vocabulary of a few operations that do nothing.

use super::{Meaning, Said, TOOLS, offered_among};
use crate::{Action, Dialect, Envelope, Error, Look, OPERATIONS, Op, Operation, Spec, Work};
use kernel::{
    actor::ActorKind,
    effect::{Govern, Propose, Read},
    gate::Agents,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::borrow::Cow;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Ask {
    /// Which
    #[allow(dead_code, reason = "only its name is looked at")]
    card_id: String,
    /// Anything
    #[serde(default)]
    #[allow(dead_code, reason = "only its name is looked at")]
    metadata: Map<String, Json>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Told {
    card_id: String,
    old_status: String,
    metadata: Map<String, Json>,
}

macro_rules! op {
    ($name:ident, $effect:ty, $cx:ty, $spec:expr) => {
        struct $name;
        impl Operation for $name {
            const SPEC: Spec = $spec;
            type Effect = $effect;
            type Input = Ask;
            type Output = Told;
            fn run(_: &mut $cx, _: Ask) -> Result<Told, Error> {
                Err(Code::Internal.refuse("test", "nothing runs here").into())
            }
        }
    };
}

op!(
    Review,
    Read,
    Look<'_>,
    Spec::new("trial.review", "Look at it").action(Dialect::Mind, "mempal_phase3", "review", "reviewReport").also(&[(Dialect::Mind, "mempal_look")])
);
op!(Record, Propose, Work<'_>, Spec::new("trial.record", "Write it").action(Dialect::Mind, "mempal_phase3", "record_checked", ""));
op!(
    Decide,
    Govern,
    crate::Reviewed<'_>,
    Spec::new("trial.decide", "Decide it").agents(Agents::Never).action(Dialect::Mind, "mempal_phase3", "decide", "")
);
op!(Discover, Read, Look<'_>, Spec::new("trial.discover", "Find it").action(Dialect::Mind, "mempal_tunnels", "discover", ""));
op!(Add, Propose, Work<'_>, Spec::new("trial.add", "Add it").action(Dialect::Mind, "mempal_kg", "add", ""));

const OPS: &[&dyn Op] = &[&Review, &Record, &Decide, &Discover, &Add];

fn said(name: &str, input: Json) -> Result<Said<'static>, kernel::refusal::Refusal> {
    Meaning::among(OPS, name, &[], &input, ActorKind::Agent)?.say(Cow::Owned(input))
}

fn envelope(result: Json, approval_required: bool) -> Envelope {
    Envelope { op: "trial.review", result, approval_required, receipt: None }
}

#[test]
fn an_action_picks_the_operation_and_is_no_part_of_its_input() {
    let table = [
        ("mempal_phase3", json!({ "action": "review", "card_id": "c" }), "trial.review"),
        ("mempal_phase3", json!({ "action": "record_checked", "cardId": "c" }), "trial.record"),
        ("mempal_phase3", json!({ "action": "record-checked", "card_id": "c" }), "trial.record"),
        ("mempal_look", json!({ "card_id": "c" }), "trial.review"),
        ("mempal_tunnels", json!({ "card_id": "c" }), "trial.discover"),
        ("trial_review", json!({ "cardId": "c" }), "trial.review"),
        ("trial.review", json!({ "cardId": "c" }), "trial.review"),
    ];
    for (name, input, op) in table {
        let said = said(name, input.clone()).unwrap_or_else(|refusal| panic!("{name} {input}: {refusal}"));
        assert_eq!((said.op().spec().name, said.input()), (op, &json!({ "cardId": "c" })), "{name} {input}");
    }
}

#[test]
fn our_own_names_take_our_own_spelling_only() {
    let said = said("trial.review", json!({ "card_id": "c" })).expect("a name we know");
    assert_eq!(said.input(), &json!({ "card_id": "c" }), "what does not fit is refused where the input is read");
}

#[test]
fn an_action_that_is_missing_or_unknown_is_refused_with_those_there_are() {
    let table = [
        (json!({}), "Missing required parameter: action"),
        (json!({ "action": "dance" }), "`mempal_phase3` has no action `dance`"),
        (json!({ "action": 7 }), "`action`: it must be a word"),
        (Json::Null, "Missing required parameter: action"),
    ];
    for (input, what) in table {
        let refusal = said("mempal_phase3", input.clone()).expect_err("no such action");
        assert_eq!((refusal.code(), refusal.subject(), refusal.what()), (Code::InputInvalid, "action", what), "{input}");
        assert_eq!(refusal.remedy(), "Use one of review, record_checked", "what an agent may not do is not named to it");
    }
}

#[test]
fn a_tool_of_another_vocabulary_is_unknown() {
    let refusal = Meaning::among(OPS, "mempal_phase3", &[Dialect::Palace], &Json::Null, ActorKind::Agent).err().expect("not offered");
    assert_eq!(refusal.code(), Code::ToolUnknown);
}

#[test]
fn an_answer_is_said_in_the_callers_spelling_and_place() {
    let told = json!({ "cardId": "c", "oldStatus": "candidate", "metadata": { "someKey": 1 } });
    let theirs = json!({ "card_id": "c", "old_status": "candidate", "metadata": { "someKey": 1 } });
    let table = [
        ("mempal_phase3", json!({ "action": "review" }), json!({ "review_report": theirs })),
        ("mempal_phase3", json!({ "action": "record_checked" }), theirs.clone()),
        ("mempal_look", json!({}), theirs.clone()),
        ("trial.review", json!({}), told.clone()),
    ];
    for (name, input, answer) in table {
        let said = said(name, input).expect("a name we know");
        assert_eq!(said.answer(envelope(told.clone(), false)).result, answer, "{name}");
    }
    let echoed = said("mempal_kg", json!({ "action": "add" })).expect("a name we know").answer(envelope(told, false));
    assert_eq!(echoed.result["action"], json!("add"));
}

#[test]
fn a_call_that_waits_answers_with_its_proposal_in_the_first_place() {
    let said = said("mempal_phase3", json!({ "action": "review" })).expect("a name we know");
    let filed = json!({ "proposalId": "p", "status": "pending", "previously": { "proposalId": "q" } });
    assert_eq!(said.answer(envelope(filed, true)).result, json!({ "proposal_id": "p", "status": "pending", "previously": { "proposal_id": "q" } }));
}

#[test]
fn a_refusal_names_fields_as_the_caller_does_and_keeps_its_shape() {
    let refusal = Code::InputInvalid.refuse("cardId", "Missing required parameter: cardId").next("Give `cardId`").with(json!({ "cardId": 1 }));
    let told = said("mempal_look", json!({})).expect("a name we know").refuse(refusal.clone());
    assert_eq!((told.subject(), told.what(), told.remedy()), ("card_id", "Missing required parameter: card_id", "Give `card_id`"));
    assert_eq!((told.code(), told.details()), (refusal.code(), refusal.details()));
    assert_eq!(said("trial.review", json!({})).expect("a name we know").refuse(refusal.clone()), refusal);
}

#[test]
fn the_actions_of_a_tool_are_offered_together_and_only_to_whom_they_are_open() {
    let shape = |kind| -> Vec<(String, Vec<String>)> {
        let ways = |ways: &[(Option<Action>, &'static dyn Op)]| {
            ways.iter().map(|(action, op)| action.map_or_else(|| op.spec().name.to_owned(), |a| a.action.to_owned())).collect()
        };
        offered_among(OPS, kind, &[Dialect::Mind]).iter().map(|offer| (offer.name.clone(), ways(&offer.ways))).collect()
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let agent = vec![
        ("mempal_look".to_owned(), words(&["trial.review"])),
        ("mempal_phase3".to_owned(), words(&["review", "record_checked"])),
        ("mempal_tunnels".to_owned(), words(&["discover"])),
        ("mempal_kg".to_owned(), words(&["add"])),
    ];
    assert_eq!(shape(ActorKind::Agent), agent);
    assert_eq!(shape(ActorKind::Human)[1].1, words(&["review", "record_checked", "decide"]));
}

#[test]
fn every_tool_of_several_actions_is_described_and_means_one_operation_each() {
    let mut seen = std::collections::BTreeSet::new();
    for op in OPERATIONS {
        let Some(action) = op.spec().action else { continue };
        let tool = TOOLS.iter().find(|tool| tool.name == action.tool);
        assert!(tool.is_some(), "{} is of `{}`, which TOOLS does not describe", op.spec().name, action.tool);
        assert!(seen.insert((action.tool, action.action)), "{} {} means two operations", action.tool, action.action);
        assert!(op.input_schema()["properties"]["action"].is_null(), "{} has a field `action` of its own", op.spec().name);
        assert!(!OPERATIONS.iter().any(|other| other.spec().names.iter().any(|(_, name)| *name == action.tool)), "{} is two tools", action.tool);
    }
    for (tool, _) in &seen {
        let default = TOOLS.iter().find(|t| t.name == *tool).map_or("", |t| t.default);
        assert!(default.is_empty() || seen.contains(&(*tool, default)), "{tool} has no action `{default}` to fall back on");
    }
}
