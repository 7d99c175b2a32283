//! List projects, the last used first.

use super::Summary;
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::LIST_MAX};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists projects.
#[derive(Debug)]
pub struct List;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The projects.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The last used first
    pub projects: Vec<Summary>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("project.list", "List projects by their wing: what stands there, and when something was last kept")
        .http(Method::Get, "/v1/projects")
        .empty("No project yet. Read one with `palace ingest`.")
        .also(&[(Dialect::Mind, "mempal_projects")])
        .mind("projects");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let most = usize::try_from(LIST_MAX).unwrap_or(usize::MAX);
        Ok(Output { projects: cx.wings()?.into_iter().take(most).map(Summary::from).collect() })
    }
}
