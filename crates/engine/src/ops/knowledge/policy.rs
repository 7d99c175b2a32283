//! The table of what each tier takes to be believed.

use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    claim::{Requirements, Status, Tier},
    effect::Read,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Reads the table.
#[derive(Debug)]
pub struct Policy;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The table.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// One line for each tier
    pub entries: Vec<Entry>,
}

/// What one tier takes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Entry {
    /// The tier
    pub tier: Tier,
    /// What being believed is called there
    pub target_status: Status,
    /// What it takes
    pub requirements: Requirements,
}

impl Operation for Policy {
    const SPEC: Spec = Spec::new("knowledge.policy", "What each tier takes to be believed")
        .http(Method::Get, "/v1/knowledge/policy")
        .also(&[(Dialect::Mind, "mempal_knowledge_policy")])
        .mind("knowledge policy");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, _: Input) -> Result<Output, Error> {
        let entry = |tier: Tier| Entry { tier, target_status: tier.target(), requirements: tier.requirements() };
        Ok(Output { entries: Tier::ALL.into_iter().map(entry).collect() })
    }
}
