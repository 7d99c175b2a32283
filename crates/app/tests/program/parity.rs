//! One script of calls, through every surface of the program, each with a palace of its own: the answers are the same JSON.
//! Every operation is in it, and every way it says no that a caller can bring about.

use crate::doors::{
    mask::Masks,
    story::{Program, Surface},
};
use crate::script::script;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use testkit::{On, world::Who};

/// What the script gives through one surface, one line per call.
fn played(surface: Surface) -> Vec<String> {
    let mut program = Program::new(On::Sqlite, surface);
    let mut masks = Masks::default();
    script()
        .into_iter()
        .map(|(who, op, input)| {
            let who = if who == "human" { Who::human("ana") } else { Who::agent("codex") };
            let answer = match program.ask(&who, op, masks.resolved(&input)) {
                Ok(done) => json!({ "result": masks.mask(&done.result), "waits": done.approval_required, "receipt": done.has_receipt }),
                Err(refusal) => json!({ "refusal": masks.mask(&refusal) }),
            };
            format!("{} {op} {input}\n  {answer}", who.kind.name())
        })
        .collect()
}

#[test]
fn every_surface_gives_the_same_answers_and_the_same_refusals() {
    let expected = played(Surface::Cli);
    for surface in [Surface::Stdio, Surface::Rest, Surface::McpHttp] {
        let got = played(surface);
        let differing: Vec<String> =
            expected.iter().zip(&got).filter(|(a, b)| a != b).map(|(cli, other)| format!("CLI {cli}\n{surface:?} {other}")).collect();
        assert!(
            differing.is_empty(),
            "{} of {} answers differ between the command line and {surface:?}\n\n{}",
            differing.len(),
            got.len(),
            differing.join("\n\n")
        );
    }
}

#[test]
fn every_operation_is_in_the_script_with_an_answer_and_every_refusal_is_typed() {
    let lines = played(Surface::Stdio);
    let says_no = |line: &&String| line.contains("\n  {\"refusal\"");
    let answered: BTreeSet<&str> = lines.iter().filter(|line| !says_no(line)).filter_map(|line| line.split(' ').nth(1)).collect();
    // What an unsealed palace can never say yes to, what needs time to pass or the id of a link, and what needs a checkout to stand in.
    let never = [
        "key.enrol",
        "seal.decline",
        "ledger.consistency",
        "claim.archive",
        "claim.unlink",
        "decay.apply",
        "control.revert",
        "knowledge.publish",
        "card.publish",
    ];
    for op in engine::OPERATIONS.iter().map(|op| op.spec().name).filter(|op| !never.contains(op)) {
        assert!(answered.contains(op), "{op} is never answered");
    }
    for line in lines.iter().filter(says_no) {
        let refusal: Json = serde_json::from_str(line.split_once("\n  ").expect("an answer").1).expect("JSON");
        let refusal = &refusal["refusal"];
        assert!(kernel::refusal::Code::ALL.iter().any(|code| refusal["code"] == code.name()), "{line}");
        assert!(["message", "subject", "next"].iter().all(|field| refusal[field].as_str().is_some_and(|text| !text.is_empty())), "{line}");
    }
}
