//! Every key that a configuration of the guarded cycle takes is read by what it names: each is set, and something is otherwise.
//!
//! Not here: keys that nobody knows. They are refused, as `a-configuration-says-what-is-wrong` tells.

use crate::{
    On,
    world::{Who, World},
};
use kernel::{
    cycle::{Config, Preset},
    palace::Sealing,
    settings::Settings,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// A key, a value that is not its default, and what is looked at.
type Row = (&'static str, Json, fn(&mut World) -> Json);

fn agent() -> Who {
    Who::agent("codex")
}

fn done(world: &mut World, who: &Who, op: &str, input: Json) -> Json {
    world.call(who, op, input).unwrap_or_else(|refusal| panic!("{op}: {}", refusal.what())).result
}

/// So many experiences, each with two sentences that come to cells of one scene.
fn live(world: &mut World, from: usize, many: usize) {
    const WORDS: [&str; 12] = ["lamp", "door", "window", "roof", "wall", "floor", "stair", "oven", "table", "chair", "shelf", "clock"];
    for n in from..from + many {
        let word = WORDS[n % WORDS.len()];
        let told = json!({
            "type": "effective", "domain": "Tools", "situation": format!("The {word} is seen. Another {word} is heard."), "approach": format!("try {word} {n}"),
            "outcome": format!("came {n} of {word}"), "reasoning": format!("for {word}"),
        });
        done(world, &agent(), "experience.record", told);
    }
}

/// What consolidating a few experiences comes to.
fn consolidated(world: &mut World) -> Json {
    live(world, 0, 6);
    let mut all = vec![done(world, &agent(), "cycle.consolidate", json!({}))];
    live(world, 6, 2);
    all.push(done(world, &agent(), "cycle.consolidate", json!({ "threshold": 1 })));
    all.into_iter().map(|answer| json!([answer["processed"], answer["cellsCreated"], answer["archived"], answer["waiting"]])).collect()
}

/// How much is packed when nobody says how much.
fn packed(world: &mut World) -> Json {
    live(world, 0, 8);
    let session = done(world, &agent(), "cycle.snapshot", json!({ "contextKeys": ["tools"] }))["sessionId"].clone();
    done(world, &agent(), "cycle.route", json!({ "sessionId": session, "userInput": "what is there?" }));
    let by_name = done(world, &agent(), "cycle.pack", json!({ "sessionId": session }))["packedContext"]["experiences"].clone();
    json!(by_name.as_array().map(Vec::len))
}

/// The keys of the guarded cycle's settings.
const SETTINGS: fn() -> Vec<Row> = || {
    vec![
        ("memoryEnabled", json!(false), consolidated),
        ("consolidationThreshold", json!(7), consolidated),
        ("maxCellsTotal", json!(3), consolidated),
        ("maxCellsPerScene", json!(2), consolidated),
        ("maxExperiencesTotal", json!(4), consolidated),
        ("byteBudgetDefault", json!(900), packed),
    ]
};

/// What a gate says is missing.
fn missing(world: &mut World) -> Json {
    done(world, &agent(), "session.start", json!({ "agentType": "codex" }));
    done(world, &agent(), "workflow.check", json!({ "currentPhase": "reason", "action": "edit" }))["missingRequirements"].clone()
}

/// How long the two tokens last.
fn lasting(world: &mut World) -> Json {
    done(world, &agent(), "session.start", json!({ "agentType": "codex" }));
    live(world, 0, 1);
    let operation = done(world, &agent(), "workflow.verify", json!({ "currentPhase": "teach", "action": "edit" }));
    let id = operation["operationToken"].clone();
    let session = done(world, &agent(), "workflow.authorize", json!({ "operationToken": id, "createSessionToken": true }));
    let lasts = |token: &Json| token["expiresAt"].as_i64().unwrap_or(0) - token["createdAt"].as_i64().unwrap_or(0);
    json!([lasts(&operation["token"]), lasts(&session["token"])])
}

fn guarded(world: &mut World) -> Json {
    done(world, &agent(), "workflow.guard", json!({ "tool": "Write" }))
}

fn shown(world: &mut World) -> Json {
    done(world, &agent(), "preset.show", json!({}))["config"].clone()
}

/// The keys of a preset, each by its path.
const PRESET: fn() -> Vec<Row> = || {
    vec![
        ("name", json!("ours"), guarded),
        ("description", json!("another"), shown),
        ("enforcement", json!("lenient"), guarded),
        ("gates.teach.required_tools", json!(["tag_experience"]), missing),
        ("gates.teach.description", json!("another"), shown),
        ("gates.learn.required_tools", json!(["search_experiences", "gather_context"]), missing),
        ("gates.learn.description", json!("another"), shown),
        ("gates.reason.required_tools", json!(["reason_through"]), missing),
        ("gates.reason.description", json!("another"), shown),
        ("token_ttl.operation", json!(61_000), lasting),
        ("token_ttl.session", json!(1_900_000), lasting),
    ]
};

fn preset() -> Json {
    json!({
        "name": "mine", "description": "one", "enforcement": "strict", "token_ttl": { "operation": 60_000, "session": 1_800_000 },
        "gates": {
            "teach": { "required_tools": ["record_experience"], "description": "one" },
            "learn": { "required_tools": ["search_experiences"], "description": "one" },
            "reason": { "required_tools": ["analyze_problem"], "description": "one" },
        },
    })
}

/// What a fresh world shows after something was set.
fn after(on: On, look: fn(&mut World) -> Json, op: &str, input: Json) -> Json {
    let mut world = World::new(on, Sealing::Unsealed);
    done(&mut world, &Who::human("ana"), op, input);
    look(&mut world)
}

/// Paths of everything in an object that is not itself one.
fn paths(value: &Json, before: &str, found: &mut BTreeSet<String>) {
    match value.as_object() {
        Some(fields) => fields.iter().for_each(|(key, value)| paths(value, &format!("{before}.{key}"), found)),
        None => drop(found.insert(before.trim_start_matches('.').to_owned())),
    }
}

/// # Panics
/// When a key is not in the tables, or nothing is otherwise when it is set.
pub fn every_key_is_read(on: On) {
    let (mut known, mut told) = (BTreeSet::new(), BTreeSet::new());
    paths(&json!(Settings::default().cycle), "", &mut known);
    for (key, value, look) in SETTINGS() {
        let plain = json!({ "cycle": { "memoryEnabled": true } });
        let set = json!({ "cycle": { key: value } });
        assert_ne!(after(on, look, "palace.configure", set), after(on, look, "palace.configure", plain), "nobody reads cycle.{key}");
        told.insert(key.to_owned());
    }
    paths(&json!(Config::from(Preset::ALL[0])), "", &mut known);
    for (key, value, look) in PRESET() {
        let mut set = preset();
        *set.pointer_mut(&format!("/{}", key.replace('.', "/"))).unwrap_or_else(|| panic!("a preset has no {key}")) = value;
        let apply = |config: Json| after(on, look, "preset.apply", json!({ "presetName": config["name"].clone(), "config": config }));
        assert_ne!(apply(set), apply(preset()), "nobody reads {key} of a preset");
        told.insert(key.to_owned());
    }
    assert_eq!(known, told, "keys that a configuration takes, and keys that are looked at here");
}
