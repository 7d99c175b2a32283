//! `palace reference`: write the reference pages. They are golden: a test compares them with the tree's own.

mod layout;

use super::{Context, LocalCommand};
use crate::{
    cli,
    dialects::{PROFILES, tool},
};
use clap::{Arg, ArgMatches, Command};
use engine::{Dialect, OPERATIONS, offered};
use kernel::{
    actor::ActorKind,
    gate::{Reach, reach, rules},
    refusal::{Code, Refusal, Wire},
};
use serde_json::{Map, Value as Json, json};
use std::{collections::BTreeMap, fmt::Write, path::PathBuf, process::ExitCode};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "reference", verbs: &[], command, run };

fn command() -> Command {
    Command::new("reference")
        .about("Write the reference pages")
        .hide(true)
        .arg(Arg::new("out").long("out").value_name("DIR").required(true).help("Folder to write them into"))
}

fn run(_: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let out = PathBuf::from(matches.get_one::<String>("out").map_or("docs/reference", String::as_str));
    std::fs::create_dir_all(&out).map_err(|e| crate::home::failed(&out, &e))?;
    for (name, text) in files() {
        let path = out.join(name);
        std::fs::write(&path, text).map_err(|e| crate::home::failed(&path, &e))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every reference page: name and text.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("tools.json", tools()),
        ("openapi.json", openapi()),
        ("cli.md", cli_page()),
        ("refusals.md", refusals()),
        ("matrix.txt", matrix()),
        ("mind.md", mind()),
    ]
}

/// Every tool once, and what each profile lists for each kind of caller.
fn tools() -> String {
    let (mut tools, mut names): (Map<String, Json>, BTreeMap<String, String>) = (Map::new(), BTreeMap::new());
    let mut profiles = Map::new();
    for profile in PROFILES {
        let mut modes = Map::new();
        for kind in [ActorKind::Agent, ActorKind::Human] {
            let listed: Vec<String> =
                offered(kind, profile.dialects).iter().map(|offer| named(json!(tool(offer, kind)), &mut tools, &mut names)).collect();
            modes.insert(kind.name().into(), json!(listed));
        }
        profiles.insert(profile.name.into(), Json::Object(modes));
    }
    let mut tools = Json::Object(tools);
    let schemas = layout::share(&mut tools, "#/schemas/");
    layout::print(&json!({ "profiles": profiles, "tools": tools, "schemas": schemas }))
}

/// The name of a tool on the page. One that another profile describes otherwise gets a number.
fn named(mut tool: Json, tools: &mut Map<String, Json>, names: &mut BTreeMap<String, String>) -> String {
    let text = tool.to_string();
    if let Some(known) = names.get(&text) {
        return known.clone();
    }
    let name = tool["name"].as_str().unwrap_or_default().to_owned();
    if let Some(fields) = tool.as_object_mut() {
        fields.remove("name");
    }
    // As many names as tools are enough for one to be free.
    let numbered = (2..tools.len() + 3).map(|n| format!("{name} ({n})"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|free| !tools.contains_key(free)).unwrap_or(name);
    tools.insert(free.clone(), tool);
    names.insert(text, free.clone());
    free
}

fn openapi() -> String {
    let (mut paths, mut schemas): (Map<String, Json>, Map<String, Json>) = (Map::new(), Map::new());
    for op in OPERATIONS {
        let (method, path) = op.spec().http;
        let schema = op.input_schema();
        let in_path: Vec<&str> = path.split('/').filter_map(|step| step.strip_prefix('{')?.strip_suffix('}')).collect();
        let parameters: Vec<Json> = schema["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(field, _)| method == engine::Method::Get || in_path.contains(&field.as_str()))
            .map(|(field, shape)| {
                let place = if in_path.contains(&field.as_str()) { "path" } else { "query" };
                json!({ "name": field, "in": place, "required": place == "path", "schema": shape })
            })
            .collect();
        let mut entry = json!({ "operationId": op.spec().name, "summary": op.spec().about, "parameters": parameters, "responses": responses(&component(op.spec().name)) });
        schemas.insert(op.spec().name.into(), op.output_schema());
        if method == engine::Method::Post {
            let mut body = schema.clone();
            if let Some(fields) = body["properties"].as_object_mut() {
                fields.retain(|field, _| !in_path.contains(&field.as_str()));
            }
            if let Some(required) = body["required"].as_array_mut() {
                required.retain(|field| !in_path.iter().any(|p| field == p));
            }
            let name = format!("{}.input", op.spec().name);
            entry["requestBody"] = json!({ "content": { "application/json": { "schema": component(&name) } } });
            schemas.insert(name, body);
        }
        paths.entry(path).or_insert_with(|| json!({}))[method.name()] = entry;
    }
    let any = json!({ "type": "object" });
    paths.insert(
        "/v1/tools/{tool}".into(),
        json!({ "post": {
            "operationId": "tool.call",
            "summary": "Call any operation under any of its names",
            "parameters": [{ "name": "tool", "in": "path", "required": true, "schema": { "type": "string" } }],
            "requestBody": { "content": { "application/json": { "schema": any } } },
            "responses": responses(&any),
        } }),
    );
    let refusal = json!({ "type": "object", "properties": { "error": { "type": "object", "required": ["code", "class", "message", "subject", "next"], "properties": {
        "code": { "enum": Code::ALL.iter().map(|c| c.name()).collect::<Vec<_>>() }, "class": { "type": "string" }, "message": { "type": "string" },
        "subject": { "type": "string" }, "next": { "type": "string" }, "details": { "type": "object" } } } } });
    let mut inner = Json::Object(schemas);
    let mut schemas = layout::share(&mut inner, "#/components/schemas/");
    if let Json::Object(own) = inner {
        schemas.extend(own);
    }
    schemas.insert("Refusal".into(), refusal);
    let receipt = json!({ "type": ["object", "null"], "properties": { "seq": { "type": "integer" }, "hash": { "type": "string" } } });
    let envelope = json!({ "op": { "type": "string" }, "approval_required": { "type": "boolean" }, "receipt": receipt });
    schemas.insert("Envelope".into(), json!({ "type": "object", "properties": envelope }));
    layout::print(&json!({
        "openapi": "3.1.0",
        "info": { "title": "Palace", "version": env!("CARGO_PKG_VERSION"), "description": "Governed memory for AI agents. Every route is an operation." },
        "security": [{ "bearer": [] }],
        "paths": paths,
        "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } }, "schemas": schemas },
    }))
}

fn responses(result: &Json) -> Json {
    json!({
        "200": { "description": "The envelope", "content": { "application/json": { "schema": envelope(result) } } },
        "default": { "description": "A refusal", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } } } },
    })
}

