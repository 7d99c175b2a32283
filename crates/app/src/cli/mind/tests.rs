//! The commands as they stand in the registry, and flags over an operation that is made for trying them.

use super::{GROUPS, Node, command, flags, tree};
use crate::cli::tree as whole;
use clap::{Command, error::ErrorKind};
use engine::{Error, Look, Op, Operation, Spec};
use kernel::{effect::Read, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

/// A choice.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code, reason = "only the schema is looked at")]
enum Tier {
    DaoRen,
    Qi,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "only the schema is looked at")]
struct Hints {
    /// Intents
    #[serde(default)]
    intent_tags: Vec<String>,
    /// Ways
    #[serde(default)]
    workflow_bias: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only the schema is looked at")]
struct End {
    /// Wing
    wing: String,
    /// Room
    room: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "only the schema is looked at")]
struct Ask {
    /// Which
    drawer_id: String,
    /// How high
    tier: Option<Tier>,
    /// What speaks for it
    #[serde(default)]
    supporting_refs: Vec<String>,
    /// When to take it back
    #[serde(default)]
    rollback_criteria: Vec<String>,
    /// Words
    #[serde(default)]
    keywords: Vec<String>,
    /// Only what holds
    #[serde(default = "yes")]
    active_only: bool,
    /// Only try
    #[serde(default)]
    dry_run: bool,
    /// What happened
    event_type: Option<String>,
    /// When to think of it
    trigger_hints: Option<Hints>,
    /// One end
    left: Option<End>,
    /// Anything
    metadata: Option<Map<String, Json>>,
    /// How many
    top_k: Option<u32>,
}

fn yes() -> bool {
    true
}

#[derive(Serialize, JsonSchema)]
struct Told {}

struct Try;

impl Operation for Try {
    const SPEC: Spec =
        Spec::new("trial.try", "Try the flags").positional(&["drawerId"]).flags(&[("eventType", "type"), ("activeOnly", "!all")]).mind("trial try");
    type Effect = Read;
    type Input = Ask;
    type Output = Told;
    fn run(_: &mut Look<'_>, _: Ask) -> Result<Told, Error> {
        Err(Code::Internal.refuse("test", "nothing runs here").into())
    }
}

fn typed(words: &[&str]) -> Result<Json, String> {
    let op: &'static dyn Op = &Try;
    let matches = flags::command("try", op).try_get_matches_from([&["try"], words].concat()).map_err(|error| format!("{:?}", error.kind()))?;
    flags::input(op, &matches).map_err(|refusal| refusal.to_string())
}

