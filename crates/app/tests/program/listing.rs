//! What a client is shown: few tools, few tokens, and nothing it may not call.

use crate::doors::{Home, stdio::Pipes};
use serde_json::{Value as Json, json};
use testkit::On;

/// Most tools of the default profile.
const TOOLS_MAX: usize = 8;
/// Most tokens of its listing.
const TOKENS_MAX: usize = 2_000;
/// Most tokens of the mind profile's listing, which its ancestor needed twice over.
const MIND_TOKENS_MAX: usize = 10_000;

fn listing(home: &Home, mode: &str, profile: Option<&str>) -> Json {
    let mut args = vec!["--mode", mode, "serve"];
    args.extend(profile.into_iter().flat_map(|name| ["--profile", name]));
    let mut pipes = Pipes::greeted(home, &args, "a client");
    pipes.listing()
}

fn names(listing: &Json) -> Vec<&str> {
    listing["tools"].as_array().expect("tools").iter().map(|tool| tool["name"].as_str().expect("a name")).collect()
}

/// The actions of a tool; none of one that is not listed.
fn actions<'l>(listing: &'l Json, tool: &str) -> Vec<&'l str> {
    let tool = listing["tools"].as_array().expect("tools").iter().find(|known| known["name"] == tool);
    let words = tool.and_then(|tool| tool["inputSchema"]["properties"]["action"]["enum"].as_array());
    words.into_iter().flatten().filter_map(Json::as_str).collect()
}

/// A harder count, as tokenizers cut JSON: every hump of a word is a token and a long hump several; so are runs of marks.
fn tokens_strictly(text: &str) -> usize {
    const LETTERS_PER_TOKEN: usize = 8;
    const MARKS_PER_TOKEN: usize = 3;
    let (mut count, mut letters, mut marks) = (0, 0_usize, 0_usize);
    for c in text.chars().chain(std::iter::once(' ')) {
        if !c.is_alphanumeric() || c.is_uppercase() {
            count += letters.div_ceil(LETTERS_PER_TOKEN);
            letters = 0;
        }
        if c.is_alphanumeric() || c.is_whitespace() {
            count += marks.div_ceil(MARKS_PER_TOKEN);
            marks = 0;
        }
        letters += usize::from(c.is_alphanumeric());
        marks += usize::from(!c.is_alphanumeric() && !c.is_whitespace());
    }
    count
}

#[test]
fn the_default_profile_is_small_in_either_mode() {
    let home = Home::unsealed(On::Sqlite);
    for mode in ["agent", "human"] {
        let listing = listing(&home, mode, None);
        let (tools, text) = (names(&listing), listing.to_string());
        let (quarter, strict) = (text.len().div_ceil(4), tokens_strictly(&text));
        println!(
            "{mode}: {} tools, {} bytes, {quarter} tokens as a quarter of the bytes, {strict} as words and marks: {tools:?}",
            tools.len(),
            text.len()
        );
        assert!(tools.len() <= TOOLS_MAX, "{mode}: {tools:?}");
        assert!(quarter < TOKENS_MAX, "{mode}: {quarter} tokens");
        assert!(strict < TOKENS_MAX, "{mode}: {strict} tokens by the strict count");
    }
}

#[test]
fn the_mind_profile_costs_half_of_its_ancestor() {
    let home = Home::unsealed(On::Sqlite);
    for mode in ["agent", "human"] {
        let listing = listing(&home, mode, Some("mind"));
        let text = listing.to_string();
        println!("{mode}: {} tools, {} bytes, {} tokens as a quarter of the bytes", names(&listing).len(), text.len(), text.len().div_ceil(4));
        let mut tools: Vec<(usize, &str)> =
            listing["tools"].as_array().expect("tools").iter().map(|tool| (tool.to_string().len(), tool["name"].as_str().expect("a name"))).collect();
        tools.sort_unstable();
        println!("{tools:?}");
        assert!(text.len().div_ceil(4) <= MIND_TOKENS_MAX, "{mode}: {} bytes", text.len());
    }
}

#[test]
fn agents_are_not_shown_what_they_may_not_do() {
    let home = Home::unsealed(On::Sqlite);
    for profile in app::dialects::PROFILES {
        let listing = listing(&home, "agent", Some(profile.name));
        for hidden in [
            "store_direct",
            "approve",
            "reject",
            "claim_adopt",
            "claim_inherit",
            "claim_show",
            "grant_issue",
            "key_enrol",
            "proposal_decide",
            "proposal_snooze",
            "seal_list",
        ] {
            assert!(!names(&listing).contains(&hidden), "{}: {hidden} is listed for agents", profile.name);
        }
    }
}

