//! Check a report of research: what it holds, and what it lacks. Nothing is written.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{adoption::Report, effect::Read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Checks a report.
#[derive(Debug)]
pub struct Validate;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Report, as JSON: report_id, title, sources, findings, candidate_insights
    pub report: Map<String, Json>,
}

/// What it holds.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether it can be used
    pub valid: bool,
    /// Its id
    pub report_id: String,
    /// Its title
    pub title: String,
    /// Sources it names
    pub source_count: usize,
    /// Findings it has
    pub finding_count: usize,
    /// Insights it suggests
    pub candidate_insight_count: usize,
    /// What it lacks
    pub errors: Vec<String>,
}

impl Operation for Validate {
    const SPEC: Spec = Spec::new("research.validate", "Check a report of research before any of it is brought in")
        .http(Method::Post, "/v1/research/validate")
        .positional(&["report"])
        .files(&["report"])
        .action(Dialect::Mind, "mempal_phase3", "research_validate_plan", "researchPlan")
        .mind("phase3 research-validate-plan");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input { report }: Input) -> Result<Output, Error> {
        let Report { id, title, sources, findings, insights, errors } = Report::read(&Json::Object(report));
        Ok(Output {
            valid: errors.is_empty(),
            report_id: id,
            title,
            source_count: sources,
            finding_count: findings,
            candidate_insight_count: insights,
            errors,
        })
    }
}
