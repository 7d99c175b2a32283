//! Put what was found together, what worked first. What is given is the caller's own and is given back; nothing is looked up.

use super::{Deprecation, open};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
};
use kernel::{cycle::reasoning::ReasoningPhase, effect::Propose, id::ReasoningId, text::Note};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;

/// Tokens that a context may have.
const BUDGET: usize = 20_000;
/// Of what worked: how many, and what each is counted as.
const EFFECTIVE: (usize, usize) = (5, 50);
/// Of documents.
const DOCS: (usize, usize) = (3, 100);
/// Of other tools' answers.
const DATA: (usize, usize) = (5, 50);
/// Of what did not work.
const INEFFECTIVE: (usize, usize) = (2, 40);
/// Characters of a document.
const DOC_CHARS: usize = 200;
/// Characters of another tool's answer.
const DATA_CHARS: usize = 100;
/// Characters of one part of an experience.
const PART_CHARS: usize = 500;

/// Puts it together.
#[derive(Debug)]
pub struct Gather;

/// What was found.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session from `reasoning.analyze`
    pub session_id: ReasoningId,
    /// What is to be solved; the session knows it
    #[serde(default)]
    pub problem: Option<Note>,
    /// What was found
    #[serde(default)]
    pub sources: Option<Sources>,
}

/// What was found, and where.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Sources {
    /// Experiences from `experience.search`
    #[serde(default)]
    pub experiences: Vec<Map<String, Json>>,
    /// Documents, each with `path` and `content`
    #[serde(default)]
    pub local_docs: Vec<Map<String, Json>>,
    /// Answers of other tools, by name
    #[serde(default)]
    pub mcp_data: Map<String, Json>,
    /// What was found in the world
    #[serde(default)]
    pub web_results: Vec<Map<String, Json>>,
}

/// What it comes to.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The session
    pub session_id: ReasoningId,
    /// `awaiting_sources`, where nothing was given
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// All of it as one text
    pub synthesized_context: String,
    /// What to give
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guidance: Option<&'static str>,
    /// In which form
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_format: Option<Expected>,
    /// About how long it is
    pub token_count: usize,
    /// How much of what
    pub priority_breakdown: Breakdown,
    /// What to call next
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_step: Option<&'static str>,
    /// That it was replaced
    #[serde(flatten)]
    pub deprecation: Deprecation,
}

/// What can be given.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Expected {
    /// What was lived through
    pub experiences: &'static str,
    /// Documents
    pub local_docs: &'static str,
    /// Answers of other tools
    pub mcp_data: &'static str,
    /// What was found in the world
    pub web_results: &'static str,
}

/// How much of what.
#[derive(Default, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Breakdown {
    /// What worked
    pub critical: usize,
    /// Documents
    pub high: usize,
    /// Other tools' answers
    pub medium: usize,
    /// What did not work, and what was found in the world
    pub low: usize,
}

