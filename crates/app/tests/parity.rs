//! One script of calls, through every surface of the program, each with a palace of its own: the answers are the same JSON.
//! Every operation is in it, and every way it says no that a caller can bring about.

mod doors;

use doors::{
    mask::Masks,
    story::{Program, Surface},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use testkit::{On, world::Who};

const DIGEST: &str = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
const KEY: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

/// Who, operation, input. A text that begins with `$` stands for what an earlier answer named: `$p1` the first proposal.
fn script() -> Vec<(&'static str, &'static str, Json)> {
    vec![
        ("agent", "palace.status", json!({})),
        ("agent", "evidence.record", json!({"content": "12 passed", "source": "cargo test", "origin": "tool"})),
        ("agent", "evidence.record", json!({"content": "x", "source": "y", "origin": "human"})),
        ("agent", "evidence.show", json!({"id": "$e1"})),
        ("agent", "evidence.show", json!({"id": "e_0"})),
        (
            "agent",
            "claim.propose",
            json!({"content": "We use one file", "as": "decision", "evidence": ["$e1"], "tags": ["store", "b"], "confidence": 0.75, "scope": "room", "scopePath": "store"}),
        ),
        ("agent", "claim.propose", json!({"content": "We use one file", "as": "decision", "scope": "room", "scopePath": "store"})),
        (
            "agent",
            "claim.propose",
            json!({"content": "TIL: the cache is cold", "rationale": "measured", "context": "after a restart", "direct": true}),
        ),
        ("agent", "claim.propose", json!({"content": "a\u{202e}b"})),
        ("agent", "claim.propose", json!({"content": "x", "scope": "file", "scopePath": "../x"})),
        ("agent", "claim.propose", json!({"content": "x", "source": "auto_extract", "evidenceRefs": {"session_id": "s"}})),
        ("agent", "proposal.list", json!({"status": "all", "limit": 5})),
        ("agent", "proposal.list", json!({"type": "learning"})),
        ("agent", "proposal.list", json!({"status": "lost"})),
        ("agent", "proposal.show", json!({"proposalId": "$p1"})),
        ("agent", "proposal.show", json!({"proposalId": "p_0"})),
        ("agent", "proposal.approve", json!({"proposalId": "$p1"})),
        ("agent", "proposal.reject", json!({"proposalId": "$p1"})),
        ("agent", "claim.adopt", json!({"content": "x", "as": "idea"})),
        ("agent", "claim.inherit", json!({"records": [{"as": "idea", "content": "1"}]})),
        ("agent", "claim.show", json!({"claim": "d_0"})),
        ("agent", "grant.issue", json!({"name": "x", "tokenDigest": DIGEST})),
        ("agent", "grant.list", json!({})),
        ("agent", "grant.revoke", json!({"id": "g_0"})),
        ("agent", "key.enrol", json!({"name": "ana", "public": KEY})),
        ("agent", "seal.list", json!({})),
        ("agent", "seal.decline", json!({"id": "sr_0"})),
        ("human", "proposal.approve", json!({"proposalId": "$p1", "note": "yes"})),
        ("human", "proposal.approve", json!({"proposalId": "$p1"})),
        ("human", "proposal.reject", json!({"proposalId": "$p2", "by": "bob", "note": "not yet"})),
        ("human", "proposal.reject", json!({"proposalId": "p_0"})),
        ("agent", "claim.propose", json!({"content": "Two caches", "as": "idea"})),
        ("agent", "proposal.decide", json!({"decisions": [{"proposalId": "$p3", "verdict": "approve"}]})),
        ("agent", "proposal.snooze", json!({"proposalId": "$p3"})),
        ("human", "proposal.snooze", json!({"proposalId": "$p3", "days": 2})),
        ("human", "proposal.snooze", json!({"proposalId": "$p3", "days": 400})),
        ("human", "proposal.snooze", json!({"proposalId": "$p3", "until": "soon"})),
        ("human", "proposal.list", json!({"status": "inbox"})),
        ("human", "proposal.decide", json!({"decisions": [{"proposalId": "$p3", "verdict": "approve"}, {"proposalId": "$p1", "verdict": "reject"}]})),
        (
            "human",
            "proposal.decide",
            json!({"decisions": [{"proposalId": "$p3", "verdict": "approve", "note": "one more", "edited": {"as": "idea", "content": "Three caches"}}]}),
        ),
        ("human", "proposal.decide", json!({"decisions": []})),
        ("human", "proposal.expire", json!({})),
        ("human", "claim.adopt", json!({"content": "Everywhere: évidence first", "as": "learning"})),
        ("human", "claim.adopt", json!({"content": "x", "as": "opinion"})),
        (
            "human",
            "claim.inherit",
            json!({"records": [{"as": "decision", "content": "Tabs"}, {"as": "idea", "content": "Try it", "confidence": 0.5}]}),
        ),
        ("human", "claim.show", json!({"claim": "$d1"})),
        ("human", "claim.show", json!({"claim": "d_0"})),
        ("agent", "claim.recall", json!({})),
        ("agent", "claim.recall", json!({"query": "file", "as": "decision", "limit": 1})),
        ("agent", "claim.recall", json!({"id": "$d1"})),
        ("agent", "claim.recall", json!({"id": "d_0"})),
        ("agent", "claim.recall", json!({"scope": "file"})),
        ("agent", "claim.recall", json!({"query": "nothing like it"})),
        ("agent", "claim.decisions", json!({"scope": "file", "scopePath": "store/lib.rs"})),
        ("agent", "claim.decisions", json!({"status": "reversed"})),
        ("agent", "claim.decisions", json!({"status": "lost"})),
        ("agent", "claim.retire", json!({"claim": "$d1", "reason": "we use two"})),
        ("agent", "claim.retire", json!({"claim": "d_0", "reason": "never there"})),
        ("human", "claim.retire", json!({"claim": "$d1", "reason": "we use two"})),
        ("human", "claim.retire", json!({"claim": "$d1", "reason": "again"})),
        ("human", "claim.adopt", json!({"content": "Use SQLite for the ledger", "as": "decision"})),
        ("human", "claim.adopt", json!({"content": "Use PostgreSQL for the ledger", "as": "decision"})),
        ("human", "claim.adopt", json!({"content": "SQLite keeps the ledger in one file", "as": "learning", "confidence": 0.6})),
        ("agent", "claim.contradictions", json!({"recordId": "$d3", "minConfidence": 0.5, "autoLink": true})),
        ("agent", "claim.contradictions", json!({"recordId": "d_0"})),
        ("agent", "claim.compare", json!({"record1Id": "$d3", "record2Id": "$d4"})),
        ("agent", "claim.compare", json!({"record1Id": "$d3", "record2Id": "d_0"})),
        ("agent", "claim.conflicts", json!({"limit": 3})),
        ("agent", "claim.similar", json!({"recordId": "$d3", "limit": 2, "minSimilarity": 0.5})),
        ("agent", "claim.similar", json!({"recordId": "d_0"})),
        ("agent", "claim.inform", json!({"decisionId": "$d3", "learningId": "$l2"})),
        ("human", "claim.inform", json!({"decisionId": "$d3", "learningId": "$l2"})),
        ("human", "claim.inform", json!({"decisionId": "$l2", "learningId": "$d3"})),
        ("agent", "claim.outcome", json!({"decisionId": "$d3", "outcome": "success"})),
        ("human", "claim.outcome", json!({"decisionId": "$d3", "outcome": "success", "note": "it held"})),
        ("human", "claim.outcome", json!({"decisionId": "$d3", "outcome": "unclear"})),
        ("agent", "claim.link", json!({"sourceId": "$l2", "targetId": "$d3", "relation": "supports"})),
        ("human", "claim.link", json!({"sourceId": "$l2", "targetId": "$d3", "relation": "supports"})),
        ("human", "claim.link", json!({"sourceId": "$d3", "targetId": "src/ledger.rs:1-9", "relation": "implements", "textDigest": DIGEST})),
        ("human", "claim.link", json!({"sourceId": "$d3", "targetId": "$d4", "relation": "knows"})),
        ("agent", "claim.links", json!({"recordId": "$d3", "direction": "to"})),
        ("agent", "claim.links", json!({"recordId": "d_0"})),
        ("agent", "claim.unlink", json!({"linkId": "lk_0"})),
        ("human", "claim.unlink", json!({"linkId": "lk_0"})),
        ("agent", "claim.ideas", json!({"status": "active", "limit": 2})),
        ("agent", "claim.ideas", json!({"status": "lost"})),
        ("agent", "claim.learnings", json!({"status": "active"})),
        ("agent", "claim.learnings", json!({"status": "lost"})),
        ("agent", "decay.stats", json!({})),
        ("agent", "decay.preview", json!({"limit": 2})),
        ("agent", "decay.apply", json!({})),
        ("agent", "decay.reinforce", json!({"learningId": "$l2"})),
        ("human", "decay.reinforce", json!({"learningId": "$l2"})),
        ("agent", "decay.boost", json!({"learningId": "$l2", "amount": 0.2})),
        ("human", "decay.boost", json!({"learningId": "$l2", "amount": 0})),
        ("human", "decay.boost", json!({"learningId": "$l2"})),
        ("human", "claim.archive", json!({"unusedDays": 90, "maxConfidence": 0.3})),
        ("human", "claim.archive", json!({"unusedDays": 0})),
        ("human", "claim.obsolete", json!({"learningId": "$l2", "reason": "not any more"})),
        ("human", "claim.obsolete", json!({"learningId": "$d3", "reason": "not any more"})),
        ("agent", "palace.configure", json!({"proposalDays": 7})),
        ("human", "palace.configure", json!({"proposalDays": 7, "decay": {"enabled": true}})),
        ("human", "palace.configure", json!({"proposalDays": 0})),
        ("human", "decay.apply", json!({})),
        ("agent", "palace.settings", json!({})),
        ("agent", "palace.brief", json!({"file": "store/lib.rs"})),
        ("agent", "palace.brief", json!({"file": "/etc/passwd"})),
        ("agent", "claim.find", json!({"query": "one file", "kinds": ["decision"]})),
        ("agent", "claim.similar", json!({"query": "one file"})),
        ("agent", "index.unread", json!({})),
        ("agent", "proposal.list", json!({"query": "file"})),
        ("agent", "palace.rooms", json!({})),
        ("agent", "palace.route", json!({"intent": "one file", "scope": "file", "scopePath": "store/lib.rs"})),
        ("agent", "palace.route", json!({})),
        ("agent", "palace.scope", json!({"file_path": "store/lib.rs"})),
        ("agent", "palace.playbooks", json!({})),
        ("human", "grant.issue", json!({"name": "codex", "tokenDigest": DIGEST, "days": 7})),
        ("human", "grant.issue", json!({"name": "codex", "tokenDigest": DIGEST})),
        ("human", "grant.issue", json!({"name": "codex", "tokenDigest": "nonsense"})),
        ("human", "grant.list", json!({})),
        ("human", "grant.revoke", json!({"id": "$g1"})),
        ("human", "grant.revoke", json!({"id": "g_0"})),
        ("human", "key.enrol", json!({"name": "ana", "public": KEY})),
        ("agent", "key.list", json!({})),
        ("human", "seal.list", json!({"limit": 3})),
        ("human", "seal.decline", json!({"id": "sr_0"})),
        ("agent", "session.start", json!({"agentType": "codex", "goal": "make the tests pass"})),
        ("agent", "session.start", json!({"agentType": "two\nlines"})),
        ("agent", "session.list", json!({"active": true})),
        ("agent", "session.log", json!({"sessionId": "$s1", "kind": "file_edit", "target": "src/a.rs", "outcome": "failure", "details": "it broke"})),
        ("agent", "session.log", json!({"sessionId": "$s1", "kind": "command", "target": "export TOKEN=ghp_012345678901234567890123456789abcdef"})),
        ("agent", "session.log", json!({"sessionId": "$s1", "kind": "dance", "target": "x"})),
        ("agent", "session.log", json!({"sessionId": "ses_0", "kind": "search", "target": "x"})),
        ("agent", "session.conflict", json!({"path": "src/a.rs"})),
        ("agent", "session.conflict", json!({"path": "src/a.rs", "sessionId": "$s1"})),
        ("agent", "session.conflict", json!({"path": "/etc/passwd"})),
        (
            "agent",
            "conversation.store",
            json!({"summary": "A short talk.", "agentType": "codex", "sessionId": "$s1", "messages": [{"role": "user", "content": "We decided to bake on Tuesdays."}, {"role": "assistant", "content": "It turns out that ovens are slow."}]}),
        ),
        ("agent", "conversation.store", json!({"messages": [{"role": "ghost", "content": "boo"}]})),
        ("agent", "conversation.store", json!({})),
        ("agent", "conversation.search", json!({"query": "ovens", "limit": 2})),
        ("agent", "conversation.search", json!({"sessionId": "$s1"})),
        ("agent", "conversation.extract", json!({"conversationId": "$src1"})),
        ("agent", "conversation.extract", json!({"conversationId": "$src1"})),
        ("agent", "conversation.extract", json!({"conversationId": "src_0"})),
        (
            "agent",
            "postmortem.store",
            json!({"title": "It broke", "whatHappened": "The oven went out", "rootCause": "No gas", "lessonsLearned": ["Look at the gas"], "preventionSteps": ["An alarm"], "severity": "high", "affectedFiles": ["src/a.rs"], "relatedSession": "$s1"}),
        ),
        ("agent", "postmortem.store", json!({"title": "It broke", "whatHappened": "y", "relatedDecision": "d_0"})),
        ("agent", "postmortem.list", json!({"status": "open", "severity": "high", "limit": 3})),
        ("agent", "postmortem.list", json!({"status": "lost"})),
        ("agent", "postmortem.show", json!({"id": "$pm1"})),
        ("agent", "postmortem.show", json!({"id": "pm_0"})),
        ("agent", "postmortem.learn", json!({"id": "$pm1"})),
        ("agent", "postmortem.learn", json!({"id": "pm_0"})),
        ("agent", "postmortem.resolve", json!({"id": "$pm1"})),
        ("human", "postmortem.resolve", json!({"id": "$pm1"})),
        ("human", "postmortem.resolve", json!({"id": "$pm1"})),
        ("agent", "postmortem.stats", json!({})),
        ("agent", "file.brief", json!({"file": "src/a.rs"})),
        ("agent", "file.brief", json!({"file": "../a.rs"})),
        ("agent", "context.inject", json!({"file": "src/a.rs", "maxChars": 400, "includeDecisions": false})),
        ("agent", "context.inject", json!({"file": "src/a.rs", "maxTokens": 300})),
        ("agent", "context.inject", json!({"file": "~"})),
        ("agent", "briefing.compose", json!({"context": "file", "contextPath": "src/a.rs", "style": "actionable", "maxChars": 900})),
        ("agent", "briefing.compose", json!({})),
        ("agent", "briefing.compose", json!({"context": "room"})),
        ("agent", "corridor.promote", json!({"learningId": "$l1"})),
        ("agent", "corridor.promote", json!({"learningId": "l_0"})),
        ("human", "corridor.promote", json!({"learningId": "$l1"})),
        ("human", "corridor.promote", json!({"learningId": "$l1"})),
        ("agent", "corridor.reinforce", json!({"learningId": "$l1"})),
        ("human", "corridor.reinforce", json!({"learningId": "$l1"})),
        ("agent", "corridor.learnings", json!({"query": "evidence", "limit": 2})),
        ("agent", "corridor.links", json!({})),
        ("agent", "corridor.stats", json!({})),
        ("agent", "session.end", json!({"sessionId": "$s1", "outcome": "partial", "summary": "two are left"})),
        ("agent", "session.end", json!({"sessionId": "$s1"})),
        ("agent", "session.end", json!({"sessionId": "ses_0"})),
        (
            "agent",
            "source.keep",
            json!({"documents": [{"path": "a.md", "kind": "markdown", "parts": [{"text": "The server listens on port 8080."}]}, {"path": "b", "kind": "conversation", "parts": [{"text": "Which port?", "author": "Mel"}]}], "aliases": ["example.org/a"]}),
        ),
        ("agent", "source.keep", json!({"documents": [{"path": "../a.md", "kind": "text", "parts": []}]})),
        ("agent", "source.keep", json!({"documents": [{"path": "a.md", "kind": "poem", "parts": []}]})),
        ("agent", "source.check", json!({"seen": [{"path": "a.md", "digest": DIGEST}]})),
        ("agent", "source.list", json!({"state": "live", "limit": 3})),
        ("agent", "source.show", json!({"id": "$src2"})),
        ("agent", "source.show", json!({"id": "src_0"})),
        ("agent", "source.entrust", json!({"documents": []})),
        ("human", "source.entrust", json!({"documents": [{"path": "c.md", "kind": "text", "parts": [{"text": "nothing secret"}]}]})),
        (
            "agent",
            "source.import",
            json!({"palace": "pal_0", "sources": [{"path": "d.md", "kind": "text", "pieces": [{"id": "e_9", "content": "Backups run at four.", "at": "2025-01-01T00:00:00.000Z"}]}]}),
        ),
        ("agent", "source.import", json!({"palace": "pal_0", "sources": [{"path": "../d.md", "kind": "text", "pieces": []}]})),
        ("agent", "claim.recall", json!({"query": "which port", "only": "evidence", "explain": true, "anywhere": true, "of": ["markdown"]})),
        ("agent", "claim.recall", json!({"query": "which port", "asOf": "yesterday"})),
        ("agent", "context.assemble", json!({"query": "the server's port", "chars": 500})),
        ("agent", "context.assemble", json!({"query": " "})),
        ("agent", "context.replay", json!({"receipt": "$ctx1"})),
        ("agent", "context.replay", json!({"receipt": "ctx_0"})),
        ("agent", "evidence.get", json!({"id": ["$e1"], "around": 1})),
        ("agent", "evidence.get", json!({"id": ["e_0"]})),
        ("agent", "index.status", json!({})),
        ("agent", "index.fill", json!({"model": "other"})),
        ("human", "index.fill", json!({"model": "other", "made": []})),
        ("human", "index.fill", json!({"model": "other", "made": [{"item": 1, "vector": "zz"}]})),
        ("human", "index.drop", json!({"model": "other"})),
        ("human", "index.drop", json!({"model": "nobody"})),
        (
            "agent",
            "code.keep",
            json!({"files": [{"path": "src/a.rs", "text": "mod b;\npub fn alpha() { beta() }\n", "size": 34, "mtime": 1}, {"path": "src/b.rs", "text": "pub fn beta() {}\n", "size": 17, "mtime": 1}], "gone": ["src/c.rs"]}),
        ),
        ("agent", "code.keep", json!({"files": [{"path": "../a.rs", "text": ""}]})),
        ("agent", "code.check", json!({"seen": [{"path": "src/a.rs", "size": 34, "mtime": 2}], "whole": true})),
        ("agent", "code.search", json!({"query": "alpha", "limit": 3, "path": "src/"})),
        ("agent", "code.search", json!({"query": " "})),
        ("agent", "code.symbols", json!({"kind": "function", "limit": 5})),
        ("agent", "code.symbols", json!({"kind": "kingdom"})),
        ("agent", "code.symbol", json!({"name": "beta", "file": "src/b.rs"})),
        ("agent", "code.symbol", json!({"name": "nothing"})),
        ("agent", "code.file", json!({"file": "src/a.rs", "all": true})),
        ("agent", "code.file", json!({"file": "src/lost.rs"})),
        ("agent", "code.callers", json!({"symbol": "beta"})),
        ("agent", "code.callers", json!({"symbol": "nothing"})),
        ("agent", "code.callees", json!({"symbol": "alpha", "file": "src/a.rs"})),
        ("agent", "code.callees", json!({"symbol": "nothing", "file": "src/a.rs"})),
        ("agent", "code.graph", json!({"file": "src/b.rs"})),
        ("agent", "code.deps", json!({"files": ["src/a.rs"]})),
        ("agent", "code.deps", json!({"files": ["src/lost.rs"]})),
        ("agent", "code.impact", json!({"target": "beta"})),
        ("agent", "code.impact", json!({"target": "src/b.rs"})),
        ("agent", "code.impact", json!({"target": "nothing"})),
        ("agent", "context.task", json!({"task": "alpha calls beta", "limit": 5, "includeTests": true})),
        ("agent", "context.task", json!({"task": "alpha", "maxTokens": 300})),
        ("agent", "source.gone", json!({"id": ["$src2"]})),
        ("agent", "source.gone", json!({"id": ["src_0"]})),
        ("agent", "evidence.erase", json!({"id": ["$e1"], "reason": "not ours"})),
        ("agent", "evidence.erase", json!({"id": ["e_0"]})),
        ("human", "evidence.erase", json!({"matching": "nothing like it"})),
        ("human", "evidence.erase", json!({"id": ["$e1"], "reason": "not ours"})),
        ("human", "evidence.erase", json!({"id": ["$e1"], "principal": "codex"})),
        ("agent", "ledger.show", json!({"limit": 1000})),
        ("agent", "ledger.show", json!({"op": "proposal.approve", "actor": "ana"})),
        ("agent", "ledger.show", json!({"refused": true, "before": 20, "limit": 2})),
        ("agent", "ledger.show", json!({"entry": 99_999})),
        ("agent", "ledger.trace", json!({"id": "$d1"})),
        ("agent", "ledger.trace", json!({"id": "nonsense"})),
        ("agent", "ledger.checkpoint", json!({})),
        ("agent", "ledger.prove", json!({"entry": 0})),
        ("agent", "ledger.prove", json!({"entry": 99_999})),
        ("agent", "ledger.consistency", json!({"old": "not a checkpoint"})),
        ("agent", "ledger.verify", json!({})),
        ("agent", "ledger.verify", json!({"checkpoint": ["not a checkpoint"]})),
        ("agent", "ancestor.keep", json!({"drawers": [{"id": "drawer_a", "content": "The oven is hot."}]})),
        (
            "human",
            "ancestor.keep",
            json!({
                "drawers": [{"id": "drawer_a", "content": "The oven is hot.", "sourceFile": "a.log"}, {"id": "drawer_b", "content": "It was measured.", "sourceFile": "b.log"}],
                "knowledge": [{"id": "card_1", "form": "card", "statement": "Bake cooler", "content": "By ten degrees.", "tier": "qi", "status": "promoted", "domain": "global",
                    "refs": [{"drawer": "drawer_a", "role": "supporting"}, {"drawer": "drawer_b", "role": "verification"}, {"drawer": "drawer_c", "role": "teaching"}]}],
                "facts": [{"id": "triple_1", "subject": "Robin", "predicate": "bakes", "object": "rye", "confidence": 1.0}],
            }),
        ),
        ("human", "ancestor.keep", json!({"knowledge": [{"id": "card_2", "form": "poem", "content": "x", "tier": "qi", "status": "promoted"}]})),
        ("agent", "knowledge.inherit", json!({"ids": ["card_1"]})),
        ("human", "knowledge.inherit", json!({"ids": ["card_1"], "reason": "it holds here too"})),
        ("human", "knowledge.inherit", json!({"ids": ["card_1"]})),
        ("human", "knowledge.inherit", json!({"ids": ["k_0"]})),
    ]
}

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
    // What an unsealed palace can never say yes to, and what needs time to pass or the id of a link.
    let never = ["key.enrol", "seal.decline", "ledger.consistency", "claim.archive", "claim.unlink", "decay.apply"];
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
