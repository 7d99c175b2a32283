//! Work: its rows come back as they went in, an erasure reaches them, and projects are told apart.

use super::{Bare, erase::places, ledger_holds, moment};
use crate::{
    On,
    world::{Who, World},
};
use kernel::{
    anchor::Anchor,
    id::{ActivityId, ClaimId, EvidenceId, PostmortemId, SessionId},
    palace::Sealing,
    work::{ActivityKind, ActivityOutcome, Severity},
};
use serde_json::{Value as Json, json};
use store::{Activity, FileCounts, Made, Postmortem, Promotion};

/// A word that nothing else holds.
const WORD: &str = "quetzalq";

fn activity(n: u8, kind: ActivityKind, target: &str, outcome: ActivityOutcome) -> Activity {
    Activity {
        id: ActivityId::mint("act", &n.to_string()),
        session: SessionId::mint("ses", "1"),
        anchor: Anchor::Repo("a".into()),
        kind,
        target: target.into(),
        outcome,
        details: "línea 1\n日本語 'quoted' ?1 $1".into(),
        principal: "codex-a".into(),
        at: moment(n.into()),
    }
}

fn postmortem(n: u8) -> Postmortem {
    Postmortem {
        id: PostmortemId::mint("pm", &n.to_string()),
        evidence: EvidenceId::mint("e", &n.to_string()),
        anchor: Anchor::Global,
        title: "It broke".into(),
        what_happened: "línea 1\n日本語".into(),
        root_cause: "no gas".into(),
        lessons: vec!["look at the gas".into(), "[\"quoted\"]".into()],
        prevention: vec![],
        severity: Severity::High,
        files: vec!["src/a.rs".into()],
        related_decision: String::new(),
        related_session: "ses_1".into(),
        principal: "codex-a".into(),
        created_at: moment(n.into()),
        resolved_at: None,
        resolved_by: String::new(),
        seal: None,
    }
}

/// Activities, postmortems and promotions come back as they went in, newest first and bounded.
///
/// # Panics
/// When one does not.
pub fn work_comes_back(on: On) {
    let mut bare = Bare::new(on);
    let edit = activity(1, ActivityKind::FileEdit, "src/a.rs", ActivityOutcome::Failure);
    let read = activity(2, ActivityKind::FileRead, "src/a.rs", ActivityOutcome::Success);
    let ran = activity(3, ActivityKind::Command, &"x ".repeat(2_000), ActivityOutcome::Unknown);
    let mut broke = postmortem(1);
    let review = bare.review();
    let promotion =
        Promotion { claim: ClaimId::mint("l", "1"), origin: "repo://a".into(), made: Made { by: "ana".into(), at: moment(1), seal: review.seal() } };
    let put = bare.change(|txn| {
        for one in [&edit, &read, &ran] {
            txn.put_activity(one)?;
        }
        txn.put_postmortem(&broke)?;
        txn.put_postmortem(&postmortem(2))?;
        txn.put_promotion(&promotion, &review)?;
        txn.anchor_number("repo://a").map(drop)?;
        txn.put_alias("example.org/a", &Anchor::Repo("a".into()))
    });
    put.expect("write one of each");
    broke.resolved_at = Some(moment(9));
    broke.resolved_by = "ana".into();
    broke.seal = Some(review.seal());
    let resolved = Made { by: "ana".into(), at: moment(9), seal: review.seal() };
    bare.change(|txn| txn.resolve_postmortem(&broke.id, &resolved, &review)).expect("resolve");

    let mut view = bare.store.look().expect("look");
    assert_eq!(view.activities(&edit.session, 2).expect("read"), [ran, read.clone()]);
    let (here, there) = (Anchor::Repo("a".into()), Anchor::Repo("b".into()));
    assert_eq!(view.touched("src/a.rs", &here, None, 9).expect("read"), [read.clone(), edit]);
    assert_eq!(view.touched("src/a.rs", &here, Some(moment(1)), 9).expect("read"), [read]);
    assert_eq!(view.touched("src/a.rs", &Anchor::Global, None, 9).expect("read").len(), 2, "who stands nowhere is told of everywhere");
    assert!(view.touched("src/a.rs", &there, None, 9).expect("read").is_empty(), "another project has a file of that name");
    let counts = FileCounts { reads: 1, edits: 1, succeeded: 0, failed: 1 };
    assert_eq!(view.file_counts("src/a.rs", &here).expect("read"), counts);
    assert_eq!(view.postmortem(&broke.id).expect("read"), Some(broke));
    assert_eq!(view.postmortems(1).expect("read"), [postmortem(2)]);
    assert_eq!(view.promotion(&promotion.claim).expect("read").as_ref(), Some(&promotion));
    assert_eq!(view.promotions(9).expect("read"), std::slice::from_ref(&promotion));
    let projects: Vec<(String, i64, i64)> = view.projects(9).expect("read").into_iter().map(|p| (p.anchor, p.sources, p.learnings)).collect();
    assert_eq!(projects, [("repo://a".to_owned(), 0, 1)]);
    assert_eq!(view.aliases("repo://a", 9).expect("read"), ["example.org/a"]);
}

