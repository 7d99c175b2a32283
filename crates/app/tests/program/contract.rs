//! What the cycle's contract answered, field by field: every name that was recorded is in our answers, or a decision says why not.
//!
//! Not here: what stands in the fields. The stories tell that.

use crate::doors::{Home, stdio::Pipes};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use testkit::On;

/// Names that were recorded and that we do not answer: the tool, the names, and the decision that says why.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("search_experiences", "results[].archived_at results[].archive_reason results[].last_accessed_at results[].access_count", "0022"),
    ("get_experience", "archived_at archive_reason last_accessed_at access_count", "0022"),
    ("health_check", "node_version", "0024"),
    ("uninstall_hooks", "removed_hooks[].name removed_hooks[].path", "0024"),
];

/// Every name in a value, with the names above it.
fn names(value: &Json, above: &str, found: &mut BTreeSet<String>) {
    match value {
        Json::Object(fields) if !fields.is_empty() => {
            let joint = if above.is_empty() { "" } else { "." };
            fields.iter().for_each(|(key, value)| names(value, &format!("{above}{joint}{key}"), found));
        }
        Json::Array(items) if items.first().is_some_and(|item| item.is_object() || item.is_array()) => {
            for item in items {
                names(item, &format!("{above}[]"), found);
            }
        }
        _ => drop(found.insert(above.to_owned())),
    }
}

/// A client of the cycle profile that remembers which names each tool answered.
struct Client {
    pipes: Pipes,
    answered: BTreeMap<String, BTreeSet<String>>,
}

impl Client {
    fn call(&mut self, tool: &str, arguments: Json) -> Json {
        let answer = self.pipes.call(tool, arguments).unwrap_or_else(|refusal| panic!("{tool}: {refusal}"));
        names(&answer, "", self.answered.entry(tool.to_owned()).or_default());
        answer
    }

    /// Experiences: told, told again, found, revised, labelled, carried out and in.
    fn knowledge(&mut self) {
        let told = json!({
            "type": "effective", "domain": "Tools", "situation": "Need to search code for patterns", "approach": "Used Grep tool",
            "outcome": "Search completed faster", "reasoning": "Specialised tools are better", "confidence": 0.9, "tags": ["search"],
        });
        let first = self.call("record_experience", told.clone())["experience_id"].clone();
        self.call("record_experience", told);
        let revised = self.call("update_experience", json!({ "id": first, "changes": { "outcome": "Far faster" }, "reason": "measured" }));
        self.call("tag_experience", json!({ "id": revised["new_id"], "tags": ["grep"] }));
        self.call("search_experiences", json!({ "query": "search code" }));
        self.call("get_experience", json!({ "id": revised["new_id"] }));
        self.call("get_experience", json!({ "id": first }));
        self.call("export_experiences", json!({ "format": "json" }));
        self.call("import_experiences", json!({ "content": "[]" }));
        self.call("import_data", json!({ "content": "{\"experiences\":[]}" }));
        self.call("run_consolidation", json!({ "threshold": 1 }));
    }

    /// A problem that is thought through in the older way.
    fn reasoning(&mut self) {
        let asked = json!({ "problem": "How to implement an urgent React tutorial step by step?", "available_tools": ["Grep"] });
        let session = self.call("analyze_problem", asked)["session_id"].clone();
        self.call("gather_context", json!({ "session_id": session, "sources": {} }));
        let lived = json!([{ "type": "effective", "situation": "s", "approach": "a", "outcome": "o" }]);
        self.call("gather_context", json!({ "session_id": session, "problem": "p", "sources": { "experiences": lived } }));
        self.call(
            "reason_through",
            json!({ "session_id": session, "thought": "implement the React tutorial", "thought_number": 1, "confidence": 0.5 }),
        );
        self.call("finalize_decision", json!({ "session_id": session, "conclusion": "Do it.", "rationale": "It is asked for." }));
    }

    /// Gates, presets, hooks and what a project says of itself.
    fn workflow(&mut self, session: &Json) {
        self.call("list_presets", json!({}));
        self.call("apply_preset", json!({ "preset_name": "minimal" }));
        self.call("validate_config", json!({ "config": {} }));
        self.call("get_config", json!({}));
        self.call("export_config", json!({ "preset_name": "minimal" }));
        let edit = json!({ "current_phase": "teach", "action": "edit", "session_id": session });
        self.call("check_compliance", edit.clone());
        let token = self.call("verify_compliance", edit)["operation_token"].clone();
        self.call("get_workflow_status", json!({ "session_id": session }));
        self.call("authorize_operation", json!({ "operation_token": token, "create_session_token": true }));
        self.call("get_session_state", json!({ "session_id": session }));
        self.call("install_hooks", json!({}));
        self.call("uninstall_hooks", json!({}));
        self.call("health_check", json!({}));
        let said = json!({
            "enabled": true, "summary": "s", "highlights": ["h"], "reminders": ["r"], "preImplementation": ["a"], "postImplementation": ["b"],
        });
        self.call("update_project_context", said);
        self.call("get_project_context", json!({}));
    }

