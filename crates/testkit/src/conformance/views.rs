//! The tables of the governance contract, under the names its readers know, as views over what is really kept.

use crate::{
    On,
    world::{Who, World},
};
use kernel::palace::Sealing;
use serde_json::json;

/// Every column the contract names, in its order.
const COLUMNS: &[(&str, &str)] = &[
    ("decisions", "id, content, rationale, context, status, scope, scope_path, source, authority, promoted_from_proposal_id, created_at, updated_at"),
    ("learnings", "id, content, confidence, status, scope, scope_path, source, authority, promoted_from_proposal_id, created_at"),
    ("ideas", "id, content, context, status, scope, scope_path, source, created_at"),
    (
        "proposals",
        "id, proposed_as, content, context, scope, scope_path, source, session_id, agent_type, evidence_refs, classification_confidence, classification_signals,
         dedupe_key, status, reviewed_by, reviewed_at, review_note, promoted_to_id, created_at, expires_at, archived_at",
    ),
    ("audit_log", "id, action, actor_type, actor_id, target_id, target_kind, details, created_at"),
    ("authoritative_decisions", "id, content, authority"),
    ("authoritative_learnings", "id, content, authority"),
    ("scope_authority_summary", "kind, scope, scope_path, authority, records"),
    (
        "runtime_adoption_events",
        "id, track, signal, feature, query, context_hash, card_id, evaluator_id, research_report_id, note, metadata, created_at",
    ),
];

/// What came of features is read through a view of the mind contract, and never written through it.
///
/// # Panics
/// When it can be.
pub fn adoption_is_only_read(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let told = json!({ "track": "card_context", "signal": "accepted", "feature": "include_cards", "note": "it helped" });
    world.call(&Who::agent("codex-a"), "adoption.record", told).expect("recorded");
    let before = crate::dump::dump(&mut *world.raw());
    for sql in [
        "update runtime_adoption_events set signal = 'used'",
        "delete from runtime_adoption_events",
        "insert into runtime_adoption_events (id, track, signal, feature, created_at) values ('adoption_0', 'card_context', 'accepted', 'x', '')",
    ] {
        assert!(world.raw().batch(sql).is_err(), "{sql}");
    }
    assert_eq!(before, crate::dump::dump(&mut *world.raw()));
}

/// The views hold the contract's columns and say what it says.
///
/// # Panics
/// When they do not.
pub fn contract_tables(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let (agent, ana) = (Who::agent("codex-a"), Who::human("ana"));
    let filed = world.call(&agent, "store", json!({ "content": "We use one file", "as": "decision" })).expect("filed");
    world.call(&agent, "store", json!({ "content": "We use two files", "as": "decision" })).expect("filed");
    let approved = world.call(&ana, "approve", json!({ "proposalId": filed.result["proposalId"], "note": "yes" })).expect("approved");
    world
        .call(&ana, "store_direct", json!({ "content": "WAL needs a local disk", "as": "learning", "scope": "room", "scopePath": "store" }))
        .expect("written");
    world
        .call(&ana, "claim.inherit", json!({ "records": [{ "as": "learning", "content": "from before" }, { "as": "idea", "content": "a thought" }] }))
        .expect("inherited");
    let gone = world.call(&ana, "store_direct", json!({ "content": "We use three files", "as": "decision" })).expect("written");
    world.call(&ana, "claim.retire", json!({ "claim": gone.result["id"], "reason": "no" })).expect("retired");

    let mut db = world.raw();
    for (view, columns) in COLUMNS {
        db.query(&format!("select {columns} from {view}"), &[]).unwrap_or_else(|e| panic!("{view}: {e}"));
    }
    let mut rows = |sql: &str| -> Vec<String> {
        let rows = db.query(sql, &[]).unwrap_or_else(|e| panic!("{sql}: {e}"));
        rows.into_iter()
            .map(|mut row| {
                let mut cells = Vec::new();
                while let Some(value) = row.value() {
                    cells.push(value.to_string());
                }
                cells.join("|")
            })
            .collect()
    };
    let proposal = filed.result["proposalId"].as_str().expect("an id");
    let claim = approved.result["promotedTo"].as_str().expect("an id");
    assert_eq!(
        rows("select content, authority, status, promoted_from_proposal_id, source from decisions order by created_at"),
        [format!("We use one file|approved|active|{proposal}|agent"), "We use three files|proposed|superseded||human".into()]
    );
    assert_eq!(
        rows(
            "select content, authority, status, scope, scope_path, source, promoted_from_proposal_id, confidence from learnings order by created_at"
        ),
        ["WAL needs a local disk|approved|active|room|store|human||0.5", "from before|legacy_approved|active|palace||import||0.5"]
    );
    assert_eq!(rows("select content, authority from ideas"), ["a thought|legacy_approved"]);
    assert_eq!(rows("select content from authoritative_decisions"), ["We use one file"], "what waits and what is gone are not authoritative");
    assert_eq!(rows("select content from authoritative_learnings order by content"), ["WAL needs a local disk", "from before"]);
    assert_eq!(
        rows(
            "select proposed_as, content, status, reviewed_by, review_note, promoted_to_id, classification_confidence, classification_signals from proposals order by created_at"
        ),
        [
            format!("decision|We use one file|approved|ana|yes|{claim}|1|[\"explicit\"]"),
            "decision|We use two files|pending||||1|[\"explicit\"]".into()
        ]
    );
    assert_eq!(
        rows("select action, actor_type, actor_id, target_kind from audit_log where action in ('direct_write', 'approve') order by created_at"),
        ["approve|human|ana|proposal", "direct_write|human|ana|learning", "direct_write|human|ana|decision"]
    );
    assert_eq!(
        rows("select kind, scope, scope_path, authority, records from scope_authority_summary order by kind, scope, authority"),
        [
            "decision|palace||approved|1",
            "decision|palace||proposed|1",
            "idea|palace||legacy_approved|1",
            "learning|palace||legacy_approved|1",
            "learning|room|store|approved|1"
        ]
    );
}
