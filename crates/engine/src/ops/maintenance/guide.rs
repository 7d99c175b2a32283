//! Show the steps of maintenance in order, with how much there is to look at. Nothing of it is run.

use super::steps;
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{claim::Form, effect::Read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{KnowledgeFilter, View};

/// Shows the steps.
#[derive(Debug)]
pub struct Guide;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What there is, and what to do.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// Pieces of evidence
    pub drawer_count: i64,
    /// Records of adoption
    pub runtime_adoption_event_count: i64,
    /// Cards
    pub card_count: i64,
    /// What to do, in order
    pub steps: Vec<Step>,
}

/// One thing to do.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Step {
    /// Its place
    pub order: usize,
    /// What it is part of
    pub phase: &'static str,
    /// What it is for
    pub purpose: &'static str,
    /// What to type
    pub command: String,
    /// Whether it writes
    pub writes: bool,
}

impl Operation for Guide {
    const SPEC: Spec = Spec::new("maintenance.guide", "Show the steps of maintenance in order; none of them is run")
        .http(Method::Get, "/v1/maintenance/guide")
        .mind("maintenance guided-run");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let told = |(n, step): (usize, &super::Step)| Step {
            order: n + 1,
            phase: step.phase,
            purpose: step.purpose,
            command: format!("palace {}", step.words),
            writes: step.writes,
        };
        Ok(Output {
            writes: false,
            drawer_count: cx.counts()?.evidence,
            runtime_adoption_event_count: cx.adoption_count()?,
            card_count: cards(cx)?,
            steps: steps().enumerate().map(told).collect(),
        })
    }
}

/// How many cards there are.
fn cards(view: &mut View<'_>) -> Result<i64, Error> {
    let filter = KnowledgeFilter { form: Some(Form::Card), limit: i64::MAX, ..KnowledgeFilter::default() };
    Ok(i64::try_from(view.knowledge_list(&filter)?.len()).unwrap_or(i64::MAX))
}