    /// A guarded cycle from end to end.
    fn cycle(&mut self, snapshot: &Json) {
        let (session, draft) = (&snapshot["session_id"], "Research shows that grep always works.");
        self.call("compliance_router", json!({ "session_id": session, "snapshot_hash": snapshot["snapshot_hash"], "user_input": "which tool?" }));
        self.call("context_pack", json!({ "session_id": session, "context_keys": ["grep", "tools"] }));
        self.call("guarded_cycle", json!({ "session_id": session, "phase": "DRAFT", "input": {} }));
        self.call("guarded_cycle", json!({ "session_id": session, "phase": "DRAFT", "input": { "draft": draft } }));
        self.call("finalize_response", json!({ "session_id": session, "draft": draft }));
        self.call("governance_validate", json!({ "session_id": session }));
        self.call("guarded_cycle", json!({ "session_id": session, "phase": "MEMORY_UPDATE", "input": {} }));
        self.call("record_invocation", json!({ "session_id": session, "tool_name": "Read", "input_obj": { "a": 1 }, "output_obj": { "b": 2 } }));
        self.call("reset_workflow", json!({ "cleanup_only": true }));
        self.call("reset_workflow", json!({ "session_id": session }));
        self.call("reset_workflow", json!({}));
    }
}

#[test]
fn every_field_that_was_recorded_is_answered_or_a_decision_says_why_not() {
    let home = Home::unsealed(On::Sqlite);
    let mut client =
        Client { pipes: Pipes::greeted(&home, &["--mode", "human", "serve", "--profile", "cycle"], "a client"), answered: BTreeMap::new() };
    let listing = client.pipes.listing();
    client.knowledge();
    client.reasoning();
    let snapshot = client.call("compliance_snapshot", json!({ "context": "x", "context_keys": ["grep"] }));
    client.workflow(&snapshot["session_id"]);
    client.cycle(&snapshot);

    let listed: BTreeSet<&str> = listing["tools"].as_array().expect("tools").iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(listed, client.answered.keys().map(String::as_str).collect(), "tools that are listed, and tools that were tried");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let recorded = std::fs::read_to_string(here.join("tests/program/contract/cycle.txt")).expect("what was recorded");
    let mut wrong = Vec::new();
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let (tool, fields) = line.split_once(": ").expect("a tool and its fields");
        let differs: BTreeSet<&str> = DIFFERENCES.iter().filter(|(other, ..)| *other == tool).flat_map(|(_, names, _)| names.split(' ')).collect();
        let answered = client.answered.get(tool).unwrap_or_else(|| panic!("{tool} is not served"));
        // What was recorded as nothing may be something here.
        let has =
            |field: &str| answered.iter().any(|ours| ours == field || ours.strip_prefix(field).is_some_and(|rest| rest.starts_with(['.', '['])));
        for field in fields.split(' ') {
            match (has(field), differs.contains(field)) {
                (false, false) => wrong.push(format!("{tool} does not answer `{field}`")),
                (true, true) => wrong.push(format!("{tool} answers `{field}`; take it from the table of differences")),
                (true, false) | (false, true) => {}
            }
        }
    }
    for (tool, _, decision) in DIFFERENCES {
        let found = std::fs::read_dir(here.join("../../docs/decisions")).expect("decisions").filter_map(Result::ok);
        let said = found.filter(|file| file.file_name().to_string_lossy().starts_with(decision)).any(|file| {
            let text = std::fs::read_to_string(file.path()).unwrap_or_default();
            text.contains(&format!("`{tool}`"))
        });
        if !said {
            wrong.push(format!("decision {decision} does not speak of `{tool}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Most characters of what is told, as the contract has it.
const SUMMARY_CHARS: usize = 4_000;

#[test]
fn a_summary_of_4001_characters_is_refused_and_nothing_moves() {
    let home = Home::unsealed(On::Sqlite);
    let mut pipes = Pipes::greeted(&home, &["serve", "--profile", "cycle"], "a client");
    let told = |chars: usize| json!({ "type": "effective", "domain": "Tools", "situation": "é".repeat(chars), "approach": "a", "outcome": "o", "reasoning": "r" });
    assert_eq!(pipes.call("record_experience", told(SUMMARY_CHARS)).expect("4,000 are taken")["recorded"], true);
    let refused = pipes.call("record_experience", told(SUMMARY_CHARS + 1)).expect_err("4,001 are not");
    assert!(refused["code"] == "INPUT_INVALID" && refused["message"].to_string().contains("4000"), "{refused}");

    let session = pipes.call("compliance_snapshot", json!({})).expect("a session")["session_id"].clone();
    let step = |chars: usize| json!({ "session_id": session, "phase": "ROUTER", "input": { "user_input": "which?", "summary": "é".repeat(chars) } });
    let refused = pipes.call("guarded_cycle", step(SUMMARY_CHARS + 1)).expect_err("4,001 are not");
    assert!(refused["code"] == "INPUT_INVALID" && refused["message"].to_string().contains("4000"), "{refused}");
    assert_eq!(pipes.call("compliance_snapshot", json!({ "session_id": session })).expect("where it stands")["phase"], "SNAPSHOT");
    assert_eq!(pipes.call("guarded_cycle", step(SUMMARY_CHARS)).expect("4,000 are taken")["next_phase"], "CONTEXT_PACK");
    assert_eq!(home.verify()["valid"], true);
}
