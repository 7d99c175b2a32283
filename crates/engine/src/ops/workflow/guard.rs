//! Say whether a client's tool may run now: how a hook asks before a file is changed.
//!
//! Reading is never in the way. Changing needs a session token that is good in this project, where the preset holds anyone to
//! it; elsewhere there is only advice. Not here: how a client is told. Each has a protocol of its own.

use crate::{Error, Look, Method, Operation, Spec, cycle::workflow};
use kernel::{
    cycle::{Enforcement, tool::is_write_like},
    effect::Read,
    id::SessionId,
    text::Name,
    work::SessionState,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

/// Where the way to a token begins.
const WAY: &str = "Pass the gates in a session of yours, call verify_compliance, then authorize_operation with create_session_token";

/// Says it.
#[derive(Debug)]
pub struct Guard;

/// Which tool, with what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Tool, as the client names it
    pub tool: Name,
    /// What it is called with; of this only `command` is looked at
    #[serde(default)]
    pub tool_input: Option<Map<String, Json>>,
    /// Session whose token is wanted (any of the project if left out)
    #[serde(default)]
    pub session_id: Option<SessionId>,
}

/// Whether it may run.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// It may run
    pub allowed: bool,
    /// It counts as changing something
    pub write_like: bool,
    /// How strictly the preset is held
    pub enforcement: Enforcement,
    /// The preset
    pub preset: String,
    /// Whether somebody chose it for this project
    pub applied: bool,
    /// Why
    pub reason: String,
    /// What to do next
    #[serde(skip_serializing_if = "String::is_empty")]
    pub next: String,
}

impl Operation for Guard {
    const SPEC: Spec =
        Spec::new("workflow.guard", "Say whether a client's tool may run now, by the preset of this project and the tokens that are good in it")
            .http(Method::Post, "/v1/workflow/guard")
            .positional(&["tool"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // What a tool writes into a file is not ours to keep.
        Some(json!({ "tool": input["tool"], "sessionId": input["sessionId"] }))
    }

    fn run(cx: &mut Look<'_>, Input { tool, tool_input, session_id }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let project = call.anchor.project();
        let preset = workflow::active(cx, house, &project)?;
        let write_like = is_write_like(tool.as_str(), command(tool_input.as_ref()).as_deref());
        let told = |allowed, reason: String, next: &str| Output {
            allowed,
            write_like,
            enforcement: preset.config.enforcement,
            preset: preset.config.name.clone(),
            applied: preset.applied,
            reason,
            next: next.to_owned(),
        };
        if !write_like {
            return Ok(told(true, format!("`{tool}` only reads"), ""));
        }
        for (session, until) in workflow::live_tokens(cx, house, &project, call.now)? {
            let meant = session_id.as_ref().is_none_or(|id| *id == session);
            // A session that has ended takes its token with it.
            if meant && cx.session(&session)?.is_some_and(|session| session.state_at(call.now) == SessionState::Active) {
                return Ok(told(true, format!("session {session} has a token until {until}"), ""));
            }
        }
        if preset.only_advises() {
            let why = if preset.applied { "this preset only advises" } else { "no preset was chosen for this project" };
            return Ok(told(true, format!("no session token is good here, and {why}"), WAY));
        }
        Ok(told(false, format!("`{tool}` changes things, and no session token is good in this project"), WAY))
    }
}

/// The command line in a tool's input: a text, or words that are run as they stand.
fn command(input: Option<&Map<String, Json>>) -> Option<String> {
    match input?.get("command")? {
        Json::String(line) => Some(line.clone()),
        Json::Array(words) => words_run(words),
        _ => None,
    }
}

/// Words as one line. A shell within is looked into; a word that a shell would read otherwise makes it unknown.
fn words_run(words: &[Json]) -> Option<String> {
    let words: Vec<&str> = words.iter().map(Json::as_str).collect::<Option<_>>()?;
    match words.as_slice() {
        ["bash" | "sh" | "zsh", "-c" | "-lc", line] => Some((*line).to_owned()),
        all => Some(all.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect::<Vec<_>>().join(" ")),
    }
}
