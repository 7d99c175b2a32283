//! Count facts.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::FactCounts;

/// Predicates that are told.
const TOLD: i64 = 10;

/// Counts facts.
#[derive(Debug)]
pub struct Stats;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The counts.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// What was counted
    pub stats: Counted,
}

/// What was counted.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Counted {
    /// All facts
    pub total: i64,
    /// Those that hold
    pub active: i64,
    /// Those that ended, or never held
    pub expired: i64,
    /// Those that begin later
    pub upcoming: i64,
    /// Different things they are about
    pub entities: i64,
    /// What is said most often, with how often
    pub top_predicates: Vec<(String, i64)>,
}

impl Operation for Stats {
    const SPEC: Spec = Spec::new("fact.stats", "Count the facts said here: how many hold, ended, or begin later")
        .http(Method::Get, "/v1/facts/stats")
        .action(Dialect::Mind, "mempal_kg", "stats", "")
        .mind("kg stats");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let (now, project) = (cx.call.now, cx.call.anchor.project());
        let FactCounts { total, active, upcoming, entities, predicates } = cx.fact_counts(&project, now, TOLD)?;
        let stats = Counted { total, active, expired: total - active - upcoming, upcoming, entities, top_predicates: predicates };
        Ok(Output { stats })
    }
}
