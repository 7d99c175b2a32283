//! `palace reference`: write the reference pages. They are golden: a test compares them with the tree's own.

use super::{Context, LocalCommand};
use crate::{
    dialects::{PROFILES, tool},
    doors::cli,
};
use clap::{Arg, ArgMatches, Command};
use engine::{Dialect, OPERATIONS, offered};
use kernel::{
    actor::ActorKind,
    gate::{Reach, reach, rules},
    refusal::{Code, Refusal, Wire},
};
use serde_json::{Map, Value as Json, json};
use std::{fmt::Write, path::PathBuf, process::ExitCode};

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

fn pretty(json: &Json) -> String {
    format!("{json:#}\n")
}

/// What each profile lists, for each kind of caller.
fn tools() -> String {
    let mut profiles = Map::new();
    for profile in PROFILES {
        let mut modes = Map::new();
        for kind in [ActorKind::Agent, ActorKind::Human] {
            let tools: Vec<Json> = offered(kind, profile.dialects).iter().map(|offer| json!(tool(offer, kind))).collect();
            modes.insert(kind.name().into(), json!(tools));
        }
        profiles.insert(profile.name.into(), Json::Object(modes));
    }
    pretty(&Json::Object(profiles))
}

fn openapi() -> String {
    let mut paths: Map<String, Json> = Map::new();
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
        let mut entry = json!({ "operationId": op.spec().name, "summary": op.spec().about, "parameters": parameters, "responses": responses(&op.output_schema()) });
        if method == engine::Method::Post {
            let mut body = schema.clone();
            if let Some(fields) = body["properties"].as_object_mut() {
                fields.retain(|field, _| !in_path.contains(&field.as_str()));
            }
            if let Some(required) = body["required"].as_array_mut() {
                required.retain(|field| !in_path.iter().any(|p| field == p));
            }
            entry["requestBody"] = json!({ "content": { "application/json": { "schema": body } } });
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
    pretty(&json!({
        "openapi": "3.1.0",
        "info": { "title": "Palace", "version": env!("CARGO_PKG_VERSION"), "description": "Governed memory for AI agents. Every route is an operation." },
        "security": [{ "bearer": [] }],
        "paths": paths,
        "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } }, "schemas": { "Refusal": refusal } },
    }))
}

fn responses(result: &Json) -> Json {
    json!({
        "200": { "description": "The envelope", "content": { "application/json": { "schema": envelope(result) } } },
        "default": { "description": "A refusal", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } } } },
    })
}

fn envelope(result: &Json) -> Json {
    json!({ "type": "object", "properties": { "op": { "type": "string" }, "result": result, "approval_required": { "type": "boolean" },
        "receipt": { "type": ["object", "null"], "properties": { "seq": { "type": "integer" }, "hash": { "type": "string" } } } } })
}

fn cli_page() -> String {
    let mut page = String::from("# Command line\n\nGenerated from the command tree by `cargo xtask codegen`.\n");
    let mut root = cli::command().term_width(100);
    root.build();
    section(&mut page, &mut root, "palace");
    page
}

fn section(page: &mut String, command: &mut Command, name: &str) {
    let help = command.render_long_help().to_string();
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