impl Operation for Gather {
    const SPEC: Spec = Spec::new("reasoning.gather", "Put what was found about a problem together, in the older way; replaced by context packs")
        .http(Method::Post, "/v1/reasoning/{sessionId}/gather")
        .positional(&["sessionId"])
        .also(&[(Dialect::Cycle, "gather_context")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // What was found stands where it was found.
        Some(json!({ "sessionId": input["sessionId"] }))
    }

    fn run(cx: &mut Work<'_>, Input { session_id, sources, .. }: Input) -> Result<Output, Error> {
        let call = cx.call;
        let mut session = open(cx, call, &session_id)?;
        let deprecation = Deprecation::of(
            "context_pack",
            "gather_context is deprecated. Use context_pack for byte-budgeted context packing in the new GUARDED_REASON lifecycle.",
        );
        let sources = sources.unwrap_or_default();
        if sources.experiences.is_empty() && sources.local_docs.is_empty() && sources.mcp_data.is_empty() && sources.web_results.is_empty() {
            cx.nothing(); // there is nothing that a gate could count
            return Ok(awaiting(session_id, deprecation));
        }
        session.phase = ReasoningPhase::Gather;
        session.updated_at = cx.call.now;
        cx.put_reasoning_session(&session)?;
        cx.about(&session_id);
        let (text, token_count, priority_breakdown) = together(&sources);
        Ok(Output {
            session_id,
            status: None,
            synthesized_context: redact_text(&text, &mut Secrets::new()),
            guidance: None,
            expected_format: None,
            token_count,
            priority_breakdown,
            next_step: Some("Call reason_through to evaluate approaches"),
            deprecation,
        })
    }
}

fn awaiting(session_id: ReasoningId, deprecation: Deprecation) -> Output {
    Output {
        session_id,
        status: Some("awaiting_sources"),
        synthesized_context: "No context sources provided.".into(),
        guidance: Some(
            "Sources are optional but PREFERRED. Call search_experiences, Read docs, or fetch web results first, then call gather_context again with sources.",
        ),
        expected_format: Some(Expected {
            experiences: "(array) Results from search_experiences",
            local_docs: "(array) Results from Read tool",
            mcp_data: "(object) Results from other MCP tools",
            web_results: "(array) Results from WebSearch",
        }),
        token_count: 50,
        priority_breakdown: Breakdown::default(),
        next_step: None,
        deprecation,
    }
}

/// All of it as one text, about how long it is, and how much of what. Each kind only while there is room for it.
fn together(sources: &Sources) -> (String, usize, Breakdown) {
    let (mut text, mut tokens, mut counts) = (String::new(), 0, Breakdown::default());
    let failed = |row: &&Map<String, Json>| row.get("type").and_then(Json::as_str) == Some("ineffective");
    let line = |row: &Map<String, Json>| format!("- **{}**: {} → {}\n", part(row, "domain"), part(row, "approach"), part(row, "outcome"));
    section(
        &mut text,
        "## Effective Approaches",
        sources.experiences.iter().filter(|row| !failed(row)).take(EFFECTIVE.0).map(line),
        &mut counts.critical,
    );
    tokens += counts.critical * EFFECTIVE.1;
    if tokens < BUDGET * 60 / 100 {
        let docs = sources.local_docs.iter().take(DOCS.0);
        let line = |row: &Map<String, Json>| format!("**{}**: {}...\n", part(row, "path"), cut(row.get("content"), DOC_CHARS));
        section(&mut text, "## Project Documentation", docs.map(line), &mut counts.high);
        tokens += counts.high * DOCS.1;
    }
    if tokens < BUDGET * 80 / 100 {
        let data = sources
            .mcp_data
            .iter()
            .take(DATA.0)
            .map(|(name, value)| format!("- **{}**: {}\n", bound(name, DATA_CHARS), cut(Some(value), DATA_CHARS)));
        section(&mut text, "## Other Tools", data, &mut counts.medium);
        tokens += counts.medium * DATA.1;
    }
    if tokens < BUDGET * 90 / 100 {
        section(&mut text, "## Ineffective Approaches", sources.experiences.iter().filter(failed).take(INEFFECTIVE.0).map(line), &mut counts.low);
        tokens += counts.low * INEFFECTIVE.1;
    }
    counts.low += sources.web_results.len();
    (text, tokens, counts)
}

fn section(text: &mut String, heading: &str, lines: impl Iterator<Item = String>, count: &mut usize) {
    let lines: Vec<String> = lines.collect();
    *count = lines.len();
    if !lines.is_empty() {
        let _ = write!(text, "{heading}\n\n{}\n", lines.concat());
    }
}

fn part(row: &Map<String, Json>, field: &str) -> String {
    cut(row.get(field), PART_CHARS)
}

fn cut(value: Option<&Json>, chars: usize) -> String {
    match value {
        Some(Json::String(text)) => bound(text, chars),
        Some(Json::Null) | None => String::new(),
        Some(other) => bound(&other.to_string(), chars),
    }
}

fn bound(text: &str, chars: usize) -> String {
    text.chars().filter(|c| !kernel::text::is_hidden(*c)).take(chars).collect()
}