/// Refers to a schema by its name.
fn component(name: &str) -> Json {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn envelope(result: &Json) -> Json {
    json!({ "allOf": [{ "$ref": "#/components/schemas/Envelope" }, { "properties": { "result": result } }] })
}

fn cli_page() -> String {
    let mut page = String::from("# Command line\n\nGenerated from the command tree by `cargo xtask codegen`.\n");
    let mut root = cli::command().term_width(100);
    root.build();
    section(&mut page, &mut root, "palace");
    page
}

fn section(page: &mut String, command: &mut Command, name: &str) {
    // Options that every command takes are described once, with the program's own.
    let is_root = !name.contains(' ');
    let mut shown = command.clone().mut_args(|arg| if arg.is_global_set() && !is_root { arg.hide(true) } else { arg });
    let help = shown.render_help().to_string();
    let help = help.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let _ = write!(page, "\n## `{name}`\n\n```text\n{}\n```\n", help.trim_end());
    let below: Vec<String> =
        command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help").map(|c| c.get_name().to_owned()).collect();
    for inner in below {
        if let Some(sub) = command.find_subcommand_mut(&inner) {
            section(page, sub, &format!("{name} {inner}"));
        }
    }
}

fn refusals() -> String {
    let mut page = String::from(
        "# Refusals\n\nIn order of precedence: when several apply, the earlier row is the answer. Generated from the kernel's table.\n\n| code | class | over MCP | HTTP | what to do next |\n|---|---|---|---|---|\n",
    );
    for code in Code::ALL {
        let wire = match code.wire() {
            Wire::Protocol => format!("error {}", code.rpc()),
            Wire::Result => "tool result".into(),
        };
        let class = json!(code.class());
        let _ = writeln!(page, "| `{}` | {} | {wire} | {} | {} |", code.name(), class.as_str().unwrap_or_default(), code.http(), code.remedy());
    }
    page.push_str("\n## The gate's rules, in the order they are asked\n\n");
    for (name, why) in rules() {
        let _ = writeln!(page, "- **{name}**: {why}");
    }
    page
}

/// Who gets how far with what. A changed cell here is a change of policy.
fn matrix() -> String {
    let mut page =
        String::from("# run: it runs   file: the call waits for a human   -: neither listed nor callable   seal: a human's seal is needed\n\n");
    let _ = writeln!(page, "{:<24} {:<32} {:<8} {:<10} {:<6} {:<8}", "operation", "contract's name", "effect", "human", "agent", "machine");
    for op in OPERATIONS {
        let effect = op.effect();
        let cell = |kind| match reach(kind, effect, op.spec().agents) {
            Reach::Run if effect == kernel::effect::EffectName::Govern => "run+seal",
            Reach::Run => "run",
            Reach::File => "file",
            Reach::Hidden => "-",
        };
        let effect = json!(effect);
        let name = op.spec().names_in(Dialect::Palace).collect::<Vec<_>>().join(" ");
        let [human, agent, machine] = ActorKind::ALL.map(cell);
        let line = format!("{:<24} {name:<32} {:<8} {human:<10} {agent:<6} {machine:<8}", op.spec().name, effect.as_str().unwrap_or_default());
        let _ = writeln!(page, "{}", line.trim_end());
    }
    page
}

/// The mind contract's names, each with the operation that it means.
fn mind() -> String {
    let mut page = String::from(
        "# The mind vocabulary\n\nServed by `palace serve --profile mind` and by `palace mind`. Fields are spelled in snake case there; the ledger, \
         the routes and everything else know the operation by its own name. Generated from the registry.\n\n| operation | tool | command |\n|---|---|---|\n",
    );
    for op in OPERATIONS {
        let spec = op.spec();
        let action =
            spec.action.filter(|action| action.dialect == Dialect::Mind).map(|action| format!("`{}` with `action` `{}`", action.tool, action.action));
        let tools: Vec<String> = spec.names_in(Dialect::Mind).map(|name| format!("`{name}`")).chain(action).collect();
        let words: Vec<String> =
            spec.mind.split('|').map(str::trim).filter(|words| !words.is_empty()).map(|words| format!("`palace mind {words}`")).collect();
        if !tools.is_empty() || !words.is_empty() {
            let _ = writeln!(page, "| `{}` | {} | {} |", spec.name, tools.join(", "), words.join(", "));
        }
    }
    page
}
