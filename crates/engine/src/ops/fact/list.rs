//! List every fact, whether it holds or not.

use super::{LIMIT, Triple};
use crate::{Error, Look, Method, Operation, Spec, ops::limit};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::FactFilter;

/// Lists facts.
#[derive(Debug)]
pub struct List;

/// How many.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Most items to give (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// The facts.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Facts, newest beginning first
    pub triples: Vec<Triple>,
    /// How many there are before the limit
    pub total: i64,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("fact.list", "List every fact said here, whether it still holds or not")
        .http(Method::Get, "/v1/facts")
        .empty("Nothing was said yet. Say what holds with `fact add`.")
        .mind("kg list");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let (now, project) = (cx.call.now, cx.call.anchor.project());
        let total = cx.fact_counts(&project, now, 0)?.total;
        let found = cx.facts(&FactFilter { project, limit: limit(input.limit, LIMIT), ..FactFilter::default() })?;
        Ok(Output { triples: found.into_iter().map(|fact| Triple::at(fact, now)).collect(), total })
    }
}