fn ask(world: &mut World, who: &Who, from: &Anchor, op: &str, input: Json) -> Json {
    let call = world.next_call(who).from(from.clone());
    let answer = world.engine().call(&call, engine::Request { op, input, ..Default::default() });
    answer.unwrap_or_else(|refusal| panic!("{op}: {refusal}")).into_inner().result
}

/// Two checkouts of one repository are one project; another repository's file of the same name is another file.
///
/// # Panics
/// When they are not told apart.
pub fn projects_are_told_apart(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
    let a = Anchor::Repo("aaaa".into());
    let (tree, b) = (a.worktree("x"), Anchor::Repo("bbbb".into()));
    let session = ask(&mut world, &bot, &a, "session.start", json!({ "agentType": "bot" }))["sessionId"].clone();
    ask(&mut world, &bot, &a, "session.log", json!({ "sessionId": session, "kind": "file_edit", "target": "src/a.rs" }));
    ask(&mut world, &bot, &a, "postmortem.store", json!({ "title": "It broke", "whatHappened": "here", "affectedFiles": ["src/a.rs"] }));
    for (from, level, known) in [(&a, "critical", 1), (&tree, "critical", 1), (&Anchor::Global, "critical", 1), (&b, "none", 0)] {
        let conflict = ask(&mut world, &bot, from, "session.conflict", json!({ "path": "src/a.rs" }));
        assert_eq!(conflict["level"], level, "{from}");
        let brief = ask(&mut world, &bot, from, "file.brief", json!({ "file": "src/a.rs" }));
        assert_eq!((&brief["edits"], brief["postmortems"].as_array().map(Vec::len)), (&json!(known), Some(known)), "{from}");
    }
    // A learning comes from where it was made; made outside of any project, from where its evidence was seen.
    let document = json!({ "path": "a.md", "kind": "text", "parts": [{ "text": "The oven is slow on Mondays." }] });
    ask(&mut world, &bot, &tree, "source.keep", json!({ "documents": [document] }));
    let seen = ask(&mut world, &bot, &a, "recall", json!({ "query": "oven", "anywhere": true }))["seen"][0]["id"].clone();
    for (from, origin) in [(&Anchor::Global, "repo://aaaa"), (&b, "repo://bbbb")] {
        let draft = json!({ "content": "Ovens are slow on Mondays", "as": "learning", "evidence": [seen] });
        let learning = ask(&mut world, &ana, from, "store_direct", draft)["id"].clone();
        let promoted = ask(&mut world, &ana, &a, "corridor.promote", json!({ "learningId": learning }));
        assert_eq!(promoted["origin"], origin, "{promoted}");
    }
    ledger_holds(&mut world);
}

/// What was said in a talk, done in a session and learned from a failure is erased wherever it was written down, the parts of
/// it that a rule proposed too; and a claim that rested on it is no longer believed.
///
/// # Panics
/// When a row still holds it.
pub fn erasure_reaches_work(on: On) {
    for sealing in [Sealing::Unsealed, Sealing::Sealed] {
        let mut world = World::new(on, sealing);
        if sealing == Sealing::Sealed {
            world.enrol("ana", "ana").expect("enrolled");
        }
        let (ana, bot) = (Who::human("ana"), Who::agent("bot"));
        let mut call = |who: &Who, op: &str, input: Json| world.call(who, op, input).unwrap_or_else(|refusal| panic!("{op}: {refusal}")).result;
        let session = call(&bot, "session.start", json!({ "agentType": "bot", "goal": "a talk" }))["sessionId"].clone();
        let said = format!("We decided to nest in the {WORD} tower. It is warm there. The view is good.");
        let message = json!({ "role": "assistant", "content": said });
        let talk = call(&bot, "conversation.store", json!({ "messages": [message], "sessionId": session }))["conversationId"].clone();
        let filed = call(&bot, "conversation.extract", json!({ "conversationId": talk }))["filed"].clone();
        let claim = call(&ana, "approve", json!({ "proposalId": filed[0]["proposalId"] }))["promotedTo"].clone();
        call(&bot, "session.log", json!({ "sessionId": session, "kind": "search", "target": said }));
        let what = json!({ "title": "The nest fell", "whatHappened": format!("The {WORD} tower leaned"), "lessonsLearned": [format!("Prop the {WORD} tower")] });
        let broke = call(&bot, "postmortem.store", what);
        call(&bot, "postmortem.learn", json!({ "id": broke["id"] }));
        call(&ana, "postmortem.resolve", json!({ "id": broke["id"] }));

        // By its source: the talk itself, the search that repeats it, and the proposal that quotes one sentence of it.
        let gone = call(&ana, "evidence.erase", json!({ "source": talk }));
        assert_eq!((&gone["erased"], &gone["fell"]), (&json!(1), &json!([claim])), "{gone}");
        assert_eq!(call(&bot, "conversation.search", json!({ "query": "nest in the tower" })).get("turns"), None);
        // By its id: the postmortem, its row, its lesson and what a human was shown of it.
        call(&ana, "evidence.erase", json!({ "id": [broke["evidence"]] }));
        let left: std::collections::BTreeSet<String> = places(&world, WORD).into_iter().collect();
        let sealed_words = std::collections::BTreeSet::from(["claim.draft".to_owned()]);
        assert_eq!(left, sealed_words, "{sealing:?}: only what a human sealed as a statement stays");
        ledger_holds(&mut world);
    }
}
