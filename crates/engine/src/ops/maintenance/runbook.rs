//! Show the runbook: the page that says how a palace is kept in good order.

use super::RUNBOOK;
use crate::{Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows the runbook.
#[derive(Debug)]
pub struct Runbook;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The page.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// Its chapters
    pub chapters: Vec<&'static str>,
    /// The page, as Markdown
    pub runbook: &'static str,
}

impl Operation for Runbook {
    const SPEC: Spec = Spec::new("maintenance.runbook", "Show how a palace is kept in good order")
        .http(Method::Get, "/v1/maintenance/runbook")
        .document("runbook")
        .mind("maintenance-runbook");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(_: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        Ok(Output { writes: false, chapters: RUNBOOK.lines().filter_map(|line| line.strip_prefix("## ")).collect(), runbook: RUNBOOK })
    }
}