#[test]
fn what_is_typed_becomes_what_is_sent() {
    let table: &[(&[&str], Json)] = &[
        (&["d"], json!({})),
        (&["--drawer-id", "d"], json!({})),
        (&["d", "--tier", "dao-ren"], json!({ "tier": "dao_ren" })),
        (&["d", "--tier", "nonsense"], json!({ "tier": "nonsense" })),
        (&["d", "--supporting-ref", "a,b", "--supporting-ref", "c"], json!({ "supportingRefs": ["a,b", "c"] })),
        (&["d", "--supporting-refs", "a,b", "--supporting-ref", "c"], json!({ "supportingRefs": ["c", "a", "b"] })),
        (&["d", "--rollback-criterion", "x"], json!({ "rollbackCriteria": ["x"] })),
        (&["d", "--keywords", "a,b"], json!({ "keywords": ["a", "b"] })),
        (&["d", "--all"], json!({ "activeOnly": false })),
        (&["d", "--active-only"], json!({ "activeOnly": true })),
        (&["d", "--no-active-only"], json!({ "activeOnly": false })),
        (&["d", "--dry-run"], json!({ "dryRun": true })),
        (&["d", "--dry-run=false"], json!({ "dryRun": false })),
        (&["d", "--type", "linked"], json!({ "eventType": "linked" })),
        (&["d", "--event-type", "linked"], json!({ "eventType": "linked" })),
        (&["d", "--intent-tag", "debug", "--workflow-bias", "w"], json!({ "triggerHints": { "intentTags": ["debug"], "workflowBias": ["w"] } })),
        (&["d", "--trigger-hints", r#"{"intent_tags": ["x"]}"#], json!({ "triggerHints": { "intent_tags": ["x"] } })),
        (&["d", "--left", "w:r"], json!({ "left": { "wing": "w", "room": "r" } })),
        (&["d", "--left", "w"], json!({ "left": { "wing": "w" } })),
        (&["d", "--left", r#"{"wing": "w"}"#], json!({ "left": { "wing": "w" } })),
        (&["d", "--metadata-json", r#"{"someKey": 1}"#], json!({ "metadata": { "someKey": 1 } })),
        (&["d", "--top-k", "3"], json!({ "topK": 3 })),
    ];
    for (words, rest) in table {
        let mut wanted = json!({ "drawerId": "d" });
        rest.as_object().into_iter().flatten().for_each(|(key, value)| wanted[key] = value.clone());
        assert_eq!(typed(words), Ok(wanted), "{words:?}");
    }
}

#[test]
fn what_is_missing_or_said_twice_is_refused() {
    let table: &[(&[&str], &str)] = &[
        (&[], "MissingRequiredArgument"),
        (&["d", "--drawer-id", "e"], "it was given twice"),
        (&["d", "--all", "--active-only"], "it was given twice"),
        (&["d", "--metadata", "{"], "it must be JSON"),
        (&["d", "--nonsense"], "UnknownArgument"),
    ];
    for (words, why) in table {
        let refusal = typed(words).expect_err("it cannot be so");
        assert!(refusal.contains(why), "{words:?}: {refusal}");
    }
}

fn each(node: &Node, words: &str, look: &mut impl FnMut(&Node, &str)) {
    look(node, words);
    for (word, below) in &node.below {
        each(below, format!("{words} {word}").trim(), look);
    }
}

#[test]
fn every_command_means_one_thing_and_every_group_says_what_it_is_about() {
    let mut groups = Vec::new();
    each(&tree(), "", &mut |node, words| {
        assert!(node.house.is_none() || node.below.is_empty(), "nothing can stand under `mind {words}`: the house has the word");
        if node.op.is_none() && node.house.is_none() {
            assert!(GROUPS.iter().any(|(known, about)| *known == words && !about.is_empty()), "GROUPS does not say what `mind {words}` is about");
            groups.push(words.to_owned());
        }
    });
    let mut seen = std::collections::BTreeSet::new();
    for op in engine::OPERATIONS {
        for words in op.spec().mind.split('|').map(str::trim).filter(|words| !words.is_empty()) {
            assert!(seen.insert(words), "`mind {words}` means two operations");
        }
        for (field, _) in op.spec().flags {
            assert!(op.input_schema()["properties"][field].is_object(), "{} takes no `{field}`", op.spec().name);
        }
    }
}

#[test]
fn every_field_of_every_command_can_be_said() {
    for op in engine::OPERATIONS.iter().filter(|op| !op.spec().mind.is_empty()) {
        let longs = flags::longs(*op);
        for field in op.input_schema()["properties"].as_object().into_iter().flatten().map(|(field, _)| field) {
            let name = crate::cli::arguments::kebab(field);
            assert!(longs.contains(&name), "{} has a field `{field}` that no flag says: it means something else on every command", op.spec().name);
        }
    }
}

#[test]
fn every_command_has_a_line_of_help_and_clap_finds_nothing_wrong() {
    fn look(command: &Command, words: &str) {
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            let words = format!("{words} {}", below.get_name());
            assert!(below.get_about().is_some_and(|about| !about.to_string().is_empty()), "`palace {words}` has no help");
            look(below, &words);
        }
    }
    look(&command(&|_| true), "mind");
    whole::command().debug_assert();
}

#[test]
fn a_format_is_plain_or_json_and_nothing_else() {
    let asked = |words: &[&str]| whole::command().try_get_matches_from(words).map(|m| m.get_one::<String>("format").cloned().unwrap_or_default());
    let table: &[(&[&str], &str)] = &[
        (&["palace", "mind", "init", "--format", "plain"], "plain"),
        (&["palace", "mind", "init", "--format", "json"], "json"),
        (&["palace", "--format", "json", "mind", "init"], "json"),
        (&["palace", "mind", "init"], "plain"),
        (&["palace", "init"], "text"),
    ];
    for (words, format) in table {
        assert_eq!(asked(words).as_deref().ok(), Some(*format), "{words:?}");
    }
    assert_eq!(asked(&["palace", "mind", "init", "--format", "yaml"]).map_err(|e| e.kind()), Err(ErrorKind::InvalidValue));
    assert_eq!(asked(&["palace", "init", "--format", "plain"]).map_err(|e| e.kind()), Err(ErrorKind::InvalidValue), "it is the contract's word");
}
