//! Read a problem: what is wanted, and which words to look for.

use super::Deprecation;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
};
use kernel::{
    cycle::reasoning::{Intent, QUERY_WORDS, ReasoningPhase, concepts, intent, local_files},
    effect::Propose,
    id::ReasoningId,
    text::{Account, Name},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::ReasoningSession;

/// Reads a problem.
#[derive(Debug)]
pub struct Analyze;

/// The problem.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What is to be solved
    pub problem: Account,
    /// Tools you have (can be repeated)
    #[serde(default)]
    pub available_tools: Vec<Name>,
}

/// What was read out of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The session that its thoughts belong to
    pub session_id: ReasoningId,
    /// What is wanted
    pub user_intent: Intent,
    /// What to look for
    pub suggested_queries: Queries,
    /// Words that matter
    pub key_concepts: Vec<String>,
    /// What to call next
    pub next_step: &'static str,
    /// That it was replaced
    #[serde(flatten)]
    pub deprecation: Deprecation,
}

/// What to look for.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Queries {
    /// In what was lived through
    pub search: Search,
    /// In the working tree
    pub local_files: Vec<&'static str>,
    /// In the world
    pub web_search: Web,
}

/// What to look for in what was lived through.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Search {
    /// The words
    pub query: String,
    /// Each of them
    pub patterns: Vec<String>,
    /// Whether it can be asked
    pub recommended: bool,
}

/// What to look for in the world.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Web {
    /// The words
    pub query: String,
}

impl Operation for Analyze {
    const SPEC: Spec = Spec::new("reasoning.analyze", "Read a problem in the older way; replaced by the guarded cycle")
        .http(Method::Post, "/v1/reasoning")
        .positional(&["problem"])
        .also(&[(Dialect::Cycle, "analyze_problem")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are in their own row, and can be erased there.
        Some(json!({ "availableTools": input["availableTools"] }))
    }

    fn run(cx: &mut Work<'_>, Input { problem, available_tools }: Input) -> Result<Output, Error> {
        let problem = redact_text(problem.as_str(), &mut Secrets::new());
        let now = cx.call.now;
        let session = ReasoningSession {
            id: ReasoningId::mint("reasoning", &cx.call.tail()),
            principal: cx.call.actor.name().to_owned(),
            project: cx.call.anchor.project(),
            problem,
            phase: ReasoningPhase::Analyze,
            conclusion: String::new(),
            experience: String::new(),
            created_at: now,
            updated_at: now,
            finalized_at: None,
        };
        cx.put_reasoning_session(&session)?;
        cx.about(&session.id);
        let key_concepts = concepts(&session.problem);
        let patterns: Vec<String> = key_concepts.iter().take(QUERY_WORDS).cloned().collect();
        let recommended = available_tools.is_empty() || available_tools.iter().any(|tool| tool.as_str() == "search_experiences");
        let year: String = now.to_string().chars().take(4).collect();
        Ok(Output {
            user_intent: intent(&session.problem),
            suggested_queries: Queries {
                search: Search { query: patterns.join(" "), patterns, recommended },
                local_files: local_files(&session.problem),
                web_search: Web { query: format!("{} best practices {year}", session.problem) },
            },
            key_concepts,
            session_id: session.id,
            next_step: "Call gather_context with sources collected from suggested queries",
            deprecation: Deprecation::of(
                "compliance_snapshot + compliance_router",
                "analyze_problem is deprecated. Use compliance_snapshot followed by compliance_router for the new GUARDED_REASON lifecycle.",
            ),
        })
    }
}