/// The contract's tools, in its own order.
const CONTRACT: [&str; 64] = [
    "explore",
    "explore_rooms",
    "explore_context",
    "explore_impact",
    "explore_symbols",
    "explore_symbol",
    "explore_file",
    "explore_deps",
    "explore_callers",
    "explore_callees",
    "explore_graph",
    "get_route",
    "store",
    "store_direct",
    "approve",
    "reject",
    "recall",
    "recall_decisions",
    "recall_ideas",
    "recall_outcome",
    "recall_link",
    "recall_links",
    "recall_unlink",
    "brief",
    "brief_file",
    "briefing_smart",
    "session_start",
    "session_log",
    "session_end",
    "session_conflict",
    "session_list",
    "conversation_store",
    "conversation_search",
    "conversation_extract",
    "search_semantic",
    "search_hybrid",
    "search_similar",
    "embedding_sync",
    "embedding_stats",
    "recall_learning_link",
    "recall_obsolete",
    "recall_archive",
    "recall_learnings_by_status",
    "recall_contradictions",
    "recall_contradiction_check",
    "recall_contradiction_summary",
    "decay_stats",
    "decay_preview",
    "decay_apply",
    "decay_reinforce",
    "decay_boost",
    "context_auto_inject",
    "scope_explain",
    "store_postmortem",
    "get_postmortems",
    "get_postmortem",
    "resolve_postmortem",
    "postmortem_to_learnings",
    "postmortem_stats",
    "corridor_learnings",
    "corridor_links",
    "corridor_stats",
    "corridor_promote",
    "corridor_reinforce",
];

/// Ours, in the same vocabulary: what waits must be readable before it can be decided.
const BESIDES: [&str; 1] = ["proposals"];

/// What the seed's matrix keeps from agents. Everything else is there for both.
const HUMAN_ONLY: [&str; 8] =
    ["store_direct", "approve", "reject", "recall_outcome", "recall_link", "recall_unlink", "recall_obsolete", "recall_archive"];

#[test]
fn the_governance_profile_lists_exactly_the_matrix_of_the_seed() {
    let home = Home::unsealed(On::Sqlite);
    for mode in ["agent", "human"] {
        let listing = listing(&home, mode, Some("palace"));
        let mut listed = names(&listing);
        listed.sort_unstable();
        let known = CONTRACT.into_iter().chain(BESIDES);
        let mut wanted: Vec<&str> = known.filter(|name| mode == "human" || !HUMAN_ONLY.contains(name)).collect();
        wanted.sort_unstable();
        assert_eq!(listed, wanted, "{mode}");
    }
}

#[test]
fn what_is_not_listed_cannot_be_called_and_what_is_listed_can() {
    let home = Home::unsealed(On::Sqlite);
    for profile in app::dialects::PROFILES {
        let mut pipes = Pipes::greeted(&home, &["--mode", "agent", "serve", "--profile", profile.name], "a client");
        let listing = pipes.listing();
        for op in engine::OPERATIONS {
            let known = profile.dialects.iter().map(|dialect| op.spec().names_in(*dialect).collect::<Vec<_>>()).find(|names| !names.is_empty());
            // Of a tool with several actions, each is listed or not by itself.
            if let Some(action) = op.spec().action.filter(|action| profile.dialects.contains(&action.dialect)) {
                let refusal = pipes.call(action.tool, json!({ "action": action.action, "nonsense": 1 })).expect_err("nonsense is refused");
                let hidden = matches!(refusal["code"].as_str(), Some("MODE_HUMAN_ONLY" | "TOOL_UNKNOWN"));
                assert_eq!(hidden, !actions(&listing, action.tool).contains(&action.action), "{} {action:?}: {refusal}", profile.name);
            }
            for name in known.unwrap_or_default() {
                let refusal = pipes.call(&name, json!({ "nonsense": 1 })).expect_err("nonsense is refused");
                let hidden = matches!(refusal["code"].as_str(), Some("MODE_HUMAN_ONLY" | "TOOL_UNKNOWN"));
                assert_eq!(hidden, !names(&listing).contains(&name.as_str()), "{} {name}: {refusal}", profile.name);
            }
        }
    }
}

