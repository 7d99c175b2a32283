//! Say whether the guarded cycle can be relied on: the keys can be believed, the schema is known, and the preset that holds can
//! be passed.
//!
//! Not here: files and clients, which `palace doctor` looks at.

use crate::{Dialect, Error, Look, Method, Operation, Spec, cycle::workflow};
use kernel::{effect::Read, seal::Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Says it.
#[derive(Debug)]
pub struct Health;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// How it is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Nothing is wrong
    pub healthy: bool,
    /// OK or DEGRADED
    pub status: &'static str,
    /// What is wrong
    pub issues: Vec<String>,
    /// What to look at
    pub warnings: Vec<String>,
    /// How much there is
    pub stats: Stats,
    /// Where the database is
    #[serde(skip_serializing_if = "String::is_empty")]
    pub database_path: String,
    /// Where files of tokens would be; they are rows here
    pub token_dir: Option<String>,
    /// Which database it is
    pub database_backend: &'static str,
}

/// How much there is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Stats {
    /// What was lived through
    pub experiences: i64,
    /// Problems that were thought through
    pub reasoning_sessions: i64,
    /// Sessions that were given a token
    pub workflow_sessions: i64,
}

impl Operation for Health {
    const SPEC: Spec = Spec::new("memory.health", "Say whether the guarded cycle can be relied on, and how much it holds")
        .http(Method::Get, "/v1/memory/health")
        .also(&[(Dialect::Cycle, "health_check")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let (mut issues, mut warnings) = (Vec::new(), Vec::new());
        match &house.trust {
            Trust::Broken(why) => issues.push(format!("The keys of this palace cannot be trusted: {why}")),
            Trust::Keys(keys) if keys.is_empty() => warnings.push("No human key is enrolled, so no preset can be chosen".to_owned()),
            Trust::Unsealed => warnings.push("This palace is unsealed: no signature stands behind a preset".to_owned()),
            Trust::Keys(_) => {}
        }
        let preset = workflow::active(cx, house, &call.anchor.project())?;
        if !preset.applied {
            warnings.push(format!("No preset was chosen for this project, so \"{}\" is only advice", preset.config.name));
        }
        let gates = &preset.config.gates;
        let wanted = [&gates.teach, &gates.learn, &gates.reason].into_iter().flat_map(|gate| &gate.required_tools);
        issues.extend(wanted.filter(|tool| !workflow::is_served(tool)).map(|tool| format!("A gate wants {tool}, which is not served")));
        let healthy = issues.is_empty();
        Ok(Output {
            healthy,
            status: if healthy { "OK" } else { "DEGRADED" },
            issues,
            warnings,
            stats: Stats {
                experiences: cx.experience_count()?,
                reasoning_sessions: cx.reasoning_session_count()?,
                workflow_sessions: cx.token_session_count()?,
            },
            database_path: house.roots.installed().database,
            token_dir: None,
            database_backend: cx.backend(),
        })
    }
}