#[test]
fn annotations_and_schemas_are_honest_for_every_tool() {
    let home = Home::unsealed(On::Sqlite);
    for (mode, profile) in [("agent", "all"), ("human", "all"), ("agent", "mind"), ("human", "mind")] {
        let listing = listing(&home, mode, Some(profile));
        for tool in listing["tools"].as_array().expect("tools") {
            let name = tool["name"].as_str().expect("a name");
            let actions = actions(&listing, name);
            let reads = |op: &dyn engine::Op| op.effect() == kernel::effect::EffectName::Read;
            let read_only = match engine::find(name) {
                Some(op) => reads(op),
                None => actions.iter().all(|action| engine::find_for(name, &json!({ "action": action })).is_some_and(&reads)),
            };
            assert_eq!(tool["annotations"]["readOnlyHint"], json!(read_only), "{name}");
            assert_eq!(tool["annotations"]["openWorldHint"], json!(false), "{name}");
            assert!(tool["description"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
            for schema in ["inputSchema", "outputSchema"] {
                assert_eq!(tool[schema]["type"], "object", "{name}: {schema}");
                assert!(!tool[schema].to_string().contains("$ref"), "{name}: {schema} points elsewhere, which not every client follows");
            }
        }
    }
}

/// The mind contract's tools with what each takes, in its own order; `cwd` is left out, because the house knows where a caller
/// stands and a caller's word for it is refused. What we take and mean nothing by (`reviewer`, `allow_counterexamples`,
/// `enforce_gate`) is here like the rest.
const MIND: [(&str, &str); 22] = [
    ("mempal_status", ""),
    ("mempal_doctor", ""),
    ("mempal_search", "query wing room top_k memory_kind domain field tier status anchor_kind with_neighbors"),
    ("mempal_context", "query field domain include_evidence include_cards max_items dao_tian_limit include_distill_suggestions"),
    ("mempal_brief", "query field domain max_items dao_tian_limit"),
    ("mempal_projects", ""),
    ("mempal_resume", "query evidence_limit candidate_limit"),
    (
        "mempal_ingest",
        "content wing room source dry_run diary_rollup importance memory_kind domain field provenance statement tier status supporting_refs \
         counterexample_refs teaching_refs verification_refs scope_constraints trigger_hints anchor_kind anchor_id parent_anchor_id",
    ),
    ("mempal_delete", "drawer_id"),
    ("mempal_taxonomy", "action wing room keywords"),
    ("mempal_field_taxonomy", ""),
    ("mempal_kg", "action subject predicate object triple_id active_only source_drawer"),
    ("mempal_tunnels", "action left right from label tunnel_id wing kind max_hops"),
    ("mempal_fact_check", "text wing room now"),
    (
        "mempal_knowledge_distill",
        "statement content tier supporting_refs counterexample_refs teaching_refs domain field wing room scope_constraints trigger_hints importance \
         dry_run",
    ),
    ("mempal_knowledge_policy", ""),
    ("mempal_knowledge_gate", "drawer_id target_status reviewer allow_counterexamples"),
    ("mempal_knowledge_promote", "drawer_id status verification_refs reason reviewer allow_counterexamples"),
    ("mempal_knowledge_demote", "drawer_id status evidence_refs reason reason_type"),
    ("mempal_knowledge_publish_anchor", "drawer_id to target_anchor_id reason reviewer"),
    (
        "mempal_knowledge_cards",
        "action query card_id target_status reviewer allow_counterexamples verification_refs evidence_refs reason reason_type enforce_gate tier \
         status domain field anchor_kind anchor_id top_k evidence_top_k",
    ),
    (
        "mempal_phase3",
        "action id surface outcome subject_kind subject_id proposed_action evidence_refs counterexample_refs risk_notes rollback_criteria track \
         signal feature query context_hash card_id evaluator_id research_report_id note metadata limit candidate report execute allow_warnings",
    ),
];

/// The contract's other four, which come with working together.
const MIND_LATER: [&str; 4] = ["mempal_peek_partner", "mempal_session_peek", "mempal_cowork_push", "mempal_cowork_bus"];

/// What each tool of several actions does.
const MIND_ACTIONS: [(&str, &str); 5] = [
    ("mempal_taxonomy", "list edit"),
    ("mempal_kg", "add query invalidate timeline stats"),
    ("mempal_tunnels", "discover list add delete follow"),
    ("mempal_knowledge_cards", "list get retrieve events gate promote demote"),
    (
        "mempal_phase3",
        "guidance instrumentation_policy prepare_record capture evaluator_advise default_proposal rollback_control check_record record_checked \
         review readiness analytics record list stats gate research_validate_plan research_ingest_plan",
    ),
];

#[test]
fn the_mind_profile_lists_the_contracts_tools() {
    let home = Home::unsealed(On::Sqlite);
    for mode in ["agent", "human"] {
        let listing = listing(&home, mode, Some("mind"));
        let sorted = |words: Vec<&str>| {
            let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            words.sort_unstable();
            words
        };
        assert_eq!(sorted(names(&listing)), sorted(MIND.iter().map(|(name, _)| *name).collect()), "{mode}");
        assert!(MIND_LATER.iter().all(|later| !names(&listing).contains(later)), "{mode}: list them in MIND, with what they take");
        for (tool, words) in MIND_ACTIONS {
            assert_eq!(sorted(actions(&listing, tool)), sorted(words.split_whitespace().collect()), "{mode}: {tool}");
        }
    }
}

#[test]
fn the_mind_profiles_tools_take_what_the_contracts_do() {
    let home = Home::unsealed(On::Sqlite);
    let listing = listing(&home, "agent", Some("mind"));
    let mut missing = Vec::new();
    for (name, fields) in MIND {
        let tool = listing["tools"].as_array().expect("tools").iter().find(|tool| tool["name"] == name);
        let taken = |field: &&str| tool.is_some_and(|tool| tool["inputSchema"]["properties"][field].is_object());
        missing.extend(fields.split_whitespace().filter(|field| !taken(field)).map(|field| format!("{name}.{field}")));
    }
    assert!(missing.is_empty(), "the contract's clients say these, and would be refused: {}", missing.join(", "));
}
